package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/mod/sumdb/note"

	"tirage/bingo"
	"tirage/games"
	"tirage/money"
)

// verifyCall is a call of the verb verify.
type verifyCall struct {
	formula, verifier, owner string
	receipts                 []string
	commitment, keeper       string
	asJSON                   bool
	lang                     money.Lang

	known note.Verifiers // nil without a key
	given *bingo.Formula // of --formula, or nil
	used  bool           // by a record
	mine  []holding      // what the caller holds
}

func newVerify() *cobra.Command {
	var c verifyCall
	cmd := &cobra.Command{
		Use:   "verify RECORD…",
		Short: "Computes a draw again from its record: same root, balls, winners and cents, or the first difference",
		Long: `Checks records of draws. From the published secrets and cards everything is computed again: the commitments, the root of the cards sold,
the order of the balls, who won, every payment and every account. Several records of one formula are also checked as a sequence: none
twice, none missing, no secret twice, each going on with the jackpot and the fund that the one before left.
Says what it checked and what it could not. Exit status 1 with the differences, first things first, or for a secret or a receipt that does
not belong to the record; 2 for a file that is no record, or one of a formula that is not there.`,
		Example: `  tirage verify draw.json
  tirage verify draw.json --verifier house.vkey
  tirage verify draw.json --owner my.secret             # which cards were mine, and what they won
  tirage verify draw.json --commitment draw.keeper --keeper keeper.vkey
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
	flags.StringArrayVar(&c.receipts, "receipt", nil, "a receipt `FILE`, as its buyer was given it; may be given several times")
	flags.StringVar(&c.commitment, "commitment", "", "the `FILE` of what the keeper signed before the sale, as \"room record\" writes it")
	flags.StringVar(&c.keeper, "keeper", "", "the keeper's public signing `KEY` (name+hash+key), or a file that holds it")
	cmd.MarkFlagsRequiredTogether("commitment", "keeper")
	flags.BoolVar(&c.asJSON, "json", false, "write a list of reports, one a record, as JSON")
	addLang(cmd)
	return cmd
}

func (c *verifyCall) run(out io.Writer, paths []string) (err error) {
	if err := c.prepare(); err != nil {
		return err
	}
	defer debug.SetGCPercent(debug.SetGCPercent(50)) // a record may have 256 MiB: what is not needed any more goes early
	var reports []*verified
	for _, path := range paths {
		reports = append(reports, c.verify(path))
	}
	sequence(reports)
	belongs(reports)
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
	if err == nil {
		err = verdict(reports)
	}
	if err == nil && c.given != nil && !c.used {
		err = refuse("--formula %s was used for nothing: no draw is of this file", c.formula)
	}
	return err
}

// verdict is the error of the call: what is wrong comes before what could not be checked.
func verdict(reports []*verified) (err error) {
	for _, v := range reports {
		if v.wrong() || slices.ContainsFunc(v.Yours, func(y yours) bool { return !y.OK }) {
			return errFailed
		}
		if v.Unchecked != "" && err == nil {
			err = refuse("%s is not checked: %s", v.File, v.Unchecked)
		}
	}
	return err
}

// prepare reads all that is given beside the records.
func (c *verifyCall) prepare() (err error) {
	if c.known, err = c.keys(); err != nil {
		return err
	}
	if c.formula != "" {
		if c.given, err = loadFormula(c.formula); err != nil {
			return err
		}
	}
	c.mine, err = c.holdings()
	return err
}

// keys are the key that signatures are checked with, nil for none.
func (c *verifyCall) keys() (note.Verifiers, error) {
	key, err := keyOrFile(c.verifier)
	if err != nil || key == "" {
		return nil, err
	}
	v, err := note.NewVerifier(strings.TrimSpace(key))
	if err != nil {
		return nil, refuse("--verifier %s is no public signing key (name+hash+key)", c.verifier)
	}
	return note.VerifierList(v), nil
}

// verify checks one record. What cannot be read, or is of a formula that is not there, has a report too, which says so.
func (c *verifyCall) verify(path string) *verified {
	w := tongue(c.lang)
	v := &verified{tongue: w, File: path, OK: true, Findings: []difference{}}
	data, err := readRecord(path)
	if err != nil {
		v.leave(w.in("the file"), sayIn(err, c.lang))
		return v
	}
	v.record, err = bingo.ReadRecord(data)
	switch {
	case bingo.RefusalName(err) == "record_form": // a record, but not as one is written
		v.check(w.in("the form of the record"), failed, "")
		v.find("", err)
		return v
	case err != nil:
		v.leave(w.in("the form of the record"), sayIn(err, c.lang))
		return v
	}
	r := v.record
	v.Draw, v.State = r.Schedule.Draw.String(), r.State
	v.check(w.in("the form of the record"), passed, "")
	if v.formula, err = c.formulaFor(r); err != nil {
		v.headline = w.in("draw %s of %q, %s", v.Draw, r.Schedule.Formula, w.state(r.State))
		v.leave(w.in("formula %q", r.Schedule.Formula), sayIn(err, c.lang))
	} else {
		v.headline = fmt.Sprintf("%s  %s", v.formula.Name.In(c.lang), w.in("draw %s, %s: %s of %s", v.Draw, w.state(r.State), w.cards(w.count(int64(len(r.Cards)))), w.players(w.count(int64(len(r.Owners))))))
		v.compare(v.replayed(), bingo.VerifyRecord(r, v.formula))
	}
	if c.given != nil && v.formula == c.given {
		c.used = true
	} else if c.given != nil {
		v.check(w.in("the game file %s", c.formula), unchecked, w.in("it was not used: the draw is of %q (SHA-256 %s)", r.Schedule.Formula, r.Schedule.Digest))
	}
	c.signatures(v)
	if v.formula != nil {
		c.held(v)
	}
	v.beacon()
	v.check(w.in("that house and keeper are two parties, and the players different persons"), unchecked, w.in("no record can show it"))
	r.Cards, r.Owners, r.Result, r.Refunds = nil, nil, nil, nil // what is left ties it to other draws, of which there may be many
	return v
}

// readRecord reads the file of a record. One whose size is known is read into that much memory and no more.
func readRecord(path string) ([]byte, error) {
	known, err := os.Stat(path)
	if err != nil || !known.Mode().IsRegular() || known.Size() > bingo.MaxRecordBytes {
		return readFile(path, bingo.MaxRecordBytes)
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data := make([]byte, known.Size())
	n, err := io.ReadFull(f, data)
	if errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF) { // it has shrunk
		err = nil
	}
	return data[:n], err
}

// beacon says what is left to do of a beacon that was announced.
func (v *verified) beacon() {
	switch s := v.record.Schedule.Beacon; {
	case s == "":
	case len(v.record.Secrets.Beacon) == 0:
		v.check(v.in("the beacon"), unchecked, v.in("no ball was decided by it: %s", s))
	default:
		v.check(v.in("the beacon"), unchecked, v.in("compare %s with what its source published: %s", v.record.Secrets.Beacon, s))
	}
}

// signatures checks who says what follows from no secret.
func (c *verifyCall) signatures(v *verified) {
	if c.known != nil {
		v.compare(v.in("the signatures: schedule, lock, what players were shown, how the draw ended"), bingo.VerifyNotes(v.record, c.known))
		return
	}
	hint, times := v.in("add --verifier with the house's public key"), v.in("they follow from no secret: add --verifier with the house's public key")
	if len(v.record.Notes) == 0 {
		hint, times = v.in("the record carries no signed notes"), v.in("unsigned, and they follow from no secret: anybody can have changed them")
	}
	v.check(v.in("the times: of the schedule, the sale, the lock and the end"), unchecked, times)
	v.check(v.in("who says how this draw ended, and what jackpot players were shown"), unchecked, hint)
}

// formulaFor is the formula that a record names: the one given, or the one shipped.
func (c *verifyCall) formulaFor(r *bingo.Record) (*bingo.Formula, error) {
	s := r.Schedule
	if c.given != nil && c.given.ID == s.Formula && c.given.Digest == s.Digest {
		return c.given, nil
	}
	if !slices.Contains(games.Formulas(), s.Formula) {
		return nil, refuse("the draw is of %q (SHA-256 %s), which is not shipped; give --formula with that game file", s.Formula, s.Digest)
	}
	f, err := loadFormula(s.Formula)
	if err == nil && f.Digest != s.Digest {
		return nil, refuse("the draw was played by another file of %s (SHA-256 %s); give --formula with that file", f.ID, s.Digest)
	}
	return f, err
}

// replayed says what was computed again.
func (v *verified) replayed() string {
	r := v.record
	cards := v.cards(v.count(int64(len(r.Cards))))
	switch {
	case r.Result != nil:
		return v.in("from the secrets: commitments, root of %s, %s, winners, payments and accounts to the cent", cards, v.some(strconv.Itoa(len(r.Result.Balls)), "1 ball", "%s balls"))
	case r.Lock != nil:
		return v.in("commitment of the house, root of %s, refunds; no ball was decided", cards)
	default:
		return v.in("commitment of the house, cards, refunds; the draw was never locked")
	}
}
