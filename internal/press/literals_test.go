package press

import (
	"bytes"
	"testing"

	"github.com/klauspost/compress/zstd"

	"tirage/fair"
)

// decode reads a frame with a general Zstandard reader.
func decode(t *testing.T, frame []byte) []byte {
	t.Helper()
	d, err := zstd.NewReader(nil)
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	data, err := d.DecodeAll(frame, nil)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func TestLiteralsAreZstandard(t *testing.T) {
	tape := fair.NewTape([32]byte{3})
	var c literals
	for _, size := range []int{0, 1, 5, 63, 64, 65, 1000, 16_383, 16_384, zstdBlock - 1, zstdBlock, zstdBlock + 1, 3*zstdBlock + 17} {
		for name, symbols := range map[string]uint64{"one": 1, "two": 2, "digits": 11, "letters": 32, "bytes": 256} {
			data := make([]byte, size)
			for i := range data {
				data[i] = byte(tape.N(symbols))
			}
			frame, err := c.Encode([]byte("left from before"), data)
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(decode(t, frame), data) {
				t.Errorf("%d %s: not the same", size, name)
			}
			again, err := new(literals).Encode(nil, data)
			if err != nil || !bytes.Equal(again, frame) {
				t.Errorf("%d %s: a used encoder gives other bytes", size, name)
			}
			if symbols == 11 && size > 10_000 && len(frame) > size*46/100 {
				t.Errorf("%d digits take %d bytes", size, len(frame))
			}
		}
	}
}

func FuzzLiterals(f *testing.F) {
	f.Add([]byte("12|45|60"))
	f.Fuzz(func(t *testing.T, data []byte) {
		frame, err := new(literals).Encode(nil, data)
		if err != nil || !bytes.Equal(decode(t, frame), data) {
			t.Fatal(err)
		}
	})
}
