package bingo_test

import (
	"bytes"
	"encoding/json"
	"os"
	"testing"

	"tirage/bingo"
)

// FuzzRecord reads anything: what is read has one form, and verifying it neither panics nor accepts a change.
func FuzzRecord(f *testing.F) {
	text, err := os.ReadFile("testdata/draws.json")
	if err != nil {
		f.Fatal(err)
	}
	var file vectorFile
	if err := json.Unmarshal(text, &file); err != nil {
		f.Fatal(err)
	}
	for _, v := range file.Draws {
		var small bytes.Buffer // the fuzzer is slow on large inputs
		if err := json.Compact(&small, v.Record); err != nil {
			f.Fatal(err)
		}
		if small.Len() < 5000 {
			f.Add(small.Bytes())
		}
	}
	all := formulas()
	f.Fuzz(func(t *testing.T, data []byte) {
		rec, err := bingo.ReadRecord(data)
		if err != nil {
			if bingo.RefusalName(err) == "" {
				t.Fatalf("%v is no refusal", err)
			}
			return
		}
		text, err := bingo.WriteRecord(rec)
		if err != nil {
			t.Fatal(err)
		}
		var a, b bytes.Buffer
		if json.Compact(&a, data) != nil || json.Compact(&b, text) != nil || !bytes.Equal(a.Bytes(), b.Bytes()) {
			t.Fatalf("read %s, written %s", data, text)
		}
		for _, f := range all {
			bingo.VerifyRecord(rec, f)
		}
		for i := range rec.Cards {
			_ = bingo.VerifyReceipt(rec, bingo.Receipt{Draw: rec.Schedule.Draw, Index: i, Size: i + 1})
		}
	})
}

// FuzzAlteredRecord changes one byte of a good record: it is refused, found out, or says the same in other spaces.
func FuzzAlteredRecord(f *testing.F) {
	formula := classic75()
	good, err := bingo.WriteRecord(record(f, played(f, formula, "altered", 2, 3)))
	if err != nil {
		f.Fatal(err)
	}
	var want bytes.Buffer
	if err := json.Compact(&want, good); err != nil {
		f.Fatal(err)
	}
	f.Add(uint32(7), byte('x'))
	f.Add(uint32(700), byte('0'))
	f.Fuzz(func(t *testing.T, at uint32, to byte) {
		altered := bytes.Clone(good)
		altered[int(at)%len(altered)] = to
		rec, err := bingo.ReadRecord(altered)
		if err != nil {
			return
		}
		var got bytes.Buffer
		if err := json.Compact(&got, altered); err != nil {
			t.Fatal(err)
		}
		if bytes.Equal(got.Bytes(), want.Bytes()) {
			return
		}
		if found := bingo.VerifyRecord(rec, formula); len(found) == 0 && !free(good, int(at)%len(good)) {
			t.Errorf("byte %d changed to %q is not found:\n%s", int(at)%len(good), to, altered)
		}
	})
}

// free tells whether a byte belongs to what only signatures protect: the times of the schedule and of the end.
func free(text []byte, at int) bool {
	line := text[bytes.LastIndexByte(text[:at], '\n')+1:]
	for _, key := range []string{`"announced"`, `"opens"`, `"closes"`, `"patience"`, `"beacon"`, `"ended"`, `"time"`} {
		if bytes.HasPrefix(bytes.TrimLeft(line, " "), []byte(key)) {
			return true
		}
	}
	return false
}
