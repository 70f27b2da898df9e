package shop

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"
	"unicode/utf8"

	"tirage/internal/store"
	"tirage/internal/visible"
	"tirage/ledger"
)

// proposalLife is how long a proposal waits for a second person.
const proposalLife = 72 * time.Hour

// The states of a proposal that was decided.
const (
	Approved = "approved"
	Rejected = "rejected"
	Expired  = "expired" // never stored: a pending proposal whose time is over
)

// Kind of an act that needs two persons.
type Kind string

// The acts that need two persons.
const (
	RegisterBlock     Kind = "register_block"
	DestroyBlock      Kind = "destroy_block"
	ReconstructTicket Kind = "reconstruct_ticket"
	AdjustAccount     Kind = "adjust_account"
	ChangeGame        Kind = "change_game"
	StaffAccount      Kind = "staff_account"  // a role in the house
	StaffPassword     Kind = "staff_password" // another password for one of its staff
)

// Kinds lists those of this package; other rooms admit theirs.
func Kinds() []Kind {
	return []Kind{RegisterBlock, DestroyBlock, ReconstructTicket, AdjustAccount, ChangeGame, StaffAccount, StaffPassword}
}

// Proposal is an act that waits for a second person, or was decided.
type Proposal struct {
	ID       string          `json:"id"`
	Kind     Kind            `json:"kind"`
	Body     json.RawMessage `json:"body"`
	Reason   string          `json:"reason"`
	Proposer store.PersonID  `json:"proposer"`
	Created  int64           `json:"created"` // microseconds since 1970, UTC
	Expires  int64           `json:"expires"`
	State    string          `json:"state"`
	Decider  store.PersonID  `json:"decider,omitempty"`
	Decided  int64           `json:"decided,omitempty"`
	Note     string          `json:"note,omitempty"` // the decider's words, and what came of it
	Face     json.RawMessage `json:"face,omitempty"` // of a paper ticket that was made again: a face file
}

// Effect is what an approved proposal does. Its JSON form is the body of the proposal; it embeds Nothing for the parts it has not.
type Effect interface {
	// Prepare looks whether the act is possible now, outside of any transaction: when it is proposed, and again when it is approved. It
	// names what is acted upon.
	Prepare(ctx context.Context, s *Shop) (subject string, err error)
	// Approve asks of others what an approved act needs, after Prepare and before the transaction: nothing is asked for a proposal alone.
	Approve(ctx context.Context, s *Shop) error
	// Ask and Decide are the act's part in the journal's transaction; Decide may add transfers and a note to the act.
	Ask(ask *store.Ask)
	Decide(b *Batch, a *ledger.Act) error
	// Also is its part in other tables of the same transaction.
	Also(ctx context.Context, tx *store.Tx) error
}

// Proposed is an Effect that must know both persons: who proposes it is noted in its body, whatever the body said.
type Proposed interface{ Proposed(by By) }

// effectOf reads the body of a proposal. It refuses with bad_kind or bad_body.
func (s *Shop) effectOf(kind Kind, body []byte) (Effect, error) {
	var e Effect
	switch kind {
	case RegisterBlock:
		e = &registration{}
	case DestroyBlock:
		e = &destruction{}
	case ReconstructTicket:
		e = &reconstruction{}
	case AdjustAccount:
		e = &adjustment{}
	case ChangeGame:
		e = &gameChange{}
	case StaffAccount:
		e = &staffing{}
	case StaffPassword:
		e = &renewal{}
	default:
		admitted, ok := s.admitted[kind]
		if !ok {
			return nil, bad("bad_kind", "no act of the kind %.40q is proposed: %s", "aucun acte du genre %.40q ne se propose : %s", string(kind), fmt.Sprint(s.Kinds()))
		}
		e = admitted()
	}
	d := json.NewDecoder(bytes.NewReader(body))
	d.DisallowUnknownFields()
	if err := d.Decode(e); err != nil || d.More() {
		return nil, bad("bad_body", "the body does not say what %s needs", "le corps ne dit pas ce qu’il faut pour %s", string(kind))
	}
	return e, nil
}

// Propose puts an act before a second person. It refuses with ErrRole, bad_reason, bad_kind, bad_body, or as the act itself would be
// refused now.
func (s *Shop) Propose(ctx context.Context, by By, kind Kind, body []byte, reason string) (Proposal, error) {
	if err := by.may(Operator, Administrator); err != nil {
		return Proposal{}, err
	}
	if err := checkReason(reason); err != nil {
		return Proposal{}, err
	}
	e, err := s.effectOf(kind, body)
	if err != nil {
		return Proposal{}, err
	}
	if p, ok := e.(Proposed); ok {
		p.Proposed(by)
	}
	subject, err := e.Prepare(ctx, s)
	if err != nil {
		return Proposal{}, err
	}
	if body, err = json.Marshal(e); err != nil { // with what prepare has noted
		return Proposal{}, err
	}
	id, err := s.identifier()
	if err != nil {
		return Proposal{}, err
	}
	now := s.now()
	row := store.Proposal{
		ID: id, Kind: string(kind), Body: body, Reason: reason, Proposer: by.Person, State: store.Pending,
		Created: now.UnixMicro(), Expires: now.Add(proposalLife).UnixMicro(),
	}
	a := by.act("propose")
	a.Subject, a.Note = id, fmt.Sprintf("%s %s: %s", kind, subject, reason)
	a.Request = proposed(&row)
	err = s.do(ctx, &task{
		person: by.Person,
		ask:    func(*store.Ask) {},
		decide: func(b *Batch) error { _, err := b.Post(a, nil); return err },
		also:   func(ctx context.Context, tx *store.Tx) error { return tx.AddProposal(ctx, row) },
	})
	if err != nil {
		return Proposal{}, err
	}
	return s.proposal(row), nil
}

