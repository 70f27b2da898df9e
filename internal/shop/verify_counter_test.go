package shop

import (
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"

	"tirage/internal/store"
	"tirage/ledger"
	"tirage/money"
	"tirage/retail"
)

const (
	aTicket = "0007-00-0001:17"
	aLot    = aTicket + " lot 3 composition 5 reference R "
)

// paperAct is an act of the counter by a retailer, or by an operator if its actor begins with "op".
func paperAct(kind, actor, note string, transfers ...ledger.Transfer) store.Recorded {
	role := Retailer
	if strings.HasPrefix(actor, "op") {
		role = Operator
	}
	return store.Recorded{Act: ledger.Act{Kind: kind, Actor: actor, Role: string(role), Note: note, Transfers: transfers}}
}

func moved(debit, credit ledger.Account, amount money.Cents) ledger.Transfer {
	return ledger.Transfer{Debit: debit, Credit: credit, Amount: amount}
}

// TestVerifyPaperActs holds acts of the counter against each other that no house writes: each is a fault, whichever node wrote it.
func TestVerifyPaperActs(t *testing.T) {
	lot := moved("play/game/0007", "play/retailer/bob", 2000)
	reserved := paperAct(ActReserve, "bob", aLot+"reserved 2000 expires 900")
	paid := paperAct(ActPay, "bob", aLot+"paid 2000 expires 900 after one/1", lot)
	filed := paperAct(ActOpenFile, "op", aLot+"filed 50000")
	settled := func(note string, transfers ...ledger.Transfer) store.Recorded {
		r := paperAct(ActSettle, "op", note, transfers...)
		r.Act.Subject = "0007-00-0001:40-42"
		return r
	}
	commission, price := moved("house/commission", "retailer/bob", 2500), moved("retailer/bob", "game/0007", 50000)
	for _, c := range []struct {
		what string
		acts []store.Recorded
		want []string
	}{
		{"sound", []store.Recorded{reserved, paid}, nil},
		{"cancelled", []store.Recorded{reserved, paperAct(ActCancel, "bob", aTicket+" free after one/1")}, nil},
		{"in one transaction", []store.Recorded{reserved, paperAct(ActPay, "bob", aLot+"paid 2000 expires 900 after /1", lot)}, nil},
		{"filed and paid", []store.Recorded{filed, paperAct("approve", "op2", "pay_file R pay \"it is (so)\": yes (they say) ("+aLot+"paid 50000 after one/1)", moved("game/0007", "cash/transfer", 50000))}, nil},
		{"filed and refused", []store.Recorded{filed, paperAct("approve", "op2", "pay_file R refuse \"it is not\": yes ("+aTicket+" free after one/1)")}, nil},
		{"settled", []store.Recorded{settled("retailer bob commission 50000 ppm price 20000 last 10000", commission, price)}, nil},
		{"settled without a commission", []store.Recorded{settled("retailer bob commission 0 ppm price 20000 last 10000", price)}, nil},

		{"paid twice", []store.Recorded{reserved, paid, paid}, []string{PaidTwice}},
		{"paid and refunded", []store.Recorded{reserved, paid, paperAct(ActMisprint, "bob", "refund ("+aTicket+" refunded 1000 after one/2)", moved("game/0007", "retailer/bob", 1000))}, []string{PaidTwice, ClaimDiffers}},
		{"paid and cancelled", []store.Recorded{reserved, paid, paperAct(ActCancel, "bob", aTicket+" free after one/2")}, []string{ClaimDiffers}},
		{"paid for another amount than reserved", []store.Recorded{reserved, paperAct(ActPay, "bob", aLot+"paid 9000 expires 900 after one/1", moved("game/0007", "retailer/bob", 9000))}, []string{ClaimDiffers}},
		{"paid by another reservation", []store.Recorded{reserved, paperAct(ActPay, "bob", strings.Replace(aLot, "R", "S", 1)+"paid 2000 expires 900 after one/1", lot)}, []string{ClaimDiffers}},
		{"more money than it says", []store.Recorded{reserved, paperAct(ActPay, "bob", aLot+"paid 2000 expires 900 after one/1", moved("game/0007", "retailer/bob", 2001))}, []string{ClaimDiffers}},
		{"no money", []store.Recorded{reserved, paperAct(ActPay, "bob", aLot+"paid 2000 expires 900 after one/1")}, []string{ClaimDiffers}},
		{"money for nothing", []store.Recorded{paperAct(ActReserve, "bob", aLot+"reserved 2000 expires 900", lot)}, []string{ClaimDiffers}},
		{"to another", []store.Recorded{reserved, paperAct(ActPay, "bob", aLot+"paid 2000 expires 900 after one/1", moved("game/0007", "retailer/eve", 2000))}, []string{OwnerDiffers}},
		{"from another game", []store.Recorded{reserved, paperAct(ActPay, "bob", aLot+"paid 2000 expires 900 after one/1", moved("game/3002", "retailer/bob", 2000))}, []string{OwnerDiffers}},
		{"by an operator to a retailer", []store.Recorded{reserved, paperAct(ActPay, "op", aLot+"paid 2000 expires 900 after one/1", lot)}, []string{OwnerDiffers}},
		{"too late", []store.Recorded{reserved, paperAct(ActPay, "bob", aLot+"paid 2000 expires 0 after one/1", lot)}, []string{ClaimDiffers}},
		{"no ticket", []store.Recorded{paperAct(ActReserve, "bob", "")}, []string{ClaimDiffers}},
		{"two tickets", []store.Recorded{paperAct(ActReserve, "bob", aLot+"reserved 2000; 0007-00-0001:18 reserved 2000")}, []string{ClaimDiffers}},
		{"two tickets by two persons", []store.Recorded{paperAct("approve", "op", "refund_ticket x: yes")}, []string{ClaimDiffers}},
		{"another lot of a file", []store.Recorded{filed, paperAct("approve", "op2", "pay_file R pay \"so\": yes ("+strings.Replace(aLot, "lot 3", "lot 4", 1)+"paid 50000 after one/1)", moved("game/0007", "cash/transfer", 50000))}, []string{ClaimDiffers}},
		{"another file", []store.Recorded{filed, paperAct("approve", "op2", "pay_file S pay \"so\": yes ("+aLot+"paid 50000 after one/1)", moved("game/0007", "cash/transfer", 50000))}, []string{FileDiffers}},
		{"refused and paid", []store.Recorded{filed, paperAct("approve", "op2", "pay_file R refuse \"so\": yes ("+aLot+"paid 50000 after one/1)", moved("game/0007", "cash/transfer", 50000))}, []string{FileDiffers}},
		{"a file in cash", []store.Recorded{filed, paperAct("approve", "op2", "pay_file R pay \"so\": yes ("+aLot+"paid 50000 after one/1)", moved("game/0007", "cash/centre", 50000))}, []string{OwnerDiffers}},
		{"settled for less", []store.Recorded{settled("retailer bob commission 50000 ppm price 20000 last 10000", commission, moved("retailer/bob", "game/0007", 49999))}, []string{PackDiffers}},
		{"a greater commission", []store.Recorded{settled("retailer bob commission 50000 ppm price 20000 last 10000", moved("house/commission", "retailer/bob", 2501), price)}, []string{PackDiffers}},
		{"settled by another", []store.Recorded{settled("retailer bob commission 50000 ppm price 20000 last 10000", commission, moved("retailer/eve", "game/0007", 50000))}, []string{PackDiffers}},
		{"no packs", []store.Recorded{paperAct(ActSettle, "op", "retailer bob commission 50000 ppm price 20000 last 10000", price)}, []string{PackDiffers}},
		{"collected from another", []store.Recorded{func() store.Recorded {
			r := paperAct(ActCollect, "op", "", moved("cash/bank", "retailer/eve", 5))
			r.Act.Subject = "bob"
			return r
		}()}, []string{RetailerDiffers}},
		{"lapsed early", []store.Recorded{paperAct(ActLapse, "counter", "lapses 100")}, []string{IssueDiffers}},
	} {
		var found []string
		h := newHeld(func(f *ledger.Fault) { found = append(found, f.Name) })
		for i := range c.acts {
			c.acts[i].Journal, c.acts[i].Seq = "one", int64(i)+1
			h.add(&c.acts[i])
		}
		if !slices.Equal(found, c.want) || h.count != int64(len(found)) {
			t.Errorf("%s: found is %v, want %v", c.what, found, c.want)
		}
	}
}

