package main

import (
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io/fs"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"golang.org/x/mod/sumdb/note"

	"tirage/bingo"
	"tirage/money"
)

// drawCall is a call of the verb draw.
type drawCall struct {
	cards, secretA, secretB, beacon, beaconName, signKey string
	receipts                                             string // the folder for them
	number                                               uint32
	at, after, jackpot, fund, super, by, owners, out     string
	asJSON                                               bool
}

func newDraw() *cobra.Command {
	var c drawCall
	cmd := &cobra.Command{
		Use:   "draw FORMULA --cards FILE",
		Short: "One whole draw of live bingo, from the schedule to the last cent, with the record that anyone can check",
		Long: `Plays one whole draw: both secrets are committed to, the cards are sold, the sale is locked by one root, the secrets are opened, the balls
called and the prizes paid. --out writes the record that is published, from which "tirage verify" computes everything again.

Secrets are made by each party with "tirage key seed"; a secret serves one draw. Without them both are made up here: a demonstration, in
which one party could have chosen the result. The hours are those of a draw announced at --at, with a sale of one minute and a ball every
three seconds; nobody waits for them.`,
		Example: `  tirage cards bingo-extra --n 3 --players 20 --json > cards.json
  tirage draw bingo-extra --cards cards.json --out draw.json && tirage verify draw.json
  tirage draw bingo-extra --cards cards.json --secret-a a --secret-b b --sign-key house.sign --after draw.json --out next.json`,
		Args: takes("FORMULA"),
		RunE: onFormula(c.run),
	}
	flags := cmd.Flags()
	flags.StringVar(&c.cards, "cards", "", "the `FILE` of the cards sold, as \"tirage cards --json\" writes it; - reads standard input")
	flags.StringVar(&c.secretA, "secret-a", "", "the house's secret `FILE`")
	flags.StringVar(&c.secretB, "secret-b", "", "the keeper's secret `FILE`")
	flags.StringVar(&c.beacon, "beacon", "", "the value of a public beacon, in `HEX`adecimal digits, that goes into the order of the balls too")
	flags.StringVar(&c.beaconName, "beacon-name", "a value given by hand", "which `VALUE` of which beacon was announced")
	flags.StringVar(&c.signKey, "sign-key", "", "the house's signing key `FILE`: signs the schedule, the lock and the end")
	flags.Uint32Var(&c.number, "number", 0, "`NUMBER` of the draw among those of its formula (default: 1, or the next one with --after)")
	flags.StringVar(&c.at, "at", "", "the `TIME` at which the draw is announced, as 2026-07-14T20:00:00Z (default: now)")
	flags.StringVar(&c.after, "after", "", "the record `FILE` of the draw before: this one goes on with its jackpot and fund")
	flags.StringVar(&c.jackpot, "jackpot", "", "the `AMOUNT` of the jackpot before the draw (default: as the formula begins)")
	flags.StringVar(&c.fund, "fund", "", "the `AMOUNT` of the fund before the draw (default: as the formula begins)")
	flags.StringVar(&c.super, "super", "", "an `AMOUNT` that the fund adds to the jackpot of this draw")
	flags.StringVar(&c.by, "by", "", "the two `PERSONS` who decide --super: anna,bruno")
	flags.StringVar(&c.owners, "owners", "", "the `FILE` of the players' secrets, by which they find their cards in the record; who has none there is given one")
	flags.StringVar(&c.receipts, "receipts", "", "write the receipt of every card, 000001.receipt and so on, into a new `FOLDER`; \"tirage verify --receipt\" checks one")
	flags.StringVar(&c.out, "out", "", "write the record to `FILE`, which must not exist")
	flags.BoolVar(&c.asJSON, "json", false, "write the record to standard output, and nothing else")
	_ = cmd.MarkFlagRequired("cards")
	cmd.MarkFlagsRequiredTogether("secret-a", "secret-b")
	cmd.MarkFlagsRequiredTogether("super", "by")
	cmd.MarkFlagsMutuallyExclusive("after", "jackpot")
	cmd.MarkFlagsMutuallyExclusive("after", "fund")
	cmd.MarkFlagsMutuallyExclusive("out", "json")
	addLang(cmd)
	return cmd
}

