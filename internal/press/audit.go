package press

import (
	"context"
	"fmt"
	"os"
	"runtime"
	"strings"

	"filippo.io/age"
	"golang.org/x/mod/sumdb/note"

	"tirage/seal"
)

// AuditOptions says what an audit may use besides the folder.
type AuditOptions struct {
	Verifier     string    // verifier key that must have signed; "": the one in the folder, which proves nothing about who made the block
	SeedA, SeedB seal.Seed // both, once they are published; those in a specimen's folder are used anyway
	Identity     string    // of the printer ("AGE-SECRET-KEY-1…"), to read the print files of a block for sale
	Workers      int       // at least 1; 0: one per processor
	MaxFindings  int       // how many findings are listed; 0: 20
	Progress     func(stage Stage, done, total int64)
}

// Check is one thing that an audit did or could not do.
type Check struct {
	Name string `json:"name"`
	Done bool   `json:"done"`
	Note string `json:"note,omitempty"` // what it rests on, or what it would need
}

// Report is what an audit found. A block is as it must be, as far as the checks that were done can tell, if there are no findings.
type Report struct {
	Manifest *Manifest    `json:"-"`
	Findings []Finding    `json:"findings"` // the first ones, general ones before those of tickets, tickets by position
	More     int          `json:"more"`     // findings that are not listed
	Checks   []Check      `json:"checks"`
	Tickets  int64        `json:"tickets"`        // whose face was judged
	Lots     []CountedLot `json:"lots,omitempty"` // found among them
}

// OK tells that nothing was found wrong.
func (r *Report) OK() bool { return len(r.Findings) == 0 }

// Audit checks a block on disk as far as what is there, and what is given, allows; see docs/block-format.md. Everything wrong in the block is
// a finding; the error is for a folder that is no block (ErrBlock, ErrUnfinished), for keys that cannot be read, and for the end of
// the context. It never panics on what it reads, and takes no size from the block that its files do not bear out.
func Audit(ctx context.Context, dir string, o AuditOptions) (*Report, error) {
	return auditBlock(ctx, dir, loadPlan, o)
}

// audit is one audit.
type audit struct {
	AuditOptions
	ctx       context.Context
	folder    *reading
	manifest  *Manifest
	rules     *rules
	identity  age.Identity
	press     *seal.Press // nil without seeds
	deal      []uint16
	envelopes *os.File // nil when it cannot be used
	tree      *os.File
	report    Report
}

func auditBlock(ctx context.Context, dir string, load planner, o AuditOptions) (*Report, error) {
	folder, err := openBlock(dir)
	if err != nil {
		return nil, err
	}
	defer folder.close()
	a := &audit{AuditOptions: o, ctx: ctx, folder: folder}
	if err := a.options(); err != nil {
		return nil, err
	}
	if err := a.notes(); err != nil {
		return nil, err
	}
	a.files()
	ready := a.plan(load)
	if err := a.large(); err != nil {
		return nil, err
	}
	defer closeAll(a.envelopes, a.tree)
	switch {
	case !ready:
		a.check("plan", false, "needs the game file that was announced")
		a.check("tickets", false, "needs the game file that was announced")
		return &a.report, nil
	case a.envelopes == nil && a.tree == nil:
		a.check("tickets", false, "neither envelopes nor tree are as large as the manifest's tickets make them")
		return &a.report, nil
	}
	a.seeds()
	defer holdMemory(int(a.manifest.Block.Tickets), 2+8, a.Workers)()
	if err := a.tickets(); err != nil {
		return nil, err
	}
	return &a.report, nil
}

func closeAll(files ...*os.File) {
	for _, f := range files {
		if f != nil {
			f.Close()
		}
	}
}

func (a *audit) options() (err error) {
	if a.Workers <= 0 {
		a.Workers = runtime.GOMAXPROCS(0)
	}
	if a.MaxFindings <= 0 {
		a.MaxFindings = 20
	}
	if a.Progress == nil {
		a.Progress = func(Stage, int64, int64) {}
	}
	if a.Verifier != "" {
		if _, err := note.NewVerifier(strings.TrimSpace(a.Verifier)); err != nil {
			return fmt.Errorf("%w: the verifier key cannot be read: it reads name+hash+key", ErrOptions)
		}
	}
	if (a.SeedA.Hex() == "") != (a.SeedB.Hex() == "") {
		return fmt.Errorf("%w: give both seeds or none", ErrOptions)
	}
	if a.Identity != "" {
		if a.identity, err = age.ParseX25519Identity(strings.TrimSpace(a.Identity)); err != nil {
			return fmt.Errorf("%w: the printer's identity cannot be read: it is one line that begins with AGE-SECRET-KEY-1", ErrOptions)
		}
	}
	return nil
}

