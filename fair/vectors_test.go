package fair

import (
	"encoding/hex"
	"encoding/json"
	"math/big"
	"strings"
)

// inputs are the inputs of the published vectors. Each output list has the length to be filled.
func inputs() *vectors {
	zero := strings.Repeat("00", 32)
	counting := hex.EncodeToString([]byte("\x00\x01\x02\x03\x04\x05\x06\x07\x08\x09\x0a\x0b\x0c\x0d\x0e\x0f\x10\x11\x12\x13\x14\x15\x16\x17\x18\x19\x1a\x1b\x1c\x1d\x1e\x1f"))
	letters := hex.EncodeToString([]byte("ABCDEFGHIJKLMNOPQRSTUVWXYZ123456")) // the seed of the Go project's own test

	// Weights whose first bound has the first words of the counting seed as its digits, so that words after the first
	// decide. In base 2^64 the bound is 0.word1 5, or 0.word1 word2 5, or just 0.word1.
	r := &reference{key: seedOf(counting)}
	word1, word2 := wide(r.word()), wide(r.word())
	tie := func(digits ...*big.Int) []string {
		bound, total := new(big.Int), big.NewInt(1)
		for _, d := range digits {
			bound.Add(bound.Lsh(bound, 64), d)
			total.Lsh(total, 64)
		}
		return []string{bound.String(), total.Sub(total, bound).String()}
	}
	five := big.NewInt(5)
	decimals := func(n int) string { return "1" + strings.Repeat("0", n) }
	inputs := map[string]any{
		"about": "Test vectors of the random tape, as docs/random-tape.md specifies it. Seeds and words are hexadecimal, other numbers decimal; next is the word after those taken.",
		"words": []any{
			map[string]any{"seed": zero, "words": make([]string, 8)},
			map[string]any{"seed": counting, "words": make([]string, 8)},
			map[string]any{"seed": counting, "skip": 120, "words": make([]string, 8)},
			map[string]any{"seed": counting, "skip": 246, "words": make([]string, 4)},
			map[string]any{"seed": letters, "words": make([]string, 4)},
		},
		"n": []any{
			map[string]any{"seed": counting, "bounds": []string{"1", "2", "6", "75", "90", "1000000", "9000000", "4294967296", "9223372036854775808", "18446744073709551615"}, "out": make([]string, 10)},
			map[string]any{"seed": zero, "bounds": []string{"9223372036854775809", "9223372036854775809", "9223372036854775809", "9223372036854775809", "12297829382473034411", "12297829382473034411"}, "out": make([]string, 6)},
		},
		"batch": []any{
			map[string]any{"seed": counting, "bounds": []string{"75", "74", "73", "72", "71", "70", "69", "68"}, "out": make([][]string, 4)},
			map[string]any{"seed": zero, "bounds": []string{"2", "1", "6"}, "out": make([][]string, 3)},
			map[string]any{"seed": zero, "bounds": []string{"4294967295", "2147483649"}, "out": make([][]string, 6)},
		},
		"shuffle": []any{
			map[string]any{"seed": counting, "n": 10},
			map[string]any{"seed": zero, "n": 10},
			map[string]any{"seed": zero, "n": 1},
		},
		"weighted": []any{
			map[string]any{"seed": counting, "weights": []string{"1", "2", "3", "4"}, "picks": make([]int, 16)},
			map[string]any{"seed": counting, "weights": []string{"0", "7", "0"}, "picks": make([]int, 2)},
			map[string]any{"seed": zero, "weights": []string{"0", "1", "0", "1", "0"}, "picks": make([]int, 16)},
			map[string]any{"seed": zero, "weights": []string{decimals(40), "3" + decimals(39), decimals(41), "1"}, "picks": make([]int, 16)},
			map[string]any{"seed": counting, "weights": tie(word1, five), "picks": make([]int, 2)},
			map[string]any{"seed": counting, "weights": tie(word1, word2, five), "picks": make([]int, 2)},
			map[string]any{"seed": counting, "weights": tie(word1), "picks": make([]int, 2)},
		},
	}
	// Through JSON, so that the shape is written once, in vectors.
	b, err := json.Marshal(inputs)
	if err != nil {
		panic(err)
	}
	v := new(vectors)
	if err := json.Unmarshal(b, v); err != nil {
		panic(err)
	}
	return v
}
