package counter

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"tirage/internal/shop"
	"tirage/internal/store"
	"tirage/internal/visible"
	"tirage/ledger"
	"tirage/money"
	"tirage/retail"
	"tirage/scratch"
)

// A misprint is never paid: its price is given back to the bearer, or another ticket of the game, once, against the ticket.

// The ways to make a misprint good.
const (
	Refund   = "refund"
	Exchange = "exchange"
)

// Misprint is a badly printed ticket as its bearer hands it in.
type Misprint struct {
	Serial      string          `json:"serial"`
	VIRN        string          `json:"virn"`
	Face        json.RawMessage `json:"face"` // what is read on it, in the form of "tirage ticket --json"
	Way         string          `json:"way"`  // Refund or Exchange
	Replacement string          `json:"replacement,omitempty"`
}

// Refunded is a misprint that was made good.
type Refunded struct {
	Serial      string      `json:"serial"`
	Way         string      `json:"way"`
	Amount      money.Cents `json:"amount"` // the ticket's price
	Play        bool        `json:"play"`
	Replacement string      `json:"replacement,omitempty"`
	Fault       string      `json:"fault"`   // by its name: "element_missing"
	Article     string      `json:"article"` // by which it is one
	Balance     money.Cents `json:"balance"` // of the retailer, after it
	Face        string      `json:"face"`    // what was read on it, as compact JSON: the act's note has its SHA-256
}

// The refusals of misprints.
var (
	errWay         = shop.Say("bad_way", "a misprint is made good by refund or by exchange; for an exchange name the replacement’s serial, for a refund none", "une anomalie d’impression se règle par remboursement ou par échange ; pour un échange donnez le numéro de série du remplacement, pour un remboursement aucun")
	errReplacement = shop.Say("bad_replacement", "in exchange is given a ticket of the same game and price that nobody has claimed or been given before, of an active pack of yours, of an issue that is open", "on donne en échange un billet du même jeu et du même prix, que nul n’a présenté ni reçu auparavant, d’un carnet actif de chez vous, d’une émission ouverte")
)

var (
	errNotAlone  = shop.Say("two_persons", "at the payment centre two persons make a misprint good: propose refund_ticket, with the face", "au centre de paiement, deux personnes règlent une anomalie d’impression : proposez refund_ticket, avec la face")
	errElsewhere = shop.Say("misprint_elsewhere", "a retailer makes good misprints of his own packs that are settled: this one is for the payment centre", "un détaillant règle les anomalies d’impression de ses propres carnets réglés : celle-ci est pour le centre de paiement")
	errUnread    = shop.Say("bad_face", "nothing at all is read on this face: the payment centre looks at the ticket", "rien n’est lu sur cette face : le centre de paiement examine le billet")
	errLongFace  = shop.Sayf("bad_face", "a face is kept, and has at most %d bytes as compact JSON", "une face se conserve, et a au plus %d octets en JSON compact", maxFace)
)

// What bounds the money that a retailer alone can make of faces that nobody but he has seen.
const (
	maxFace        = 64 << 10       // bytes of a face that is kept, as compact JSON
	misprintsMost  = 20             // of one retailer
	misprintWindow = 24 * time.Hour // in which they are counted, from the first of them
)

// misprint is a misprint being decided.
type misprint struct {
	by          shop.By
	act         *ledger.Act
	ticket      *shown
	replacement *shown // nil for a refund
	fault       *scratch.FaultAccount
	noFault     error    // why the face is none; said only to whoever has the right number
	answer      Refunded // the writer's until it answers
	refused     retail.Answer
}

// Misprint makes a badly printed ticket of a retailer's own good, of a pack that he was charged for. The elements that he reads on it go to the
// judge of the game, and only a misprint is one. Nobody else has seen them: so a ticket with a lot is referred to the payment centre, and
// he makes few good in a day. It refuses with ErrRole, two_persons, ErrKeyMissing, bad_serial, bad_virn, bad_way, no_claim_key, bad_face,
// not_misprint, misprint_elsewhere, misprint_limit, bad_replacement, ErrKeyReused, unknown_retailer, too_many_guesses, or by the name of an
// answer: unknown_ticket, already_paid, refunded, exchanged, filed, opposed, expired, pack_not_active, reserved, refer_centre.
func (c *Counter) Misprint(ctx context.Context, by shop.By, key string, m Misprint) (Refunded, error) {
	d, err := c.misprinted(ctx, by, key, m)
	if err != nil {
		return Refunded{}, err
	}
	err = c.shop.Do(ctx, shop.Task{Person: by.Person, Ask: d.ask, Decide: d.decide})
	if err == nil && d.refused != retail.Pay {
		if err = c.expired(ctx, d.ticket, d.refused); err == nil {
			err = sayAnswer(d.refused)
		}
	}
	if err != nil {
		return Refunded{}, err
	}
	return d.answer, nil
}

