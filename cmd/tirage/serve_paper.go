package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"

	"tirage/internal/counter"
	"tirage/internal/keeper"
	"tirage/internal/press"
	"tirage/internal/shop"
	"tirage/internal/store"
	"tirage/money"
	"tirage/retail"
	"tirage/seal"
)

// What a demo's retailer has been given, and on what terms.
const (
	demoActive                 = demoPaper - 2 // packs on sale; one more is confirmed, and one received
	demoCommission             = 50_000        // parts per million
	demoLimit      money.Cents = 2_000_00
	demoTried                  = "vegas-3eur" // the game whose paper tickets are shown to be tried
)

// demoTicket is a paper ticket of a SPECIMEN that anybody may try.
type demoTicket struct {
	Specimen bool        `json:"specimen"`
	Game     string      `json:"game"`
	Serial   string      `json:"serial"`
	VIRN     string      `json:"virn"`
	Amount   money.Cents `json:"amount"` // of its lot, 0 for none
}

// field opens the issues of the specimens and brings their paper packs to the demo's retailer, once; and finds tickets to try. In a house that
// was kept, and in which one of those who do that was locked or forgotten since, the field stays as it is.
func (d *demoHouse) field(ctx context.Context) error {
	err := d.sell(ctx)
	switch shop.RefusalName(err) {
	case "log_in", "locked", "not_allowed", "unknown_person", "unknown_retailer":
	default:
		if err != nil {
			return err
		}
	}
	return d.try(ctx)
}

func (d *demoHouse) sell(ctx context.Context) error {
	operators, retailers := d.of(shop.Operator), d.of(shop.Retailer)
	if len(retailers) == 0 {
		return nil
	}
	house, shopkeeper := operators[0], retailers[0]
	terms := counter.Terms{Person: shopkeeper.Person, Commission: demoCommission, Limit: demoLimit, Reason: "the demo's shop"}
	if _, err := d.paper.AddRetailer(ctx, house, "demo", terms); err != nil {
		return err
	}
	for _, folder := range d.blocks() {
		m, _, err := press.ReadManifest(folder, "")
		if err != nil {
			return err
		}
		if m.Packs.End < demoPacks+demoPaper { // a demo of before there was paper
			continue
		}
		id := store.BlockID(keeper.BlockID(m.Block))
		if _, err := d.paper.OpenIssue(ctx, house, "demo-"+string(id.Issue()), id.Issue(), "specimens of the demo"); err != nil {
			return err
		}
		if err := d.deliver(ctx, house, shopkeeper, id); err != nil {
			return err
		}
	}
	return nil
}

// deliver brings the paper packs of a block to the retailer.
func (d *demoHouse) deliver(ctx context.Context, house, shopkeeper shop.By, id store.BlockID) error {
	for _, step := range []struct {
		to    retail.PackState
		by    shop.By
		packs int64
	}{{retail.Received, house, demoPaper}, {retail.Confirmed, shopkeeper, demoPaper - 1}, {retail.Active, shopkeeper, demoActive}} {
		packs := counter.Packs{Block: id, First: demoPacks, Last: demoPacks + step.packs - 1, Retailer: shopkeeper.Person}
		if _, err := d.paper.Move(ctx, step.by, fmt.Sprintf("demo-%s-%s", step.to, id), step.to, packs); err != nil {
			return err
		}
	}
	return nil
}

// try finds a ticket with a small lot and one that loses, of a pack on sale, that nobody has claimed: by the specimen's seeds, which lie
// with it for everybody to see.
func (d *demoHouse) try(ctx context.Context) error {
	stock, err := press.OpenStock(filepath.Join(d.dir, blocksDir, demoTried), "", nil)
	if err != nil {
		return err
	}
	defer stock.Close()
	a, b, err := stock.Seeds()
	if err != nil {
		return err
	}
	numbers, err := seal.NewPress(a, b, stock.Manifest.Block)
	if err != nil {
		return err
	}
	key, err := seal.NewClaimKey(a, stock.Manifest.Block)
	if err != nil {
		return err
	}
	size := int(stock.Manifest.Block.PackSize)
	most := stock.Plan.Game.Payment.Retailer
	for _, wins := range []bool{true, false} {
		for position := demoPacks * size; position < (demoPacks+demoActive)*size && stock.Manifest.Packs.End > demoPacks; position++ {
			var t seal.Ticket
			if err := numbers.Ticket(position, &t); err != nil {
				return err
			}
			claimed, err := stock.Claim(t.Serial, t.VIRN, key)
			if err != nil {
				return err
			}
			if (claimed.Amount > 0) != wins || claimed.Amount > most {
				continue
			}
			_, err = d.store.Claim(ctx, store.TicketRef{Block: store.BlockID(keeper.BlockID(stock.Manifest.Block)), Position: claimed.Position})
			if err == nil {
				continue // somebody has tried it
			}
			if !errors.Is(err, store.ErrUnknown) {
				return err
			}
			d.tickets = append(d.tickets, demoTicket{true, demoTried, t.Serial.String(), t.VIRN.Grouped(), claimed.Amount})
			break
		}
	}
	return nil
}

// tellPaper shows the tickets to try.
func (d *demoHouse) tellPaper(out io.Writer, url string) {
	if len(d.tickets) == 0 {
		return
	}
	w := tongue(d.lang)
	fmt.Fprintln(out, w.in("Two SPECIMEN paper tickets of %s that retailer-1 has sold, to try; a real one shows its VIRN under the coating alone:", demoTried))
	t := newTable(w.heads("<serial", "<VIRN", "lot")...)
	for _, one := range d.tickets {
		t.add(one.Serial, one.VIRN, cents(one.Amount, w))
	}
	t.write(out)
	fmt.Fprintf(out, "  tirage claim check %s --server %s\n  tirage claim pay %s --login retailer-1 --server %s\n\n", d.tickets[0].Serial, url, d.tickets[0].Serial, url)
}
