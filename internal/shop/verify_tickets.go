package shop

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"tirage/internal/store"
	"tirage/ledger"
	"tirage/money"
)

// soldMark is what a ticket's row must say once it is sold.
type soldMark struct {
	owner, journal string
	seq, at        int64
	digest         [32]byte
	price          money.Cents
	play           bool
}

// openedMark is what a ticket's row must say once it is opened.
type openedMark struct {
	owner                string
	at, lot, composition int64
	paid                 money.Cents
	play                 bool // false for what paid nothing
}

// bought learns of a purchase: whose the tickets are, and what each cost.
func (h *held) bought(r *store.Recorded) {
	spans, err := soldBy(&r.Act)
	if err != nil || len(spans) == 0 || len(spans) != len(r.Act.Transfers) {
		h.at(TicketDiffers, r, "its purchase does not name the tickets that each of its %d payments is for", len(r.Act.Transfers))
		return
	}
	for i, s := range spans {
		paid := &r.Act.Transfers[i]
		n := s.end - s.first
		price := paid.Amount / money.Cents(n)
		if price*money.Cents(n) != paid.Amount {
			h.at(TicketDiffers, r, "%d is not the price of %d tickets", paid.Amount, n)
		}
		if paid.Debit.Held() && paid.Debit.Owner() != r.Act.Actor {
			h.at(OwnerDiffers, r, "%s pays for tickets of %s", paid.Debit, r.Act.Actor)
		}
		said := soldMark{r.Act.Actor, r.Journal, r.Seq, r.Act.At, r.Digest, price, paid.Credit.IsPlay()}
		kept := mark(h, said)
		for pos := s.first; pos < s.end; pos++ {
			slot := h.slot(store.TicketRef{Block: s.id, Position: pos}, true)
			if slot.sold != 0 {
				h.at(SoldTwice, r, "ticket %s:%d was sold before", s.id, pos)
			}
			slot.sold = kept
		}
		h.block(s.id).sell(h, r, s, price, said.play)
	}
}

// opened learns of a ticket that was opened: what it showed and what it paid.
func (h *held) opened(r *store.Recorded) {
	ref, lot, composition, ok := openedBy(&r.Act)
	if !ok || len(r.Act.Transfers) > 1 {
		h.at(TicketDiffers, r, "it does not say which ticket it opens, what that shows and what it pays: %.80q", r.Act.Note)
		return
	}
	said := openedMark{owner: r.Act.Actor, at: r.Act.At, lot: lot, composition: composition}
	for _, paid := range r.Act.Transfers {
		said.paid, said.play = paid.Amount, paid.Debit.IsPlay()
		if paid.Credit.Held() && paid.Credit.Owner() != r.Act.Actor {
			h.at(OwnerDiffers, r, "%s opens a ticket, %s is paid", r.Act.Actor, paid.Credit)
		}
	}
	slot := h.slot(ref, true)
	if slot.opened != 0 {
		h.at(RevealedTwice, r, "ticket %s:%d was opened before", ref.Block, ref.Position)
	} else {
		slot.opened = mark(h, said)
	}
	at := store.LotRef{Block: ref.Block, Lot: lot}
	n := h.lots[at]
	n.Lot = lot
	n.Revealed++
	if said.paid > 0 {
		n.Paid++
	}
	h.lots[at] = n
}

// openedBy reads what an act that opens a ticket says.
func openedBy(a *ledger.Act) (ref store.TicketRef, lot, composition int64, ok bool) {
	words := strings.Split(a.Note, " ")
	if len(words) != 5 || words[1] != "lot" || words[3] != "composition" {
		return ref, 0, 0, false
	}
	id, position, _ := strings.Cut(words[0], ":")
	ref = store.TicketRef{Block: store.BlockID(id), Position: whole(position)}
	lot, composition = whole(words[2]), whole(words[4])
	return ref, lot, composition, ref.Position >= 0 && lot >= 0 && composition >= 0 && strings.HasPrefix(a.Subject, id+"-")
}

// ticketRows compares the tickets.
func (h *held) ticketRows(ctx context.Context, v *store.View) error {
	for after := (store.TicketRef{Position: -1}); ; {
		rows, err := v.TicketsAfter(ctx, after, pageOfRows)
		if err != nil {
			return err
		}
		for i := range rows {
			if err := h.ticketRow(ctx, v, &rows[i]); err != nil {
				return err
			}
			after = rows[i].TicketRef
		}
		if len(rows) < pageOfRows {
			break
		}
	}
	order := func(a, b chunkRef) int {
		if a.block != b.block {
			return strings.Compare(string(a.block), string(b.block))
		}
		return int(a.number - b.number)
	}
	for _, at := range slices.SortedFunc(maps.Keys(h.tickets), order) {
		for i, slot := range h.tickets[at] {
			pos := at.number*ticketsOfAChunk + int64(i)
			switch {
			case slot.sold != 0:
				h.find(TicketMissing, "ticket %s:%d was sold, and is not there", at.block, pos)
			case slot.opened != 0:
				h.find(TicketMissing, "ticket %s:%d was opened, and no act sold it", at.block, pos)
			}
		}
	}
	h.tickets = nil // all that was sold was compared
	return nil
}

