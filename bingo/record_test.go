package bingo_test

import (
	"bytes"
	"crypto/rand"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
	"testing"

	"golang.org/x/mod/sumdb/note"

	"tirage/bingo"
)

func record(t testing.TB, r *rig) *bingo.Record {
	t.Helper()
	rec, err := bingo.NewRecord(&r.draw, r.a)
	if err != nil {
		t.Fatal(err)
	}
	return rec
}

// ended are draws that ended in every way, by what happened.
func ended(t testing.TB) map[string]*rig {
	t.Helper()
	list := map[string]*rig{
		"settled extra":   played(t, bingoExtra(), "settled", 1, 2, 1, 1),
		"settled classic": played(t, classic75(), "settled", 3, 2, 5),
		"settled solo":    played(t, solo75(), "settled", 4),
	}
	begin := func(name string, f *bingo.Formula, players ...int) *rig {
		r := newRig(t, f, name)
		r.onSale()
		for i, n := range players {
			r.buy(string(rune('a'+i)), n)
		}
		list[name] = r
		return r
	}
	r := newRig(t, bingoExtra(), "super")
	r.do(r.schedule())
	r.do(bingo.AnnounceSuper{At: r.at, Amount: 2500_00, By: [2]string{"one", "two"}})
	r.at += 1_000_000
	r.do(bingo.OpenSale{At: r.at})
	for _, p := range []string{"p", "q", "r", "s"} {
		r.buy(p, 2)
	}
	r.finish()
	list["settled super"] = r

	r = newRig(t, bingoExtra(), "before the sale")
	r.do(r.schedule())
	r.do(bingo.Cancel{At: r.at, Reason: bingo.ByOperator})
	list["cancelled before the sale"] = r

	r = begin("cancelled on sale", bingoExtra(), 2, 1)
	r.do(bingo.Cancel{At: r.at, Reason: bingo.ByOperator})

	r = begin("cancelled too few", bingoExtra(), 12, 12, 1)
	r.do(r.lock())

	r = begin("cancelled keeper", bingoExtra(), 1, 1, 1, 1)
	r.do(r.lock())
	r.at += 300_000_000
	r.do(bingo.Cancel{At: r.at, Reason: bingo.KeeperSilent})

	r = begin("void locked", bingoExtra(), 1, 1, 1, 1)
	r.do(r.lock())
	r.do(bingo.Void{At: r.at, By: [2]string{"one", "two"}, Reason: "power cut"})

	r = begin("void calling", classic75(), 2, 2, 2)
	r.do(r.lock())
	r.do(r.open())
	for range 20 {
		b, err := r.draw.Next()
		if err != nil {
			t.Fatal(err)
		}
		r.do(bingo.Call{At: r.at, Ball: b})
	}
	r.do(bingo.Void{At: r.at, By: [2]string{"one", "two"}, Reason: "the screen showed another ball"})
	return list
}

func TestRecordsOfAllEnds(t *testing.T) {
	for name, r := range ended(t) {
		t.Run(name, func(t *testing.T) {
			r.laws()
			rec := record(t, r)
			if want := strings.Fields(name)[0]; rec.State != want {
				t.Errorf("state %s", rec.State)
			}
			text, err := bingo.WriteRecord(rec)
			if err != nil {
				t.Fatal(err)
			}
			read, err := bingo.ReadRecord(text)
			if err != nil {
				t.Fatal(err)
			}
			again, err := bingo.WriteRecord(read)
			if err != nil || !bytes.Equal(text, again) {
				t.Fatalf("written twice it differs: %v", err)
			}
			if found := bingo.VerifyRecord(read, r.draw.Formula()); len(found) > 0 {
				t.Errorf("%+v", found)
			}
			if (rec.Result != nil) != (rec.Secrets.B != "") || rec.Secrets.A != secretA.Hex() {
				t.Errorf("secrets %+v with a result %v", rec.Secrets, rec.Result != nil)
			}
			if b := rec.Balances; b != nil && rec.State != "settled" && b.Before != b.After {
				t.Errorf("a draw without winners changed the balances: %+v", b)
			} else if b != nil && (b.After.Jackpot != r.balances[bingo.JackpotAccount] || b.After.Fund != r.balances[bingo.FundAccount]) {
				t.Errorf("balances %+v, in the books %v", b, r.balances)
			}
		})
	}
}

