package press

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"filippo.io/age"
)

// result gives what became of a check.
func (r *Report) result(name string) Check {
	i := slices.IndexFunc(r.Checks, func(c Check) bool { return c.Name == name })
	if i < 0 {
		return Check{}
	}
	return r.Checks[i]
}

// TestPrintFilesMayBeDestroyed audits a block whose print files are gone by part and all together, with and without seeds.
func TestPrintFilesMayBeDestroyed(t *testing.T) {
	identity, err := age.GenerateX25519Identity()
	if err != nil {
		t.Fatal(err)
	}
	o := fixed(filepath.Join(t.TempDir(), "block"))
	forSale(t, &o, identity)
	m := printFake(t, o)
	press := AuditOptions{Identity: identity.String()}
	seeds := AuditOptions{SeedA: o.SeedA, SeedB: o.SeedB}
	with := func(o AuditOptions) AuditOptions { o.Destroyed = true; return o }
	both := AuditOptions{SeedA: o.SeedA, SeedB: o.SeedB, Identity: identity.String()}
	rest := int64(18_500 - m.Parts[1].Rows)
	for i, gone := range [][]Part{m.Parts[1:2], m.Parts} {
		for _, p := range gone {
			if err := os.Remove(filepath.Join(o.Out, p.name(true))); err != nil && !os.IsNotExist(err) {
				t.Fatal(err)
			}
		}
		for _, c := range []struct {
			what    string
			options AuditOptions
			files   Result
			judged  [2]int64 // with one part gone, with all
			recount Result
		}{
			{"nothing", AuditOptions{}, Differs, [2]int64{0, 0}, ""},
			{"destroyed", with(AuditOptions{}), Passed, [2]int64{0, 0}, ""},
			{"identity", press, Differs, [2]int64{rest, 0}, NotDone},
			{"identity, destroyed", with(press), Passed, [2]int64{rest, 0}, NotDone},
			{"seeds", seeds, Passed, [2]int64{20_000, 20_000}, Passed},
			{"seeds, destroyed", with(seeds), Passed, [2]int64{20_000, 20_000}, Passed},
			{"all", both, Passed, [2]int64{20_000, 20_000}, Passed},
		} {
			r := auditFake(t, o.Out, c.options)
			files := r.result(checkFiles)
			if r.OK != (c.files == Passed) || files.Result != c.files || r.Tickets != c.judged[i] {
				t.Errorf("%s, %d gone: %+v, %d tickets judged", c.what, len(gone), files, r.Tickets)
			}
			if c.files == Passed && !strings.Contains(files.Note, "print files are not there") {
				t.Errorf("%s, %d gone: the note says %q", c.what, len(gone), files.Note)
			}
			if got := r.result(checkRecount).Result; r.Tickets > 0 && got != c.recount {
				t.Errorf("%s, %d gone: recount %s", c.what, len(gone), got)
			}
			if c.files == Differs && (len(r.Counts) != 1 || r.Counts[0] != (Count{checkFiles, "missing", int64(len(gone))})) {
				t.Errorf("%s, %d gone: %v", c.what, len(gone), r.Counts)
			}
		}
	}
	wrong := AuditOptions{SeedA: o.SeedB, SeedB: o.SeedA}
	if r := auditFake(t, o.Out, wrong); r.result(checkFiles).Result != Differs || r.result(checkSeeds).Result != Differs {
		t.Errorf("seeds that were not committed to stand in for print files: %v", r.Checks)
	}
}

