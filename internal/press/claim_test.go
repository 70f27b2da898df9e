package press

import (
	"context"
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"tirage/seal"
)

// claimKeyOf is the claim key of a specimen.
func claimKeyOf(t *testing.T, s *Stock) seal.ClaimKey {
	t.Helper()
	a, _, err := s.Seeds()
	if err != nil {
		t.Fatal(err)
	}
	key, err := seal.NewClaimKey(a, s.Manifest.Block)
	if err != nil {
		t.Fatal(err)
	}
	return key
}

// The paper tickets of a folder, counted claim by claim, pay what the two-key envelopes say.
func TestClaimReadsEveryPaperTicket(t *testing.T) {
	s, dir, halves := stockOf(t)
	key := claimKeyOf(t, s)
	for pos := s.size - 100; pos < s.size; pos++ {
		printed, err := ReadTicket(dir, int(pos))
		if err != nil {
			t.Fatal(err)
		}
		house, keeper := halves(pos)
		o, err := s.Open(pos, house, keeper)
		if err != nil {
			t.Fatal(err)
		}
		got, err := s.Claim(printed.Serial, printed.VIRN, key)
		if err != nil || got != (Claimed{pos, o.Outcome, o.Amount}) {
			t.Errorf("position %d: %+v, %v; the other envelope has %+v, %d", pos, got, err, o.Outcome, o.Amount)
		}
		if amount, err := s.Lot(int64(o.Outcome.Lot), int64(o.Outcome.Composition)); err != nil || amount != o.Amount {
			t.Errorf("lot %d: %d, %v", o.Outcome.Lot, amount, err)
		}
	}
	for _, c := range [][2]int64{{-1, 0}, {0, -1}, {1 << 16, 0}, {0, 1 << 16}, {0, 0}, {1, int64(len(s.Plan.Compositions))}} {
		if _, err := s.Lot(c[0], c[1]); (err == nil) != (c == [2]int64{0, 0} && s.Plan.Compositions[0].Lot < 0) {
			t.Errorf("lot %d of composition %d: %v", c[0], c[1], err)
		}
	}
}

// Whatever is wrong with a claim, it is refused in the same words and after the same work: one envelope is read and one is opened.
func TestClaimRefusesAlike(t *testing.T) {
	s, dir, _ := stockOf(t)
	key := claimKeyOf(t, s)
	right, err := ReadTicket(dir, int(s.size-1))
	if err != nil {
		t.Fatal(err)
	}
	neighbour, err := ReadTicket(dir, int(s.size-2))
	if err != nil {
		t.Fatal(err)
	}
	serial := func(pos int) seal.Serial {
		n, err := s.Manifest.Block.Serial(pos)
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	foreign, high := right.Serial, right.Serial
	foreign.Game++
	high.Ticket = 999
	work := func(n seal.Serial, v seal.VIRN, key seal.ClaimKey) float64 {
		return testing.AllocsPerRun(20, func() {
			if _, err := s.Claim(n, v, key); !errors.Is(err, seal.ErrSealed) {
				t.Errorf("%s: %v", n, err)
			}
		})
	}
	want := work(right.Serial, neighbour.VIRN, key)
	other, err := seal.NewClaimKey(seal.NewSeed([32]byte{1}), s.Manifest.Block)
	if err != nil {
		t.Fatal(err)
	}
	for name, got := range map[string]float64{
		"of the online share":        work(serial(3), right.VIRN, key),
		"behind the folder":          work(serial(int(s.size)), right.VIRN, key),
		"of another game":            work(foreign, right.VIRN, key),
		"behind its pack":            work(high, right.VIRN, key),
		"with another block's key":   work(right.Serial, right.VIRN, other),
		"of a block that is not one": testing.AllocsPerRun(20, func() { _ = ClaimNothing(foreign, right.VIRN) }),
	} {
		if got != want {
			t.Errorf("a ticket %s: %v allocations, a wrong number: %v", name, got, want)
		}
	}
	if err := ClaimNothing(right.Serial, right.VIRN); !errors.Is(err, seal.ErrSealed) {
		t.Errorf("nothing is claimed: %v", err)
	}
	if _, err := s.Claim(right.Serial, right.VIRN, seal.ClaimKey{}); !errors.Is(err, seal.ErrNoKey) {
		t.Errorf("without a key: %v", err)
	}
	for _, pos := range []int{3, int(s.size)} {
		if _, err := s.PaperPosition(serial(pos)); !errors.Is(err, ErrNoTicket) {
			t.Errorf("position %d is on paper: %v", pos, err)
		}
	}
	if pos, err := s.PaperPosition(right.Serial); err != nil || pos != s.size-1 {
		t.Errorf("position %d, %v", pos, err)
	}
	flip(t, filepath.Join(dir, envelopesFile), (s.size-1)*seal.RecordSize)
	if _, err := s.Claim(right.Serial, right.VIRN, key); !errors.Is(err, seal.ErrSealed) {
		t.Errorf("a changed envelope: %v", err)
	}
	if err := s.Check(context.Background()); !errors.Is(err, ErrFiles) {
		t.Errorf("changed envelopes: %v", err)
	}
}

// The file of a claim key is of one block, as that of the house's key is; neither passes for the other.
func TestClaimKeyOfTheBlock(t *testing.T) {
	made := func(number uint16, root byte) (*Manifest, seal.ClaimKey) {
		m := &Manifest{}
		m.Block = seal.Block{Game: 7, Number: number, Tickets: 1_000, PackSize: 50}
		m.Root[0] = root
		k, err := seal.NewClaimKey(seal.NewSeed([32]byte{root, 1}), m.Block)
		if err != nil {
			t.Fatal(err)
		}
		return m, k
	}
	m, k := made(1, 1)
	text := m.ClaimKeyText(k)
	if got, err := m.ReadClaimKey([]byte(text)); err != nil || got.Hex() != k.Hex() {
		t.Fatalf("its own key: %v", err)
	}
	house, err := seal.ParseHouseKey([]byte(k.Hex()))
	if err != nil {
		t.Fatal(err)
	}
	again, other := made(1, 2)
	second, third := made(2, 1)
	for name, bad := range map[string]string{
		"of the block printed again": again.ClaimKeyText(other), "of another number": second.ClaimKeyText(third), "bare": k.Hex() + "\n", "nothing": "",
		"with another key": strings.Replace(text, k.Hex(), other.Hex(), 1), "longer": text + "\n", "of the house": m.HouseKeyText(house),
	} {
		if _, err := m.ReadClaimKey([]byte(bad)); !errors.Is(err, ErrClaimKey) {
			t.Errorf("the key %s is taken: %v", name, err)
		}
	}
	if _, err := m.ReadHouseKey([]byte(text)); !errors.Is(err, ErrHouseKey) {
		t.Errorf("it passes for the house's: %v", err)
	}
}
