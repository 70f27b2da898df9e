package main

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"tirage/bingo"
	"tirage/money"
)

// drawReport writes a played draw as text in a language.
type drawReport struct {
	tongue
	p   *playedDraw
	r   *bingo.Record
	out io.Writer
}

func (d *drawReport) amount(a money.Cents) string {
	return d.p.formula.Currency.Format(a, money.Lang(d.tongue))
}

func (d *drawReport) line(text string) { fmt.Fprintln(d.out, text) }

// write describes the draw and says what a reader must know of how it was made.
func (d *drawReport) write(c *drawCall) {
	f, r := d.p.formula, d.r
	d.line(f.Name.In(money.Lang(d.tongue)) + "  " + d.in("draw %s, %s", r.Schedule.Draw, d.p.draw.State()))
	if (f.Demonstration != money.Text{}) {
		d.line(d.notice("DEMONSTRATION", f.Demonstration))
	}
	d.line(d.in("%s of %s, %s staked, root %s", d.cards(d.count(int64(d.p.draw.Size()))), d.players(d.count(int64(len(r.Owners)))), d.amount(d.p.draw.Stakes()), r.Lock.Root))
	if r.Result == nil {
		d.line(d.in("CANCELLED (%s): it takes %s and %s. All stakes went back.", r.Cancel, d.players(strconv.Itoa(f.Minimum.Players)), d.cards(strconv.Itoa(f.Minimum.Cards))))
	} else {
		d.result()
	}
	d.remarks(c)
}

// result writes the balls, who won, and where the money went.
func (d *drawReport) result() {
	f, r := d.p.formula, d.r
	if f.Has(bingo.JackpotPrize) {
		terms := d.p.draw.Terms()
		d.line(d.in("jackpot of the draw: %s", d.amount(f.JackpotOf(&terms))))
	}
	d.line("\n" + d.some(strconv.Itoa(len(r.Result.Balls)), "1 ball", "%s balls"))
	for row := range slices.Chunk(r.Result.Balls, 15) {
		line := ""
		for _, b := range row {
			line += fmt.Sprintf("%4d", b)
		}
		d.line(line)
	}
	d.line("")
	t := newTable(d.heads("<figure", "ball", "prize", "each", "<won by")...)
	for i, w := range r.Result.Figures {
		ball, each, by := "–", "–", d.in("nobody")
		if w.Ball > 0 {
			ball, each, by = strconv.Itoa(w.Ball), d.amount(w.Each), d.winners(w)
		}
		t.add(f.Figures[i].Name.In(money.Lang(d.tongue)), ball, d.amount(w.Prize), each, by)
	}
	t.write(d.out)
	d.paid()
	d.accounts()
}

// winners names who won a figure, the first of them.
func (d *drawReport) winners(w bingo.RecordFigure) string {
	const most = 6
	var names []string
	for _, u := range w.Units[:min(len(w.Units), most)] {
		_, player, _ := d.p.draw.Card(u.Card)
		names = append(names, d.in("%s (card %d, grid %d)", player, u.Card+1, u.Grid+1))
	}
	if more := len(w.Units) - most; more > 0 {
		names = append(names, d.in("%s more", d.count(int64(more))))
	}
	return strings.Join(names, ", ")
}

// paid writes who was paid.
func (d *drawReport) paid() {
	paid := map[string]money.Cents{}
	total := money.Cents(0)
	var players []string
	for _, pay := range d.p.payments {
		if _, ok := paid[pay.Player]; !ok {
			players = append(players, pay.Player)
		}
		paid[pay.Player] += pay.Amount
		total += pay.Amount
	}
	const most = 20
	d.line("")
	t := newTable(d.heads("<paid to", "amount")...)
	for _, player := range players[:min(len(players), most)] {
		t.add(player, d.amount(paid[player]))
	}
	if more := len(players) - most; more > 0 {
		t.add(d.in("and %s more", d.count(int64(more))), "")
	}
	t.add(d.in("together"), d.amount(total))
	t.write(d.out)
}

// accounts writes what the accounts held before and after.
func (d *drawReport) accounts() {
	d.line("")
	t := newTable(d.heads("<account", "before", "after")...)
	if b := d.r.Balances; d.p.formula.Has(bingo.JackpotPrize) || b.Before != b.After {
		t.add(d.in("jackpot"), d.amount(b.Before.Jackpot), d.amount(b.After.Jackpot))
		t.add(d.in("fund"), d.amount(b.Before.Fund), d.amount(b.After.Fund))
	}
	operator := money.Cents(0)
	for _, m := range d.r.Result.Transfers {
		if m.To == bingo.OperatorAccount.String() {
			operator += m.Amount
		}
		if m.From == bingo.OperatorAccount.String() {
			operator -= m.Amount
		}
	}
	t.add(d.in("operator, of this draw"), "", d.amount(operator))
	t.write(d.out)
}

// remarks says what a reader must know of how the draw was made.
func (d *drawReport) remarks(c *drawCall) {
	d.line("")
	if d.p.madeUp {
		d.line(d.in("DEMONSTRATION: both secrets were made up here, by a single party: it could have chosen this."))
	}
	if d.p.signer == nil {
		d.line(d.in("Nothing is signed: add --sign-key for a record that binds the house."))
	}
	if c.owners == "" {
		d.line(d.in("The players' secrets were made up and are forgotten: add --owners FILE to keep them."))
	}
	if c.receipts != "" {
		d.line(d.in("The receipts are in %s: each checks with tirage verify RECORD --receipt FILE", c.receipts))
	}
	if c.out == "" {
		d.line(d.in("No record was written: add --out FILE."))
		return
	}
	d.line(d.in("The record is in %s: tirage verify %s", c.out, c.out))
}
