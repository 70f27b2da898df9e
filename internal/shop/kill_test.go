package shop

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"tirage/internal/keeper"
	"tirage/internal/store"
	"tirage/money"
	"tirage/seal"
)

// childTask names the file that says what this program is to do as the child of a test.
const childTask = "TIRAGE_SHOP_TEST_CHILD"

// childOrders are what a child does: be a house with clients, or be a keeper.
type childOrders struct {
	DSN     string
	Dir     string // with the keeper's folder
	Listen  string // where to be a keeper; "" to be a house
	Token   string
	Node    string
	Point   string // where it kills itself
	Times   int    // when it comes there so many times after it began to work
	Clients int
	People  []By
	Log     loggedCalls
	Folder  string // of the block, for its counter
}

// loggedCalls is an asked as a child is told of it.
type loggedCalls struct {
	Calls    []call
	Answers  map[int]answer
	Unopened map[int][]string
	Pending  []string
	Paper    paperDesk
	Reserved map[int][]string
}

// told is an asked for a child.
func (a *asked) told() loggedCalls {
	return loggedCalls{a.calls, a.answers, a.unopened, a.pending, a.paper, a.reserved}
}

// line is what a child writes.
type line struct {
	Ready  bool    `json:"ready,omitempty"`
	Call   *call   `json:"call,omitempty"`
	Answer *answer `json:"answer,omitempty"`
}

// child does a task, until it is killed.
func child(path string) int {
	var o childOrders
	data, err := os.ReadFile(path)
	if err == nil {
		err = json.Unmarshal(data, &o)
	}
	if err == nil && o.Listen != "" {
		err = o.keep()
	} else if err == nil {
		err = o.sell()
	}
	fmt.Fprintln(os.Stderr, "child:", err)
	return 1
}

func (o *childOrders) keep() error {
	book, err := keeper.Open(keeper.Options{Dir: filepath.Join(o.Dir, "keeper")})
	if err != nil {
		return err
	}
	service, err := keeper.NewService(book, o.Token, slog.New(slog.DiscardHandler))
	if err != nil {
		return err
	}
	l, err := net.Listen("tcp", o.Listen)
	if err != nil {
		return err
	}
	fmt.Println(`{"ready":true}`)
	return service.Serve(context.Background(), l)
}

func (o *childOrders) sell() error {
	ctx := context.Background()
	var mu sync.Mutex
	working, left := false, o.Times
	at := func(point string) {
		mu.Lock()
		defer mu.Unlock()
		if !working || point != o.Point {
			return
		}
		if left--; left <= 0 {
			self, err := os.FindProcess(os.Getpid())
			if err == nil {
				err = self.Kill()
			}
			fmt.Fprintln(os.Stderr, "killed at", point, err)
			select {} // with the lock: no other goes by
		}
	}
	data, err := store.Open(ctx, o.DSN, store.Options{Fault: func(point string) error { at(point); return nil }})
	if err != nil {
		return err
	}
	book, err := keeper.Open(keeper.Options{Dir: filepath.Join(o.Dir, "keeper")})
	if err != nil {
		return err
	}
	options := Options{
		Store: data, Node: o.Node, Keeper: &watched{book, at}, KeeperVerifier: book.Verifier(), Single: true, Currency: money.EUR, LeaseTTL: 600 * time.Millisecond,
		plug: func(point string) bool { at(point); return false },
		Log:  slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelError})),
	}
	house, err := Open(ctx, options)
	for range 100 {
		if err == nil {
			break
		}
		time.Sleep(20 * time.Millisecond) // the lease of who was killed
		house, err = Open(ctx, options)
	}
	if err != nil {
		return err
	}
	write := func(l line) {
		text, err := json.Marshal(l)
		if err == nil {
			mu.Lock()
			_, err = os.Stdout.Write(append(text, '\n'))
			mu.Unlock()
		}
		if err != nil {
			os.Exit(1) // the parent is gone
		}
	}
	log := newAsked(o.People)
	log.calls, log.pending, log.paper = o.Log.Calls, o.Log.Pending, o.Log.Paper
	if log.room, err = OpenPaperRoom(house, data, o.Folder); err != nil {
		return err
	}
	for id, a := range o.Log.Answers {
		log.answers[id] = a
	}
	for c, list := range o.Log.Unopened {
		log.unopened[c] = list
	}
	for c, list := range o.Log.Reserved {
		log.reserved[c] = list
	}
	write(line{Ready: true})
	mu.Lock()
	working = true
	mu.Unlock()
	var wait sync.WaitGroup
	for client := range o.Clients {
		wait.Go(func() {
			log.work(ctx, house, client, -1, time.Millisecond, func(c call) { write(line{Call: &c}) }, func(a answer) { write(line{Answer: &a}) })
		})
	}
	wait.Wait()
	return nil
}

// watched is a keeper whose calls are points to be killed at, too.
type watched struct {
	*keeper.Book
	at func(point string)
}

func (w *watched) Tell(ctx context.Context, block string, from int64, sales []keeper.Sale) (keeper.Ack, error) {
	w.at("tell")
	ack, err := w.Book.Tell(ctx, block, from, sales)
	w.at("told")
	return ack, err
}

func (w *watched) Halves(ctx context.Context, block string, positions []int64) ([]seal.Half, error) {
	w.at("ask halves")
	halves, err := w.Book.Halves(ctx, block, positions)
	w.at("halves")
	return halves, err
}

