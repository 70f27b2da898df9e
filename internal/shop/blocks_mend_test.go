package shop

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"tirage/internal/keeper"
	"tirage/internal/press"
	"tirage/internal/store"
	"tirage/seal"
)

// What the second person approves is the block that was proposed: a folder whose block was changed in between is refused, and a block
// that the keeper does not hold as well.
func TestRegisterTheProposedBlock(t *testing.T) {
	h := open(t, options{})
	t.Cleanup(h.close)
	proposedBlock, another := specimen(t), anotherSpecimen(t, 1) // of one name, and not the same
	h.give(proposedBlock)
	current := filepath.Join(t.TempDir(), "current")
	point := func(to string) {
		t.Helper()
		_ = os.Remove(current)
		must(t, os.Symlink(to, current))
	}
	one, two := h.person(Operator), h.person(Operator)
	point(proposedBlock)
	p, err := h.Propose(t.Context(), one, RegisterBlock, fmt.Appendf(nil, `{"folder":%q,"play":true}`, current), "audited")
	must(t, err)
	var body map[string]any
	must(t, json.Unmarshal(p.Body, &body))
	m, _, err := press.ReadManifest(proposedBlock, "")
	must(t, err)
	if body["block"] != string(firstBlock) || body["root"] != m.Root.String() || body["manifest"] != m.Digest().String() {
		t.Errorf("the second person is shown %s", p.Body)
	}
	point(another)
	if _, err := h.Decide(t.Context(), two, p.ID, true, "fine"); RefusalName(err) != "manifest_changed" {
		t.Errorf("another block was approved: %v", err)
	}
	if _, err := h.Propose(t.Context(), one, RegisterBlock, fmt.Appendf(nil, `{"folder":%q,"play":true}`, another), "audited"); RefusalName(err) != "keeper_other" {
		t.Errorf("a block that the keeper does not hold: %v", err)
	}
	if _, err := h.Propose(t.Context(), one, RegisterBlock, fmt.Appendf(nil, `{"folder":%q,"play":true,"manifest":"00"}`, proposedBlock), "audited"); RefusalName(err) != "manifest_changed" {
		t.Errorf("another manifest than the proposer names: %v", err)
	}
	// One that says nothing of its block, as it may stand in a database from before.
	old := &registration{Folder: proposedBlock, Play: true}
	if _, err := old.Prepare(t.Context(), h.Shop); err != nil {
		t.Fatal(err)
	}
	if err := old.Approve(t.Context(), h.Shop); RefusalName(err) != "manifest_changed" {
		t.Errorf("a proposal without its block: %v", err)
	}
	point(proposedBlock)
	p, err = h.Propose(t.Context(), one, RegisterBlock, fmt.Appendf(nil, `{"folder":%q,"play":true}`, current), "audited")
	must(t, err)
	if _, err := h.Decide(t.Context(), two, p.ID, true, "fine"); err != nil {
		t.Errorf("the proposed block: %v", err)
	}
	h.sound()
}

// The house's key must be the key of this very block.
func TestRegisterWithAnotherKey(t *testing.T) {
	f := newForSale(t)
	keys := t.TempDir()
	file := filepath.Join(keys, string(f.id)+".house")
	h := open(t, options{keys: keys, signed: f.verifier})
	t.Cleanup(h.close)
	must(t, keeper.Add(filepath.Join(h.dir, "keeper"), keeper.Facts{Block: f.manifest.Block, Online: onlineShare}, f.keeper, f.public))
	other, err := seal.NewHouseKey(f.b, f.manifest.Block)
	must(t, err)
	printedAgain := *f.manifest
	printedAgain.Root[0]++
	one := h.person(Operator)
	body := fmt.Appendf(nil, `{"folder":%q,"play":false}`, f.folder)
	for name, text := range map[string]string{
		"bare, of anything": other.Hex() + "\n", "of the same block printed again": printedAgain.HouseKeyText(other), "nothing": "",
	} {
		must(t, os.WriteFile(file, []byte(text), 0o600))
		if _, err := h.Propose(t.Context(), one, RegisterBlock, body, "audited"); RefusalName(err) != "wrong_house_key" {
			t.Errorf("a key %s: %v", name, err)
		}
	}
	must(t, os.WriteFile(file, []byte(f.manifest.HouseKeyText(f.house)), 0o600))
	if _, err := h.Propose(t.Context(), one, RegisterBlock, body, "audited"); err != nil {
		t.Errorf("its key: %v", err)
	}
}

