package shop_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"tirage/internal/counter"
	"tirage/internal/press"
	"tirage/internal/shop"
	"tirage/internal/store"
	"tirage/money"
	"tirage/retail"
	"tirage/scratch"
	"tirage/seal"
)

// The counter is a room above package shop: the tests there cannot import it, and the clients of their houses go to it all the same.
func TestMain(m *testing.M) {
	shop.OpenPaperRoom = openRoom
	shop.Main(m)
}

// room is a counter, and all numbers of a block.
type room struct {
	*counter.Counter
	stock     *press.Stock
	press     *seal.Press
	envelopes []byte
}

func openRoom(s *shop.Shop, kept *store.Store, folder string) (shop.PaperRoom, error) {
	r := &room{Counter: counter.Open(s, kept)}
	var err error
	if r.stock, err = press.OpenStock(folder, "", nil); err != nil {
		return nil, err
	}
	a, b, err := r.stock.Seeds()
	if err != nil {
		return nil, err
	}
	if r.press, err = seal.NewPress(a, b, r.stock.Manifest.Block); err != nil {
		return nil, err
	}
	r.envelopes, err = os.ReadFile(filepath.Join(folder, "envelopes"))
	return r.do, err
}

// do does an act of the counter.
func (r *room) do(ctx context.Context, by shop.By, c shop.PaperCall) (a shop.PaperAnswer, err error) {
	id := store.BlockID(fmt.Sprintf("%04d-%02d-%04d", r.stock.Manifest.Block.Game, r.stock.Manifest.Block.Issue, r.stock.Manifest.Block.Number))
	move := func(to retail.PackState, of string) {
		_, err = r.Move(ctx, by, c.Key, to, counter.Packs{Block: id, First: c.First, Last: c.Last, Retailer: store.PersonID(of)})
	}
	switch c.Op {
	case shop.ActOpenIssue:
		_, err = r.OpenIssue(ctx, by, c.Key, store.IssueID(c.Target), "notice of opening")
	case shop.ActAddRetailer:
		terms := counter.Terms{Person: store.PersonID(c.Target), Commission: 50_000, Limit: 10_000_00, Reason: "a good shop"}
		_, err = r.AddRetailer(ctx, by, c.Key, terms)
	case shop.ActReceive:
		move(retail.Received, c.Target)
	case shop.ActConfirm:
		move(retail.Confirmed, c.Target)
	case shop.ActActivate:
		move(retail.Active, c.Target)
	case shop.ActSettle:
		var page counter.PackPage
		if page, err = r.Packs(ctx, by, store.PackFilter{Block: id}, store.PackRef{Block: id, Pack: c.First - 1}, 1); err == nil {
			move(retail.Settled, string(page.Items[0].Retailer))
		}
	case shop.ActCollect:
		_, err = r.Collect(ctx, by, c.Key, counter.Collection{Retailer: store.PersonID(c.Target), Amount: c.Amount, Play: true})
		a.Amount = c.Amount
	case shop.ActReserve:
		var look counter.Look
		if look, _, err = r.look(c.Target); err == nil {
			var got counter.Reservation
			got, err = r.Reserve(ctx, by, c.Key, look)
			a.Reference, a.Amount = got.Reference, got.Amount
		}
	case shop.ActPay:
		var got counter.Payment
		got, err = r.Confirm(ctx, by, c.Key, c.Target)
		a.Amount = got.Amount
	case shop.ActCancel:
		_, err = r.Cancel(ctx, by, c.Key, c.Target)
	case shop.ActMisprint:
		a.Amount, err = r.misprint(ctx, by, c)
	default:
		panic(c.Op)
	}
	return a, err
}

// look is what is printed on a ticket, and its face without the first element.
func (r *room) look(text string) (counter.Look, []byte, error) {
	var one seal.Ticket
	serial, err := seal.ParseSerial(text)
	if err != nil {
		return counter.Look{}, nil, err
	}
	pos, err := r.stock.Manifest.Block.Position(serial)
	if err != nil {
		return counter.Look{}, nil, err
	}
	p := r.press.Clone() // clients call at the same time
	if err := p.Ticket(pos, &one); err != nil {
		return counter.Look{}, nil, err
	}
	o, err := p.Open((*[seal.RecordSize]byte)(r.envelopes[pos*seal.RecordSize:]), &one)
	if err != nil {
		return counter.Look{}, nil, err
	}
	cells, _, err := r.stock.Face(o, one.Secret)
	if err != nil {
		return counter.Look{}, nil, err
	}
	clear(cells[:1])
	face := scratch.WriteFace(r.stock.Plan.Game, cells, scratch.FaceHeader{Serial: text, Specimen: true})
	return counter.Look{Serial: text, VIRN: one.VIRN.Text()}, face, nil
}

func (r *room) misprint(ctx context.Context, by shop.By, c shop.PaperCall) (money.Cents, error) {
	look, face, err := r.look(c.Target)
	if err != nil {
		return 0, err
	}
	m := counter.Misprint{Serial: look.Serial, VIRN: look.VIRN, Face: face, Way: counter.Refund}
	if c.Other != "" {
		m.Way, m.Replacement = counter.Exchange, c.Other
	}
	got, err := r.Misprint(ctx, by, c.Key, m)
	return got.Amount, err
}