// TestVerifyFindsAlterations changes one thing of a good record at a time.
func TestVerifyFindsAlterations(t *testing.T) {
	r := played(t, bingoExtra(), "to be altered", 2, 2, 1, 1)
	f := r.draw.Formula()
	good, err := bingo.WriteRecord(record(t, r))
	if err != nil {
		t.Fatal(err)
	}
	strip := func(seed string) string {
		c := sampler(t, bingo.Variant90).Card(newRig(t, f, seed).tape)
		b, err := c.MarshalBinary()
		if err != nil {
			t.Fatal(err)
		}
		return hex.EncodeToString(b)
	}
	for _, c := range []struct {
		path, name string
		edit       func(*bingo.Record)
	}{
		{"/schedule", "other_formula", func(r *bingo.Record) { r.Schedule.Version++ }},
		{"/schedule", "other_formula", func(r *bingo.Record) { r.Schedule.Digest[0]++ }},
		{"/schedule", "draw_form", func(r *bingo.Record) { r.Schedule.Draw.Number = 0 }},
		{"/lock", "root_differs", func(r *bingo.Record) { r.Schedule.Draw.Number++ }},
		{"/cards/2/card", "card_range", func(r *bingo.Record) { r.Cards[2].Card = "04ff" + r.Cards[2].Card[4:] }},
		{"/cards/2/card", "card_length", func(r *bingo.Record) { r.Cards[2].Card = r.Cards[2].Card[:180] }},
		{"/cards/2/card", "card_hex", func(r *bingo.Record) { r.Cards[2].Card = strings.ToUpper(r.Cards[2].Card) }},
		{"/cards/2", "card_equal", func(r *bingo.Record) { r.Cards[2].Card = r.Cards[1].Card }},
		{"/cards/2/owner", "owner_number", func(r *bingo.Record) { r.Cards[2].Owner = 3 }},
		{"/cards/0", "wrong_stake", func(r *bingo.Record) { r.Price = 299 }},
		{"/lock", "root_differs", func(r *bingo.Record) { r.Cards[5].Card = strip("another card") }},
		{"/lock", "root_differs", func(r *bingo.Record) { r.Cards[0], r.Cards[1] = r.Cards[1], r.Cards[0] }},
		{"/lock", "root_differs", func(r *bingo.Record) { r.Cards[1].Owner = 0; r.Owners[0][3]++ }},
		{"/lock", "size_differs", func(r *bingo.Record) { r.Cards = r.Cards[:5] }},
		{"/lock", "size_differs", func(r *bingo.Record) {
			r.Cards = append(r.Cards, bingo.RecordCard{Owner: 0, Card: strip("one more")})
		}},
		{"/lock", "too_early", func(r *bingo.Record) { r.Lock.Time = r.Schedule.Opens }},
		{"/secrets", "wrong_secret_a", func(r *bingo.Record) { r.Secrets.A = secretB.Hex() }},
		{"/secrets", "wrong_secret_b", func(r *bingo.Record) { r.Secrets.B = "" }},
		{"/secrets", "beacon_unexpected", func(r *bingo.Record) { r.Secrets.Beacon = "00" }},
		{"/result/balls/7", "wrong_ball", func(r *bingo.Record) {
			b := r.Result.Balls
			b[7], b[8] = b[8], b[7]
		}},
		{"/result/balls/3", "ball_repeats", func(r *bingo.Record) { r.Result.Balls[3] = r.Result.Balls[2] }},
		{"/result/balls/3", "ball_range", func(r *bingo.Record) { r.Result.Balls[3] = 91 }},
		{"/result/balls/3", "ball_range", func(r *bingo.Record) { r.Result.Balls[3] = 256 + r.Result.Balls[3] }},
		{"/state", "balls_left", func(r *bingo.Record) { r.Called--; r.Result.Balls = r.Result.Balls[:r.Called] }},
		{"/result/figures/0/units/0/card", "differs", func(r *bingo.Record) { r.Result.Figures[0].Units[0].Card ^= 1 }},
		{"/result/figures/1/ball", "differs", func(r *bingo.Record) { r.Result.Figures[1].Ball++ }},
		{"/result/figures/2/each", "differs", func(r *bingo.Record) { r.Result.Figures[2].Each++ }},
		{"/result/payments/0/amount", "differs", func(r *bingo.Record) { r.Result.Payments[0].Amount++ }},
		{"/result/transfers/0/amount", "differs", func(r *bingo.Record) { r.Result.Transfers[0].Amount-- }},
		{"/balances/after/fund", "differs", func(r *bingo.Record) { r.Balances.After.Fund++ }},
		{"/balances", "differs", func(r *bingo.Record) { r.Balances = nil }},
		{"/owners", "differs", func(r *bingo.Record) { r.Owners = append(r.Owners, bingo.Digest{9}) }},
		{"/state", "differs", func(r *bingo.Record) { r.State = "void" }},
		{"/refunds", "differs", func(r *bingo.Record) { r.Refunds = &bingo.RecordRefunds{} }},
	} {
		rec, err := bingo.ReadRecord(good)
		if err != nil {
			t.Fatal(err)
		}
		c.edit(rec)
		found := bingo.VerifyRecord(rec, f)
		if !slices.ContainsFunc(found, func(x bingo.Finding) bool { return x.Path == c.path && x.Name == c.name }) {
			t.Errorf("%s %s: found %+v", c.path, c.name, found)
		}
	}
	rec, _ := bingo.ReadRecord(good)
	broken := bingoExtra()
	broken.Shares.Fund = 0
	if found := bingo.VerifyRecord(rec, broken); len(found) != 1 || found[0].Name != "formula_problem" {
		t.Errorf("with a broken formula: %+v", found)
	}
}