// find lists a finding.
func (a *audit) find(name, place, format string, args ...any) {
	a.add(Finding{name, place, fmt.Sprintf(format, args...)})
}

func (a *audit) add(f Finding) {
	if len(a.report.Findings) >= a.MaxFindings {
		a.report.More++
		return
	}
	a.report.Findings = append(a.report.Findings, f)
}

func (a *audit) check(name string, done bool, note string) {
	a.report.Checks = append(a.report.Checks, Check{name, done, note})
}

// notes reads the two signed notes and compares them.
func (a *audit) notes() error {
	verifier, rests := a.Verifier, ""
	if verifier == "" {
		raw, err := a.folder.small(signerFile)
		if err != nil {
			a.find("missing", signerFile, "%v", err)
		}
		verifier, rests = string(raw), "with the key in the folder, which proves nothing about who made the block: give the verifier key that was published"
	}
	text, err := a.note(manifestFile, verifier)
	if err != nil {
		return err
	}
	if a.manifest, err = parseManifest(text); err != nil {
		return fmt.Errorf("%s: %w", manifestFile, err)
	}
	a.report.Manifest = a.manifest
	text, err = a.note(announcementFile, verifier)
	if err != nil {
		a.find("missing", announcementFile, "%v", err)
		a.check("signatures", false, "the announcement is missing")
		return nil
	}
	announced, err := parseAnnouncement(text)
	switch {
	case err != nil:
		a.find("announcement", announcementFile, "%v", err)
	case DigestOf([]byte(text)) != a.manifest.Announced || *announced != a.manifest.Announcement:
		a.find("announcement", announcementFile, "the manifest is of another announcement")
	}
	a.check("signatures", true, rests)
	return nil
}

// note gives a signed note's text. A signature that fails is a finding: the text is read all the same.
func (a *audit) note(name, verifier string) (string, error) {
	signed, err := a.folder.small(name)
	if err != nil {
		return "", fmt.Errorf("%w: %w", ErrBlock, err)
	}
	text, err := openNote(signed, verifier)
	if err == nil {
		return text, nil
	}
	a.find("signature", name, "%v", err)
	i := lastBlankLine(string(signed))
	if i < 0 {
		return "", fmt.Errorf("%w: %s is not a signed note", ErrBlock, name)
	}
	return string(signed[:i]), nil
}

// files compares the names in the folder with those that the manifest makes.
func (a *audit) files() {
	want := map[string]bool{announcementFile: true, manifestFile: true, signerFile: true, gameFile: true, planFile: true, envelopesFile: true, treeFile: true}
	if a.manifest.Specimen {
		want[seedAFile], want[seedBFile] = true, true
	}
	for _, p := range a.manifest.Parts {
		want[p.name(a.manifest.Printer != "")] = true
	}
	names, err := a.folder.names()
	if err != nil {
		a.find("folder", ".", "%v", err)
	}
	for _, name := range names {
		if !want[name] {
			a.find("unexpected", name, "no file of the block has this name")
		}
		delete(want, name)
	}
	for _, p := range a.manifest.Parts {
		switch name := p.name(a.manifest.Printer != ""); {
		case want[name]:
			a.find("missing", name, "the manifest lists this print file")
		case a.manifest.Printer != "" && a.identity == nil && !a.folder.sealed(name):
			a.find("print_file", name, "it is not encrypted by age")
		}
	}
	a.check("files", true, "")
}

// plan reads the game file and plans the block again. It reports whether tickets can be judged by it.
func (a *audit) plan(load planner) bool {
	m := a.manifest
	game, err := a.folder.small(gameFile)
	if err != nil {
		a.find("missing", gameFile, "%v", err)
		return false
	}
	if d := DigestOf(game); d != Digest(m.Block.GameFile) {
		a.find("game_file", gameFile, "its digest is %s, %s was announced", d, Digest(m.Block.GameFile))
		return false
	}
	plan, err := load(game)
	if err != nil {
		a.find("game_file", gameFile, "%v", err)
		return false
	}
	g := plan.Game
	if g.ID != m.Game || g.Code != m.Block.Game || g.Version != m.GameVersion || g.BlockSize != int(m.Block.Tickets) || g.PackSize != int(m.Block.PackSize) {
		a.find("game", manifestFile, "game, code, version, tickets or pack size are not those of the game file")
		return false
	}
	again, err := writePlan(plan)
	if err != nil {
		a.find("plan", planFile, "%v", err)
		return false
	}
	paper, err := a.folder.small(planFile)
	switch {
	case err != nil:
		a.find("missing", planFile, "%v", err)
	case string(paper) != string(again):
		a.find("plan", planFile, "it is not the plan that follows from the game file")
	}
	if DigestOf(again) != m.Plan {
		a.find("plan_digest", manifestFile, "the plan that follows from the game file has the digest %s", DigestOf(again))
	}
	a.rules = newRules(plan, m.Block, m.Printer == "")
	a.check("plan", true, "")
	return true
}

