package main

import (
	"context"
	"io"
	"log/slog"
	"net/netip"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"tirage/money"
)

// serveCall is a call of the verb serve.
type serveCall struct {
	database
	purse
	demo                                                bool
	listen, addressFile, node, currency, level          string
	keeper, keeperToken, keeperVerifier, keeperRoots    string
	keys, verifier, tlsCert, tlsKey, proxies, scrapable string
	measuring                                           string
	lease                                               time.Duration
	secure, asJSON                                      bool
	behind, scrapers, measurers                         []netip.Prefix
	began                                               time.Time
	lang                                                money.Lang
}

func newServe() *cobra.Command {
	var c serveCall
	cmd := &cobra.Command{
		Use:   "serve",
		Short: "Runs the house: accounts, online tickets, the acts of two persons, over HTTP",
		Long: `Runs the house until ctrl-C or SIGTERM; what was asked for by then is done and answered.

--demo makes a house to try: SPECIMEN blocks of each shipped game for play money, persons of every role with passwords of their own, and a keeper
within the house, so that nothing in it proves anything. With --data it stays and goes on the next time.

A house for sale needs a database, a keeper of other people on another machine ("tirage keeper"), the folder of the house's keys of its blocks, and
the public key that its blocks are signed with. Players' money comes from the operator's own wallet, --wallet. Several nodes on one PostgreSQL database each need a --node of their own, and see the blocks under
the same path. The first administrator comes from "tirage person add".

Every flag can stand in the environment as TIRAGE_ and its name (TIRAGE_KEEPER_TOKEN_FILE) or in the file that --config names; the command line comes
first, then the environment. The log goes to standard error, one JSON object a line, without passwords, tokens or addresses of persons.`,
		Example: `  tirage serve --demo
  tirage serve --demo --data demo-house --listen 127.0.0.1:8080
  tirage serve --data /var/lib/tirage --keeper https://keeper.example:8490 --keeper-token-file token --keeper-verifier keeper.vkey \
         --keys /etc/tirage/keys --verifier house.vkey --listen 10.0.0.5:443 --tls-cert house.pem --tls-key house-key.pem
  TIRAGE_DATABASE=postgres://… tirage serve --config node-2.yaml --node two`,
		Args: takes(""),
		RunE: func(cmd *cobra.Command, _ []string) error { return c.run(cmd) },
	}
	f := cmd.Flags()
	f.BoolVar(&c.demo, "demo", false, "a house to try, with specimens and play money")
	c.database.flags(f)
	f.StringVar(&c.listen, "listen", "127.0.0.1:8080", "`ADDRESS` to answer at; port 0 takes any free one")
	f.StringVar(&c.addressFile, "address-file", "", "`FILE` to write the address to once the house answers")
	f.StringVar(&c.node, "node", "one", "`NAME` of this node, and of its journal: another for each that shares the database")
	f.DurationVar(&c.lease, "lease", 15*time.Second, "`TIME` for which a node that was killed keeps its name: 2s to 5m, far above what the clocks of two nodes differ by (a demo: 3s)")
	f.StringVar(&c.currency, "currency", "EUR", "`CODE` of the house's one currency")
	f.StringVar(&c.keeper, "keeper", "", "`URL` of the keeper")
	f.StringVar(&c.keeperToken, "keeper-token-file", "", "`FILE` with the token that the keeper knows the house by")
	f.StringVar(&c.keeperVerifier, "keeper-verifier", "", "the keeper's public `KEY` (name+hash+key), or a file that holds it")
	f.StringVar(&c.keeperRoots, "keeper-ca", "", "`FILE` with the certificates that the keeper's is signed by (default: those of the system)")
	f.StringVar(&c.keys, "keys", "", "`FOLDER` with the house's keys of its blocks: 3002-00-0001.house, as \"tirage key house\" makes them")
	f.StringVar(&c.verifier, "verifier", "", "the house's public signing `KEY`, or a file that holds it: blocks must bear it")
	c.purse.flags(f)
	f.StringVar(&c.tlsCert, "tls-cert", "", "`FILE` with the certificate chain, PEM")
	f.StringVar(&c.tlsKey, "tls-key", "", "`FILE` with the certificate's key, PEM")
	f.BoolVar(&c.secure, "behind-https", false, "people reach the house by HTTPS through something that stands before it: cookies are sent over nothing else")
	f.StringVar(&c.proxies, "proxies", "", "`NETWORKS` of that something, such as 10.0.0.0/8,fd00::/8: what it says of callers' addresses is believed")
	f.StringVar(&c.scrapable, "metrics-from", "", "`NETWORKS` that may read /metrics (default: this machine)")
	f.StringVar(&c.measuring, "measure-from", "", "`NETWORKS` that may ask as often as they like, while the house is measured (tirage load)")
	f.StringVar(&c.level, "log-level", "", "debug, info, warn or error (default: info; warn in a demo)")
	f.BoolVar(&c.asJSON, "json", false, "say where the house answers, and a demo's logins, as JSON")
	cmd.MarkFlagsRequiredTogether("tls-cert", "tls-key")
	addLang(cmd)
	return cmd
}

