package ledger_test

import (
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"tirage/ledger"
	"tirage/money"
)

// house is what a database holds: journals, and what is kept beside them.
type house struct {
	journals map[string][]row
	floors   balances
	stored   ledger.Stored
}

type row struct {
	stored ledger.Head
	act    *ledger.Act
}

// honest is a house of two nodes that did n acts.
func honest(rng *rand.Rand, n int) *house {
	w := newWorld(rng)
	books := ledger.NewBooks(nil, w.floors)
	h := &house{journals: map[string][]row{}, floors: w.floors}
	heads := map[string]ledger.Head{}
	for i := 0; i < n; {
		act := &ledger.Act{Kind: "test", Actor: "tester", Key: fmt.Sprint("k", i), At: int64(i), Note: "a note", Transfers: w.act()}
		if books.Post(act.Transfers) != nil {
			continue
		}
		name := []string{"a", "b"}[rng.IntN(2)]
		heads[name] = heads[name].Next(act)
		h.journals[name] = append(h.journals[name], row{heads[name], act})
		i++
	}
	h.stored = ledger.Stored{Balances: snapshot(books), Heads: heads}
	return h
}

// small is a house whose journal "a" has six acts, each of one transfer, and "b" one act. As in a database, the balances of
// held accounts alone are stored.
func small() *house {
	h := &house{journals: map[string][]row{}, stored: ledger.Stored{Balances: balances{}, Heads: map[string]ledger.Head{}}}
	do := func(journal, key string, t ledger.Transfer) {
		act := buying()
		act.Key, act.Transfers = key, transfers{t}
		head := h.stored.Heads[journal].Next(act)
		h.stored.Heads[journal] = head
		h.journals[journal] = append(h.journals[journal], row{head, act})
		if t.Debit.Held() {
			h.stored.Balances[t.Debit] -= t.Amount
		}
		if t.Credit.Held() {
			h.stored.Balances[t.Credit] += t.Amount
		}
	}
	do("a", "1", move(cash, alice, 1000))
	do("a", "2", move(alice, game, 200))
	do("a", "3", move(game, alice, 500))
	do("b", "4", move(alice, game, 1300)) // more than journal a alone had given when it is read first
	do("a", "5", move(cash, alice, 300))
	do("a", "6", move(cash.Play(), alice.Play(), 70))
	do("a", "7", move(alice.Play(), game.Play(), 20))
	return h
}

// rechain gives all acts of journal "a" from the i-th on the digests and sequence numbers that fit.
func (h *house) rechain(i int) {
	rows := h.journals["a"]
	for ; i < len(rows); i++ {
		var head ledger.Head
		if i > 0 {
			head = rows[i-1].stored
		}
		rows[i].stored = head.Next(rows[i].act)
	}
}

// renumber gives all acts of journal "a" their sequence numbers, and leaves the digests.
func (h *house) renumber() {
	for i := range h.journals["a"] {
		h.journals["a"][i].stored.Seq = int64(i) + 1
	}
}

// read gives all journals to a verifier and returns what it finds, by name and place, and the report.
func (h *house) read(v *ledger.Verifier, stored ledger.Stored) ([]string, *ledger.Report) {
	var found []string
	for _, name := range slices.Sorted(maps.Keys(h.journals)) {
		for _, r := range h.journals[name] {
			for _, f := range v.Add(name, r.stored, r.act) {
				found = append(found, place(f))
			}
		}
	}
	report := v.End(stored)
	for _, f := range report.Faults {
		found = append(found, place(f))
	}
	return found, report
}

func place(f *ledger.Fault) string {
	switch {
	case f.Seq != 0:
		return fmt.Sprintf("%s %s%d", f.Name, f.Journal, f.Seq)
	case f.Account != "":
		return fmt.Sprintf("%s %s", f.Name, f.Account)
	case f.Journal != "":
		return fmt.Sprintf("%s %s", f.Name, f.Journal)
	}
	return f.Name
}

func TestHonestHouse(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 8))
	for range 30 {
		h := honest(rng, 200)
		found, report := h.read(ledger.NewVerifier(h.floors), h.stored)
		if !report.OK() || found != nil {
			t.Fatal(found)
		}
		entries := int64(0)
		for _, rows := range h.journals {
			for _, r := range rows {
				entries += int64(len(r.act.Transfers))
			}
		}
		if report.Acts != 200 || report.Transfers != entries || report.Real.Sign() != 0 || report.Play.Sign() != 0 {
			t.Fatalf("%+v, want 200 acts, %d transfers", report, entries)
		}
		if !maps.Equal(report.Balances, h.stored.Balances) || !maps.Equal(report.Heads, h.stored.Heads) {
			t.Fatalf("%v, want %v", report.Balances, h.stored.Balances)
		}

		// Interleaved in any way it is the same; nothing that is stored is needed; heads noted on the way are passed.
		v := ledger.NewVerifier(h.floors)
		left := maps.Clone(h.journals)
		for name, rows := range left {
			v.Expect(name, rows[rng.IntN(len(rows))].stored)
		}
		v.Expect("never used", ledger.Head{})
		for len(left) > 0 {
			for name, rows := range left {
				if faults := v.Add(name, rows[0].stored, rows[0].act); faults != nil {
					t.Fatal(faults[0])
				}
				if left[name] = rows[1:]; len(rows) == 1 {
					delete(left, name)
				}
				break
			}
		}
		if again := v.End(ledger.Stored{}); !again.OK() || !maps.Equal(again.Balances, report.Balances) {
			t.Fatal(again.Faults)
		}
	}
	if empty := ledger.NewVerifier(nil).End(ledger.Stored{Balances: balances{}, Heads: map[string]ledger.Head{}}); !empty.OK() {
		t.Error(empty.Faults)
	}
}

