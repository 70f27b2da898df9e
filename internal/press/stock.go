package press

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"
	"sync"

	"tirage/fair"
	"tirage/money"
	"tirage/scratch"
	"tirage/seal"
)

// Refusals of a block from which tickets are opened.
var (
	// ErrFiles refuses a block whose files are not those of its manifest.
	ErrFiles = errors.New("press: the files are not those of the manifest")
	// ErrLeaf reports a ticket that its envelope and both halves open, and that is not the one the tree commits to.
	ErrLeaf = errors.New("press: the ticket that opens is not the one that was sealed")
)

// Stock is a block on disk from which single tickets are opened with both parties' halves. It is safe for concurrent use.
type Stock struct {
	Manifest *Manifest
	SignedBy string // name of the signer
	Plan     *scratch.Plan
	GameFile []byte // as it was announced

	folder          *reading
	envelopes, tree *os.File
	first, size     int64
	work            sync.Pool // of *opening
}

// opening is the working memory in which one ticket is opened.
type opening struct {
	tape    *fair.Tape
	record  [seal.RecordSize]byte
	bytes   []byte
	verdict scratch.Verdict
}

// Opened is a ticket that was opened.
type Opened struct {
	Serial  seal.Serial
	Outcome seal.Outcome
	Secret  seal.Secret
	Amount  money.Cents    // of its lot, 0 for a losing ticket
	Cells   []scratch.Code // its face
}

// OpenStock opens a block whose manifest the verifier key signed; "" takes the one in the folder, which proves nothing about who made
// the block. It refuses with ErrSignature, ErrUnfinished, ErrBlock, or ErrFiles for a game file or lengths that are not the
// manifest's. That the files are whole is left to Check. The plan comes from load, so that many blocks of one game may share it; nil
// for LoadPlan.
func OpenStock(dir, verifier string, load func(gameFile []byte) (*scratch.Plan, error)) (_ *Stock, err error) {
	s := &Stock{}
	if s.Manifest, s.SignedBy, err = ReadManifest(dir, verifier); err != nil {
		return nil, err
	}
	if s.folder, err = openBlock(dir); err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			s.Close()
		}
	}()
	if s.GameFile, err = s.folder.small(gameFile); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrBlock, err)
	}
	if DigestOf(s.GameFile) != Digest(s.Manifest.Block.GameFile) {
		return nil, fmt.Errorf("%w: %s is not the one that was announced", ErrFiles, gameFile)
	}
	if load == nil {
		load = LoadPlan
	}
	if s.Plan, err = load(s.GameFile); err != nil {
		return nil, err
	}
	first, end := s.Manifest.span()
	s.first, s.size = int64(first), int64(end-first)
	if s.envelopes, err = s.sized(envelopesFile, s.size*seal.RecordSize); err != nil {
		return nil, err
	}
	if s.tree, err = s.sized(treeFile, treeBytes(s.size)); err != nil {
		return nil, err
	}
	s.work.New = func() any { return &opening{tape: fair.NewTape([32]byte{})} }
	return s, nil
}

