package shop

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"tirage/internal/store"
	"tirage/ledger"
	"tirage/money"
	"tirage/retail"
)

// The acts of the counter that end in a payment or begin one, and the kinds of those that two persons decide: package counter makes them.
const (
	payClaim, misprintAct                               = "pay_claim", "misprint"
	reserveClaim, cancelClaim, openFile, opposeAct      = "reserve_claim", "cancel_claim", "open_file", "oppose"
	payFile, refundTicket, liftOpposition          Kind = "pay_file", "refund_ticket", "lift_opposition"
)

// claimMark is what the row of a claim must say for ever, once the ticket was paid, refunded or exchanged.
type claimMark struct {
	state                     retail.ClaimState
	by, journal               string
	seq, at, lot, composition int64
	amount                    money.Cents
}

// claimed learns of a ticket that was paid, refunded or exchanged at the counter.
func (h *held) claimed(r *store.Recorded) {
	words := strings.Fields(claimNote(&r.Act))
	said := claimMark{by: r.Act.Actor, journal: r.Journal, seq: r.Seq, at: r.Act.At}
	if len(words) < 2 {
		if r.Act.Kind != "approve" {
			h.at(ClaimDiffers, r, "it does not say which ticket it pays: %.80q", r.Act.Note)
		}
		return // a file that is refused pays nothing
	}
	ref, ok := ticketOf(words[0])
	switch {
	case words[1] == "refund":
		said.state = retail.Refunded
	case words[1] == "exchange":
		said.state = retail.Exchanged
	case words[1] == "lot" && len(words) >= 5 && words[3] == "composition":
		said.state, said.lot, said.composition = retail.Paid, whole(words[2]), whole(words[4])
		ok = ok && said.lot > 0 && said.composition >= 0
	default:
		ok = false
	}
	if !ok || len(r.Act.Transfers) != 1 {
		h.at(ClaimDiffers, r, "it does not say which ticket it pays, and what: %.80q", r.Act.Note)
		return
	}
	paid := &r.Act.Transfers[0]
	said.amount = paid.Amount
	if paid.Credit.Held() && paid.Credit.Owner() != r.Act.Actor || paid.Debit.Kind() != ledger.Game || paid.Debit.Owner() != string(ref.Block[:4]) {
		h.at(OwnerDiffers, r, "%s pays ticket %s:%d from %s to %s", r.Act.Actor, ref.Block, ref.Position, paid.Debit, paid.Credit)
	}
	if h.claims[ref] != 0 {
		h.at(PaidTwice, r, "ticket %s:%d was paid, refunded or exchanged before", ref.Block, ref.Position)
	} else {
		h.claims[ref] = mark(h, said)
	}
	if said.state == retail.Paid {
		at := store.LotRef{Block: ref.Block, Lot: said.lot}
		n := h.lots[at]
		n.Lot = said.lot
		n.Paid++
		h.lots[at] = n
	}
}

// claimNote is what an act says of a ticket: behind the reason, in brackets, where two persons decided.
func claimNote(a *ledger.Act) string {
	if a.Kind != "approve" {
		return a.Note
	}
	_, last, _ := cutLast(a.Note, " (")
	return strings.TrimSuffix(last, ")")
}

func cutLast(text, mark string) (before, after string, ok bool) {
	if i := strings.LastIndex(text, mark); i >= 0 {
		return text[:i], text[i+len(mark):], true
	}
	return text, "", false
}

// ticketOf reads "3002-00-0001:17".
func ticketOf(text string) (store.TicketRef, bool) {
	id, position, _ := strings.Cut(strings.TrimSuffix(text, ":"), ":")
	ref := store.TicketRef{Block: store.BlockID(id), Position: whole(position)}
	return ref, ref.Position >= 0 && len(id) == len("3002-00-0001")
}

// claimRows compares the claims.
func (h *held) claimRows(ctx context.Context, v *store.View) error {
	for after := (store.Cursor{}); ; {
		rows, err := v.Claims(ctx, store.ClaimFilter{}, after, pageOfRows)
		if err != nil {
			return err
		}
		for i := range rows {
			if err := h.claimRow(ctx, v, &rows[i]); err != nil {
				return err
			}
			after = rows[i].Cursor()
		}
		if len(rows) < pageOfRows {
			break
		}
	}
	for ref := range h.claims {
		h.find(ClaimDiffers, "ticket %s:%d was paid, refunded or exchanged, and its row does not say so", ref.Block, ref.Position)
	}
	return nil
}

func (h *held) claimRow(ctx context.Context, v *store.View, c *store.Claim) error {
	place := fmt.Sprintf("ticket %s:%d", c.Block, c.Position)
	said := h.claims[c.TicketRef]
	switch c.State {
	case retail.Paid, retail.Refunded, retail.Exchanged:
		delete(h.claims, c.TicketRef)
		row := claimMark{c.State, string(c.By), c.Journal, c.Seq, c.At, c.Lot, c.Composition, c.Amount}
		if said == 0 {
			h.find(ClaimDiffers, "%s: its row says that it is %s, no act did that", place, c.State)
		} else if said != mark(h, row) {
			h.find(ClaimDiffers, "%s: its row says that it is %s, not as its act says: by another, at another time, for another lot or amount (%d)", place, c.State, c.Amount)
		}
		return nil
	}
	if said != 0 {
		return nil // it is told with those that have no row
	}
	r, err := v.Act(ctx, c.Journal, c.Seq)
	if err != nil && !errors.Is(err, store.ErrUnknown) {
		return err
	}
	if err != nil || r.Act.Actor != string(c.By) || r.Act.At != c.At || !leaves(&r.Act, c) {
		h.find(ClaimDiffers, "%s: its row says that it is %s by act %d of journal %q, which does not say that", place, c.State, c.Seq, c.Journal)
	}
	return nil
}

// leaves tells whether an act leaves a claim as its row says.
func leaves(a *ledger.Act, c *store.Claim) bool {
	note := claimNote(a)
	if a.Kind == misprintAct { // of the ticket that was given in exchange
		_, note, _ = cutLast(note, " for ")
	}
	words := strings.Fields(note)
	if len(words) == 0 {
		return false
	}
	if ref, ok := ticketOf(words[0]); !ok || ref != c.TicketRef {
		return false
	}
	switch a.Kind {
	case reserveClaim, openFile:
		want := map[string]retail.ClaimState{reserveClaim: retail.Reserved, openFile: retail.Filed}[a.Kind]
		return c.State == want && len(words) == 7 && whole(words[2]) == c.Lot && whole(words[4]) == c.Composition && words[6] == c.Reference
	case cancelClaim, misprintAct:
		return c.State == retail.Free
	case opposeAct:
		return c.State == retail.Opposed
	case "approve":
		kind, _, _ := strings.Cut(a.Note, " ")
		return Kind(kind) == liftOpposition && (c.State == retail.Free || c.State == retail.Filed) ||
			Kind(kind) == payFile && (c.State == retail.Free || c.State == retail.Opposed)
	}
	return false
}
