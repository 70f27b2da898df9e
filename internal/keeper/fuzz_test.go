package keeper

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http/httptest"
	"testing"
)

// FuzzCall sends any body to both calls: it is answered, never with a half beyond what is told, and what is told keeps its chain.
func FuzzCall(f *testing.F) {
	body, err := formatTell(id, 0, sales(1, 0, 2))
	if err != nil {
		f.Fatal(err)
	}
	f.Add(true, body)
	f.Add(false, []byte(`{"block":"3002-00-0001","positions":[0,1,2]}`))
	f.Add(false, []byte(`{"block":"3002-00-0001","positions":[-1]}`))
	f.Add(true, []byte(`{"block":"3002-00-0001","from":1,"sales":"AAAA"}`))
	s, b := newService(f, io.Discard)
	tell(f, b, 0, 2)
	f.Fuzz(func(t *testing.T, tells bool, body []byte) {
		path := "/halves"
		if tells {
			path = "/tell"
		}
		r := httptest.NewRequest("POST", path, bytes.NewReader(body))
		r.Header.Set("Authorization", "Bearer "+testToken)
		w := httptest.NewRecorder()
		s.ServeHTTP(w, r)
		if w.Code == 503 || w.Code == 200 && path == "/halves" && bytes.Count(w.Body.Bytes(), []byte{','}) >= MaxPositions {
			t.Errorf("%d %.200s", w.Code, w.Body)
		}
		if block, from, list, err := parseTell(body); err == nil {
			again, err := formatTell(block, from, list)
			if err != nil {
				t.Fatal(err)
			}
			block2, from2, list2, err := parseTell(again)
			if err != nil || block2 != block || from2 != from || len(list2) != len(list) {
				t.Errorf("%s is read otherwise: %v", again, err)
			}
		}
		if ack, err := b.Status(context.Background(), id); err != nil || ack.Told < 2 {
			t.Error(ack, err)
		}
	})
}

// FuzzAck: an acknowledgement is read in one form only.
func FuzzAck(f *testing.F) {
	f.Add("tirage keeper ack 1\nblock 3002-00-0001\ntold 5\nchain 0000000000000000000000000000000000000000000000000000000000000000\n")
	f.Add("tirage keeper ack 1\nblock 3002-00-0001\ntold -5\nchain 00\n")
	f.Fuzz(func(t *testing.T, text string) {
		if a, ok := parseAck(text); ok && a.text() != text {
			t.Errorf("%q is read as %+v", text, a)
		}
	})
}

// FuzzFolder puts any bytes into the files of a block. Either the folder is refused as damaged, or what it holds is a chain: it opens,
// goes on, and gives no half beyond what is told.
func FuzzFolder(f *testing.F) {
	dir := newFolder(f)
	b := open(f, testOptions(dir))
	tell(f, b, 0, 2)
	tell(f, b, 2, 1)
	if _, err := b.Halves(context.Background(), id, []int64{2, 0}); err != nil {
		f.Fatal(err)
	}
	_ = b.Close()
	told, heads, halves := read(f, file(dir, toldFile)), read(f, file(dir, headsFile)), read(f, file(dir, halvesFile))
	facts := read(f, file(dir, factsFile))
	f.Add(told, heads, halves, facts)
	f.Add(told[:100], heads, halves, facts)
	f.Add(told, heads[:40], halves[:50], facts)
	f.Add(told, heads[:40], []byte{}, facts)
	f.Add([]byte{}, []byte{}, []byte{}, facts[:len(facts)-1])
	work := copyFolder(f, dir)
	f.Fuzz(func(t *testing.T, told, heads, halves, facts []byte) {
		for name, data := range map[string][]byte{toldFile: told, headsFile: heads, halvesFile: halves, factsFile: facts} {
			write(t, file(work, name), data)
		}
		states, err := Inspect(work)
		if err != nil {
			if !errors.Is(err, ErrDamaged) {
				t.Errorf("%v", err)
			}
			return
		}
		b, err := Open(testOptions(work))
		if err != nil {
			t.Fatalf("inspected, but not opened: %v", err)
		}
		defer b.Close()
		ack, err := b.Status(context.Background(), id)
		if err != nil || ack.Told != states[0].Told.Told || ack.Told*SaleSize > int64(len(told)) {
			t.Fatalf("%+v, %v", ack, err)
		}
		if _, err := b.Halves(context.Background(), id, []int64{ack.Told}); !errors.Is(err, NotTold) {
			t.Errorf("a half of what is not told: %v", err)
		}
		tell(t, b, ack.Told, 1)
	})
}