// sized opens a file that must have so many bytes.
func (s *Stock) sized(name string, size int64) (*os.File, error) {
	f, err := s.folder.open(name)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrBlock, err)
	}
	info, err := f.Stat()
	if err == nil && info.Size() != size {
		err = fmt.Errorf("%w: %s has %d bytes, not %d", ErrFiles, name, info.Size(), size)
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

// Close closes the files.
func (s *Stock) Close() {
	for _, f := range []*os.File{s.envelopes, s.tree} {
		if f != nil {
			f.Close()
		}
	}
	s.folder.close()
}

// Check reads the files from which tickets are opened, and refuses with ErrFiles those whose digest is not the manifest's.
func (s *Stock) Check(ctx context.Context) error {
	for _, f := range []struct {
		name string
		file *os.File
		want Digest
	}{{envelopesFile, s.envelopes, s.Manifest.Envelopes}, {treeFile, s.tree, s.Manifest.Tree}} {
		hash := sha256.New()
		if _, err := io.Copy(hash, &interruptible{ctx, io.NewSectionReader(f.file, 0, 1<<62)}); err != nil {
			return err
		}
		if !bytes.Equal(hash.Sum(nil), f.want[:]) {
			return fmt.Errorf("%w: %s has another digest", ErrFiles, f.name)
		}
	}
	return nil
}

// interruptible is a reader that ends with its context.
type interruptible struct {
	ctx context.Context
	r   io.Reader
}

func (i *interruptible) Read(p []byte) (int, error) {
	if err := i.ctx.Err(); err != nil {
		return 0, err
	}
	return i.r.Read(p)
}

// Online gives the positions of the online share that this folder holds, first and end.
func (s *Stock) Online() (first, end int64) {
	return s.first, max(s.first, min(s.first+s.size, int64(s.Manifest.Shares.Online)))
}

// Seeds gives the seeds that lie in a specimen's folder; ErrBlock for a block for sale.
func (s *Stock) Seeds() (a, b seal.Seed, err error) {
	if !s.Manifest.Specimen {
		return a, b, fmt.Errorf("%w with seeds in it", ErrBlock)
	}
	for _, f := range []struct {
		name string
		seed *seal.Seed
	}{{seedAFile, &a}, {seedBFile, &b}} {
		text, err := s.folder.small(f.name)
		if err != nil {
			return a, b, fmt.Errorf("%w: %w", ErrBlock, err)
		}
		if *f.seed, err = seal.ParseSeed(text); err != nil {
			return a, b, err
		}
	}
	return a, b, nil
}

// Open opens the ticket of a position with both halves of its key, makes its face again, and holds it against the tree and the rules.
// It refuses with ErrNoTicket, seal.ErrSealed (a half is wrong, or the envelope damaged), ErrLeaf or ErrJudged.
func (s *Stock) Open(pos int64, house, keeper seal.Half) (*Opened, error) {
	if pos < s.first || pos >= s.first+s.size {
		return nil, fmt.Errorf("%w: the folder holds positions %d to %d", ErrNoTicket, s.first, s.first+s.size-1)
	}
	serial, err := s.Manifest.Block.Serial(int(pos))
	if err != nil {
		return nil, err
	}
	w := s.work.Get().(*opening)
	defer s.work.Put(w)
	if err := readFull(s.envelopes, w.record[:], (pos-s.first)*seal.RecordSize); err != nil {
		return nil, fmt.Errorf("%w: %s: %w", ErrBlock, envelopesFile, err)
	}
	o := &Opened{Serial: serial}
	if o.Outcome, o.Secret, err = seal.OpenTwo(house, keeper, serial, seal.TwoKeyEnvelope(&w.record)); err != nil {
		return nil, err
	}
	if o.Cells, o.Amount, err = s.face(w, o.Outcome, o.Secret); err != nil {
		return nil, err
	}
	if s.Manifest.Shares.Kind(int(pos)) != seal.Online {
		return o, nil // its leaf is hidden by the VIRN, which this does not know
	}
	w.bytes = scratch.Canonical(w.bytes[:0], o.Cells)
	var leaf fair.Hash
	if err := readFull(s.tree, leaf[:], treeOffset(s.size, 0)+(pos-s.first)*hashSize); err != nil {
		return nil, fmt.Errorf("%w: %s: %w", ErrBlock, treeFile, err)
	}
	if leaf != fair.Hash(seal.OnlineLeaf(serial, o.Secret, w.bytes)) {
		return nil, ErrLeaf
	}
	return o, nil
}

// Face makes the face of a ticket again from what was learnt when it was opened, with the amount of its lot. It refuses with
// ErrJudged an outcome that is none of the plan's.
func (s *Stock) Face(o seal.Outcome, secret seal.Secret) ([]scratch.Code, money.Cents, error) {
	w := s.work.Get().(*opening)
	defer s.work.Put(w)
	return s.face(w, o, secret)
}

func (s *Stock) face(w *opening, o seal.Outcome, secret seal.Secret) ([]scratch.Code, money.Cents, error) {
	if int(o.Composition) >= len(s.Plan.Compositions) || int(o.Lot) != s.Plan.Compositions[o.Composition].Lot+1 {
		return nil, 0, fmt.Errorf("%w: composition %d does not pay lot %d", ErrJudged, o.Composition, o.Lot)
	}
	cells := make([]scratch.Code, s.Plan.Game.CellCount())
	w.tape.Reset(seal.FaceSeed(secret, o.Composition))
	s.Plan.Print(w.tape, int(o.Composition), cells)
	s.Plan.Game.Judge(scratch.Face{Cells: cells}, &w.verdict)
	if !s.Plan.Match(int(o.Composition), &w.verdict) {
		return nil, 0, ErrJudged
	}
	return cells, w.verdict.Amount, nil
}

// Proof is the inclusion proof of a position, checked against the manifest's root. It refuses as ReadProof does.
func (s *Stock) Proof(pos int64) (*Proof, error) {
	return readProof(s.tree, s.Manifest, int(pos))
}
