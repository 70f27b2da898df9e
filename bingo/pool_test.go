package bingo_test

import (
	"math/big"
	"testing"

	"pgregory.net/rapid"

	"tirage/bingo"
	"tirage/money"
)

// settle plays the money of one draw of a fresh ledger.
func settle(t testing.TB, f *bingo.Formula, r bingo.Result) (bingo.Settlement, bingo.Ledger) {
	t.Helper()
	l := bingo.OpenLedger(f)
	s, err := l.Add(f, &r)
	if err != nil {
		t.Fatal(err)
	}
	return s, l
}

// TestWorkedDraw is the known draw of 12.00: four cards of 3 euros, each figure won by one player.
func TestWorkedDraw(t *testing.T) {
	f := bingoExtra()
	s, l := settle(t, f, bingo.Result{Cards: 4, Unit: 300, Units: [bingo.MaxFigures]int{1, 1, 1, 0}})
	if want := [bingo.MaxFigures]money.Cents{166, 166, 240}; s.Each != want {
		t.Errorf("figures pay %v, want %v", s.Each, want)
	}
	if want := (bingo.Balances{
		bingo.PlayersAccount: -1200 + 572, bingo.OperatorAccount: 420, bingo.FundAccount: -7500_00 + 136, bingo.JackpotAccount: 7500_72,
	}); l.Balances != want {
		t.Errorf("balances %v, want %v", l.Balances, want)
	}
}

// TestTies gives the cents of two and three players on the first line of the worked draw: 1.66 makes twice 0.83, or three
// times 0.55 with a cent for the fund.
func TestTies(t *testing.T) {
	for _, c := range []struct {
		players int
		each    money.Cents
		fund    money.Cents
	}{{2, 83, 136}, {3, 55, 137}, {4, 41, 138}, {167, 0, 302}} {
		s, l := settle(t, bingoExtra(), bingo.Result{Cards: 4, Unit: 300, Units: [bingo.MaxFigures]int{c.players, 1, 1}})
		if s.Each[0] != c.each || l.Balances[bingo.FundAccount] != -7500_00+c.fund {
			t.Errorf("%d players: each %d, fund %d; want %d, %d", c.players, s.Each[0], l.Balances[bingo.FundAccount]+7500_00, c.each, c.fund)
		}
	}
}

// TestJackpotWon gives the jackpot of the worked draw, 7,500.72, to one and to seven winners: 1,071.53 each leaves a cent.
func TestJackpotWon(t *testing.T) {
	for _, c := range []struct {
		winners    int
		super      money.Cents
		each, fund money.Cents
	}{
		{1, 0, 7500_72, -7500_00 + 136 - 7500_00},
		{7, 0, 1071_53, -7500_00 + 136 - 7500_00 + 1},
		{1, 500_00, 8000_72, -7500_00 + 136 - 7500_00 - 500_00},
		{0, 500_00, 0, -7500_00 + 136},
	} {
		s, l := settle(t, bingoExtra(), bingo.Result{Cards: 4, Unit: 300, Super: c.super, Units: [bingo.MaxFigures]int{1, 1, 1, c.winners}})
		jackpot := money.Cents(7500_00)
		if c.winners == 0 {
			jackpot += 72
		}
		if s.Each[3] != c.each || l.Balances[bingo.FundAccount] != c.fund || l.Balances[bingo.JackpotAccount] != jackpot {
			t.Errorf("%+v: each %d, fund %d, jackpot %d", c, s.Each[3], l.Balances[bingo.FundAccount], l.Balances[bingo.JackpotAccount])
		}
		if l.Advanced() != -l.Balances[bingo.FundAccount] || l.Lowest != min(-7500_00, c.fund) {
			t.Errorf("%+v: advanced %d, lowest %d", c, l.Advanced(), l.Lowest)
		}
	}
}

