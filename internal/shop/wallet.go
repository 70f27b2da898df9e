package shop

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"tirage/internal/shop/wallet"
	"tirage/internal/store"
	"tirage/ledger"
	"tirage/money"
)

// Where an operator's wallet holds the players' money (Options.Wallet), no money of theirs is in this house: a stake comes from the
// wallet's account of the ledger and a lot goes to it. A call is in the database before the wallet is asked, and what follows from its
// answer is committed with its end:
//
//	asked, Bet accepted, sold → done             in the transaction that sells
//	asked, Bet refused → refused
//	asked, anything else → due, Rollback → undone  asked until it is answered, by whichever node
//	revealed with a lot → due, Win → done        due in the transaction that reveals
//
// Play money is always the house's own.

// What is refused where a wallet holds the money.
var (
	ErrWalletSilent  = say("wallet_silent", "the wallet does not answer: nothing was sold, and what it took is given back; try again later", "le portefeuille ne répond pas : rien n’a été vendu, et ce qu’il a pris est rendu ; réessayez plus tard")
	ErrWalletPlayer  = say("wallet_unknown_player", "the wallet does not know this player: ask where the wallet is kept", "le portefeuille ne connaît pas ce joueur : adressez-vous à qui tient le portefeuille")
	ErrWalletBlocked = say("wallet_blocked", "the wallet does not let this player play now", "le portefeuille ne laisse pas ce joueur jouer maintenant")
	ErrLimitReached  = say("limit_reached", "a limit would be exceeded", "une limite serait dépassée")
	ErrSessionEnded  = say("session_ended", "the session at the wallet is over: log in there again", "la session auprès du portefeuille est terminée : reconnectez-vous-y")
	ErrWalletRefused = say("wallet_refused", "the wallet refuses this", "le portefeuille le refuse")
	ErrWalletHolds   = say("wallet_holds", "the money is held by the operator’s wallet: deposit and withdraw there", "l’argent est tenu par le portefeuille de l’opérateur : déposez et retirez là-bas")
	ErrUnderWay      = say("under_way", "this is being done: ask again in a moment, with the same key", "c’est en cours : redemandez dans un instant, avec la même clé")
	ErrPriceChanged  = say("price_changed", "the price has just changed: nothing was sold, ask again", "le prix vient de changer : rien n’a été vendu, redemandez")
)

// walletRefusal turns a refusal of the wallet into one of the house.
func walletRefusal(name string) *Refusal {
	switch name {
	case wallet.InsufficientFunds:
		return ErrFunds
	case wallet.UnknownPlayer:
		return ErrWalletPlayer
	case wallet.PlayerBlocked:
		return ErrWalletBlocked
	case wallet.LimitReached:
		return ErrLimitReached
	case wallet.SessionEnded:
		return ErrSessionEnded
	}
	return ErrWalletRefused.with("%s", "%s", name)
}

const (
	walletCall = 10 * time.Second      // how long a call may take, whatever the wallet's own limit
	sameKey    = 50 * time.Millisecond // between two looks at what somebody else does under the same key
)

// elsewhere tells whether an operator's wallet holds this money.
func (s *Shop) elsewhere(play bool) bool { return s.Wallet != nil && !play }

// checkPorts refuses names that are none of accounts: nothing could be recorded.
func (s *Shop) checkPorts() error {
	if s.Wallet != nil && !s.walletAccount().Valid() || !s.cashAccount().Valid() {
		return fmt.Errorf("shop: a wallet, or what cash comes through, is named with 1 to %d letters, digits, dots, - or _", ledger.MaxOwner)
	}
	return nil
}

func (s *Shop) walletAccount() ledger.Account { return ledger.Of(ledger.Wallet, s.Wallet.Name()) }

// walletBalance tells what a player has at the wallet. It refuses with ErrWalletSilent, and as the wallet does.
func (s *Shop) walletBalance(ctx context.Context, player store.PersonID) (money.Cents, error) {
	ctx, cancel := context.WithTimeout(ctx, walletCall)
	defer cancel()
	balance, err := s.Wallet.Balance(ctx, string(player))
	if name := wallet.RefusalName(err); name != "" {
		return 0, walletRefusal(name)
	}
	if err != nil {
		s.log.Warn("the wallet tells no balance", "error", err)
		return 0, ErrWalletSilent
	}
	return balance, nil
}

// errDoneBefore says that an act was done under the same key: nothing is to be done again.
var errDoneBefore = errors.New("shop: it was done before")

// keptAnswer gives the answer of an act that was done under a key. It refuses with ErrKeyReused.
func keptAnswer(done store.Done, a *ledger.Act, answer any) error {
	if done.Request != a.Request {
		return ErrKeyReused
	}
	return json.Unmarshal(done.Answer, answer)
}

