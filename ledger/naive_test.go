package ledger_test

import (
	"math"
	"math/big"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"tirage/ledger"
	"tirage/money"
)

// naive is a second ledger, which shares nothing with the first: one list of signed entries, added up anew in exact
// integers for whatever is asked.
type naive struct {
	entries []entry
	sums    map[string]*big.Int // what the entries add up to; checked against the list by audit
	floors  balances
}

type entry struct {
	account string
	amount  *big.Int
}

var accountPattern = regexp.MustCompile(`^(play/)?(player|retailer|game|draw|jackpot|fund|levy|rounding|cash|wallet|house)/[A-Za-z0-9_.-]{1,64}$`)

var (
	upperEnd = new(big.Int).SetInt64(math.MaxInt64)
	lowerEnd = new(big.Int).SetInt64(math.MinInt64)
)

func (n *naive) balance(account string) *big.Int {
	if sum, has := n.sums[account]; has {
		return sum
	}
	return new(big.Int)
}

func (n *naive) enter(account string, amount *big.Int) {
	n.entries = append(n.entries, entry{account, amount})
	n.sums[account] = new(big.Int).Add(n.balance(account), amount)
}

// post answers with the name of the refusal, "" for none.
func (n *naive) post(act transfers) string {
	mark := len(n.entries)
	for _, t := range act {
		if why := n.one(t, act[0]); why != "" {
			for i := len(n.entries) - 1; i >= mark; i-- {
				e := n.entries[i]
				n.sums[e.account] = new(big.Int).Sub(n.sums[e.account], e.amount)
			}
			n.entries = n.entries[:mark]
			return why
		}
	}
	return ""
}

func (n *naive) one(t, first ledger.Transfer) string {
	debit, credit := string(t.Debit), string(t.Credit)
	play := func(account string) bool { return strings.HasPrefix(account, "play/") }
	if !accountPattern.MatchString(debit) || !accountPattern.MatchString(credit) {
		return "bad_account"
	}
	if t.Amount < 1 {
		return "bad_amount"
	}
	if debit == credit {
		return "same_account"
	}
	if play(debit) != play(string(first.Debit)) || play(credit) != play(string(first.Debit)) {
		return "mixed_money"
	}
	amount := big.NewInt(int64(t.Amount))
	left := new(big.Int).Sub(n.balance(debit), amount)
	floor, has := n.floors[t.Debit]
	kind := strings.Split(strings.TrimPrefix(debit, "play/"), "/")[0]
	if (has || kind == "player" || kind == "retailer") && left.Cmp(big.NewInt(int64(floor))) < 0 {
		return "insufficient_funds"
	}
	right := new(big.Int).Add(n.balance(credit), amount)
	if left.Cmp(lowerEnd) < 0 || right.Cmp(upperEnd) > 0 {
		return "overflow"
	}
	n.enter(debit, new(big.Int).Neg(amount))
	n.enter(credit, amount)
	return ""
}

// world makes random acts, wrong ones among them.
type world struct {
	rng      *rand.Rand
	accounts []ledger.Account
	floors   balances
}

func newWorld(rng *rand.Rand) *world {
	w := &world{rng: rng, floors: balances{}}
	for _, owner := range []string{"a", "b", "c.d", "E_-9"} {
		for _, kind := range []ledger.Kind{
			ledger.Player, ledger.Retailer, ledger.Game, ledger.Draw, ledger.Jackpot, ledger.Fund,
			ledger.Levy, ledger.Rounding, ledger.Cash, ledger.Wallet, ledger.House,
		} {
			a := ledger.Of(kind, owner)
			w.accounts = append(w.accounts, a, a.Play())
			if kind == ledger.Retailer {
				w.floors[a] = -money.Cents(rng.IntN(10_000))
			}
			if kind == ledger.Fund && owner == "b" {
				w.floors[a] = 100
			}
		}
	}
	return w
}

