package ledger_test

import (
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"tirage/ledger"
	"tirage/money"
)

type transfers = []ledger.Transfer

type balances = map[ledger.Account]money.Cents

func move(debit, credit ledger.Account, amount money.Cents) ledger.Transfer {
	return ledger.Transfer{Debit: debit, Credit: credit, Amount: amount}
}

// snapshot is all that books hold.
func snapshot(b *ledger.Books) balances {
	all := balances{}
	b.Each(func(a ledger.Account, balance money.Cents) { all[a] = balance })
	return all
}

var (
	alice = ledger.Of(ledger.Player, "alice")
	bob   = ledger.Of(ledger.Player, "bob")
	shop  = ledger.Of(ledger.Retailer, "shop")
	game  = ledger.Of(ledger.Game, "3002")
	cash  = ledger.Of(ledger.Cash, "demo")
)

func TestPostMovesWhatIsAsked(t *testing.T) {
	books := ledger.NewBooks(nil, nil)
	for _, act := range []transfers{
		nil,
		{move(cash, alice, 1000)},
		{move(alice, game, 200)},
		{move(game, alice, 500), move(alice, game, 1300)}, // what is won can be staked in the same act
		{move(game, alice, 1)},
	} {
		if err := books.Post(act); err != nil {
			t.Fatal(err)
		}
	}
	want := balances{cash: -1000, alice: 1, game: 999}
	if got := snapshot(books); !maps.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if got := books.Balance(bob); got != 0 {
		t.Errorf("an account that was never used holds %d", got)
	}
}

func TestRefusals(t *testing.T) {
	const most, least = math.MaxInt64, math.MinInt64
	other := ledger.Of(ledger.House, "other")
	for _, c := range []struct {
		name     string
		balances balances
		floors   balances
		act      transfers
		want     string
	}{
		// Everything is wrong, then less and less of it: the order of the documentation.
		{"all wrong", nil, nil, transfers{move("x", "x", 0)}, ledger.BadAccount},
		{"credit is no account", nil, nil, transfers{move(alice, "player/", 0)}, ledger.BadAccount},
		{"amount and same", nil, nil, transfers{move(alice, alice, 0)}, ledger.BadAmount},
		{"negative amount", nil, nil, transfers{move(alice, bob.Play(), -1)}, ledger.BadAmount},
		{"least amount", nil, nil, transfers{move(cash, bob, least)}, ledger.BadAmount},
		{"same before funds", nil, nil, transfers{move(alice, alice, 1)}, ledger.SameAccount},
		{"mixed before funds", nil, nil, transfers{move(alice, game.Play(), 1)}, ledger.MixedMoney},
		{"mixed between transfers", nil, nil, transfers{move(cash, alice, 1), move(cash.Play(), alice.Play(), 1)}, ledger.MixedMoney},
		{"funds before overflow of the credit", balances{game: most}, nil, transfers{move(alice, game, 1)}, ledger.InsufficientFunds},
		{"funds before overflow of the debit", balances{shop: -2}, balances{shop: -5}, transfers{move(shop, game, most)}, ledger.InsufficientFunds},
		// Floors.
		{"no cent", nil, nil, transfers{move(alice, game, 1)}, ledger.InsufficientFunds},
		{"one cent short", balances{alice: 199}, nil, transfers{move(alice, game, 200)}, ledger.InsufficientFunds},
		{"just enough", balances{alice: 200}, nil, transfers{move(alice, game, 200)}, ""},
		{"play money has floors too", balances{alice: 200}, nil, transfers{move(alice.Play(), game.Play(), 1)}, ledger.InsufficientFunds},
		{"credit comes too late", nil, nil, transfers{move(alice, game, 1), move(cash, alice, 1)}, ledger.InsufficientFunds},
		{"retailer to its limit", nil, balances{shop: -500}, transfers{move(shop, game, 500)}, ""},
		{"retailer past its limit", nil, balances{shop: -500}, transfers{move(shop, game, 501)}, ledger.InsufficientFunds},
		{"retailer without a limit", nil, nil, transfers{move(shop, game, 1)}, ledger.InsufficientFunds},
		{"floor of another account", nil, balances{other: 0}, transfers{move(other, game, 1)}, ledger.InsufficientFunds},
		{"floor above zero", balances{alice: 10}, balances{alice: 5}, transfers{move(alice, game, 6)}, ledger.InsufficientFunds},
		{"below its floor, credited", balances{alice: -10}, nil, transfers{move(cash, alice, 1)}, ""},
		{"below its floor, debited", balances{alice: -10}, nil, transfers{move(alice, cash, 1)}, ledger.InsufficientFunds},
		// The ends of int64.
		{"down to the end", nil, nil, transfers{move(cash, game, most), move(cash, other, 1)}, ""},
		{"past the lower end", nil, nil, transfers{move(cash, game, most), move(cash, other, 2)}, ledger.Overflow},
		{"past the upper end", balances{game: most}, nil, transfers{move(cash, game, 1)}, ledger.Overflow},
		{"to the upper end", balances{game: most - 1}, nil, transfers{move(cash, game, 1)}, ""},
		{"past and back", balances{game: most}, nil, transfers{move(cash, game, 1), move(game, cash, 1)}, ledger.Overflow},
	} {
		t.Run(c.name, func(t *testing.T) {
			books := ledger.NewBooks(c.balances, c.floors)
			before := snapshot(books)
			err := books.Post(c.act)
			if got := ledger.RefusalName(err); got != c.want {
				t.Fatalf("refused with %q (%v), want %q", got, err, c.want)
			}
			if after := snapshot(books); err != nil && !maps.Equal(before, after) {
				t.Errorf("a refused act moved %v to %v", before, after)
			}
		})
	}
}

