package store

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"tirage/retail"
)

// TestCounterLists compares lists and sums with plain models.
func TestCounterLists(t *testing.T) {
	onEach(t, func(t *testing.T, d database) {
		h := counterHouse(t, d.fresh(t), Options{})
		ctx, by := t.Context(), []PersonID{"rita", "rolf"}
		states := []retail.ClaimState{retail.Reserved, retail.Paid, retail.Free, retail.Refunded, retail.Filed, retail.Exchanged, retail.Opposed}
		packs := []retail.PackState{retail.Received, retail.Active, retail.Settled, retail.Stolen}
		var claims []Claim // the models
		var all []Pack
		must(t, h.decide(t, 60, func(d *draft) error {
			for i := range int64(60) {
				must(t, errors.Join(d.claim(i, states[i%7], by[i/7%2], 100+i/4), d.pack(i, packs[i%4], by[i/4%2], 200+i)))
				c := d.Claims[i].Claim
				c.Journal = "north"
				claims, all = append(claims, c), append(all, d.Packs[i].Pack)
			}
			return nil
		}))
		var listed []Claim
		for after := (TicketRef{}); ; {
			page, err := h.Claims(ctx, after, 7)
			must(t, err)
			if len(page) == 0 {
				break
			}
			listed, after = append(listed, page...), page[len(page)-1].TicketRef
		}
		if !slices.Equal(listed, claims) {
			t.Errorf("claims %v\nwant %v", listed, claims)
		}
		for _, f := range []PackFilter{
			{}, {Retailer: "rita"}, {State: retail.Active}, {Block: firstBlock, Retailer: "rolf", State: retail.Settled}, {Block: "1001-00-0001"}, {Block: firstBlock},
		} {
			var got, want []Pack
			for _, p := range all {
				if (f.Block == "" || f.Block == p.Block) && (f.Retailer == "" || f.Retailer == p.Retailer) && (f.State == "" || f.State == p.State) {
					want = append(want, p)
				}
			}
			for after := (PackRef{}); ; {
				page, err := h.Packs(ctx, f, after, 7)
				must(t, err)
				if len(page) == 0 {
					break
				}
				got, after = append(got, page...), page[len(page)-1].PackRef
			}
			if !slices.Equal(got, want) {
				t.Errorf("%+v: %v\nwant %v", f, got, want)
			}
		}
		sumsAgree(t, h, claims, all)
	})
}

func sumsAgree(t *testing.T, h house, claims []Claim, packs []Pack) {
	t.Helper()
	ctx := t.Context()
	for _, time := range [][2]int64{{0, 0}, {103, 107}, {210, 240}} {
		in := func(at int64) bool { return at >= time[0] && (time[1] == 0 || at < time[1]) }
		over := func(s retail.ClaimState) bool {
			return s == retail.Paid || s == retail.Refunded || s == retail.Exchanged
		}
		sales, payments := map[PaperSale]bool{}, map[PaperPayment]bool{}
		got, err := h.PaperSales(ctx, time[0], time[1])
		must(t, err)
		for _, s := range got {
			for _, p := range packs {
				if p.Settled != 0 && in(p.Settled) && p.Retailer == s.Retailer {
					s.Packs, s.Price, s.Commission = s.Packs-1, s.Price-p.Price, s.Commission-p.Commission
				}
			}
			s.Retailer = ""
			sales[s] = true
		}
		paid, err := h.PaperPayments(ctx, time[0], time[1])
		must(t, err)
		n := int64(0)
		for _, s := range paid {
			n += s.Tickets
			for _, c := range claims {
				if in(c.At) && c.By == s.By && c.State == s.State && c.Lot == s.Lot {
					s.Tickets, s.Amount = s.Tickets-1, s.Amount-c.Amount
				}
			}
			s.By, s.State, s.Lot = "", "", 0
			payments[s] = true
		}
		for _, c := range claims {
			if in(c.At) && over(c.State) {
				n--
			}
		}
		if nothing := (PaperSale{Block: firstBlock}); len(sales) > 1 || len(sales) == 1 && !sales[nothing] || len(got) == 0 && time[0] != 103 {
			t.Errorf("%v: sales %v differ by %v", time, got, sales)
		}
		if nothing := (PaperPayment{Block: firstBlock}); n != 0 || len(payments) > 1 || len(payments) == 1 && !payments[nothing] {
			t.Errorf("%v: payments %v differ by %d and %v", time, paid, n, payments)
		}
	}
	counts, err := h.PackCounts(ctx)
	must(t, err)
	left := len(packs)
	for _, c := range counts {
		left -= int(c.Packs)
		for _, p := range packs {
			if p.State == c.State && p.Retailer == c.Retailer {
				c.Packs--
			}
		}
		if c.Packs != 0 {
			t.Errorf("%+v too many packs", c)
		}
	}
	if left != 0 {
		t.Errorf("%d packs are not counted", left)
	}
}

// TestOnlineSums sums what was sold and revealed online in a time, by hours.
func TestOnlineSums(t *testing.T) {
	const base, opened = hour - 2, 2*hour + 20 // two are sold in the first hour, three in the second
	onEach(t, func(t *testing.T, d database) {
		h := newHouse(t, d.fresh(t), Options{})
		must(t, h.commitFor(t.Context(), []string{"anne"}, nil, func(d *draft) error {
			err := d.deposit("anne", "d", 1, 3000)
			for i := range int64(5) {
				err = errors.Join(err, d.buy("anne", fmt.Sprint(i), base+i, firstBlock))
			}
			return err
		}))
		var refs []TicketRef
		for i := range int64(4) {
			refs = append(refs, TicketRef{firstBlock, i})
		}
		must(t, h.commitFor(t.Context(), []string{"anne"}, refs, func(d *draft) error {
			return errors.Join(d.reveal(refs[0], opened, 0, 0), d.reveal(refs[1], opened+1, 2, 300), d.reveal(refs[2], opened+2, 2, 300), d.reveal(refs[3], opened+3, 1, 500))
		}))
		for _, c := range []struct {
			from, to      int64
			sold, decided string
		}{
			{0, 0, "[{0 2 600} {3600000000 3 900}]", "[{0 7200000000 1 0} {1 7200000000 1 500} {2 7200000000 2 600}]"},
			{base + 1, base + 4, "[{0 1 300} {3600000000 2 600}]", "[]"},
			{base + 4, opened + 2, "[{3600000000 1 300}]", "[{0 7200000000 1 0} {2 7200000000 1 300}]"},
			{opened + 2, 0, "[]", "[{1 7200000000 1 500} {2 7200000000 1 300}]"},
		} {
			sold, err := h.OnlineSales(t.Context(), firstBlock, c.from, c.to)
			must(t, err)
			paid, err := h.OnlinePayments(t.Context(), firstBlock, c.from, c.to)
			must(t, err)
			if fmt.Sprint(sold) != c.sold || fmt.Sprint(paid) != c.decided {
				t.Errorf("from %d to %d: %v, %v", c.from, c.to, sold, paid)
			}
		}
	})
}
