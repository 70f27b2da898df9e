package main

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"
	"golang.org/x/mod/sumdb/note"

	"tirage/games"
	"tirage/internal/hall"
	"tirage/internal/keeper"
	"tirage/internal/live"
	"tirage/internal/press"
	"tirage/internal/shop"
	"tirage/secret"
)

// The files of a hall's keys, in the folder of the house's keys.
const (
	hallSecretFile   = "hall.secret"   // 64 hexadecimal digits
	hallSignFile     = "hall.sign"     // signing key of notes
	hallVerifierFile = "hall.verifier" // its public key
)

// party is a keeper of blocks and of draws.
type party interface {
	keeper.Keeper
	keeper.Draws
}

func newKeyHall() *cobra.Command {
	var out, name string
	cmd := &cobra.Command{
		Use: "hall --out FOLDER", Short: "The keys that a house runs bingo rooms with; prints the verifier key", Args: takes(""),
		Long: `Makes, in the folder of the house's keys, what every node needs to run rooms: hall.secret, from which the house's secrets of draws follow; hall.sign, which signs
schedules, receipts, locks and ends; and hall.verifier, the public key of it, which is printed: publish it, and give it to the keeper ("tirage keeper --house").
They are never overwritten: without hall.secret no draw that was announced can be opened.`,
		Example: "  tirage key hall --out /etc/tirage/keys --name hall.example",
		RunE: func(cmd *cobra.Command, _ []string) error {
			verifier, err := makeHallKeys(out, name)
			if err == nil {
				fmt.Fprintln(cmd.OutOrStdout(), verifier)
			}
			return err
		},
	}
	cmd.Flags().StringVar(&out, "out", "", "the `FOLDER`; it is made if it is not there")
	cmd.Flags().StringVar(&name, "name", "hall", "`NAME` of the signer, as it stands in signatures")
	_ = cmd.MarkFlagRequired("out")
	addLang(cmd)
	return cmd
}

// makeHallKeys makes a hall's keys in a folder that has none of them. What was made before a failure is taken back.
func makeHallKeys(dir, name string) (verifier string, err error) {
	if err := signerName(name); err != nil {
		return "", err
	}
	signing, verifier, err := press.NewSignKey(name)
	if err != nil {
		return "", err
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return "", err
	}
	var raw [32]byte
	_, _ = rand.Read(raw[:]) // never fails: the standard library ends the program first
	var made []string
	for _, f := range []struct{ name, text string }{
		{hallSecretFile, secret.New(raw).Hex()}, {hallSignFile, signing}, {hallVerifierFile, verifier},
	} {
		path := filepath.Join(dir, f.name)
		if err := writeSecret(path, f.text+"\n"); err != nil {
			for _, p := range made {
				err = errors.Join(err, os.Remove(p))
			}
			return "", err
		}
		made = append(made, path)
	}
	return verifier, nil
}

// hallKeys reads a hall's keys; nil and no error for a folder that has none.
func hallKeys(dir string) (k *hall.Keys, verifier string, err error) {
	text, err := os.ReadFile(filepath.Join(dir, hallSecretFile))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, "", nil
	}
	if err != nil {
		return nil, "", err
	}
	key, ok := secret.Parse(text)
	if !ok {
		return nil, "", refuse("%s holds no secret of a hall: 64 hexadecimal digits", filepath.Join(dir, hallSecretFile))
	}
	signing, err := os.ReadFile(filepath.Join(dir, hallSignFile))
	if err != nil {
		return nil, "", err
	}
	signer, err := note.NewSigner(strings.TrimSpace(string(signing)))
	if err != nil { // not err: it may quote the key
		return nil, "", refuse("%s holds no signing key", filepath.Join(dir, hallSignFile))
	}
	public, err := os.ReadFile(filepath.Join(dir, hallVerifierFile))
	if err != nil {
		return nil, "", err
	}
	verifier = strings.TrimSpace(string(public))
	v, err := note.NewVerifier(verifier)
	if err != nil || v.Name() != signer.Name() || v.KeyHash() != signer.KeyHash() {
		return nil, "", refuse("%s is not the public key of %s", filepath.Join(dir, hallVerifierFile), hallSignFile)
	}
	return &hall.Keys{Signer: signer, Secret: key}, verifier, nil
}

// openHall opens the rooms of a house that has a hall's keys.
func (h *openHouse) openHall(second party) (err error) {
	if h.keys == "" {
		return nil
	}
	keys, verifier, err := hallKeys(h.keys)
	if err != nil {
		return err
	}
	if keys == nil {
		h.log.Info("no rooms: there is no hall.secret in the folder of keys (tirage key hall)", "keys", h.keys)
		return nil
	}
	h.hallVerifier = verifier
	if h.hall, err = hall.Open(h.shop, h.store, hall.Options{Node: h.node, Keys: *keys, Keeper: second, Log: h.log}); err != nil {
		return err
	}
	h.live, err = live.New(h.hall, h.log)
	return err
}

// runHall runs the rooms until what it gives back is called.
func (h *openHouse) runHall(ctx context.Context) (stop func()) {
	if h.hall == nil {
		return func() {}
	}
	ctx, cancel := context.WithCancel(context.WithoutCancel(ctx))
	var work sync.WaitGroup
	work.Go(func() { h.hall.Run(ctx) })
	work.Go(func() { h.live.Run(ctx) })
	return func() {
		cancel()
		work.Wait()
	}
}

// demoRooms are the rooms of a demonstration, with robots where there are several players.
var demoRooms = []struct {
	formula  string
	settings hall.Settings
}{
	{"bingo-extra", hall.Settings{Every: 240, Sale: 600, Ahead: 60, Ball: 2500, Patience: 60, MaxCards: 12, Robots: 7}},
	{"classic-75", hall.Settings{Every: 150, Sale: 300, Ahead: 30, Ball: 1500, Patience: 60, MaxCards: 25, Robots: 5}},
	{"solo-75", hall.Settings{Ball: 500, Patience: 60, MaxCards: 25}},
}

// soon is when the first sale of a demonstration's room closes.
const demoFirstClose = 45 * time.Second

// rooms has a demo's operator open its rooms, once.
func (d *demoHouse) rooms(ctx context.Context) error {
	open, err := d.hall.Rooms(ctx)
	if err != nil || len(open) > 0 {
		return err
	}
	for i, r := range demoRooms {
		file, err := games.Open(r.formula)
		if err != nil {
			return err
		}
		s := r.settings
		if s.Every != 0 {
			s.First = time.Now().Add(demoFirstClose + time.Duration(i)*30*time.Second).UnixMicro()
		}
		_, err = d.hall.OpenRoom(ctx, d.of(shop.Operator)[0], "demo-"+r.formula, hall.RoomOrder{File: string(file), Play: true, Settings: s, Reason: "a room of the demo"})
		if err != nil {
			return err
		}
	}
	return nil
}
