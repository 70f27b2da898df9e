package bingo_test

import (
	"cmp"
	"fmt"
	"slices"
	"testing"

	"tirage/bingo"
	"tirage/fair"
	"tirage/money"
)

// naive is a second engine: a hall with paper cards. After every ball each player marks the number on each card and looks whether
// there is a figure. It shares with the package the formula and the cards alone.
type naive struct {
	f       *bingo.Formula
	cells   [][]bingo.Ball // of each card, 0 for an empty cell
	marked  [][]bool
	done    [][]int // of each grid of each card, its complete lines
	players []int32
	won     [][]unit // by figure, the units that won it
	ball    []int    // by figure, when it was won first
	balls   int      // called
}

// unit is who counts once: the number of a player, of a card, or of a card and a grid.
type unit struct{ player, card, grid int }

func newNaive(f *bingo.Formula, cards []bingo.Card, players []int32) *naive {
	n := &naive{f: f, players: players, won: make([][]unit, len(f.Figures)), ball: make([]int, len(f.Figures))}
	for _, c := range cards {
		cells := c.Cells()
		n.cells = append(n.cells, cells)
		n.marked = append(n.marked, make([]bool, len(cells)))
		n.done = append(n.done, make([]int, f.Model.Grids()))
	}
	return n
}

func (n *naive) play(order []bingo.Ball) {
	for _, b := range order {
		n.balls++
		full := n.mark(b)
		won := n.look()
		switch n.f.End.Kind {
		case bingo.FirstFullGrid:
			if full {
				return
			}
		case bingo.AllFigures:
			if won {
				return
			}
		case bingo.AfterBalls:
			if n.balls == n.f.End.Balls {
				return
			}
		}
	}
}

// mark marks a ball on all cards and tells whether a grid is full.
func (n *naive) mark(b bingo.Ball) bool {
	full := false
	for c, cells := range n.cells {
		at := slices.Index(cells, b)
		if at >= 0 {
			n.marked[c][at] = true
			grid := at / (len(cells) / n.f.Model.Grids())
			n.done[c][grid] = n.lines(c, grid)
			full = full || n.done[c][grid] == n.f.Model.Rows()
		}
	}
	return full
}

// lines counts the complete lines of a grid.
func (n *naive) lines(card, grid int) int {
	m := n.f.Model
	complete := 0
	for row := range m.Rows() {
		ok := true
		for column := range m.Columns() {
			i := (grid*m.Rows()+row)*m.Columns() + column
			ok = ok && (n.cells[card][i] == 0 || n.marked[card][i])
		}
		if ok {
			complete++
		}
	}
	return complete
}

// look lets whoever has a figure now win it, and tells whether no figure is left.
func (n *naive) look() bool {
	over := true
	for i, g := range n.f.Figures {
		limit := g.Within
		if limit == 0 {
			limit = n.f.Model.Machine().Balls()
		}
		lines := g.Lines
		if g.Full {
			lines = n.f.Model.Rows()
		}
		if (n.f.Mode == bingo.Single || n.ball[i] == 0) && n.balls <= limit {
			for c := range n.cells {
				for grid := range n.f.Model.Grids() {
					if n.done[c][grid] >= lines {
						n.claim(i, n.unit(c, grid))
					}
				}
			}
		}
		over = over && (n.ball[i] > 0 || n.balls >= limit)
	}
	return over
}

func (n *naive) unit(card, grid int) unit {
	switch n.f.Tie {
	case bingo.ByPlayer:
		return unit{player: int(n.players[card])}
	case bingo.ByCard:
		return unit{card: card}
	default:
		return unit{card: card, grid: grid}
	}
}

func (n *naive) claim(figure int, u unit) {
	if !slices.Contains(n.won[figure], u) {
		n.won[figure] = append(n.won[figure], u)
		if n.ball[figure] == 0 {
			n.ball[figure] = n.balls
		}
	}
}

