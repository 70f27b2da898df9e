package shop

import (
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"tirage/internal/store"
	"tirage/ledger"
)

// hand is a clock that a test sets.
type hand struct{ at atomic.Int64 }

func handAt(at time.Time) *hand {
	h := new(hand)
	h.at.Store(at.UnixMicro())
	return h
}

func (h *hand) now() time.Time      { return time.UnixMicro(h.at.Load()) }
func (h *hand) set(d time.Duration) { h.at.Add(d.Microseconds()) }

// A clock that is set goes on with the time that was, as fast as before, until the machine's has caught up.
func TestTimeIsSteady(t *testing.T) {
	machine := handAt(time.UnixMicro(1000))
	c := steady{read: machine.now}
	for i, step := range []struct{ set, want int64 }{{0, 1000}, {5, 1005}, {-900, 1005}, {1, 1006}, {10, 1016}, {-50, 1016}, {800, 1816}, {200, 2016}, {0, 2016}} {
		machine.at.Add(step.set)
		if got := c.now().UnixMicro(); got != step.want {
			t.Errorf("step %d: %d, want %d", i, got, step.want)
		}
	}
	c.note(3000)
	c.note(2500)
	machine.at.Add(7)
	if got := c.now().UnixMicro(); got != 3007 {
		t.Errorf("after 3000 was noted: %d", got)
	}
}

func TestTimeNeverGoesBack(t *testing.T) { onEach(t, timeNeverGoesBack) }

// A clock set back, while the house runs and before it is opened again, reopens nothing: acts of the journal stay in order, a proposal
// that expired stays so, a session that is over too.
func timeNeverGoesBack(t *testing.T, d database) {
	machine := handAt(time.Now())
	dir, dsn := t.TempDir(), d.fresh(t)
	h := open(t, options{dir: dir, dsn: dsn, now: machine.now})
	one, two, player := h.person(Operator), h.person(Operator), h.player(5_00)
	account := ledger.Of(ledger.Player, string(player.Person)).Play()
	old, err := h.Propose(t.Context(), one, AdjustAccount, fmt.Appendf(nil, `{"account":%q,"amount":1}`, account), "because")
	if err != nil {
		t.Fatal(err)
	}
	session, err := h.begin(t.Context(), store.Person{ID: player.Person, Password: "none", Role: string(Player)}, "")
	if err != nil {
		t.Fatal(err)
	}
	machine.set(proposalLife + time.Second)
	latest := machine.now()
	h.person(Player) // an act of that time

	expect := func(when string) {
		t.Helper()
		if _, err := h.Decide(t.Context(), two, old.ID, true, "in time"); RefusalName(err) != "expired" {
			t.Errorf("%s: the proposal: %v", when, err)
		}
		if _, err := h.Who(t.Context(), session.Token, ""); RefusalName(err) != "log_in" {
			t.Errorf("%s: the session: %v", when, err)
		}
		if got := h.Time(); got < latest.UnixMicro() {
			t.Errorf("%s: the house's time is %v before what was", when, time.Duration(latest.UnixMicro()-got)*time.Microsecond)
		}
	}
	expect("in time")
	machine.set(-2 * proposalLife)
	expect("set back")
	if _, err := h.Deposit(t.Context(), player, "later", 1_00, true); err != nil {
		t.Fatal(err)
	}
	h.close()

	var log strings.Builder
	machine.set(-proposalLife)
	h = open(t, options{dir: dir, dsn: dsn, now: machine.now, log: &log})
	defer h.close()
	if !strings.Contains(log.String(), "the clock is behind") {
		t.Errorf("it is not told: %s", log.String())
	}
	expect("opened again")
	if _, err := h.Deposit(t.Context(), player, "again", 1_00, true); err != nil {
		t.Fatal(err)
	}
	h.sound()
}
