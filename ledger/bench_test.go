package ledger_test

import (
	"fmt"
	"testing"

	"tirage/ledger"
	"tirage/money"
)

// The act that the house does most: somebody buys a ticket.
func buying() *ledger.Act {
	return &ledger.Act{
		Kind: "buy", Actor: "3k9q2m7x1c5v8b4n", Role: "player", Origin: "7f3a9c0e5d1b2846", Key: "0b9f4c52-6d1e-4c1f-9b3e-1d2c3b4a5968",
		Request: [32]byte{1, 2, 3}, Subject: "3002-00-0001-000123-045-6", At: 1_790_000_000_000_000,
		Transfers: []ledger.Transfer{{Debit: ledger.Of(ledger.Player, "3k9q2m7x1c5v8b4n"), Credit: ledger.Of(ledger.Game, "3002"), Amount: 200}},
	}
}

func perSecond(b *testing.B) {
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "acts/s")
}

func BenchmarkNext(b *testing.B) {
	act, head := buying(), ledger.Head{}
	b.ReportAllocs()
	for b.Loop() {
		head = head.Next(act)
	}
	perSecond(b)
}

// players returns n players' accounts, their balances, and a purchase by each.
func players(n int) (map[ledger.Account]money.Cents, [][]ledger.Transfer) {
	balances, acts := map[ledger.Account]money.Cents{}, make([][]ledger.Transfer, n)
	for i := range n {
		player := ledger.Of(ledger.Player, fmt.Sprintf("3k9q2m7x%08d", i*7919%n))
		balances[player] = 1 << 50
		acts[i] = []ledger.Transfer{{Debit: player, Credit: ledger.Of(ledger.Game, "3002"), Amount: 200}}
	}
	return balances, acts
}

func BenchmarkPost(b *testing.B) {
	for _, n := range []int{1_000, 100_000} {
		b.Run(fmt.Sprint(n, " players"), func(b *testing.B) {
			balances, acts := players(n)
			books := ledger.NewBooks(balances, nil)
			b.ReportAllocs()
			i := 0
			for b.Loop() {
				if err := books.Post(acts[i%n]); err != nil {
					b.Fatal(err)
				}
				i++
			}
			perSecond(b)
		})
	}
}

// Both together, as one act of the house goes.
func BenchmarkPostAndNext(b *testing.B) {
	balances, acts := players(1_000)
	books, act, head := ledger.NewBooks(balances, nil), buying(), ledger.Head{}
	b.ReportAllocs()
	i := 0
	for b.Loop() {
		act.Transfers = acts[i%1_000]
		if err := books.Post(act.Transfers); err != nil {
			b.Fatal(err)
		}
		head = head.Next(act)
		i++
	}
	perSecond(b)
}

func BenchmarkVerify(b *testing.B) {
	_, acts := players(1_000)
	verifier, act, head := ledger.NewVerifier(nil), buying(), ledger.Head{}
	b.ReportAllocs()
	i := 0
	for b.Loop() {
		act.Transfers = acts[i%1_000]
		head = head.Next(act)
		if faults := verifier.Add("a", head, act); faults != nil {
			b.Fatal(faults[0])
		}
		i++
	}
	perSecond(b)
}
