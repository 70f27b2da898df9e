package counter

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"tirage/internal/shop"
	"tirage/internal/store"
	"tirage/ledger"
	"tirage/money"
	"tirage/retail"
	"tirage/scratch"
)

// tally is what a test knows to have done: of a seller, on a day.
type tally struct {
	tickets, packs, lots, misprints                            int64
	online, settled, paidOnline, paid, refunded, earned, moved money.Cents
}

// history does things at random and writes down what it did, apart from the house.
type history struct {
	*house
	random *rand.Rand
	shops  []shop.By
	packs  [][]int64 // active and not settled, of each shop
	player shop.By
	sealed []string // online
	papers []ticket // of active packs, not claimed
	whose  map[int64]int

	misprints map[int64]int // made good, by pack

	did map[[2]string]*tally // by seller and day
	n   int
}

func (h *history) key() string {
	h.n++
	return fmt.Sprintf("key-%d", h.n)
}

func (h *history) tally(seller string) *tally {
	k := [2]string{seller, retail.ParisDay(h.shop.Time()).String()}
	if h.did[k] == nil {
		h.did[k] = &tally{}
	}
	return h.did[k]
}

// begin opens the issue and gives packs to three retailers on different terms.
func (h *history) begin() {
	h.openIssue()
	h.player = h.house.player(100_000_00)
	for i := range 3 {
		by := h.retailer()
		terms := Terms{Person: by.Person, Commission: []int64{50_000, 33_333, 0}[i], Limit: limit, Reason: "their own terms"}
		if _, err := h.SetRetailer(h.t.Context(), h.operator, h.key(), terms); err != nil {
			h.t.Fatal(err)
		}
		first := smallOnline + 20*int64(i)
		h.deliver(by, first, first+19)
		h.shops, h.packs = append(h.shops, by), append(h.packs, nil)
		for pack := first; pack < first+20; pack++ {
			h.packs[i], h.whose[pack] = append(h.packs[i], pack), i
		}
	}
	for position := int64(smallOnline * smallPack); position < smallTickets; position++ {
		if one := h.at(position); one.amount > 0 && one.amount <= 100_00 {
			h.papers = append(h.papers, one)
		}
	}
	h.random.Shuffle(len(h.papers), func(i, j int) { h.papers[i], h.papers[j] = h.papers[j], h.papers[i] })
}

// step does one thing, if it can be done.
func (h *history) step() {
	h.pass(time.Duration(h.random.IntN(200)) * time.Minute)
	switch h.random.IntN(8) {
	case 0:
		h.buy()
	case 1, 2:
		h.reveal()
	case 3:
		h.settle()
	case 4, 5:
		h.claim()
	case 6:
		h.misprint()
	case 7:
		h.collect()
	}
}

func (h *history) must(err error) {
	h.t.Helper()
	if err != nil {
		h.t.Fatal(err)
	}
}

func (h *history) buy() {
	n := 1 + h.random.IntN(4)
	bought, err := h.shop.Buy(h.t.Context(), h.player, h.key(), shop.Order{Game: "small", Count: n, Play: true})
	h.must(err)
	h.sealed = append(h.sealed, bought.Tickets...)
	t := h.tally(Online)
	t.tickets, t.online = t.tickets+int64(n), t.online+smallPrice*money.Cents(n)
}

func (h *history) reveal() {
	if len(h.sealed) == 0 {
		return
	}
	shown, err := h.shop.Reveal(h.t.Context(), h.player, h.sealed[0])
	h.must(err)
	h.sealed = h.sealed[1:]
	if shown.Won > 0 {
		t := h.tally(Online)
		t.lots, t.paidOnline = t.lots+1, t.paidOnline+shown.Won
	}
}

func (h *history) settle() {
	i := h.random.IntN(len(h.shops))
	if len(h.packs[i]) == 0 {
		return
	}
	n := min(1+h.random.IntN(3), len(h.packs[i]))
	first := h.packs[i][0]
	h.packs[i] = h.packs[i][n:]
	p := Packs{Block: h.block, First: first, Last: first + int64(n) - 1, Retailer: h.shops[i].Person}
	_, err := h.Move(h.t.Context(), h.operator, h.key(), retail.Settled, p)
	h.must(err)
	t := h.tally(string(h.shops[i].Person))
	t.packs, t.settled = t.packs+int64(n), t.settled+fullPrice*money.Cents(n)
	t.earned += []money.Cents{10_00, 6_66, 0}[i] * money.Cents(n) // of 200.00: 5 %, 3.3333 % rounded down, nothing
}

