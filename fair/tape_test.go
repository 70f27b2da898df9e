package fair

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"flag"
	"fmt"
	"math/big"
	"os"
	"slices"
	"strconv"
	"testing"
)

var writeVectors = flag.Bool("write-vectors", false, "write testdata/tape.json anew from the reference in the tests")

// vectors is the shape of testdata/tape.json. Words are 16 hexadecimal digits, other numbers decimal, as text where they
// may exceed 2^53. "next" is the word of the tape after those that the vector took.
type vectors struct {
	About string `json:"about"`
	Words []struct {
		Seed  string   `json:"seed"`
		Skip  int      `json:"skip"`
		Words []string `json:"words"`
	} `json:"words"`
	N []struct {
		Seed   string   `json:"seed"`
		Bounds []string `json:"bounds"`
		Out    []string `json:"out"`
		Next   string   `json:"next"`
	} `json:"n"`
	Batch []struct {
		Seed   string     `json:"seed"`
		Bounds []string   `json:"bounds"`
		Out    [][]string `json:"out"`
		Next   string     `json:"next"`
	} `json:"batch"`
	Shuffle []struct {
		Seed  string `json:"seed"`
		N     int    `json:"n"`
		Order []int  `json:"order"`
		Next  string `json:"next"`
	} `json:"shuffle"`
	Weighted []struct {
		Seed    string   `json:"seed"`
		Weights []string `json:"weights"`
		Picks   []int    `json:"picks"`
		Next    string   `json:"next"`
	} `json:"weighted"`
}

// source is what the vectors are computed with: the package, or the reference in this folder.
type source struct {
	word    func() uint64
	n       func(n uint64) uint64
	batch   func(bounds []uint64) []uint64
	shuffle func(n int) []int
	pick    func(weights []*big.Int) int
}

func ofPackage(seed [32]byte) source {
	tape := NewTape(seed)
	return source{
		word: tape.Uint64,
		n:    tape.N,
		batch: func(bounds []uint64) []uint64 {
			out := make([]uint32, len(bounds))
			tape.Batch(bounds, out)
			all := make([]uint64, len(out))
			for i, o := range out {
				all[i] = uint64(o)
			}
			return all
		},
		shuffle: func(n int) []int {
			order := make([]int, n)
			for i := range order {
				order[i] = i
			}
			tape.Shuffle(n, func(i, j int) { order[i], order[j] = order[j], order[i] })
			return order
		},
		pick: func(weights []*big.Int) int {
			w, err := NewWeighted(weights)
			if err != nil {
				panic(err)
			}
			return w.Pick(tape)
		},
	}
}

func ofReference(seed [32]byte) source {
	r := &reference{key: seed}
	return source{r.word, r.n, r.batch, r.shuffle, r.pick}
}

func seedOf(text string) (seed [32]byte) {
	b, err := hex.DecodeString(text)
	if err != nil || len(b) != len(seed) {
		panic("a seed in the vectors is not 64 hexadecimal digits")
	}
	return [32]byte(b)
}

func wordText(w uint64) string { return fmt.Sprintf("%016x", w) }

func numbers(texts []string) []uint64 {
	var out []uint64
	for _, s := range texts {
		n, err := strconv.ParseUint(s, 10, 64)
		if err != nil {
			panic(err)
		}
		out = append(out, n)
	}
	return out
}

