package hall

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"tirage/bingo"
	"tirage/internal/shop"
	"tirage/internal/store"
	"tirage/ledger"
	"tirage/money"
)

// The refusals of purchases.
var (
	errNoDraw     = shop.Say("no_draw_on_sale", "no draw of this room is on sale, or not so many: look when the next sale opens", "aucun tirage de cette salle n’est en vente, ou pas autant : regardez quand ouvre la prochaine vente")
	errLocked     = shop.Say("sold_after_lock", "the sale of this draw is over: nothing was charged", "la vente de ce tirage est terminée : rien n’a été débité")
	errSaleClosed = shop.Say("sale_closed", "the sale of this draw has closed: nothing was charged", "la vente de ce tirage est fermée : rien n’a été débité")
	errCardEqual  = shop.Say("card_equal", "an equal card is in this draw already: ask for other cards", "une carte égale est déjà dans ce tirage : demandez d’autres cartes")
	errFull       = shop.Say("draw_full", "this draw is full", "ce tirage est complet")
	errOther      = shop.Say("other_player", "one person plays this draw", "une seule personne joue ce tirage")
	errOwnDraw    = shop.Say("unknown_draw", "in a single-player room a draw begins with its purchase: name none", "dans une salle à un joueur, un tirage commence avec son achat : n’en nommez aucun")
	errDiffers    = shop.Say("stake_differs", "all cards of this draw have one stake", "toutes les cartes de ce tirage ont une même mise")
	errWallet     = shop.Say("wallet_rooms", "cards are paid from the house's own accounts: where an operator's wallet holds the money, rooms are for play money", "les cartes se paient sur les comptes de la maison : là où le portefeuille d’un opérateur tient l’argent, les salles sont pour l’argent fictif")
)

// purchase is an order of cards being decided.
type purchase struct {
	hall    *Hall
	by      shop.By
	act     *ledger.Act
	room    store.Room
	formula *bingo.Formula
	limit   int // of cards per player and draw
	cards   []bingo.Card
	texts   [][]byte
	price   money.Cents
	draws   []store.DrawRef
	owner   bingo.OwnerSecret
	refused error
}

// bought is the stored answer of a purchase: what receipts are made of, and made again.
type bought struct {
	Draws   []boughtIn  `json:"draws"`
	Total   money.Cents `json:"total"`
	Balance money.Cents `json:"balance"`
}

type boughtIn struct {
	Draw string `json:"draw"`
	From int64  `json:"from"` // index of the first card
}

// Buy sells cards of an offer to a player, the same in each of the next draws, by one act: all of them or none. It refuses with ErrRole,
// ErrKeyMissing, ErrUnknownRoom, ErrUnknownDraw, bad_draws, bad_cards, ErrBadOffer, ErrOfferExpired, wrong_stake, ErrKeyReused, room_closed, no_draw_on_sale,
// wallet_rooms, sale_closed, sold_after_lock, too_many_cards, draw_full, stake_differs, other_player, card_equal or ErrFunds: then nothing was
// charged and no card plays.
func (h *Hall) Buy(ctx context.Context, by shop.By, key string, o CardOrder) (Purchase, error) {
	if err := by.May(shop.Player, shop.Robot); err != nil {
		return Purchase{}, err
	}
	a, err := by.Keyed("buy_cards", key, o.Room, o.Offer, o.Cards, o.Draws, o.Draw, o.Stake)
	if err != nil {
		return Purchase{}, err
	}
	p, err := h.order(ctx, by, o)
	if err != nil || p.formula.Mode == bingo.Single {
		// An offer is none any more once the room plays another version, and no draw is announced for who asks again.
		if done, failed := h.before(ctx, a); failed != nil || done.Draws != nil {
			return h.answer(ctx, by, &done, failed)
		}
	}
	if err != nil {
		return Purchase{}, err
	}
	p.act = a
	p.draws, err = h.drawsFor(ctx, p, o)
	p.refused = cmp.Or(p.refused, err)
	var done bought // the writer's until it answers
	err = h.shop.Do(ctx, shop.Task{
		Person: by.Person,
		Ask:    p.ask,
		Decide: func(b *shop.Batch) error {
			done = bought{}
			if again, err := b.Again(a, &done); again {
				return err
			}
			return p.decide(b, &done)
		},
	})
	return h.answer(ctx, by, &done, err)
}