// claim pays a ticket at the counter, or at the centre if it is too much for that.
func (h *history) claim() {
	if len(h.papers) == 0 {
		return
	}
	one := h.papers[0]
	h.papers = h.papers[1:]
	by := h.shops[h.random.IntN(3)]
	seller := string(by.Person)
	if one.amount > 20_00 || h.random.IntN(5) == 0 {
		by, seller = h.operator, Centre
	}
	r, err := h.Reserve(h.t.Context(), by, h.key(), Look{Serial: one.serial, VIRN: one.virn})
	h.must(err)
	if h.random.IntN(6) == 0 {
		return // never confirmed
	}
	_, err = h.Confirm(h.t.Context(), by, h.key(), r.Reference)
	h.must(err)
	t := h.tally(seller)
	t.lots, t.paid = t.lots+1, t.paid+one.amount
}

// misprint gives the price of a losing ticket of a settled pack back whose first cell cannot be read.
func (h *history) misprint() {
	i := h.random.IntN(3)
	first := smallOnline + 20*int64(i)
	pack := first + h.n64(20-int64(len(h.packs[i])))
	if pack < first {
		return
	}
	n := h.misprints[pack]
	if n == 3 { // so that there are enough losers, and few in a day
		return
	}
	h.misprints[pack]++
	one := h.loser(pack, n)
	cells, _, err := h.stock.Face(one.outcome, one.secret)
	h.must(err)
	cells[0] = 0
	game := h.stock.Plan.Game
	by := h.shops[i]
	m := Misprint{Serial: one.serial, VIRN: one.virn, Face: scratch.WriteFace(game, cells, scratch.FaceHeader{}), Way: Refund}
	_, err = h.Misprint(h.t.Context(), by, h.key(), m)
	h.must(err)
	t := h.tally(string(by.Person))
	t.misprints, t.refunded = t.misprints+1, t.refunded+smallPrice
}

// n64 is a number below n; -1 if there is none.
func (h *history) n64(n int64) int64 {
	if n <= 0 {
		return -1
	}
	return h.random.Int64N(n)
}

func (h *history) collect() {
	by := h.shops[h.random.IntN(3)]
	balance := h.balance(ledger.Retailer, string(by.Person))
	if balance == 0 {
		return
	}
	amount := min(money.Cents(1+h.random.IntN(50_00)), max(balance, -balance))
	if balance > 0 { // the house pays
		amount = -amount
	}
	_, err := h.Collect(h.t.Context(), h.operator, h.key(), Collection{Retailer: by.Person, Amount: amount, Play: true})
	h.must(err)
	h.tally(string(by.Person)).moved += amount
}

func (t *tally) add(u *tally) {
	t.tickets, t.packs, t.lots, t.misprints = t.tickets+u.tickets, t.packs+u.packs, t.lots+u.lots, t.misprints+u.misprints
	t.online, t.settled, t.paidOnline, t.paid = t.online+u.online, t.settled+u.settled, t.paidOnline+u.paidOnline, t.paid+u.paid
	t.refunded, t.earned, t.moved = t.refunded+u.refunded, t.earned+u.earned, t.moved+u.moved
}

func (t *tally) figures() Figures {
	return Figures{
		OnlineTickets: t.tickets, OnlineSold: t.online, Packs: t.packs, PacksSold: t.settled, Sold: t.online + t.settled, Lots: t.lots,
		OnlinePaid: t.paidOnline, CounterPaid: t.paid, Paid: t.paidOnline + t.paid, Misprints: t.misprints, Refunded: t.refunded,
		Commission: t.earned, Game: t.online + t.settled - t.paidOnline - t.paid - t.refunded,
	}
}

