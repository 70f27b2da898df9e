package main

import (
	"context"
	"crypto/x509"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"tirage/internal/shop/wallet"
	"tirage/internal/shop/wallettest"
	"tirage/money"
)

func newWallet() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "wallet",
		Short: "An operator's own wallet: tries one by every rule of the protocol, or is one, in memory",
		Long: `For those who write the wallet that an operator's players have their money in. "check" asks it everything that the house will ask, and much that it must refuse;
"serve" is a wallet in memory that keeps every rule, to look at and to write against. docs/wallet.md has the protocol.`,
		Args: noVerb,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(newWalletCheck(), newWalletServe())
	return cmd
}

// walletCheck is a call of the verb wallet check.
type walletCheck struct {
	url, key, roots, player, currency string
	timeout                           time.Duration
	asJSON                            bool
	lang                              money.Lang
}

// ruleTried is what came of one rule, as JSON.
type ruleTried struct {
	Rule  string `json:"rule"`
	Text  string `json:"text"`
	Kept  bool   `json:"kept"`
	Fault string `json:"fault,omitempty"`
}

func newWalletCheck() *cobra.Command {
	var c walletCheck
	cmd := &cobra.Command{
		Use:   "check --url ADDRESS --key-file FILE --player PLAYER",
		Short: "Tries a wallet by every rule of the protocol, and says which it breaks",
		Long: `Tries a wallet by every rule of the protocol: amounts, repetitions, rollbacks of bets that never came, calls at the same time, signatures. Give a player of a
wallet that is no more than a trial: wins of about 1,000 minor units a rule are given to them and partly stay. Exit status 1 if a rule is broken.`,
		Example: `  openssl rand -hex 32 > wallet.key
  tirage wallet check --url https://wallet.example/tirage --key-file wallet.key --player anne`,
		Args: takes(""),
		RunE: func(cmd *cobra.Command, _ []string) error { return c.run(cmd) },
	}
	f := cmd.Flags()
	f.StringVar(&c.url, "url", "", "`ADDRESS` of the wallet; its calls are /bet, /win, /rollback and /balance behind it")
	f.StringVar(&c.key, "key-file", "", "`FILE` with the key that both sides share, in hexadecimal digits")
	f.StringVar(&c.player, "player", "", "a `PLAYER` whom the wallet knows")
	f.StringVar(&c.currency, "currency", "EUR", "`CODE` of the wallet's currency")
	f.StringVar(&c.roots, "ca", "", "`FILE` with the certificates that the wallet's is signed by (default: those of the system)")
	f.DurationVar(&c.timeout, "timeout", 5*time.Second, "how long a call may take")
	f.BoolVar(&c.asJSON, "json", false, "write what came of each rule as JSON")
	addLang(cmd)
	for _, name := range []string{"url", "key-file", "player"} {
		_ = cmd.MarkFlagRequired(name)
	}
	return cmd
}

func (c *walletCheck) run(cmd *cobra.Command) (err error) {
	ctx, stop := interruptible()
	defer stop()
	if c.lang, err = langOf(cmd); err != nil {
		return err
	}
	w := tongue(c.lang)
	subject, err := c.subject()
	if err != nil {
		return err
	}
	if err := c.reach(ctx, subject); err != nil {
		return err
	}
	out := cmd.OutOrStdout()
	tried := []ruleTried{}
	broken, err := wallettest.Run(ctx, subject, func(r wallettest.Rule, err error) {
		one := ruleTried{Rule: r.Name, Text: r.Text, Kept: err == nil}
		if err != nil {
			one.Fault = say(err, "en")
		}
		tried = append(tried, one)
		if c.asJSON {
			return
		}
		if one.Kept {
			fmt.Fprintf(out, "%-7s %-20s %s\n", w.in("ok"), one.Rule, w.in(one.Text))
		} else {
			fmt.Fprintf(out, "%-7s %-20s %s\n        %s\n", w.in("BROKEN"), one.Rule, w.in(one.Text), one.Fault)
		}
	})
	if err != nil {
		return err
	}
	if c.asJSON {
		if err := writeJSON(out, tried); err != nil {
			return err
		}
	} else {
		fmt.Fprintln(out, w.in("%d rules tried, %d broken", len(tried), broken))
	}
	if broken > 0 {
		return errFailed
	}
	return nil
}

func (c *walletCheck) subject() (s wallettest.Subject, err error) {
	key, err := readWalletKey(c.key)
	if err != nil {
		return s, err
	}
	s = wallettest.Subject{Options: wallet.Options{Name: "check", URL: c.url, Key: key, Timeout: c.timeout}, Player: c.player, Currency: c.currency}
	if c.roots == "" {
		return s, nil
	}
	pem, err := readFile(c.roots, maxInput)
	if err != nil {
		return s, err
	}
	s.Roots = x509.NewCertPool()
	if !s.Roots.AppendCertsFromPEM(pem) {
		return s, refuse("%s holds no certificate, PEM", c.roots)
	}
	return s, nil
}

// reach sees that there is a wallet at all that knows the player, before every rule would say so.
func (c *walletCheck) reach(ctx context.Context, s wallettest.Subject) error {
	client, err := wallet.New(s.Options)
	if err != nil {
		return err
	}
	defer client.Close()
	_, err = client.Balance(ctx, c.player)
	switch {
	case wallet.RefusalName(err) == wallet.UnknownPlayer:
		return refuse("the wallet does not know the player %q: give --player one that it knows", c.player)
	case err != nil:
		return refuse("the wallet tells no balance of the player %q: %s", c.player, err)
	}
	return nil
}

func readWalletKey(path string) (wallet.Key, error) {
	data, err := readFile(path, maxInput)
	if err != nil {
		return wallet.Key{}, err
	}
	key, err := wallet.ParseKey(data)
	if err != nil {
		return wallet.Key{}, refuse("%s: %s", path, err)
	}
	return key, nil
}
