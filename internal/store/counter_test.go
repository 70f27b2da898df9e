package store

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"testing"

	"tirage/ledger"
	"tirage/money"
	"tirage/retail"
)

// counterAsk asks for everything about the first so many tickets and packs of the first block, the guesses about them and two retailers.
func counterAsk(n int64) Ask {
	ask := Ask{Issues: []IssueID{firstBlock.Issue()}, Retailers: []PersonID{"rita", "rolf"}, Blocks: []BlockID{firstBlock}}
	for i := range n {
		ask.Packs = append(ask.Packs, PackRef{firstBlock, i})
		ask.Claims = append(ask.Claims, TicketRef{firstBlock, i})
		ask.Guesses = append(ask.Guesses, guessAbout(i))
	}
	return ask
}

func guessAbout(i int64) string { return fmt.Sprintf("ticket/%s/%d", firstBlock, i) }

// claim posts an act that brings a ticket into a state, and pays it if that is paid.
func (d *draft) claim(i int64, state retail.ClaimState, by PersonID, at int64) error {
	ref := TicketRef{firstBlock, i}
	a := ledger.Act{Kind: "claim", Actor: string(by), Role: "retailer", At: at, Subject: fmt.Sprint(ref)}
	c := Claim{
		TicketRef: ref, State: state, Amount: money.Cents(100 + i), Lot: 1 + i%3, Composition: 7, By: by, Reference: fmt.Sprintf("r%d é'\"", i),
		Expires: at + 600, At: at, Link: "3002-00-…",
	}
	if state == retail.Paid {
		a.Transfers = []ledger.Transfer{{Debit: ledger.Of(ledger.Game, "3002"), Credit: ledger.Of(ledger.Cash, "centre"), Amount: c.Amount}}
		d.Paid[LotRef{firstBlock, c.Lot}]++
	}
	if err := d.post(a); err != nil {
		return err
	}
	c.Seq = d.Head.Seq
	d.Claims = append(d.Claims, ClaimChange{c, d.found.Claims[ref].State})
	return nil
}

// pack brings a pack into a state.
func (d *draft) pack(i int64, state retail.PackState, retailer PersonID, at int64) error {
	ref := PackRef{firstBlock, i}
	p := d.found.Packs[ref]
	was := p.State
	p.PackRef, p.State, p.At = ref, state, at
	if p.Settled == 0 {
		p.Retailer = retailer
	}
	if state == retail.Active {
		p.Activated = at
	}
	if state == retail.Settled {
		p.Settled, p.Price, p.Commission = at, money.Cents(15000+i), money.Cents(750+i)
	}
	d.Packs = append(d.Packs, PackChange{p, was})
	return d.post(ledger.Act{Kind: "pack", Actor: string(retailer), Role: "retailer", At: at, Subject: fmt.Sprint(ref)})
}

func (d *draft) guess(i, failures, at int64) {
	subject := guessAbout(i)
	_, known := d.found.Guesses[subject]
	d.Guesses = append(d.Guesses, GuessChange{Guess{subject, failures, at, at + failures}, !known})
}

func (d *draft) see(i, at int64, by PersonID, answer string) {
	d.Sightings = append(d.Sightings, Sighting{TicketRef: TicketRef{firstBlock, i}, At: at, By: by, Answer: answer})
}

// decide commits what one step does with the first so many tickets and packs.
func (h house) decide(t testing.TB, n int64, step func(d *draft) error) error {
	t.Helper()
	return h.Commit(t.Context(), counterAsk(n), func(f *Found) (*Written, error) {
		d := begin(f)
		err := step(d)
		return &d.Written, err
	})
}

// counterHouse is a house with an open issue and two retailers.
func counterHouse(t testing.TB, dsn string, o Options) house {
	t.Helper()
	h := newHouse(t, dsn, o)
	must(t, h.write(t, func(ctx context.Context, tx *Tx) error {
		err := tx.AddIssue(ctx, Issue{ID: firstBlock.Issue(), Opened: 5, OpeningNotice: "notice 1"})
		for i, id := range []PersonID{"rita", "rolf"} {
			p := personNamed(string(id))
			p.ID = id
			err = errors.Join(err, tx.AddPerson(ctx, p), tx.AddRetailer(ctx, Retailer{Person: id, Commission: 50_000, Limit: money.Cents(1000 * (i + 1)), Since: 3}))
		}
		return err
	}))
	return h
}