func TestBooksKeepNoMapOfTheirMaker(t *testing.T) {
	given, floors := balances{alice: 5}, balances{shop: -5}
	books := ledger.NewBooks(given, floors)
	given[alice], floors[shop] = 0, 0
	if err := books.Post(transfers{move(alice, shop, 5), move(shop, cash, 10)}); err != nil {
		t.Fatal(err)
	}
	if given[alice] != 0 || len(given) != 1 {
		t.Errorf("books wrote into the map they were made of: %v", given)
	}
}

func TestRefusalNames(t *testing.T) {
	err := ledger.NewBooks(nil, nil).Post(transfers{move("x", "y", 1)})
	if got := ledger.RefusalName(fmt.Errorf("act 7: %w", err)); got != ledger.BadAccount {
		t.Errorf("a wrapped refusal is named %q", got)
	}
	if got := ledger.RefusalName(money.ErrOverflow); got != "" {
		t.Errorf("another error is named %q", got)
	}
	if got := ledger.RefusalName(nil); got != "" {
		t.Errorf("no error is named %q", got)
	}
}

// TestOrderOfActs: the same acts leave the same balances in any order in which they are all accepted, and without floors
// every order is, but for the ends of int64.
func TestOrderOfActs(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 2))
	for range 300 {
		w := newWorld(rng)
		var accepted []transfers
		books := ledger.NewBooks(nil, w.floors)
		for range 40 {
			if act := w.act(); books.Post(act) == nil {
				accepted = append(accepted, act)
			}
		}
		want := snapshot(books)

		free := balances{}
		for a := range want {
			free[a] = math.MinInt64
		}
		rng.Shuffle(len(accepted), func(i, j int) { accepted[i], accepted[j] = accepted[j], accepted[i] })
		shuffled := ledger.NewBooks(nil, free)
		overflow := false
		for _, act := range accepted {
			switch err := shuffled.Post(act); ledger.RefusalName(err) {
			case "":
			case ledger.Overflow:
				overflow = true
			default:
				t.Fatal(err)
			}
		}
		if got := snapshot(shuffled); !overflow && !maps.Equal(got, want) {
			t.Fatalf("another order of acts left %v, not %v", got, want)
		}
	}
}

// TestActsAreTheirTransfers: an act of several transfers leaves what the transfers one by one leave, and is accepted if and
// only if they all are.
func TestActsAreTheirTransfers(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 3))
	for range 2_000 {
		w := newWorld(rng)
		start := balances{alice: 100, bob: 50, game: math.MaxInt64 - 100}
		act := w.act()
		if slices.ContainsFunc(act, func(t ledger.Transfer) bool { return t.Debit.IsPlay() != act[0].Debit.IsPlay() }) {
			continue // refused as one act, and accepted as several
		}
		whole, single := ledger.NewBooks(start, w.floors), ledger.NewBooks(start, w.floors)
		err := whole.Post(act)
		var first error
		for _, one := range act {
			if first = single.Post(transfers{one}); first != nil {
				break
			}
		}
		if ledger.RefusalName(err) != ledger.RefusalName(first) {
			t.Fatalf("%v: as one act %v, one by one %v", act, err, first)
		}
		if err == nil && !maps.Equal(snapshot(whole), snapshot(single)) {
			t.Fatalf("%v: as one act %v, one by one %v", act, snapshot(whole), snapshot(single))
		}
	}
}
