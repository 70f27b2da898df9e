package main

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/mod/sumdb/note"

	"tirage/bingo"
	"tirage/money"
)

const (
	second  = bingo.Moment(1_000_000)
	onSale  = 60 * second  // how long the sale lasts
	perBall = 3 * second   // from one ball to the next
	patient = 300 * second // how long the keeper's secret would be waited for
)

// playedDraw is a draw from its schedule to its record.
type playedDraw struct {
	formula *bingo.Formula
	cards   []soldCard
	a, b    bingo.Secret
	madeUp  bool // the secrets
	beacon  []byte
	signer  note.Signer // or nil
	owners  owners
	number  uint32
	at      bingo.Moment
	jackpot money.Cents
	fund    money.Cents
	super   money.Cents
	by      [2]string

	plan     bingo.Schedule
	draw     bingo.Draw
	payments []bingo.Payment
}

// schedule sets the draw's announcement up.
func (p *playedDraw) schedule(c *drawCall) {
	f := p.formula
	p.plan = bingo.Schedule{
		At: p.at, Draw: bingo.ID{Code: f.Code, Number: p.number}, Formula: f.ID, Version: f.Version, Digest: f.Digest,
		Opens: p.at, Closes: p.at + onSale, Patience: patient, A: p.a.Commitment(), B: p.b.Commitment(),
	}
	if len(p.beacon) > 0 {
		p.plan.Beacon = c.beaconName
	}
}

// step lets one event happen.
func (p *playedDraw) step(e bingo.Event) (bingo.Effects, error) {
	next, effects, err := bingo.Step(p.draw, e)
	if err != nil {
		return effects, err
	}
	p.draw = next
	p.payments = append(p.payments, effects.Payments...)
	return effects, nil
}

// play lets everything happen, up to the end of the draw.
func (p *playedDraw) play() (err error) {
	if p.draw, err = bingo.NewDraw(p.formula); err != nil {
		return err
	}
	if err := p.sell(); err != nil {
		return err
	}
	root, err := p.draw.Root()
	if err != nil {
		return err
	}
	p.at = p.plan.Closes
	if _, err := p.step(bingo.Lock{At: p.at, Size: p.draw.Size(), Root: root, Jackpot: p.jackpot, Fund: p.fund}); err != nil {
		return err
	}
	if p.draw.State().Final() { // too few players or cards
		return nil
	}
	if _, err := p.step(bingo.Open{At: p.at, A: p.a, B: p.b, Beacon: p.beacon}); err != nil {
		return err
	}
	for ends := false; !ends; {
		ball, err := p.draw.Next()
		if err != nil {
			return err
		}
		p.at += perBall
		effects, err := p.step(bingo.Call{At: p.at, Ball: ball})
		if err != nil {
			return err
		}
		ends = effects.Ends
	}
	_, err = p.step(bingo.Settle{At: p.at})
	return err
}

// sell announces the draw and sells its cards, in the order of their file.
func (p *playedDraw) sell() error {
	if _, err := p.step(p.plan); err != nil {
		return err
	}
	if p.super != 0 {
		if _, err := p.step(bingo.AnnounceSuper{At: p.at, Amount: p.super, By: p.by}); err != nil {
			return err
		}
	}
	if _, err := p.step(bingo.OpenSale{At: p.plan.Opens}); err != nil {
		return err
	}
	for i, c := range p.cards {
		sale := bingo.Sell{At: p.plan.Opens, Card: c.Card, Price: c.Price, Player: c.Player, Owner: p.owners.of(c.Player).Tag(p.plan.Draw)}
		if _, err := p.step(sale); err != nil {
			return fmt.Errorf("card %d, of %q, is not sold: %w", i+1, c.Player, err)
		}
	}
	return nil
}

// record is what is published, with its signed notes if there is a key.
func (p *playedDraw) record() (*bingo.Record, error) {
	r, err := bingo.NewRecord(&p.draw, p.a, p.b)
	if err != nil || p.signer == nil {
		return r, err
	}
	for _, text := range r.Statements() {
		signed, err := bingo.Sign(text, p.signer)
		if err != nil {
			return nil, err
		}
		r.Notes = append(r.Notes, string(signed))
	}
	return r, nil
}