// TestReportsAgree: after a random history, reports of every division say what was done, and what the ledger's accounts hold, to the cent.
func TestReportsAgree(t *testing.T) {
	onEach(t, func(t *testing.T, d database) {
		h := &history{house: newHouse(t, options{dsn: d.fresh(t)}), random: rand.New(rand.NewPCG(1, 2)), whose: map[int64]int{}, misprints: map[int64]int{}, did: map[[2]string]*tally{}}
		h.begin()
		for range 250 {
			h.step()
		}
		for _, by := range []By{{}, {Issue: true}, {Block: true}, {Retailer: true}, {Day: true}, {Retailer: true, Day: true}, {true, true, true, true}} {
			h.reported(by, "", "")
		}
		h.reported(By{Retailer: true}, "2026-03-04", "2026-03-09")
		h.reported(By{Day: true, Block: true}, "2026-03-04", "")
		h.reported(By{Retailer: true, Day: true}, "", "2026-03-08")
		h.ledgerAgrees()
		h.returnsAgree()
		h.statementsAgree()
		h.sound()
	})
}

// reported holds a report against what was done.
func (h *history) reported(by By, from, to string) {
	h.t.Helper()
	want := map[Part]*tally{}
	for k, done := range h.did {
		if from != "" && k[1] < from || to != "" && k[1] > to || done.figures() == (Figures{}) {
			continue
		}
		p := Part{Play: true}
		if by.Issue {
			p.Issue = h.block.Issue()
		}
		if by.Block {
			p.Block = h.block
		}
		if by.Retailer {
			p.Retailer = k[0]
		}
		if by.Day {
			p.Day = k[1]
		}
		if want[p] == nil {
			want[p] = &tally{}
		}
		want[p].add(done)
	}
	r, err := h.Report(h.t.Context(), h.operator, by, from, to)
	h.must(err)
	if len(r.Rows) != len(want) || len(want) == 0 {
		h.t.Errorf("%+v from %s to %s: %d rows, not %d", by, from, to, len(r.Rows), len(want))
	}
	for _, row := range r.Rows {
		if done := want[row.Part]; done == nil || done.figures() != row.Figures {
			h.t.Errorf("%+v from %s to %s: %+v, not %+v", by, from, to, row, done)
		}
	}
	if !slices.IsSortedFunc(r.Rows, func(a, b Row) int { return strings.Compare(a.Retailer+a.Day, b.Retailer+b.Day) }) {
		h.t.Errorf("%+v: the rows are in no order", by)
	}
	h.csvAgrees(&r)
}

// csvAgrees reads the CSV of a report as somebody else's program would.
func (h *history) csvAgrees(r *Report) {
	h.t.Helper()
	var text bytes.Buffer
	h.must(r.CSV(&text, money.EUR))
	lines, err := csv.NewReader(&text).ReadAll()
	h.must(err)
	if len(lines) != len(r.Rows)+1 {
		h.t.Fatalf("%d lines of %d rows", len(lines), len(r.Rows))
	}
	for i, row := range r.Rows {
		line := map[string]string{}
		for j, name := range lines[0] {
			line[name] = lines[i+1][j]
		}
		for name, want := range map[string]money.Cents{
			"online_sold": row.OnlineSold, "packs_sold": row.PacksSold, "sold": row.Sold, "online_paid": row.OnlinePaid, "counter_paid": row.CounterPaid,
			"paid": row.Paid, "refunded": row.Refunded, "commission": row.Commission, "game": row.Game,
		} {
			if got, err := money.Parse(line[name], money.EUR); err != nil || got != want {
				h.t.Errorf("%s of %+v is written %q", name, row.Part, line[name])
			}
		}
		if line["retailer"] != row.Retailer || line["day"] != row.Day || line["play"] != "yes" || line["packs"] != fmt.Sprint(row.Packs) {
			h.t.Errorf("%+v is written %v", row.Part, line)
		}
	}
}