// A keeper that was given another block of the same name, after it was registered, is found out before anything more is sold.
func TestKeeperHoldsAnotherBlock(t *testing.T) {
	f := newFar(t)
	by := f.player(100_00)
	f.keeper.down()
	must(t, os.RemoveAll(filepath.Join(f.keeper.dir, "blocks", string(firstBlock))))
	f.keeper.up()
	f.give(anotherSpecimen(t, 1))
	f.reopen()
	if _, err := f.buy(by); !errors.Is(err, ErrKeeperAway) {
		t.Errorf("sold what the keeper cannot open: %v", err)
	}
	if why := f.Paused()[firstBlock]; why != string(keeper.Other) {
		t.Errorf("paused by %q", why)
	}
}

// Once a sold ticket does not open, no ticket of its block is sold any more; those that were sold are still told, and open when they can.
func TestBlockWhoseTicketDoesNotOpen(t *testing.T) {
	f := newFar(t)
	by := f.player(100_00)
	serials := f.bought(by, 3)
	wrong := func(path string, body []byte) []byte {
		if path == "/halves" {
			return []byte(strings.Replace(string(body), `{"halves":["`, `{"halves":["0000`, 1)[:len(`{"halves":["`)+64] + `"]}`)
		}
		return body
	}
	f.keeper.lie.Store(&wrong)
	f.stays(by, serials[0], ErrKeeperWrong)
	if _, err := f.buy(by); !errors.Is(err, ErrKeeperAway) {
		t.Errorf("a ticket is sold of a block that does not open: %v", err)
	}
	view, err := f.Block(t.Context(), firstBlock)
	if err != nil || view.State != store.OnSale || view.Paused != TicketSealed {
		t.Errorf("the block is shown as %s, paused by %q, %v", view.State, view.Paused, err)
	}
	f.keeper.lie.Store(nil)
	f.opens(by, serials...)
	f.reopen() // a person has looked
	if _, err := f.buy(by); err != nil {
		t.Errorf("after a new start: %v", err)
	}
	f.reconcile(nil)
}

// A block of which the keeper knows other sales says so, where blocks are shown.
func TestPausedBlockSaysWhy(t *testing.T) {
	f := newFar(t)
	by := f.player(100_00)
	f.bought(by, 1)
	f.awaitTold(1)
	if why, ok := f.Paused()[firstBlock]; ok {
		t.Errorf("paused by %q while it is sold", why)
	}
	f.reopen()
	f.keeper.down()
	f.close()
	f.keeper.up()
	_, err := f.keeper.book.Tell(t.Context(), string(firstBlock), 1, []keeper.Sale{{Owner: [16]byte{1}}})
	must(t, err)
	f.open(t)
	await(t, "the block is paused", func() bool { return f.Paused()[firstBlock] == string(keeper.Ahead) })
	views, err := f.Blocks(t.Context())
	if err != nil || len(views) != 1 || views[0].Paused != string(keeper.Ahead) {
		t.Errorf("shown as %+v, %v", views, err)
	}
}

// Who proposes to reconstruct a ticket opens nothing: the keeper is asked when a second person has approved. Of a sealed ticket the record
// does not say what it shows.
func TestReconstructionOpensByTwo(t *testing.T) {
	s := newSelling(t, onFile)
	one, two := s.person(Operator), s.person(Operator)
	before := s.given(t)[opened]
	p, err := s.Propose(t.Context(), one, ReconstructTicket, fmt.Appendf(nil, `{"ticket":%q}`, s.bought[opened]), "contested")
	must(t, err)
	if n := s.given(t)[opened]; n != before {
		t.Errorf("the keeper was asked %d times before a second person approved", n-before)
	}
	_, err = s.Decide(t.Context(), two, p.ID, true, "agreed")
	must(t, err)
	if n := s.given(t)[opened]; n != before+1 {
		t.Errorf("the keeper was asked %d times", n-before)
	}
	shown, err := s.Propose(t.Context(), one, ReconstructTicket, fmt.Appendf(nil, `{"ticket":%q}`, s.bought[0]), "contested")
	must(t, err)
	_, err = s.Decide(t.Context(), two, shown.ID, true, "agreed")
	must(t, err)
	notes := map[string]string{}
	must(t, s.store.View(t.Context(), func(ctx context.Context, v *store.View) error {
		for r, err := range v.Acts(ctx, "one", 0) {
			if err != nil {
				return err
			}
			if r.Act.Kind == "approve" {
				notes[r.Act.Subject] = r.Act.Note
			}
		}
		return nil
	}))
	if note := notes[p.ID]; note == "" || strings.Contains(note, "lot") {
		t.Errorf("of a sealed ticket the record says %q", note)
	}
	if note := notes[shown.ID]; !strings.Contains(note, "lot") {
		t.Errorf("of an opened ticket the record says %q", note)
	}
}

