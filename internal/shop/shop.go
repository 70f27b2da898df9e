package shop

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"sync"
	"time"

	"tirage/internal/keeper"
	"tirage/internal/shop/wallet"
	"tirage/internal/store"
	"tirage/ledger"
	"tirage/money"
)

// Role is what a person may do in the house.
type Role string

// The roles.
const (
	Player        Role = "player"
	Retailer      Role = "retailer"
	Operator      Role = "operator"
	Auditor       Role = "auditor"
	Administrator Role = "administrator"
)

// Roles lists them all.
func Roles() []Role { return []Role{Player, Retailer, Operator, Auditor, Administrator} }

// By is who asks for an act, and from where.
type By struct {
	Person store.PersonID
	Role   Role
	Origin string // what Shop.Origin made of an address; "" for the house itself

	Session string // pseudonym of the session, for an operator's wallet; "" if there is none
}

// Options says what a house is made of.
type Options struct {
	Store          *store.Store
	Node           string        // name of this node: its journal's, too
	Keeper         keeper.Keeper // the second party
	KeeperVerifier string        // of its acknowledgements
	Single         bool          // the keeper runs inside the house: everything that rests on it says so
	Keys           string        // folder with the house's keys of blocks: "3002-00-0001.house"
	Verifier       string        // of the house's signing key, that manifests must bear; "" where only specimens are sold
	Demo           bool          // specimens are registered, for play money
	Currency       money.Currency
	Now            func() time.Time // nil for time.Now
	Random         io.Reader        // nil for crypto/rand
	Log            *slog.Logger     // nil for none
	LeaseTTL       time.Duration    // of the journal; 0 for 15 s
	Wallet         wallet.Wallet    // that holds the players' money; nil: the house does
	Cash           Cash             // through which money comes and goes, where the house holds it; nil for DemoCash

	plug func(point string) bool // of tests: true ends what is being done at this point
}

// Shop is an open house. It is safe for concurrent use.
type Shop struct {
	Options
	store    *store.Store
	journal  *store.Journal
	writes   writes
	node     string
	clock    steady
	log      *slog.Logger
	random   io.Reader
	origin   [32]byte // key of origins, forgotten when the house stops
	catalog  catalog
	plans    plans
	hashing  *hashing
	lifetime context.Context
	end      context.CancelFunc
	queue    chan *task
	closing  chan struct{}
	stopped  chan struct{} // the writer has ended
	tellers  sync.WaitGroup
	wake     chan struct{}
	told     told
	tags     tags
	halves   chan *halfAsked
	openings openings
	admitted map[Kind]func() Effect

	callsWake chan struct{}
}

// Open takes the journal of this node and opens every block on sale. It refuses with store.ErrLeased while another program holds the
// journal.
func Open(ctx context.Context, o Options) (s *Shop, err error) {
	s = &Shop{
		Options: o, store: o.Store, node: o.Node, clock: steady{read: o.Now}, log: o.Log, random: o.Random,
		hashing: newHashing(maxHashing), queue: make(chan *task, maxBatch), closing: make(chan struct{}), stopped: make(chan struct{}),
		wake: make(chan struct{}, 1), halves: make(chan *halfAsked, maxBatch),
		callsWake: make(chan struct{}, 1),
	}
	if s.clock.read == nil {
		s.clock.read = time.Now
	}
	if s.log == nil {
		s.log = slog.New(slog.DiscardHandler)
	}
	if s.random == nil {
		s.random = rand.Reader
	}
	ttl := o.LeaseTTL
	if ttl == 0 {
		ttl = 15 * time.Second
	}
	if _, err := io.ReadFull(s.random, s.origin[:]); err != nil {
		return nil, err
	}
	if err := s.checkPorts(); err != nil {
		return nil, err
	}
	if err := s.catalog.load(ctx, s); err != nil {
		return nil, err
	}
	if s.journal, err = o.Store.Journal(ctx, o.Node, ttl); err != nil {
		s.catalog.close()
		return nil, err
	}
	if err := errors.Join(s.clock.resume(ctx, s.store, s.node, s.log), s.abandon(ctx, s.node)); err != nil {
		s.catalog.close()
		return nil, errors.Join(err, s.journal.Release(ctx))
	}
	s.lifetime, s.end = context.WithCancel(context.Background())
	go s.write()
	s.tellers.Go(func() { s.tell(s.lifetime) })
	s.tellers.Go(func() { s.askHalves(s.lifetime) })
	s.tellers.Go(func() { s.makeCalls(s.lifetime) })
	s.tellers.Go(func() { s.tidyOn(s.lifetime) })
	s.tellers.Go(func() { s.inspect(s.lifetime) })
	s.tellers.Go(func() { s.renew(s.lifetime, ttl/3) })
	return s, nil
}

