package seal_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"tirage/seal"
)

// samples are serials of every width of field.
func samples() []seal.Serial {
	return []seal.Serial{
		{Game: 0, Issue: 0, Block: 1},
		{Game: 9999, Issue: 99, Block: 9999, Pack: 999999, Ticket: 999},
		{Game: 123, Issue: 4, Block: 56, Pack: 7890, Ticket: 12},
		{Game: 1020, Issue: 30, Block: 4050, Pack: 607080, Ticket: 901},
	}
}

func TestSerialText(t *testing.T) {
	for _, s := range samples() {
		want := fmt.Sprintf("%04d-%02d-%04d-%06d-%03d-", s.Game, s.Issue, s.Block, s.Pack, s.Ticket)
		text := s.String()
		if text[:len(text)-1] != want {
			t.Errorf("%q does not begin with %q", text, want)
		}
		digits := s.Digits()
		for _, form := range []string{text, string(digits[:]), strings.ReplaceAll(text, "-", "\u202f"), " " + text + " "} {
			if got, err := seal.ParseSerial(form); err != nil || got != s {
				t.Errorf("ParseSerial(%q) = %v, %v", form, got, err)
			}
		}
		b, err := json.Marshal(s)
		var back seal.Serial
		if err != nil || json.Unmarshal(b, &back) != nil || back != s {
			t.Errorf("JSON %s, %v", b, err)
		}
	}
}

// Every wrong digit and every swap of neighbours is refused, check digit included.
func TestSerialCheckDigit(t *testing.T) {
	for _, s := range samples() {
		d := s.Digits()
		for i := range d {
			for c := byte('0'); c <= '9'; c++ {
				bad := d
				bad[i] = c
				refusedUnlessSame(t, bad[:], d[:])
			}
			if i > 0 {
				bad := d
				bad[i-1], bad[i] = d[i], d[i-1]
				refusedUnlessSame(t, bad[:], d[:])
			}
		}
	}
}

func refusedUnlessSame(t *testing.T, bad, good []byte) {
	t.Helper()
	_, err := seal.ParseSerial(string(bad))
	if same := string(bad) == string(good); same != (err == nil) || !same && !errors.Is(err, seal.ErrSerialCheck) {
		t.Errorf("%s for %s: %v", bad, good, err)
	}
}

func TestSerialRefusals(t *testing.T) {
	zero := seal.Serial{Game: 1, Issue: 1, Block: 0, Pack: 1}.String()
	for text, want := range map[string]error{
		"":                          seal.ErrSerialLength,
		"0123-04-0056-000000-000":   seal.ErrSerialLength, // the check digit is part of a serial
		"012304005600000000030":     seal.ErrSerialLength,
		"0123-04-0056-000000-000-4": seal.ErrSerialCheck,
		"O123-04-0056-000000-000-3": seal.ErrSerialSymbol,
		"0123_04_0056_000000_000_3": seal.ErrSerialSymbol,
		"０123-04-0056-000000-000-3": seal.ErrSerialSymbol,
		"01230400560000000003\n":    seal.ErrSerialSymbol,
		zero:                        seal.ErrSerialBlock,
	} {
		if _, err := seal.ParseSerial(text); !errors.Is(err, want) {
			t.Errorf("ParseSerial(%q): %v, want %v", text, err, want)
		}
	}
}

func someVIRNs(t *testing.T, n int) (out []string) {
	p := press(t)
	for pos := range n {
		var tk seal.Ticket
		if err := p.Ticket(pos, &tk); err != nil {
			t.Fatal(err)
		}
		out = append(out, tk.VIRN.Text())
	}
	return out
}

// Every wrong character, every exchange of two different characters at any distance, and every pair of equal characters
// misread as another equal pair is refused. The code is linear,
// so that the errors refused do not depend on the VIRN: a few VIRNs and all values at all pairs of places prove it.
func TestVIRNCheckCharacter(t *testing.T) {
	refused := func(b []byte) bool {
		_, err := seal.ParseVIRN(string(b))
		return errors.Is(err, seal.ErrVIRNCheck)
	}
	for _, good := range someVIRNs(t, 20) {
		for i := range good {
			for j := range letters {
				bad := []byte(good)
				bad[i] = letters[j]
				if string(bad) != good && !refused(bad) {
					t.Fatalf("%s passes for %s", bad, good)
				}
			}
		}
	}
	for i := range seal.VIRNLength {
		for j := range i {
			for pair := range 32 * 32 {
				a, b := letters[pair/32], letters[pair%32]
				if a != b {
					twins := completed(t, i, j, a, a)
					twins[i], twins[j] = b, b
					if !refused(twins) {
						t.Fatalf("twins at %d and %d pass: %s", i, j, twins)
					}
					good := completed(t, i, j, a, b)
					good[i], good[j] = good[j], good[i]
					if !refused(good) {
						t.Fatalf("exchange of %d and %d passes: %s", i, j, good)
					}
				}
			}
		}
	}
}

