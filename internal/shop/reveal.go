package shop

import (
	"context"
	"errors"
	"slices"

	"tirage/internal/keeper"
	"tirage/internal/press"
	"tirage/internal/store"
	"tirage/ledger"
	"tirage/money"
	"tirage/retail"
	"tirage/scratch"
	"tirage/seal"
)

// Ticket is a ticket as its owner sees it. A sealed one shows nothing: there is no way to what it hides from here.
type Ticket struct {
	Serial     string         `json:"serial"`
	Block      store.BlockID  `json:"block"`
	Position   int64          `json:"position"`
	Game       string         `json:"game"`
	Play       bool           `json:"play"`
	Specimen   bool           `json:"specimen"`
	Price      money.Cents    `json:"price"`
	SoldAt     int64          `json:"sold_at"` // microseconds since 1970, UTC
	RevealedAt int64          `json:"revealed_at,omitempty"`
	Won        money.Cents    `json:"won"` // 0 while it is sealed
	Cells      []scratch.Code `json:"-"`   // of the face, once it is revealed
	Rules      *scratch.Game  `json:"-"`
	Balance    money.Cents    `json:"-"` // after the reveal that was asked for; 0 where an operator's wallet holds it
}

// Revealed reports whether the ticket was opened.
func (t *Ticket) Revealed() bool { return t.RevealedAt != 0 }

// find reads a ticket that the asking player owns. It refuses with ErrUnknownTicket, also for somebody else's.
func (s *Shop) find(ctx context.Context, by By, serial string) (store.Ticket, *shelf, error) {
	if err := by.may(Player); err != nil {
		return store.Ticket{}, nil, err
	}
	t, opened, err := s.bySerial(ctx, serial)
	if err == nil && t.Owner != by.Person {
		return store.Ticket{}, nil, ErrUnknownTicket
	}
	return t, opened, err
}

// bySerial reads a sold ticket. It refuses with ErrUnknownTicket.
func (s *Shop) bySerial(ctx context.Context, serial string) (store.Ticket, *shelf, error) {
	number, err := seal.ParseSerial(serial)
	if err != nil {
		return store.Ticket{}, nil, ErrUnknownTicket
	}
	id := blockID(seal.Block{Game: number.Game, Issue: number.Issue, Number: number.Block})
	opened := s.catalog.shelf(id)
	if opened == nil {
		return store.Ticket{}, nil, ErrUnknownTicket
	}
	pos, err := opened.stock.Manifest.Block.Position(number)
	if err != nil {
		return store.Ticket{}, nil, ErrUnknownTicket
	}
	t, err := s.store.Ticket(ctx, store.TicketRef{Block: id, Position: int64(pos)})
	if errors.Is(err, store.ErrUnknown) {
		return store.Ticket{}, nil, ErrUnknownTicket
	}
	return t, opened, err
}

// show turns what is stored of a ticket into what its owner sees.
func (s *Shop) show(t *store.Ticket, opened *shelf) (*Ticket, error) {
	m := opened.stock.Manifest
	serial, err := m.Block.Serial(int(t.Position))
	if err != nil {
		return nil, err
	}
	shown := &Ticket{
		Serial: serial.String(), Block: t.Block, Position: t.Position, Game: m.Game, Play: t.Play, Specimen: m.Specimen,
		Price: t.Price, SoldAt: t.SoldAt, RevealedAt: t.RevealedAt, Rules: opened.stock.Plan.Game,
	}
	if !t.Revealed() {
		return shown, nil
	}
	outcome := seal.Outcome{Lot: uint16(t.Lot), Composition: uint16(t.Composition)}
	shown.Cells, shown.Won, err = opened.stock.Face(outcome, seal.NewSecret([16]byte(t.Secret)))
	return shown, err
}

// Ticket shows a ticket of the asking player. It refuses with ErrUnknownTicket.
func (s *Shop) Ticket(ctx context.Context, by By, serial string) (*Ticket, error) {
	t, opened, err := s.find(ctx, by, serial)
	if err != nil {
		return nil, err
	}
	return s.show(&t, opened)
}

var errLapsed = say("expired", "the claims of this ticket’s issue have lapsed: it is not opened any more", "le délai de paiement de l’émission de ce billet est écoulé : il ne s’ouvre plus")

