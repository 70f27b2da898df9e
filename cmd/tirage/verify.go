package main

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/mod/sumdb/note"

	"tirage/bingo"
	"tirage/games"
	"tirage/money"
)

// verifyCall is a call of the verb verify.
type verifyCall struct {
	formula, verifier, owner, receipt string
	asJSON                            bool
	lang                              money.Lang
}

func newVerify() *cobra.Command {
	var c verifyCall
	cmd := &cobra.Command{
		Use:   "verify RECORD…",
		Short: "Computes a draw again from its record: same root, balls, winners and cents, or the first difference",
		Long: `Checks records of draws. From the published secrets and cards everything is computed again: the commitments, the root of the cards sold,
the order of the balls, who won, every payment and every account. Several records of one formula are also checked as a sequence: none
twice, none missing, each going on with the jackpot and the fund that the one before left.
Says what it checked and what it could not. Exit status 1 with the differences, first things first.`,
		Example: `  tirage verify draw.json
  tirage verify draw.json --verifier house.vkey
  tirage verify draw.json --owner my.secret             # which cards were mine, and what they won
  tirage verify draws/*.json --formula bingo-extra.yaml`,
		Args: takes("RECORD…"),
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			if c.lang, err = langOf(cmd); err != nil {
				return err
			}
			return c.run(cmd.OutOrStdout(), args)
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&c.formula, "formula", "", "the game `FILE` of the formula (default: the shipped one)")
	flags.StringVar(&c.verifier, "verifier", "", "the house's public signing `KEY` (name+hash+key), or a file that holds it")
	flags.StringVar(&c.owner, "owner", "", "a player's secret `FILE`: 64 hexadecimal digits")
	flags.StringVar(&c.receipt, "receipt", "", "a receipt `FILE`, as its buyer was given it")
	flags.BoolVar(&c.asJSON, "json", false, "write a list of reports, one a record, as JSON")
	addLang(cmd)
	return cmd
}

// checkedItem is one thing that was looked at, or could not be.
type checkedItem struct {
	What   string `json:"what"`
	Result string `json:"result"` // ok, failed, not checked
	Detail string `json:"detail,omitempty"`
}

// The results of a check.
const (
	passed    = "ok"
	failed    = "FAILED"
	unchecked = "not checked"
)

// difference is what is wrong, and where in the record.
type difference struct {
	Path    string `json:"path"` // JSON pointer, empty for the record as a whole
	Name    string `json:"name"` // stable
	Message string `json:"message"`
}

// verified is the report of one record.
type verified struct {
	File     string        `json:"file"`
	Draw     string        `json:"draw,omitempty"`
	State    string        `json:"state,omitempty"`
	OK       bool          `json:"ok"`
	Checks   []checkedItem `json:"checks"`
	Findings []difference  `json:"findings"`

	headline string
	record   *bingo.Record
	formula  *bingo.Formula
}

func (v *verified) check(what, result, detail string) {
	v.Checks = append(v.Checks, checkedItem{what, result, detail})
}

// compare adds a check and what it found.
func (v *verified) compare(what string, found []bingo.Finding) {
	result := passed
	if len(found) > 0 {
		result, v.OK = failed, false
	}
	v.check(what, result, "")
	for _, f := range found {
		v.Findings = append(v.Findings, difference(f))
	}
}

func (c *verifyCall) run(out io.Writer, paths []string) error {
	known, err := c.known()
	if err != nil {
		return err
	}
	var reports []*verified
	for _, path := range paths {
		v, err := c.verify(path, known)
		if err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		reports = append(reports, v)
	}
	sequence(reports)
	right := true
	for _, v := range reports {
		right = right && v.OK
	}
	if c.asJSON {
		err = writeJSON(out, reports)
	} else {
		for i, v := range reports {
			if i > 0 {
				fmt.Fprintln(out)
			}
			v.write(out)
		}
	}
	if err == nil && !right {
		err = errFailed
	}
	return err
}

// known is the key that signatures are checked with, nil for none.
func (c *verifyCall) known() (note.Verifiers, error) {
	key, err := keyOrFile(c.verifier)
	if err != nil || key == "" {
		return nil, err
	}
	v, err := note.NewVerifier(strings.TrimSpace(key))
	if err != nil {
		return nil, fmt.Errorf("--verifier %s is no public signing key (name+hash+key)", c.verifier)
	}
	return note.VerifierList(v), nil
}

