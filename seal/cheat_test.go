package seal_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"

	"tirage/seal"
)

var testBlock = seal.Block{Game: 1, Issue: 1, Number: 1, Tickets: 2_000_000, PackSize: 100}

func press(t testing.TB) *seal.Press {
	t.Helper()
	p, err := seal.NewPress(seal.NewSeed([32]byte{1}), seal.NewSeed([32]byte{2}), testBlock)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// sealedTicket is a ticket with its record and the keys the parties keep.
type sealedTicket struct {
	seal.Ticket
	record        [seal.RecordSize]byte
	outcome       seal.Outcome
	claim         seal.ClaimKey
	house, keeper seal.Half
}

func sealTicket(t testing.TB, pos int, o seal.Outcome) (s sealedTicket) {
	t.Helper()
	p := press(t)
	if err := p.Ticket(pos, &s.Ticket); err != nil {
		t.Fatal(err)
	}
	p.Seal(&s.record, &s.Ticket, o)
	s.outcome = o
	a, b := seal.NewSeed([32]byte{1}), seal.NewSeed([32]byte{2})
	claim, err1 := seal.NewClaimKey(a, testBlock)
	hk, err2 := seal.NewHouseKey(a, testBlock)
	kk, err3 := seal.NewKeeperKey(b, testBlock)
	house, err4 := hk.Half(s.Serial)
	keeper, err5 := kk.Half(s.Serial)
	if err := errors.Join(err1, err2, err3, err4, err5); err != nil {
		t.Fatal(err)
	}
	s.claim, s.house, s.keeper = claim, house, keeper
	return s
}

func (s *sealedTicket) paper(envelope []byte) error {
	_, err := seal.OpenPaper(s.claim, s.Serial, s.VIRN, envelope)
	return err
}

func (s *sealedTicket) two(envelope []byte) error {
	_, _, err := seal.OpenTwo(s.house, s.keeper, s.Serial, envelope)
	return err
}

func refused(t *testing.T, what string, err error) {
	t.Helper()
	if err != seal.ErrSealed {
		t.Errorf("%s: %v", what, err)
	}
}

func TestEveryBitCounts(t *testing.T) {
	s := sealTicket(t, 5, seal.Outcome{Lot: 1, Composition: 2})
	p := press(t)
	if s.paper(seal.PaperEnvelope(&s.record)) != nil || s.two(seal.TwoKeyEnvelope(&s.record)) != nil {
		t.Fatal("an honest record does not open")
	}
	for bit := range 8 * seal.RecordSize {
		bad := s.record
		bad[bit/8] ^= 1 << (bit % 8)
		if bit < 8*seal.EnvelopeSize {
			refused(t, fmt.Sprint("paper bit ", bit), s.paper(seal.PaperEnvelope(&bad)))
		} else {
			refused(t, fmt.Sprint("two-key bit ", bit), s.two(seal.TwoKeyEnvelope(&bad)))
		}
		_, err := p.Open(&bad, &s.Ticket)
		refused(t, fmt.Sprint("audit bit ", bit), err)
	}
}

func TestEnvelopesDoNotMove(t *testing.T) {
	o := seal.Outcome{Lot: 1}
	s, n := sealTicket(t, 5, o), sealTicket(t, 6, o)
	refused(t, "neighbour's paper envelope", s.paper(seal.PaperEnvelope(&n.record)))
	refused(t, "neighbour's two-key envelope", s.two(seal.TwoKeyEnvelope(&n.record)))
	refused(t, "two-key envelope as paper", s.paper(seal.TwoKeyEnvelope(&s.record)))
	refused(t, "paper envelope as two-key", s.two(seal.PaperEnvelope(&s.record)))
	for size := range seal.RecordSize + 1 {
		if size != seal.EnvelopeSize {
			refused(t, "short or long envelope", s.paper(s.record[:size]))
			refused(t, "short or long envelope", s.two(s.record[:size]))
		}
	}
	moved := s.record
	copy(moved[seal.EnvelopeSize:], n.record[seal.EnvelopeSize:])
	_, err := press(t).Open(&moved, &s.Ticket)
	refused(t, "audit of a record made of two", err)
}

func TestWrongKeys(t *testing.T) {
	s, n := sealTicket(t, 5, seal.Outcome{}), sealTicket(t, 6, seal.Outcome{})
	envelope, two := seal.PaperEnvelope(&s.record), seal.TwoKeyEnvelope(&s.record)
	_, err := seal.OpenPaper(s.claim, s.Serial, n.VIRN, envelope)
	refused(t, "another ticket's VIRN", err)
	_, err = seal.OpenPaper(s.claim, s.Serial, seal.VIRN{}, envelope)
	refused(t, "no VIRN", err)
	_, err = seal.OpenPaper(s.claim, n.Serial, s.VIRN, envelope)
	refused(t, "another serial", err)
	foreign, err := seal.NewClaimKey(seal.NewSeed([32]byte{2}), testBlock)
	if err != nil {
		t.Fatal(err)
	}
	_, err = seal.OpenPaper(foreign, s.Serial, s.VIRN, envelope)
	refused(t, "the keeper's seed and the VIRN", err)
	_, err = seal.OpenPaper(s.claim, s.Serial, s.VIRN, make([]byte, seal.EnvelopeSize))
	refused(t, "unknown serial", err)
	_, err = seal.OpenPaper(seal.ClaimKey{}, s.Serial, s.VIRN, envelope)
	if !errors.Is(err, seal.ErrNoKey) {
		t.Error("no claim key:", err)
	}
	for what, half := range map[string][2]seal.Half{
		"house alone": {s.house, {}}, "keeper alone": {{}, s.keeper}, "house twice": {s.house, s.house},
		"keeper twice": {s.keeper, s.keeper}, "keeper's half for a neighbour": {s.house, n.keeper},
		"house's half for a neighbour": {n.house, s.keeper}, "nobody": {},
	} {
		_, _, err := seal.OpenTwo(half[0], half[1], s.Serial, two)
		refused(t, what, err)
	}
	if _, _, err := seal.OpenTwo(s.house, s.keeper, n.Serial, two); err != seal.ErrSealed {
		t.Error("both halves, another serial:", err)
	}
}

// Anything in the identity of a block changes every key.
func TestKeysAreBoundToTheBlock(t *testing.T) {
	a, b := seal.NewSeed([32]byte{1}), seal.NewSeed([32]byte{2})
	seen := map[string]int{}
	for i, change := range []func(*seal.Block){
		func(*seal.Block) {}, func(b *seal.Block) { b.Game++ }, func(b *seal.Block) { b.Issue++ }, func(b *seal.Block) { b.Number++ },
		func(b *seal.Block) { b.Tickets++ }, func(b *seal.Block) { b.PackSize++ }, func(b *seal.Block) { b.GameFile[31]++ },
	} {
		blk := testBlock
		change(&blk)
		p, err := seal.NewPress(a, b, blk)
		if err != nil {
			t.Fatal(err)
		}
		house, err1 := seal.NewHouseKey(a, blk)
		keeper, err2 := seal.NewKeeperKey(b, blk)
		claim, err3 := seal.NewClaimKey(a, blk)
		var tk seal.Ticket
		if err := errors.Join(err1, err2, err3, p.Ticket(0, &tk)); err != nil {
			t.Fatal(err)
		}
		plan, secret := p.PlanSeed(), tk.Secret.Bytes()
		for _, k := range []string{house.Hex(), keeper.Hex(), claim.Hex(), hexa(plan[:]), hexa(secret[:]), tk.VIRN.Text()} {
			if j, dup := seen[k]; dup {
				t.Errorf("changes %d and %d share a key", i, j)
			}
			seen[k] = i
		}
	}
}

func TestSeedRefusals(t *testing.T) {
	hex64 := strings.Repeat("0aF", 22)[:64]
	if s, err := seal.ParseSeed([]byte("\r\n\t" + hex64 + " \n")); err != nil || s.Hex() != strings.ToLower(hex64) {
		t.Error(err)
	}
	for _, text := range []string{"", hex64[1:], hex64 + "0", hex64[:63] + "g", hex64[:32] + "\n" + hex64[32:], "0x" + hex64[2:]} {
		if _, err := seal.ParseSeed([]byte(text)); err != seal.ErrKeyForm {
			t.Errorf("%q: %v", text, err)
		}
	}
	a := seal.NewSeed([32]byte{1})
	if _, err := seal.NewPress(a, seal.NewSeed([32]byte{1}), testBlock); err != seal.ErrSameSeed {
		t.Error("same seed twice:", err)
	}
	_, err1 := seal.NewPress(a, seal.Seed{}, testBlock)
	_, err2 := seal.NewPress(seal.Seed{}, a, testBlock)
	_, err3 := seal.Seed{}.Commitment()
	_, err4 := seal.NewHouseKey(seal.Seed{}, testBlock)
	_, err5 := seal.KeeperKey{}.Half(seal.Serial{})
	for i, err := range []error{err1, err2, err3, err4, err5} {
		if !errors.Is(err, seal.ErrNoKey) {
			t.Errorf("empty key %d: %v", i+1, err)
		}
	}
	house, err := seal.ParseHouseKey([]byte(hex64))
	keeper, err2 := seal.ParseKeeperKey([]byte(hex64))
	claim, err3 := seal.ParseClaimKey([]byte(hex64))
	if err := errors.Join(err, err2, err3); err != nil || house.Hex() != keeper.Hex() || claim.Hex() != strings.ToLower(hex64) {
		t.Error("keys do not read back:", err)
	}
}

// No secret is printed by fmt, JSON or a log; keys not even from an unexported field.
func TestSecretsDoNotPrint(t *testing.T) {
	s := sealTicket(t, 5, seal.Outcome{})
	seed := seal.NewSeed([32]byte{0xab, 0xcd})
	virn, secret, half := s.VIRN.Text(), s.Secret.Bytes(), s.house.Bytes()
	holder := struct {
		seed  seal.Seed
		claim seal.ClaimKey
		press *seal.Press
	}{seed, s.claim, press(t)}
	leaks := []string{
		virn, "abcd", hexa(secret[:]), hexa(half[:]), s.claim.Hex(), "171 205",
		fmt.Sprint(secret[0], " ", secret[1]), fmt.Sprint(half[0], " ", half[1]), "0xab, 0xcd",
	}
	var out strings.Builder
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x", "%X", "%d", "%c", "%08b"} {
		for _, x := range []any{seed, &seed, s.claim, s.VIRN, s.Secret, s.house, s.Ticket, &s.Ticket, press(t), *press(t), holder, []seal.Seed{seed}} {
			fmt.Fprintf(&out, verb+"\n", x)
		}
	}
	var log bytes.Buffer
	slog.New(slog.NewTextHandler(&log, nil)).Info("x", "seed", seed, "ticket", s.Ticket, "virn", s.VIRN)
	slog.New(slog.NewJSONHandler(&log, nil)).Info("x", "seed", seed, "ticket", s.Ticket, "virn", s.VIRN)
	out.Write(log.Bytes())
	b, err := json.Marshal(map[string]any{"seed": seed, "ticket": s.Ticket, "press": press(t), "half": s.house})
	if err != nil || strings.Count(string(b), "[redacted]") != 5 {
		t.Errorf("%s, %v", b, err)
	}
	out.Write(b)
	for _, leak := range leaks {
		if strings.Contains(strings.ToLower(out.String()), strings.ToLower(leak)) {
			at := strings.Index(strings.ToLower(out.String()), strings.ToLower(leak))
			t.Errorf("%q is printed: …%s…", leak, out.String()[max(0, at-60):min(out.Len(), at+60)])
		}
	}
}

