package bingo_test

import (
	"fmt"
	"math/big"
	"strings"
	"testing"

	"tirage/bingo"
	"tirage/money"
)

func TestShippedFormulasHaveNoProblem(t *testing.T) {
	for _, f := range formulas() {
		for _, p := range f.Check() {
			t.Errorf("%s: %+v", f.ID, p)
		}
	}
}

// TestShippedExtra compares the game file of BINGO EXTRA with the regulation, names and rulings apart.
func TestShippedExtra(t *testing.T) {
	f := bingoExtra()
	f.Digest, f.Name, f.Source, f.Rulings = bingo.Digest{}, money.Text{}, money.Text{}, nil
	for i := range f.Figures {
		f.Figures[i].Name = money.Text{}
	}
	if got, want := fmt.Sprintf("%+v", f), fmt.Sprintf("%+v", printed()); got != want {
		t.Errorf("the file says\n%s, the regulation\n%s", got, want)
	}
	if len(bingoExtra().Rulings) < 8 || bingoExtra().Demonstration != (money.Text{}) {
		t.Error("the rulings are missing, or the regulation is called a demonstration")
	}
	for _, f := range []*bingo.Formula{classic75(), solo75()} {
		if f.Demonstration.EN != "demonstration, not a regulation" || f.Demonstration.FR == "" {
			t.Errorf("%s does not say that no regulation stands behind it", f.ID)
		}
	}
}

