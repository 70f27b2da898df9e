//go:build readers && unix

package hall

import (
	"bufio"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/mod/sumdb/note"

	"tirage/internal/keeper"
	"tirage/internal/shop"
	"tirage/internal/store"
	"tirage/money"
	"tirage/secret"
)

// childTask names the file that says what this program is to do as the child of a test.
const childTask = "TIRAGE_HALL_TEST_CHILD"

// asChild does a task as a process of its own, until it is killed; it tells whether there was one.
func asChild() bool {
	path := os.Getenv(childTask)
	if path == "" {
		return false
	}
	fmt.Fprintln(os.Stderr, "child:", child(path))
	return true
}

// childOrders is a node that runs rooms.
type childOrders struct {
	DSN, Node, Keeper, Token, Verifier string
}

func child(path string) error {
	var o childOrders
	data, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(data, &o); err != nil {
		return err
	}
	ctx := context.Background()
	kept, err := store.Open(ctx, o.DSN, store.Options{Now: later})
	if err != nil {
		return err
	}
	client, err := keeper.NewClient(keeper.ClientOptions{URL: o.Keeper, Token: o.Token, Verifier: o.Verifier})
	if err != nil {
		return err
	}
	log := slog.New(slog.NewTextHandler(os.Stderr, nil)).With("node", o.Node)
	s, err := shop.Open(ctx, shop.Options{Store: kept, Node: o.Node, Keeper: client, KeeperVerifier: o.Verifier, Demo: true, Currency: money.EUR, Log: log, Now: later})
	if err != nil {
		return err
	}
	signer, err := note.NewSigner(hallSigner)
	if err != nil {
		return err
	}
	h, err := Open(s, kept, Options{Node: o.Node, Keys: Keys{Signer: signer, Secret: secret.New([32]byte{9, 9})}, Keeper: client, Log: log, Lease: time.Second})
	if err != nil {
		return err
	}
	fmt.Println(`{"ready":true}`)
	h.Run(ctx)
	return nil
}

func later() time.Time { return time.Now().Add(yearsLater * 365 * 24 * time.Hour) }

func startNode(t *testing.T, o childOrders) *exec.Cmd {
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
	cmd := exec.Command(self)
	cmd.Env = append(os.Environ(), childTask+"="+path)
	cmd.Stderr = t.Output()
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Kill() // it may be dead
		_ = cmd.Wait()         // it was killed
	})
	if lines := bufio.NewScanner(out); !lines.Scan() || !strings.Contains(lines.Text(), "ready") {
		t.Fatal("the child does not begin")
	}
	return cmd
}

// TestKilledNodes plays a draw with three processes on PostgreSQL. The one that holds the room is killed, the next is stopped for longer than its
// lease and continued, and each time another goes on: no ball is missing or repeated, nothing is paid twice.
func TestKilledNodes(t *testing.T) {
	const token = "a-token-of-this-test-and-nobody-else"
	dsn := onServer.fresh(t)
	h := newHouse(t, options{dsn: dsn, node: "parent"})
	defer h.close()
	service, err := keeper.NewService(h.book, token, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(service)
	defer server.Close()
	s := h.quick()
	s.First += 5 * second
	s.Every, s.Sale, s.Ball = 60, 6, 200
	h.open("bingo-extra", s)
	nodes := map[string]*exec.Cmd{}
	begin := func(name string) {
		nodes[name] = startNode(t, childOrders{DSN: dsn, Node: name, Keeper: server.URL, Token: token, Verifier: h.book.Verifier()})
	}
	begin("a")
	begin("b")
	begin("c")
	id := "4211-00000001"
	h.until(id, "on sale", func(v DrawView) bool { return v.State == "on_sale" })
	names := h.four()
	at := h.until(id, "calling", func(v DrawView) bool { return len(v.Balls) >= 5 })
	onward := func(after DrawView) DrawView {
		since := time.Now()
		v := h.until(id, "further", func(v DrawView) bool { return len(v.Balls) > len(after.Balls)+1 || v.Ended != 0 })
		t.Logf("another node went on within %s", time.Since(since))
		return v
	}
	holder := holderOf(t, dsn, "bingo-extra")
	if err := nodes[holder].Process.Kill(); err != nil {
		t.Fatal(err)
	}
	at = onward(at)
	stopped := holderOf(t, dsn, "bingo-extra")
	if stopped == holder {
		t.Fatalf("%s holds the room and was killed", holder)
	}
	if err := nodes[stopped].Process.Signal(syscall.SIGSTOP); err != nil {
		t.Fatal(err)
	}
	onward(at)
	if err := nodes[stopped].Process.Signal(syscall.SIGCONT); err != nil {
		t.Fatal(err)
	}
	time.Sleep(time.Second)
	if now := holderOf(t, dsn, "bingo-extra"); now == stopped || now == holder {
		t.Errorf("%s holds the room, %s was killed and %s stopped", now, holder, stopped)
	}
	end := h.ended(id)
	if end.State != "settled" {
		t.Errorf("the draw is %s", end.State)
	}
	h.log(id, len(end.Balls))
	h.exact(id, names, 2)
	for name := range nodes {
		_ = nodes[name].Process.Kill() // one is dead
	}
	h.sound()
}

// holderOf is the node that holds a room.
func holderOf(t *testing.T, dsn, room string) string {
	t.Helper()
	var holder string
	db, err := sql.Open("pgx", dsn)
	if err == nil {
		err = db.QueryRow("select holder from room_lease where room = $1", room).Scan(&holder)
	}
	if err := errors.Join(err, db.Close()); err != nil {
		t.Fatal(err)
	}
	name, _, _ := strings.Cut(holder, "/")
	return name
}