// TestOtherReading: the jackpot starts at nothing, grows, and when it is won below the guarantee the fund adds what is
// missing and puts nothing back.
func TestOtherReading(t *testing.T) {
	f := bingoExtra()
	f.Jackpot.Reading = bingo.AtLeast
	l := bingo.OpenLedger(f)
	lost := bingo.Result{Cards: 1000, Unit: 300, Units: [bingo.MaxFigures]int{1, 1, 1, 0}}
	won := bingo.Result{Cards: 1000, Unit: 300, Units: [bingo.MaxFigures]int{1, 1, 1, 1}}
	for i, c := range []struct {
		result  *bingo.Result
		pays    money.Cents
		jackpot money.Cents
	}{{&lost, 0, 180_00}, {&won, 7500_00, 0}, {&lost, 0, 180_00}} {
		s, err := l.Add(f, c.result)
		if err != nil || s.Each[3] != c.pays || l.Balances[bingo.JackpotAccount] != c.jackpot {
			t.Errorf("draw %d: pays %d, jackpot %d, %v", i, s.Each[3], l.Balances[bingo.JackpotAccount], err)
		}
	}
	for range 50 {
		if _, err := l.Add(f, &lost); err != nil {
			t.Fatal(err)
		}
	}
	if s, _ := l.Add(f, &won); s.Each[3] != 52*180_00 || l.Balances[bingo.JackpotAccount] != 0 {
		t.Errorf("a jackpot above the guarantee pays %d and leaves %d", s.Each[3], l.Balances[bingo.JackpotAccount])
	}
}

// TestSinglePlayerPaysEachUnit: three cards of 2.00; two reach the first figure, one of them the next.
func TestSinglePlayerPaysEachUnit(t *testing.T) {
	s, l := settle(t, solo75(), bingo.Result{Cards: 3, Unit: 200, Units: [bingo.MaxFigures]int{2, 1}})
	if s.Paid != 2*400+200 || l.Balances[bingo.OperatorAccount] != 600-1000 {
		t.Errorf("paid %d, operator %d", s.Paid, l.Balances[bingo.OperatorAccount])
	}
}

// TestUnwonPoolIsKept: nobody makes two lines within the limit, so that the figure's part goes to the fund.
func TestUnwonPoolIsKept(t *testing.T) {
	s, l := settle(t, classic75(), bingo.Result{Cards: 8, Unit: 100, Units: [bingo.MaxFigures]int{1, 0, 3, 1, 0}})
	// stakes 8.00: winners 5.00, pool 4.00 = 0.80 + 1.00 + 2.20, jackpot 0.40, fund 0.60
	if s.Each[0] != 80 || s.Each[3] != 220 || s.Each[2] != 333 {
		t.Errorf("figures pay %v", s.Each)
	}
	if want := (bingo.Balances{
		bingo.PlayersAccount: -800 + 80 + 220 + 999, bingo.OperatorAccount: 300, bingo.FundAccount: 60 + 100 - 999, bingo.JackpotAccount: 40,
	}); l.Balances != want {
		t.Errorf("balances %v, want %v", l.Balances, want)
	}
}

