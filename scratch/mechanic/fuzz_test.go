package mechanic

import (
	"encoding/binary"
	"slices"
	"testing"

	"tirage/fair"
	"tirage/money"
	"tirage/scratch"
)

// FuzzNew feeds each kind any parameters: they give problems, or a mechanic that keeps the law.
func FuzzNew(f *testing.F) {
	kinds := All()
	for _, x := range slices.Concat(whole, small) {
		if x.kind != "bingo-lines" { // seconds of preparation: its own tests have small ones
			f.Add(byte(slices.IndexFunc(kinds, func(k Kind) bool { return k.Name == x.kind })), []byte(x.params))
		}
	}
	f.Fuzz(func(t *testing.T, kind byte, params []byte) {
		k := kinds[int(kind)%len(kinds)]
		if k.Name == "bingo-lines" {
			return
		}
		m, problems := k.New(params, Env{Currency: money.EUR, Lang: money.FR})
		if (m == nil) != (len(problems) > 0) {
			t.Fatalf("mechanic %v with problems %v", m, problems)
		}
		if m == nil {
			return
		}
		cells := make([]scratch.Code, cellCount(m))
		tape := fair.NewTape([32]byte{6})
		for i, o := range m.Outcomes() {
			m.Print(tape, i, nil, cells)
			if r := m.Read(cells); r.Pays != o.Pays || r.Note != scratch.NoNote || !listed(m, cells) || m.Fault(cells).Kind != scratch.NoFault {
				t.Fatalf("outcome %d %+v: printed %v, read %+v", i, o, figures(m, cells), r)
			}
		}
	})
}

// FuzzRead feeds every surface any codes: reading, faults and reasons hold up, and no more is paid than the best outcome.
func FuzzRead(f *testing.F) {
	var mechanics []scratch.Mechanic
	for _, x := range whole {
		mechanics = append(mechanics, x.make(f))
	}
	f.Add(byte(0), []byte{})
	f.Add(byte(3), []byte{0, 1, 0xFF, 0xFF, 0, 3, 0, 2})
	f.Fuzz(func(t *testing.T, which byte, codes []byte) {
		m := mechanics[int(which)%len(mechanics)]
		cells := make([]scratch.Code, cellCount(m))
		for i := range cells {
			if len(codes) >= 2*i+2 {
				cells[i] = scratch.Code(binary.BigEndian.Uint16(codes[2*i:]))
			}
		}
		r := m.Read(cells)
		m.Fault(cells)
		checkReasons(t, m, cells, r)
		if !slices.ContainsFunc(m.Outcomes(), func(o scratch.Outcome) bool { return o.Pays == r.Pays }) {
			t.Fatalf("%v pays %v, which is no outcome", figures(m, cells), r.Pays)
		}
	})
}