// order reads an order, without looking at draws.
func (h *Hall) order(ctx context.Context, by shop.By, o CardOrder) (p *purchase, err error) {
	p = &purchase{hall: h, by: by}
	if p.room, err = h.roomRow(ctx, o.Room); err != nil {
		return nil, err
	}
	if p.formula, err = h.formula(ctx, p.room.Formula); err != nil {
		return nil, err
	}
	s, err := settings(&p.room)
	if err != nil {
		return nil, err
	}
	p.limit = min(s.MaxCards, p.formula.MaxCards)
	if o.Draws < 1 || o.Draws > MaxDraws || o.Draws > 1 && p.formula.Mode == bingo.Single {
		return nil, shop.Sayf("bad_draws", "cards are bought for 1 to %d draws, in a single-player room for one", "les cartes s’achètent pour 1 à %d tirages, pour un seul dans une salle à un joueur", MaxDraws)
	}
	p.price = o.Stake
	if p.price == 0 && len(p.formula.Stakes) == 1 {
		p.price = p.formula.Stakes[0]
	}
	if !slices.Contains(p.formula.Stakes, p.price) {
		return nil, p.wrongStake()
	}
	if by.Role == shop.Robot && !p.room.Play {
		return nil, shop.ErrRole
	}
	if h.shop.Wallet != nil && !p.room.Play {
		return nil, errWallet
	}
	if p.owner, err = h.ownerSecret(ctx, by.Person); err != nil {
		return nil, err
	}
	return p, p.choose(o)
}

// choose takes the cards from the offer.
func (p *purchase) choose(o CardOrder) error {
	offer, err := p.hall.readToken(p.by.Person, p.formula, o.Offer, 0)
	if err != nil {
		return err
	}
	all, err := p.hall.cards(p.by.Person, p.formula, offer)
	if err != nil {
		return err
	}
	seen := map[int]bool{}
	for _, i := range o.Cards {
		if i < 0 || i >= len(all) || seen[i] {
			return errBadCards
		}
		seen[i] = true
		text, err := all[i].MarshalBinary()
		if err != nil {
			return err
		}
		p.cards, p.texts = append(p.cards, all[i]), append(p.texts, text)
	}
	if len(p.cards) == 0 {
		return errBadCards
	}
	if p.hall.shop.Time() >= offer.expires {
		p.refused = ErrOfferExpired
	}
	return nil
}

var errBadCards = shop.Say("bad_cards", "choose cards by their places in the offer, each once, counted from 0", "choisissez des cartes par leur place dans l’offre, chacune une fois, à partir de 0")

// before is what was answered under a key, if anything was: nothing else is then looked at, and no draw announced for it.
func (h *Hall) before(ctx context.Context, a *ledger.Act) (done bought, err error) {
	err = h.shop.Do(ctx, shop.Task{
		Ask: func(ask *store.Ask) { ask.Keys = append(ask.Keys, store.ActKey{Actor: a.Actor, Key: a.Key}) },
		Decide: func(b *shop.Batch) error {
			done = bought{}
			_, err := b.Again(a, &done)
			return err
		},
	})
	return done, err
}

func (p *purchase) ask(ask *store.Ask) {
	ask.Keys = append(ask.Keys, store.ActKey{Actor: p.act.Actor, Key: p.act.Key})
	ask.Accounts = append(ask.Accounts, playerAccount(p.by.Person, p.room.Play))
	ask.Draws = append(ask.Draws, p.draws...)
	for _, d := range p.draws {
		ask.Holdings = append(ask.Holdings, store.HoldingRef{DrawRef: d, Person: p.by.Person})
		for _, text := range p.texts {
			ask.Cards = append(ask.Cards, store.HashCard(d, text))
		}
	}
}

