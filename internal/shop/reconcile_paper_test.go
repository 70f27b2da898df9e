package shop

import (
	"cmp"
	"database/sql"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"tirage/ledger"
	"tirage/money"
	"tirage/seal"
)

// ticketAt is a ticket by its block and position.
type ticketAt struct {
	block    string
	position int64
}

type packAt struct {
	block string
	pack  int64
}

type claimRow struct {
	state                    string
	amount, lot, composition int64
	actor, reference         string
	expires, at              int64
	by                       actPlace
	link                     string
}

type packRow struct {
	state, retailer        string
	at, activated, settled int64
	price, commission      money.Cents
}

// paperBooks are the rows of the counter, as the acts about it make them one after another.
type paperBooks struct {
	*records
	claims    map[ticketAt]claimRow
	packs     map[packAt]packRow
	retailers map[string][3]int64 // commission, limit, since
	issues    map[string][2]any   // opened, notice
	seen      map[string]int      // sightings that reservations left which paid nothing
}

// paper: the acts of the counter, done again in the order of their times, make the rows that are there: every lot that was paid was sealed
// so, to who reserved it, and once; every pack was charged once.
func (r *records) paper(tx *sql.Tx) {
	b := &paperBooks{r, map[ticketAt]claimRow{}, map[packAt]packRow{}, map[string][3]int64{}, map[string][2]any{}, map[string]int{}}
	r.paperPaid = map[string]int64{}
	acts := slices.Clone(r.acts)
	slices.SortStableFunc(acts, func(x, y *actRow) int { return cmp.Compare(x.At, y.At) })
	for _, a := range acts {
		switch a.Kind {
		case ActOpenIssue:
			b.issues[a.Subject] = [2]any{a.At, a.Note}
		case ActAddRetailer:
			var ppm, limit int64
			if _, err := fmt.Sscanf(a.Note, "commission %d ppm limit %d:", &ppm, &limit); err != nil {
				r.t.Fatal(err)
			}
			b.retailers[a.Subject] = [3]int64{ppm, limit, a.At}
		case ActReceive, ActConfirm, ActActivate, ActSettle:
			b.move(a)
		case ActReserve, ActPay, ActCancel, ActMisprint:
			b.claim(a)
		}
	}
	b.compare(tx)
}

// find is where a ticket lies, and what was sealed in it.
func (b *paperBooks) find(serial string) (at ticketAt, o seal.Outcome, amount money.Cents) {
	b.t.Helper()
	at.block = serial[:12]
	if b.blocks[at.block] == nil {
		b.t.Fatalf("ticket %s is of no block", serial)
	}
	k := sealed(b.t, b.blocks[at.block].folder)
	n, err := seal.ParseSerial(serial)
	if err != nil {
		b.t.Fatal(err)
	}
	pos, err := k.stock.Manifest.Block.Position(n)
	if err != nil {
		b.t.Fatal(err)
	}
	at.position = int64(pos)
	_, o, _, amount = k.at(b.t, at.position)
	return at, o, amount
}