// Reveal opens a ticket and pays its lot, once: asked again, it shows the same. It refuses with ErrUnknownTicket, ErrKeeperSilent,
// ErrKeeperWrong or expired, and then the ticket stays as it is.
func (s *Shop) Reveal(ctx context.Context, by By, serial string) (*Ticket, error) {
	number, err := seal.ParseSerial(serial)
	if err != nil || by.Person == "" {
		_, _, err := s.find(ctx, by, serial) // which refuses
		return nil, err
	}
	return s.openings.do(ctx, askedTicket{by.Person, number}, func() (*Ticket, error) { return s.unsealFor(ctx, by, serial) })
}

// unsealFor opens a ticket for the one who asks first.
func (s *Shop) unsealFor(ctx context.Context, by By, serial string) (*Ticket, error) {
	t, opened, err := s.find(ctx, by, serial)
	if err != nil {
		return nil, err
	}
	if t.Revealed() {
		return s.show(&t, opened)
	}
	if err := s.soldTo(ctx, &t); err != nil {
		return nil, err
	}
	made, err := s.unseal(ctx, &t, opened)
	if err != nil {
		return nil, err
	}
	account := by.account(t.Play)
	win, err := s.winCall(by, serial, &t, made.Amount)
	if err != nil {
		return nil, err
	}
	if win != nil {
		account = s.walletAccount()
	}
	var shown store.Ticket  // the writer's until it answers
	var balance money.Cents // as well
	var first bool          // nobody revealed it before
	act := &task{
		person: by.Person,
		ask: func(ask *store.Ask) {
			ask.Tickets, ask.Issues = append(ask.Tickets, t.TicketRef), append(ask.Issues, t.Block.Issue())
			ask.Keys = append(ask.Keys, store.ActKey{Actor: string(by.Person), Key: revealKey(made.Serial)})
			if account.Held() {
				ask.Accounts = append(ask.Accounts, account)
			}
		},
		decide: func(b *Batch) error {
			now, ok := b.tickets[t.TicketRef]
			if !ok {
				now, ok = b.found.Tickets[t.TicketRef]
			}
			if !ok || now.Owner != by.Person {
				return ErrUnknownTicket
			}
			if first = !now.Revealed(); first {
				if err := b.reveal(&now, made, by.act("reveal"), account); err != nil {
					return err
				}
			}
			shown, balance = now, b.books.Balance(account)
			return nil
		},
	}
	if win != nil {
		act.shared = true
		act.also = func(ctx context.Context, tx *store.Tx) error {
			if !first {
				return nil
			}
			return tx.AddCall(ctx, *win)
		}
	}
	if err := s.do(ctx, act); err != nil {
		return nil, s.refusal(err)
	}
	if win != nil {
		balance = 0 // it is at the wallet, and nobody waits for that
		s.wakeCalls()
	}
	ticket, err := s.show(&shown, opened)
	if err == nil {
		ticket.Balance = balance
	}
	return ticket, err
}

// reveal opens a ticket in the batch, and pays its lot. It refuses with expired a ticket of an issue whose claims have lapsed, and with
// ErrTicketDoubted one that an act has opened before.
func (b *Batch) reveal(t *store.Ticket, made *press.Opened, a *ledger.Act, account ledger.Account) error {
	if i := b.found.Issues[t.Block.Issue()]; i.State == retail.Lapsed || i.Lapses != 0 && b.at >= i.Lapses {
		return errLapsed
	}
	a.Subject, a.Key = made.Serial.String(), revealKey(made.Serial)
	a.Note = revealNote(t.TicketRef, int64(made.Outcome.Lot), int64(made.Outcome.Composition))
	if b.Has(store.ActKey{Actor: a.Actor, Key: a.Key}) {
		return ErrTicketDoubted
	}
	if made.Amount > 0 {
		a.Transfers = []ledger.Transfer{{Debit: playing(ledger.Of(ledger.Game, string(t.Block[:4])), t.Play), Credit: account, Amount: made.Amount}}
	}
	if _, err := b.Post(a, nil); err != nil {
		return err
	}
	secret := made.Secret.Bytes()
	t.RevealedAt, t.Lot, t.Composition, t.Secret, t.Paid = b.at, int64(made.Outcome.Lot), int64(made.Outcome.Composition), secret[:], made.Amount
	b.tickets[t.TicketRef] = *t
	b.out.Revealed = append(b.out.Revealed, *t)
	if made.Amount > 0 {
		b.out.Paid[store.LotRef{Block: t.Block, Lot: t.Lot}]++
	}
	return nil
}