// describe writes the draw as text.
func (p *playedDraw) describe(out io.Writer, r *bingo.Record, lang money.Lang) {
	f := p.formula
	amount := func(a money.Cents) string { return f.Currency.Format(a, lang) }
	fmt.Fprintf(out, "%s  draw %s, %s\n", f.Name.In(lang), r.Schedule.Draw, r.State)
	if d := f.Demonstration.In(lang); d != "" {
		fmt.Fprintf(out, "DEMONSTRATION: %s\n", d)
	}
	fmt.Fprintf(out, "%s cards of %s players, %s staked, root %s\n", group(int64(p.draw.Size()), lang), group(int64(len(r.Owners)), lang), amount(p.draw.Stakes()), r.Lock.Root)
	if r.Result == nil {
		fmt.Fprintf(out, "CANCELLED (%s): it takes %d players and %d cards. All stakes went back.\n", r.Cancel, f.Minimum.Players, f.Minimum.Cards)
		return
	}
	if f.Has(bingo.JackpotPrize) {
		terms := p.draw.Terms()
		fmt.Fprintf(out, "jackpot of the draw: %s\n", amount(f.JackpotOf(&terms)))
	}
	fmt.Fprintf(out, "\n%d balls\n", len(r.Result.Balls))
	for row := range slices.Chunk(r.Result.Balls, 15) {
		line := ""
		for _, b := range row {
			line += fmt.Sprintf("%4d", b)
		}
		fmt.Fprintln(out, line)
	}
	fmt.Fprintln(out)
	t := newTable("<figure", "ball", "prize", "each", "<won by")
	for i, w := range r.Result.Figures {
		ball, each, by := "–", "–", "nobody"
		if w.Ball > 0 {
			ball, each, by = strconv.Itoa(w.Ball), amount(w.Each), p.winners(w)
		}
		t.add(f.Figures[i].Name.In(lang), ball, amount(w.Prize), each, by)
	}
	t.write(out)
	p.accounts(out, r, amount)
}

// winners names who won a figure, the first of them.
func (p *playedDraw) winners(w bingo.RecordFigure) string {
	const most = 6
	var names []string
	for _, u := range w.Units[:min(len(w.Units), most)] {
		_, player, _ := p.draw.Card(u.Card)
		names = append(names, fmt.Sprintf("%s (card %d, grid %d)", player, u.Card+1, u.Grid+1))
	}
	if more := len(w.Units) - most; more > 0 {
		names = append(names, fmt.Sprintf("%d more", more))
	}
	return strings.Join(names, ", ")
}

// accounts writes who was paid, and where all the money went.
func (p *playedDraw) accounts(out io.Writer, r *bingo.Record, amount func(money.Cents) string) {
	paid := map[string]money.Cents{}
	total := money.Cents(0)
	var players []string
	for _, pay := range p.payments {
		if _, ok := paid[pay.Player]; !ok {
			players = append(players, pay.Player)
		}
		paid[pay.Player] += pay.Amount
		total += pay.Amount
	}
	const most = 20
	fmt.Fprintln(out)
	t := newTable("<paid to", "amount")
	for _, player := range players[:min(len(players), most)] {
		t.add(player, amount(paid[player]))
	}
	if more := len(players) - most; more > 0 {
		t.add(fmt.Sprintf("and %d more", more), "")
	}
	t.add("together", amount(total))
	t.write(out)
	fmt.Fprintln(out)
	t = newTable("<account", "before", "after")
	if b := r.Balances; p.formula.Has(bingo.JackpotPrize) || b.Before != b.After {
		t.add("jackpot", amount(b.Before.Jackpot), amount(b.After.Jackpot))
		t.add("fund", amount(b.Before.Fund), amount(b.After.Fund))
	}
	operator := money.Cents(0)
	for _, m := range r.Result.Transfers {
		if m.To == bingo.OperatorAccount.String() {
			operator += m.Amount
		}
		if m.From == bingo.OperatorAccount.String() {
			operator -= m.Amount
		}
	}
	t.add("operator, of this draw", "", amount(operator))
	t.write(out)
}

// remarks says what a reader must know of how the draw was made.
func (p *playedDraw) remarks(out io.Writer, c *drawCall) {
	fmt.Fprintln(out)
	if p.madeUp {
		fmt.Fprintln(out, "DEMONSTRATION: both secrets were made up here, by a single party: it could have chosen this.")
	}
	if p.signer == nil {
		fmt.Fprintln(out, "Nothing is signed: add --sign-key for a record that binds the house.")
	}
	if c.owners == "" {
		fmt.Fprintln(out, "The players' secrets were made up and are forgotten: add --owners FILE to keep them.")
	}
	if c.out == "" {
		fmt.Fprintln(out, "No record was written: add --out FILE.")
		return
	}
	fmt.Fprintf(out, "The record is in %s: tirage verify %s\n", c.out, c.out)
}
