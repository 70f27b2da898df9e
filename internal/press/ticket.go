package press

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"

	"filippo.io/age"

	"tirage/fair"
	"tirage/scratch"
	"tirage/seal"
)

// Ticket is one ticket read from a block in clear.
type Ticket struct {
	Position int
	Game     *scratch.Game
	Serial   seal.Serial
	VIRN     seal.VIRN
	Face     scratch.Face // captions as they stand in the print file
	Specimen bool
}

// ReadTicket reads the ticket of a position from a specimen on disk. It refuses with ErrNoTicket what has no face in clear there, and with
// ErrUnfinished, ErrBlock or ErrPart what cannot be read. It checks no signature and no digest: that is the audit's part.
func ReadTicket(dir string, pos int) (*Ticket, error) { return readTicket(dir, pos, LoadPlan) }

func readTicket(dir string, pos int, load planner) (*Ticket, error) {
	folder, m, err := openManifest(dir)
	if err != nil {
		return nil, err
	}
	defer folder.close()
	game, err := folder.small(gameFile)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrBlock, err)
	}
	if DigestOf(game) != Digest(m.Block.GameFile) {
		return nil, fmt.Errorf("%w: %s is not the game file that was announced", ErrBlock, gameFile)
	}
	plan, err := load(game)
	if err != nil {
		return nil, err
	}
	rules := newRules(plan, m.Block, m.Printer == "")
	row, err := folder.row(m, rules.table, pos, nil)
	if err != nil {
		return nil, err
	}
	var t seal.Ticket
	e := newExaminer(rules)
	e.read(row, pos, nil, &t, func(name, format string, args ...any) {
		if err == nil && name != "misprint" && name != "composition" && name != "unprinted" {
			err = fmt.Errorf("%w: %s", ErrPart, Finding{checkTickets, name, rules.place(printFolder, pos), fmt.Sprintf(format, args...)})
		}
	})
	if err != nil {
		return nil, err
	}
	return &Ticket{Position: pos, Game: plan.Game, Serial: t.Serial, VIRN: t.VIRN, Face: scratch.Face{Cells: e.cells, Captions: e.captions}, Specimen: m.Specimen}, nil
}

// ReadManifest reads the manifest of a block on disk and checks its signature by a verifier key; "" takes the one in the folder, which
// proves nothing about who made the block. It gives the signer's name too, and refuses with ErrSignature, ErrUnfinished or ErrBlock.
func ReadManifest(dir, verifier string) (m *Manifest, signedBy string, err error) {
	folder, err := openBlock(dir)
	if err != nil {
		return nil, "", err
	}
	defer folder.close()
	signed, err := folder.small(manifestFile)
	if err == nil && verifier == "" {
		var raw []byte
		raw, err = folder.small(signerFile)
		verifier = string(raw)
	}
	if err != nil {
		return nil, "", fmt.Errorf("%w: %w", ErrBlock, err)
	}
	text, err := openNote(signed, verifier)
	if err != nil {
		return nil, "", fmt.Errorf("%s: %w", manifestFile, err)
	}
	m, err = parseManifest(text)
	signedBy, _, _ = strings.Cut(verifier, "+")
	return m, signedBy, err
}

// openManifest opens a block and reads its manifest, without checking the signature.
func openManifest(dir string) (*reading, *Manifest, error) {
	folder, err := openBlock(dir)
	if err != nil {
		return nil, nil, err
	}
	signed, err := folder.small(manifestFile)
	if err != nil {
		folder.close()
		return nil, nil, fmt.Errorf("%w: %w", ErrBlock, err)
	}
	m, err := parseManifest(string(signed[:max(lastBlankLine(string(signed)), 0)]))
	if err != nil {
		folder.close()
		return nil, nil, err
	}
	return folder, m, nil
}

// row reads the row of a position from its print file.
func (r *reading) row(m *Manifest, t *table, pos int, identity age.Identity) (*row, error) {
	if m.Printer == "" {
		identity = nil
	} else if identity == nil {
		return nil, fmt.Errorf("%w: the print files are sealed for the printer", ErrNoTicket)
	}
	pack := pos / int(m.Block.PackSize)
	i := slices.IndexFunc(m.Parts, func(p Part) bool { return pack >= p.Packs.First && pack < p.Packs.End })
	if first, end := m.span(); pos < first || pos >= end {
		return nil, fmt.Errorf("%w: the folder holds positions %d to %d", ErrNoTicket, first, end-1)
	}
	if i < 0 {
		return nil, fmt.Errorf("%w: position %d belongs to the online share, which is not printed", ErrNoTicket, pos)
	}
	p := m.Parts[i]
	var data bytes.Buffer
	if err := r.part(p.name(m.Printer != ""), p.Rows, identity, &data); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrPart, err)
	}
	part, err := openPart(t, data.Bytes(), p.Rows, newScreen())
	if err != nil {
		return nil, err
	}
	defer part.close()
	first, _ := positions(m.Block, p.Packs)
	if err := part.seek(pos - first); err != nil {
		return nil, err
	}
	return part.next()
}

// Proof is the proof that a block's root commits to the leaf of one ticket.
type Proof struct {
	Index int64 // of the leaf in the tree: the position less the folder's first
	Size  int64
	Root  fair.Hash
	Leaf  fair.Hash
	Path  fair.Proof
}

// ReadProof reads the inclusion proof of a position from a block on disk, and checks it against the root of the manifest, whose
// signature is the audit's part. It refuses with ErrNoTicket, ErrUnfinished, ErrBlock, or fair.ErrProof when the tree is not the manifest's.
func ReadProof(dir string, pos int) (*Proof, error) {
	folder, m, err := openManifest(dir)
	if err != nil {
		return nil, err
	}
	defer folder.close()
	f, err := folder.open(treeFile)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrBlock, err)
	}
	defer f.Close()
	return readProof(f, m, pos)
}

func readProof(f io.ReaderAt, m *Manifest, pos int) (*Proof, error) {
	first, end := m.span()
	if pos < first || pos >= end {
		return nil, fmt.Errorf("%w: the folder holds positions %d to %d", ErrNoTicket, first, end-1)
	}
	size := int64(end - first)
	read := func(level int, index int64) (h fair.Hash, err error) {
		err = readFull(f, h[:], treeOffset(size, level)+index*hashSize)
		return h, err
	}
	var err error
	p := &Proof{Index: int64(pos - first), Size: size, Root: m.Root}
	if p.Leaf, err = read(0, p.Index); err != nil {
		return nil, fmt.Errorf("%w: %s: %w", ErrBlock, treeFile, err)
	}
	if p.Path, err = fair.Prove(p.Index, size, read); err != nil {
		return nil, fmt.Errorf("%w: %s: %w", ErrBlock, treeFile, err)
	}
	return p, fair.Verify(p.Path, size, p.Root, p.Index, p.Leaf)
}
