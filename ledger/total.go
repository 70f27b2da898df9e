package ledger

import (
	"math/big"
	"math/bits"

	"tirage/money"
)

// total is a sum of amounts in 128 bits, two's complement. No journal is long enough to leave them, so that the order in
// which amounts are added never matters.
type total struct {
	hi int64
	lo uint64
}

func (t *total) add(amount money.Cents) { t.plus(of(amount)) }

func (t *total) sub(amount money.Cents) {
	u := of(amount)
	var borrow uint64
	t.lo, borrow = bits.Sub64(t.lo, u.lo, 0)
	t.hi -= u.hi + int64(borrow)
}

func (t *total) plus(u total) {
	var carry uint64
	t.lo, carry = bits.Add64(t.lo, u.lo, 0)
	t.hi += u.hi + int64(carry)
}

func of(amount money.Cents) total { return total{hi: int64(amount) >> 63, lo: uint64(amount)} }

func (t total) less(u total) bool { return t.hi < u.hi || t.hi == u.hi && t.lo < u.lo }

// cents is the total as an amount, false if it leaves the range.
func (t total) cents() (money.Cents, bool) {
	amount := money.Cents(t.lo)
	return amount, of(amount) == t
}

func (t total) big() *big.Int {
	n := new(big.Int).Lsh(big.NewInt(t.hi), 64)
	return n.Add(n, new(big.Int).SetUint64(t.lo))
}
