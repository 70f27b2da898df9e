package press

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"fmt"
	"io"
	"runtime"
	"strings"
	"sync"

	"filippo.io/age"
	"golang.org/x/mod/sumdb/note"

	"tirage/fair"
	"tirage/scratch"
	"tirage/seal"
)

// Print prints a block from its game file in one ceremony: announcement, deal, print, reading back and judging every ticket, recount,
// tree, manifest. The folder has its name only when all of that is done; on any error, and when the context ends, nothing is
// left. It refuses bad options and game files before it makes anything.
func Print(ctx context.Context, game []byte, o Options) (*Manifest, error) {
	return printBlock(ctx, game, LoadPlan, o)
}

// Announce makes the signed note that is published before the seeds are opened, from the commitments to them alone.
func Announce(game []byte, o Options, a, b Digest) ([]byte, error) {
	return announceBlock(game, LoadPlan, o, a, b)
}

func announceBlock(game []byte, load planner, o Options, a, b Digest) ([]byte, error) {
	plan, err := load(game)
	if err != nil {
		return nil, err
	}
	block, err := o.block(plan.Game, game)
	if err != nil {
		return nil, err
	}
	s, _, err := signer(o.SignKey)
	if err != nil {
		return nil, err
	}
	text := announce(plan.Game, block, a, b, o.Specimen)
	return note.Sign(&note.Note{Text: text.text()}, s)
}

func announce(g *scratch.Game, b seal.Block, seedA, seedB Digest, specimen bool) Announcement {
	return Announcement{Game: g.ID, GameVersion: g.Version, Block: b, SeedA: seedA, SeedB: seedB, Specimen: specimen}
}

// run is one ceremony.
type run struct {
	Options
	ctx       context.Context
	rules     *rules
	manifest  Manifest
	sign      note.Signer
	verifier  string
	recipient age.Recipient // nil for a specimen
	press     *seal.Press
	deal      []uint16
	chunks    []chunk
	folder    *folder
	envelopes file
	tree      file

	mu     sync.Mutex
	done   int64
	counts []int64
	clear  []Digest // by chunk: of the print file's plaintext
}

func printBlock(ctx context.Context, game []byte, load planner, o Options) (*Manifest, error) {
	if err := o.whole(); err != nil {
		return nil, err
	}
	plan, err := load(game)
	if err != nil {
		return nil, err
	}
	block, err := o.block(plan.Game, game)
	if err != nil {
		return nil, err
	}
	r := &run{Options: o, ctx: ctx, rules: newRules(plan, block, o.Specimen), counts: make([]int64, len(plan.Compositions))}
	if err := r.keys(block); err != nil {
		return nil, err
	}
	paper, err := writePlan(plan)
	if err != nil {
		return nil, err
	}
	announcement, err := r.announcement(block)
	if err != nil {
		return nil, err
	}
	if r.folder, err = newFolder(o.Out, r.disk, r.same); err != nil {
		return nil, err
	}
	defer holdMemory(plan.Game.BlockSize, 2, r.Workers)()
	if err := r.make(game, paper, announcement); err != nil {
		r.folder.abandon()
		return nil, err
	}
	return &r.manifest, nil
}

// whole refuses a block that is neither a specimen nor has all that a block for sale takes, and says what is missing.
func (o *Options) whole() error {
	if o.Workers < 0 {
		return fmt.Errorf("%w: %d workers", ErrOptions, o.Workers)
	}
	if o.Specimen {
		if o.Printer != "" {
			return fmt.Errorf("%w: leave the printer's key out", ErrHalf)
		}
		return nil
	}
	var missing []string
	for _, part := range []struct {
		name  string
		there bool
	}{
		{"the house's seed", o.SeedA.Hex() != ""},
		{"the keeper's seed", o.SeedB.Hex() != ""},
		{"the printer's key", o.Printer != ""},
		{"the signing key", o.SignKey != ""},
		{"the announcement", o.Announcement != nil},
	} {
		if !part.there {
			missing = append(missing, part.name)
		}
	}
	if len(missing) > 0 {
		return fmt.Errorf("%w; missing: %s", ErrHalf, strings.Join(missing, ", "))
	}
	return nil
}

