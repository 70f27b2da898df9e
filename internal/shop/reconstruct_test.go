package shop

import (
	"bytes"
	"encoding/hex"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"tirage/games"
	"tirage/internal/keeper"
	"tirage/internal/press"
	"tirage/internal/store"
	"tirage/scratch"
	"tirage/seal"
)

const (
	papersPack   = 100 // tickets of a pack of this game
	papersOnline = papersPack
)

// papers is a house that keeps a specimen block of two packs, the first sold online, the second on paper.
type papers struct {
	*house
	folder        string
	stock         *press.Stock
	ours          seal.HouseKey
	theirs        seal.KeeperKey
	one, two, aud By
}

func newPapers(t *testing.T, o options) *papers {
	t.Helper()
	file, err := games.Open("vegas-3eur")
	must(t, err)
	p := &papers{folder: filepath.Join(t.TempDir(), "block")}
	_, err = press.Print(t.Context(), file, press.Options{Out: p.folder, Number: 1, Online: papersOnline / papersPack, Specimen: true, Packs: press.Packs{First: 0, End: 2}})
	must(t, err)
	p.stock, err = press.OpenStock(p.folder, "", nil)
	must(t, err)
	t.Cleanup(p.stock.Close)
	a, b, err := p.stock.Seeds()
	must(t, err)
	p.ours, err = seal.NewHouseKey(a, p.stock.Manifest.Block)
	must(t, err)
	p.theirs, err = seal.NewKeeperKey(b, p.stock.Manifest.Block)
	must(t, err)
	p.house = open(t, o)
	t.Cleanup(p.close)
	p.house.stock(p.folder)
	p.one, p.two, p.aud = p.person(Operator), p.person(Administrator), p.person(Auditor)
	return p
}

func (p *papers) serial(position int) seal.Serial {
	p.t.Helper()
	n, err := p.stock.Manifest.Block.Serial(position)
	must(p.t, err)
	return n
}

// truth is what a ticket hides, by the seeds.
func (p *papers) truth(position int) *press.Opened {
	p.t.Helper()
	ours, err := p.ours.Half(p.serial(position))
	must(p.t, err)
	theirs, err := p.theirs.Half(p.serial(position))
	must(p.t, err)
	made, err := p.stock.Open(int64(position), ours, theirs)
	must(p.t, err)
	return made
}

func (p *papers) propose(position int) Proposal {
	p.t.Helper()
	proposal, err := p.Propose(p.t.Context(), p.one, ReconstructTicket, fmt.Appendf(nil, `{"ticket":%q}`, p.serial(position)), "the bearer's dog bit it")
	must(p.t, err)
	return proposal
}

// onlyGiven demands that a keeper gives of the paper tickets the halves of exactly these.
func (p *papers) onlyGiven(k keeper.Keeper, positions ...int) {
	p.t.Helper()
	for pos := papersOnline; pos < papersOnline+papersPack; pos++ {
		_, err := k.Halves(p.t.Context(), string(firstBlock), []int64{int64(pos)})
		is := false
		for _, given := range positions {
			is = is || given == pos
		}
		if is != (err == nil) || !is && !errors.Is(err, keeper.NotPermitted) {
			p.t.Errorf("position %d: %v", pos, err)
		}
	}
}

// shows demands that an approved proposal says what the ticket hides, and nothing of another.
func (p *papers) shows(done Proposal, position int) {
	p.t.Helper()
	made := p.truth(position)
	want := fmt.Sprintf("looked at the pieces (lot %s, face %s)", p.Currency.Plain(made.Amount), hex.EncodeToString(scratch.Canonical(nil, made.Cells)))
	if done.State != Approved || done.Note != want {
		p.t.Errorf("%s, %q, want %q", done.State, done.Note, want)
	}
	face, header, err := scratch.ReadFace(p.stock.Plan.Game, done.Face)
	if err != nil || header.Serial != p.serial(position).String() || !bytes.Equal(scratch.Canonical(nil, face.Cells), scratch.Canonical(nil, made.Cells)) {
		p.t.Errorf("the face %s: %+v, %v", done.Face, header, err)
	}
}

// recorded demands that the approval stands in the journal with what came of it.
func (p *papers) recorded(done Proposal) {
	p.t.Helper()
	for r, err := range p.store.Acts(p.t.Context(), "one", 0) {
		must(p.t, err)
		if r.Act.Kind == "approve" && r.Act.Subject == done.ID {
			if !strings.HasPrefix(r.Act.Note, "reconstruct_ticket 3002-00-0001-") || !strings.HasSuffix(r.Act.Note, ": "+done.Note) {
				p.t.Errorf("the act says %q", r.Act.Note)
			}
			return
		}
	}
	p.t.Error("no act approves it")
}

func TestReconstructPaperWithinTheHouse(t *testing.T) { onEach(t, reconstructPaperWithinTheHouse) }