// large checks the envelopes and the tree as files: sizes, digests, every hash above the leaves.
func (a *audit) large() (err error) {
	first, end := a.manifest.span()
	size := int64(end - first)
	if a.envelopes, err = a.sized(envelopesFile, size*seal.RecordSize, a.manifest.Envelopes); err != nil {
		return err
	}
	a.check("envelopes", a.envelopes != nil, "")
	if a.tree, err = a.sized(treeFile, treeBytes(size), a.manifest.Tree); err != nil {
		closeAll(a.envelopes)
		return err
	}
	if a.tree == nil {
		a.check("tree", false, "the file is not one of this size")
		return nil
	}
	a.Progress(StageTree, 0, size)
	upper, root, err := growTree(a.ctx, a.tree, size, a.Workers, func(done int64) { a.Progress(StageTree, done, size) })
	if err != nil {
		closeAll(a.envelopes, a.tree)
		return err
	}
	if root != a.manifest.Root {
		a.find("tree_root", manifestFile, "the leaves make the root %s, the manifest has %s", root, a.manifest.Root)
	}
	a.compareTree(upper, size)
	a.check("tree", true, "")
	return nil
}

// compareTree finds the first kept hash that does not follow from the leaves.
func (a *audit) compareTree(upper []byte, size int64) {
	kept := make([]byte, len(upper))
	if err := readFull(a.tree, kept, size*hashSize); err != nil {
		a.find("tree", treeFile, "%v", err)
		return
	}
	for i := range len(upper) / hashSize {
		if [hashSize]byte(upper[i*hashSize:]) != [hashSize]byte(kept[i*hashSize:]) {
			a.find("tree", treeFile, "kept hash %d behind the leaves does not follow from them", i)
			return
		}
	}
}

// sized opens a large file that must have this size, and checks its digest. It is nil if the file cannot be used.
func (a *audit) sized(name string, size int64, want Digest) (*os.File, error) {
	f, err := a.folder.open(name)
	if err != nil {
		a.find("missing", name, "%v", err)
		return nil, nil
	}
	info, err := f.Stat()
	if err != nil || info.Size() != size {
		f.Close()
		a.find("size", name, "%d bytes are expected, it has %d", size, info.Size())
		return nil, nil
	}
	a.Progress(StageFiles, 0, size)
	d, err := digestFile(a.ctx, f, size)
	switch {
	case a.ctx.Err() != nil:
		f.Close()
		return nil, a.ctx.Err()
	case err != nil:
		f.Close()
		a.find("unreadable", name, "%v", err)
		return nil, nil
	case d != want:
		a.find("digest", name, "its digest is %s, the manifest has %s", d, want)
	}
	return f, nil
}

// seeds takes the seeds that are given or stand in a specimen's folder, if they are those that were committed to.
func (a *audit) seeds() {
	m := a.manifest
	if m.Specimen && a.SeedA.Hex() == "" {
		a.SeedA, a.SeedB = a.seed(seedAFile), a.seed(seedBFile)
	}
	if a.SeedA.Hex() == "" || a.SeedB.Hex() == "" {
		a.check("seeds", false, "needs both seeds: lots and faces were not made again")
		return
	}
	for _, s := range []struct {
		name string
		seed seal.Seed
		want Digest
	}{{seedAFile, a.SeedA, m.SeedA}, {seedBFile, a.SeedB, m.SeedB}} {
		if c, err := s.seed.Commitment(); err != nil || c != s.want {
			a.find("seed", s.name, "it is not the seed that was committed to")
			a.check("seeds", false, "needs the seeds that were committed to")
			return
		}
	}
	p, err := seal.NewPress(a.SeedA, a.SeedB, m.Block)
	if err != nil {
		a.find("seed", seedBFile, "%v", err)
		a.check("seeds", false, err.Error())
		return
	}
	a.press = p
	a.check("seeds", true, "")
}

func (a *audit) seed(name string) seal.Seed {
	raw, err := a.folder.small(name)
	if err != nil {
		a.find("missing", name, "%v", err)
		return seal.Seed{}
	}
	s, err := seal.ParseSeed(raw)
	if err != nil {
		a.find("seed", name, "%v", err)
	}
	return s
}
