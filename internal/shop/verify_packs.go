package shop

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"tirage/internal/store"
	"tirage/ledger"
	"tirage/money"
	"tirage/retail"
)

// packActs is what acts say of a pack: when it became what.
type packActs struct {
	moves             []packMove
	price, commission money.Cents // of its settlement
}

// broughtBack stands for what a lost or stolen pack was before.
const broughtBack retail.PackState = "brought back"

type packMove struct {
	to       retail.PackState
	by       retail.Party
	at       int64
	retailer store.PersonID // "" for whoever has it
}

// packStates are the states of a pack, in the order in which it may come to them, and the acts that do it.
var packStates = []struct {
	state retail.PackState
	act   string
}{
	{retail.Received, ActReceive},
	{retail.Confirmed, ActConfirm},
	{retail.Active, ActActivate},
	{retail.Settled, ActSettle},
	{retail.Returned, ActReturn},
	{retail.Lost, ActLose},
	{retail.Stolen, ActSteal},
}

// MaxPacks is how many packs one act moves at most.
const MaxPacks = 1000

// packsMoved learns of packs that were moved: "3002-00-0001:40-49", "retailer R".
func (h *held) packsMoved(r *store.Recorded, to retail.PackState) {
	a := &r.Act
	id, span, _ := strings.Cut(a.Subject, ":")
	from, through, _ := strings.Cut(span, "-")
	first, last := whole(from), whole(through)
	words := strings.Split(a.Note, " ")
	if first < 0 || last < first || last-first >= MaxPacks || len(words) < 2 || words[0] != "retailer" {
		h.at(PackDiffers, r, "it does not say which packs of whom it moves: %.80q, %.200q", a.Subject, a.Note)
		return
	}
	m := packMove{to, retail.House, a.At, store.PersonID(words[1])}
	if a.Role == string(Retailer) {
		m.by = retail.Counter
		if string(m.retailer) != a.Actor {
			h.at(PackDiffers, r, "%s moves packs of retailer %s", a.Actor, m.retailer)
		}
	}
	price := h.charged(r, store.BlockID(id), m, last-first+1)
	for n := first; n <= last; n++ {
		p := made(h.counter.packs, store.PackRef{Block: store.BlockID(id), Pack: n})
		p.moves = append(p.moves, m)
		if to == retail.Settled {
			p.price, p.commission = price(n == last)
		}
	}
}

// charged reads what a settlement charges for a pack and what is earned by it, and looks whether that is the money it moves: "retailer R
// commission 50000 ppm price 6000 last 6000", of which the last pack may be shorter.
func (h *held) charged(r *store.Recorded, id store.BlockID, m packMove, n int64) func(last bool) (price, commission money.Cents) {
	a := &r.Act
	if m.to != retail.Settled {
		if len(a.Transfers) > 0 {
			h.at(PackDiffers, r, "packs become %s, and money moves", m.to)
		}
		return nil
	}
	var ppm int64
	var prices [2]money.Cents // of a pack, and of the last one
	if _, err := fmt.Sscanf(a.Note, "retailer "+string(m.retailer)+" commission %d ppm price %d last %d", &ppm, &prices[0], &prices[1]); err != nil {
		h.at(PackDiffers, r, "it does not say what is charged for the packs: %.200q", a.Note)
	}
	var earned [2]money.Cents
	for i, price := range prices {
		var err error
		if earned[i], err = retail.Commission(price, ppm); err != nil {
			h.at(PackDiffers, r, "the commission of %d ppm on %d: %v", ppm, price, err)
		}
	}
	rest := money.Cents(n - 1)
	price, commission := rest*prices[0]+prices[1], rest*earned[0]+earned[1]
	play := len(a.Transfers) > 0 && a.Transfers[0].Debit.IsPlay()
	account := playing(ledger.Of(ledger.Retailer, string(m.retailer)), play)
	var want []ledger.Transfer
	if commission > 0 {
		want = append(want, ledger.Transfer{Debit: playing(ledger.Of(ledger.House, "commission"), play), Credit: account, Amount: commission})
	}
	want = append(want, ledger.Transfer{Debit: account, Credit: playing(ledger.Of(ledger.Game, string(id[:min(4, len(id))])), play), Amount: price})
	if !slices.Equal(a.Transfers, want) {
		h.at(PackDiffers, r, "%d packs of block %s are settled for %d, less %d, and that is not the money that moves", n, id, price, commission)
	}
	h.paperOf(id).money[b2i(play)] = true
	return func(last bool) (money.Cents, money.Cents) { return prices[b2i(last)], earned[b2i(last)] }
}