// intend writes down a call before it is made, unless the act it is for was done before: then found holds that act, and the error is
// errDoneBefore. It returns store.ErrTaken while another such call under the same key is open.
func (s *Shop) intend(ctx context.Context, c store.Call) (found store.Done, err error) {
	err = s.do(ctx, &task{
		person: c.Player,
		ask: func(ask *store.Ask) { // of the account nothing is needed: but who is erased, is so by a transaction that asks for it too
			ask.Accounts = append(ask.Accounts, ledger.Of(ledger.Player, string(c.Player)))
		},
		decide: func(*Batch) error { return nil },
		shared: true,
		also: func(ctx context.Context, tx *store.Tx) error {
			if err := tx.AddCall(ctx, c); err != nil { // first: whoever had the key before has committed when this passes
				return err
			}
			done, err := tx.Done(ctx, store.ActKey{Actor: string(c.Player), Key: c.Key})
			if errors.Is(err, store.ErrUnknown) {
				return nil
			}
			if err == nil {
				found, err = done, errDoneBefore
			}
			return err
		},
	})
	return found, err
}

// refusal turns what a shared act failed with into what is said of it: a refusal, or ErrUnavailable.
func (s *Shop) refusal(err error) error {
	if err == nil || RefusalName(err) != "" || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	s.log.Error("an act failed beside its entries", "error", err)
	return ErrUnavailable
}

// bet is a stake that the wallet was asked for.
type bet struct {
	call    store.Call
	balance money.Cents // at the wallet, after it
}

// fits notes the bet on the purchase that it pays for. It refuses with ErrPriceChanged what it does not pay for exactly.
func (b *bet) fits(a *ledger.Act, p *Purchase) error {
	if p.Total != b.call.Amount {
		return ErrPriceChanged
	}
	a.Note, p.Balance = "bet "+b.call.Reference, b.balance
	return nil
}

// buyElsewhere sells what an operator's wallet pays for. It refuses as Buy does, with the refusals of the wallet, ErrWalletSilent,
// ErrUnderWay or ErrPriceChanged, and then sells nothing. Who hangs up does not stop it half-way.
func (s *Shop) buyElsewhere(ctx context.Context, sale *sale) (p Purchase, err error) {
	ctx = context.WithoutCancel(ctx)
	b, err := s.beginBet(ctx, sale, &p)
	if b == nil || err != nil {
		return p, err
	}
	if err := s.step("intended"); err != nil {
		return Purchase{}, err
	}
	calling, cancel := context.WithTimeout(ctx, walletCall)
	defer cancel()
	b.balance, err = s.Wallet.Bet(calling, asCall(&b.call))
	if err := s.step("bet"); err != nil {
		return Purchase{}, err
	}
	if name := wallet.RefusalName(err); name != "" {
		s.endBet(ctx, b, store.Refused, name)
		return Purchase{}, walletRefusal(name)
	}
	if err != nil {
		s.log.Warn("it is not known whether the wallet took a bet: it is taken back", "reference", b.call.Reference, "error", err)
		s.endBet(ctx, b, store.Due, err.Error())
		return Purchase{}, ErrWalletSilent
	}
	return s.sellFor(ctx, sale, b)
}

// beginBet writes down the bet that a purchase needs. When the purchase was made before it gives no bet, and the answer in p.
func (s *Shop) beginBet(ctx context.Context, sale *sale, p *Purchase) (*bet, error) {
	key := store.ActKey{Actor: sale.act.Actor, Key: sale.act.Key}
	for tries := walletCall / sameKey; ; time.Sleep(sameKey) {
		done, err := s.store.Done(ctx, key)
		if err == nil {
			return nil, keptAnswer(done, sale.act, p)
		}
		if !errors.Is(err, store.ErrUnknown) {
			return nil, err
		}
		if sale.refused != nil {
			return nil, sale.refused
		}
		reference, err := s.identifier()
		if err != nil {
			return nil, err
		}
		c := s.newCall(reference, store.Bet, s.Wallet.Name(), sale.by, sale.act)
		c.State, c.Tickets = store.Asked, int64(sale.order.Count)
		if c.Amount, c.Game, err = sale.cost(ctx); err != nil {
			return nil, err
		}
		switch done, err := s.intend(ctx, c); {
		case err == nil:
			return &bet{call: c}, nil
		case errors.Is(err, errDoneBefore):
			return nil, keptAnswer(done, sale.act, p)
		case !errors.Is(err, store.ErrTaken):
			return nil, s.refusal(err)
		}
		if tries--; tries == 0 {
			return nil, ErrUnderWay
		}
	}
}

