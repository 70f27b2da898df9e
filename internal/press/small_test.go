package press

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// TestSmallFilesAreNotOverlooked: signer and seeds of a specimen must be what they must be, also when keys and seeds that are given make them
// needless.
func TestSmallFilesAreNotOverlooked(t *testing.T) {
	o := fixed(filepath.Join(t.TempDir(), "block"))
	o.Packs = Packs{29, 60}
	m := printFake(t, o)
	_, verifier, err := signer(o.SignKey)
	if err != nil {
		t.Fatal(err)
	}
	_, other, err := NewSignKey("other.test")
	if err != nil {
		t.Fatal(err)
	}
	key := AuditOptions{Verifier: verifier}
	seeds := AuditOptions{SeedA: o.SeedA, SeedB: o.SeedB}
	remove := func(name string) func(f *forger) {
		return func(f *forger) {
			if err := os.Remove(f.path(name)); err != nil {
				t.Fatal(err)
			}
		}
	}
	write := func(name, text string) func(f *forger) {
		return func(f *forger) { f.write(name, []byte(text)) }
	}
	twice := func(name string) func(f *forger) {
		return func(f *forger) {
			f.change(name, func(d []byte) []byte { return append(d, d[strings.LastIndex(string(d), "\u2014"):]...) })
		}
	}
	foreign := func(name string) func(f *forger) {
		return func(f *forger) {
			f.change(name, func(d []byte) []byte { return append(d, "\u2014 other.test AAAAAWFiYw==\n"...) })
		}
	}
	for name, c := range map[string]struct {
		cheat   func(f *forger)
		options AuditOptions
		want    string
	}{
		"no signer":              {remove(signerFile), key, "missing signer"},
		"an empty signer":        {write(signerFile, ""), key, "signer signer"},
		"a signer of others":     {write(signerFile, other+"\n"), key, "signer signer"},
		"a signer and more":      {write(signerFile, verifier+"\n\n"), AuditOptions{}, "signer signer"},
		"no seed A":              {remove(seedAFile), seeds, "missing seed-a"},
		"no seed B":              {remove(seedBFile), seeds, "missing seed-b"},
		"no seed, none given":    {remove(seedBFile), AuditOptions{}, "missing seed-b"},
		"another seed":           {write(seedBFile, o.SeedA.Hex()+"\n"), seeds, "seed seed-b"},
		"no seed at all":         {write(seedBFile, ""), seeds, "seed seed-b"},
		"a seed and more":        {write(seedBFile, o.SeedB.Hex()+"\n "), seeds, "seed seed-b"},
		"a manifest twice":       {twice(manifestFile), key, "signature manifest"},
		"a second signer":        {foreign(manifestFile), key, "signature manifest"},
		"an announcement twice":  {twice(announcementFile), AuditOptions{}, "signature announcement"},
		"a second announcer":     {foreign(announcementFile), AuditOptions{}, "signature announcement"},
		"no announcement":        {remove(announcementFile), key, "missing announcement"},
		"no plan":                {remove(planFile), key, "missing plan.json"},
		"no game file":           {remove(gameFile), key, "missing game.yaml"},
		"no envelopes":           {remove(envelopesFile), key, "missing envelopes"},
		"no tree":                {remove(treeFile), key, "missing tree"},
		"a print file not there": {remove(m.Parts[0].name(false)), key, "missing print/"},
	} {
		f := forge(t, o, m)
		c.cheat(f)
		r := auditFake(t, f.dir, c.options)
		expect(t, r, c.want)
		if r.OK || t.Failed() {
			t.Fatal(name)
		}
	}
}

// TestWorkersAreBounded: no number that is asked for makes more workers than there is work for.
func TestWorkersAreBounded(t *testing.T) {
	n := runtime.GOMAXPROCS(0)
	for asked, want := range map[int]int{0: n, 1: 1, 4 * n: 4 * n, 100_000: 4 * n} {
		if got := workers(asked); got != want {
			t.Errorf("%d workers for %d", got, asked)
		}
	}
}
