package counter

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"tirage/internal/press"
	"tirage/internal/shop"
	"tirage/internal/store"
	"tirage/ledger"
	"tirage/money"
	"tirage/retail"
	"tirage/seal"
)

// shown is a ticket that somebody shows at the counter.
type shown struct {
	serial seal.Serial
	look   Look
	virn   seal.VIRN

	unopened error // why nothing was opened: who shows it is barred

	right bool // the number opens the ticket: what follows is set
	store.TicketRef
	pack    store.PackRef
	stock   *press.Stock
	row     store.Block
	key     seal.ClaimKey
	outcome seal.Outcome
	amount  money.Cents // of the lot
	closed  bool        // its issue is, and it has not been noted that its claims have lapsed; as the transaction found it
}

func sayAnswer(a retail.Answer) *shop.Refusal {
	return &shop.Refusal{Name: string(a), Text: a.Text()}
}

// readSerial reads a serial as people type it. It refuses with bad_serial.
func readSerial(text string) (seal.Serial, error) {
	n, err := seal.ParseSerial(strings.Map(digit, text))
	switch {
	case err == nil:
		return n, nil
	case errors.Is(err, seal.ErrSerialCheck):
		return n, shop.Say("bad_serial", "the check digit of the serial is wrong: a digit was misread", "le chiffre de contrôle du numéro de série est faux : un chiffre a été mal lu")
	case errors.Is(err, seal.ErrSerialBlock):
		return n, shop.Say("bad_serial", "there is no block 0000: a digit was misread", "il n’y a pas de bloc 0000 : un chiffre a été mal lu")
	}
	return n, shop.Say("bad_serial", "a serial has 20 digits: game 4, issue 2, block 4, pack 6, ticket 3, check 1", "un numéro de série a 20 chiffres : jeu 4, émission 2, bloc 4, carnet 6, billet 3, contrôle 1")
}

// digit reads letters that look like digits, as a VIRN's are read.
func digit(r rune) rune {
	switch r {
	case 'O', 'o':
		return '0'
	case 'I', 'i', 'L', 'l':
		return '1'
	}
	return r
}

func readVIRN(text string) (seal.VIRN, error) {
	v, err := seal.ParseVIRN(text)
	switch {
	case err == nil:
		return v, nil
	case errors.Is(err, seal.ErrVIRNCheck):
		return v, shop.Say("bad_virn", "the check character of the number under the coating is wrong: a character was misread", "le caractère de contrôle du numéro caché est faux : un caractère a été mal lu")
	}
	return v, shop.Say("bad_virn", "the number under the coating has 16 letters and digits, without U", "le numéro caché a 16 lettres et chiffres, sans U")
}

// show opens what somebody shows. It refuses with bad_serial, bad_virn, no_claim_key or wrong_claim_key: what these say of a ticket stands in
// public. Of everything else that is wrong it says that the number is not right, and has opened an envelope all the same.
// For somebody who is barred nothing is opened, which the transaction says: an act that was done before is answered again.
func (c *Counter) show(ctx context.Context, by shop.By, look Look) (*shown, error) {
	s := &shown{look: look}
	var err error
	if s.serial, err = readSerial(look.Serial); err != nil {
		return nil, err
	}
	if s.virn, err = readVIRN(look.VIRN); err != nil {
		return nil, err
	}
	if err := c.barredBefore(ctx, guessers(by, s.serial)); shop.RefusalName(err) == "too_many_guesses" {
		s.unopened = err
		return s, nil
	} else if err != nil {
		return nil, err
	}
	id := shop.BlockOf(s.serial)
	stock, row, key, err := c.shop.Claims(id)
	var claimed press.Claimed
	switch {
	case errors.Is(err, shop.ErrUnknownBlock), row.State == store.Destroyed:
		err = press.ClaimNothing(s.serial, s.virn)
	case err != nil:
		return nil, err
	default:
		claimed, err = stock.Claim(s.serial, s.virn, key)
	}
	switch {
	case errors.Is(err, seal.ErrSealed):
		return s, nil
	case err != nil:
		return nil, err
	}
	s.right, s.key, s.outcome, s.amount = true, key, claimed.Outcome, claimed.Amount
	s.at(stock, row, claimed.Position)
	return s, nil
}

// at says where the ticket lies.
func (s *shown) at(stock *press.Stock, row store.Block, position int64) {
	s.stock, s.row = stock, row
	s.TicketRef = store.TicketRef{Block: row.ID, Position: position}
	s.pack = store.PackRef{Block: row.ID, Pack: position / int64(stock.Manifest.Block.PackSize)}
}