// verify checks one record. The error is of a file that cannot be read or a formula that is not there.
func (c *verifyCall) verify(path string, known note.Verifiers) (*verified, error) {
	data, err := readFile(path, bingo.MaxRecordBytes)
	if err != nil {
		return nil, err
	}
	v := &verified{File: path, OK: true, Findings: []difference{}}
	if v.record, err = bingo.ReadRecord(data); err != nil {
		v.compare("the form of the record", []bingo.Finding{{Name: bingo.RefusalName(err), Message: err.Error()}})
		return v, nil
	}
	r := v.record
	v.Draw, v.State = r.Schedule.Draw.String(), r.State
	if v.formula, err = c.formulaFor(r); err != nil {
		return nil, err
	}
	v.headline = fmt.Sprintf("%s  draw %s, %s: %s cards of %s players", v.formula.Name.In(c.lang), v.Draw, r.State, group(int64(len(r.Cards)), c.lang), group(int64(len(r.Owners)), c.lang))
	v.check("the form of the record", passed, "")
	v.compare(v.replayed(), bingo.VerifyRecord(r, v.formula))
	if known != nil {
		v.compare("the signatures: schedule, lock, what players were shown, how the draw ended", bingo.VerifyNotes(r, known))
	} else {
		hint := "add --verifier with the house's public key"
		if len(r.Notes) == 0 {
			hint = "the record carries no signed notes"
		}
		v.check("who says how this draw ended, and what jackpot players were shown", unchecked, hint)
	}
	return v, c.mine(v, known)
}

// formulaFor is the formula that a record names.
func (c *verifyCall) formulaFor(r *bingo.Record) (*bingo.Formula, error) {
	if c.formula != "" {
		return loadFormula(c.formula)
	}
	if !slices.Contains(games.Formulas(), r.Schedule.Formula) {
		return nil, fmt.Errorf("the draw is of %q, which is not shipped: add --formula with its game file", r.Schedule.Formula)
	}
	f, err := loadFormula(r.Schedule.Formula)
	if err == nil && f.Digest != r.Schedule.Digest {
		return nil, fmt.Errorf("the draw was played by another file of %s than the one shipped (SHA-256 %s): add --formula with that file", f.ID, r.Schedule.Digest)
	}
	return f, err
}

// replayed says what was computed again.
func (v *verified) replayed() string {
	r := v.record
	switch {
	case r.Result != nil:
		return fmt.Sprintf("from the secrets: commitments, root of %d cards, %d balls, winners, payments and accounts to the cent", len(r.Cards), len(r.Result.Balls))
	case r.Lock != nil:
		return fmt.Sprintf("commitment of the house, root of %d cards, refunds; no ball was decided", len(r.Cards))
	default:
		return "commitment of the house, cards, refunds; the draw was never locked"
	}
}

// mine checks what a player holds: a secret, a receipt.
func (c *verifyCall) mine(v *verified, known note.Verifiers) error {
	if c.owner != "" {
		data, err := readFile(c.owner, maxInput)
		if err != nil {
			return err
		}
		s, err := bingo.ParseOwnerSecret(data)
		if err != nil {
			return fmt.Errorf("%s: %w", c.owner, err)
		}
		v.owned(s, c.lang)
	}
	if c.receipt == "" {
		v.check("receipts", unchecked, "each buyer can check his own with --receipt")
	} else if err := v.held(c.receipt, known); err != nil {
		return err
	}
	if v.record.Schedule.Beacon != "" {
		v.check("the beacon", unchecked, fmt.Sprintf("compare %s with what its source published: %s", v.record.Secrets.Beacon, v.record.Schedule.Beacon))
	}
	v.check("that house and keeper are two parties, and the players different persons", unchecked, "no record can show it")
	return nil
}