// completed gives a valid VIRN with a at i and b at j, by choosing a character elsewhere.
func completed(t *testing.T, i, j int, a, b byte) []byte {
	free := 0
	for free == i || free == j {
		free++
	}
	v := []byte(strings.Repeat("0", seal.VIRNLength))
	v[i], v[j] = a, b
	for k := range letters {
		v[free] = letters[k]
		if _, err := seal.ParseVIRN(string(v)); err == nil {
			return v
		}
	}
	t.Fatalf("no VIRN has %c at %d and %c at %d", a, i, b, j)
	return nil
}

func TestVIRNAsTyped(t *testing.T) {
	for _, text := range someVIRNs(t, 200) {
		v, err := seal.ParseVIRN(text)
		if err != nil {
			t.Fatal(err)
		}
		low := strings.ToLower(v.Grouped())
		forms := []string{
			v.Grouped(), low, strings.ReplaceAll(low, "-", " "), strings.ReplaceAll(low, "0", "o"),
			strings.ReplaceAll(low, "1", "l"), strings.ReplaceAll(text, "1", "I"), strings.ReplaceAll(text, "0", "O"),
		}
		for _, form := range forms {
			if got, err := seal.ParseVIRN(form); err != nil || got != v {
				t.Errorf("ParseVIRN(%q): %v", form, err)
			}
		}
		if g := v.Grouped(); strings.ReplaceAll(g, "-", "") != text || len(g) != 19 {
			t.Errorf("grouped %q of %q", g, text)
		}
	}
	for text, want := range map[string]error{
		"":                    seal.ErrVIRNLength,
		"Y2KQDTX4CQVG3A0":     seal.ErrVIRNLength,
		"Y2KQDTX4CQVG3A033":   seal.ErrVIRNLength,
		"Y2KQDTX4CQVG3A04":    seal.ErrVIRNCheck,
		"U2KQDTX4CQVG3A03":    seal.ErrVIRNSymbol,
		"Y2KQ*DTX4CQVG3A0":    seal.ErrVIRNSymbol,
		"Y2KQ-DTX4-CQVG-3A0é": seal.ErrVIRNSymbol,
	} {
		if _, err := seal.ParseVIRN(text); !errors.Is(err, want) {
			t.Errorf("ParseVIRN(%q): %v, want %v", text, err, want)
		}
	}
}

func TestTicketCode(t *testing.T) {
	var tk seal.Ticket
	if err := press(t).Ticket(77, &tk); err != nil {
		t.Fatal(err)
	}
	code := string(seal.AppendTicketCode(nil, tk.Serial, tk.VIRN))
	if len(code) != seal.TicketCodeLength {
		t.Fatalf("%q", code)
	}
	for _, form := range []string{code, tk.Serial.String() + " " + tk.VIRN.Grouped(), strings.ToLower(code)} {
		if s, v, err := seal.ParseTicketCode(form); err != nil || s != tk.Serial || v != tk.VIRN {
			t.Errorf("%q: %v", form, err)
		}
	}
	for text, want := range map[string]error{
		"": seal.ErrCodeLength, code[1:]: seal.ErrCodeLength, code + "0": seal.ErrCodeLength,
		"X" + code[1:]: seal.ErrSerialSymbol, code[:35] + "U": seal.ErrVIRNSymbol,
		code[:19] + string('0'+(code[19]-'0'+1)%10) + code[20:]: seal.ErrSerialCheck,
		code[:35] + other(code[35]):                             seal.ErrVIRNCheck,
		code[:35] + "\xff":                                      seal.ErrVIRNSymbol,
		code[:19] + "\xff" + code[20:]:                          seal.ErrSerialSymbol,
	} {
		if _, _, err := seal.ParseTicketCode(text); !errors.Is(err, want) {
			t.Errorf("%q: %v, want %v", text, err, want)
		}
	}
}

