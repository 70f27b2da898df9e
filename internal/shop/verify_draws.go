package shop

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"tirage/bingo"
	"tirage/internal/store"
	"tirage/ledger"
	"tirage/money"
)

// What a Verifier of rows finds of live bingo.
const (
	DrawDiffers = "draw_differs" // a draw's row, its cards, what persons have in it or its events are not what the acts say
	RoomDiffers = "room_differs" // a room is not what was opened, or its jackpot and fund are not those of the ledger
)

// TheHall is who acts when rooms run by themselves, and as what.
const TheHall = "hall"

// drawActs is what the acts say of a draw. Sums stand for lists: each card, and each person's cards and money, has a weight that nobody can
// foresee, so that no other list has the same sum.
type drawActs struct {
	announced, locked, ended int
	room                     string
	commitments              string // "house …, keeper …"
	end                      string // state by the act that ended it
	sold                     int64
	stakes                   money.Cents
	cards                    uint64 // sum over cards
	held, paid               uint64 // sums over persons, by cards and by cents
	left, super              money.Cents
	supers                   int
	added                    money.Cents // as the fund's super jackpot, at the lock
	play                     bool
}

// roomActs is what the acts say of a room.
type roomActs struct {
	opened int
	closed bool
	at     int64 // of the last act about that
}

// cardSold is a card in a draw, as act and row must agree on it.
type cardSold struct {
	ref     store.DrawRef
	index   int64
	owner   string
	journal string
	seq     int64
}

// personIn is a person in a draw.
type personIn struct {
	ref    store.DrawRef
	person string
}

// live is what the acts say of rooms and draws.
type liveActs struct {
	draws map[store.DrawRef]*drawActs
	rooms map[string]*roomActs // by ID
	pots  map[ledger.Account]money.Cents
}

func newLiveActs() liveActs {
	return liveActs{map[store.DrawRef]*drawActs{}, map[string]*roomActs{}, map[ledger.Account]money.Cents{}}
}

// drawRef reads a draw's name.
func drawRef(text string) (store.DrawRef, bool) {
	id, err := bingo.ParseID(text)
	return store.DrawRef{Code: int64(id.Code), Number: int64(id.Number)}, err == nil
}

// lived learns of an act about live bingo. Whatever the act, the money that it moves in or out of draws, jackpots and funds is taken in.
func (h *held) lived(r *store.Recorded) {
	h.moved(r)
	a := &r.Act
	byHall := func() {
		if a.Actor != TheHall || a.Role != TheHall {
			h.at(DrawDiffers, r, "%s as %s does what rooms do by themselves: %s %s", a.Actor, a.Role, a.Kind, a.Subject)
		}
	}
	switch a.Kind {
	case "open_room":
		room := made(h.live.rooms, a.Subject)
		room.opened++
		if a.At >= room.at {
			room.closed, room.at = false, a.At
		}
	case "close_room":
		room := made(h.live.rooms, a.Subject)
		if a.At >= room.at {
			room.closed, room.at = true, a.At
		}
	case "announce_draw":
		byHall()
		if ref, ok := drawRef(a.Subject); ok {
			d := made(h.live.draws, ref)
			d.announced++
			room, rest, _ := strings.Cut(strings.TrimPrefix(a.Note, "of "), ", ")
			d.room, d.commitments = room, rest
		}
	case "buy_cards":
		h.cardsBought(r)
	case "lock_draw":
		byHall()
		if ref, ok := drawRef(a.Subject); ok {
			made(h.live.draws, ref).locked++
		}
	case "settle_draw":
		byHall()
		h.drawEnded(r, a.Subject, "settled")
	case "cancel_draw":
		if !Role(a.Role).staff() {
			byHall()
		}
		h.drawEnded(r, a.Subject, "cancelled")
	}
}

// decidedLive learns of an act of two persons about a draw: "void_draw 4211-00000042: the reason".
func (h *held) decidedLive(r *store.Recorded, kind, subject string) {
	switch kind {
	case "void_draw":
		h.drawEnded(r, subject, "void")
	case "announce_super":
		if ref, ok := drawRef(subject); ok {
			made(h.live.draws, ref).supers++
		}
	}
}

