package counter

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"tirage/internal/press"
	"tirage/internal/shop"
	"tirage/internal/store"
	"tirage/money"
	"tirage/retail"
	"tirage/seal"
)

var errPulled = errors.New("the plug was pulled")

// faulty is a house with a plug that is pulled once, at one point. Its block is of a game of which lots above 10 € need a file.
type faulty struct {
	*house
	pulled  atomic.Pointer[string]
	bob     shop.By
	n       int                      // keys and tickets that were taken
	tickets map[money.Cents][]ticket // of the paper share, by their lot
	files   []ticket                 // of which a file is, or was
	spoilt  int                      // misprints of packs that bob was charged for
	other   store.BlockID            // of which no pack was delivered
}

func (f *faulty) at(point string) error {
	if want := f.pulled.Load(); want != nil && *want == point && f.pulled.CompareAndSwap(want, nil) {
		return errPulled
	}
	return nil
}

func newFaulty(t *testing.T, d database) *faulty {
	f := &faulty{tickets: map[money.Cents][]ticket{}}
	f.house = newHouse(t, options{dsn: d.fresh(t), fault: f.at})
	f.other = f.block
	f.openIssue()
	folder := filepath.Join(t.TempDir(), "block")
	text := strings.NewReplacer("id: small", "id: files", "game_code: 7", "game_code: 8", "retailer: 20, centre: 200", "retailer: 10, centre: 10").Replace(smallGame)
	_, err := press.Print(t.Context(), []byte(text), press.Options{
		Out: folder, Number: 1, Online: smallOnline, Specimen: true, SeedA: seal.NewSeed([32]byte{3}), SeedB: seal.NewSeed([32]byte{4}),
	})
	f.done(err)
	f.block = f.register(folder)
	f.stock.Close()
	f.look(folder)
	_, err = f.OpenIssue(t.Context(), f.operator, "open-files", f.block.Issue(), "notice of opening")
	f.done(err)
	f.bob = f.retailer()
	f.deliver(f.bob, smallOnline, smallPacks-1)
	for pos := int64(smallOnline * smallPack); pos < smallTickets; pos++ {
		one := f.house.at(pos)
		amount := one.amount
		if amount > 10_00 {
			amount = 20_00
		}
		f.tickets[amount] = append(f.tickets[amount], one)
	}
	return f
}

// reopen stops the house and begins it again.
func (f *faulty) reopen() {
	f.t.Helper()
	old := f.house
	for _, end := range []func() error{old.shop.Close, old.book.Close, old.store.Close} {
		f.done(end())
	}
	h := openHouse(f.t, options{dsn: old.dsn, dir: old.dir, clock: old.clock, fault: f.at})
	old.Counter, old.store, old.book = h.Counter, h.store, h.book
}

func (f *faulty) key() string {
	f.n++
	return fmt.Sprint("key", f.n)
}

// take is the next ticket with a lot of an amount; 20_00 for all that need a file.
func (f *faulty) take(amount money.Cents) ticket {
	f.t.Helper()
	list := f.tickets[amount]
	if len(list) == 0 {
		f.t.Fatalf("no more tickets of %d", amount)
	}
	f.tickets[amount] = list[1:]
	return list[0]
}

// charged is the next loser of packs that bob was charged for, a day later: so that he is let make it good.
func (f *faulty) charged() ticket {
	f.t.Helper()
	if f.spoilt == 0 {
		f.move(f.operator, retail.Settled, f.bob, 90, smallPacks-1)
	}
	f.pass(time.Hour + misprintWindow/misprintsMost)
	f.spoilt++
	return f.loser(90+int64(f.spoilt/5), f.spoilt%5)
}

// proposed gives what approves an act that the operator proposes.
func (f *faulty) proposed(kind shop.Kind, format string, args ...any) func() (string, error) {
	f.t.Helper()
	p, err := f.shop.Propose(f.t.Context(), f.operator, kind, fmt.Appendf(nil, format, args...), "a good reason")
	f.done(err)
	return func() (string, error) {
		p, err := f.shop.Decide(f.t.Context(), f.second, p.ID, true, "looked at it")
		return p.State, err
	}
}

func answerOf(answer any, err error) (string, error) {
	if err != nil {
		return "", err
	}
	text, err := json.Marshal(answer)
	return string(text), err
}

// act is an act of the counter that can be asked for again.
type act struct {
	name  string
	begin func(f *faulty, i int) func() (string, error) // i counts the points
	again string                                        // how an act without a key is refused when it was done; "nothing" if it may be done twice
}