func (u unit) compare(v unit) int {
	return cmp.Or(u.player-v.player, u.card-v.card, u.grid-v.grid)
}

// differs says how an outcome differs from what the hall saw, "" if it does not.
func (n *naive) differs(o *bingo.Outcome) string {
	if o.Balls != n.balls {
		return fmt.Sprintf("the draw ends at ball %d, in the hall at %d", o.Balls, n.balls)
	}
	for i, w := range o.Won {
		var units []unit
		for _, at := range w.Units {
			units = append(units, n.unit(at.Card, at.Grid))
		}
		want := slices.Clone(n.won[i])
		slices.SortFunc(units, unit.compare)
		slices.SortFunc(want, unit.compare)
		if w.Ball != n.ball[i] || !slices.Equal(units, want) {
			return fmt.Sprintf("figure %d: ball %d, %v; in the hall ball %d, %v", i, w.Ball, units, n.ball[i], want)
		}
	}
	return ""
}

// variants are formulas over all models, units and ends, with how many of the random draws are theirs, in thousandths, and how
// many cards these have at most.
func variants() []struct {
	f          *bingo.Formula
	part, most int
	people     int
} {
	edit := func(f *bingo.Formula, edit func(*bingo.Formula)) *bingo.Formula { edit(f); return f }
	return []struct {
		f          *bingo.Formula
		part, most int
		people     int
	}{
		{bingoExtra(), 100, 5, 3},
		{edit(bingoExtra(), func(f *bingo.Formula) { f.Model, f.Tie = bingo.Classic90, bingo.ByGrid }), 250, 12, 4},
		{edit(bingoExtra(), func(f *bingo.Formula) { f.Tie = bingo.ByCard }), 50, 4, 2},
		{edit(bingoExtra(), func(f *bingo.Formula) {
			f.Tie, f.End = bingo.ByGrid, bingo.End{Kind: bingo.AfterBalls, Balls: 60}
			for i := range f.Figures {
				f.Figures[i].Within = 0
			}
		}), 50, 4, 2},
		{classic75(), 250, 12, 4},
		{edit(classic75(), func(f *bingo.Formula) { f.Model, f.Tie, f.MaxCards = bingo.Variant75, bingo.ByPlayer, 12 }), 50, 6, 3},
		{solo75(), 200, 6, 6},
		{edit(solo75(), func(f *bingo.Formula) { f.Model, f.Tie, f.MaxCards = bingo.Variant75, bingo.ByCard, 12 }), 50, 4, 4},
	}
}

// TestNaiveEngineAgrees compares both engines on 100,000 random draws, without their money.
func TestNaiveEngineAgrees(t *testing.T) {
	draws := 100_000
	if testing.Short() {
		draws = 5_000
	}
	tape := fair.NewTape(seeded("two engines"))
	ties, several, unwon := 0, 0, 0
	for _, v := range variants() {
		if found := v.f.Check(); len(found) > 0 {
			t.Fatalf("%+v", found)
		}
		for range draws * v.part / 1000 {
			var cards []bingo.Card
			var numbers []bingo.Ball
			var players []int32
			for range 1 + tape.N(uint64(v.most)) {
				c := sampler(t, v.f.Model).Card(tape)
				cards = append(cards, c)
				numbers = append(numbers, c.Numbers...)
				players = append(players, int32(tape.N(uint64(v.people))))
			}
			order := orderOf(tape, v.f.Model.Machine())
			o, err := v.f.Decide(order, numbers, players)
			if err != nil {
				t.Fatal(err)
			}
			hall := newNaive(v.f, cards, players)
			hall.play(order)
			if difference := hall.differs(&o); difference != "" {
				t.Fatalf("%s, %d cards: %s\nplayers %v\norder %v\ncards %v", v.f.ID, len(cards), difference, players, order, cards)
			}
			balls := map[int]int{}
			for _, w := range o.Won {
				if len(w.Units) > 1 {
					ties++
				}
				if w.Ball == 0 {
					unwon++
				} else if balls[w.Ball]++; balls[w.Ball] == 2 {
					several++
				}
			}
		}
	}
	t.Logf("%d draws: %d figures won by several units, %d balls with several figures, %d figures not won", draws, ties, several, unwon)
	if ties < draws/50 || several < draws/50 || unwon < draws/50 {
		t.Errorf("the draws are too tame to compare much")
	}
}