func (h *held) ticketRow(ctx context.Context, v *store.View, t *store.Ticket) error {
	place := fmt.Sprintf("ticket %s:%d", t.Block, t.Position)
	slot := h.slot(t.TicketRef, false)
	if slot == nil || slot.sold == 0 {
		h.find(TicketDiffers, "%s: no act sold it", place)
		if slot != nil {
			slot.opened = 0
		}
		return nil
	}
	owner := string(t.Owner)
	if slot.sold != mark(h, soldMark{owner, t.Journal, t.Seq, t.SoldAt, t.Digest, t.Price, t.Play}) {
		var err error
		if owner, err = h.explain(ctx, v, t, place); err != nil {
			return err
		}
	}
	said := openedMark{owner: owner, at: t.RevealedAt, lot: t.Lot, composition: t.Composition, paid: t.Paid, play: t.Play && t.Paid > 0}
	switch {
	case !t.Revealed() && slot.opened != 0:
		h.find(TicketDiffers, "%s: an act opened it, its row is sealed", place)
	case !t.Revealed() && (t.Lot != 0 || t.Composition != 0 || t.Paid != 0 || len(t.Secret) != 0):
		h.find(TicketDiffers, "%s: it is sealed, and its row says what it shows", place)
	case t.Revealed() && slot.opened == 0:
		h.find(TicketDiffers, "%s: its row is open, no act opened it", place)
	case t.Revealed() && (slot.opened != mark(h, said) || len(t.Secret) != 16):
		h.find(TicketDiffers, "%s: by its row it was opened otherwise than by its act: by another, at another time, with another lot or composition, or for another payment (%d)", place, t.Paid)
	}
	slot.sold, slot.opened = 0, 0
	return nil
}

// explain reports in what a ticket's row differs from the act that it names, and returns who bought the ticket, as far as that is known.
func (h *held) explain(ctx context.Context, v *store.View, t *store.Ticket, place string) (owner string, err error) {
	owner = string(t.Owner)
	if h.explained++; h.explained > ticketsExplained {
		h.find(TicketDiffers, "%s: its row is not what the act that sold it says", place)
		return owner, nil
	}
	r, err := v.Act(ctx, t.Journal, t.Seq)
	if err != nil && !errors.Is(err, store.ErrUnknown) {
		return owner, err
	}
	if err != nil || !sells(&r.Act, t.TicketRef) {
		h.find(TicketDiffers, "%s: its row names act %d of journal %q, which did not sell it", place, t.Seq, t.Journal)
		return owner, nil
	}
	if r.Act.Actor != owner {
		h.at(OwnerDiffers, &r, "%s: its row is %s's, sold it was to %s", place, t.Owner, r.Act.Actor)
	}
	spans, _ := soldBy(&r.Act) // it can be read: it sells the ticket
	var other []string
	for i, s := range spans {
		if s.id != t.Block || t.Position < s.first || t.Position >= s.end || i >= len(r.Act.Transfers) {
			continue
		}
		paid := &r.Act.Transfers[i]
		if price := paid.Amount / money.Cents(s.end-s.first); price != t.Price {
			other = append(other, fmt.Sprintf("its price is %d, paid was %d", t.Price, price))
		}
		if paid.Credit.IsPlay() != t.Play {
			other = append(other, "money and play money are exchanged")
		}
	}
	if r.Act.At != t.SoldAt {
		other = append(other, "its time of sale is another")
	}
	if r.Digest != t.Digest {
		other = append(other, "its digest is not the act's")
	}
	if len(other) > 0 || r.Act.Actor == owner {
		h.at(TicketDiffers, &r, "%s: its row is not what the act that sold it says: %s", place, strings.Join(other, ", "))
	}
	return r.Act.Actor, nil
}

// lotRows compares the counts of lots. Those of a block that has no row are not read: that is a fault already.
func (h *held) lotRows(ctx context.Context, v *store.View) error {
	blocks, err := v.Blocks(ctx)
	if err != nil {
		return err
	}
	for _, b := range blocks {
		rows, err := v.Lots(ctx, b.ID)
		if err != nil {
			return err
		}
		for _, row := range rows {
			at := store.LotRef{Block: b.ID, Lot: row.Lot}
			if want := h.lots[at]; want.Revealed != row.Revealed || want.Paid != row.Paid {
				h.find(LotCountsDiffer, "block %s, lot %d: %d opened and %d paid by its row, %d and %d by acts", b.ID, row.Lot, row.Revealed, row.Paid, want.Revealed, want.Paid)
			}
			delete(h.lots, at)
		}
	}
	for at, want := range h.lots {
		h.find(LotCountsDiffer, "block %s, lot %d: %d opened and %d paid by acts, and it has no row", at.Block, at.Lot, want.Revealed, want.Paid)
	}
	return nil
}