// TestCheckFinds breaks one thing at a time.
func TestCheckFinds(t *testing.T) {
	for _, c := range []struct {
		name  string
		from  func() *bingo.Formula
		edit  func(*bingo.Formula)
		path  string
		says  string
		warns bool
	}{
		{"bad_form", bingoExtra, func(f *bingo.Formula) { f.ID = "Bingo Extra" }, "/id", `"Bingo Extra"`, false},
		{"out_of_range", bingoExtra, func(f *bingo.Formula) { f.Code = 0 }, "/code", "code 0", false},
		{"out_of_range", bingoExtra, func(f *bingo.Formula) { f.Version = 0 }, "/version", "from 1", false},
		{"empty", bingoExtra, func(f *bingo.Formula) { f.Name.EN = " " }, "/name/en", "English", false},
		{"empty", classic75, func(f *bingo.Formula) { f.Demonstration.FR = "" }, "/demonstration/fr", "French", false},
		{"not_in_list", bingoExtra, func(f *bingo.Formula) { f.Currency.Code = "XQZ" }, "/currency", "XQZ", false},
		{"not_in_list", bingoExtra, func(f *bingo.Formula) { f.Mode = 7 }, "/mode", "mode", false},
		{"not_in_list", bingoExtra, func(f *bingo.Formula) { f.Model = 9 }, "/model", "model", false},
		{"out_of_range", bingoExtra, func(f *bingo.Formula) { f.Lucky = 6 }, "/lucky", "6", false},
		{"lucky_in_single", solo75, func(f *bingo.Formula) { f.Lucky = 1 }, "/lucky", "multiplayer", false},
		{"out_of_range", bingoExtra, func(f *bingo.Formula) { f.MaxCards = 13 }, "/max_cards", "12", false},
		{"sorted_empty_columns", bingoExtra, func(f *bingo.Formula) { f.Layout = bingo.Options{EmptyColumns: true, Sorted: true} }, "/layout", "strips", false},
		{"out_of_range", classic75, func(f *bingo.Formula) { f.MaxCards = 26 }, "/max_cards", "25", false},
		{"out_of_range", bingoExtra, func(f *bingo.Formula) { f.Minimum.Players = 0 }, "/minimum", "at least one", false},
		{"players_in_single", solo75, func(f *bingo.Formula) { f.Minimum.Players = 2 }, "/minimum/players", "2", false},
		{"out_of_range", bingoExtra, func(f *bingo.Formula) { f.Stakes = nil }, "/stakes", "not 0", false},
		{"several_stakes", bingoExtra, func(f *bingo.Formula) { f.Stakes = []money.Cents{100, 200} }, "/stakes", "pool", false},
		{"stakes_out_of_order", solo75, func(f *bingo.Formula) { f.Stakes[1] = 50 }, "/stakes/1", "0.50", false},
		{"out_of_range", bingoExtra, func(f *bingo.Formula) { f.Stakes[0] = 0 }, "/stakes/0", "0", false},
		{"shares_do_not_add_up", bingoExtra, func(f *bingo.Formula) { f.Shares.Fund = share("11.2%") }, "/shares", "0.08% too little", false},
		{"shares_do_not_add_up", bingoExtra, func(f *bingo.Formula) { f.Shares.Jackpot = share("7.5%") }, "/shares", "1.5% too much", false},
		{"shares_do_not_add_up", bingoExtra, func(f *bingo.Formula) { f.Figures[0].Prize.Share = share("28%") }, "/figures", "1% too little", false},
		{"shares_in_single", solo75, func(f *bingo.Formula) { f.Shares.Winners = share("5%") }, "/shares", "table", false},
		{"not_in_list", bingoExtra, func(f *bingo.Formula) { f.Remainders = bingo.StakesAccount }, "/remainders", "rounding", false},
		{"jackpot_without_figure", bingoExtra, func(f *bingo.Formula) { f.Figures = f.Figures[:3] }, "/shares/jackpot", "no figure", false},
		{"no_guarantee", bingoExtra, func(f *bingo.Formula) { f.Jackpot.Guarantee = 0 }, "/jackpot/guarantee", "guarantee", false},
		{"not_in_list", bingoExtra, func(f *bingo.Formula) { f.Jackpot.Reading = 0 }, "/jackpot/reading", "kept", false},
		{"unfunded", bingoExtra, func(f *bingo.Formula) { f.Shares.Fund, f.Shares.Pool = 0, share("59%") }, "/shares/fund", "advance", true},
		{"several_jackpots", bingoExtra, func(f *bingo.Formula) { f.Figures[2].Prize.Kind = bingo.JackpotPrize }, "/figures/3/prize", "two", false},
		{"jackpot_in_single", solo75, func(f *bingo.Formula) { f.Figures[6].Prize.Kind = bingo.JackpotPrize }, "/figures/6/prize", "single", false},
		{"unreachable_figure", bingoExtra, func(f *bingo.Formula) { f.Figures[2].Lines = 4 }, "/figures/2/lines", "has 3 lines", false},
		{"unreachable_figure", bingoExtra, func(f *bingo.Formula) { f.Figures[3].Within = 14 }, "/figures/3/within", "needs 15", false},
		{"unreachable_figure", solo75, func(f *bingo.Formula) { f.Figures[0].Within = 4 }, "/figures/0/within", "needs 5", false},
		{"out_of_range", bingoExtra, func(f *bingo.Formula) { f.Figures[3].Within = 91 }, "/figures/3/within", "90 balls", false},
		{"lines_and_full", bingoExtra, func(f *bingo.Formula) { f.Figures[3].Lines = 3 }, "/figures/3", "both", false},
		{"figures_out_of_order", bingoExtra, func(f *bingo.Formula) { f.Figures[0].Lines = 3 }, "/figures/1", "2 lines", false},
		{"repeated_figure", bingoExtra, func(f *bingo.Formula) { f.Figures[1].ID = "one_line" }, "/figures/1/id", "one_line", false},
		{"empty", bingoExtra, func(f *bingo.Formula) { f.Figures[1].Name.FR = "" }, "/figures/1/name/fr", "French", false},
		{"not_in_list", bingoExtra, func(f *bingo.Formula) { f.Figures[0].Prize.Kind = 0 }, "/figures/0/prize", "pays", false},
		{"out_of_range", solo75, func(f *bingo.Formula) { f.Figures[0].Prize.Times = 0 }, "/figures/0/prize/multiple", "0 times", false},
		{"out_of_range", classic75, func(f *bingo.Formula) { f.Figures[2].Prize.Amount = -1 }, "/figures/2/prize/from_fund", "-0.01", false},
		{"out_of_range", bingoExtra, func(f *bingo.Formula) { f.Shares.Pool = -1 }, "/shares/pool", "-0.0001%", false},
		{"empty_pool", bingoExtra, func(f *bingo.Formula) { f.Shares.Pool = 0 }, "/shares/pool", "nothing", false},
		{"out_of_range", bingoExtra, func(f *bingo.Formula) { f.Figures[1].Prize.Share = 0 }, "/figures/1/prize/pool_share", "0%", false},
		{"jackpot_without_figure", solo75, func(f *bingo.Formula) { f.Jackpot.Guarantee = 1 }, "/jackpot", "no figure", false},
		{"pool_in_single", solo75, func(f *bingo.Formula) { f.Figures[6].Prize.Kind = bingo.PoolPrize }, "/figures/6/prize", "no pool", false},
		{"fund_in_single", solo75, func(f *bingo.Formula) { f.Figures[6].Prize.Kind = bingo.FundPrize }, "/figures/6/prize", "no fund", false},
		{"unfunded", classic75, func(f *bingo.Formula) { f.Shares.Fund = 0 }, "/shares/fund", "receives nothing", true},
		{"out_of_range", bingoExtra, func(f *bingo.Formula) { f.Figures = nil }, "/figures", "not 0", false},
		{"bad_form", bingoExtra, func(f *bingo.Formula) { f.Figures[0].ID = "one line" }, "/figures/0/id", "one line", false},
		{"minimum_above_maximum", solo75, func(f *bingo.Formula) { f.Minimum.Cards = 26 }, "/minimum/cards", "26", false},
		{"out_of_range", bingoExtra, func(f *bingo.Formula) { f.End.Balls = 5 }, "/end", "no number", false},
		{"out_of_range", solo75, func(f *bingo.Formula) { f.End.Balls = 76 }, "/end/after_balls", "76", false},
		{"empty", bingoExtra, func(f *bingo.Formula) { f.Rulings[0].Choice = "" }, "/rulings/0", "choice", false},
		{"repeated_ruling", bingoExtra, func(f *bingo.Formula) { f.Rulings = append(f.Rulings[:1:1], f.Rulings[0]) }, "/rulings/1/name", "twice", false},
		{"not_in_list", bingoExtra, func(f *bingo.Formula) { f.Tie = 0 }, "/tie", "once", false},
		{"player_in_single", solo75, func(f *bingo.Formula) { f.Tie = bingo.ByPlayer }, "/tie", "itself", false},
		{"end_in_single", solo75, func(f *bingo.Formula) { f.End = bingo.End{Kind: bingo.FirstFullGrid} }, "/end", "limit", false},
		{"limit_after_end", solo75, func(f *bingo.Formula) { f.End.Balls = 59 }, "/figures/6/within", "59", false},
		{"not_in_list", bingoExtra, func(f *bingo.Formula) { f.End.Kind = 0 }, "/end", "ends", false},
		{"bad_date", bingoExtra, func(f *bingo.Formula) { f.InForce.Planned = "3.10.2011" }, "/in_force/planned", "3.10.2011", false},
		{"no_article", bingoExtra, func(f *bingo.Formula) { f.Rulings[0].Article = "" }, "/rulings/0/article", "article", false},
	} {
		t.Run(c.path+" "+c.name, func(t *testing.T) {
			f := c.from()
			c.edit(f)
			found := f.Check()
			for _, p := range found {
				if p.Path == c.path && p.Name == c.name {
					if !strings.Contains(p.Message, c.says) || p.Warning != c.warns || p.Hint == "" {
						t.Errorf("%+v does not say %q", p, c.says)
					}
					return
				}
			}
			t.Errorf("not found among %+v", found)
		})
	}
}