// TestCounterInBulk adds 1,000 claims, packs, guesses and sightings in a transaction and changes them in another, and finds and reads them all.
func TestCounterInBulk(t *testing.T) {
	const n = 1000
	onEach(t, func(t *testing.T, d database) {
		h := counterHouse(t, d.fresh(t), Options{})
		var want Found
		step := func(claim retail.ClaimState, pack retail.PackState, at, failures int64) {
			t.Helper()
			must(t, h.decide(t, n, func(d *draft) error {
				want = Found{Packs: map[PackRef]Pack{}, Claims: map[TicketRef]Claim{}, Guesses: map[string]Guess{}}
				for i := range int64(n) {
					k := (i*7919 + 13) % n // any order does
					must(t, errors.Join(d.claim(k, claim, "rita", at), d.pack(k, pack, "rolf", at)))
					d.guess(k, failures, at)
					d.see(k, at, "rita", "pay")
				}
				for i := range d.Claims {
					c := d.Claims[i].Claim
					c.Journal = "north"
					want.Packs[d.Packs[i].PackRef], want.Claims[c.TicketRef], want.Guesses[d.Guesses[i].Subject] = d.Packs[i].Pack, c, d.Guesses[i].Guess
				}
				return nil
			}))
			must(t, h.decide(t, n+1, func(d *draft) error {
				f := d.found
				if !maps.Equal(f.Packs, want.Packs) || !maps.Equal(f.Claims, want.Claims) || !maps.Equal(f.Guesses, want.Guesses) {
					t.Errorf("found %d packs, %d claims, %d guesses that are not those written", len(f.Packs), len(f.Claims), len(f.Guesses))
				}
				if i := f.Issues["3002-00"]; len(f.Issues) != 1 || i != (Issue{ID: "3002-00", State: retail.Open, Opened: 5, OpeningNotice: "notice 1"}) {
					t.Errorf("found issues %+v", f.Issues)
				}
				if r := f.Retailers["rolf"]; len(f.Retailers) != 2 || r != (Retailer{"rolf", 50_000, 2000, 3}) {
					t.Errorf("found retailers %+v", f.Retailers)
				}
				return nil
			}))
		}
		step(retail.Reserved, retail.Active, 10, 1)
		step(retail.Paid, retail.Settled, 20, 2)
		ctx := t.Context()
		for _, i := range []int64{0, 1, 999} {
			c, err := h.Claim(ctx, TicketRef{firstBlock, i})
			must(t, err)
			p, err := h.Pack(ctx, PackRef{firstBlock, i})
			must(t, err)
			g, err := h.Guess(ctx, guessAbout(i))
			must(t, err)
			if c != want.Claims[c.TicketRef] || p != want.Packs[p.PackRef] || p.Activated != 10 || p.Settled != 20 || g != want.Guesses[g.Subject] {
				t.Errorf("ticket %d: %+v, %+v, %+v", i, c, p, g)
			}
		}
		var seen []Sighting
		for after := (Cursor{At: 10}); ; {
			page, err := h.Sightings(ctx, after, 300)
			must(t, err)
			if len(page) == 0 {
				break
			}
			seen, after = append(seen, page...), page[len(page)-1].Cursor()
		}
		if len(seen) != 2*n || seen[n-1] != (Sighting{TicketRef{firstBlock, n - 1}, 10, 0, "rita", "pay"}) || seen[n].At != 20 {
			t.Errorf("%d sightings", len(seen))
		}
		h.audit(t)
	})
}

// TestSightingsAtOneTime numbers those of a ticket at one time, also over several transactions: a clock may stand still.
func TestSightingsAtOneTime(t *testing.T) {
	onEach(t, func(t *testing.T, d database) {
		h := counterHouse(t, d.fresh(t), Options{})
		for range 2 {
			must(t, h.decide(t, 1, func(d *draft) error {
				d.see(3, 10, "rita", "pay")
				d.see(4, 10, "rita", "pay")
				d.see(3, 10, "", "no_lot")
				d.see(3, 11, "rolf", "pay")
				return nil
			}))
		}
		list, err := h.SightingsOf(t.Context(), TicketRef{firstBlock, 3})
		must(t, err)
		if got := fmt.Sprint(list); got != "[{{3002-00-0001 3} 10 0 rita pay} {{3002-00-0001 3} 10 1  no_lot} {{3002-00-0001 3} 10 2 rita pay} "+
			"{{3002-00-0001 3} 10 3  no_lot} {{3002-00-0001 3} 11 0 rolf pay} {{3002-00-0001 3} 11 1 rolf pay}]" {
			t.Errorf("sightings: %s", got)
		}
	})
}