// compute fills in the outputs of vectors whose inputs are set; the number of outputs stays.
func compute(v *vectors, of func([32]byte) source) {
	for i := range v.Words {
		c := &v.Words[i]
		s := of(seedOf(c.Seed))
		for range c.Skip {
			s.word()
		}
		for j := range c.Words {
			c.Words[j] = wordText(s.word())
		}
	}
	for i := range v.N {
		c := &v.N[i]
		s := of(seedOf(c.Seed))
		for j, n := range numbers(c.Bounds) {
			c.Out[j] = strconv.FormatUint(s.n(n), 10)
		}
		c.Next = wordText(s.word())
	}
	for i := range v.Batch {
		c := &v.Batch[i]
		s := of(seedOf(c.Seed))
		for j := range c.Out {
			c.Out[j] = nil
			for _, o := range s.batch(numbers(c.Bounds)) {
				c.Out[j] = append(c.Out[j], strconv.FormatUint(o, 10))
			}
		}
		c.Next = wordText(s.word())
	}
	for i := range v.Shuffle {
		c := &v.Shuffle[i]
		s := of(seedOf(c.Seed))
		c.Order = s.shuffle(c.N)
		c.Next = wordText(s.word())
	}
	for i := range v.Weighted {
		c := &v.Weighted[i]
		s := of(seedOf(c.Seed))
		var weights []*big.Int
		for _, text := range c.Weights {
			w, ok := new(big.Int).SetString(text, 10)
			if !ok {
				panic("a weight in the vectors is not a number")
			}
			weights = append(weights, w)
		}
		for j := range c.Picks {
			c.Picks[j] = s.pick(weights)
		}
		c.Next = wordText(s.word())
	}
}

const vectorsPath = "testdata/tape.json"

// TestVectors checks the published vectors twice: against the package, and against the independent reference.
func TestVectors(t *testing.T) {
	if *writeVectors {
		v := inputs()
		compute(v, ofReference)
		if err := os.WriteFile(vectorsPath, encode(t, v), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	published, err := os.ReadFile(vectorsPath)
	if err != nil {
		t.Fatal(err)
	}
	for name, of := range map[string]func([32]byte) source{"package": ofPackage, "reference": ofReference} {
		var v vectors
		if err := json.Unmarshal(published, &v); err != nil {
			t.Fatal(err)
		}
		if len(v.Words)*len(v.N)*len(v.Batch)*len(v.Shuffle)*len(v.Weighted) == 0 {
			t.Fatal("a kind of vector is missing")
		}
		compute(&v, of)
		if !bytes.Equal(encode(t, &v), published) {
			t.Errorf("the %s disagrees with %s", name, vectorsPath)
		}
	}
}

func encode(t *testing.T, v *vectors) []byte {
	t.Helper()
	b, err := json.MarshalIndent(v, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	return append(b, '\n')
}

// TestAgainstReference compares package and reference over many seeds and bounds, the refusing ones among them.
func TestAgainstReference(t *testing.T) {
	bounds := []uint64{1, 2, 3, 10, 75, 1 << 32, 1<<32 + 1, 1<<63 - 1, 1 << 63, 1<<63 + 1, 1<<64 - 1}
	batches := [][]uint64{{}, {1}, {75, 74, 73, 72, 71, 70, 69, 68}, {1<<32 - 1, 1<<31 + 1}, {3, 1 << 30, 5, 1 << 28}, {1 << 32, 1<<32 - 1}}
	for n := range byte(60) {
		seed := [32]byte{n, 31: 255 - n}
		a, b := ofPackage(seed), ofReference(seed)
		for _, n := range bounds {
			if x, y := a.n(n), b.n(n); x != y || x >= n {
				t.Fatalf("seed %x: N(%d) = %d, the reference has %d", seed, n, x, y)
			}
		}
		for _, batch := range batches {
			if x, y := a.batch(batch), b.batch(batch); !slices.Equal(x, y) {
				t.Fatalf("seed %x: Batch(%d) = %d, the reference has %d", seed, batch, x, y)
			}
		}
		if x, y := a.shuffle(40), b.shuffle(40); !slices.Equal(x, y) {
			t.Fatalf("seed %x: Shuffle gives %d, the reference %d", seed, x, y)
		}
		if x, y := a.word(), b.word(); x != y {
			t.Fatalf("seed %x: different numbers of words were taken", seed)
		}
	}
}

func TestZeroBound(t *testing.T) {
	tape := NewTape([32]byte{7})
	if got := tape.N(0); got != 0 {
		t.Errorf("N(0) = %d", got)
	}
	r := &reference{key: [32]byte{7}}
	r.word()
	if tape.Uint64() != r.word() {
		t.Error("N(0) does not take one word")
	}
}