// TestNothingStored: what is stored may be unknown, nil, or known to be nothing, an empty map.
func TestNothingStored(t *testing.T) {
	got, report := small().read(ledger.NewVerifier(nil), ledger.Stored{Balances: balances{}, Heads: map[string]ledger.Head{}})
	want := []string{"head_differs a", "head_differs b", "balance_differs play/player/alice", "balance_differs player/alice", "unbalanced", "unbalanced"}
	if !slices.Equal(got, want) || report.Real.Int64() != -300 || report.Play.Int64() != -50 {
		t.Errorf("%q, %s, %s, want %q", got, report.Real, report.Play, want)
	}
}

// TestOrderOfAmounts: what journals of different nodes add up to does not depend on which is read first, even where the
// sums in between leave the range of an amount; and a sum that stays outside is found.
func TestOrderOfAmounts(t *testing.T) {
	const most = math.MaxInt64
	there, back := buying(), buying()
	there.Transfers = transfers{move(cash, game, most), move(cash, game, most), move(cash, game, 5)}
	back.Transfers = transfers{move(game, cash, most), move(game, cash, most)}
	v := ledger.NewVerifier(nil)
	v.Add("a", ledger.Head{}.Next(there), there)
	report := v.End(ledger.Stored{})
	if len(report.Faults) != 2 || place(report.Faults[0]) != "overflow cash/demo" || place(report.Faults[1]) != "overflow game/3002" || report.Real.Sign() != 0 {
		t.Errorf("%v", report.Faults)
	}
	if len(report.Balances) != 0 {
		t.Errorf("%v are no balances", report.Balances)
	}
	v.Add("b", ledger.Head{}.Next(back), back)
	if report = v.End(ledger.Stored{}); !report.OK() || report.Balances[game] != 5 || report.Balances[cash] != -5 {
		t.Errorf("%v, %v", report.Balances, report.Faults)
	}
}