func TestNotesAndReceipts(t *testing.T) {
	skey, vkey, err := note.GenerateKey(rand.Reader, "house.example")
	if err != nil {
		t.Fatal(err)
	}
	signer, err := note.NewSigner(skey)
	if err != nil {
		t.Fatal(err)
	}
	verifier, err := note.NewVerifier(vkey)
	if err != nil {
		t.Fatal(err)
	}
	known := note.VerifierList(verifier)
	sign := func(text string) string {
		signed, err := bingo.Sign(text, signer)
		if err != nil {
			t.Fatal(err)
		}
		return string(signed)
	}
	r := played(t, bingoExtra(), "signed", 1, 2, 1, 1)
	rec := record(t, r)
	statement := r.draw.Statement()
	texts := rec.Statements()
	if len(texts) != 3 || texts[1] != statement.Text() {
		t.Fatalf("to be signed: %q", texts)
	}
	for _, text := range texts {
		rec.Notes = append(rec.Notes, sign(text))
	}
	if found := bingo.VerifyNotes(rec, known); len(found) > 0 {
		t.Errorf("%+v", found)
	}
	if found := bingo.VerifyRecord(rec, r.draw.Formula()); len(found) > 0 {
		t.Errorf("%+v", found)
	}
	other, richer := statement, statement
	other.Root[5]++
	richer.Jackpot++
	forged := strings.Replace(rec.Notes[1], "size 5", "size 6", 1)
	end, err := bingo.ParseEndStatement(texts[2])
	if err != nil {
		t.Fatal(err)
	}
	end.State, end.Reason, end.By = "void", "never mind", [2]string{"x", "y"}
	for _, c := range []struct {
		name  string
		notes []string
	}{
		{"note_missing", rec.Notes[:2]},
		{"note_missing", rec.Notes[1:]},
		{"note_missing", []string{rec.Notes[0], rec.Notes[2]}},
		{"note_differs", append(slices.Clone(rec.Notes), sign(other.Text()))},
		{"note_differs", append(slices.Clone(rec.Notes), sign(richer.Text()))},
		{"note_differs", append(slices.Clone(rec.Notes), sign(end.Text()))},
		{"note_unsigned", append(slices.Clone(rec.Notes), forged)},
		{"note_unsigned", append(slices.Clone(rec.Notes), "")},
		{"note_unknown", append(slices.Clone(rec.Notes), sign(r.receipts[0].Text()))},
	} {
		altered := *rec
		altered.Notes = c.notes
		found := bingo.VerifyNotes(&altered, known)
		if len(found) != 1 || found[0].Name != c.name {
			t.Errorf("%s: %+v", c.name, found)
		}
	}
	oneForm(t, rec, r.draw.Formula())
	for i, receipt := range r.receipts {
		read, err := bingo.ParseReceipt(receipt.Text())
		if err != nil || read != receipt {
			t.Errorf("receipt %d read again: %v", i, err)
		}
		if err := bingo.VerifyReceipt(rec, receipt); err != nil {
			t.Errorf("receipt %d: %v", i, err)
		}
	}
	lost := *rec
	lost.Cards = slices.Delete(slices.Clone(rec.Cards), 2, 3)
	for i, want := range []string{"", "", "receipt_leaf", "receipt_leaf", "receipt_lost"} {
		if got := bingo.RefusalName(bingo.VerifyReceipt(&lost, r.receipts[i])); got != want {
			t.Errorf("receipt %d without card 2: %q, want %q", i, got, want)
		}
	}
	swapped := *rec
	swapped.Cards = slices.Clone(rec.Cards)
	swapped.Cards[0].Card, swapped.Cards[1].Card = swapped.Cards[1].Card, swapped.Cards[0].Card
	if got := bingo.RefusalName(bingo.VerifyReceipt(&swapped, r.receipts[4])); got != "receipt_root" {
		t.Errorf("other cards before it: %q", got)
	}
	secret := bingo.NewOwnerSecret(seeded("player 1"))
	if got := bingo.OwnedBy(rec, secret); !slices.Equal(got, []int{1, 2}) {
		t.Errorf("player 1 owns %v", got)
	}
	if got := bingo.OwnedBy(rec, bingo.NewOwnerSecret(seeded("nobody"))); got != nil {
		t.Errorf("nobody owns %v", got)
	}
	got := bingo.Missing(7, []bingo.ID{{Code: 7, Number: 1}, {Code: 7, Number: 4}, {Code: 8, Number: 2}, {Code: 7, Number: 3}})
	if !slices.Equal(got, []bingo.ID{{Code: 7, Number: 2}}) {
		t.Errorf("missing %v", got)
	}
}

