package store

import (
	"context"
	"fmt"
	"testing"
)

// write runs one writing method in a transaction of its own.
func (s *Store) write(t testing.TB, do func(ctx context.Context, tx *Tx) error) error {
	t.Helper()
	return s.Write(t.Context(), do)
}

func personNamed(id string) Person {
	return Person{ID: PersonID(id), Login: id + "@example.org", Password: "$argon2id$…", Role: "player", TagSecret: []byte{1, 2, 0, 3}, Created: 5}
}

func TestPersons(t *testing.T) {
	onEach(t, func(t *testing.T, d database) {
		s := open(t, d.fresh(t), Options{})
		add := func(p Person) error {
			return s.write(t, func(ctx context.Context, tx *Tx) error { return tx.AddPerson(ctx, p) })
		}
		anne := personNamed("anne")
		must(t, add(anne))
		must(t, add(personNamed("bob")))
		twin := anne
		twin.ID = "carl"
		must(t, add(twin), ErrTaken)
		twin = anne
		twin.Login = "other"
		must(t, add(twin), ErrTaken)

		got, err := s.Person(t.Context(), "anne")
		must(t, err)
		if fmt.Sprint(got) != fmt.Sprint(anne) {
			t.Errorf("wrote %v, read %v", anne, got)
		}
		_, err = s.Person(t.Context(), "nobody")
		must(t, err, ErrUnknown)
		_, err = s.PersonByLogin(t.Context(), "nobody")
		must(t, err, ErrUnknown)

		must(t, s.write(t, func(ctx context.Context, tx *Tx) error {
			must(t, tx.SetPassword(ctx, "anne", "new"))
			must(t, tx.SetRole(ctx, "anne", "auditor"))
			must(t, tx.SetLocked(ctx, "anne", 77))
			inside, err := tx.Person(ctx, "anne")
			must(t, err)
			if inside.Password != "new" {
				t.Error("a transaction does not read what it wrote")
			}
			must(t, tx.SetPassword(ctx, "nobody", "new"), ErrUnknown)
			must(t, tx.SetRole(ctx, "nobody", "new"), ErrUnknown)
			must(t, tx.SetLocked(ctx, "nobody", 1), ErrUnknown)
			must(t, tx.Erase(ctx, "nobody", 1), ErrUnknown)
			return nil
		}))
		got, err = s.PersonByLogin(t.Context(), "anne@example.org")
		must(t, err)
		if got.ID != "anne" || got.Password != "new" || got.Role != "auditor" || got.Locked != 77 {
			t.Errorf("changed to %v", got)
		}

		first, err := s.Persons(t.Context(), "", 1)
		must(t, err)
		second, err := s.Persons(t.Context(), first[0].ID, 9)
		must(t, err)
		if len(first) != 1 || first[0].ID != "anne" || len(second) != 1 || second[0].ID != "bob" {
			t.Errorf("pages %v and %v", first, second)
		}

		must(t, s.write(t, func(ctx context.Context, tx *Tx) error {
			must(t, tx.AddSession(ctx, Session{Token: [32]byte{1}, Person: "anne", Expires: 9}))
			return tx.Erase(ctx, "anne", 88)
		}))
		got, err = s.Person(t.Context(), "anne")
		must(t, err)
		if got.Password != "" || got.Login == anne.Login || got.Erased != 88 || string(got.TagSecret) != string(anne.TagSecret) {
			t.Errorf("erased: %v", got)
		}
		_, err = s.Session(t.Context(), [32]byte{1})
		must(t, err, ErrUnknown)
		twin = anne
		twin.ID = "anne2"
		must(t, add(twin))
		must(t, s.write(t, func(ctx context.Context, tx *Tx) error { return tx.SetPassword(ctx, "anne", "new") }), ErrUnknown)
	})
}

func TestWriteIsAllOrNothing(t *testing.T) {
	onEach(t, func(t *testing.T, d database) {
		s := open(t, d.fresh(t), Options{})
		must(t, s.write(t, func(ctx context.Context, tx *Tx) error {
			must(t, tx.AddPerson(ctx, personNamed("anne")))
			return context.Canceled
		}), context.Canceled)
		_, err := s.Person(t.Context(), "anne")
		must(t, err, ErrUnknown)
	})
}

func TestSessions(t *testing.T) {
	onEach(t, func(t *testing.T, d database) {
		s := open(t, d.fresh(t), Options{})
		must(t, s.write(t, func(ctx context.Context, tx *Tx) error {
			must(t, tx.AddPerson(ctx, personNamed("anne")))
			must(t, tx.AddPerson(ctx, personNamed("bob")))
			for i := range byte(6) {
				who := PersonID("anne")
				if i >= 4 {
					who = "bob"
				}
				must(t, tx.AddSession(ctx, Session{Token: [32]byte{i}, Person: who, Created: 1, Expires: 10 + int64(i), Seen: 2}))
			}
			return nil
		}))
		must(t, s.write(t, func(ctx context.Context, tx *Tx) error { return tx.TouchSession(ctx, [32]byte{0}, 3, 100) }))
		must(t, s.write(t, func(ctx context.Context, tx *Tx) error { return tx.TouchSession(ctx, [32]byte{99}, 3, 100) }), ErrUnknown)
		got, err := s.Session(t.Context(), [32]byte{0})
		must(t, err)
		if want := (Session{Token: [32]byte{0}, Person: "anne", Created: 1, Expires: 100, Seen: 3}); got != want {
			t.Errorf("session %v, want %v", got, want)
		}
		left := func() (n int) {
			for i := range byte(6) {
				if _, err := s.Session(t.Context(), [32]byte{i}); err == nil {
					n++
				} else {
					must(t, err, ErrUnknown)
				}
			}
			return n
		}
		must(t, s.write(t, func(ctx context.Context, tx *Tx) error {
			n, err := tx.SweepSessions(ctx, 11)
			if n != 1 {
				t.Errorf("swept %d sessions, want the one that expired at 11", n)
			}
			return err
		}))
		must(t, s.write(t, func(ctx context.Context, tx *Tx) error { return tx.DropSession(ctx, [32]byte{2}) }))
		if n := left(); n != 4 {
			t.Errorf("%d sessions are left, want 4", n)
		}
		must(t, s.write(t, func(ctx context.Context, tx *Tx) error { return tx.DropSessions(ctx, "anne") }))
		if n := left(); n != 2 {
			t.Errorf("%d sessions are left, want those of bob", n)
		}
	})
}

