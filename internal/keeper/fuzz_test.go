package keeper

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http/httptest"
	"slices"
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

// FuzzPermits puts any bytes into the record of permissions. It is refused as damaged, or what it holds is a chain: halves are given of the
// paper tickets in it and of no other, and it goes on.
func FuzzPermits(f *testing.F) {
	dir := newFolder(f)
	for i, reason := range []string{"torn", "le chien l’a mordu"} {
		if _, err := Permit(dir, serialAt(f, 2_600+i), reason, permitTime); err != nil {
			f.Fatal(err)
		}
	}
	whole := read(f, file(dir, permitsFile))
	f.Add(whole)
	f.Add(whole[:len(whole)-1])
	f.Add([]byte{})
	f.Add(append(bytes.Clone(whole), whole...))
	f.Fuzz(func(t *testing.T, data []byte) {
		write(t, file(dir, permitsFile), data)
		write(t, file(dir, halvesFile), nil)
		var permitted []int64
		err := ReadPermissions(dir, id, func(_ Facts, p Permission) { permitted = append(permitted, p.Position) })
		b, err2 := Open(testOptions(dir))
		if (err == nil) != (err2 == nil) || err != nil && !errors.Is(err, ErrDamaged) {
			t.Fatalf("read: %v, opened: %v", err, err2)
		}
		if err != nil {
			return
		}
		defer b.Close()
		for _, p := range append([]int64{2_600, 2_601, 2_602, online, 2_999}, permitted...) {
			if _, err := b.Halves(t.Context(), id, []int64{p}); (err == nil) != slices.Contains(permitted, p) {
				t.Errorf("position %d of %v: %v", p, permitted, err)
			}
		}
		if err := b.Permit(t.Context(), serialAt(t, 2_999), "goes on"); err != nil {
			t.Error(err)
		}
		if states, err := Inspect(dir); err != nil || states[0].Torn || states[0].Permits < int64(len(permitted)) {
			t.Errorf("%+v, %v", states, err)
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
