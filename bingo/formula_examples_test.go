package bingo_test

import (
	"tirage/bingo"
	"tirage/money"
)

func text(s string) money.Text { return money.Text{FR: s, EN: s} }

func share(s string) money.Share {
	v, err := money.ParseShare(s)
	if err != nil {
		panic(err)
	}
	return v
}

// bingoExtra is the formula of the 2011 regulation, art. 4.2.11.
func bingoExtra() *bingo.Formula {
	return &bingo.Formula{
		ID: "bingo-extra", Code: 4211, Version: 1, Digest: seeded("bingo-extra"), Name: text("Bingo Extra"), Source: text("art. 4.2.11"), Currency: money.EUR,
		Mode: bingo.Multi, Model: bingo.Variant90, Stakes: []money.Cents{300}, MaxCards: 12,
		Minimum: bingo.Minimum{Players: 4, Cards: 4},
		Shares:  bingo.Shares{Winners: share("65%"), Pool: share("47.72%"), Jackpot: share("6%"), Fund: share("11.28%")},
		Figures: []bingo.Figure{
			{ID: "one_line", Name: text("1 ligne"), Lines: 1, Within: 90, Prize: bingo.Prize{Kind: bingo.PoolPrize, Share: share("29%")}},
			{ID: "two_lines", Name: text("2 lignes"), Lines: 2, Within: 90, Prize: bingo.Prize{Kind: bingo.PoolPrize, Share: share("29%")}},
			{ID: "three_lines", Name: text("3 lignes"), Lines: 3, Within: 90, Prize: bingo.Prize{Kind: bingo.PoolPrize, Share: share("42%")}},
			{ID: "full_grid", Name: text("grille entière"), Full: true, Within: 45, Prize: bingo.Prize{Kind: bingo.JackpotPrize}},
		},
		Tie: bingo.ByPlayer, Remainders: bingo.FundAccount, End: bingo.End{Kind: bingo.FirstFullGrid},
		Jackpot: bingo.Jackpot{Guarantee: 7500_00, Reading: bingo.Reset},
		InForce: bingo.InForce{Planned: "2011-10-03"},
		Rulings: []bingo.Ruling{{Name: "tie", Choice: "player", Article: "4.2.11.4", Why: text("the text names players")}},
	}
}

// classic75 is a multiplayer formula that no regulation describes. It has what BINGO EXTRA has not: lucky numbers, a figure with
// a ball limit that pays from the pool, another that the fund pays, remainders to the operator, the other reading of the
// guarantee.
func classic75() *bingo.Formula {
	return &bingo.Formula{
		ID: "classic-75", Code: 9075, Version: 1, Digest: seeded("classic-75"), Name: text("Classic 75"), Source: text("none"), Currency: money.EUR,
		Demonstration: text("demonstration, not a regulation"),
		Mode:          bingo.Multi, Model: bingo.Classic75, Stakes: []money.Cents{100}, Lucky: 5, MaxCards: 25,
		Minimum: bingo.Minimum{Players: 2, Cards: 2},
		Shares:  bingo.Shares{Winners: share("62.5%"), Pool: share("50%"), Jackpot: share("5%"), Fund: share("7.5%")},
		Figures: []bingo.Figure{
			{ID: "one_line", Name: text("1"), Lines: 1, Prize: bingo.Prize{Kind: bingo.PoolPrize, Share: share("20%")}},
			{ID: "two_lines", Name: text("2"), Lines: 2, Within: 40, Prize: bingo.Prize{Kind: bingo.PoolPrize, Share: share("25%")}},
			{ID: "three_lines", Name: text("3"), Lines: 3, Within: 45, Prize: bingo.Prize{Kind: bingo.FundPrize, Amount: 10_00}},
			{ID: "full_grid", Name: text("full"), Full: true, Prize: bingo.Prize{Kind: bingo.PoolPrize, Share: share("55%")}},
			{ID: "fast_grid", Name: text("fast"), Full: true, Within: 50, Prize: bingo.Prize{Kind: bingo.JackpotPrize}},
		},
		Tie: bingo.ByCard, Remainders: bingo.OperatorAccount, End: bingo.End{Kind: bingo.AllFigures},
		Jackpot: bingo.Jackpot{Guarantee: 1000_00, Reading: bingo.AtLeast},
	}
}

// solo75 is a single-player formula that no regulation describes. Its prizes add up.
func solo75() *bingo.Formula {
	times := func(id string, lines, within int, n int64) bingo.Figure {
		return bingo.Figure{
			ID: id, Name: text(id), Lines: lines % 5, Full: lines == 5, Within: within,
			Prize: bingo.Prize{Kind: bingo.MultiplePrize, Times: n},
		}
	}
	return &bingo.Formula{
		ID: "solo-75", Code: 9175, Version: 1, Digest: seeded("solo-75"), Name: text("Solo 75"), Source: text("none"), Currency: money.EUR,
		Demonstration: text("demonstration, not a regulation"),
		Mode:          bingo.Single, Model: bingo.Classic75, Stakes: []money.Cents{50, 100, 200, 500}, MaxCards: 25,
		Minimum: bingo.Minimum{Players: 1, Cards: 1},
		Figures: []bingo.Figure{
			times("one_line_30", 1, 30, 2), times("one_line_40", 1, 40, 1), times("two_lines_50", 2, 50, 1), times("three_lines_55", 3, 55, 3),
			times("four_lines_55", 4, 55, 20), times("full_grid_50", 5, 50, 10_000), times("full_grid_60", 5, 60, 100),
		},
		Tie: bingo.ByCard, Remainders: bingo.OperatorAccount, End: bingo.End{Kind: bingo.AfterBalls, Balls: 60},
	}
}

func formulas() []*bingo.Formula { return []*bingo.Formula{bingoExtra(), classic75(), solo75()} }