func (c *drawCall) run(cmd *cobra.Command, f *bingo.Formula, lang money.Lang) error {
	if err := c.makesSense(cmd); err != nil {
		return err
	}
	p, err := c.prepare(cmd, f)
	if err != nil {
		return err
	}
	if err := p.play(); err != nil {
		return err
	}
	record, err := p.record()
	if err != nil {
		return err
	}
	data, err := bingo.WriteRecord(record)
	if err != nil {
		return err
	}
	if err := p.owners.keep(c.owners); err != nil {
		return err
	}
	if c.receipts != "" {
		if err := p.writeReceipts(c.receipts); err != nil {
			return err
		}
	}
	if c.asJSON {
		_, err := cmd.OutOrStdout().Write(data)
		return err
	}
	if c.out != "" {
		if err := writeNew(c.out, data); err != nil {
			return err
		}
	}
	report := drawReport{tongue: tongue(lang), p: p, r: record, out: cmd.OutOrStdout()}
	report.write(c)
	return nil
}

// makesSense refuses flags that say nothing, so that nobody believes that they did something, and a record that cannot be written.
func (c *drawCall) makesSense(cmd *cobra.Command) error {
	flags := cmd.Flags()
	switch {
	case flags.Changed("beacon-name") && c.beacon == "":
		return refuse("--beacon-name names the value of --beacon: give it too")
	case flags.Changed("number") && c.number == 0:
		return refuse("--number 0: draws are numbered from 1")
	case c.out != "":
		return absent(c.out) // known before the draw is played, not after
	}
	return nil
}

// prepare reads and checks the call.
func (c *drawCall) prepare(cmd *cobra.Command, f *bingo.Formula) (*playedDraw, error) {
	data, err := readUpTo(cmd, c.cards, bingo.MaxRecordBytes)
	if err != nil {
		return nil, err
	}
	p := &playedDraw{formula: f, madeUp: c.secretA == ""}
	if p.cards, err = readCards(data, f); err != nil {
		return nil, refuse("%s: %s", c.cards, err)
	}
	if p.a, err = readDrawSecret(c.secretA); err != nil {
		return nil, err
	}
	if p.b, err = readDrawSecret(c.secretB); err != nil {
		return nil, err
	}
	if p.beacon, err = hex.DecodeString(c.beacon); err != nil {
		return nil, refuse("--beacon %s: write hexadecimal digits, two a byte", c.beacon)
	}
	if c.signKey != "" {
		if p.signer, err = readSigner(c.signKey); err != nil {
			return nil, err
		}
	}
	if p.owners, err = readOwners(c.owners); err != nil {
		return nil, err
	}
	at := time.Now()
	if c.at != "" {
		if at, err = time.Parse(time.RFC3339, c.at); err != nil {
			return nil, refuse("--at %s: write a time as 2026-07-14T20:00:00Z", c.at)
		}
	}
	p.at = bingo.Moment(at.Truncate(time.Second).UnixMicro())
	if err := c.money(p); err != nil {
		return nil, err
	}
	if c.receipts != "" {
		if err := emptyFolder(c.receipts); err != nil {
			return nil, err
		}
	}
	p.schedule(c)
	return p, nil
}

// money reads what the formula's accounts hold before the draw, and a super jackpot.
func (c *drawCall) money(p *playedDraw) (err error) {
	f := p.formula
	before := bingo.OpenLedger(f).Balances
	p.jackpot, p.fund = before[bingo.JackpotAccount], before[bingo.FundAccount]
	p.number = max(1, c.number)
	if c.after != "" {
		if err := c.goOn(p); err != nil {
			return err
		}
	}
	for _, flag := range []struct {
		name, text string
		into       *money.Cents
	}{{"jackpot", c.jackpot, &p.jackpot}, {"fund", c.fund, &p.fund}, {"super", c.super, &p.super}} {
		if flag.text == "" {
			continue
		}
		if *flag.into, err = money.Parse(flag.text, f.Currency); err != nil {
			return refuse("--%s %s: %s", flag.name, flag.text, err)
		}
	}
	if c.super == "" {
		return nil
	}
	if p.super <= 0 {
		return refuse("--super %s: a super jackpot is an amount above zero", c.super)
	}
	persons := strings.Split(c.by, ",")
	if len(persons) != 2 {
		return refuse("two_persons: --by %s: two different persons decide a super jackpot, as anna,bruno", c.by)
	}
	p.by = [2]string{strings.TrimSpace(persons[0]), strings.TrimSpace(persons[1])}
	return nil
}