// TestUnfitCounter spoils a decision at the counter in every way that Commit looks for: it is refused, and nothing is written.
func TestUnfitCounter(t *testing.T) {
	onEach(t, func(t *testing.T, d database) {
		h := counterHouse(t, d.fresh(t), Options{})
		must(t, h.decide(t, 4, func(d *draft) error {
			d.guess(0, 1, 1)
			return errors.Join(d.claim(0, retail.Reserved, "rita", 1), d.claim(1, retail.Paid, "rita", 1), d.claim(2, retail.Refunded, "rita", 1),
				d.claim(3, retail.Exchanged, "rita", 1), d.pack(0, retail.Active, "rita", 1), d.pack(1, retail.Settled, "rita", 1))
		}))
		before := h.dump(t)
		again := func(i int64, state retail.ClaimState) func(d *draft) {
			return func(d *draft) { must(t, d.claim(i, state, "rita", 3)) }
		}
		for name, spoil := range map[string]func(d *draft){
			"claim not asked for":            func(d *draft) { d.Claims[0].Position = 77 },
			"claim changed twice":            func(d *draft) { d.Claims = append(d.Claims, d.Claims[0]) },
			"claim without a state":          func(d *draft) { d.Claims[0].State = "" },
			"claim found in another state":   func(d *draft) { d.Claims[0].Was = retail.Free },
			"claim found, as if it were new": func(d *draft) { d.Claims[0].Was = "" },
			"claim new, as if it were found": func(d *draft) { d.Claims[1].Was = retail.Free },
			"claim by no act":                func(d *draft) { d.Claims[0].Seq = 0 },
			"claim by an act of before":      func(d *draft) { d.Claims[0].Seq = d.found.Head.Seq },
			"claim by an act to come":        func(d *draft) { d.Claims[0].Seq = d.Head.Seq + 1 },
			"claim of less than nothing":     func(d *draft) { d.Claims[0].Amount = -1 },
			"claim of no lot paid":           func(d *draft) { d.Claims[0].Lot = 0 },
			"claim of nothing paid":          func(d *draft) { d.Claims[0].Amount = 0 },
			"paid again":                     again(1, retail.Paid),
			"paid and reserved again":        again(1, retail.Reserved),
			"refunded and paid":              again(2, retail.Paid),
			"exchanged and free":             again(3, retail.Free),
			"lot not counted":                func(d *draft) { clear(d.Paid) },
			"another lot counted":            func(d *draft) { d.Paid[LotRef{firstBlock, 9}]++ },
			"lot counted twice":              func(d *draft) { d.Paid[LotRef{firstBlock, 1}]++ },
			"pack not asked for":             func(d *draft) { d.Packs[0].Pack.Pack = 77 },
			"pack changed twice":             func(d *draft) { d.Packs = append(d.Packs, d.Packs[0]) },
			"pack without a state":           func(d *draft) { d.Packs[0].State = "" },
			"pack found in another state":    func(d *draft) { d.Packs[0].Was = retail.Confirmed },
			"pack found, as if it were new":  func(d *draft) { d.Packs[0].Was = "" },
			"pack charged and not settled":   func(d *draft) { d.Packs[0].Settled = 0 },
			"pack earns less than nothing":   func(d *draft) { d.Packs[0].Commission = -1 },
			"settlement of a pack changed":   func(d *draft) { d.Packs[1].Price++ },
			"settlement of a pack forgotten": func(d *draft) { d.Packs[1].Settled, d.Packs[1].Price, d.Packs[1].Commission = 0, 0, 0 },
			"settled pack of another":        func(d *draft) { d.Packs[1].Retailer = "rolf" },
			"guess not asked for":            func(d *draft) { d.Guesses[0].Subject = "person/x" },
			"guess changed twice":            func(d *draft) { d.Guesses = append(d.Guesses, d.Guesses[0]) },
			"guess found, as if it were new": func(d *draft) { d.Guesses[0].New = true },
			"guess new, as if it were found": func(d *draft) { d.Guesses[1].New = false },
			"fewer guesses than none":        func(d *draft) { d.Guesses[0].Failures = -1 },
			"sighting of nothing":            func(d *draft) { d.Sightings[0].Block = "" },
			"sighting at no time":            func(d *draft) { d.Sightings[0].At = 0 },
			"sighting without an answer":     func(d *draft) { d.Sightings[0].Answer = "" },
		} {
			err := h.decide(t, 10, func(d *draft) error {
				must(t, errors.Join(d.claim(0, retail.Paid, "rita", 2), d.claim(5, retail.Reserved, "rita", 2),
					d.pack(0, retail.Settled, "rita", 2), d.pack(1, retail.Stolen, "rita", 2)))
				d.guess(0, 2, 2)
				d.guess(1, 1, 2)
				d.see(0, 2, "rita", "pay")
				spoil(d)
				return nil
			})
			if !errors.Is(err, ErrWritten) {
				t.Errorf("%s: %v", name, err)
			}
			if h.dump(t) != before {
				t.Fatalf("%s: something was written", name)
			}
		}
		must(t, h.Commit(t.Context(), Ask{Guesses: []string{"\xff"}}, nil), ErrWritten)
	})
}
