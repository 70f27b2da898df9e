package shop

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"strings"

	"tirage/internal/keeper"
	"tirage/internal/press"
	"tirage/internal/store"
	"tirage/scratch"
	"tirage/seal"
)

// errNotPermitted refuses a paper ticket of which the keeper gives no half.
var errNotPermitted = say("not_permitted", "the keeper's administrators have not permitted this ticket: they look at the reason, and permit it on their machine (tirage keeper permit); then approve again",
	"les administrateurs du dépositaire n’ont pas autorisé ce billet : ils examinent la raison et l’autorisent sur leur machine (tirage keeper permit) ; approuvez ensuite à nouveau")

// reconstruction opens one ticket for the house, with the keeper's half: a sold one when its owner contests what was shown, say, or a
// paper one that is damaged. No other ticket is opened by it: both halves are of that serial alone.
type reconstruction struct {
	Nothing `json:"-"`

	Ticket string `json:"ticket"` // its serial

	found string
}

// Prepare refuses with ErrUnknownTicket. It asks nothing of the keeper: one person alone opens no ticket.
func (r *reconstruction) Prepare(ctx context.Context, s *Shop) (string, error) {
	serial, _, err := s.paperSerial(r.Ticket)
	if !errors.Is(err, ErrUnknownTicket) {
		return serial.String(), err
	}
	t, opened, err := s.bySerial(ctx, r.Ticket)
	if err != nil {
		return "", err
	}
	serial, err = opened.stock.Manifest.Block.Serial(int(t.Position))
	if err != nil {
		return "", err
	}
	return serial.String(), nil
}

// Approve opens the ticket. What a sealed one shows is its owner's to see first: of such a one only that it opens is said. It refuses as a
// reveal does, or a paper ticket with not_permitted.
func (r *reconstruction) Approve(ctx context.Context, s *Shop) error {
	serial, opened, err := s.paperSerial(r.Ticket)
	if err == nil {
		made, err := s.unsealPaper(ctx, serial, opened)
		if err != nil {
			return err
		}
		r.found = "lot " + s.Currency.Plain(made.Amount) + faceMark + hex.EncodeToString(scratch.Canonical(nil, made.Cells))
		return nil
	}
	t, opened, err := s.bySerial(ctx, r.Ticket)
	if err != nil {
		return err
	}
	made, err := s.unseal(ctx, &t, opened)
	if err != nil {
		return err
	}
	r.found = "it opens, and is still sealed"
	if t.Revealed() {
		r.found = "lot " + s.Currency.Plain(made.Amount)
		if int64(made.Outcome.Lot) != t.Lot || made.Amount != t.Paid {
			r.found += ", not what was paid"
		}
	}
	return nil
}

// came is what is said of the ticket behind the decider's words.
func (r *reconstruction) came() string { return " (" + r.found + ")" }

// paperSerial reads the serial of a ticket of a block's paper share. It refuses with ErrUnknownTicket.
func (s *Shop) paperSerial(text string) (seal.Serial, *shelf, error) {
	serial, err := seal.ParseSerial(text)
	if err != nil {
		return serial, nil, ErrUnknownTicket
	}
	opened := s.catalog.shelf(BlockOf(serial))
	if opened == nil {
		return serial, nil, ErrUnknownTicket
	}
	m := opened.stock.Manifest
	position, err := m.Block.Position(serial)
	if err != nil || m.Shares.Kind(position) == seal.Online {
		return serial, nil, ErrUnknownTicket
	}
	return serial, opened, nil
}

// unsealPaper opens a paper ticket with both halves. A keeper within the house permits it by that: the house is one party then, and says
// so. It refuses with not_permitted, ErrKeeperSilent, ErrKeeperWrong or ErrUnknownTicket.
func (s *Shop) unsealPaper(ctx context.Context, serial seal.Serial, opened *shelf) (*press.Opened, error) {
	ctx, cancel := context.WithTimeout(ctx, keeperCall)
	defer cancel()
	position, err := opened.stock.Manifest.Block.Position(serial)
	if err != nil {
		return nil, ErrUnknownTicket
	}
	if within, ok := s.Keeper.(interface {
		Permit(ctx context.Context, serial, reason string) error
	}); ok && s.Single {
		if err := within.Permit(ctx, serial.String(), "approved by two persons of the house (single party: the keeper is the house's own)"); err != nil {
			s.log.Error("the keeper within the house permits nothing", "ticket", serial, "error", err)
			return nil, ErrKeeperSilent
		}
	}
	id := BlockOf(serial)
	halves, err := s.Keeper.Halves(ctx, string(id), []int64{int64(position)})
	switch {
	case errors.Is(err, keeper.NotPermitted):
		return nil, errNotPermitted
	case err != nil || len(halves) != 1:
		s.log.Error("the keeper gives no half of a paper ticket", "ticket", serial, "error", err)
		return nil, ErrKeeperSilent
	}
	ours, err := opened.key.Half(serial)
	if err != nil {
		return nil, err
	}
	made, err := opened.stock.Open(int64(position), ours, halves[0])
	if errors.Is(err, press.ErrNoTicket) { // of a specimen, of which not all packs were printed
		return nil, ErrUnknownTicket
	}
	if err != nil {
		s.log.Error("a paper ticket does not open with both halves", "ticket", serial, "error", err)
		return nil, ErrKeeperWrong
	}
	return made, nil
}

// faceMark stands before the canonical face of a ticket that was made again, in hexadecimal digits, at the end of what came of it.
const faceMark = ", face "

// faceOf is the face of a paper ticket that two persons had made again, as a face file; nil of any other proposal.
func (s *Shop) faceOf(row *store.Proposal) json.RawMessage {
	var r reconstruction
	if Kind(row.Kind) != ReconstructTicket || row.State != Approved || json.Unmarshal(row.Body, &r) != nil {
		return nil
	}
	serial, opened, err := s.paperSerial(r.Ticket)
	at := strings.LastIndex(row.Note, faceMark)
	if err != nil || at < 0 {
		return nil
	}
	raw, err := hex.DecodeString(strings.TrimSuffix(row.Note[at+len(faceMark):], ")"))
	game := opened.stock.Plan.Game
	if err != nil || len(raw) != 2*game.CellCount() {
		return nil
	}
	cells := make([]scratch.Code, len(raw)/2)
	for i := range cells {
		cells[i] = scratch.Code(raw[2*i])<<8 | scratch.Code(raw[2*i+1])
	}
	return scratch.WriteFace(game, cells, scratch.FaceHeader{Serial: serial.String(), Specimen: opened.stock.Manifest.Specimen})
}