// newCall begins a call for an act of somebody; a is nil where that act is committed with it.
func (s *Shop) newCall(reference, kind, party string, by By, a *ledger.Act) store.Call {
	at := s.now().UnixMicro()
	c := store.Call{
		Reference: reference, Kind: kind, State: store.Due, Node: s.node, Party: party, Player: by.Person, Currency: s.Currency.Code,
		Session: by.Session, Created: at, Due: at,
	}
	if a != nil {
		c.Key, c.Request = a.Key, a.Request
	}
	return c
}

// cost is what an order costs by the blocks as they are, and the code of its game. It refuses with ErrSoldOut.
func (s *sale) cost(ctx context.Context) (total money.Cents, game string, err error) {
	found := &store.Found{Blocks: map[store.BlockID]store.Block{}}
	for _, id := range s.blocks {
		if found.Blocks[id], err = s.shop.store.Block(ctx, id); err != nil {
			return 0, "", err
		}
	}
	spans, ok := s.take(newBatch(found, s.shop.now()))
	if !ok {
		return 0, "", ErrSoldOut
	}
	for _, span := range spans {
		cost, err := span.block.Price.Mul(span.end - span.first)
		if err == nil {
			total, err = total.Add(cost)
		}
		if err != nil {
			return 0, "", err
		}
	}
	return total, spans[0].block.Game, nil
}

// sellFor sells what an accepted bet pays for, and ends the bet in the same transaction.
func (s *Shop) sellFor(ctx context.Context, sale *sale, b *bet) (Purchase, error) {
	sale.bet = b
	a := sale.act
	var p Purchase // the writer's until it answers
	var repeated bool
	err := s.do(ctx, &task{
		ask: func(ask *store.Ask) {
			ask.Keys = append(ask.Keys, store.ActKey{Actor: a.Actor, Key: a.Key})
			ask.Blocks = append(ask.Blocks, sale.blocks...)
		},
		decide: func(batch *Batch) error {
			p = Purchase{}
			done, err := batch.Again(a, &p)
			if repeated = done; done {
				return err
			}
			return sale.decide(batch, s.walletAccount(), &p)
		},
		also: func(ctx context.Context, tx *store.Tx) error {
			if repeated {
				return nil
			}
			return tx.SetCall(ctx, b.call.Reference, store.Asked, store.Settled, 0, "")
		},
		shared: true,
	})
	if err := s.step("sold"); err != nil {
		return Purchase{}, err
	}
	if err == nil && !repeated {
		return p, nil
	}
	if sold := s.endBet(ctx, b, store.Due, "nothing was sold"); sold {
		done, err := s.store.Done(ctx, store.ActKey{Actor: a.Actor, Key: a.Key})
		if err != nil {
			return Purchase{}, ErrUnavailable
		}
		return p, keptAnswer(done, a, &p)
	}
	if err != nil {
		return Purchase{}, s.refusal(err)
	}
	return p, nil
}

// endBet ends a bet that was asked and has sold nothing: refused, or due to be taken back. It reports a bet that has sold something
// after all, when the answer of its transaction was lost.
func (s *Shop) endBet(ctx context.Context, b *bet, state, answer string) (sold bool) {
	defer s.wakeCalls()
	err := s.store.Write(ctx, func(ctx context.Context, tx *store.Tx) error {
		return tx.SetCall(ctx, b.call.Reference, store.Asked, state, s.now().UnixMicro(), firstOf(answer))
	})
	if errors.Is(err, store.ErrStale) {
		c, err := s.store.Call(ctx, b.call.Reference)
		return err == nil && c.State == store.Settled
	}
	if err != nil { // the bet stays asked, and is taken back when that has lasted too long
		s.log.Error("the end of a bet was not written down", "reference", b.call.Reference, "error", err)
	}
	return false
}

// winCall is the call that a reveal needs, nil if it pays nothing or the house pays it itself.
func (s *Shop) winCall(by By, serial string, t *store.Ticket, amount money.Cents) (*store.Call, error) {
	if amount == 0 || !s.elsewhere(t.Play) {
		return nil, nil
	}
	reference, err := s.identifier()
	if err != nil {
		return nil, err
	}
	c := s.newCall(reference, store.Win, s.Wallet.Name(), by, nil)
	c.Amount, c.Game, c.Subject = amount, string(t.Block[:4]), serial
	return &c, nil
}

// asCall is a call as the wallet is asked it.
func asCall(c *store.Call) wallet.Call {
	return wallet.Call{
		Reference: c.Reference, Player: string(c.Player), Amount: c.Amount, Currency: c.Currency, Game: c.Game, Tickets: int(c.Tickets),
		Subject: c.Subject, Session: c.Session,
	}
}

// firstOf is the beginning of a text that is kept beside a call, as every database keeps it.
func firstOf(text string) string {
	return strings.ToValidUTF8(strings.ReplaceAll(text[:min(len(text), 200)], "\x00", ""), "")
}