// ledgerAgrees holds the whole report against the accounts.
func (h *history) ledgerAgrees() {
	h.t.Helper()
	all, err := h.Report(h.t.Context(), h.operator, By{}, "", "")
	h.must(err)
	f := all.Rows[0].Figures
	if got := h.balance(ledger.Game, "0007"); got != f.Game || got == 0 {
		h.t.Errorf("the game has %d, by the report %d", got, f.Game)
	}
	if got := h.balance(ledger.House, "commission"); got != -f.Commission || got == 0 {
		h.t.Errorf("commission is %d, by the report %d", got, f.Commission)
	}
	each, err := h.Report(h.t.Context(), h.operator, By{Retailer: true}, "", "")
	h.must(err)
	for _, row := range each.Rows {
		switch row.Retailer {
		case Online:
			if got := h.balance(ledger.Player, string(h.player.Person)); got != 100_000_00-row.Sold+row.Paid {
				h.t.Errorf("the player has %d", got)
			}
		case Centre:
			if got := h.balance(ledger.Cash, "centre"); got != row.Paid+row.Refunded {
				h.t.Errorf("the centre has paid %d, by the report %d", got, row.Paid)
			}
		default:
			moved := money.Cents(0)
			for k, done := range h.did {
				if k[0] == row.Retailer {
					moved += done.moved
				}
			}
			if got := h.balance(ledger.Retailer, row.Retailer); got != row.Paid+row.Refunded+row.Commission-row.Sold+moved {
				h.t.Errorf("retailer %s has %d, by the report %+v and %d", row.Retailer, got, row.Figures, moved)
			}
		}
	}
	different, err := h.Reconcile(h.t.Context(), h.operator)
	if err != nil || len(different) != 0 {
		h.t.Errorf("reports and ledger differ: %v, %v", different, err)
	}
}

// returnsAgree holds what is expected and left against the plan and the tickets themselves.
func (h *history) returnsAgree() {
	h.t.Helper()
	all, err := h.Report(h.t.Context(), h.operator, By{}, "", "")
	h.must(err)
	f := all.Rows[0].Figures
	list, err := h.Returns(h.t.Context(), h.operator)
	h.must(err)
	if len(list) != 2 || list[0].Block != "" || list[1].Block != h.block || list[0].State != string(retail.Open) {
		h.t.Fatalf("%+v", list)
	}
	for _, r := range list {
		if r.Theoretical != "13/20" || r.Stakes != 20_000_00 || r.Prizes != 13_000_00 || r.Sold != f.Sold || r.Paid != f.Paid || !r.Play {
			h.t.Errorf("%+v", r)
		}
		if r.Packs[retail.Settled] != f.Packs || r.Packs[retail.Active] != smallPacks-smallOnline-f.Packs || len(r.Packs) != 2 {
			h.t.Errorf("packs: %v", r.Packs)
		}
		actual, ok := new(big.Rat).SetString(r.Actual)
		if !ok || actual.Cmp(big.NewRat(int64(f.Paid), int64(f.Sold))) != 0 {
			h.t.Errorf("the return is %s", r.Actual)
		}
		if want := f.Sold*13/20 - f.Paid; r.Expected != want {
			h.t.Errorf("%d is expected, not %d", r.Expected, want)
		}
	}
	paid, lots := money.Cents(0), int64(0)
	for _, l := range list[1].Lots {
		if l.Left != l.Count-l.Paid || l.Paid < 0 || l.Left < 0 {
			h.t.Errorf("%+v", l)
		}
		paid, lots = paid+l.Amount*money.Cents(l.Paid), lots+l.Paid
	}
	if paid != f.Paid || lots != f.Lots {
		h.t.Errorf("%d lots of %d are gone, %d of %d are paid", lots, paid, f.Lots, f.Paid)
	}
	var text bytes.Buffer
	h.must(ReturnsCSV(&text, money.EUR, list))
	if lines, err := csv.NewReader(&text).ReadAll(); err != nil || len(lines) != 1+2+4 || lines[3][14] != "500" || lines[1][6] != "13/20" {
		h.t.Errorf("%v, %v", lines, err)
	}
}

