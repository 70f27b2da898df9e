package main

import (
	"encoding/hex"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"tirage/internal/keeper"
	"tirage/money"
)

// keptBlock is what a keeper's folder holds of a block, as JSON.
type keptBlock struct {
	Block       string `json:"block"`
	Online      int64  `json:"online"`
	Told        int64  `json:"told"`
	Chain       string `json:"chain"`
	Halves      int64  `json:"halves"`
	HalvesChain string `json:"halves_chain"`
	Permits     int64  `json:"permits"` // paper tickets of which a half may be given
	PermitsEnd  string `json:"permits_chain"`
	Torn        bool   `json:"torn"`
}

// keptFolder is a keeper's folder, as JSON.
type keptFolder struct {
	Verifier string      `json:"verifier"` // "" before the keeper first started
	Blocks   []keptBlock `json:"blocks"`
}

func newKeeperStatus() *cobra.Command {
	var dir, ack string
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "status --dir FOLDER",
		Short: "What a keeper's folder holds, every digest recomputed",
		Long: `Reads a keeper's folder whole and recomputes its chains; the keeper may be at work. With --ack it also checks that the folder still holds what that
acknowledgement says: after a restore, give the newest one that the house has. Exit status 1 if the folder is damaged, or older, or another.`,
		Example: `  tirage keeper status --dir keeper
  tirage keeper status --dir keeper --ack last.ack`,
		Args: takes(""),
		RunE: func(cmd *cobra.Command, _ []string) error {
			lang, err := langOf(cmd)
			if err != nil {
				return err
			}
			folder, err := readKept(dir)
			if err == nil && ack != "" {
				err = holds(cmd, dir, ack, lang)
			}
			if failed := new(keeper.Doubt); errors.Is(err, keeper.ErrDamaged) || errors.As(err, &failed) {
				return failedKeeper(cmd, err, lang)
			}
			if err != nil {
				return ofKeeper(err)
			}
			if asJSON {
				return writeJSON(cmd.OutOrStdout(), folder)
			}
			folder.write(cmd.OutOrStdout(), tongue(lang))
			return nil
		},
	}
	cmd.Flags().StringVar(&dir, "dir", "", "the keeper's `FOLDER`")
	cmd.Flags().StringVar(&ack, "ack", "", "`FILE` with an acknowledgement that the keeper signed, \"-\" for standard input")
	cmd.Flags().BoolVar(&asJSON, "json", false, "write it as JSON")
	addLang(cmd)
	_ = cmd.MarkFlagRequired("dir")
	return cmd
}

func (f *keptFolder) write(out io.Writer, w tongue) {
	t := newTable(w.heads("<block", "online", "told", "halves given", "paper tickets permitted", "<chain over what was told")...)
	for _, b := range f.Blocks {
		t.add(b.Block, w.count(b.Online), w.count(b.Told), w.count(b.Halves), w.count(b.Permits), b.Chain)
	}
	t.write(out)
	fmt.Fprintln(out, w.in("verifier key: %s", f.Verifier))
	for _, b := range f.Blocks {
		if b.Torn {
			fmt.Fprintln(out, w.in("%s: a call is being carried out, or was cut off and will be dropped: it was never acknowledged", b.Block))
		}
	}
}

func readKept(dir string) (*keptFolder, error) {
	verifier, err := keeper.ReadVerifier(dir)
	if err != nil {
		return nil, err
	}
	states, err := keeper.Inspect(dir)
	if err != nil {
		return nil, err
	}
	if verifier == "" && states == nil {
		return nil, refuse("%s is no folder that a keeper has worked in: \"tirage keeper add\" and \"tirage keeper\" make one", dir)
	}
	folder := &keptFolder{Verifier: verifier, Blocks: []keptBlock{}}
	for _, s := range states {
		folder.Blocks = append(folder.Blocks, keptBlock{
			Block: s.Block, Online: s.Facts.Online, Told: s.Told.Told, Chain: hex.EncodeToString(s.Told.Hash[:]),
			Halves: s.Halves, HalvesChain: hex.EncodeToString(s.HalvesChain[:]),
			Permits: s.Permits, PermitsEnd: hex.EncodeToString(s.PermitsEnd[:]), Torn: s.Torn,
		})
	}
	return folder, nil
}

func holds(cmd *cobra.Command, dir, path string, lang money.Lang) error {
	signed, err := readInput(cmd, path)
	if err != nil {
		return err
	}
	ack, err := keeper.Holds(dir, signed)
	if err == nil {
		fmt.Fprintln(cmd.ErrOrStderr(), "tirage:", tongue(lang).in("the folder holds the %d sales of block %s that %s acknowledges", ack.Told, ack.Block, inputName(path)))
	}
	return err
}
