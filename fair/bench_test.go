package fair

import (
	"testing"
)

func BenchmarkUint64(b *testing.B) {
	tape := NewTape([32]byte{1})
	sum := uint64(0)
	for b.Loop() {
		sum += tape.Uint64()
	}
	_ = sum
}

func BenchmarkN75(b *testing.B) {
	tape := NewTape([32]byte{1})
	sum := uint64(0)
	for b.Loop() {
		sum += tape.N(75)
	}
	_ = sum
}

// BenchmarkBatch8 takes eight numbers from one word, as the first eight balls of a draw of 75.
func BenchmarkBatch8(b *testing.B) {
	tape := NewTape([32]byte{1})
	bounds := []uint64{75, 74, 73, 72, 71, 70, 69, 68}
	out := make([]uint32, 8)
	for b.Loop() {
		tape.Batch(bounds, out)
	}
}

func BenchmarkReset(b *testing.B) {
	tape := NewTape([32]byte{1})
	for b.Loop() {
		tape.Reset([32]byte{2})
		tape.Uint64()
	}
}

// blockSize is the largest block that is shuffled whole.
const blockSize = 9_000_000

// The two shuffles give the same order; the figure is for one block.
func BenchmarkShuffleBlock(b *testing.B) {
	tape, s := NewTape([32]byte{1}), make([]uint16, blockSize)
	for b.Loop() {
		tape.Shuffle(len(s), func(i, j int) { s[i], s[j] = s[j], s[i] })
	}
}

func BenchmarkShuffle16Block(b *testing.B) {
	tape, s := NewTape([32]byte{1}), make([]uint16, blockSize)
	for b.Loop() {
		Shuffle16(tape, s)
	}
}

func BenchmarkPick(b *testing.B) {
	for name, n := range map[string]int{"4": 4, "12": 12, "50": 50, "1000": 1000} {
		weights := make([]uint64, n)
		for i := range weights {
			weights[i] = uint64(i*i + 1)
		}
		w, err := NewWeights(weights)
		if err != nil {
			b.Fatal(err)
		}
		b.Run(name, func(b *testing.B) {
			tape := NewTape([32]byte{1})
			for b.Loop() {
				w.Pick(tape)
			}
		})
	}
}

func BenchmarkBuilderAdd(b *testing.B) {
	var tree Builder
	h := Leaf([]byte("ticket"))
	for b.Loop() {
		if err := tree.Add(h); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkLeaf(b *testing.B) {
	data := make([]byte, 100)
	for b.Loop() {
		Leaf(data)
	}
}

// BenchmarkProve makes proofs in a stored tree of a block's size; the hashes themselves are made up.
func BenchmarkProve(b *testing.B) {
	read := func(level int, index int64) (Hash, error) { return Hash{byte(level), byte(index)}, nil }
	n := int64(0)
	for b.Loop() {
		if _, err := Prove(n, blockSize, read); err != nil {
			b.Fatal(err)
		}
		n = (n + 7919) % blockSize
	}
}

// BenchmarkBounds8 is the same with the bounds made ready.
func BenchmarkBounds8(b *testing.B) {
	tape := NewTape([32]byte{1})
	bounds := NewBounds(75, 74, 73, 72, 71, 70, 69, 68)
	out := make([]uint32, 8)
	for b.Loop() {
		bounds.Draw(tape, out)
	}
}