// Clones press the same bytes, and only AES allocates.
func TestClonesAndAllocations(t *testing.T) {
	p := press(t)
	c := p.Clone()
	var t1, t2 seal.Ticket
	var r1, r2 [seal.RecordSize]byte
	for pos := range 100 {
		if err := errors.Join(p.Ticket(pos, &t1), c.Ticket(99-pos, &t2), c.Ticket(pos, &t2)); err != nil {
			t.Fatal(err)
		}
		o := seal.Outcome{Lot: uint16(pos), Composition: 9}
		p.Seal(&r1, &t1, o)
		c.Seal(&r2, &t2, o)
		if t1 != t2 || r1 != r2 {
			t.Fatal(pos)
		}
	}
	if c.Block() != testBlock || c.PlanSeed() != p.PlanSeed() {
		t.Error("a clone is of another block")
	}
	face := make([]byte, 400)
	for what, c := range map[string]struct {
		do    func()
		limit float64
	}{
		"numbers": {func() { _ = p.Ticket(3, &t1) }, 0},
		"leaf":    {func() { t1.Leaf(seal.Online, face); t1.Leaf(seal.Paper, face); seal.FaceSeed(t1.Secret, 1) }, 0},
		"seal":    {func() { p.Seal(&r1, &t1, seal.Outcome{}) }, 4},
	} {
		if n := testing.AllocsPerRun(50, c.do); n > c.limit {
			t.Errorf("%s: %v allocations, at most %v", what, n, c.limit)
		}
	}
}
