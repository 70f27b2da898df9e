package counter

import (
	"encoding/csv"
	"io"
	"strconv"
	"strings"
	"time"

	"tirage/money"
)

// Reports as CSV (RFC 4180) have a line of names first, amounts in the currency's main unit with a point, and times of UTC. A text that a
// spreadsheet would take for a formula is written behind an apostrophe.

// table writes rows of cells.
type table struct {
	out *csv.Writer
	row []string
}

func newTable(w io.Writer, names ...string) *table {
	t := &table{out: csv.NewWriter(w)}
	t.row = names
	t.end()
	return t
}

// text adds a cell that is no number.
func (t *table) text(cells ...string) {
	for _, c := range cells {
		t.row = append(t.row, harmless(c))
	}
}

// harmless puts an apostrophe before what begins like a formula. Amounts do not pass here: -1.50 is a number.
func harmless(cell string) string {
	if cell != "" && strings.ContainsRune("=+-@\t\r\n", rune(cell[0])) {
		return "'" + cell
	}
	return cell
}

func (t *table) number(cells ...int64) {
	for _, n := range cells {
		t.row = append(t.row, strconv.FormatInt(n, 10))
	}
}

func (t *table) amount(in money.Currency, cells ...money.Cents) {
	for _, a := range cells {
		t.row = append(t.row, in.Plain(a))
	}
}

func (t *table) end() {
	_ = t.out.Write(t.row) // the first error is kept
	t.row = t.row[:0]
}

func (t *table) flush() error {
	t.out.Flush()
	return t.out.Error()
}

func yes(b bool) string {
	if b {
		return "yes"
	}
	return "no"
}

func moment(micros int64) string {
	return time.UnixMicro(micros).UTC().Format("2006-01-02T15:04:05.000000Z")
}

// CSV writes the report.
func (r *Report) CSV(w io.Writer, in money.Currency) error {
	t := newTable(w, "issue", "block", "retailer", "day", "play", "online_tickets", "online_sold", "packs", "packs_sold", "sold", "lots",
		"online_paid", "counter_paid", "paid", "misprints", "refunded", "commission", "game")
	for i := range r.Rows {
		row := &r.Rows[i]
		t.text(string(row.Issue), string(row.Block), row.Retailer, row.Day, yes(row.Play))
		t.number(row.OnlineTickets)
		t.amount(in, row.OnlineSold)
		t.number(row.Packs)
		t.amount(in, row.PacksSold, row.Sold)
		t.number(row.Lots)
		t.amount(in, row.OnlinePaid, row.CounterPaid, row.Paid)
		t.number(row.Misprints)
		t.amount(in, row.Refunded, row.Commission, row.Game)
		t.end()
	}
	return t.flush()
}

// ReturnsCSV writes how blocks and issues stand: a line for each, and one for each lot of a block.
func ReturnsCSV(w io.Writer, in money.Currency, list []Returns) error {
	t := newTable(w, "issue", "block", "play", "state", "stakes", "prizes", "theoretical", "sold", "paid", "actual", "refunded", "commission",
		"expected_liability", "lot", "lot_amount", "lot_count", "lot_paid", "lot_left")
	for i := range list {
		r := &list[i]
		t.text(string(r.Issue), string(r.Block), yes(r.Play), r.State)
		t.amount(in, r.Stakes, r.Prizes)
		t.text(r.Theoretical)
		t.amount(in, r.Sold, r.Paid)
		t.text(r.Actual)
		t.amount(in, r.Refunded, r.Commission, r.Expected)
		t.text("", "", "", "", "")
		t.end()
		for _, lot := range r.Lots {
			t.text(string(r.Issue), string(r.Block), yes(r.Play), r.State, "", "", "", "", "", "", "", "", "")
			t.number(int64(lot.Lot))
			t.amount(in, lot.Amount)
			t.number(lot.Count, lot.Paid, lot.Left)
			t.end()
		}
	}
	return t.flush()
}

// CSV writes what is to be looked into: a line for each time that somebody asked, and one for the misprints of each retailer, with how many
// they are and their sum.
func (s *Suspicions) CSV(w io.Writer, in money.Currency) error {
	t := newTable(w, "why", "serial", "block", "lot", "amount", "payer", "paid_at", "asker", "asked", "answer", "misprints")
	for i := range s.List {
		row := &s.List[i]
		t.text(row.Why, row.Serial, string(row.Block))
		t.number(row.Lot)
		t.amount(in, row.Amount)
		t.text(string(row.Payer), moment(row.PaidAt), string(row.Asker), moment(row.Asked), row.Answer, "")
		t.end()
	}
	for _, p := range s.Suspects {
		if p.Misprints == 0 {
			continue
		}
		t.text("misprints", "", "", "")
		t.amount(in, p.Refunded)
		t.text(string(p.Payer), "", "", "", "")
		t.number(p.Misprints)
		t.end()
	}
	return t.flush()
}

// CSV writes a retailer's day: a line for each movement, between what was there before and after.
func (s *Statement) CSV(w io.Writer, in money.Currency) error {
	t := newTable(w, "day", "play", "at", "kind", "subject", "with", "amount", "balance")
	for _, account := range []struct {
		of   *Account
		play bool
	}{{&s.Money, false}, {&s.Play, true}} {
		balance := account.of.Before
		t.text(s.Day.String(), yes(account.play), "", "before", "", "", "")
		t.amount(in, balance)
		t.end()
		for _, l := range account.of.Lines {
			balance += l.Amount
			t.text(s.Day.String(), yes(account.play), moment(l.At), l.Kind, l.Subject, string(l.With))
			t.amount(in, l.Amount, balance)
			t.end()
		}
	}
	return t.flush()
}