// claimActs are the acts about tickets.
func claimActs() []act {
	ctx := context.Background()
	return []act{
		{"reserve", func(f *faulty, _ int) func() (string, error) {
			one, key := f.take(10_00), f.key()
			return func() (string, error) { return answerOf(f.Reserve(ctx, f.bob, key, one.look())) }
		}, ""},
		{"confirm", func(f *faulty, _ int) func() (string, error) {
			r, key := f.reserve(f.bob, f.key(), ptr(f.take(10_00)).look()), f.key()
			return func() (string, error) { return answerOf(f.Confirm(ctx, f.bob, key, r.Reference)) }
		}, ""},
		{"cancel", func(f *faulty, _ int) func() (string, error) {
			r, key := f.reserve(f.bob, f.key(), ptr(f.take(10_00)).look()), f.key()
			return func() (string, error) { return answerOf(f.Cancel(ctx, f.bob, key, r.Reference)) }
		}, ""},
		{"refund a misprint", func(f *faulty, _ int) func() (string, error) {
			m, key := f.misprint(f.charged(), Refund), f.key()
			return func() (string, error) { return answerOf(f.Misprint(ctx, f.bob, key, m)) }
		}, ""},
		{"exchange a misprint", func(f *faulty, _ int) func() (string, error) {
			m, key := f.misprint(f.charged(), Exchange), f.key()
			m.Replacement = f.take(0).serial
			return func() (string, error) { return answerOf(f.Misprint(ctx, f.bob, key, m)) }
		}, ""},
		{"open a file", func(f *faulty, _ int) func() (string, error) {
			one, key := f.take(20_00), f.key()
			f.files = append(f.files, one)
			return func() (string, error) { return answerOf(f.OpenFile(ctx, f.operator, key, one.claimant())) }
		}, ""},
		{"refuse a file", func(f *faulty, i int) func() (string, error) {
			return f.proposed(PayFile, `{"file":%q,"pay":false,"note":"no papers"}`, f.claimed(f.files[i], retail.Filed).Reference)
		}, "decided"},
		{"oppose a file", func(f *faulty, i int) func() (string, error) {
			f.filed(f.key(), f.files[i])
			key := f.key()
			return func() (string, error) {
				return answerOf(f.Oppose(ctx, f.operator, key, Opposition{f.files[i].serial, "it was stolen"}))
			}
		}, ""},
		{"lift an opposition", func(f *faulty, i int) func() (string, error) {
			return f.proposed(LiftOpposition, `{"ticket":%q}`, f.files[i].serial)
		}, "decided"},
		{"pay a file", func(f *faulty, i int) func() (string, error) {
			return f.proposed(PayFile, `{"file":%q,"pay":true,"note":"the papers are there"}`, f.claimed(f.files[i], retail.Filed).Reference)
		}, "decided"},
		{"erase a file", func(f *faulty, i int) func() (string, error) {
			id := f.claimed(f.files[i], retail.Paid).Reference
			return func() (string, error) { return "erased", f.EraseFile(ctx, f.operator, id, "asked to") }
		}, "nothing"},
		{"oppose", func(f *faulty, _ int) func() (string, error) {
			one, key := f.take(10_00), f.key()
			return func() (string, error) {
				return answerOf(f.Oppose(ctx, f.operator, key, Opposition{one.serial, "it was stolen"}))
			}
		}, ""},
		{"refund a ticket", func(f *faulty, _ int) func() (string, error) {
			return f.proposed(RefundTicket, `{"ticket":%q}`, f.take(0).serial)
		}, "decided"},
		{"guess", func(f *faulty, _ int) func() (string, error) {
			look := ptr(f.take(10_00)).wrongly(f.take(0))
			nobody := shop.By{Origin: f.key()}
			return func() (string, error) { return answerOf(f.Check(ctx, nobody, look)) }
		}, "nothing"},
	}
}

// moved is an act that makes a pack of the other block something.
func (f *faulty) moves(by shop.By, to retail.PackState, pack int64) func() (string, error) {
	key, p := f.key(), Packs{Block: f.other, First: pack, Last: pack, Retailer: f.bob.Person}
	return func() (string, error) { return answerOf(f.Move(context.Background(), by, key, to, p)) }
}

// houseActs are the acts about packs and retailers. Each goes on with the packs of the one before it.
func houseActs() []act {
	ctx := context.Background()
	return []act{
		{"receive", func(f *faulty, i int) func() (string, error) {
			return f.moves(f.operator, retail.Received, int64(40+i))
		}, ""},
		{"confirm packs", func(f *faulty, i int) func() (string, error) { return f.moves(f.bob, retail.Confirmed, int64(40+i)) }, ""},
		{"activate", func(f *faulty, i int) func() (string, error) { return f.moves(f.bob, retail.Active, int64(40+i)) }, ""},
		{"settle", func(f *faulty, i int) func() (string, error) { return f.moves(f.operator, retail.Settled, int64(40+i)) }, ""},
		{"steal", func(f *faulty, i int) func() (string, error) { return f.moves(f.bob, retail.Stolen, int64(40+i)) }, ""},
		{"return", func(f *faulty, i int) func() (string, error) {
			if _, err := f.moves(f.operator, retail.Received, int64(70+i))(); err != nil {
				f.t.Fatal(err)
			}
			return f.moves(f.operator, retail.Returned, int64(70+i))
		}, ""},
		{"collect", func(f *faulty, _ int) func() (string, error) {
			key := f.key()
			return func() (string, error) {
				return answerOf(f.Collect(ctx, f.operator, key, Collection{f.bob.Person, 1_00, true}))
			}
		}, ""},
		{"add a retailer", func(f *faulty, _ int) func() (string, error) {
			key, terms := f.key(), Terms{f.person(shop.Retailer).Person, commission, limit, "a new shop"}
			return func() (string, error) { return answerOf(f.AddRetailer(ctx, f.operator, key, terms)) }
		}, ""},
		{"change terms", func(f *faulty, i int) func() (string, error) {
			key, terms := f.key(), Terms{f.bob.Person, commission, limit + money.Cents(i), "an old shop"}
			return func() (string, error) { return answerOf(f.SetRetailer(ctx, f.operator, key, terms)) }
		}, ""},
	}
}