// owned tells a player his cards and what he was paid.
func (v *verified) owned(s bingo.OwnerSecret, lang money.Lang) {
	cards := bingo.OwnedBy(v.record, s)
	if len(cards) == 0 {
		v.compare("the cards of this secret", []bingo.Finding{{Path: "/owners", Name: "not_there", Message: "no card of this draw is its owner's"}})
		return
	}
	owner, paid := v.record.Cards[cards[0]].Owner, money.Cents(0)
	var payments []bingo.RecordPayment
	if v.record.Result != nil && v.record.Refunds == nil {
		payments = v.record.Result.Payments
	} else if v.record.Refunds != nil {
		payments = v.record.Refunds.Payments
	}
	for _, p := range payments {
		if p.Owner == owner {
			paid += p.Amount
		}
	}
	var numbers []string
	for _, n := range cards {
		numbers = append(numbers, fmt.Sprint(n+1))
	}
	v.check("the cards of this secret", passed, fmt.Sprintf("card %s; paid %s", strings.Join(numbers, ", "), v.formula.Currency.Format(paid, lang)))
}

// held checks a buyer's receipt against the record.
func (v *verified) held(path string, known note.Verifiers) error {
	data, err := readFile(path, maxInput)
	if err != nil {
		return err
	}
	text := string(data)
	if known != nil {
		n, err := note.Open(data, known)
		if err != nil {
			v.compare("the receipt", []bingo.Finding{{Name: "note_unsigned", Message: err.Error()}})
			return nil
		}
		text = n.Text
	} else if body, _, signed := strings.Cut(text, "\n\n"); signed {
		text = body + "\n"
	}
	receipt, err := bingo.ParseReceipt(text)
	if err == nil {
		err = bingo.VerifyReceipt(v.record, receipt)
	}
	if err != nil {
		v.compare("the receipt", []bingo.Finding{{Name: bingo.RefusalName(err), Message: err.Error()}})
		return nil
	}
	v.check("the receipt", passed, fmt.Sprintf("card %d stands where it was sold", receipt.Index+1))
	return nil
}

// sequence checks the records of each formula together, and puts what it finds into the report of the draw it is about, or of
// the first one.
func sequence(reports []*verified) {
	byCode := map[uint16][]*verified{}
	var codes []uint16
	for _, v := range reports {
		if v.record == nil || !v.OK {
			continue
		}
		code := v.record.Schedule.Draw.Code
		if byCode[code] == nil {
			codes = append(codes, code)
		}
		byCode[code] = append(byCode[code], v)
	}
	for _, code := range codes {
		list := byCode[code]
		if len(list) == 1 {
			list[0].began()
			continue
		}
		var records []*bingo.Record
		for _, v := range list {
			records = append(records, v.record)
		}
		last := list[len(list)-1]
		last.compare(fmt.Sprintf("the sequence of these %d draws: none twice, none missing, accounts carried on", len(list)), bingo.VerifySequence(code, records))
	}
}

// began checks that the first draw of a formula began with the formula's own balances. Of a later one its record alone cannot tell.
func (v *verified) began() {
	if v.record.Balances == nil {
		return
	}
	const what = "jackpot and fund before the draw"
	before, opening := v.record.Balances.Before, bingo.OpenLedger(v.formula).Balances
	switch {
	case v.record.Schedule.Draw.Number > 1:
		v.check(what, unchecked, "name the records of the draws before it too")
	case before.Jackpot == opening[bingo.JackpotAccount] && before.Fund == opening[bingo.FundAccount]:
		v.check(what, passed, "the first draw, as the formula begins")
	default:
		v.check(what, unchecked, "the first draw, which did not begin with the formula's own balances")
	}
}

func (v *verified) write(out io.Writer) {
	if v.headline != "" {
		fmt.Fprintln(out, v.headline)
	}
	if v.formula != nil && (v.formula.Demonstration != money.Text{}) {
		fmt.Fprintf(out, "DEMONSTRATION: %s\n", v.formula.Demonstration.EN)
	}
	for _, c := range v.Checks {
		line := fmt.Sprintf("%-11s  %s", c.Result, c.What)
		if c.Detail != "" {
			line += ": " + c.Detail
		}
		fmt.Fprintln(out, line)
	}
	for _, f := range v.Findings {
		message := strings.TrimPrefix(f.Message, f.Name+": ")
		fmt.Fprintf(out, "  %s %s: %s\n", dash(f.Path), f.Name, message)
	}
	if v.OK {
		fmt.Fprintf(out, "%s is right\n", v.File)
	} else {
		fmt.Fprintf(out, "%s is WRONG\n", v.File)
	}
}