func other(c byte) string {
	if c == '0' {
		return "2"
	}
	return "0"
}

func TestPositions(t *testing.T) {
	blk := seal.Block{Game: 1, Issue: 2, Number: 3, Tickets: 1003, PackSize: 20}
	seen := map[seal.Serial]bool{}
	for pos := range int(blk.Tickets) {
		s, err := blk.Serial(pos)
		back, err2 := blk.Position(s)
		if err != nil || err2 != nil || back != pos || seen[s] {
			t.Fatal(pos, s, back, err, err2)
		}
		seen[s] = true
	}
	if blk.Packs() != 51 {
		t.Errorf("%d packs", blk.Packs())
	}
	for _, pos := range []int{-1, 1003} {
		if _, err := blk.Serial(pos); !errors.Is(err, seal.ErrPosition) {
			t.Errorf("position %d: %v", pos, err)
		}
	}
	for _, s := range []seal.Serial{
		{Game: 2, Issue: 2, Block: 3},
		{Game: 1, Issue: 1, Block: 3},
		{Game: 1, Issue: 2, Block: 4},
		{Game: 1, Issue: 2, Block: 3, Ticket: 20},
		{Game: 1, Issue: 2, Block: 3, Pack: 50, Ticket: 3},
		{Game: 1, Issue: 2, Block: 3, Pack: 51},
	} {
		if _, err := blk.Position(s); !errors.Is(err, seal.ErrForeign) {
			t.Errorf("%v: %v", s, err)
		}
	}
}

func TestShares(t *testing.T) {
	blk := seal.Block{Game: 1, Issue: 2, Number: 3, Tickets: 1003, PackSize: 20}
	for online, ok := range map[int]bool{0: true, 20: true, 1000: true, 1003: true, 10: false, -20: false, 1020: false} {
		if err := (seal.Shares{Online: online}).Check(blk); (err == nil) != ok || !ok && !errors.Is(err, seal.ErrOnline) {
			t.Errorf("%d: %v", online, err)
		}
	}
	s := seal.Shares{Online: 20}
	if s.Kind(0) != seal.Online || s.Kind(19) != seal.Online || s.Kind(20) != seal.Paper || (seal.Shares{}).Kind(0) != seal.Paper {
		t.Error("kinds")
	}
}

func TestBlockRefusals(t *testing.T) {
	good := seal.Block{Game: 9999, Issue: 99, Number: 9999, Tickets: 1_000_000_000, PackSize: 1000}
	if err := good.Check(); err != nil {
		t.Fatal(err)
	}
	for i, change := range []func(*seal.Block){
		func(b *seal.Block) { b.Game++ }, func(b *seal.Block) { b.Issue++ }, func(b *seal.Block) { b.Number++ },
		func(b *seal.Block) { b.Number = 0 }, func(b *seal.Block) { b.PackSize++ }, func(b *seal.Block) { b.PackSize = 0 },
		func(b *seal.Block) { b.Tickets = 0 }, func(b *seal.Block) { b.Tickets++ },
	} {
		bad := good
		change(&bad)
		if !errors.Is(bad.Check(), seal.ErrBlock) {
			t.Errorf("change %d is accepted", i)
		}
		if _, err := seal.NewPress(seal.NewSeed([32]byte{1}), seal.NewSeed([32]byte{2}), bad); !errors.Is(err, seal.ErrBlock) {
			t.Errorf("change %d has a press: %v", i, err)
		}
	}
}

// The VIRNs and secrets of a block look uniform: no character of the 15 is rarer or commoner than chance at 6 sigma.
func TestVIRNCharactersAreUniform(t *testing.T) {
	const n = 32 * 1000
	var count [seal.VIRNLength][256]int
	p := press(t)
	var tk seal.Ticket
	start := rand.N(1_000_000)
	for pos := range n {
		if err := p.Ticket(start+pos, &tk); err != nil {
			t.Fatal(err)
		}
		for i, c := range []byte(tk.VIRN.Text()) {
			count[i][c]++
		}
	}
	for i := range count {
		for j := range letters {
			if c := count[i][letters[j]]; c < 1000-190 || c > 1000+190 {
				t.Errorf("place %d: %c seen %d times of 1000 (first position %d)", i, letters[j], c, start)
			}
		}
	}
}