func TestCheckOfNothingNeverPanics(t *testing.T) {
	if found := new(bingo.Formula).Check(); len(found) < 10 {
		t.Errorf("an empty formula has only %d problems", len(found))
	}
}

// rowsComplete is the chance that at least k of the five rows of one grid are complete after n of 75 balls: of the sums S(j) over
// all choices of j rows of the chance that those are complete, the alternating one of inclusion and exclusion.
func rowsComplete(k, n int64) *big.Rat {
	sum := new(big.Rat)
	for j := k; j <= 5; j++ {
		if n < 5*j {
			break
		}
		term := new(big.Int).Binomial(5, j)
		term.Mul(term, new(big.Int).Binomial(75-5*j, n-5*j))
		term.Mul(term, new(big.Int).Binomial(j-1, k-1))
		if (j-k)%2 == 1 {
			term.Neg(term)
		}
		sum.Add(sum, new(big.Rat).SetFrac(term, new(big.Int).Binomial(75, n)))
	}
	return sum
}

// TestSoloReturn computes what the single-player table gives back of a stake, exactly: its prizes add up, so the expectation
// of a card is the sum over figures, whatever other cards are played.
func TestSoloReturn(t *testing.T) {
	f := solo75()
	total := new(big.Rat)
	for _, g := range f.Figures {
		lines := g.Lines
		if g.Full {
			lines = 5
		}
		part := rowsComplete(int64(lines), int64(g.Within))
		total.Add(total, part.Mul(part, new(big.Rat).SetInt64(g.Prize.Times)))
	}
	if total.Cmp(big.NewRat(65, 100)) < 0 || total.Cmp(big.NewRat(70, 100)) > 0 {
		t.Errorf("the return is %s, not between 65%% and 70%%", total.FloatString(6))
	}
	if got := fmt.Sprint(total); got != soloReturn {
		t.Errorf("the return is %s, documented is %s", got, soloReturn)
	}
	t.Logf("return %s", total.FloatString(8))
}

// soloReturn was computed by a program in another language, with the same reasoning.
const soloReturn = "14012907980912721397/20675839046947428264"
