package bingo_test

import (
	"bytes"
	"encoding/json"
	"runtime"
	"strings"
	"testing"

	"tirage/bingo"
)

// allocated is how many bytes a function allocates, garbage and all.
func allocated(do func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	do()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// TestHostileRecordTakesLittle blows up one list or text of a record at a time. Reading and verifying it allocate, garbage and all, no
// more than four times its size; at one time it holds half of that.
func TestHostileRecordTakesLittle(t *testing.T) {
	r := played(t, bingoExtra(), "hostile", 1, 1, 1, 1)
	rec := record(t, r)
	text, err := bingo.WriteRecord(rec)
	if err != nil {
		t.Fatal(err)
	}
	var small bytes.Buffer
	if err := json.Compact(&small, text); err != nil {
		t.Fatal(err)
	}
	good := small.String()
	const size = 4 << 20
	for _, c := range []struct{ at, element string }{
		{`"owners":[`, `"` + rec.Owners[0].String() + `",`},
		{`"cards":[`, `{"owner":0,"card":""},`},
		{`"cards":[`, `{"owner":0,"card":"` + rec.Cards[0].Card + `"},`},
		{`"balls":[`, `1,`},
		{`"balls":[`, `[],`},
		{`"figures":[`, `{"figure":"","ball":0,"prize":0,"each":0,"units":[]},`},
		{`"units":[`, `{"card":0,"grid":0,"ball":0},`},
		{`"payments":[`, `{"owner":0,"amount":0},`},
		{`"transfers":[`, `{"from":"","to":"","amount":0,"why":""},`},
		{`"notes":[`, `"",`},
		{`"beacon":"`, `x`},
		{`"beacon":"`, `\\`},
		{`"format":"`, `x`},
		{`{`, ` `},
		{`{`, `"x":[[{}]],`},
	} {
		hostile := strings.Replace(good, c.at, c.at+strings.Repeat(c.element, size/len(c.element)), 1)
		hostile = strings.Replace(hostile, ",]", "]", 1)
		data := []byte(hostile)
		took := allocated(func() {
			if read, err := bingo.ReadRecord(data); err == nil {
				found := bingo.VerifyRecord(read, r.draw.Formula())
				if len(found) == 0 && c.element != " " {
					t.Errorf("%s%s… is right", c.at, c.element)
				}
			}
		})
		t.Logf("%.1f times: %s%.20s…", float64(took)/float64(len(data)), c.at, c.element)
		if took > 4*uint64(len(data)) {
			t.Errorf("%s%.40s…: %d bytes for a text of %d", c.at, c.element, took, len(data))
		}
	}
}
