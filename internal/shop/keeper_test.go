package shop

import (
	"bytes"
	"encoding/json"
	"errors"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"tirage/internal/keeper"
)

// While the keeper is down, what is sold stands, and is opened later; when it stays down, nothing more is sold; what was sold before is
// still answered to who asks again.
func TestKeeperDown(t *testing.T) {
	f := newFar(t)
	by := f.player(100_00)
	told := f.bought(by, 2)
	f.awaitTold(2)
	f.keeper.down()
	untold := f.bought(by, 3)
	f.stays(by, told[0], ErrKeeperSilent)
	f.stays(by, untold[0], ErrKeeperSilent)
	f.clock.ahead.Store(int64(patience + time.Second))
	await(t, "the sale pauses", func() bool { _, err := f.buy(by); return errors.Is(err, ErrKeeperAway) })
	p, err := f.Buy(t.Context(), by, "b5", Order{Game: "vegas-3eur", Count: 1, Play: true})
	if err != nil || p.Tickets[0] != untold[2] {
		t.Errorf("asked again while the sale pauses: %v, %v", p, err)
	}
	f.keeper.up()
	await(t, "the sale goes on", func() bool { _, err := f.buy(by); return err == nil })
	f.opens(by, append(untold, told...)...)
	f.sound()
	f.reconcile(nil)
}

// A house that begins while the keeper is down sells nothing before it has met it: its database may be an old copy.
func TestKeeperDownAtTheBeginning(t *testing.T) {
	f := newFar(t)
	by := f.player(100_00)
	serials := f.bought(by, 3)
	f.awaitTold(3)
	f.keeper.down()
	f.reopen()
	if _, err := f.buy(by); !errors.Is(err, ErrKeeperAway) {
		t.Errorf("sold before the keeper was met: %v", err)
	}
	f.stays(by, serials[0], ErrKeeperSilent)
	f.keeper.up()
	await(t, "the sale goes on", func() bool { _, err := f.buy(by); return err == nil })
	f.opens(by, serials...)
	f.reconcile(nil)
}

// A keeper that takes too long is as one that does not answer.
func TestKeeperSlow(t *testing.T) {
	f := newFar(t)
	by := f.player(100_00)
	serials := f.bought(by, 2)
	f.awaitTold(2)
	f.keeper.slow.Store(true)
	start := time.Now()
	serials = append(serials, f.bought(by, 1)...)
	if took := time.Since(start); took > time.Second {
		t.Errorf("a sale waits %v for the keeper", took)
	}
	f.stays(by, serials[0], ErrKeeperSilent)
	if took := time.Since(start); took > keeperCall {
		t.Errorf("a reveal took %v to be refused", took)
	}
	f.keeper.slow.Store(false)
	await(t, "it opens", func() bool { _, err := f.Reveal(t.Context(), by, serials[2]); return err == nil })
	f.opens(by, serials...)
	f.reconcile(nil)
}

// A wrong half opens nothing, and nothing is paid; the right one does later.
func TestKeeperLiesAboutHalves(t *testing.T) {
	f := newFar(t)
	by := f.player(100_00)
	serials := f.bought(by, 3)
	for name, lie := range map[string]func(path string, body []byte) []byte{
		"another half": func(path string, body []byte) []byte {
			var answer map[string][]string
			if path == "/halves" && json.Unmarshal(body, &answer) == nil {
				for _, halves := range answer {
					for i, half := range halves {
						halves[i] = half[1:] + half[:1]
					}
				}
				body, _ = json.Marshal(answer)
			}
			return body
		},
		"no halves": func(path string, body []byte) []byte {
			if path == "/halves" {
				return []byte(`{"halves":[]}`)
			}
			return body
		},
		"nonsense": func(path string, body []byte) []byte {
			if path == "/halves" {
				return bytes.Repeat([]byte("x"), 1<<20)
			}
			return body
		},
	} {
		f.keeper.lie.Store(&lie)
		want := ErrKeeperSilent
		if name == "another half" {
			want = ErrKeeperWrong
		}
		f.stays(by, serials[0], want)
	}
	f.keeper.lie.Store(nil)
	f.opens(by, serials...)
	f.reconcile(nil)
}

