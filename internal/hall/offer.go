package hall

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"encoding/binary"
	"slices"
	"time"

	"tirage/bingo"
	"tirage/fair"
	"tirage/internal/shop"
	"tirage/internal/store"
)

// offerLife is how long the cards of an offer may be bought.
const offerLife = 10 * time.Minute

// The refusals of offers.
var (
	ErrBadOffer     = shop.Say("bad_offer", "this is no offer that was made to you for this room: ask for another", "ce n’est pas une offre qui vous a été faite pour cette salle : demandez-en une autre")
	ErrOfferExpired = shop.Say("offer_expired", "this offer is over: ask for another", "cette offre n’est plus valable : demandez-en une autre")
)

// An offer takes no row. Its token says how its cards are made, and is bound to its player, room and formula:
//
//	nonce, 16 bytes ‖ expires, 8 ‖ count, 1 ‖ lucky numbers, 1 each ‖ MAC, 16
//
// in base64. The cards are those of the tape whose seed is HMAC-SHA-256(hall's secret, "tirage offer cards 1" ‖ … ‖ the token's bytes before the MAC).
type offer struct {
	nonce   [16]byte
	expires int64
	count   int
	lucky   []bingo.Ball
}

const (
	offerHead = 16 + 8 + 1
	offerMAC  = 16
)

func (o *offer) bytes() []byte {
	b := binary.BigEndian.AppendUint64(o.nonce[:len(o.nonce):len(o.nonce)], uint64(o.expires))
	b = append(b, byte(o.count))
	for _, l := range o.lucky {
		b = append(b, byte(l))
	}
	return b
}

// keyed is HMAC-SHA-256 of an offer's bytes, for a purpose, a player and a formula.
func (h *Hall) keyed(purpose string, by store.PersonID, f *bingo.Formula, data []byte) [32]byte {
	m := hmac.New(sha256.New, h.Keys.Secret.Raw()[:])
	m.Write([]byte(purpose + "\x00" + string(by) + "\x00"))
	m.Write(f.Digest[:])
	m.Write(data)
	return [32]byte(m.Sum(nil))
}

func (h *Hall) token(by store.PersonID, f *bingo.Formula, o *offer) string {
	data := o.bytes()
	mac := h.keyed("tirage offer 1", by, f, data)
	return base64.RawURLEncoding.EncodeToString(append(data, mac[:offerMAC]...))
}

// readToken refuses with ErrBadOffer, or ErrOfferExpired.
func (h *Hall) readToken(by store.PersonID, f *bingo.Formula, token string, now int64) (*offer, error) {
	raw, err := base64.RawURLEncoding.Strict().DecodeString(token)
	if err != nil || len(raw) < offerHead+offerMAC || len(raw) > offerHead+bingo.MaxLucky+offerMAC {
		return nil, ErrBadOffer
	}
	data, mac := raw[:len(raw)-offerMAC], raw[len(raw)-offerMAC:]
	want := h.keyed("tirage offer 1", by, f, data)
	if subtle.ConstantTimeCompare(mac, want[:offerMAC]) != 1 {
		return nil, ErrBadOffer
	}
	o := &offer{expires: int64(binary.BigEndian.Uint64(data[16:])), count: int(data[24])}
	copy(o.nonce[:], data)
	for _, l := range data[offerHead:] {
		o.lucky = append(o.lucky, bingo.Ball(l))
	}
	if now >= o.expires {
		return nil, ErrOfferExpired
	}
	return o, nil
}

// cards makes the cards of an offer: exact uniform ones, no two of them equal.
func (h *Hall) cards(by store.PersonID, f *bingo.Formula, o *offer) ([]bingo.Card, error) {
	s, err := sampler(f)
	if err != nil {
		return nil, err
	}
	if len(o.lucky) > 0 {
		if s, err = s.Given(o.lucky); err != nil {
			return nil, refusal(err)
		}
	}
	deal, err := bingo.NewDeal(f.Model, o.count)
	if err != nil {
		return nil, err
	}
	if err := deal.Draw(s, fair.NewTape(h.keyed("tirage offer cards 1", by, f, o.bytes())), o.count); err != nil {
		return nil, err
	}
	cards := make([]bingo.Card, o.count)
	for i := range cards {
		cards[i] = deal.Card(i)
	}
	return cards, nil
}

// Offer offers cards of a room's formula to a player, who has ten minutes to choose from them. It refuses with ErrRole, ErrUnknownRoom,
// room_closed, bad_count, or as bingo.Formula.MayChoose does.
func (h *Hall) Offer(ctx context.Context, by shop.By, want OfferOrder) (Offer, error) {
	if err := by.May(shop.Player, shop.Robot); err != nil {
		return Offer{}, err
	}
	room, err := h.roomRow(ctx, want.Room)
	if err != nil {
		return Offer{}, err
	}
	if room.State != "open" {
		return Offer{}, errRoomClosed
	}
	if want.Count < 1 || want.Count > MaxOffer {
		return Offer{}, shop.Sayf("bad_count", "1 to %d cards are offered at once", "de 1 à %d cartes sont proposées à la fois", MaxOffer)
	}
	f, err := h.formula(ctx, room.Formula)
	if err != nil {
		return Offer{}, err
	}
	if err := f.MayChoose(want.Lucky); err != nil {
		return Offer{}, refusal(err)
	}
	o := &offer{expires: h.shop.Time() + offerLife.Microseconds(), count: want.Count, lucky: slices.Sorted(slices.Values(want.Lucky))}
	_, _ = rand.Read(o.nonce[:]) // never fails: the standard library ends the program first
	cards, err := h.cards(by.Person, f, o)
	if err != nil {
		return Offer{}, err
	}
	return Offer{Token: h.token(by.Person, f, o), Room: want.Room, Cards: cards, Expires: o.expires}, nil
}