// Close lets what was asked for be done, gives the journal back and closes the blocks.
func (s *Shop) Close() error {
	close(s.closing)
	<-s.stopped
	s.end()
	s.tellers.Wait()
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	err := s.journal.Release(ctx)
	s.catalog.close()
	return err
}

// renew keeps the lease of the journal while nothing is written.
func (s *Shop) renew(ctx context.Context, every time.Duration) {
	tick := time.NewTicker(every)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			if err := s.renewed(ctx); err != nil && ctx.Err() == nil {
				s.log.Error("the lease of the journal was not renewed", "journal", s.node, "error", err)
			}
			if err := s.catalog.load(ctx, s); err != nil && ctx.Err() == nil {
				s.log.Error("the blocks were not read again", "error", err)
			}
		}
	}
}

// now is the house's time, which never goes back.
func (s *Shop) now() time.Time { return s.clock.now() }

// Origin makes a pseudonym of an address, by a key that is forgotten when the house stops: what comes from one place can be told
// together, the place itself is not kept.
func (s *Shop) Origin(address string) string {
	m := hmac.New(sha256.New, s.origin[:])
	m.Write([]byte(address))
	return hex.EncodeToString(m.Sum(nil)[:8])
}

// letters of identifiers: easy to read aloud, no vowel but e.
const letters = "0123456789bcdefghjkmnpqrstvwxyzi"

// identifier makes 16 random lower-case letters and digits: 80 bits.
func (s *Shop) identifier() (string, error) {
	var raw [16]byte
	if _, err := io.ReadFull(s.random, raw[:]); err != nil {
		return "", err
	}
	for i, b := range raw {
		raw[i] = letters[b%32]
	}
	return string(raw[:]), nil
}

// request digests what was asked for: the same act with the same arguments gives the same digest.
func request(kind string, arguments ...any) [32]byte {
	h := sha256.New()
	for _, a := range append([]any{kind}, arguments...) {
		text := fmt.Sprint(a)
		fmt.Fprintf(h, "%d:%s", len(text), text)
	}
	return [32]byte(h.Sum(nil))
}

// keyed begins an act that must bear an idempotency key. It refuses with ErrKeyMissing.
func (by By) keyed(kind, key string, asked ...any) (*ledger.Act, error) {
	if !validKey(key) {
		return nil, ErrKeyMissing
	}
	a := by.act(kind)
	a.Key, a.Request = key, request(kind, asked...)
	return a, nil
}

func (by By) act(kind string) *ledger.Act {
	return &ledger.Act{Kind: kind, Actor: string(by.Person), Role: string(by.Role), Origin: by.Origin}
}

func validKey(key string) bool {
	if key == "" || len(key) > 64 {
		return false
	}
	for _, c := range []byte(key) {
		switch {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9', c == '-', c == '_':
		default:
			return false
		}
	}
	return true
}

// may refuses with ErrLogIn or ErrRole whoever has none of these roles.
func (by By) may(roles ...Role) error {
	if by.Person == "" {
		return ErrLogIn
	}
	for _, r := range roles {
		if by.Role == r {
			return nil
		}
	}
	return ErrRole
}