// goOn takes number and balances from the record of the draw before, which must be right.
func (c *drawCall) goOn(p *playedDraw) error {
	data, err := readRecord(c.after)
	if err != nil {
		return err
	}
	r, err := bingo.ReadRecord(data)
	switch {
	case err != nil:
		return refuse("--after %s: %s", c.after, err)
	case r.Schedule.Formula != p.formula.ID:
		return refuse("--after %s: that is a draw of %s", c.after, r.Schedule.Formula)
	case r.Balances == nil:
		return refuse("--after %s: that draw was never locked and has no balances; name the draw before it, and this one's --number", c.after)
	}
	if found := bingo.VerifyRecord(r, p.formula); len(found) > 0 {
		f := found[0]
		return refuse("--after %s is WRONG: %s %s: %s; see \"tirage verify %s\"", c.after, dash(f.Path), f.Name, f.Text, c.after)
	}
	last := r.Schedule.Draw
	switch {
	case c.number != 0 && c.number <= last.Number:
		return refuse("--number %d: the draw of --after is %s, this one comes after it", c.number, last)
	case c.at != "" && p.at < r.Ended:
		return refuse("--at %s: draw %s ended at %s, this one is announced after it", c.at, last, r.Ended)
	}
	for _, s := range []bingo.Digest{p.a.Commitment(), p.b.Commitment()} {
		if s == r.Schedule.A || s == r.Schedule.B {
			return refuse("secret_used: draw %s was made with one of these secrets, and has published it; a secret serves one draw", last)
		}
	}
	p.jackpot, p.fund = r.Balances.After.Jackpot, r.Balances.After.Fund
	if c.number == 0 {
		p.number = last.Number + 1
	}
	if p.at < r.Ended && c.at == "" { // the hours of the draw before lie ahead
		p.at = r.Ended
	}
	return nil
}

// readDrawSecret reads a party's secret; without a file it makes one up.
func readDrawSecret(path string) (bingo.Secret, error) {
	if path == "" {
		var raw [32]byte
		_, _ = rand.Read(raw[:]) // never fails: the standard library ends the program first
		return bingo.NewSecret(raw), nil
	}
	data, err := readFile(path, maxInput)
	if err != nil {
		return bingo.Secret{}, err
	}
	s, err := bingo.ParseSecret(data)
	if err != nil {
		return s, refuse("%s: %s", path, err)
	}
	return s, nil
}

func readSigner(path string) (note.Signer, error) {
	key, err := readFile(path, maxInput)
	if err != nil {
		return nil, err
	}
	signer, err := note.NewSigner(strings.TrimSpace(string(key)))
	if err != nil {
		return nil, refuse("%s is no signing key, as \"tirage key sign\" makes it", path)
	}
	return signer, nil
}

// owners is each player's secret.
type owners map[string]bingo.OwnerSecret

// readOwners reads the players' secrets: a JSON object of names and 64 hexadecimal digits. No file gives none.
func readOwners(path string) (owners, error) {
	o := owners{}
	if path == "" {
		return o, nil
	}
	data, err := readFile(path, maxInput)
	if errors.Is(err, fs.ErrNotExist) {
		return o, nil
	}
	if err != nil {
		return nil, err
	}
	var texts map[string]string
	if err := strict(data, &texts); err != nil {
		return nil, refuse("%s is no file of players' secrets: %s", path, err)
	}
	for player, text := range texts {
		if o[player], err = bingo.ParseOwnerSecret([]byte(text)); err != nil {
			return nil, refuse("%s, %q: %s", path, player, err)
		}
	}
	return o, nil
}

// of returns a player's secret, a fresh one for a new player.
func (o owners) of(player string) bingo.OwnerSecret {
	s, ok := o[player]
	if !ok {
		var raw [32]byte
		_, _ = rand.Read(raw[:]) // never fails
		s = bingo.NewOwnerSecret(raw)
		o[player] = s
	}
	return s
}

// keep writes the secrets for their owners' eyes.
func (o owners) keep(path string) error {
	if path == "" {
		return nil
	}
	texts := map[string]string{}
	for player, s := range o {
		texts[player] = s.Hex()
	}
	data, err := json.MarshalIndent(texts, "", "  ")
	if err != nil {
		return err
	}
	return writeFile(path, append(data, '\n'), 0o600)
}