func orderOf(tape *fair.Tape, m bingo.Machine) []bingo.Ball {
	order := make([]bingo.Ball, m.Balls())
	for i := range order {
		order[i] = bingo.Ball(i + 1)
	}
	tape.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
	return order
}

// pays is what each unit of each figure gets, by the words of the rules: floor(prize / units), of prizes that are exact.
func (n *naive) pays(unit money.Cents, cards int, jackpot money.Cents) []money.Cents {
	f, stakes := n.f, unit*money.Cents(cards)
	pays := make([]money.Cents, len(f.Figures))
	for i, g := range f.Figures {
		winners := money.Cents(len(n.won[i]))
		if winners == 0 {
			continue
		}
		prize := g.Prize.Amount
		switch g.Prize.Kind {
		case bingo.PoolPrize:
			prize = exactPart(stakes, f.Shares.Pool, g.Prize.Share)
		case bingo.JackpotPrize:
			prize = jackpot + exactPart(stakes, f.Shares.Jackpot)
			if f.Jackpot.Reading == bingo.AtLeast && prize < f.Jackpot.Guarantee {
				prize = f.Jackpot.Guarantee
			}
		case bingo.MultiplePrize:
			prize = unit * money.Cents(g.Prize.Times)
		case bingo.FundPrize:
		}
		if f.Mode == bingo.Multi {
			prize /= winners
		}
		pays[i] = prize
	}
	return pays
}

// TestNaiveEngineAgreesOnMoney plays whole draws with Step and compares every payment with the hall's.
func TestNaiveEngineAgreesOnMoney(t *testing.T) {
	type due struct {
		figure int
		unit   unit
	}
	tape := fair.NewTape(seeded("two engines' money"))
	for _, v := range variants() {
		for k := range 40 {
			var held []int
			people := 1
			if v.f.Mode == bingo.Multi {
				people = v.f.Minimum.Players + int(tape.N(3))
			}
			for range people {
				held = append(held, 1+int(tape.N(3)))
			}
			r := played(t, v.f, fmt.Sprintf("%s %s %d", v.f.ID, v.f.Model, k), held...)
			r.laws()
			var cards []bingo.Card
			var players []int32
			for i := range r.draw.Size() {
				c, _, _ := r.draw.Card(i)
				cards = append(cards, c)
			}
			for p, n := range held {
				players = append(players, slices.Repeat([]int32{int32(p)}, n)...)
			}
			root, err := r.draw.Root()
			if err != nil {
				t.Fatal(err)
			}
			order, err := bingo.Order(v.f.Model.Machine(), r.id(), secretA, secretB, root, nil)
			if err != nil {
				t.Fatal(err)
			}
			hall := newNaive(v.f, cards, players)
			hall.play(order)
			want := map[due]money.Cents{}
			for i, each := range hall.pays(v.f.Stakes[0], len(cards), bingo.OpenLedger(v.f).Balances[bingo.JackpotAccount]) {
				for _, unit := range hall.won[i] {
					want[due{i, unit}] += each
				}
			}
			for _, p := range r.payments {
				want[due{p.Figure, hall.unit(p.Place.Card, p.Place.Grid)}] -= p.Amount
			}
			for who, off := range want {
				if off != 0 {
					t.Fatalf("%s %s %d: %v is paid %d too little", v.f.ID, v.f.Model, k, who, off)
				}
			}
		}
	}
}
