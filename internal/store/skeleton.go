package store

import (
	"context"
	"iter"
	"time"

	"tirage/ledger"
	"tirage/money"
)

// Options are what a store needs from outside.
type Options struct {
	Now   func() time.Time         // the clock that leases are measured by; nil for time.Now
	Fault func(point string) error // for tests: an error ends the transaction at this point; nil for none
}

type reads struct{}

// Store is an open database.
type Store struct{ reads }

// View is the database as it was at one moment.
type View struct{ reads }

// Tx is a transaction.
type Tx struct{ reads }

// Journal is the lease of one node's chain of acts.
type Journal struct{}

func Open(ctx context.Context, dsn string, o Options) (*Store, error) { return nil, nil }
func (s *Store) Close() error                                         { return nil }
func (s *Store) Ping(ctx context.Context) error                       { return nil }
func (s *Store) Journal(ctx context.Context, name string, ttl time.Duration) (*Journal, error) {
	return nil, nil
}
func (s *Store) Write(ctx context.Context, do func(ctx context.Context, tx *Tx) error) error {
	return nil
}
func (s *Store) View(ctx context.Context, do func(ctx context.Context, v *View) error) error {
	return nil
}
func (s *Store) Fold(ctx context.Context, journal string) (through int64, err error) { return 0, nil }

func (j *Journal) Name() string { return "" }
func (j *Journal) Commit(ctx context.Context, ask Ask, decide func(*Found) (*Written, error), also ...func(context.Context, *Tx) error) error {
	return nil
}
func (j *Journal) Renew(ctx context.Context) error   { return nil }
func (j *Journal) Release(ctx context.Context) error { return nil }

func (t *Tx) AddPerson(ctx context.Context, p Person) error                               { return nil }
func (t *Tx) SetPassword(ctx context.Context, id PersonID, password string) error         { return nil }
func (t *Tx) SetRole(ctx context.Context, id PersonID, role string) error                 { return nil }
func (t *Tx) SetLocked(ctx context.Context, id PersonID, at int64) error                  { return nil }
func (t *Tx) Erase(ctx context.Context, id PersonID, at int64) error                      { return nil }
func (t *Tx) AddSession(ctx context.Context, s Session) error                             { return nil }
func (t *Tx) TouchSession(ctx context.Context, token [32]byte, seen, expires int64) error { return nil }
func (t *Tx) DropSession(ctx context.Context, token [32]byte) error                       { return nil }
func (t *Tx) DropSessions(ctx context.Context, person PersonID) error                     { return nil }
func (t *Tx) SweepSessions(ctx context.Context, now int64) error                          { return nil }
func (t *Tx) AddBlock(ctx context.Context, b Block) error                                 { return nil }
func (t *Tx) SetBlockState(ctx context.Context, id BlockID, from, to string) error        { return nil }
func (t *Tx) NoteTold(ctx context.Context, id BlockID, from, to int64) error              { return nil }
func (t *Tx) AddProposal(ctx context.Context, p Proposal) error                           { return nil }
func (t *Tx) DecideProposal(ctx context.Context, p Proposal) error                        { return nil }

func (r reads) Person(ctx context.Context, id PersonID) (Person, error)         { return Person{}, nil }
func (r reads) PersonByLogin(ctx context.Context, login string) (Person, error) { return Person{}, nil }
func (r reads) Persons(ctx context.Context, after PersonID, limit int) ([]Person, error) {
	return nil, nil
}
func (r reads) Session(ctx context.Context, token [32]byte) (Session, error)        { return Session{}, nil }
func (r reads) Block(ctx context.Context, id BlockID) (Block, error)                { return Block{}, nil }
func (r reads) Blocks(ctx context.Context) ([]Block, error)                         { return nil, nil }
func (r reads) Lots(ctx context.Context, id BlockID) ([]LotCount, error)            { return nil, nil }
func (r reads) Ticket(ctx context.Context, ref TicketRef) (Ticket, error)           { return Ticket{}, nil }
func (r reads) Untold(ctx context.Context, id BlockID, limit int) ([]Ticket, error) { return nil, nil }
func (r reads) History(ctx context.Context, owner PersonID, after Cursor, limit int) ([]Ticket, error) {
	return nil, nil
}
func (r reads) Statement(ctx context.Context, a ledger.Account, after Cursor, limit int) ([]Line, error) {
	return nil, nil
}
func (r reads) Proposal(ctx context.Context, id string) (Proposal, error) { return Proposal{}, nil }
func (r reads) Proposals(ctx context.Context, state, after string, limit int) ([]Proposal, error) {
	return nil, nil
}
func (r reads) Done(ctx context.Context, k ActKey) (Done, error) { return Done{}, nil }
func (r reads) Act(ctx context.Context, journal string, seq int64) (Recorded, error) {
	return Recorded{}, nil
}
func (r reads) Acts(ctx context.Context, journal string, after int64) iter.Seq2[Recorded, error] {
	return nil
}
func (r reads) Journals(ctx context.Context) ([]JournalState, error)               { return nil, nil }
func (r reads) Balance(ctx context.Context, a ledger.Account) (money.Cents, error) { return 0, nil }
func (r reads) Held(ctx context.Context) (map[ledger.Account]money.Cents, error)   { return nil, nil }
func (r reads) Totals(ctx context.Context) (map[ledger.Account]money.Cents, error) { return nil, nil }