// moved takes in the money that an act moves in or out of draws, jackpots and funds.
func (h *held) moved(r *store.Recorded) {
	for _, t := range r.Act.Transfers {
		for _, side := range []struct {
			account ledger.Account
			amount  money.Cents
		}{{t.Debit, -t.Amount}, {t.Credit, t.Amount}} {
			switch side.account.Kind() {
			case ledger.Draw:
				name, super := strings.CutSuffix(side.account.Owner(), ".super")
				ref, ok := drawRef(name)
				if !ok {
					h.at(DrawDiffers, r, "money of %s, which is no draw's account", side.account)
					continue
				}
				d := made(h.live.draws, ref)
				if super {
					d.super += side.amount
				} else {
					d.left += side.amount
				}
				if super && side.amount > 0 {
					d.added += side.amount
				}
			case ledger.Jackpot, ledger.Fund:
				h.live.pots[side.account] += side.amount
			default:
			}
		}
	}
}

// cardsBought learns of a purchase: "4211-00000042:0-5 4211-00000043:0-5", each of its draws paid by one transfer of who bought.
func (h *held) cardsBought(r *store.Recorded) {
	a := &r.Act
	spans := strings.Fields(a.Subject)
	if len(spans) != len(a.Transfers) {
		h.at(DrawDiffers, r, "cards of %d draws are paid by %d transfers", len(spans), len(a.Transfers))
		return
	}
	for i, span := range spans {
		name, run, _ := strings.Cut(span, ":")
		var first, last int64
		ref, ok := drawRef(name)
		if n, err := fmt.Sscanf(run, "%d-%d", &first, &last); !ok || n != 2 || err != nil || last < first {
			h.at(DrawDiffers, r, "%.40q names no cards of a draw", span)
			continue
		}
		t := a.Transfers[i]
		payer := ledger.Of(ledger.Player, a.Actor)
		into := ledger.Of(ledger.Draw, name)
		if t.Debit != payer && t.Debit != payer.Play() || t.Credit != into && t.Credit != into.Play() {
			h.at(OwnerDiffers, r, "cards of draw %s are paid from %s to %s", name, t.Debit, t.Credit)
		}
		d := made(h.live.draws, ref)
		d.play = t.Debit.IsPlay()
		n := last - first + 1
		d.sold += n
		d.stakes += t.Amount
		for index := first; index <= last; index++ {
			d.cards += mark(h, cardSold{ref, index, a.Actor, r.Journal, r.Seq})
		}
		d.held += mark(h, personIn{ref, a.Actor}) * uint64(n)
	}
}

// drawEnded learns of the end of a draw, and of what it pays to whom.
func (h *held) drawEnded(r *store.Recorded, subject, state string) {
	ref, ok := drawRef(subject)
	if !ok {
		h.at(DrawDiffers, r, "%.40q is no draw", subject)
		return
	}
	d := made(h.live.draws, ref)
	d.ended++
	d.end = state
	if state == "cancelled" && r.Act.Kind == "cancel_draw" && strings.HasPrefix(r.Act.Note, "cancelled: ") && strings.Contains(r.Act.Note, ": too_few") {
		d.locked++ // the lock cancelled it
	}
	for _, t := range r.Act.Transfers {
		if t.Credit.Kind() == ledger.Player {
			d.paid += mark(h, personIn{ref, t.Credit.Owner()}) * uint64(t.Amount)
		}
	}
}