func (w *world) act() transfers {
	act := make(transfers, w.rng.IntN(5))
	play := w.rng.IntN(3) == 0
	for i := range act {
		act[i] = move(w.account(play), w.account(play), w.amount())
	}
	return act
}

func (w *world) account(play bool) ledger.Account {
	if w.rng.IntN(150) == 0 {
		wrong := []ledger.Account{"", "player", "player/", "/a", "players/a", "player/a b", "play/play/player/a", "play/", "player/é", "game/a/b", "Player/a"}
		return wrong[w.rng.IntN(len(wrong))]
	}
	if w.rng.IntN(150) == 0 {
		play = !play
	}
	for {
		if a := w.accounts[w.rng.IntN(len(w.accounts))]; a.IsPlay() == play {
			return a
		}
	}
}

func (w *world) amount() money.Cents {
	switch w.rng.IntN(100) {
	case 0:
		return -money.Cents(w.rng.IntN(2))
	case 1:
		return math.MaxInt64 - money.Cents(w.rng.IntN(1_000))
	case 2, 3:
		return money.Cents(w.rng.Int64N(math.MaxInt64))
	case 4:
		return math.MinInt64
	default:
		return 1 + money.Cents(w.rng.IntN(1_000))
	}
}

// TestAgreesWithTheNaiveLedger: the two ledgers accept and refuse the same of 100,000 acts, for the same reason, and hold
// the same after each; all balances of either money are zero together after each.
func TestAgreesWithTheNaiveLedger(t *testing.T) {
	const runs, acts = 50, 2_000
	answers := map[string]int{}
	for run := range runs {
		w := newWorld(rand.New(rand.NewPCG(2026, uint64(run))))
		books := ledger.NewBooks(nil, w.floors)
		second := &naive{sums: map[string]*big.Int{}, floors: w.floors}
		for i := range acts {
			act := w.act()
			got, want := ledger.RefusalName(books.Post(act)), second.post(act)
			if got != want {
				t.Fatalf("run %d, act %d, %v: %q, and the naive ledger says %q", run, i, act, got, want)
			}
			answers[got]++
			compare(t, books, second)
		}
		second.audit(t)
	}
	for _, name := range []string{"", ledger.BadAccount, ledger.BadAmount, ledger.SameAccount, ledger.MixedMoney, ledger.InsufficientFunds, ledger.Overflow} {
		if answers[name] < 200 {
			t.Errorf("only %d of the acts were answered with %q: the test shows little", answers[name], name)
		}
	}
	t.Log(answers)
}

func compare(t *testing.T, books *ledger.Books, second *naive) {
	t.Helper()
	sums := map[bool]*big.Int{false: new(big.Int), true: new(big.Int)}
	books.Each(func(a ledger.Account, balance money.Cents) {
		exact := big.NewInt(int64(balance))
		if want := second.balance(string(a)); exact.Cmp(want) != 0 {
			t.Fatalf("%s holds %d, and the naive ledger says %s", a, balance, want)
		}
		sums[a.IsPlay()].Add(sums[a.IsPlay()], exact)
	})
	if sums[false].Sign() != 0 || sums[true].Sign() != 0 {
		t.Fatalf("all balances together are %s of money and %s of play money", sums[false], sums[true])
	}
	for account, sum := range second.sums {
		if books.Balance(ledger.Account(account)) == 0 && sum.Sign() != 0 {
			t.Fatalf("%s holds nothing, and the naive ledger says %s", account, sum)
		}
	}
}

// audit adds the list of entries up once more.
func (n *naive) audit(t *testing.T) {
	t.Helper()
	sums := map[string]*big.Int{}
	for _, e := range n.entries {
		if sums[e.account] == nil {
			sums[e.account] = new(big.Int)
		}
		sums[e.account].Add(sums[e.account], e.amount)
	}
	for account, sum := range n.sums {
		if want := sums[account]; want == nil && sum.Sign() != 0 || want != nil && want.Cmp(sum) != 0 {
			t.Fatalf("the naive ledger's own sum of %s is %s, and its entries say %s", account, sum, want)
		}
	}
}