// packsRestored learns of packs that two persons brought back: "restore_pack 3002-00-0001:40-49 retailer R: the reason".
func (h *held) packsRestored(r *store.Recorded, words []string) {
	id, span, _ := strings.Cut(words[1], ":")
	from, through, _ := strings.Cut(span, "-")
	first, last := whole(from), whole(through)
	if first < 0 || last < first || last-first >= MaxPacks || len(words) < 4 || words[2] != "retailer" {
		h.at(PackDiffers, r, "it does not say which packs of whom it brings back: %.200q", r.Act.Note)
		return
	}
	m := packMove{to: broughtBack, by: retail.House, at: r.Act.At, retailer: store.PersonID(strings.TrimSuffix(words[3], ":"))}
	for n := first; n <= last; n++ {
		p := made(h.counter.packs, store.PackRef{Block: store.BlockID(id), Pack: n})
		p.moves = append(p.moves, m)
	}
}

// row is what the row of a pack must say; "" for nothing wrong with the acts. They are read in the order of their times; or, if that is none,
// in the order of the states, since the clocks of two nodes may differ by a moment.
func (p *packActs) row(ref store.PackRef) (store.Pack, string) {
	order := func(a, b packMove) int { return cmp.Compare(packOrder(a.to), packOrder(b.to)) }
	slices.SortFunc(p.moves, func(a, b packMove) int { return cmp.Or(cmp.Compare(a.at, b.at), order(a, b)) })
	row, wrong := p.walk(ref)
	if wrong == "" {
		return row, ""
	}
	slices.SortStableFunc(p.moves, order)
	if row, other := p.walk(ref); other == "" {
		return row, ""
	}
	return row, wrong
}

func packOrder(s retail.PackState) int {
	for i := range packStates {
		if packStates[i].state == s {
			return i
		}
	}
	return len(packStates)
}

// walk makes the moves of a pack, one after another.
func (p *packActs) walk(ref store.PackRef) (row store.Pack, wrong string) {
	row = store.Pack{PackRef: ref, Price: p.price, Commission: p.commission}
	for _, m := range p.moves {
		to, err := m.from(&row)
		if err != nil {
			return row, err.Error()
		}
		if m.to == retail.Received {
			row.Retailer = m.retailer
		} else if m.retailer != "" && m.retailer != row.Retailer {
			return row, fmt.Sprintf("it is retailer %s’s, and becomes %s as if it were %s’s", row.Retailer, m.to, m.retailer)
		}
		row.State, row.At = to, m.at
		switch m.to {
		case retail.Active:
			row.Activated = m.at
		case retail.Settled:
			row.Settled = m.at
		case retail.Received, retail.Confirmed, retail.Returned, retail.Lost, retail.Stolen, broughtBack:
		}
	}
	return row, ""
}

// from is what a move makes of a pack. It refuses with *retail.BadMove.
func (m *packMove) from(row *store.Pack) (retail.PackState, error) {
	activated, settled := row.Activated != 0, row.Settled != 0
	if m.to == retail.Settled {
		return row.State.Charge(activated, settled, m.by)
	}
	if m.to == broughtBack {
		return row.State.Restore(activated, settled)
	}
	return m.to, row.State.Move(m.to, m.by)
}

func (h *held) packRows(ctx context.Context, v *store.View) error {
	for after := (store.PackRef{}); ; {
		rows, err := v.Packs(ctx, store.PackFilter{}, after, pageOfRows)
		if err != nil {
			return err
		}
		for i := range rows {
			h.packRow(&rows[i])
			after = rows[i].PackRef
		}
		if len(rows) < pageOfRows {
			break
		}
	}
	order := func(a, b store.PackRef) int {
		return cmp.Or(cmp.Compare(a.Block, b.Block), cmp.Compare(a.Pack, b.Pack))
	}
	for _, ref := range slices.SortedFunc(maps.Keys(h.counter.packs), order) {
		h.find(PackDiffers, "block %s, pack %d: acts move it, and it has no row", ref.Block, ref.Pack)
	}
	return nil
}

func (h *held) packRow(row *store.Pack) {
	said := h.counter.packs[row.PackRef]
	delete(h.counter.packs, row.PackRef)
	if said == nil {
		h.find(PackDiffers, "block %s, pack %d: it is %s, and no act is about it", row.Block, row.Pack, row.State)
		return
	}
	want, wrong := said.row(row.PackRef)
	if wrong == "" && *row != want {
		wrong = "its row is not what the acts say: " + differences(
			"state", row.State, want.State, "retailer", row.Retailer, want.Retailer, "last moved", row.At, want.At, "activated", row.Activated, want.Activated,
			"settled", row.Settled, want.Settled, "price", row.Price, want.Price, "commission", row.Commission, want.Commission)
	}
	if wrong != "" {
		h.find(PackDiffers, "block %s, pack %d: %s", row.Block, row.Pack, wrong)
	}
}
