package press

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"filippo.io/age"

	"tirage/fair"
	"tirage/seal"
)

// auditFake audits a block of the tests' own game.
func auditFake(t testing.TB, dir string, o AuditOptions) *Report {
	t.Helper()
	r, err := auditBlock(context.Background(), dir, fakePlan, o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// clean fails a test for every finding.
func clean(t testing.TB, r *Report) {
	t.Helper()
	for _, f := range r.Findings {
		t.Error(f)
	}
}

// done tells which checks were done and found nothing.
func done(r *Report) (names string) {
	for _, c := range r.Checks {
		if c.Result == Passed {
			names += c.Name + " "
		}
	}
	return strings.TrimSpace(names)
}

const everything = "signatures files plan envelopes tree seeds tickets recount"

func TestAuditOfASpecimen(t *testing.T) {
	o := fixed(filepath.Join(t.TempDir(), "block"))
	printFake(t, o)
	r := auditFake(t, o.Out, AuditOptions{})
	clean(t, r)
	if got := done(r); got != everything || r.Tickets != 20_000 {
		t.Errorf("%s; %d tickets", got, r.Tickets)
	}
	want := []CountedLot{{"100", 3, 3}, {"20", 41, 41}, {"7", 500, 500}, {"2", 2_900, 2_900}}
	if !slices.Equal(r.Lots, want) {
		t.Errorf("%v", r.Lots)
	}
}

func TestAuditOfABlockForSale(t *testing.T) {
	identity, err := age.GenerateX25519Identity()
	if err != nil {
		t.Fatal(err)
	}
	o := fixed(filepath.Join(t.TempDir(), "block"))
	forSale(t, &o, identity)
	printFake(t, o)
	_, verifier, err := signer(o.SignKey)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		options AuditOptions
		done    string
		tickets int64
	}{
		{AuditOptions{}, "signatures files plan envelopes tree", 0},
		{AuditOptions{Verifier: verifier}, "signatures files plan envelopes tree", 0},
		{AuditOptions{Identity: identity.String()}, "signatures files plan envelopes tree tickets", 18_500},
		{AuditOptions{SeedA: o.SeedA, SeedB: o.SeedB}, everything, 20_000},
		{AuditOptions{SeedA: o.SeedA, SeedB: o.SeedB, Identity: identity.String()}, everything, 20_000},
	} {
		r := auditFake(t, o.Out, c.options)
		clean(t, r)
		if got := done(r); got != c.done || r.Tickets != c.tickets {
			t.Errorf("%s; %d tickets, not %s; %d", got, r.Tickets, c.done, c.tickets)
		}
	}
	stranger, err := age.GenerateX25519Identity()
	if err != nil {
		t.Fatal(err)
	}
	_, other, err := NewSignKey("other.test")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := auditBlock(context.Background(), o.Out, fakePlan, AuditOptions{Identity: stranger.String()}); !errors.Is(err, ErrIdentity) {
		t.Errorf("the identity of a stranger: %v", err)
	}
	if r := auditFake(t, o.Out, AuditOptions{Identity: "# two\n" + stranger.String() + "\n\n" + identity.String() + "\n"}); !r.OK || r.Tickets == 0 {
		t.Errorf("the printer's identity is the second of two: %v, %d tickets", r.Findings, r.Tickets)
	}
	expect(t, auditFake(t, o.Out, AuditOptions{Identity: stranger.String(), Verifier: other}), "signature manifest", "printer manifest")
	expect(t, auditFake(t, o.Out, AuditOptions{Verifier: other}), "signature manifest", "signature announcement")
	expect(t, auditFake(t, o.Out, AuditOptions{SeedA: o.SeedB, SeedB: o.SeedA}), "seed seed-a")
	if err := os.WriteFile(filepath.Join(o.Out, filepath.FromSlash("print/000240-000319.parquet.age")), []byte("PAR1"), 0o644); err != nil {
		t.Fatal(err)
	}
	expect(t, auditFake(t, o.Out, AuditOptions{}), "print_file print/000240-000319.parquet.age")
	for _, wrong := range []AuditOptions{{Verifier: "house"}, {Identity: "AGE-SECRET-KEY-1"}, {SeedA: o.SeedA}, {Workers: -1}, {MaxFindings: -1}} {
		if _, err := auditBlock(context.Background(), o.Out, fakePlan, wrong); !errors.Is(err, ErrOptions) {
			t.Error(err)
		}
	}
	if _, err := readTicket(o.Out, 3_000, fakePlan); !errors.Is(err, ErrNoTicket) {
		t.Error("a sealed ticket was read")
	}
}

// expect fails a test unless each "name place" begins a finding.
func expect(t testing.TB, r *Report, wanted ...string) {
	t.Helper()
	for _, want := range wanted {
		name, place, _ := strings.Cut(want, " ")
		found := false
		for _, f := range r.Findings {
			found = found || f.Name == name && strings.HasPrefix(f.Place, place)
		}
		if !found {
			t.Errorf("%q was not found in %v, %.5v", want, r.Counts, r.Findings)
		}
	}
}

func TestAuditOfARange(t *testing.T) {
	for _, c := range []struct {
		online  int
		packs   Packs
		tickets int64
		recount bool
	}{
		{30, Packs{20, 45}, 25 * 50, false},
		{30, Packs{0, 10}, 500, false},
		{0, Packs{399, 400}, 50, false},
		{400, Packs{}, 20_000, true},
		{0, Packs{}, 20_000, true},
	} {
		o := fixed(filepath.Join(t.TempDir(), "block"))
		o.Online, o.Packs = c.online, c.packs
		printFake(t, o)
		r := auditFake(t, o.Out, AuditOptions{})
		clean(t, r)
		if r.Tickets != c.tickets || strings.Contains(done(r), "recount") != c.recount {
			t.Errorf("%v: %d tickets; %s", c, r.Tickets, done(r))
		}
	}
}

func TestAnUnfinishedFolderIsNoBlock(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"a.partial", "b"} {
		if err := os.Mkdir(filepath.Join(dir, name), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "b", markerFile), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]error{"a.partial": ErrUnfinished, "a": ErrUnfinished, "b": ErrUnfinished, "c": ErrBlock, ".": ErrBlock} {
		if _, err := Audit(context.Background(), filepath.Join(dir, name), AuditOptions{}); !errors.Is(err, want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestTicketsAndProofsAreRead(t *testing.T) {
	o := fixed(filepath.Join(t.TempDir(), "block"))
	m := printFake(t, o)
	p, err := seal.NewPress(o.SeedA, o.SeedB, m.Block)
	if err != nil {
		t.Fatal(err)
	}
	for _, pos := range []int{0, 1_499, 1_500, 1_501, 7_777, 19_999} {
		proof, err := ReadProof(o.Out, pos)
		if err != nil {
			t.Fatal(err)
		}
		if err := fair.Verify(proof.Path, 20_000, m.Root, int64(pos), proof.Leaf); err != nil {
			t.Error(err)
		}
		ticket, err := readTicket(o.Out, pos, fakePlan)
		if pos < 1_500 {
			if !errors.Is(err, ErrNoTicket) {
				t.Errorf("position %d is online: %v", pos, err)
			}
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		var made seal.Ticket
		if err := p.Ticket(pos, &made); err != nil {
			t.Fatal(err)
		}
		if ticket.Serial != made.Serial || ticket.VIRN != made.VIRN {
			t.Errorf("position %d: another ticket", pos)
		}
	}
	for _, pos := range []int{-1, 20_000, 1 << 40} {
		if _, err := ReadProof(o.Out, pos); !errors.Is(err, ErrNoTicket) {
			t.Errorf("proof of %d: %v", pos, err)
		}
		if _, err := readTicket(o.Out, pos, fakePlan); !errors.Is(err, ErrNoTicket) {
			t.Errorf("ticket of %d: %v", pos, err)
		}
	}
}

// A name in the folder forges no line of the report, and moves no terminal.
func TestNamesAreShown(t *testing.T) {
	o := fixed(filepath.Join(t.TempDir(), "block"))
	printFake(t, o)
	if err := os.WriteFile(filepath.Join(o.Out, "\x1b[2J\nok \u009b\xff"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	r := auditFake(t, o.Out, AuditOptions{})
	if len(r.Findings) != 1 || r.Findings[0].String() != `\u001b[2J\u000aok \u009b\xff: unexpected: no file of the block has this name` {
		t.Errorf("%q", r.Findings)
	}
}