// roomRows compares the rooms and their draws.
func (h *held) roomRows(ctx context.Context, v *store.View) error {
	rooms, err := v.Rooms(ctx)
	if err != nil {
		return err
	}
	for i := range rooms {
		r := &rooms[i]
		said := made(h.live.rooms, string(r.ID))
		delete(h.live.rooms, string(r.ID))
		code := fmt.Sprintf("%04d", r.Code)
		jackpot, fund := playing(ledger.Of(ledger.Jackpot, code), r.Play), playing(ledger.Of(ledger.Fund, code), r.Play)
		switch {
		case said.opened == 0:
			h.find(RoomDiffers, "room %s: no act opened it", r.ID)
		case (r.State == "closed") != said.closed:
			h.find(RoomDiffers, "room %s: it is %s, and the last act says the contrary", r.ID, r.State)
		case h.live.pots[jackpot] != r.Jackpot || h.live.pots[fund] != r.Fund:
			h.find(RoomDiffers, "room %s: its jackpot is %d and its fund %d, by the acts %d and %d", r.ID, r.Jackpot, r.Fund, h.live.pots[jackpot], h.live.pots[fund])
		}
		if err := h.drawRows(ctx, v, r); err != nil {
			return err
		}
	}
	for _, id := range slices.Sorted(maps.Keys(h.live.rooms)) {
		h.find(RoomDiffers, "room %s: there are acts about it, and it is not there", id)
	}
	for ref := range h.live.draws {
		h.find(DrawDiffers, "draw %s: there are acts about it, and it is not there", ref)
	}
	return nil
}

func (h *held) drawRows(ctx context.Context, v *store.View, r *store.Room) error {
	next := r.Next
	for before := (store.DrawRef{Code: r.Code}); ; {
		rows, err := v.DrawsBefore(ctx, before, 1_000)
		if err != nil {
			return err
		}
		for i := range rows {
			d := &rows[i]
			before = d.DrawRef
			if next--; d.Number != next {
				h.find(RoomDiffers, "room %s: draw %d is where draw %d should be", r.ID, d.Number, next)
				next = d.Number
			}
			if err := h.drawRow(ctx, v, r, d); err != nil {
				return err
			}
		}
		if len(rows) < 1_000 {
			break
		}
	}
	if next != 1 {
		h.find(RoomDiffers, "room %s: the draws before %d are not there", r.ID, next)
	}
	return nil
}

func (h *held) drawRow(ctx context.Context, v *store.View, room *store.Room, d *store.Draw) error {
	said := made(h.live.draws, d.DrawRef)
	delete(h.live.draws, d.DrawRef)
	locked := d.Locked != 0
	switch {
	case said.announced != 1 || said.room != string(room.ID) || d.Room != room.ID || said.commitments != fmt.Sprintf("house %x, keeper %x", d.A, d.B):
		h.find(DrawDiffers, "draw %s: it was announced %d times, for room %s with other commitments or as another", d.DrawRef, said.announced, said.room)
	case said.sold != d.Size || said.stakes != d.Price*money.Cents(d.Size):
		h.find(DrawDiffers, "draw %s: %d cards for %d each by its row, %d for %d together by the acts", d.DrawRef, d.Size, d.Price, said.sold, said.stakes)
	case said.sold > 0 && said.play != d.Play || d.Play != room.Play:
		h.find(DrawDiffers, "draw %s: it is for the other kind of money", d.DrawRef)
	case said.locked > 1 || said.locked == 1 != locked:
		h.find(DrawDiffers, "draw %s: locked or not, and %d acts locked it", d.DrawRef, said.locked)
	case (d.Ended != 0) != (said.ended == 1) || said.ended > 1 || d.Ended != 0 && said.end != d.State:
		h.find(DrawDiffers, "draw %s: it is %s, and %d acts ended it, the last as %q", d.DrawRef, d.State, said.ended, said.end)
	case d.Ended != 0 && (said.left != 0 || said.super != 0):
		h.find(DrawDiffers, "draw %s: it has ended, and its accounts hold %d and %d", d.DrawRef, said.left, said.super)
	case d.Ended == 0 && said.left != said.stakes:
		h.find(DrawDiffers, "draw %s: its account holds %d of stakes of %d", d.DrawRef, said.left, said.stakes)
	case said.supers > 1 || (d.Super != 0) != (said.supers == 1) || said.added != 0 && said.added != d.Super:
		h.find(DrawDiffers, "draw %s: a super jackpot of %d, announced by %d acts of two persons, of which %d was added", d.DrawRef, d.Super, said.supers, said.added)
	}
	if err := h.cardRows(ctx, v, d, said); err != nil {
		return err
	}
	if err := h.holdingRows(ctx, v, d, said); err != nil {
		return err
	}
	return h.eventRows(ctx, v, d)
}