// unseal opens a sold ticket with both halves, once the keeper was told of its sale.
func (s *Shop) unseal(ctx context.Context, t *store.Ticket, opened *shelf) (*press.Opened, error) {
	theirs, err := s.theirs(ctx, t.TicketRef)
	if err != nil {
		return nil, err
	}
	serial, err := opened.stock.Manifest.Block.Serial(int(t.Position))
	if err != nil {
		return nil, err
	}
	ours, err := opened.key.Half(serial)
	if err != nil {
		return nil, err
	}
	made, err := opened.stock.Open(t.Position, ours, theirs)
	if err != nil {
		s.log.Error("a sold ticket does not open: no ticket of its block is sold here any more", "ticket", serial, "error", err)
		s.told.stop(t.Block, TicketSealed)
		return nil, ErrKeeperWrong
	}
	return made, nil
}

// theirs is the keeper's half of a ticket, once the keeper was told of its sale: again, if it has forgotten.
func (s *Shop) theirs(ctx context.Context, ref store.TicketRef) (half seal.Half, err error) {
	for range 2 {
		s.wakeTeller()
		err = s.told.wait(ctx, ref.Block, revealWait, func(at standing) (bool, error) {
			if at.doubted != "" && at.upTo <= ref.Position {
				return false, ErrKeeperWrong // nothing is told of this block any more
			}
			return at.upTo > ref.Position && at.met(), nil
		})
		if err != nil {
			return half, err
		}
		if half, err = s.half(ctx, ref); !errors.Is(err, errLost) {
			return half, err
		}
	}
	return half, ErrKeeperSilent
}

// errLost reports a keeper that was told of a sale and has forgotten it.
var errLost = errors.New("shop: the keeper lost sales")

// halfAsked is somebody who waits for the keeper's half of a ticket.
type halfAsked struct {
	ref  store.TicketRef
	done chan halfAnswer
}

type halfAnswer struct {
	half seal.Half
	err  error
}

// half asks the keeper for its half of a ticket, together with those who ask at the same time.
func (s *Shop) half(ctx context.Context, ref store.TicketRef) (seal.Half, error) {
	asked := &halfAsked{ref, make(chan halfAnswer, 1)}
	select {
	case s.halves <- asked:
	case <-ctx.Done():
		return seal.Half{}, ctx.Err()
	}
	select {
	case a := <-asked.done:
		return a.half, a.err
	case <-ctx.Done():
		return seal.Half{}, ctx.Err()
	case <-s.lifetime.Done():
		return seal.Half{}, ErrStopped
	}
}

// askHalves asks the keeper, one call for all who wait.
func (s *Shop) askHalves(ctx context.Context) {
	for {
		var waiting []*halfAsked
		select {
		case <-ctx.Done():
			return
		case asked := <-s.halves:
			waiting = append(waiting, asked)
		}
		for more := true; more && len(waiting) < keeper.MaxPositions; {
			select {
			case asked := <-s.halves:
				waiting = append(waiting, asked)
			default:
				more = false
			}
		}
		byBlock := map[store.BlockID][]*halfAsked{}
		for _, asked := range waiting {
			byBlock[asked.ref.Block] = append(byBlock[asked.ref.Block], asked)
		}
		for id, group := range byBlock {
			s.askGroup(ctx, id, group)
		}
	}
}

func (s *Shop) askGroup(ctx context.Context, id store.BlockID, group []*halfAsked) {
	var positions []int64
	for _, asked := range group {
		positions = append(positions, asked.ref.Position)
	}
	slices.Sort(positions)
	positions = slices.Compact(positions)
	ctx, cancel := context.WithTimeout(ctx, keeperCall)
	defer cancel()
	halves, err := s.Keeper.Halves(ctx, string(id), positions)
	if err == nil && len(halves) != len(positions) {
		err = ErrKeeperWrong
	}
	if err != nil {
		s.log.Error("the keeper gives no halves", "block", id, "error", err)
		if errors.Is(err, keeper.NotTold) || errors.Is(err, keeper.Behind) {
			s.told.lost(id)
			err = errLost
		} else if RefusalName(err) == "" {
			err = ErrKeeperSilent
		}
	}
	for _, asked := range group {
		a := halfAnswer{err: err}
		if err == nil {
			at, _ := slices.BinarySearch(positions, asked.ref.Position)
			a.half = halves[at]
		}
		asked.done <- a
	}
}