func TestBlocks(t *testing.T) {
	onEach(t, func(t *testing.T, d database) {
		h := newHouse(t, d.fresh(t), Options{})
		s := h.Store
		later, other := blockNamed("3002-00-0003", 5), blockNamed("1001-00-0009", 5)
		later.Order, later.Play, other.First, other.Next, other.Told = -1, true, 2, 2, 2
		must(t, s.write(t, func(ctx context.Context, tx *Tx) error {
			must(t, tx.AddBlock(ctx, later))
			return tx.AddBlock(ctx, other)
		}))
		must(t, s.write(t, func(ctx context.Context, tx *Tx) error { return tx.AddBlock(ctx, other) }), ErrTaken)
		blocks, err := s.Blocks(t.Context())
		must(t, err)
		if want := []Block{other, later, blockNamed(firstBlock, 10_000)}; fmt.Sprint(blocks) != fmt.Sprint(want) {
			t.Errorf("blocks %v\nwant   %v", blocks, want)
		}
		_, err = s.Block(t.Context(), "none")
		must(t, err, ErrUnknown)
		must(t, s.write(t, func(ctx context.Context, tx *Tx) error { return tx.SetBlockState(ctx, other.ID, OnSale, Closed) }))
		must(t, s.write(t, func(ctx context.Context, tx *Tx) error { return tx.SetBlockState(ctx, other.ID, OnSale, Closed) }), ErrStale)

		must(t, h.commitFor(t.Context(), []string{"anne"}, nil, func(d *draft) error {
			must(t, d.deposit("anne", "k", 1, 1000))
			must(t, d.buy("anne", "k1", 2, firstBlock))
			return d.buy("anne", "k2", 3, firstBlock)
		}))
		told := func(from, to int64) error {
			return s.write(t, func(ctx context.Context, tx *Tx) error { return tx.NoteTold(ctx, firstBlock, from, to) })
		}
		untold := func(want ...int64) {
			t.Helper()
			list, err := s.Untold(t.Context(), firstBlock, 10)
			must(t, err)
			var got []int64
			for _, k := range list {
				got = append(got, k.Position)
			}
			if fmt.Sprint(got) != fmt.Sprint(want) {
				t.Errorf("untold %v, want %v", got, want)
			}
		}
		untold(0, 1)
		if err := told(0, 3); err == nil {
			t.Error("the keeper was told of a ticket that is not sold")
		}
		must(t, told(0, 1))
		untold(1)
		must(t, told(0, 1), ErrStale)
		must(t, told(1, 2))
		untold()
		block, err := s.Block(t.Context(), firstBlock)
		must(t, err)
		if block.Sold() != 2 || block.Told != 2 {
			t.Errorf("%d sold, %d told", block.Sold(), block.Told)
		}
	})
}

func TestProposals(t *testing.T) {
	onEach(t, func(t *testing.T, d database) {
		s := open(t, d.fresh(t), Options{})
		for _, id := range []string{"anne", "bob"} {
			must(t, s.write(t, func(ctx context.Context, tx *Tx) error { return tx.AddPerson(ctx, personNamed(id)) }))
		}
		for i := range 3 {
			must(t, s.write(t, func(ctx context.Context, tx *Tx) error {
				return tx.AddProposal(ctx, Proposal{ID: fmt.Sprint("p", i), Kind: "void", Body: []byte{0, byte(i)}, Reason: "torn", Proposer: "anne", Created: 1, Expires: 2})
			}))
		}
		decide := func(id string, who PersonID) error {
			return s.write(t, func(ctx context.Context, tx *Tx) error {
				return tx.DecideProposal(ctx, Proposal{ID: id, State: "approved", Decider: who, Decided: 9, Note: "seen"})
			})
		}
		must(t, decide("p1", "anne"), ErrStale) // four eyes
		must(t, decide("p1", "bob"))
		must(t, decide("p1", "bob"), ErrStale)
		got, err := s.Proposal(t.Context(), "p1")
		must(t, err)
		want := Proposal{
			ID: "p1", Kind: "void", Body: []byte{0, 1}, Reason: "torn", Proposer: "anne", Created: 1, Expires: 2,
			State: "approved", Decider: "bob", Decided: 9, Note: "seen",
		}
		if fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("proposal %v\nwant     %v", got, want)
		}
		_, err = s.Proposal(t.Context(), "none")
		must(t, err, ErrUnknown)
		page, err := s.Proposals(t.Context(), Pending, Cursor{}, 1)
		must(t, err)
		next, err := s.Proposals(t.Context(), Pending, page[0].Cursor(), 5)
		must(t, err)
		all, err := s.Proposals(t.Context(), "", Cursor{}, 5)
		must(t, err)
		if len(page) != 1 || page[0].ID != "p2" || len(next) != 1 || next[0].ID != "p0" || len(all) != 3 || all[1].ID != "p1" {
			t.Errorf("pages %v and %v, all %v", page, next, all)
		}
	})
}
