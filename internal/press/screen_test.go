package press

import (
	"encoding/binary"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"testing"

	"github.com/klauspost/compress/zstd"
	"github.com/parquet-go/parquet-go/format"
)

// TestCraftedFilesTakeLittle gives the reader print files that claim gigabytes in a few bytes: each is refused, and takes little memory.
func TestCraftedFilesTakeLittle(t *testing.T) {
	o, m := small(t)
	good, err := os.ReadFile(filepath.Join(o.Out, m.Parts[0].name(false)))
	if err != nil {
		t.Fatal(err)
	}
	plan, err := fakePlan(fakeFile)
	if err != nil {
		t.Fatal(err)
	}
	table := newTable(plan.Game, true)
	if n, err := readAll(table, good, m.Parts[0].Rows); n != m.Parts[0].Rows || err != nil {
		t.Fatal(n, err)
	}
	footer := len(good) - 8 - int(binary.LittleEndian.Uint32(good[len(good)-8:]))
	for name, craft := range map[string]struct {
		at   int
		with []byte
	}{
		"a text of 2 GiB in the footer":           {footer, []byte{0x18, 0xff, 0xff, 0xff, 0xff, 0x07}},
		"a list of 2 billion in the footer":       {footer, []byte{0x19, 0xfc, 0xff, 0xff, 0xff, 0xff, 0x07}},
		"structures without end in the footer":    {footer, []byte{0x1c, 0x1c, 0x1c, 0x1c, 0x1c, 0x1c, 0x1c, 0x1c, 0x1c, 0x1c, 0x1c, 0x1c, 0x1c, 0x1c, 0x1c, 0x1c, 0x1c, 0x1c}},
		"a text of 2 GiB in a page's header":      {4, []byte{0x18, 0xff, 0xff, 0xff, 0xff, 0x07}},
		"a list of 2 billion in a page's header":  {4, []byte{0x19, 0xfc, 0xff, 0xff, 0xff, 0xff, 0x07}},
		"a page that unpacks to 1 GiB, it claims": {4, []byte{0x15, 0x00, 0x15, 0x80, 0x80, 0x80, 0x80, 0x08}},
	} {
		data := slices.Clone(good)
		copy(data[craft.at:], craft.with)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err := readAll(table, data, m.Parts[0].Rows)
		runtime.ReadMemStats(&after)
		if !errors.Is(err, ErrPart) {
			t.Errorf("%s: %v", name, err)
		}
		if took := after.TotalAlloc - before.TotalAlloc; took > 64<<20 {
			t.Errorf("%s took %d MiB", name, took>>20)
		}
	}
}

func TestPagesHoldWhatTheyClaim(t *testing.T) {
	s := newScreen()
	number := func(list ...uint64) (data []byte) {
		for _, v := range list {
			data = binary.AppendUvarint(data, v)
		}
		return data
	}
	for _, c := range []struct {
		encoding format.Encoding
		page     []byte
		want     bool
	}{
		{format.DeltaBinaryPacked, number(128, 4, 50, 0), true},
		{format.DeltaBinaryPacked, number(128, 4, 1<<31, 0), false},
		{format.DeltaBinaryPacked, number(128, 4), false},
		{format.RLEDictionary, append([]byte{8}, number(50<<1, 7)...), true},
		{format.RLEDictionary, append([]byte{8}, number(1<<31, 7)...), false},
		{format.RLEDictionary, append([]byte{0}, number(7<<1|1)...), true},                // 56 values of no bits: 50, and the rest of a group
		{format.RLEDictionary, append([]byte{0}, number(1<<31|1)...), false},              // billions of no bits
		{format.RLEDictionary, append([]byte{0}, number(30<<1, 30<<1, 30<<1)...), false},  // 90 in three runs
		{format.RLEDictionary, append([]byte{1}, number(7<<1|1, 0, 0, 0)...), false},      // cut short
		{format.RLEDictionary, append([]byte{33}, number(1<<1, 0, 0, 0, 0, 0)...), false}, // too wide
		{format.RLEDictionary, nil, false},
		{format.Plain, nil, true},
		{format.DeltaByteArray, nil, false},
	} {
		s.plain = c.page
		if got := s.holds(c.encoding, 50); got != c.want {
			t.Errorf("%s % x: %t", c.encoding, c.page, got)
		}
	}
	encoder, err := zstd.NewWriter(nil)
	if err != nil {
		t.Fatal(err)
	}
	bomb := encoder.EncodeAll(make([]byte, 64<<20), nil)
	if _, err := s.decoder.DecodeAll(append(bomb, bomb...), nil); err == nil {
		t.Errorf("%d bytes were unpacked to 128 MiB", 2*len(bomb))
	}
}
