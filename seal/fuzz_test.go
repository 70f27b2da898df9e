package seal_test

import (
	"testing"

	"tirage/seal"
)

// What is accepted is written back in one canonical form, which reads as the same thing.

func FuzzParseSerial(f *testing.F) {
	for _, s := range samples() {
		f.Add(s.String())
	}
	f.Add("0123\u202f04 0056-000000\u2013000-3")
	f.Fuzz(func(t *testing.T, text string) {
		s, err := seal.ParseSerial(text)
		if err != nil {
			if s != (seal.Serial{}) {
				t.Fatal("a refusal gives a serial")
			}
			return
		}
		d := s.Digits()
		for _, form := range []string{s.String(), string(d[:])} {
			if back, err := seal.ParseSerial(form); err != nil || back != s {
				t.Fatalf("%q reads as %v, then %q as %v, %v", text, s, form, back, err)
			}
		}
	})
}

func FuzzParseVIRN(f *testing.F) {
	f.Add("Y2KQDTX4CQVG3A03")
	f.Add("y2kq-dtx4 cqvg 3ao3")
	f.Add("U")
	f.Fuzz(func(t *testing.T, text string) {
		v, err := seal.ParseVIRN(text)
		if err != nil {
			if v != (seal.VIRN{}) {
				t.Fatal("a refusal gives a VIRN")
			}
			return
		}
		for _, form := range []string{v.Text(), v.Grouped()} {
			if back, err := seal.ParseVIRN(form); err != nil || back != v {
				t.Fatalf("%q, then %q: %v", text, form, err)
			}
		}
		if checkCharacter(v.Text()[:15]) != v.Text()[15:] {
			t.Fatalf("%q is accepted with a wrong check character", text)
		}
	})
}

func FuzzParseTicketCode(f *testing.F) {
	f.Add("01230400560000000003Y2KQDTX4CQVG3A03")
	f.Add("0123-04-0056-000000-000-3 y2kq-dtx4-cqvg-3a03")
	f.Add("0123040056000000000\xffY2KQDTX4CQVG3A03")
	f.Fuzz(func(t *testing.T, text string) {
		s, v, err := seal.ParseTicketCode(text)
		if err != nil {
			return
		}
		code := string(seal.AppendTicketCode(nil, s, v))
		if s2, v2, err := seal.ParseTicketCode(code); err != nil || s2 != s || v2 != v {
			t.Fatalf("%q, then %q: %v", text, code, err)
		}
	})
}

// FuzzOpen: whatever the bytes, an envelope opens only if it is the one that was sealed.
func FuzzOpen(f *testing.F) {
	s := sealTicket(f, 5, seal.Outcome{Lot: 2, Composition: 1})
	f.Add(seal.PaperEnvelope(&s.record))
	f.Add(seal.TwoKeyEnvelope(&s.record))
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, envelope []byte) {
		honest := string(envelope) == string(seal.PaperEnvelope(&s.record))
		if err := s.paper(envelope); (err == nil) != honest || !honest && err != seal.ErrSealed {
			t.Fatalf("paper: %v", err)
		}
		honest = string(envelope) == string(seal.TwoKeyEnvelope(&s.record))
		if err := s.two(envelope); (err == nil) != honest || !honest && err != seal.ErrSealed {
			t.Fatalf("two keys: %v", err)
		}
	})
}