// The acts about a ticket are one chain over all journals, in whichever order these are read; and none where an act is missing, or two come
// after the same one.
func TestVerifyClaimChain(t *testing.T) {
	ref := store.TicketRef{Block: "0007-00-0001", Position: 17}
	at := func(journal string, seq int64, kind, actor, note string) store.Recorded {
		r := paperAct(kind, actor, note)
		r.Journal, r.Seq, r.Act.At = journal, seq, 5
		return r
	}
	acts := []store.Recorded{
		at("b", 1, ActReserve, "bob", aLot+"reserved 2000 expires 9"),
		at("a", 1, ActCancel, "bob", aTicket+" free after b/1"),
		at("c", 1, ActReserve, "bob", aLot+"reserved 2000 expires 9 after a/1"),
		at("a", 2, ActOppose, "op", "stolen ("+aTicket+" opposed after c/1)"),
		at("b", 2, "approve", "op", "lift_opposition x: found ("+aTicket+" free after a/2)"),
	}
	last := store.Claim{TicketRef: ref, State: retail.Free, By: "op", At: 5, Seq: 2, Journal: "b"}
	read := func(order ...int) (found []string) {
		h := newHeld(func(f *ledger.Fault) { found = append(found, f.Name) })
		for _, i := range order {
			h.add(&acts[i])
		}
		h.claimRow(&last)
		return found
	}
	for _, order := range [][]int{{0, 1, 2, 3, 4}, {1, 3, 0, 4, 2}, {2, 1, 3, 0, 4}, {2, 0, 4, 1, 3}} {
		if found := read(order...); found != nil {
			t.Errorf("read in the order %v: %v", order, found)
		}
	}
	for _, order := range [][]int{{0, 1, 2, 3}, {1, 2, 3, 4}, {0, 1, 3, 4}, {0, 4}, {4}, {}, {0, 1, 2, 3, 4, 4}} {
		if found := read(order...); len(found) == 0 {
			t.Errorf("acts %v alone are a chain", order)
		}
	}
}