// TestAnotherEndIsFound takes records of every end, gives each the end of another that VerifyRecord cannot tell from a true one, and
// finds it by the signed end; so with the balances before the draw, and the persons.
func TestAnotherEndIsFound(t *testing.T) {
	skey, vkey, err := note.GenerateKey(rand.Reader, "house.example")
	if err != nil {
		t.Fatal(err)
	}
	signer, _ := note.NewSigner(skey)
	verifier, _ := note.NewVerifier(vkey)
	edits := map[string]func(*bingo.Record){
		"state":  func(r *bingo.Record) { r.State += "x" },
		"time":   func(r *bingo.Record) { r.Ended++ },
		"called": func(r *bingo.Record) { r.Called++ },
		"reason": func(r *bingo.Record) {
			if r.Void == nil {
				r.Cancel += "x"
				return
			}
			void := *r.Void
			void.Reason += "x"
			r.Void = &void
		},
		"void":    func(r *bingo.Record) { r.Void = &bingo.RecordVoid{By: [2]string{"x", "y"}, Reason: "z"} },
		"super":   func(r *bingo.Record) { r.Super = &bingo.RecordSuper{Amount: 7, By: [2]string{"x", "y"}} },
		"before":  func(r *bingo.Record) { r.Balances = &bingo.RecordBalances{Before: bingo.RecordPots{Jackpot: 1}} },
		"after":   func(r *bingo.Record) { r.Balances = &bingo.RecordBalances{After: bingo.RecordPots{Fund: 1}} },
		"persons": func(r *bingo.Record) { r.Void = &bingo.RecordVoid{By: [2]string{"one", "three"}, Reason: "power cut"} },
	}
	for name, r := range ended(t) {
		rec := record(t, r)
		for _, text := range rec.Statements() {
			signed, err := bingo.Sign(text, signer)
			if err != nil {
				t.Fatal(err)
			}
			rec.Notes = append(rec.Notes, string(signed))
		}
		if found := bingo.VerifyNotes(rec, note.VerifierList(verifier)); len(found) > 0 {
			t.Errorf("%s: %+v", name, found)
		}
		for edit, do := range edits {
			altered := *rec
			do(&altered)
			if found := bingo.VerifyNotes(&altered, note.VerifierList(verifier)); len(found) == 0 {
				t.Errorf("%s: another %s is not found", name, edit)
			}
		}
	}
}