// misprinted reads what is handed in.
func (c *Counter) misprinted(ctx context.Context, by shop.By, key string, m Misprint) (*misprint, error) {
	if err := by.May(shop.Retailer, shop.Operator); err != nil {
		return nil, err
	}
	if by.Role != shop.Retailer {
		return nil, errNotAlone
	}
	d := &misprint{by: by}
	var err error
	if d.ticket, err = c.show(ctx, by, Look{Serial: m.Serial, VIRN: m.VIRN}); err != nil {
		return nil, err
	}
	if d.act, err = by.Keyed(shop.ActMisprint, key, d.ticket.serial, d.ticket.virn.Text(), string(m.Face), m.Way, m.Replacement); err != nil {
		return nil, err
	}
	if m.Way != Refund && m.Way != Exchange || (m.Way == Exchange) != (m.Replacement != "") {
		return nil, errWay
	}
	d.answer = Refunded{Serial: d.ticket.serial.String(), Way: m.Way}
	d.act.Subject = d.answer.Serial
	if m.Way == Exchange {
		if d.replacement, err = c.paper(m.Replacement); shop.RefusalName(err) == string(retail.UnknownTicket) {
			return nil, errReplacement
		} else if err != nil {
			return nil, err
		}
		d.answer.Replacement = d.replacement.serial.String()
	}
	if d.ticket.right {
		var j judged
		j, d.noFault = judgeFace(d.ticket.stock.Plan.Game, d.answer.Serial, m.Face)
		if d.noFault == nil && !j.readable {
			d.noFault = errUnread
		}
		d.fault, d.answer.Face = j.fault, j.kept
	}
	return d, nil
}

// judged is the face of a misprint.
type judged struct {
	fault    *scratch.FaultAccount
	kept     string // as compact JSON
	readable bool   // something is read on it
}

// judgeFace reads a face as it was printed, and judges it. It refuses with bad_face or not_misprint.
func judgeFace(g *scratch.Game, serial string, data []byte) (judged, error) {
	face, header, err := scratch.ReadFace(g, data)
	var kept bytes.Buffer
	if err == nil {
		err = json.Compact(&kept, data)
	}
	if err != nil {
		where := visible.Line(err.Error())
		var p scratch.Problem
		if errors.As(err, &p) && p.Hint != "" {
			where += ": " + visible.Line(p.Hint)
		}
		return judged{}, shop.Sayf("bad_face", "this is no face of the game: %s", "ce n’est pas une face de ce jeu (en anglais) : %s", cut(where))
	}
	if kept.Len() > maxFace {
		return judged{}, errLongFace
	}
	if header.Serial != "" {
		if read, err := readSerial(header.Serial); err != nil || read.String() != serial {
			return judged{}, shop.Say("bad_face", "this is the face of another ticket", "c’est la face d’un autre billet")
		}
	}
	var v scratch.Verdict
	g.Judge(face, &v)
	a := g.Explain(face, &v)
	if v.Kind != scratch.Misprint {
		return judged{}, &shop.Refusal{Name: "not_misprint", Text: money.Text{
			EN: "by what is read on it, this ticket is no misprint: " + a.Summary.EN,
			FR: "d’après ce qu’on y lit, ce billet n’a pas d’anomalie d’impression : " + a.Summary.FR,
		}}
	}
	return judged{a.Fault, kept.String(), slices.ContainsFunc(face.Cells, func(c scratch.Code) bool { return c != scratch.Missing })}, nil
}

// cut shortens a text that strangers may have made long.
func cut(text string) string {
	if len(text) > 300 {
		return text[:300] + "…"
	}
	return text
}

func (d *misprint) ask(ask *store.Ask) {
	ask.Keys = append(ask.Keys, store.ActKey{Actor: d.act.Actor, Key: d.act.Key})
	d.ticket.ask(ask, d.by)
	askGuesses(ask, guessers(d.by, d.ticket.serial))
	ask.Guesses = append(ask.Guesses, d.counted())
	if d.replacement != nil {
		d.replacement.ask(ask, d.by)
	}
	if d.ticket.right {
		if account := d.ticket.till(d.by); account.Held() {
			ask.Accounts = append(ask.Accounts, account)
		}
	}
}

