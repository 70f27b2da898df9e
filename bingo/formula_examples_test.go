package bingo_test

import (
	"slices"

	"tirage/bingo"
	"tirage/gamefile"
	"tirage/games"
	"tirage/money"
)

func share(s string) money.Share {
	v, err := money.ParseShare(s)
	if err != nil {
		panic(err)
	}
	return v
}

// shipped holds the formulas of the shipped game files.
var shipped = func() map[string]*bingo.Formula {
	all := map[string]*bingo.Formula{}
	for _, id := range games.Formulas() {
		src, err := games.Open(id)
		if err != nil {
			panic(err)
		}
		f, report := gamefile.ReadFormula(id, src)
		if f == nil {
			panic(report.Text())
		}
		all[id] = f
	}
	return all
}()

// example returns a shipped formula, to be changed at will. Its digest is not that of the file, so that vectors outlive a
// better word in a ruling.
func example(id string) *bingo.Formula {
	f := *shipped[id]
	f.Digest = seeded(id)
	f.Stakes, f.Figures = slices.Clone(f.Stakes), slices.Clone(f.Figures)
	f.Rulings = slices.DeleteFunc(slices.Clone(f.Rulings), func(r bingo.Ruling) bool {
		return slices.Contains([]string{"empty_columns", "order_in_column", "tie", "guarantee"}, r.Name) // tests change the fields that these decide
	})
	return &f
}

// bingoExtra is the formula of the 2011 regulation, art. 4.2.11.
func bingoExtra() *bingo.Formula { return example("bingo-extra") }

// classic75 is a multiplayer formula that no regulation describes. It has what BINGO EXTRA has not: lucky numbers, a figure with
// a ball limit that pays from the pool, another that the fund pays, remainders to the operator, the other reading of the
// guarantee.
func classic75() *bingo.Formula { return example("classic-75") }

// solo75 is a single-player formula that no regulation describes. Its prizes add up.
func solo75() *bingo.Formula { return example("solo-75") }

func formulas() []*bingo.Formula { return []*bingo.Formula{bingoExtra(), classic75(), solo75()} }

// printed is what the regulation says of BINGO EXTRA, written out once more.
func printed() *bingo.Formula {
	return &bingo.Formula{
		ID: "bingo-extra", Code: 4211, Version: 1, Currency: money.EUR,
		Mode: bingo.Multi, Model: bingo.Variant90, Stakes: []money.Cents{300}, MaxCards: 12,
		Minimum: bingo.Minimum{Players: 4, Cards: 4},
		Shares:  bingo.Shares{Winners: 650_000, Pool: 477_200, Jackpot: 60_000, Fund: 112_800},
		Figures: []bingo.Figure{
			{ID: "one_line", Lines: 1, Within: 90, Prize: bingo.Prize{Kind: bingo.PoolPrize, Share: 290_000}},
			{ID: "two_lines", Lines: 2, Within: 90, Prize: bingo.Prize{Kind: bingo.PoolPrize, Share: 290_000}},
			{ID: "three_lines", Lines: 3, Within: 90, Prize: bingo.Prize{Kind: bingo.PoolPrize, Share: 420_000}},
			{ID: "full_grid", Full: true, Within: 45, Prize: bingo.Prize{Kind: bingo.JackpotPrize}},
		},
		Tie: bingo.ByPlayer, Remainders: bingo.FundAccount, End: bingo.End{Kind: bingo.FirstFullGrid},
		Jackpot: bingo.Jackpot{Guarantee: 7500_00, Reading: bingo.Reset},
		InForce: bingo.InForce{Planned: "2011-10-03"},
		Articles: bingo.Articles{
			Cards: "2.2", Stakes: "4.2.11.1", Lucky: "4.2.11.1", Minimum: "4.2.11.2", Shares: "4.2.11.3",
			Figures: "4.2.11.4", Jackpot: "4.2.11.4", End: "4.2.11.5",
		},
	}
}