// claim does an act about a ticket again.
func (b *paperBooks) claim(a *actRow) {
	var told struct {
		Reference, Way, Replacement string
		Amount                      int64
		Expires                     int64
	}
	if err := json.Unmarshal(a.answer, &told); err != nil {
		b.t.Fatal(err)
	}
	at, o, amount := b.find(a.Subject)
	was := b.claims[at]
	row := claimRow{actor: a.Actor, at: a.At, by: a.actPlace, link: was.link}
	block := b.blocks[at.block]
	pays := money.Cents(0)
	if was.state == "reserved" && a.Kind != ActPay { // it ends without a payment: who made it had seen the ticket
		b.seen[fmt.Sprint(at, was.at, was.actor)]++
	}
	switch free := was.state == "" || was.state == "free" || was.state == "reserved"; {
	case a.Kind == ActReserve && free && money.Cents(told.Amount) == amount && amount > 0 && told.Expires > a.At:
		row.state, row.amount, row.lot, row.composition, row.reference, row.expires = "reserved", told.Amount, int64(o.Lot), int64(o.Composition), told.Reference, told.Expires
	case a.Kind == ActPay && was.state == "reserved" && was.actor == a.Actor && a.At < was.expires:
		row, pays = was, amount
		row.state, row.at, row.by = "paid", a.At, a.actPlace
		b.paperPaid[fmt.Sprint(at.block, " ", o.Lot)]++
	case a.Kind == ActCancel && was.state == "reserved" && was.actor == a.Actor:
		row.state = "free"
	case a.Kind == ActMisprint && free && told.Way == "refund":
		row.state, row.amount, pays = "refunded", block.price, money.Cents(block.price)
	case a.Kind == ActMisprint && free && told.Way == "exchange":
		row.state, row.amount, row.link, pays = "exchanged", block.price, told.Replacement, money.Cents(block.price)
		other, _, _ := b.find(told.Replacement)
		if b.claims[other].state != "" {
			b.t.Errorf("act %v gives away a ticket that is %+v", a.actPlace, b.claims[other])
		}
		b.claims[other] = claimRow{state: "free", actor: a.Actor, at: a.At, by: a.actPlace, link: a.Subject}
	default:
		b.t.Errorf("act %v is done to a ticket of %d that is %+v: %+v", a.actPlace, amount, was, a.Act)
	}
	want := []ledger.Transfer(nil)
	if pays > 0 {
		play := block.play == 1
		want = []ledger.Transfer{{Debit: playing(ledger.Of(ledger.Game, block.game), play), Credit: playing(ledger.Of(ledger.Retailer, a.Actor), play), Amount: pays}}
	}
	if !slices.Equal(a.Transfers, want) {
		b.t.Errorf("act %v moves %v, not %v", a.actPlace, a.Transfers, want)
	}
	b.claims[at] = row
}

// move does a move of packs again.
func (b *paperBooks) move(a *actRow) {
	id, span, _ := strings.Cut(a.Subject, ":")
	var first, last int64
	if _, err := fmt.Sscanf(span, "%d-%d", &first, &last); err != nil || b.blocks[id] == nil {
		b.t.Fatalf("act %v moves %q", a.actPlace, a.Subject)
	}
	retailer := strings.Fields(a.Note)[1]
	from := map[string]string{ActReceive: "", ActConfirm: "received", ActActivate: "confirmed", ActSettle: "active"}[a.Kind]
	to := map[string]string{ActReceive: "received", ActConfirm: "confirmed", ActActivate: "active", ActSettle: "settled"}[a.Kind]
	var price, commission money.Cents
	for n := first; n <= last; n++ {
		p := b.packs[packAt{id, n}]
		if p.state != from || from != "" && p.retailer != retailer {
			b.t.Errorf("act %v makes pack %d %s, which is %+v", a.actPlace, n, to, p)
		}
		p.state, p.retailer, p.at = to, retailer, a.At
		switch a.Kind {
		case ActActivate:
			p.activated = a.At
		case ActSettle:
			p.settled, p.price = a.At, money.Cents(b.blocks[id].price*100)
			p.commission = p.price * money.Cents(b.retailers[retailer][0]) / 1_000_000
			price, commission = price+p.price, commission+p.commission
		}
		b.packs[packAt{id, n}] = p
	}
	var want []ledger.Transfer
	if a.Kind == ActSettle {
		of := func(k ledger.Kind, owner string) ledger.Account {
			return playing(ledger.Of(k, owner), b.blocks[id].play == 1)
		}
		want = []ledger.Transfer{
			{Debit: of(ledger.House, "commission"), Credit: of(ledger.Retailer, retailer), Amount: commission},
			{Debit: of(ledger.Retailer, retailer), Credit: of(ledger.Game, b.blocks[id].game), Amount: price},
		}
	}
	if !slices.Equal(a.Transfers, want) {
		b.t.Errorf("act %v moves %v, not %v", a.actPlace, a.Transfers, want)
	}
}