// TestFloorsAtTheEnd: floors are those of NewBooks, of any account that has one.
func TestFloorsAtTheEnd(t *testing.T) {
	act := buying()
	act.Transfers = transfers{move(shop, game, 500), move(alice, game, 1), move(cash, game, 7), move(bob, alice, 1)}
	floors := balances{shop: -499, cash: -6, bob: -1, game: 508}
	h := &house{journals: map[string][]row{"a": {{ledger.Head{}.Next(act), act}}}}
	got, _ := h.read(ledger.NewVerifier(floors), ledger.Stored{})
	if want := []string{"below_floor cash/demo", "below_floor retailer/shop"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	floors[shop], floors[cash] = -500, -7
	if got, report := h.read(ledger.NewVerifier(floors), ledger.Stored{}); !report.OK() {
		t.Error(got)
	}
	learnt := ledger.NewVerifier(nil) // from the acts, as they are read
	for account, floor := range floors {
		learnt.SetFloor(account, floor)
	}
	if got, report := h.read(learnt, ledger.Stored{}); !report.OK() {
		t.Error(got)
	}
}

// TestReadingOutOfOrder: acts that come again or too late are named and move nothing.
func TestReadingOutOfOrder(t *testing.T) {
	rows := small().journals["a"]
	v := ledger.NewVerifier(nil)
	for _, c := range []struct {
		row  row
		want string
	}{
		{rows[0], ""},
		{rows[0], "broken_chain a1"},
		{row{ledger.Head{}, rows[0].act}, "broken_chain a"},
		{row{ledger.Head{Seq: -3}, rows[0].act}, "broken_chain a-3"},
		{rows[3], "broken_chain a4"},
		{rows[2], "broken_chain a3"},
		{rows[4], ""},
	} {
		got := ""
		for _, f := range v.Add("a", c.row.stored, c.row.act) {
			got += place(f)
		}
		if got != c.want {
			t.Errorf("act %d: %q, want %q", c.row.stored.Seq, got, c.want)
		}
	}
	if report := v.End(ledger.Stored{}); report.Acts != 3 || report.Balances[alice] != 1300 || report.Found != 5 {
		t.Errorf("%+v", report)
	}
}

// TestNotedHeads: what somebody noted finds what the chain cannot show.
func TestNotedHeads(t *testing.T) {
	for _, c := range []struct {
		name   string
		tamper func(h *house)
		want   []string
	}{
		{"nothing", func(*house) {}, nil},
		{"all digests again from act 2 on", func(h *house) { h.journals["a"][1].act.Note = "forged"; h.rechain(1) }, []string{"head_differs a4", "head_differs a6"}},
		{"all digests again from act 5 on", func(h *house) { h.journals["a"][4].act.Note = "forged"; h.rechain(4) }, []string{"head_differs a6"}},
		{"the tail cut off", func(h *house) { h.journals["a"] = h.journals["a"][:5] }, []string{"truncated a"}},
		{"the whole journal gone", func(h *house) { delete(h.journals, "a") }, []string{"truncated a", "truncated a", "below_floor player/alice"}},
		{"a noted act dropped", func(h *house) { h.journals["a"] = slices.Delete(h.journals["a"], 3, 4) }, []string{"broken_chain a5", "head_differs a"}},
		{"journals exchanged", func(h *house) { h.journals["a"], h.journals["b"] = h.journals["b"], h.journals["a"] }, []string{"truncated a", "truncated a"}},
	} {
		h, v := small(), ledger.NewVerifier(nil)
		v.Expect("a", h.journals["a"][3].stored)
		v.Expect("a", h.journals["a"][5].stored)
		c.tamper(h)
		if got, _ := h.read(v, ledger.Stored{}); !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// TestAnyOneChangeIsFound changes one thing somewhere in an honest house, in every field an act has and in every other way,
// with the digests after it made new or not; the stored balances and heads find it always, and the chain alone whenever the
// digests were left.
func TestAnyOneChangeIsFound(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 9))
	ways := map[string]func(h *house, i int){
		"dropped":   func(h *house, i int) { h.journals["a"] = slices.Delete(h.journals["a"], i, i+1) },
		"doubled":   func(h *house, i int) { h.journals["a"] = slices.Insert(h.journals["a"], i, h.journals["a"][i]) },
		"exchanged": func(h *house, i int) { r := h.journals["a"]; r[i], r[i+1] = r[i+1], r[i] },
	}
	for name, change := range changes() {
		ways[name] = func(h *house, i int) { change(h.journals["a"][i].act) }
	}
	for _, name := range slices.Sorted(maps.Keys(ways)) {
		for range 20 {
			for _, rechained := range []bool{false, true} {
				h := &house{journals: map[string][]row{}, stored: ledger.Stored{Heads: map[string]ledger.Head{}}}
				for i := range 30 {
					act := buying()
					act.Note, act.Transfers[0].Amount = fmt.Sprint("act ", i), 1+money.Cents(i)
					h.journals["a"] = append(h.journals["a"], row{act: act})
				}
				h.rechain(0)
				h.stored.Heads["a"] = h.journals["a"][29].stored
				ways[name](h, rng.IntN(29))
				if rechained {
					h.rechain(0)
				}
				_, alone := h.read(ledger.NewVerifier(balances{"player/3k9q2m7x1c5v8b4n": math.MinInt64, alice: math.MinInt64}), ledger.Stored{})
				if !rechained && alone.OK() {
					t.Fatalf("%s: not found by the chain", name)
				}
				if _, with := h.read(ledger.NewVerifier(nil), h.stored); with.OK() {
					t.Fatalf("%s: not found with the stored head", name)
				}
			}
		}
	}
}

// TestTimeGoesOn: of an act that is earlier than one before it in its journal the place is named, once; between journals there is no
// such law, and acts of one time are in order.
func TestTimeGoesOn(t *testing.T) {
	for _, c := range []struct {
		a, b []int64
		want []string
	}{
		{[]int64{5, 5, 6}, []int64{1, 2}, nil},
		{[]int64{5, 4, 4, 5, 6}, []int64{9}, []string{"time_back a2", "time_back a3"}},
		{[]int64{-5, -6}, []int64{3, 2, 1, 4}, []string{"time_back a2", "time_back b2", "time_back b3"}},
		{[]int64{0, 7, 3, 6, 7}, nil, []string{"time_back a3", "time_back a4"}}, // earlier than the latest, though later than the last
	} {
		h := &house{journals: map[string][]row{}}
		for name, times := range map[string][]int64{"a": c.a, "b": c.b} {
			var head ledger.Head
			for _, at := range times {
				act := buying()
				act.At, act.Transfers, act.Note = at, nil, name
				head = head.Next(act)
				h.journals[name] = append(h.journals[name], row{head, act})
			}
		}
		if got, _ := h.read(ledger.NewVerifier(nil), ledger.Stored{}); !slices.Equal(got, c.want) {
			t.Errorf("%v, %v: %q, want %q", c.a, c.b, got, c.want)
		}
	}
}
