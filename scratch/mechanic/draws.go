package mechanic

import (
	"tirage/fair"
	"tirage/money"
	"tirage/scratch"
)

// draws is a fixed row of bounded choices. They are grouped from the left so that one word of the tape serves as many as have
// a product of bounds of at most 2^48: a refused word is then rarer than one in 65,536.
type draws struct {
	words []fair.Bounds
	count int // of choices
}

func newDraws(bounds ...uint64) draws {
	const most = 1 << 48
	d := draws{count: len(bounds)}
	begin, product := 0, uint64(1)
	for i, b := range bounds {
		if b > most/product {
			d.words = append(d.words, fair.NewBounds(bounds[begin:i]...))
			begin, product = i, 1
		}
		product *= b
	}
	if len(bounds) > 0 {
		d.words = append(d.words, fair.NewBounds(bounds[begin:]...))
	}
	return d
}

// take makes the choices: out[i] is uniform below bound i.
func (d *draws) take(tape *fair.Tape, out []uint32) {
	for i := range d.words {
		d.words[i].Draw(tape, out)
		out = out[d.words[i].Len():]
	}
}

// ends returns where each word's choices end.
func (d *draws) ends() []int {
	ends := make([]int, len(d.words))
	end := 0
	for i := range d.words {
		end += d.words[i].Len()
		ends[i] = end
	}
	return ends
}

// pair chooses two of n things, the same one twice or two different ones.
type pair struct{ same, other draws }

func newPair(n uint64) pair { return pair{newDraws(n), newDraws(n, n-1)} }

// take makes the choices, the second among the rest if they are to be different.
func (p *pair) take(tape *fair.Tape, same bool) (first, second uint32) {
	var picks [2]uint32
	if same {
		p.same.take(tape, picks[:1])
		return picks[0], picks[0]
	}
	p.other.take(tape, picks[:])
	if picks[1] >= picks[0] { // leave the first out
		picks[1]++
	}
	return picks[0], picks[1]
}

// descending is n, n-1, … (count of them): the bounds of an ordered draw of distinct things.
func descending(n, count int) []uint64 {
	bounds := make([]uint64, count)
	for i := range bounds {
		bounds[i] = uint64(n - i)
	}
	return bounds
}

// power returns base^exponent, or ok false when it is above most.
func power(base, exponent int, most uint64) (product uint64, ok bool) {
	product = 1
	for range exponent {
		if product > most/uint64(base) {
			return 0, false
		}
		product *= uint64(base)
	}
	return product, true
}

// digits writes a number below base^len(cells) as cells: codes from 1, the last cell being the lowest digit.
func digits(number uint64, base int, cells []scratch.Code) {
	n, b := uint32(number), uint32(base)
	for i := len(cells) - 1; i >= 0; i-- {
		cells[i] = scratch.Code(n%b) + 1
		n /= b
	}
}

// decoy chooses the amount on a losing spot.
func decoy(tape *fair.Tape, weights *fair.Weighted, amounts int) scratch.Code {
	if weights == nil {
		return scratch.Code(tape.N(uint64(amounts))) + 1
	}
	return scratch.Code(weights.Pick(tape)) + 1
}

// byCode is what the elements of an alphabet of amounts pay, by code.
type byCode []money.Cents

func newByCode(amounts []money.Cents) byCode { return append(byCode{0}, amounts...) }

// of is what a code pays: nothing if it is missing or unlisted.
func (b byCode) of(c scratch.Code) money.Cents {
	if int(c) >= len(b) {
		return 0
	}
	return b[c]
}
