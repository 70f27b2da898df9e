package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"tirage/internal/shop/wallettest"
	"tirage/money"
)

// walletServe is a call of the verb wallet serve.
type walletServe struct {
	listen, key, currency string
	players               []string
}

func newWalletServe() *cobra.Command {
	var s walletServe
	cmd := &cobra.Command{
		Use:   "serve --key-file FILE --player PLAYER=AMOUNT",
		Short: "Is a wallet in memory that keeps every rule, to write another against; it forgets all when it stops",
		Example: `  tirage wallet serve --key-file wallet.key --player anne=100.00
  tirage wallet check --url http://127.0.0.1:8491 --key-file wallet.key --player anne`,
		Args: takes(""),
		RunE: func(cmd *cobra.Command, _ []string) error { return s.run(cmd) },
	}
	f := cmd.Flags()
	f.StringVar(&s.listen, "listen", "127.0.0.1:8491", "`ADDRESS` to answer at")
	f.StringVar(&s.key, "key-file", "", "`FILE` with the key that both sides share, in hexadecimal digits")
	f.StringArrayVar(&s.players, "player", nil, "a `PLAYER=AMOUNT` that the wallet knows; may be given again")
	f.StringVar(&s.currency, "currency", "EUR", "`CODE` of the wallet's currency")
	addLang(cmd)
	for _, name := range []string{"key-file", "player"} {
		_ = cmd.MarkFlagRequired(name)
	}
	return cmd
}

func (s *walletServe) run(cmd *cobra.Command) error {
	ctx, stop := interruptible()
	defer stop()
	lang, err := langOf(cmd)
	if err != nil {
		return err
	}
	key, err := readWalletKey(s.key)
	if err != nil {
		return err
	}
	currency, err := money.ParseCurrency(s.currency)
	if err != nil {
		return err
	}
	players := map[string]money.Cents{}
	for _, text := range s.players {
		name, amount, ok := strings.Cut(text, "=")
		if !ok || name == "" {
			return refuse("--player %q: write the player's name, = and what they have, as anne=100.00", text)
		}
		if players[name], err = money.Parse(amount, currency); err != nil {
			return refuse("--player %q: %s", text, err)
		}
	}
	l, err := new(net.ListenConfig).Listen(ctx, "tcp", s.listen)
	if err != nil {
		return err
	}
	fmt.Fprintln(cmd.OutOrStdout(), tongue(lang).in("Wallet at %s, %d players; ctrl-C stops it, and it forgets all.", "http://"+l.Addr().String(), len(players)))
	server := &http.Server{
		Handler:     wallettest.NewServer(key, currency.Code, players, nil),
		ReadTimeout: 10 * time.Second, WriteTimeout: 10 * time.Second, IdleTimeout: time.Minute, MaxHeaderBytes: 16 << 10,
	}
	unwatch := context.AfterFunc(ctx, func() { _ = server.Close() })
	defer unwatch()
	if err := server.Serve(l); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}