// killPoints are all points at which a child can kill itself.
func killPoints() []string {
	return append(store.FaultPoints(), "tell", "told", "ask halves", "halves")
}

// process is a child at work.
type process struct {
	cmd   *exec.Cmd
	lines *bufio.Scanner
	pipe  io.Closer
}

func start(t testing.TB, o childOrders) *process {
	t.Helper()
	path := filepath.Join(t.TempDir(), "orders")
	text, err := json.Marshal(o)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, text, 0o600); err != nil {
		t.Fatal(err)
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	p := &process{cmd: exec.Command(self)}
	p.cmd.Env = append(os.Environ(), childTask+"="+path)
	p.cmd.Stderr = t.Output()
	out, err := p.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	p.lines, p.pipe = bufio.NewScanner(out), out
	p.lines.Buffer(nil, 1<<20)
	if err := p.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	if !p.lines.Scan() || !strings.Contains(p.lines.Text(), `"ready"`) {
		p.end()
		t.Fatalf("the child does not begin: %q", p.lines.Text())
	}
	return p
}

// end kills the child and reads on what it wrote before.
func (p *process) end() {
	_ = p.cmd.Process.Kill() // it may have done so itself
	for p.lines.Scan() {
	}
	_ = p.cmd.Wait() // it was killed
}

// follow notes what the child writes until it is dead.
func (p *process) follow(t testing.TB, log *asked) {
	for p.lines.Scan() {
		var l line
		if err := json.Unmarshal(p.lines.Bytes(), &l); err != nil {
			break // torn by the kill
		}
		if l.Call != nil {
			log.put(*l.Call)
		}
		if l.Answer != nil {
			log.noteAnswer(*l.Answer)
		}
	}
	if err := p.lines.Err(); err != nil {
		t.Error(err)
	}
}

// put notes a call under the number that the child gave it. The clients of a child write one after another, not in the order of
// their numbers.
func (a *asked) put(c call) {
	a.mu.Lock()
	defer a.mu.Unlock()
	for len(a.calls) <= c.ID {
		a.calls = append(a.calls, call{ID: len(a.calls), Op: "never made"})
	}
	if a.calls[c.ID].Op != "never made" && a.calls[c.ID] != c {
		panic(fmt.Sprintf("%+v is asked as %+v", a.calls[c.ID], c))
	}
	a.calls[c.ID] = c
}

// settle forgets the calls that a child numbered and never made, so that the next may.
func (a *asked) settle() {
	for i, c := range a.calls {
		if c.Op == "never made" {
			a.answers[i] = answer{ID: i, Refused: c.Op}
		}
	}
}

// A house that is killed at any moment, and again and again, loses nothing that it answered and does nothing twice. Of five kills four are
// at a point of the program, each in turn, the fifth is at any time.
func TestKills(t *testing.T) {
	n := 30
	if testing.Short() {
		n = 5
	}
	onEach(t, func(t *testing.T, d database) { kills(t, d, n, 10) })
}

// kills ends houses so often by force, and takes a new one after so many.
func kills(t *testing.T, d database, n, each int) {
	points := killPoints()
	random := rand.New(rand.NewPCG(4, uint64(time.Now().UnixNano())))
	for from := 0; from < n && !t.Failed(); from += each {
		h, log := paperHouse(t, d.fresh(t))
		people := log.people
		h.close()
		for k := from; k < min(from+each, n) && !t.Failed(); k++ {
			o := childOrders{DSN: h.dsn, Dir: h.dir, Node: fmt.Sprint("node", k%3), Clients: len(people) - 1, People: people, Folder: paperSpecimen(t)}
			if k%5 < 4 {
				o.Point, o.Times = points[(k/5*4+k%5)%len(points)], 1+random.IntN(10)
			}
			o.Log = log.told()
			p := start(t, o)
			kill := time.AfterFunc(time.Duration(50+random.IntN(250))*time.Millisecond, func() {
				if o.Point == "" {
					_ = p.cmd.Process.Kill() // follow sees the end
				}
			})
			late := time.AfterFunc(10*time.Second, func() { _ = p.cmd.Process.Kill() })
			p.follow(t, log)
			kill.Stop()
			late.Stop()
			p.end()
			log.settle()
			reconcile(t, h.dsn, filepath.Join(h.dir, "keeper"), log)
			if t.Failed() {
				t.Logf("after kill %d, at %q the %d. time", k, o.Point, o.Times)
			}
		}
		calls, answers := len(log.calls), len(log.answers)
		h.finish(log)
		t.Logf("kills %d to %d: %d calls, %d answered before the end", from, min(from+each, n)-1, calls, answers)
	}
}

// finish opens the house again after the last kill, asks again what is open, opens every ticket, and reconciles.
func (h *house) finish(log *asked) {
	h.t.Helper()
	again := open(h.t, options{dsn: h.dsn, dir: h.dir, node: "last"})
	defer again.close()
	var err error
	log.room, err = OpenPaperRoom(again.Shop, again.store, paperSpecimen(h.t))
	must(h.t, err)
	var wait sync.WaitGroup
	for client := range log.people[1:] {
		wait.Go(func() {
			ctx, cancel := context.WithTimeout(h.t.Context(), 30*time.Second)
			defer cancel()
			log.work(ctx, again.Shop, client, len(log.open(client)), 0, func(call) {}, func(answer) {})
		})
	}
	wait.Wait()
	if left := log.open(-1); len(left) > 0 {
		h.t.Errorf("never answered: %+v", left)
	}
	again.sound()
	again.reconcile(log)
}
