package fair

import (
	"encoding/binary"
	"math/big"
	"math/bits"
)

// reference is the tape once more, written slowly and from the specifications alone: C2SP chacha8rand for the words, and
// docs/random-tape.md for what is made of them. It shares no code with the package.
type reference struct {
	key   [32]byte
	ready []uint64
	taken int
}

// chachaBlock returns the 16 output words of one ChaCha8 block without the final addition at positions 0-3 and 12-15.
func chachaBlock(key [32]byte, counter uint32) [16]uint32 {
	var start [16]uint32
	copy(start[:], []uint32{0x61707865, 0x3320646e, 0x79622d32, 0x6b206574})
	for i := range 8 {
		start[4+i] = binary.LittleEndian.Uint32(key[4*i:])
	}
	start[12] = counter
	s := start
	quarter := func(a, b, c, d int) {
		for _, turn := range []int{16, 12, 8, 7} {
			s[a] += s[b]
			s[d] = bits.RotateLeft32(s[d]^s[a], turn)
			a, b, c, d = c, d, a, b
		}
	}
	for range 4 {
		for i := range 4 {
			quarter(i, 4+i, 8+i, 12+i)
		}
		for i := range 4 {
			quarter(i, 4+(i+1)%4, 8+(i+2)%4, 12+(i+3)%4)
		}
	}
	for i := 4; i < 12; i++ {
		s[i] += start[i]
	}
	return s
}

// word returns the next word: each key gives 1024 bytes, of which the last 32 are the next key.
func (r *reference) word() uint64 {
	if len(r.ready) == 0 {
		var out []byte
		for four := range uint32(4) {
			var blocks [4][16]uint32
			for i := range blocks {
				blocks[i] = chachaBlock(r.key, 4*four+uint32(i))
			}
			for position := range 16 {
				for _, b := range blocks {
					out = binary.LittleEndian.AppendUint32(out, b[position])
				}
			}
		}
		copy(r.key[:], out[992:])
		for i := 0; i < 992; i += 8 {
			r.ready = append(r.ready, binary.LittleEndian.Uint64(out[i:]))
		}
	}
	w := r.ready[0]
	r.ready = r.ready[1:]
	r.taken++
	return w
}

var wordRange = new(big.Int).Lsh(big.NewInt(1), 64)

func wide(x uint64) *big.Int { return new(big.Int).SetUint64(x) }

// batch is the definition: of the 2^64 words keep the highest multiple of the product; the digits of word × product ÷ 2^64
// in the mixed base of the bounds.
func (r *reference) batch(bounds []uint64) []uint64 {
	product := big.NewInt(1)
	for _, b := range bounds {
		product.Mul(product, wide(b))
	}
	refused := new(big.Int).Mod(wordRange, product)
	for {
		all, low := new(big.Int).QuoRem(new(big.Int).Mul(wide(r.word()), product), wordRange, new(big.Int))
		if low.Cmp(refused) < 0 {
			continue
		}
		out := make([]uint64, len(bounds))
		for i := len(bounds) - 1; i >= 0; i-- {
			digit := new(big.Int)
			all.QuoRem(all, wide(bounds[i]), digit)
			out[i] = digit.Uint64()
		}
		return out
	}
}

func (r *reference) n(n uint64) uint64 { return r.batch([]uint64{n})[0] }

func (r *reference) shuffle(n int) []int {
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	for i := n - 1; i > 0; i-- {
		j := r.n(uint64(i) + 1)
		order[i], order[j] = order[j], order[i]
	}
	return order
}

// pick chooses by fractions: words narrow the interval in which X lies until no C(i)/T lies inside it.
func (r *reference) pick(weights []*big.Int) int {
	var bounds []*big.Rat
	total, positive := new(big.Int), 0
	for _, w := range weights {
		total.Add(total, w)
		positive += w.Sign()
	}
	sum := new(big.Int)
	for _, w := range weights {
		sum.Add(sum, w)
		bounds = append(bounds, new(big.Rat).SetFrac(sum, total))
	}
	low, width := new(big.Rat), big.NewRat(1, 1)
	take := func() {
		width.Mul(width, new(big.Rat).SetFrac(big.NewInt(1), wordRange))
		step := new(big.Rat).SetInt(wide(r.word()))
		low.Add(low, step.Mul(step, width))
	}
	inside := func() bool {
		high := new(big.Rat).Add(low, width)
		for _, b := range bounds {
			if b.Cmp(low) > 0 && b.Cmp(high) < 0 {
				return true
			}
		}
		return false
	}
	for positive > 1 && (width.Cmp(big.NewRat(1, 1)) == 0 || inside()) {
		take()
	}
	for i, b := range bounds {
		if low.Cmp(b) < 0 {
			return i
		}
	}
	return -1
}