// A keeper that signs with another key, or acknowledges something else, is not trusted any more: the block is not sold, what was told stays
// open to its owners.
func TestKeeperSignsWrong(t *testing.T) {
	f := newFar(t)
	by := f.player(100_00)
	told := f.bought(by, 2)
	f.awaitTold(2)
	other, err := keeper.Open(keeper.Options{Dir: filepath.Join(t.TempDir(), "other")})
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	forged := func(path string, body []byte) []byte {
		if path == "/halves" {
			return body
		}
		var answer map[string]string
		if err := json.Unmarshal(body, &answer); err == nil {
			for k, note := range answer {
				answer[k] = strings.Replace(note, "\n2\n", "\n3\n", 1) + " "
			}
			body, _ = json.Marshal(answer)
		}
		return body
	}
	f.keeper.lie.Store(&forged)
	untold := f.bought(by, 1)
	await(t, "the block is doubted", func() bool { return f.told.get(firstBlock).doubted != "" })
	if _, err := f.buy(by); !errors.Is(err, ErrKeeperAway) {
		t.Errorf("a doubted block is sold: %v", err)
	}
	f.stays(by, untold[0], ErrKeeperWrong)
	f.opens(by, told...)
	f.keeper.lie.Store(nil)
	f.reopen() // a person has looked
	await(t, "it opens", func() bool { _, err := f.Reveal(t.Context(), by, untold[0]); return err == nil })
	f.reconcile(nil)
}

// A keeper that was told another sale at a position is in contradiction with the house: the block is not sold any more.
func TestKeeperToldOtherwise(t *testing.T) {
	f := newFar(t)
	by := f.player(100_00)
	told := f.bought(by, 2)
	f.awaitTold(2)
	if _, err := f.keeper.book.Tell(t.Context(), string(firstBlock), 2, []keeper.Sale{{Owner: [16]byte{1}, Digest: [32]byte{2}}}); err != nil {
		t.Fatal(err)
	}
	untold := f.bought(by, 1)
	await(t, "the block is doubted", func() bool { return f.told.get(firstBlock).doubted != "" })
	if _, err := f.buy(by); !errors.Is(err, ErrKeeperAway) {
		t.Errorf("a doubted block is sold: %v", err)
	}
	f.stays(by, untold[0], ErrKeeperWrong)
	f.opens(by, told...)
	f.reopen()
	if _, err := f.buy(by); !errors.Is(err, ErrKeeperAway) {
		t.Errorf("a doubted block is sold after a new start: %v", err)
	}
	f.sound()
}

// A keeper that was restored from an old copy is told again what it lost, while the house runs or when it begins; nothing is lost.
func TestKeeperRestored(t *testing.T) {
	for _, how := range []string{"and a ticket is opened", "and a ticket is sold", "and the house begins again"} {
		t.Run(how, func(t *testing.T) {
			f := newFar(t)
			by := f.player(100_00)
			early := f.bought(by, 5)
			f.opens(by, early...)
			f.keeper.down()
			old := filepath.Join(t.TempDir(), "copy")
			if err := os.CopyFS(old, os.DirFS(f.keeper.dir)); err != nil {
				t.Fatal(err)
			}
			f.keeper.up()
			late := f.bought(by, 7)
			f.awaitTold(12)
			f.keeper.down()
			if err := errors.Join(os.RemoveAll(f.keeper.dir), os.CopyFS(f.keeper.dir, os.DirFS(old))); err != nil {
				t.Fatal(err)
			}
			f.keeper.up()
			switch how {
			case "and a ticket is sold":
				late = append(late, f.bought(by, 1)...)
				f.awaitTold(13)
			case "and the house begins again":
				f.reopen()
			}
			f.opens(by, late...)
			f.opens(by, f.bought(by, 1)...)
			f.sound()
			f.reconcile(nil)
		})
	}
}