// statementsAgree holds each retailer's days against the report of the same day, and one against the next.
func (h *history) statementsAgree() {
	h.t.Helper()
	for _, by := range h.shops {
		before := money.Cents(0)
		last := retail.ParisDay(h.shop.Time())
		for day := (retail.Date{Year: 2026, Month: 3, Day: 2}); !last.Before(day); day = day.Plus(1) {
			s, err := h.Statement(h.t.Context(), by, by.Person, day.String())
			h.must(err)
			done := h.did[[2]string{string(by.Person), day.String()}]
			if done == nil {
				done = &tally{}
			}
			if wrong := addsUp(s.Play); wrong != "" || s.Play.Before != before || s.Play.After-before != done.paid+done.refunded+done.earned+done.moved-done.settled {
				h.t.Errorf("%v: %+v, done was %+v; %s", day, s.Play, done, wrong)
			}
			before = s.Play.After
			var text bytes.Buffer
			h.must(s.CSV(&text, money.EUR))
			lines, err := csv.NewReader(&text).ReadAll()
			if err != nil || len(lines) != 1+2+len(s.Play.Lines) || lines[len(lines)-1][7] != money.EUR.Plain(s.Play.After) {
				h.t.Errorf("%v: %v, %v", day, lines, err)
			}
		}
		if before != h.balance(ledger.Retailer, string(by.Person)) {
			h.t.Error("the last statement does not end with the balance")
		}
	}
}

// TestReconcileFinds: a row that somebody changed behind the house's back shows.
func TestReconcileFinds(t *testing.T) {
	h := newHouse(t, options{})
	bob := h.open()
	h.move(h.operator, retail.Settled, bob, 40, 41)
	h.sql("update pack set price = price - 1, commission = commission + 2 where pack = 40")
	got, err := h.Reconcile(t.Context(), h.person(shop.Auditor))
	want := []Difference{{"play/game/0007", 2*fullPrice - 1, 2 * fullPrice}, {"play/house/commission", -2002, -2000}}
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("%v, %v", got, err)
	}
	_, err = h.Reconcile(t.Context(), bob)
	h.refused(err, "not_allowed")
}

func TestReportRefusals(t *testing.T) {
	h := newHouse(t, options{})
	for _, c := range []struct{ from, to, want string }{
		{"2026-02-30", "", "bad_day"}, {"", "tomorrow", "bad_day"}, {"2026-03-02", "2026-03-01", "bad_day"}, {"2026-03-02", "2026-03-02", ""},
	} {
		_, err := h.Report(t.Context(), h.operator, By{}, c.from, c.to)
		h.refused(err, c.want)
		_, err = h.Suspicions(t.Context(), h.operator, c.from, c.to)
		h.refused(err, c.want)
	}
	for _, by := range []shop.By{{}, h.retailer(), h.player(1)} {
		want := "not_allowed"
		if by.Person == "" {
			want = "log_in"
		}
		_, err := h.Report(t.Context(), by, By{}, "", "")
		h.refused(err, want)
		_, err = h.Returns(t.Context(), by)
		h.refused(err, want)
		_, err = h.Suspicions(t.Context(), by, "", "")
		h.refused(err, want)
	}
	r, err := h.Report(t.Context(), h.operator, By{Block: true}, "", "")
	if text, fails := json.Marshal(r); err != nil || fails != nil || !strings.Contains(string(text), `"rows":[]`) {
		t.Errorf("%s, %v, %v", text, err, fails)
	}
	list, err := h.Returns(t.Context(), h.operator)
	if err != nil || len(list) != 2 || list[0].State != "" || list[1].Actual != "" || list[1].Expected != 0 {
		t.Errorf("%+v, %v", list, err)
	}
}

// TestExpectedIsNothingAfterLapse: what was not claimed in time is not owed.
func TestExpectedIsNothingAfterLapse(t *testing.T) {
	h := newHouse(t, options{})
	bob := h.open()
	h.move(h.operator, retail.Settled, bob, 40, 44)
	expected := func(want money.Cents) {
		t.Helper()
		list, err := h.Returns(t.Context(), h.operator)
		if err != nil || list[0].Expected != want || list[1].Expected != want {
			t.Errorf("%+v, %v", list, err)
		}
	}
	expected(5 * fullPrice * 13 / 20)
	end := h.closeIssue()
	expected(5 * fullPrice * 13 / 20)
	h.clock.set(end)
	if err := h.Lapse(t.Context()); err != nil {
		t.Fatal(err)
	}
	expected(0)
}