// issueActs are the acts about issues; each goes on with the issue of the one before it. The clock goes on by more than a month.
func issueActs(folders []string) []act {
	ctx := context.Background()
	blocks := map[int]store.BlockID{}
	return []act{
		{"open an issue", func(f *faulty, i int) func() (string, error) {
			blocks[i] = f.register(folders[i])
			key := f.key()
			return func() (string, error) {
				return answerOf(f.OpenIssue(ctx, f.operator, key, blocks[i].Issue(), "notice of opening"))
			}
		}, ""},
		{"close an issue", func(f *faulty, i int) func() (string, error) {
			return f.proposed(CloseIssue, `{"issue":%q,"notice":"it is (closed)","day":%q}`, blocks[i].Issue(), retail.ParisDay(f.shop.Time()))
		}, "decided"},
		{"lapse", func(f *faulty, i int) func() (string, error) {
			row, err := f.store.Issue(ctx, blocks[i].Issue())
			f.done(err)
			if f.shop.Time() < row.Lapses {
				f.clock.set(timeOf(row.Lapses))
			}
			return func() (string, error) { return "lapsed", f.lapse(ctx, blocks[i].Issue()) }
		}, ""},
		{"publish seeds", func(f *faulty, i int) func() (string, error) {
			stock, err := press.OpenStock(folders[i], "", nil)
			f.done(err)
			defer stock.Close()
			a, b, err := stock.Seeds()
			f.done(err)
			return f.proposed(PublishSeeds, `{"block":%q,"seed_a":%q,"seed_b":%q}`, blocks[i], a.Hex(), b.Hex())
		}, "decided"},
	}
}

// TestFaults pulls the plug at every point of every act of the counter: nothing is half done, and who asks again under the same key is answered
// as if nothing had been, at once and after the house was opened again; and the record adds up, row by row.
func TestFaults(t *testing.T) {
	onEach(t, func(t *testing.T, d database) {
		points := store.FaultPoints()
		few := []string{"acts", "also", "head", "commit", "committed"}
		if testing.Short() {
			points, few = few, few[1:3]
		}
		f := newFaulty(t, d)
		var late []func()
		for n, acts := range [][]act{claimActs(), houseActs()} {
			some := points
			if d.name != onFile.name { // it takes longer: half of the points for tickets, the others for packs
				some = nil
				for i := n; i < len(points); i += 2 {
					some = append(some, points[i])
				}
			}
			late = append(late, f.each(acts, some)...)
		}
		var folders []string
		for i := range few {
			folders = append(folders, another(t, uint16(10+i)))
		}
		late = append(late, f.each(issueActs(folders), few)...)
		f.reopen()
		for _, again := range late {
			again()
		}
		f.sound()
	})
}

// each pulls the plug at the points of acts. It gives what is asked again later.
func (f *faulty) each(acts []act, points []string) (late []func()) {
	f.t.Helper()
	for _, a := range acts {
		for i, point := range points {
			ask := a.begin(f, i)
			f.pulled.Store(&point)
			first, err := ask()
			if f.pulled.Swap(nil) != nil || shop.RefusalName(err) != shop.ErrUnavailable.Name && a.name != "lapse" {
				f.t.Errorf("%s, at %s: nothing happened: %v", a.name, point, err)
			}
			if strings.HasPrefix(f.dsn, "sqlite:") && slices.Contains([]string{"acts", "also", "committed"}, point) {
				f.sound() // nothing is half done
			}
			second, twice := ask()
			if twice != nil && shop.RefusalName(twice) != a.again || a.again == "" && err == nil && second != first {
				f.t.Errorf("%s, at %s: asked again: %s, %v, after %s, %v", a.name, point, second, twice, first, err)
			}
			if a.again == "" {
				late = append(late, func() {
					if third, err := ask(); err != nil || third != second {
						f.t.Errorf("%s, at %s: asked again after a new start: %s, %v, after %s", a.name, point, third, err, second)
					}
				})
			}
		}
		f.sound()
	}
	return late
}

func timeOf(micros int64) time.Time { return time.UnixMicro(micros) }