// Where the keeper is the house's own, the approved act permits that ticket, and says that it is a single party. No other is opened, nor
// this one by one person.
func reconstructPaperWithinTheHouse(t *testing.T, d database) {
	p := newPapers(t, options{dsn: d.fresh(t)})
	const position = papersOnline + 37
	p.onlyGiven(p.book)
	proposal := p.propose(position)
	p.onlyGiven(p.book) // a proposal opens nothing
	if _, err := p.Decide(t.Context(), p.one, proposal.ID, true, "alone"); RefusalName(err) != "same_person" {
		t.Errorf("alone: %v", err)
	}
	if seen, err := p.Proposal(t.Context(), p.aud, proposal.ID); err != nil || seen.Note != "" || seen.Face != nil {
		t.Errorf("before it is decided: %+v, %v", seen, err)
	}
	p.onlyGiven(p.book)
	done, err := p.Decide(t.Context(), p.two, proposal.ID, true, "looked at the pieces")
	must(t, err)
	p.shows(done, position)
	p.recorded(done)
	p.onlyGiven(p.book, position)
	seen, err := p.Proposal(t.Context(), p.aud, proposal.ID)
	must(t, err)
	p.shows(seen, position)
	var reasons []string
	must(t, keeper.ReadPermissions(filepath.Join(p.dir, "keeper"), string(firstBlock), func(_ keeper.Facts, one keeper.Permission) { reasons = append(reasons, one.Reason) }))
	if len(reasons) != 1 || !strings.Contains(reasons[0], "single party") {
		t.Errorf("the keeper noted %q", reasons)
	}
	// Rejected, it opens nothing; nor does a serial of no paper ticket of this house.
	other := p.propose(position + 1)
	if _, err := p.Decide(t.Context(), p.two, other.ID, false, "no reason for it"); err != nil {
		t.Fatal(err)
	}
	p.onlyGiven(p.book, position)
	for _, serial := range []string{"", "3002", p.serial(0).String(), p.serial(papersOnline - 1).String(), strings.Replace(p.serial(position).String(), "-0001-", "-0002-", 1)} {
		if _, err := p.Propose(t.Context(), p.one, ReconstructTicket, fmt.Appendf(nil, `{"ticket":%q}`, serial), "because"); RefusalName(err) != "unknown_ticket" {
			t.Errorf("%q: %v", serial, err)
		}
	}
	unprinted := p.propose(papersOnline + papersPack) // of the block, not of the packs that were printed
	if _, err := p.Decide(t.Context(), p.two, unprinted.ID, true, "because"); RefusalName(err) != "unknown_ticket" {
		t.Errorf("of a pack that was not printed: %v", err)
	}
	p.sound()
}

// A keeper of its own gives no half of a paper ticket until its administrators permit that serial, whatever two persons of the house say;
// then of that one alone, over HTTP. A house that calls itself a single party permits nothing there.
func TestReconstructPaperWithADistantKeeper(t *testing.T) {
	far := newDistant(t)
	verifier, err := keeper.ReadVerifier(far.dir)
	must(t, err)
	client := far.client(far.server.URL)
	p := newPapers(t, options{dir: filepath.Dir(far.dir), keep: client, verifier: verifier})
	const position = papersOnline + 99
	proposal := p.propose(position)
	for range 2 {
		if _, err := p.Decide(t.Context(), p.two, proposal.ID, true, "looked at the pieces"); RefusalName(err) != "not_permitted" {
			t.Fatalf("not permitted yet: %v", err)
		}
	}
	p.onlyGiven(client)
	if seen, err := p.Proposal(t.Context(), p.two, proposal.ID); err != nil || seen.State != store.Pending {
		t.Errorf("the proposal waits: %+v, %v", seen, err)
	}
	// Of another ticket it helps nothing.
	if _, err := keeper.Permit(far.dir, p.serial(position-1).String(), "another ticket", time.Now()); err != nil {
		t.Fatal(err)
	}
	if _, err := p.Decide(t.Context(), p.two, proposal.ID, true, "looked at the pieces"); RefusalName(err) != "not_permitted" {
		t.Fatalf("another is permitted: %v", err)
	}
	if _, err := keeper.Permit(far.dir, p.serial(position).String(), "the house wrote on 3 March, torn", time.Now()); err != nil {
		t.Fatal(err)
	}
	far.down()
	if _, err := p.Decide(t.Context(), p.two, proposal.ID, true, "looked at the pieces"); RefusalName(err) != "keeper_silent" {
		t.Errorf("while the keeper is down: %v", err)
	}
	far.up()
	done, err := p.Decide(t.Context(), p.two, proposal.ID, true, "looked at the pieces")
	must(t, err)
	p.shows(done, position)
	p.recorded(done)
	p.onlyGiven(client, position-1, position)
	// A keeper that gives another half is found out.
	lie := func(path string, body []byte) []byte {
		if path != "/halves" {
			return body
		}
		return fmt.Appendf(nil, `{"halves":[%q]}`, strings.Repeat("5a", 32))
	}
	far.lie.Store(&lie)
	again := p.propose(position)
	if _, err := p.Decide(t.Context(), p.two, again.ID, true, "looked at the pieces"); RefusalName(err) != "keeper_wrong" {
		t.Errorf("with another half: %v", err)
	}
	far.lie.Store(nil)
	p.sound()
}