// workers is how many workers are put to work when so many are asked for; none: one for each processor. More than four for each
// would wait for one another and hold a print file each.
func workers(asked int) int {
	processors := runtime.GOMAXPROCS(0)
	if asked == 0 {
		return processors
	}
	return min(asked, 4*processors)
}

// keys settles seeds, recipient, signer and what else was left open.
func (r *run) keys(b seal.Block) (err error) {
	r.Workers = workers(r.Workers)
	if r.disk == nil {
		r.disk = realDisk{}
	}
	if r.Progress == nil {
		r.Progress = func(Stage, int64, int64) {}
	}
	if r.Specimen {
		r.fill(&r.SeedA)
		r.fill(&r.SeedB)
		if r.SignKey == "" {
			if r.SignKey, _, err = NewSignKey(specimenSigner); err != nil {
				return err
			}
		}
	} else if r.recipient, err = age.ParseX25519Recipient(r.Printer); err != nil {
		return fmt.Errorf("%w: the printer's key cannot be read: it is the public one, which begins with age1", ErrOptions)
	}
	if r.sign, r.verifier, err = signer(r.SignKey); err != nil {
		return err
	}
	r.press, err = seal.NewPress(r.SeedA, r.SeedB, b)
	return err
}

// fill makes up the seed of a specimen.
func (r *run) fill(s *seal.Seed) {
	if s.Hex() == "" {
		var raw [32]byte
		rand.Read(raw[:]) // never fails: it ends the process instead
		*s = seal.NewSeed(raw)
	}
}

// announcement fills the manifest with what is known before the seeds are used, and gives the signed note.
func (r *run) announcement(b seal.Block) ([]byte, error) {
	a, err := r.SeedA.Commitment()
	if err != nil {
		return nil, err
	}
	k, err := r.SeedB.Commitment()
	if err != nil {
		return nil, err
	}
	m := &r.manifest
	m.Announcement = announce(r.rules.plan.Game, b, a, k, r.Specimen)
	m.Shares = seal.Shares{Online: min(r.Online*int(b.PackSize), int(b.Tickets))}
	m.Printer = r.Printer
	if m.Packs = r.Packs; m.Packs == (Packs{}) {
		m.Packs = Packs{0, b.Packs()}
	}
	text := m.Announcement.text()
	m.Announced = DigestOf([]byte(text))
	if r.Announcement == nil {
		return note.Sign(&note.Note{Text: text}, r.sign)
	}
	made, err := openNote(r.Announcement, r.verifier)
	if err != nil {
		return nil, fmt.Errorf("the announcement: %w", err)
	}
	if made == text {
		return r.Announcement, nil
	}
	announced, err := parseAnnouncement(made)
	if err != nil {
		return nil, fmt.Errorf("the announcement: %w", err)
	}
	return nil, fmt.Errorf("%w: %s", ErrAnnounced, strings.Join(announced.differences(&m.Announcement), "; "))
}

// same tells whether an announcement is that of this block, whoever signed it; for a specimen, whatever its seeds.
func (r *run) same(signed []byte) bool {
	text := string(signed)
	if i := lastBlankLine(text); i >= 0 {
		text = text[:i]
	}
	a, err := parseAnnouncement(text)
	if err != nil {
		return false
	}
	mine := r.manifest.Announcement
	if mine.Specimen {
		a.SeedA, a.SeedB = mine.SeedA, mine.SeedB
	}
	return *a == mine
}

// lastBlankLine is where a note's text ends and its signatures begin.
func lastBlankLine(text string) int {
	for i := len(text) - 1; i > 0; i-- {
		if text[i] == '\n' && text[i-1] == '\n' {
			return i
		}
	}
	return -1
}