// Which of two nodes' terms came last is known where they are further apart than clocks are; else both are believed, and no older ones.
func TestVerifyTermsOfTwoNodes(t *testing.T) {
	for _, c := range []struct {
		at   [3]int64 // seconds: made by a, then changed by a, and by b
		want [3]bool  // whether a row of these terms is believed
	}{
		{[3]int64{0, 100, 200}, [3]bool{false, false, true}},
		{[3]int64{0, 300, 200}, [3]bool{false, true, false}},
		{[3]int64{0, 100, 101}, [3]bool{false, true, true}},
		{[3]int64{0, 10, 70}, [3]bool{false, false, true}},
	} {
		for i, want := range c.want {
			h := newHeld(nil)
			for n, journal := range []string{"a", "a", "b"} {
				r := paperAct(ActSetRetailer, "op", fmt.Sprintf("commission %d ppm limit 5: so", n))
				if n == 0 {
					r.Act.Kind = ActAddRetailer
				}
				r.Journal, r.Act.Subject, r.Act.At = journal, "bob", c.at[n]*1_000_000
				h.add(&r)
			}
			h.retailerRow(&store.Retailer{Person: "bob", Commission: int64(i), Limit: 5}, h.counter.retailers["bob"])
			if got := h.count == 0; got != want {
				t.Errorf("given at %v, the row has the terms %d: believed is %v", c.at, i, got)
			}
		}
	}
}

// What a note says of a claim is read as it was written.
func TestClaimNote(t *testing.T) {
	ref := store.TicketRef{Block: "3002-00-0001", Position: 17}
	for _, c := range []claimed{
		{Claim: store.Claim{TicketRef: ref, State: retail.Free}},
		{Claim: store.Claim{TicketRef: ref, State: retail.Refunded, Amount: 300}, after: place{"one", 9}},
		{Claim: store.Claim{TicketRef: ref, State: retail.Free, Link: "3002-00-0001-000000-017-8"}},
		{Claim: store.Claim{TicketRef: ref, State: retail.Reserved, Amount: 5, Lot: 3, Reference: "3002-00-0001-000000-017-8.abc", Expires: 7}, after: place{"", 1}},
		{Claim: store.Claim{TicketRef: ref, State: retail.Filed, Amount: 5, Composition: 4, Reference: "r", Link: "l"}, after: place{"node-2", 1}},
	} {
		note := ClaimNote(store.Claim{Journal: c.after.journal, Seq: c.after.seq}, c.Claim)
		for _, whole := range []string{note, "a reason (with brackets) (" + note + ")", "pay_file x: a; b (" + note + "; " + note + ")"} {
			got := claimsOf(whole)
			if len(got) == 0 || len(got) != 1+strings.Count(whole, "; 3002") || got[0] != c || got[len(got)-1] != c {
				t.Errorf("%q is read as %+v", whole, got)
			}
		}
	}
	for _, note := range []string{
		"", "()", "x", ":17 free", aTicket, aTicket + " ", aTicket + " lot", aTicket + " lot x free", aTicket + " lot 3", aTicket + " free expires", aTicket + " free after",
		aTicket + " free after one", aTicket + " free after one/-1", aTicket + " free other 5", "0007-00-0001:-1 free", aTicket + " free; ", aTicket + " free (", "0007-00-0001 free",
	} {
		if got := claimsOf(note); got != nil {
			t.Errorf("%q is read as %+v", note, got)
		}
	}
}

func BenchmarkVerifyClaims(b *testing.B) {
	h := newHeld(func(f *ledger.Fault) { b.Error(f) })
	b.ReportAllocs()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for i := range b.N {
		ticket := fmt.Sprintf("0007-00-0001:%d lot 3 composition 5 reference 0007-00-0001-000%03d-000-1.0123456789abcdef0123456789abcdef ", i, i%1000)
		reserved := paperAct(ActReserve, "bob", ticket+"reserved 2000 expires 1775080800000000")
		reserved.Journal, reserved.Seq = "one", int64(2*i+1)
		h.add(&reserved)
		paid := paperAct(ActPay, "bob", fmt.Sprintf("%spaid 2000 expires 1775080800000000 after one/%d", ticket, 2*i+1), moved("game/0007", "retailer/bob", 2000))
		paid.Journal, paid.Seq = "one", int64(2*i+2)
		h.add(&paid)
	}
	b.StopTimer()
	runtime.GC()
	runtime.ReadMemStats(&after)
	b.ReportMetric(float64(after.HeapAlloc-before.HeapAlloc)/float64(b.N), "kept-B/ticket")
	runtime.KeepAlive(h)
}
