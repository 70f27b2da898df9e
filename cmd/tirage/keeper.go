package main

import (
	"context"
	"crypto/rand"
	"crypto/tls"
	"encoding/hex"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"tirage/internal/keeper"
	"tirage/money"
)

func newKeeper() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "keeper",
		Short: "The second party of an online sale: is told every sale, and gives its half of a ticket's key for told positions only",
		Long: `Runs the keeper, on a machine of other people than the house's. It is told each sale of a block once, in order, signs what it was told,
and answers its half of a ticket's key only for a position it was told, after noting it. So nobody of the house looks at an unsold ticket, and nobody of
the keeper's can open any.

Of a live draw it commits to a secret of its own before the sale, and gives it for the first signed lock of that draw alone (--house).

Without another word it serves the house over HTTP until ctrl-C. Of a paper ticket, which is never sold online, it gives it once "permit" was called for that very one. The folder holds the keeper's keys: it is made for its owner's eyes, and is what to back up.
The token is what the house shows; its file is made with a new one if it is not there. Give the house the token and the verifier key, by hand.`,
		Example: `  tirage keeper add block/ --dir keeper --seed b.seed --verifier house.vkey
  tirage keeper --dir keeper --listen 10.0.0.7:8490 --tls-cert keeper.pem --tls-key keeper-key.pem --house hall.verifier
  tirage keeper permit 3002-00-0001-001200-037-7 --reason "torn, the house wrote on 3 March" --dir keeper
  tirage keeper status --dir keeper
  tirage keeper log 3002-00-0001 --dir keeper`,
		Args: noVerb,
	}
	addServe(cmd)
	serve := &cobra.Command{Use: "serve", Short: "Serves the house: what \"tirage keeper\" does without another word", Args: takes("")}
	addServe(serve)
	cmd.AddCommand(serve, newKeeperAdd(), newKeeperPermit(), newKeeperStatus(), newKeeperLog())
	return cmd
}

// keeperService is a call of the verb keeper.
type keeperService struct {
	dir, listen, token, name string
	cert, key                string // files, PEM
	house                    string // verifier key of the house's hall, or a file that holds it
	lang                     money.Lang
}

func addServe(cmd *cobra.Command) {
	var s keeperService
	f := cmd.Flags()
	f.StringVar(&s.dir, "dir", "", "the keeper's `FOLDER`; it is made if it is not there")
	f.StringVar(&s.listen, "listen", "127.0.0.1:8490", "`ADDRESS` to answer at")
	f.StringVar(&s.token, "token-file", "", "`FILE` with the token that the house shows (default: \"token\" in the folder)")
	f.StringVar(&s.name, "name", "keeper", "`NAME` of the signer, as it stands in acknowledgements; taken when the folder is new")
	f.StringVar(&s.cert, "tls-cert", "", "`FILE` with the certificate chain, PEM")
	f.StringVar(&s.key, "tls-key", "", "`FILE` with the certificate's key, PEM")
	f.StringVar(&s.house, "house", "", "the public `KEY` of the house's hall, or a file that holds it: for its signed locks the keeper's secrets of draws are given (default: none is)")
	cmd.MarkFlagsRequiredTogether("tls-cert", "tls-key")
	addLang(cmd)
	_ = cmd.MarkFlagRequired("dir")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error { return s.run(cmd) }
}

func (s *keeperService) run(cmd *cobra.Command) (err error) {
	ctx, stop := interruptible()
	defer stop()
	if s.lang, err = langOf(cmd); err != nil {
		return err
	}
	if s.house, err = publicKey("--house", s.house, "+"); err != nil {
		return err
	}
	log := slog.New(slog.NewJSONHandler(cmd.ErrOrStderr(), nil))
	book, err := keeper.Open(keeper.Options{Dir: s.dir, Name: s.name, House: s.house})
	if err != nil {
		return ofKeeper(err)
	}
	defer func() { err = errors.Join(err, book.Close()) }()
	for _, id := range book.Cut() {
		log.Warn("an unfinished call was cut: it was never acknowledged", "block", id)
	}
	token, err := s.readToken(cmd)
	if err != nil {
		return err
	}
	service, err := keeper.NewService(book, token, log)
	if err != nil {
		return ofKeeper(err)
	}
	l, scheme, err := s.open(ctx, log)
	if err != nil {
		return err
	}
	w, out := tongue(s.lang), cmd.OutOrStdout()
	fmt.Fprintln(out, w.in("Keeper at %s, %d blocks; ctrl-C stops it.", scheme+"://"+l.Addr().String(), len(book.Blocks())))
	fmt.Fprintln(out, w.in("Verifier key, for the house: %s", book.Verifier()))
	err = service.Serve(ctx, l)
	log.Info("stopped")
	return err
}

// open listens, and warns where others could listen in.
func (s *keeperService) open(ctx context.Context, log *slog.Logger) (net.Listener, string, error) {
	var config *tls.Config
	if s.cert != "" {
		pair, err := tls.LoadX509KeyPair(s.cert, s.key)
		if err != nil {
			return nil, "", refuse("the certificate cannot be used: %s", err)
		}
		config = &tls.Config{Certificates: []tls.Certificate{pair}, MinVersion: tls.VersionTLS12}
	}
	l, err := new(net.ListenConfig).Listen(ctx, "tcp", s.listen)
	if err != nil {
		return nil, "", err
	}
	if config != nil {
		return tls.NewListener(l, config), "https", nil
	}
	if a, ok := l.Addr().(*net.TCPAddr); ok && !a.IP.IsLoopback() {
		log.Warn("token and halves cross the network in clear: give --tls-cert and --tls-key, or put the keeper behind something that encrypts", "address", a.String())
	}
	return l, "http", nil
}

// readToken reads the token's file, or makes it.
func (s *keeperService) readToken(cmd *cobra.Command) (string, error) {
	path := s.token
	if path == "" {
		path = filepath.Join(s.dir, "token")
	}
	if _, err := os.Stat(path); errors.Is(err, os.ErrNotExist) {
		var raw [32]byte
		_, _ = rand.Read(raw[:]) // never fails: the standard library ends the program first
		if err := writeSecret(path, hex.EncodeToString(raw[:])+"\n"); err != nil {
			return "", err
		}
		fmt.Fprintln(cmd.OutOrStdout(), tongue(s.lang).in("A new token is in %s; give it to the house, and to nobody else.", path))
	}
	data, err := readFile(path, maxInput)
	return string(data), err
}