// compare reads the rows.
func (b *paperBooks) compare(tx *sql.Tx) {
	claims, packs, retailers, issues, seen := map[ticketAt]claimRow{}, map[packAt]packRow{}, map[string][3]int64{}, map[string][2]any{}, map[string]int{}
	each(b.t, tx, `select block, position, state, amount, lot, composition, actor, reference, expires, at, journal, seq, link from claim`, func(scan func(...any) error) error {
		var at ticketAt
		var c claimRow
		err := scan(&at.block, &at.position, &c.state, &c.amount, &c.lot, &c.composition, &c.actor, &c.reference, &c.expires, &c.at, &c.by.journal, &c.by.seq, &c.link)
		claims[at] = c
		return err
	})
	each(b.t, tx, `select block, pack, state, retailer, at, activated, settled, price, commission from pack`, func(scan func(...any) error) error {
		var at packAt
		var p packRow
		err := scan(&at.block, &at.pack, &p.state, &p.retailer, &p.at, &p.activated, &p.settled, &p.price, &p.commission)
		packs[at] = p
		return err
	})
	each(b.t, tx, `select person, commission, credit, since from retailer`, func(scan func(...any) error) error {
		var id string
		var r [3]int64
		err := scan(&id, &r[0], &r[1], &r[2])
		retailers[id] = r
		return err
	})
	each(b.t, tx, `select id, opened, opening_notice from issue where state = 'open' and closed = 0 and closing_notice = '' and closing_day = '' and lapses = 0`, func(scan func(...any) error) error {
		var id, notice string
		var opened int64
		err := scan(&id, &opened, &notice)
		issues[id] = [2]any{opened, notice}
		return err
	})
	each(b.t, tx, `select block, position, at, actor from sighting where answer = 'pay'`, func(scan func(...any) error) error {
		var at ticketAt
		var when int64
		var actor string
		err := scan(&at.block, &at.position, &when, &actor)
		seen[fmt.Sprint(at, when, actor)]++
		return err
	})
	differ(b, "claims", claims, b.claims)
	differ(b, "packs", packs, b.packs)
	differ(b, "retailers", retailers, b.retailers)
	differ(b, "issues", issues, b.issues)
	differ(b, "sightings", seen, b.seen)
	for _, table := range []string{"claim_file", "block_seeds"} {
		each(b.t, tx, `select count(*) from `+table, func(scan func(...any) error) error {
			var n int
			err := scan(&n)
			if n != 0 {
				b.t.Errorf("%d rows of %s, and no act makes one", n, table)
			}
			return err
		})
	}
}

func differ[K, V comparable](b *paperBooks, what string, got, want map[K]V) {
	if maps.Equal(got, want) {
		return
	}
	for k, v := range want {
		if got[k] != v {
			b.t.Errorf("%s: %v is %+v, by the acts %+v", what, k, got[k], v)
		}
	}
	for k, v := range got {
		if _, there := want[k]; !there {
			b.t.Errorf("%s: %v is %+v, by no act", what, k, v)
		}
	}
}

// paperAsked holds what a client of the counter was answered against the act.
func (r *records) paperAsked(c call, got answer, a *actRow) {
	var moved money.Cents
	for _, l := range a.Transfers {
		moved = l.Amount // a settlement's price comes last
	}
	var told struct{ Reference string }
	if err := json.Unmarshal(a.answer, &told); err != nil {
		r.t.Errorf("act %v: %v", a.actPlace, err)
	}
	subject, amount := c.Target, got.Paper.Amount
	switch c.Op {
	case ActPay, ActCancel:
		subject, _, _ = strings.Cut(c.Target, ".")
	case ActReserve:
		amount = 0
	case ActSettle:
		subject, amount = fmt.Sprintf("%s:%d-%d", firstBlock, c.Pack, c.Pack), moved
	}
	if a.Subject != subject || moved != amount || told.Reference != got.Paper.Reference {
		r.t.Errorf("%+v was answered %+v, done was %+v", c, got, a.Act)
	}
}