// checkReason wants one line of 3 to 300 characters that can be read.
func checkReason(reason string) error {
	if !visible.Sentence(reason, 3) || utf8.RuneCountInString(reason) > 300 {
		return bad("bad_reason", "give a reason of 3 to 300 characters that can be seen, on one line", "donnez une raison de 3 à 300 caractères visibles, sur une ligne")
	}
	return nil
}

func (s *Shop) proposal(row store.Proposal) Proposal {
	p := Proposal{
		ID: row.ID, Kind: Kind(row.Kind), Body: row.Body, Reason: row.Reason, Proposer: row.Proposer, Created: row.Created, Expires: row.Expires,
		State: row.State, Decider: row.Decider, Decided: row.Decided, Note: row.Note, Face: s.faceOf(&row),
	}
	if p.State == store.Pending && p.Expires <= s.now().UnixMicro() {
		p.State = Expired
	}
	return p
}

// Proposals lists proposals, newest first, of one state or of all (""). It refuses with ErrRole, bad_cursor or bad_limit.
func (s *Shop) Proposals(ctx context.Context, by By, state, after string, limit int) (Page[Proposal], error) {
	if err := by.may(Operator, Auditor, Administrator); err != nil {
		return Page[Proposal]{}, err
	}
	cursor, err := page(after, limit)
	if err != nil {
		return Page[Proposal]{}, err
	}
	rows, err := s.store.Proposals(ctx, state, cursor, limit+1)
	if err != nil {
		return Page[Proposal]{}, err
	}
	cut := paged(rows, limit, func(p store.Proposal) store.Cursor { return p.Cursor() })
	list := Page[Proposal]{Next: cut.Next, Items: make([]Proposal, 0, len(cut.Items))}
	for _, row := range cut.Items {
		list.Items = append(list.Items, s.proposal(row))
	}
	return list, nil
}

// Proposal is one proposal, in whatever state. It refuses with ErrRole or ErrUnknownProposal.
func (s *Shop) Proposal(ctx context.Context, by By, id string) (Proposal, error) {
	if err := by.may(Operator, Auditor, Administrator); err != nil {
		return Proposal{}, err
	}
	row, err := s.store.Proposal(ctx, id)
	if errors.Is(err, store.ErrUnknown) {
		return Proposal{}, ErrUnknownProposal
	}
	return s.proposal(row), err
}

// decidable refuses with expired, decided or same_person; and, to have it approved, with proposer_locked.
func (s *Shop) decidable(ctx context.Context, row store.Proposal, by By, approve bool) error {
	switch p := s.proposal(row); {
	case p.State == Expired:
		return errExpired
	case p.State != store.Pending:
		return errDecided
	case p.Proposer == by.Person:
		return errSamePerson
	case !approve:
		return nil
	}
	p, err := s.store.Person(ctx, row.Proposer)
	if err != nil {
		return err
	}
	return mayPropose(store.Standing{Role: p.Role, Locked: p.Locked, Erased: p.Erased})
}

// Decide approves a proposal and does it, or rejects it. It refuses with ErrRole, ErrUnknownProposal, decided, expired, same_person, or
// as the act itself is refused now; then the proposal stays as it is.
func (s *Shop) Decide(ctx context.Context, by By, id string, approve bool, reason string) (Proposal, error) {
	if err := by.may(Operator, Administrator); err != nil {
		return Proposal{}, err
	}
	if err := checkReason(reason); err != nil {
		return Proposal{}, err
	}
	row, err := s.store.Proposal(ctx, id)
	if errors.Is(err, store.ErrUnknown) {
		return Proposal{}, ErrUnknownProposal
	}
	if err != nil {
		return Proposal{}, err
	}
	if err := s.decidable(ctx, row, by, approve); err != nil {
		return Proposal{}, err
	}
	a := by.act("reject")
	e, came, err := s.decision(ctx, row, approve, a)
	if err != nil {
		return Proposal{}, err
	}
	reason += came
	a.Subject, a.Note = id, a.Note+reason
	row.State, row.Decider, row.Decided, row.Note = Rejected, by.Person, s.now().UnixMicro(), reason
	if approve {
		row.State = Approved
	}
	err = s.do(ctx, &task{
		person: by.Person,
		ask:    e.Ask,
		decide: func(b *Batch) error {
			done := *a
			if err := e.Decide(b, &done); err != nil {
				return err
			}
			_, err := b.Post(&done, nil)
			return err
		},
		also: func(ctx context.Context, tx *store.Tx) error {
			if err := e.Also(ctx, tx); err != nil {
				return err
			}
			if err := tx.DecideProposal(ctx, row); errors.Is(err, store.ErrStale) {
				return errDecided
			} else if err != nil {
				return err
			}
			return nil
		},
	})
	if err != nil {
		return Proposal{}, err
	}
	if err := s.catalog.load(ctx, s); err != nil {
		s.log.Error("the blocks were not read again", "error", err)
	}
	return s.proposal(row), nil
}

var (
	errDecided = say("decided", "this proposal is decided already", "cette proposition est déjà décidée")
	errExpired = say("expired", "this proposal has expired: propose it again", "cette proposition est périmée : proposez à nouveau")
)