// A house whose database was restored from an old copy sells no position a second time: the keeper knows more than the house. The tickets
// that both know are opened.
func TestHouseRestored(t *testing.T) {
	f := newFar(t)
	by := f.player(100_00)
	known := f.bought(by, 3)
	f.awaitTold(3)
	f.close()
	path := filepath.Join(f.dir, "house.db")
	old, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	f.open(t)
	f.bought(by, 4)
	f.awaitTold(7)
	f.close()
	if err := os.WriteFile(path, old, 0o600); err != nil {
		t.Fatal(err)
	}
	f.open(t)
	if _, err := f.buy(by); !errors.Is(err, ErrKeeperAway) {
		t.Errorf("a position was sold again: %v", err)
	}
	if at := f.told.get(firstBlock); !strings.Contains(at.doubted, string(keeper.Ahead)) {
		t.Errorf("the block stands as %+v", at)
	}
	view, err := f.Block(t.Context(), firstBlock)
	if err != nil || view.Sold != 3 {
		t.Errorf("%d sold, %v", view.Sold, err)
	}
	f.opens(by, known...)
	f.sound()
}

// A keeper that does not know a block any more keeps the other blocks on sale.
func TestKeeperKnowsNotTheBlock(t *testing.T) {
	f := newFar(t)
	second := f.stock(anotherSpecimen(t, 2))
	by := f.player(100_00)
	serials := f.bought(by, 2)
	f.awaitTold(2)
	f.keeper.down()
	blocks := filepath.Join(f.keeper.dir, "blocks")
	if err := os.Rename(filepath.Join(blocks, string(firstBlock)), filepath.Join(f.dir, "away")); err != nil {
		t.Fatal(err)
	}
	f.keeper.up()
	f.stays(by, serials[0], ErrKeeperSilent)
	serials = append(serials, f.bought(by, 1)...) // it stands, for a while
	await(t, "the block is known to be missing", func() bool { return !f.told.get(firstBlock).silent.IsZero() })
	f.clock.ahead.Store(int64(patience + time.Second))
	var serial string
	await(t, "the second block is sold", func() bool {
		var err error
		if serial, err = f.buy(by); err != nil {
			t.Fatal(err)
		}
		return strings.HasPrefix(serial, "3002-00-0002") || strings.HasPrefix(serial, "3002000002")
	})
	f.opens(by, serial)
	if view, err := f.Block(t.Context(), second); err != nil || view.Sold == 0 {
		t.Errorf("%+v, %v", view, err)
	}
	f.keeper.down()
	if err := os.Rename(filepath.Join(f.dir, "away"), filepath.Join(blocks, string(firstBlock))); err != nil {
		t.Fatal(err)
	}
	f.keeper.up()
	await(t, "the first block opens", func() bool { _, err := f.Reveal(t.Context(), by, serials[2]); return err == nil })
	f.opens(by, serials...)
	f.reconcile(nil)
}

// A keeper that is killed while it is told and asked forgets nothing that it acknowledged; the house goes on when it is back.
func TestKeeperKills(t *testing.T) {
	d := newDistant(t)
	d.down()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := l.Addr().String()
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	orders := childOrders{Dir: filepath.Dir(d.dir), Listen: address, Token: d.token}
	child := start(t, orders)
	defer func() { child.end() }()
	verifier, err := keeper.ReadVerifier(d.dir)
	if err != nil {
		t.Fatal(err)
	}
	h := newHouse(t, options{dir: filepath.Dir(d.dir), keep: d.client("http://" + address), verifier: verifier})
	var people []By
	for range 6 {
		people = append(people, h.player(1_000_00))
	}
	log := newAsked(append(people, h.person(Operator), h.person(Operator)))
	stop := make(chan struct{})
	var wait sync.WaitGroup
	for client := range people {
		wait.Go(func() {
			for {
				select {
				case <-stop:
					return
				default:
					log.work(t.Context(), h.Shop, client, 5, time.Millisecond, func(call) {}, func(answer) {})
				}
			}
		})
	}
	for range 6 {
		time.Sleep(200 * time.Millisecond)
		child.end()
		time.Sleep(20 * time.Millisecond)
		child = start(t, orders)
	}
	close(stop)
	wait.Wait()
	t.Logf("%d calls", len(log.calls))
	if left := log.open(-1); len(left) > 0 {
		t.Errorf("never answered: %+v", left)
	}
	h.sound()
	h.reconcile(log)
}