func TestMoneyRefusals(t *testing.T) {
	f := bingoExtra()
	for _, c := range []struct {
		name                 string
		f                    *bingo.Formula
		cards                int
		jackpot, fund, super money.Cents
	}{
		{"stakes_out_of_range", f, 1 << 60, 0, 0, 0},
		{"stakes_out_of_range", f, -1, 0, 0, 0},
		{"balance_out_of_range", f, 4, -1, 0, 0},
		{"balance_out_of_range", f, 4, 0, -bingo.MaxBalance - 1, 0},
		{"balance_out_of_range", f, 4, 0, 0, -1},
		{"super_without_jackpot", solo75(), 1, 0, 0, 5},
	} {
		_, _, err := c.f.Terms(3, c.cards, c.jackpot, c.fund, c.super)
		if bingo.RefusalName(err) != c.name {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

// someShares draws n shares that add up to total.
func someShares(t *rapid.T, n int, total money.Share) []money.Share {
	shares := make([]money.Share, n)
	for i := range n - 1 {
		shares[i] = money.Share(rapid.Int64Range(1, int64(total)-int64(n-1-i)).Draw(t, "share"))
		total -= shares[i]
	}
	shares[n-1] = total
	return shares
}

// someFormula draws a multiplayer formula without problems.
func someFormula(t *rapid.T) *bingo.Formula {
	f := bingoExtra()
	f.Stakes[0] = money.Cents(rapid.Int64Range(1, 100_00).Draw(t, "stake"))
	f.Shares.Winners = money.Share(rapid.Int64Range(10, int64(money.Whole)).Draw(t, "winners"))
	parts := someShares(t, 3, f.Shares.Winners)
	f.Shares.Pool, f.Shares.Jackpot, f.Shares.Fund = parts[0], parts[1], parts[2]
	for i, s := range someShares(t, 3, money.Whole) {
		f.Figures[i].Prize.Share = s
	}
	f.Remainders = rapid.SampledFrom([]bingo.Account{bingo.FundAccount, bingo.OperatorAccount}).Draw(t, "remainders")
	f.Jackpot.Reading = rapid.SampledFrom([]bingo.Reading{bingo.Reset, bingo.AtLeast}).Draw(t, "reading")
	f.Tie = rapid.SampledFrom([]bingo.Unit{bingo.ByPlayer, bingo.ByCard, bingo.ByGrid}).Draw(t, "tie")
	if found := f.Check(); len(found) > 0 {
		t.Fatalf("%+v", found)
	}
	return f
}

// exactPart is stakes × share × share of the pool in play, floored.
func exactPart(stakes money.Cents, shares ...money.Share) money.Cents {
	r := new(big.Rat).SetInt64(int64(stakes))
	for _, s := range shares {
		r.Mul(r, big.NewRat(int64(s), int64(money.Whole)))
	}
	return money.Cents(new(big.Int).Div(r.Num(), r.Denom()).Int64())
}

// TestMoneyLaws: stakes equal payments and accounts; each part is what exact arithmetic says; nobody is paid more than
// there is.
func TestMoneyLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := someFormula(t)
		cards := rapid.IntRange(1, 5_000_000).Draw(t, "cards")
		stakes := f.Stakes[0] * money.Cents(cards)
		split, err := f.Split(stakes)
		if err != nil {
			t.Fatal(err)
		}
		sum := split.Operator + split.Jackpot + split.Fund
		for i := range f.Figures {
			sum += split.Figures[i]
			if p := f.Figures[i].Prize; p.Kind == bingo.PoolPrize && split.Figures[i] != exactPart(stakes, f.Shares.Pool, p.Share) {
				t.Fatalf("figure %d has %d of %d", i, split.Figures[i], stakes)
			}
		}
		if sum != stakes {
			t.Fatalf("parts make %d of %d", sum, stakes)
		}
		if split.Jackpot != exactPart(stakes, f.Shares.Jackpot) || split.Fund < exactPart(stakes, f.Shares.Fund) {
			t.Fatalf("jackpot %d, fund %d of %d", split.Jackpot, split.Fund, stakes)
		}
		if operator := stakes - exactPart(stakes, f.Shares.Winners); split.Operator > operator+6 || f.Remainders == bingo.FundAccount && split.Operator > operator {
			t.Fatalf("operator has %d of %d", split.Operator, stakes)
		}
		l := bingo.OpenLedger(f)
		for range rapid.IntRange(1, 5).Draw(t, "draws") {
			before := l
			r := bingo.Result{Cards: cards, Unit: f.Stakes[0]}
			for i := range f.Figures {
				r.Units[i] = rapid.IntRange(0, 12).Draw(t, "units")
			}
			r.Super = money.Cents(rapid.Int64Range(0, 9999).Draw(t, "super"))
			s, err := l.Add(f, &r)
			if err != nil {
				t.Fatal(err)
			}
			ledgerLaws(t, f, &before, &l, &r, &s)
		}
	})
}

func ledgerLaws(t *rapid.T, f *bingo.Formula, before, after *bingo.Ledger, r *bingo.Result, s *bingo.Settlement) {
	sum := money.Cents(0)
	for _, b := range after.Balances {
		sum += b
	}
	if sum != 0 || after.Balances[bingo.StakesAccount] != 0 || after.Balances[bingo.SuperAccount] != 0 {
		t.Fatalf("balances %v", after.Balances)
	}
	stakes := r.Unit * money.Cents(r.Cards)
	if paid := after.Balances[bingo.PlayersAccount] - before.Balances[bingo.PlayersAccount] + stakes; paid != s.Paid {
		t.Fatalf("players received %d, the settlement says %d", paid, s.Paid)
	}
	terms, _, err := f.Terms(r.Unit, r.Cards, before.Balances[bingo.JackpotAccount], before.Balances[bingo.FundAccount], r.Super)
	if err != nil {
		t.Fatal(err)
	}
	for i := range f.Figures {
		prize, n := f.Prize(&terms, i), money.Cents(r.Units[i])
		if n > 0 && (s.Each[i]*n > prize || (s.Each[i]+1)*n <= prize) {
			t.Fatalf("figure %d: %d units get %d each of %d", i, n, s.Each[i], prize)
		}
	}
	if after.Lowest > min(0, after.Balances[bingo.FundAccount]) || after.Advanced() < 0 {
		t.Fatalf("lowest %d, fund %d", after.Lowest, after.Balances[bingo.FundAccount])
	}
	if won := r.Units[3] > 0; won && f.Jackpot.Reading == bingo.Reset && after.Balances[bingo.JackpotAccount] != f.Jackpot.Guarantee {
		t.Fatalf("after a win the jackpot is %d", after.Balances[bingo.JackpotAccount])
	}
}