func (c *serveCall) run(cmd *cobra.Command) error {
	c.began = time.Now()
	if err := c.settle(cmd); err != nil {
		return err
	}
	log, err := c.logger(cmd)
	if err != nil {
		return err
	}
	ctx, stop := interruptible()
	defer stop()
	if c.demo {
		return c.serveDemo(ctx, cmd.OutOrStdout(), log)
	}
	return c.serveHouse(ctx, cmd.OutOrStdout(), log)
}

// settle completes the call and refuses what cannot be served, before anything is opened.
func (c *serveCall) settle(cmd *cobra.Command) (err error) {
	if err := c.given(cmd); err != nil {
		return err
	}
	if err := settle(cmd); err != nil {
		return err
	}
	if c.lang, err = langOf(cmd); err != nil {
		return err
	}
	if c.verifier, err = publicKey("--verifier", c.verifier, "+"); err != nil {
		return err
	}
	if c.keeperVerifier, err = publicKey("--keeper-verifier", c.keeperVerifier, "+"); err != nil {
		return err
	}
	if c.behind, err = networks("proxies", c.proxies); err != nil {
		return err
	}
	if c.scrapers, err = networks("metrics-from", c.scrapable); err != nil {
		return err
	}
	if c.measurers, err = networks("measure-from", c.measuring); err != nil {
		return err
	}
	if err := c.check(); err != nil {
		return err
	}
	if c.demo && !cmd.Flags().Changed("lease") {
		c.lease = 3 * time.Second // nobody else waits for it
	}
	if c.lease < 2*time.Second || c.lease > 5*time.Minute {
		return refuse("--lease %s: write 2s to 5m", c.lease)
	}
	if !ledgerName(c.node) {
		return refuse("--node %s: a node's name has 1 to 32 small letters, digits and -, and is not \"desk\"", c.node)
	}
	if c.demo {
		if c.address != "" || c.file != "" {
			return refuse("a demo keeps its house in a folder of its own: give --data, or nothing")
		}
		return nil
	}
	var missing []string
	for _, need := range []struct{ flag, value string }{
		{"--keeper", c.keeper}, {"--keeper-token-file", c.keeperToken}, {"--keeper-verifier", c.keeperVerifier}, {"--keys", c.keys}, {"--verifier", c.verifier},
	} {
		if need.value == "" {
			missing = append(missing, need.flag)
		}
	}
	if len(missing) > 0 {
		return refuse("a house for sale is not complete; missing: %s. To try one, serve --demo", strings.Join(missing, ", "))
	}
	if _, err := os.Stat(filepath.Join(c.data, demoFile)); c.data != "" && err == nil {
		return refuse("%s is the house of a demo, with logins that lie beside it: it sells nothing for money", c.data)
	}
	return nil
}

// ledgerName tells whether a node's name may be that of a journal.
func ledgerName(name string) bool {
	return name != "" && name != "desk" && len(name) <= 32 && strings.Trim(name, "abcdefghijklmnopqrstuvwxyz0123456789-") == ""
}

func (c *serveCall) logger(cmd *cobra.Command) (*slog.Logger, error) {
	level := slog.LevelInfo
	if c.demo {
		level = slog.LevelWarn
	}
	if c.level != "" && level.UnmarshalText([]byte(c.level)) != nil {
		return nil, refuse("--log-level %s: write debug, info, warn or error", c.level)
	}
	return slog.New(slog.NewJSONHandler(cmd.ErrOrStderr(), &slog.HandlerOptions{Level: level})).With("node", c.node), nil
}

// networks reads a list of networks with commas between them.
func networks(flag, text string) (list []netip.Prefix, err error) {
	if text == "" {
		return nil, nil
	}
	for part := range strings.SplitSeq(text, ",") {
		network, err := netip.ParsePrefix(strings.TrimSpace(part))
		if err != nil {
			return nil, refuse("--%s %s: write networks with commas between them: 10.0.0.0/8,fd00::/8", flag, text)
		}
		list = append(list, network)
	}
	return list, nil
}

// serveHouse runs a house for sale.
func (c *serveCall) serveHouse(ctx context.Context, out io.Writer, log *slog.Logger) error {
	address, err := c.resolve(false)
	if err != nil {
		return err
	}
	if c.data != "" {
		if err := os.MkdirAll(c.data, 0o700); err != nil {
			return err
		}
	}
	second, err := c.client()
	if err != nil {
		return err
	}
	defer second.Close()
	h, err := c.open(ctx, log, address, second)
	if err != nil {
		return err
	}
	return h.serve(ctx, func(url string) error {
		if c.asJSON {
			return writeJSON(out, map[string]string{"address": url})
		}
		_, err := out.Write([]byte(tongue(c.lang).in("The house answers at %s; ctrl-C stops it.", url) + "\n"))
		return err
	})
}