// decide sells the cards in every draw, or in none.
func (p *purchase) decide(b *shop.Batch, done *bought) error {
	if p.refused != nil {
		return p.refused
	}
	a := *p.act
	var subjects []string
	for _, ref := range p.draws {
		d, err := p.may(b, ref)
		if err != nil {
			return err
		}
		cost, err := p.price.Mul(int64(len(p.cards)))
		if err != nil {
			return err
		}
		from, to := playerAccount(p.by.Person, p.room.Play), account(bingo.StakesAccount, &d)
		a.Transfers = append(a.Transfers, ledger.Transfer{Debit: from, Credit: to, Amount: cost})
		subjects = append(subjects, fmt.Sprintf("%s:%d-%d", ref, d.Size, d.Size+int64(len(p.cards))-1))
		done.Draws = append(done.Draws, boughtIn{Draw: ref.String(), From: d.Size})
		done.Total += cost
	}
	a.Subject = strings.Join(subjects, " ")
	done.Balance = b.Balance(playerAccount(p.by.Person, p.room.Play)) - done.Total
	if _, err := b.Post(&a, done); err != nil {
		return err
	}
	for _, ref := range p.draws {
		if err := p.sell(b, ref); err != nil {
			return err
		}
	}
	return nil
}

// sell writes the cards into a draw's log.
func (p *purchase) sell(b *shop.Batch, ref store.DrawRef) error {
	d, _ := b.Draw(ref)
	h, held := b.Holding(store.HoldingRef{DrawRef: ref, Person: p.by.Person})
	if !held {
		h = store.Holding{HoldingRef: store.HoldingRef{DrawRef: ref, Person: p.by.Person}, Robot: p.by.Role == shop.Robot, At: b.At()}
		d.Players++
		if h.Robot {
			d.Robots++
		}
	}
	log, err := bingo.ParseLog(idOf(ref), d.Log)
	if err != nil {
		return err
	}
	tag := p.owner.Tag(idOf(ref))
	rows := make([]store.DrawCard, len(p.cards))
	for i := range p.cards {
		if _, err := log.Add(p.price, tag, p.cards[i]); err != nil {
			return refusal(err)
		}
		rows[i] = store.DrawCard{
			DrawRef: ref, Index: d.Size + int64(i), Card: p.texts[i], Hash: store.HashCard(ref, p.texts[i]), Owner: p.by.Person, Tag: [32]byte(tag), Seq: b.Seq(),
		}
	}
	d.Size, d.Price = int64(log.Size()), p.price
	h.Cards += int64(len(rows))
	root := log.Root()
	for i := range rows {
		rows[i].Size, rows[i].Root = d.Size, [32]byte(root)
	}
	if d.Log, err = log.AppendBinary(nil); err != nil {
		return err
	}
	b.SellCards(d, h, rows)
	return nil
}

// answer is what a buyer is told: the cards with their receipts, made from the rows; or a refusal.
func (h *Hall) answer(ctx context.Context, by shop.By, done *bought, refused error) (Purchase, error) {
	if refused != nil {
		return Purchase{}, refused
	}
	p := Purchase{Total: done.Total, Balance: done.Balance}
	for _, in := range done.Draws {
		d, err := h.drawRow(ctx, in.Draw)
		if err != nil {
			return Purchase{}, err
		}
		rows, err := h.store.CardsOf(ctx, store.HoldingRef{DrawRef: d.DrawRef, Person: by.Person}, in.From)
		if err != nil {
			return Purchase{}, err
		}
		one := DrawPurchase{Draw: in.Draw}
		seq := int64(-1)
		for i := range rows {
			if rows[i].Index == in.From {
				seq = rows[i].Seq
			}
			if rows[i].Index < in.From || rows[i].Seq != seq {
				continue
			}
			card, err := h.handCard(&d, &rows[i])
			if err != nil {
				return Purchase{}, err
			}
			one.Cards = append(one.Cards, card)
			one.Total += d.Price
		}
		if len(one.Cards) == 0 {
			return Purchase{}, errors.New("hall: the cards of a purchase are not there")
		}
		p.Draws = append(p.Draws, one)
	}
	return p, nil
}