// paper finds a ticket by its serial alone. It refuses with bad_serial or unknown_ticket.
func (c *Counter) paper(text string) (*shown, error) {
	serial, err := readSerial(text)
	if err != nil {
		return nil, err
	}
	stock, row, key, err := c.shop.Claims(shop.BlockOf(serial))
	if errors.Is(err, shop.ErrUnknownBlock) || row.State == store.Destroyed { // but a block may be without its claim key: nothing is opened here
		return nil, sayAnswer(retail.UnknownTicket)
	}
	pos, err := stock.PaperPosition(serial)
	if err != nil {
		return nil, sayAnswer(retail.UnknownTicket)
	}
	s := &shown{serial: serial, right: true, key: key}
	s.at(stock, row, pos)
	return s, nil
}

// account is the ticket's money: of its game, a person, the world outside.
func (s *shown) account(k ledger.Kind, owner string) ledger.Account {
	return shop.Playing(ledger.Of(k, owner), s.row.Play)
}

// stakes is the account of the ticket's game.
func (s *shown) stakes() ledger.Account { return s.account(ledger.Game, s.row.Game) }

// till is from where somebody pays in cash: a retailer's own, which the house owes it then, or the payment centre's.
func (s *shown) till(by shop.By) ledger.Account {
	if by.Role == shop.Retailer {
		return s.account(ledger.Retailer, string(by.Person))
	}
	return s.account(ledger.Cash, "centre")
}

// place is where a ticket is shown, by who asks.
func place(by shop.By) retail.Place {
	switch by.Role {
	case shop.Retailer:
		return retail.Retailer
	case shop.Operator:
		return retail.Centre
	default:
		return retail.Anybody
	}
}

// ask asks for what decides about the ticket. Of one whose number is wrong nothing is asked, whether there is such a ticket or not.
func (s *shown) ask(ask *store.Ask, by shop.By) {
	if by.Role == shop.Retailer {
		ask.Retailers = append(ask.Retailers, by.Person)
	}
	if !s.right {
		return
	}
	ask.Claims = append(ask.Claims, s.TicketRef)
	ask.Packs = append(ask.Packs, s.pack)
	ask.Issues = append(ask.Issues, s.Block.Issue())
}

// facts are what is known of the ticket in a transaction, and its claim.
func (s *shown) facts(b *shop.Batch, by shop.By) (retail.Facts, store.Claim) {
	f := retail.Facts{VIRNRight: s.right, ControlOpen: s.look.ControlOpen, Now: b.At(), At: place(by), Amount: s.amount}
	if !s.right {
		return f, store.Claim{}
	}
	claim, _ := b.Claim(s.TicketRef)
	claim.TicketRef = s.TicketRef
	pack, _ := b.Pack(s.pack)
	issue := b.Found().Issues[s.Block.Issue()]
	f.Claim, f.ClaimExpired, f.Mine = claim.State, b.At() >= claim.Expires, claim.By == by.Person && by.Person != ""
	s.closed = issue.State == retail.Closed
	f.Pack, f.Issue, f.Lapses = pack.State, issue.State, issue.Lapses
	payment := &s.stock.Plan.Game.Payment
	f.Retailer, f.Centre = payment.Retailer, payment.Centre
	return f, claim
}

// judge answers a ticket that is shown with its numbers: wrong ones are counted, and who shows a ticket that has a lot is noted, whatever is
// answered; but not where the answer is the wanted one, whose act says so. It refuses with too_many_guesses.
func (s *shown) judge(b *shop.Batch, by shop.By, wanted retail.Answer) (retail.Answer, store.Claim, error) {
	list := guessers(by, s.serial)
	if err := s.barred(b, list); err != nil {
		return "", store.Claim{}, err
	}
	if !s.right {
		wrong(b, list)
		return retail.UnknownTicket, store.Claim{}, nil
	}
	f, claim := s.facts(b, by)
	answer := retail.Judge(f)
	if s.amount > 0 && answer != wanted {
		b.Saw(store.Sighting{TicketRef: s.TicketRef, At: b.At(), By: by.Person, Answer: string(answer)})
	}
	return answer, claim, nil
}

// note says what the ticket is, as shop.ClaimNote begins: "3002-00-0001:17 lot 3 composition 5".
func (s *shown) note() string {
	return fmt.Sprintf("%s:%d lot %d composition %d", s.Block, s.Position, s.outcome.Lot, s.outcome.Composition)
}

// claim is the ticket's claim in a state, by the act that is about to be posted. Of a reservation that ends so, without a payment, it is noted
// that who made it had seen the ticket then.
func (s *shown) claim(b *shop.Batch, state retail.ClaimState, by store.PersonID, was store.Claim) store.Claim {
	if was.State == retail.Reserved {
		b.Saw(store.Sighting{TicketRef: s.TicketRef, At: was.At, By: was.By, Answer: string(retail.Pay)})
	}
	return handled(b, state, by, store.Claim{TicketRef: s.TicketRef, Link: was.Link})
}

// handled is a claim in another state, by the act that is about to be posted.
func handled(b *shop.Batch, state retail.ClaimState, by store.PersonID, claim store.Claim) store.Claim {
	claim.State, claim.By, claim.At, claim.Seq, claim.Journal = state, by, b.At(), b.Seq()+1, ""
	return claim
}