func (d *misprint) decide(b *shop.Batch) error {
	d.refused = retail.Pay
	if done, err := b.Again(d.act, &d.answer); done {
		return err
	}
	if err := known(b, d.by); err != nil {
		return err
	}
	list := guessers(d.by, d.ticket.serial)
	if err := d.ticket.barred(b, list); err != nil {
		return err
	}
	if !d.ticket.right {
		wrong(b, list)
		d.refused = retail.UnknownTicket
		return nil
	}
	if d.noFault != nil {
		return d.noFault
	}
	answer, claim := d.ticket.refundable(b, d.by)
	if d.refused = answer; answer != retail.Pay {
		return nil
	}
	if pack, _ := b.Pack(d.ticket.pack); pack.Retailer != d.by.Person || pack.State != retail.Settled {
		return errElsewhere
	}
	if d.ticket.amount > 0 { // no winner ends for its price on a retailer's word; and that he has seen it is noted
		d.refused = retail.ReferCentre
		b.Saw(store.Sighting{TicketRef: d.ticket.TicketRef, At: b.At(), By: d.by.Person, Answer: string(d.refused)})
		return nil
	}
	if d.replacement != nil && !d.replaces(b) {
		return errReplacement
	}
	count, err := d.count(b)
	if err != nil {
		return err
	}
	if err := d.post(b, claim); err != nil {
		return err
	}
	b.SetGuess(count)
	return nil
}

// counted is under what the misprints of a retailer are counted.
func (d *misprint) counted() string { return "misprints/" + string(d.by.Person) }

// count counts one more misprint of the retailer. It refuses with misprint_limit.
func (d *misprint) count(b *shop.Batch) (store.Guess, error) {
	at, _ := b.Guess(d.counted())
	if b.At()-at.Since >= misprintWindow.Microseconds() {
		at = store.Guess{Since: b.At()}
	}
	if at.Failures >= misprintsMost {
		return at, shop.Sayf("misprint_limit", "a retailer makes at most %d misprints good in 24 hours: hand the others to the payment centre", "un détaillant règle au plus %d anomalies d’impression en 24 heures : remettez les autres au centre de paiement", misprintsMost)
	}
	at.Subject, at.Failures = d.counted(), at.Failures+1
	return at, nil
}

// refundable answers pay for a ticket whose price may be given back to its bearer. It is asked as if its lot were its price: so what happened
// to the ticket, its pack and its issue count, and what its envelope hides does not.
func (s *shown) refundable(b *shop.Batch, by shop.By) (retail.Answer, store.Claim) {
	f, claim := s.facts(b, by)
	f.Amount, f.Retailer, f.Centre = s.row.Price, s.row.Price, s.row.Price
	return retail.Judge(f), claim
}

// replaces tells whether the replacement may be given.
func (d *misprint) replaces(b *shop.Batch) bool {
	s, r := d.ticket, d.replacement
	_, touched := b.Claim(r.TicketRef)
	pack, _ := b.Pack(r.pack)
	return !touched && r.TicketRef != s.TicketRef && r.row.Game == s.row.Game && r.row.Price == s.row.Price && r.row.Play == s.row.Play &&
		d.by.Role == shop.Retailer && pack.Retailer == d.by.Person && pack.State.Payable() &&
		b.Found().Issues[r.Block.Issue()].State == retail.Open
}

func (d *misprint) post(b *shop.Batch, claim store.Claim) error {
	s := d.ticket
	account := s.till(d.by)
	d.answer.Amount, d.answer.Play, d.answer.Fault, d.answer.Article = s.row.Price, s.row.Play, d.fault.Name, d.fault.Article
	if account.Held() {
		d.answer.Balance = b.Balance(account) + s.row.Price
	}
	done := *d.act
	done.Note = fmt.Sprintf("%s:%d %s %s at %s/%s/%d face %x", s.Block, s.Position, d.answer.Way, d.fault.Name, d.fault.Surface, d.fault.Zone, d.fault.Cell, sha256.Sum256([]byte(d.answer.Face)))
	become := []store.Claim{s.refund(b, d.by.Person, claim)}
	if d.replacement != nil {
		given, taken := &become[0], d.replacement.claim(b, retail.Free, d.by.Person, store.Claim{})
		given.State, given.Link, taken.Link = retail.Exchanged, d.answer.Replacement, d.answer.Serial
		become = append(become, taken)
	}
	done.Note += " (" + shop.ClaimNote(claim, become[0])
	for _, taken := range become[1:] {
		done.Note += "; " + shop.ClaimNote(store.Claim{}, taken)
	}
	done.Note += ")"
	done.Transfers = []ledger.Transfer{{Debit: s.stakes(), Credit: account, Amount: s.row.Price}}
	if _, err := b.Post(&done, &d.answer); err != nil {
		return err
	}
	for _, c := range become {
		b.SetClaim(c)
	}
	return nil
}

// refund is the claim of a ticket whose price was given back: apart from lots.
func (s *shown) refund(b *shop.Batch, by store.PersonID, was store.Claim) store.Claim {
	c := s.claim(b, retail.Refunded, by, was)
	c.Amount = s.row.Price
	return c
}