// make does the work in the folder.
func (r *run) make(game, paper, announcement []byte) error {
	m := &r.manifest
	m.Plan = DigestOf(paper)
	files := []struct {
		name string
		data []byte
	}{{announcementFile, announcement}, {signerFile, []byte(r.verifier + "\n")}, {gameFile, game}, {planFile, paper}}
	if r.Specimen {
		files = append(files, struct {
			name string
			data []byte
		}{seedAFile, []byte(r.SeedA.Hex() + "\n")}, struct {
			name string
			data []byte
		}{seedBFile, []byte(r.SeedB.Hex() + "\n")})
	}
	for _, f := range files {
		if err := r.folder.write(f.name, f.data); err != nil {
			return err
		}
	}
	r.Progress(StageDeal, 0, int64(m.Block.Tickets))
	r.deal = r.rules.plan.Deal(fair.NewTape(r.press.PlanSeed()))
	r.Progress(StageDeal, int64(m.Block.Tickets), int64(m.Block.Tickets))
	if err := r.tickets(); err != nil {
		return err
	}
	if err := r.recount(); err != nil {
		return err
	}
	signed, err := note.Sign(&note.Note{Text: m.text()}, r.sign)
	if err != nil {
		return err
	}
	if err := r.folder.write(manifestFile, signed); err != nil {
		return err
	}
	if err := r.ctx.Err(); err != nil {
		return err
	}
	return r.folder.finish()
}

// tickets makes envelopes, print files and tree.
func (r *run) tickets() (err error) {
	if r.envelopes, err = r.folder.create(envelopesFile); err != nil {
		return err
	}
	defer func() { err = closing(envelopesFile, r.envelopes, err) }()
	if r.tree, err = r.folder.create(treeFile); err != nil {
		return err
	}
	defer func() { err = closing(treeFile, r.tree, err) }()
	m := &r.manifest
	r.chunks = divide(m.Block, m.Shares, m.Packs)
	r.clear = make([]Digest, len(r.chunks))
	if err := r.work(); err != nil {
		return err
	}
	for i, c := range r.chunks {
		if c.kind == seal.Paper {
			m.Parts = append(m.Parts, Part{Packs: c.packs, Rows: c.end - c.first, Clear: r.clear[i]})
		}
	}
	return r.finishFiles()
}

// closing brings a file to the disk unless something failed before.
func closing(name string, f file, err error) error {
	if err != nil {
		f.Close()
		return err
	}
	return settle(name, f, nil)
}

// finishFiles grows the tree over the leaves and digests both large files.
func (r *run) finishFiles() error {
	m := &r.manifest
	first, end := m.span()
	size := int64(end - first)
	r.Progress(StageTree, 0, size)
	upper, root, err := growTree(r.ctx, r.tree, size, r.Workers, func(done int64) { r.Progress(StageTree, done, size) })
	if err != nil {
		return fmt.Errorf("%s: %w", treeFile, err)
	}
	m.Root = root
	if _, err := r.tree.WriteAt(upper, size*hashSize); err != nil {
		return writing(treeFile, err)
	}
	var wait sync.WaitGroup
	var failed [2]error
	wait.Go(func() { m.Envelopes, failed[0] = digestFile(r.ctx, r.envelopes, size*seal.RecordSize) })
	wait.Go(func() { m.Tree, failed[1] = digestFile(r.ctx, r.tree, treeBytes(size)) })
	wait.Wait()
	for _, err := range failed {
		if err != nil {
			return err
		}
	}
	r.Progress(StageFiles, size, size)
	return nil
}

// recount refuses a block that is not its plan; a part of a block has none to be compared with.
func (r *run) recount() (err error) {
	m := &r.manifest
	if r.unread || m.Packs != (Packs{0, m.Block.Packs()}) {
		return nil
	}
	recount(r.rules.plan, r.counts, func(f Finding) {
		if err == nil {
			err = fmt.Errorf("%w: %s", ErrRecount, f)
		}
	})
	return err
}

// digestFile hashes the first size bytes of a file.
func digestFile(ctx context.Context, f io.ReaderAt, size int64) (d Digest, err error) {
	h := sha256.New()
	buffer := make([]byte, 1<<20)
	for at := int64(0); at < size; {
		if err := ctx.Err(); err != nil {
			return d, err
		}
		piece := buffer[:min(int64(len(buffer)), size-at)]
		if err := readFull(f, piece, at); err != nil {
			return d, err
		}
		h.Write(piece)
		at += int64(len(piece))
	}
	return Digest(h.Sum(nil)), nil
}