// Many proposals to destroy one block that never came: one is done, the others are told that it was.
func TestDestroyOnce(t *testing.T) {
	onEach(t, func(t *testing.T, d database) {
		h := newHouse(t, options{dsn: d.fresh(t)})
		two := h.person(Administrator)
		var ids []string
		for range 6 {
			ids = append(ids, h.proposed(DestroyBlock, `{"block":"3002-00-0002"}`))
		}
		var wait sync.WaitGroup
		var done atomic.Int32
		for _, id := range ids {
			wait.Go(func() {
				switch _, err := h.decided(two, id, true); {
				case err == nil:
					done.Add(1)
				case RefusalName(err) != "block_destroyed":
					t.Errorf("refused with %v", err)
				}
			})
		}
		wait.Wait()
		if done.Load() != 1 {
			t.Errorf("destroyed %d times", done.Load())
		}
		h.sound()
	})
}

// A block whose envelopes were changed in place while no house was open is not sold when one opens.
func TestBlockChangedInPlace(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "block")
	must(t, os.CopyFS(folder, os.DirFS(specimen(t))))
	h := open(t, options{})
	t.Cleanup(func() { h.close() })
	h.stock(folder)
	by := h.player(100_00)
	_, err := h.Buy(t.Context(), by, "k1", Order{Game: "vegas-3eur", Count: 1, Play: true})
	must(t, err)
	h.close()
	path := filepath.Join(folder, "envelopes")
	must(t, os.Chmod(path, 0o600))
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	must(t, err)
	var b [1]byte
	_, err = f.ReadAt(b[:], 777)
	must(t, err)
	_, err = f.WriteAt([]byte{b[0] ^ 1}, 777)
	must(t, errors.Join(err, f.Close()))
	h = open(t, options{dir: h.dir})
	await(t, "the block is not sold", func() bool { return h.Paused()[firstBlock] == BlockFiles })
	if _, err := h.Buy(t.Context(), by, "k2", Order{Game: "vegas-3eur", Count: 1, Play: true}); !errors.Is(err, ErrKeeperAway) {
		t.Errorf("sold: %v", err)
	}
}

// counting is a keeper that counts who asks for halves, and takes its time.
type counting struct {
	keeper.Keeper
	asked atomic.Int32
}

func (c *counting) Halves(ctx context.Context, block string, positions []int64) ([]seal.Half, error) {
	c.asked.Add(1)
	time.Sleep(50 * time.Millisecond)
	return c.Keeper.Halves(ctx, block, positions)
}

// All who wait for one ticket wait for one call of the keeper; one who goes away does not take the others along.
func TestOneCallForATicket(t *testing.T) {
	dir := t.TempDir()
	book, err := keeper.Open(keeper.Options{Dir: filepath.Join(dir, "keeper")})
	must(t, err)
	t.Cleanup(func() { must(t, book.Close()) })
	c := &counting{Keeper: book}
	h := newHouse(t, options{dir: dir, keep: c, verifier: book.Verifier()})
	by := h.player(100_00)
	p, err := h.Buy(t.Context(), by, "k", Order{Game: "vegas-3eur", Count: 2, Play: true})
	must(t, err)
	var wait sync.WaitGroup
	for i := range 40 {
		wait.Go(func() {
			time.Sleep(time.Duration(i) * 2 * time.Millisecond)
			if ticket, err := h.Reveal(t.Context(), by, p.Tickets[0]); err != nil || !ticket.Revealed() {
				t.Error(err)
			}
		})
	}
	wait.Wait()
	if n := c.asked.Load(); n != 1 {
		t.Errorf("the keeper was asked %d times for one ticket", n)
	}
	gone, cancel := context.WithCancel(t.Context())
	wait.Go(func() {
		if _, err := h.Reveal(gone, by, p.Tickets[1]); !errors.Is(err, context.Canceled) {
			t.Errorf("who went away: %v", err)
		}
	})
	await(t, "the keeper is asked", func() bool { return c.asked.Load() == 2 })
	wait.Go(func() {
		if ticket, err := h.Reveal(t.Context(), by, p.Tickets[1]); err != nil || !ticket.Revealed() {
			t.Errorf("who waited: %v", err)
		}
	})
	time.Sleep(10 * time.Millisecond)
	cancel()
	wait.Wait()
}