// TestTheChecksThatFindDiffer asks of each check that it differs when, and only when, it found something.
func TestTheChecksThatFindDiffer(t *testing.T) {
	o := fixed(filepath.Join(t.TempDir(), "block"))
	o.Online = 0
	m := printFake(t, o)
	stranger, _, err := NewSignKey("house.test")
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		cheat   func(f *forger)
		differs string
	}{
		"nothing":    {func(*forger) {}, ""},
		"signatures": {func(f *forger) { f.sign(stranger) }, "signatures"},
		"files":      {func(f *forger) { f.write("more", nil) }, "files"},
		"plan":       {func(f *forger) { f.change(planFile, func(d []byte) []byte { return append(d, ' ') }) }, "plan"},
		"game file":  {func(f *forger) { f.write(gameFile, nil) }, "plan"},
		"envelopes": {func(f *forger) {
			f.change(envelopesFile, func(d []byte) []byte { d[72*3_000]++; return d })
		}, "envelopes"},
		"envelopes with their digest": {func(f *forger) {
			f.change(envelopesFile, func(d []byte) []byte { d[72*3_000]++; return d })
			f.sign(o.SignKey)
		}, "envelopes"},
		"envelopes cut": {func(f *forger) { f.change(envelopesFile, func(d []byte) []byte { return d[1:] }) }, "envelopes"},
		"tree":          {func(f *forger) { f.change(treeFile, func(d []byte) []byte { d[len(d)-1]++; return d }) }, "tree"},
		"seeds":         {func(f *forger) { f.write(seedBFile, f.read(seedAFile)) }, "seeds"},
		"tickets": {func(f *forger) {
			f.rewrite(3_000, func(rows map[int]*ticket) { rows[3_000].texts[columnBarcode] = "0" })
			f.sign(o.SignKey)
		}, "tickets"},
		"a print file": {func(f *forger) { f.write(m.Parts[2].name(false), []byte("PAR1")) }, "tickets"},
	} {
		f := forge(t, o, m)
		c.cheat(f)
		r := auditFake(t, f.dir, AuditOptions{})
		var differ []string
		for _, check := range r.Checks {
			if check.Result == Differs {
				differ = append(differ, check.Name)
			}
		}
		if got := strings.Join(differ, " "); got != c.differs || r.OK != (got == "") {
			t.Errorf("%s: %q differ, OK is %t", name, got, r.OK)
		}
		total := -r.More
		for _, k := range r.Counts {
			total += k.Found
		}
		if total != int64(len(r.Findings)) {
			t.Errorf("%s: %d findings are listed, %d counted less %d", name, len(r.Findings), total, r.More)
		}
	}
}

// TestFollowOnsAreSummed signs a manifest of another block number: the announcement comes first, the tickets' differences are counted.
func TestFollowOnsAreSummed(t *testing.T) {
	o := fixed(filepath.Join(t.TempDir(), "block"))
	m := printFake(t, o)
	f := forge(t, o, m)
	f.manifest.Block.Number++
	f.sign(o.SignKey)
	r := auditFake(t, f.dir, AuditOptions{})
	if first := r.Findings[0]; first.Name != "announcement" || !strings.Contains(first.Message, "block: announced was 7, this is 8") {
		t.Errorf("the first finding is %s", first)
	}
	seen := map[string]bool{}
	for _, g := range r.Findings {
		if seen[g.Name] {
			t.Errorf("%s is listed twice", g.Name)
		}
		seen[g.Name] = true
	}
	if !slices.Contains(r.Counts, Count{checkTickets, "serial", 18_500}) {
		t.Errorf("%v", r.Counts)
	}
	if note := r.result(checkTickets).Note; !strings.Contains(note, "see signatures") {
		t.Errorf("the note of the tickets says %q", note)
	}
	raw, err := json.Marshal(r)
	if err != nil || !strings.HasPrefix(string(raw), `{"ok":false,"game":"twins","issue":1,"block":8,"specimen":true,"checks":[`) {
		t.Errorf("%.200s, %v", raw, err)
	}
}

func TestEmptyListsAreNotNull(t *testing.T) {
	o, _ := small(t)
	raw, err := json.Marshal(auditFake(t, o.Out, AuditOptions{}))
	if err != nil || strings.Contains(string(raw), "null") || !strings.Contains(string(raw), `"findings":[]`) {
		t.Errorf("%s, %v", raw, err)
	}
}