// TestSuspicions: the retailer who tells customers that their winners have lost stands first; who pays at once does not stand there.
func TestSuspicions(t *testing.T) {
	onEach(t, func(t *testing.T, d database) {
		h := newHouse(t, options{dsn: d.fresh(t)})
		honest := h.open()
		thief := h.retailer()
		check := func(by shop.By, one ticket) {
			t.Helper()
			if _, err := h.Check(t.Context(), by, Look{Serial: one.serial, VIRN: one.virn}); err != nil {
				t.Fatal(err)
			}
		}
		pay := func(by shop.By, one ticket) {
			t.Helper()
			r, err := h.Reserve(t.Context(), by, "r"+one.serial, Look{Serial: one.serial, VIRN: one.virn})
			if err != nil {
				t.Fatal(err)
			}
			if _, err := h.Confirm(t.Context(), by, "c"+one.serial, r.Reference); err != nil {
				t.Fatal(err)
			}
		}
		for n := range 3 { // shown, and paid at once
			one := h.paper(10_00, n)
			check(honest, one)
			pay(honest, one)
		}
		kept, asked, both := h.paper(20_00, 0), h.paper(20_00, 1), h.paper(10_00, 5)
		check(thief, kept) // "it has lost"
		check(thief, both)
		check(thief, both)
		check(thief, h.paper(0, 0)) // which has lost indeed
		h.pass(11 * time.Minute)
		pay(thief, kept)
		pay(thief, asked)
		pay(thief, both)
		check(shop.By{Origin: "there"}, asked) // its holder asks at home
		check(honest, both)                    // and another, elsewhere
		check(thief, kept)                     // who paid it may look again
		s, err := h.Suspicions(t.Context(), h.person(shop.Auditor), "", "")
		if err != nil {
			t.Fatal(err)
		}
		if want := []Suspect{{Payer: thief.Person, Tickets: 3, SeenBefore: 2, AskedAfter: 2, Amount: 50_00}}; !slices.Equal(s.Suspects, want) {
			t.Errorf("%+v", s.Suspects)
		}
		count := map[string]int{}
		for _, one := range s.List {
			count[one.Why+" "+one.Serial]++
			if one.Payer != thief.Person || (one.Why == SeenBefore) != (one.Asker == one.Payer) {
				t.Errorf("%+v", one)
			}
		}
		want := map[string]int{
			SeenBefore + " " + kept.serial: 1, SeenBefore + " " + both.serial: 2, AskedAfter + " " + asked.serial: 1, AskedAfter + " " + both.serial: 1,
		}
		if fmt.Sprint(count) != fmt.Sprint(want) {
			t.Errorf("%v", count)
		}
		var text bytes.Buffer
		if err := s.CSV(&text, money.EUR); err != nil {
			t.Fatal(err)
		}
		if lines, err := csv.NewReader(&text).ReadAll(); err != nil || len(lines) != 6 || lines[1][0] != SeenBefore || lines[1][4] == "" {
			t.Errorf("%v, %v", lines, err)
		}
		for _, c := range []struct{ from, to string }{{"2026-03-03", ""}, {"", "2026-03-01"}} {
			if s, err := h.Suspicions(t.Context(), h.operator, c.from, c.to); err != nil || len(s.List) != 0 || len(s.Suspects) != 0 {
				t.Errorf("%v: %+v, %v", c, s, err)
			}
		}
	})
}

// TestHarmless: no text cell of a CSV begins like a formula, and each says what it said.
func TestHarmless(t *testing.T) {
	for cell, want := range map[string]string{
		"": "", "online": "online", "13/20": "13/20", "=1+1": "'=1+1", "+33": "'+33", "-2": "'-2", "@sum": "'@sum", "\tx": "'\tx", "\rx": "'\rx", "\n=": "'\n=",
		"a=1": "a=1", "'=1": "'=1", "é": "é",
	} {
		if got := harmless(cell); got != want {
			t.Errorf("%q is written %q", cell, got)
		}
	}
	r := Report{Rows: []Row{{Part: Part{Retailer: "=cmd|' /C calc'!A0", Block: store.BlockID("@x")}, Figures: Figures{Game: -150}}}}
	var text bytes.Buffer
	if err := r.CSV(&text, money.EUR); err != nil {
		t.Fatal(err)
	}
	lines, err := csv.NewReader(&text).ReadAll()
	if err != nil || lines[1][1] != "'@x" || lines[1][2] != "'=cmd|' /C calc'!A0" || lines[1][17] != "-1.50" {
		t.Errorf("%q, %v", lines, err)
	}
}