// TestSettledIsNotVoid is a draw that was settled and signed, and its record as two strangers would have it: void, with true refunds.
func TestSettledIsNotVoid(t *testing.T) {
	skey, vkey, err := note.GenerateKey(rand.Reader, "house.example")
	if err != nil {
		t.Fatal(err)
	}
	signer, _ := note.NewSigner(skey)
	verifier, _ := note.NewVerifier(vkey)
	f := bingoExtra()
	settled := played(t, f, "two ends", 1, 1, 1, 1)
	r := newRig(t, f, "two ends")
	r.onSale()
	for p := range 4 {
		r.buy(fmt.Sprint("player ", p), 1)
	}
	r.do(r.lock())
	r.do(r.open())
	for _, b := range settled.draw.Called() {
		r.at += 3_000_000
		r.do(bingo.Call{At: r.at, Ball: b})
	}
	r.do(bingo.Void{At: r.at, By: [2]string{"x", "y"}, Reason: "never mind"})
	forged := record(t, r)
	for _, text := range record(t, settled).Statements() {
		signed, err := bingo.Sign(text, signer)
		if err != nil {
			t.Fatal(err)
		}
		forged.Notes = append(forged.Notes, string(signed))
	}
	if found := bingo.VerifyRecord(forged, f); len(found) > 0 {
		t.Fatalf("but for the signatures it is right: %+v", found)
	}
	found := bingo.VerifyNotes(forged, note.VerifierList(verifier))
	if len(found) != 2 || found[0].Path != "/notes/2" || found[0].Name != "note_differs" || found[1].Name != "note_missing" ||
		!strings.Contains(found[0].Text.EN, `signed is "state settled", the record says "state void"`) {
		t.Errorf("%+v", found)
	}
}

// TestSequence plays three draws of one formula, each from the balances that the one before left.
func TestSequence(t *testing.T) {
	var records []*bingo.Record
	secret := func(name string, n int) bingo.Secret { return bingo.NewSecret(seeded(fmt.Sprint(name, n))) }
	balances := bingo.OpenLedger(bingoExtra()).Balances
	for n := range 3 {
		r := newRig(t, bingoExtra(), "sequence")
		r.balances, r.number, r.a, r.b = balances, uint32(n+1), secret("a", n), secret("b", n)
		r.at += bingo.Moment(n) * 1_000_000_000
		r.onSale()
		for _, p := range []string{"a", "b", "c", "d"} {
			r.buy(p, 2)
		}
		r.finish()
		balances = r.balances
		records = append(records, record(t, r))
	}
	slices.Reverse(records)
	if found := bingo.VerifySequence(4211, records); len(found) > 0 {
		t.Errorf("%+v", found)
	}
	names := func(records ...*bingo.Record) (list []string) {
		for _, f := range bingo.VerifySequence(4211, records) {
			list = append(list, f.Name)
		}
		return list
	}
	if got := names(records[0], records[2]); !slices.Equal(got, []string{"draw_missing", "balance_differs"}) {
		t.Errorf("without the second draw: %v", got)
	}
	if got := names(records[0], records[1], records[0], records[2]); !slices.Equal(got, []string{"draw_twice"}) {
		t.Errorf("with one twice: %v", got)
	}
	// a secret of the first draw serves the third again, as a, as b, or the house's as the keeper's
	for _, edit := range []struct {
		path string
		do   func(s, first *bingo.Schedule)
	}{
		{"/4211-00000003/schedule/a", func(s, first *bingo.Schedule) { s.A = first.A }},
		{"/4211-00000003/schedule/b", func(s, first *bingo.Schedule) { s.B = first.B }},
		{"/4211-00000003/schedule/b", func(s, first *bingo.Schedule) { s.B = first.A }},
	} {
		again := *records[0]
		edit.do(&again.Schedule, &records[2].Schedule)
		found := bingo.VerifySequence(4211, []*bingo.Record{&again, records[1], records[2]})
		if len(found) != 1 || found[0].Name != "secret_twice" || found[0].Path != edit.path || !strings.Contains(found[0].Text.EN, "4211-00000001") {
			t.Errorf("a secret used again: %+v", found)
		}
	}
	other := *records[2]
	other.Schedule.Draw.Code, other.Schedule.At = 7, other.Schedule.At-1
	if found := bingo.VerifySequence(4211, append(records[:3:3], &other)); len(found) != 2 || found[0].Name != "secret_twice" {
		t.Errorf("secrets of another formula's draw: %+v", found)
	}
	late := *records[0]
	late.Schedule.Draw.Number = bingo.MaxDrawNumber
	if found := bingo.VerifySequence(4211, []*bingo.Record{&late}); len(found) != 1 || found[0].Path != "/4211-99999999" {
		t.Errorf("many missing: %+v", found)
	}
	if found := bingo.VerifySequence(1, records); found != nil {
		t.Errorf("of another formula: %+v", found)
	}
}
