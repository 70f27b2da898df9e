package press

import (
	"encoding/base64"
	"fmt"
	"strconv"
	"strings"

	"tirage/fair"
	"tirage/seal"
)

// The first lines of the two notes: what they are, and the version of the format.
const (
	announcementTitle = "tirage announcement 1"
	manifestTitle     = "tirage manifest 1"
)

// Announcement is what is public before the seeds are opened.
type Announcement struct {
	Game         string // identifier of the game: "vegas-3eur"
	GameVersion  uint32 // of the game file
	Block        seal.Block
	SeedA, SeedB Digest // SHA-256 of each party's 32 bytes
	Specimen     bool
}

// Manifest is what is public of a printed block.
type Manifest struct {
	Announcement
	Announced Digest // of the announcement's text, without signatures
	Shares    seal.Shares
	Packs     Packs // the packs that the folder holds
	Root      fair.Hash
	Plan      Digest
	Envelopes Digest
	Tree      Digest
	Printer   string // age recipient; "" when the print files are in clear
	Parts     []Part
}

// Part is one print file.
type Part struct {
	Packs Packs
	Rows  int
	Clear Digest // of its plaintext
}

// name is the part's path in the folder: its first and last pack.
func (p Part) name(sealed bool) string {
	name := fmt.Sprintf("%s/%06d-%06d.parquet", printFolder, p.Packs.First, p.Packs.End-1)
	if sealed {
		name += ".age"
	}
	return name
}

// span is the range of positions in the folder.
func (m *Manifest) span() (first, end int) { return positions(m.Block, m.Packs) }

// differences says in which lines a block that is to be printed, or was, is not the one that was announced.
func (a *Announcement) differences(b *Announcement) (list []string) {
	for _, line := range []struct {
		what           string
		announced, got any
	}{
		{"game", a.Game, b.Game},
		{"game code", a.Block.Game, b.Block.Game},
		{"version of the game file", a.GameVersion, b.GameVersion},
		{"SHA-256 of the game file", Digest(a.Block.GameFile), Digest(b.Block.GameFile)},
		{"issue", a.Block.Issue, b.Block.Issue},
		{"block", a.Block.Number, b.Block.Number},
		{"tickets", a.Block.Tickets, b.Block.Tickets},
		{"pack size", a.Block.PackSize, b.Block.PackSize},
		{"SHA-256 of the house's seed", a.SeedA, b.SeedA},
		{"SHA-256 of the keeper's seed", a.SeedB, b.SeedB},
		{"specimen", a.Specimen, b.Specimen},
	} {
		if line.announced != line.got {
			list = append(list, fmt.Sprintf("%s: announced was %v, this is %v", line.what, line.announced, line.got))
		}
	}
	return list
}

// text writes the announcement, one "key value" a line.
func (a *Announcement) text() string {
	var t strings.Builder
	t.WriteString(announcementTitle + "\n")
	a.write(&t)
	return t.String()
}

func (a *Announcement) write(t *strings.Builder) {
	b := a.Block
	fmt.Fprintf(t, "game %s\ngame-code %d\ngame-version %d\ngame-file %s\n", a.Game, b.Game, a.GameVersion, Digest(b.GameFile))
	fmt.Fprintf(t, "issue %d\nblock %d\ntickets %d\npack-size %d\n", b.Issue, b.Number, b.Tickets, b.PackSize)
	fmt.Fprintf(t, "seed-a %s\nseed-b %s\n", a.SeedA, a.SeedB)
	use := "sale"
	if a.Specimen {
		use = specimenText
	}
	fmt.Fprintf(t, "use %s\n", use)
}

// Digest is that of the manifest's text, without signatures.
func (m *Manifest) Digest() Digest { return DigestOf([]byte(m.text())) }

// text writes the manifest, one "key value" a line.
func (m *Manifest) text() string {
	var t strings.Builder
	t.WriteString(manifestTitle + "\n")
	m.write(&t)
	first, end := m.span()
	fmt.Fprintf(&t, "announcement %s\nonline-tickets %d\npacks %s\n", m.Announced, m.Shares.Online, m.Packs)
	fmt.Fprintf(&t, "tree-size %d\ntree-root %s\n", end-first, m.Root)
	fmt.Fprintf(&t, "plan %s\nenvelopes %s\ntree %s\n", m.Plan, m.Envelopes, m.Tree)
	printer := m.Printer
	if printer == "" {
		printer = "clear"
	}
	fmt.Fprintf(&t, "printer %s\nparts %d\n", printer, len(m.Parts))
	for _, p := range m.Parts {
		fmt.Fprintf(&t, "part %s %d %s\n", p.Packs, p.Rows, p.Clear)
	}
	return t.String()
}

// String gives the first and the last pack: "000000-000999".
func (p Packs) String() string { return fmt.Sprintf("%06d-%06d", p.First, p.End-1) }

// lines reads "key value" lines in a fixed order and remembers the first that is not as it must be.
type lines struct {
	rest string
	n    int
	err  error
}

func (l *lines) fail(format string, args ...any) {
	if l.err == nil {
		l.err = fmt.Errorf("%w: line %d: %s", ErrBlock, l.n, fmt.Sprintf(format, args...))
	}
}

func (l *lines) line() string {
	line, rest, ok := strings.Cut(l.rest, "\n")
	l.n++
	if !ok {
		l.fail("the text ends too early")
	}
	l.rest = rest
	return line
}

func (l *lines) value(key string) string {
	k, v, _ := strings.Cut(l.line(), " ")
	if k != key || v == "" {
		l.fail("%q and its value must stand here", key)
	}
	return v
}

func (l *lines) number(key string, most uint64) uint64 {
	n, err := strconv.ParseUint(l.value(key), 10, 64)
	if err != nil || n > most {
		l.fail("%s is a whole number up to %d", key, most)
		return 0
	}
	return n
}

func (l *lines) digest(key string) Digest {
	d, ok := parseDigest(l.value(key))
	if !ok {
		l.fail("%s is 64 lower-case hexadecimal digits", key)
	}
	return d
}

func (l *lines) title(want string) {
	if got := l.line(); got != want {
		l.fail("%q must stand here, not %.60q: another kind of file, or a version that this program does not read", want, got)
	}
}

func (l *lines) announcement(a *Announcement) {
	a.Game = l.value("game")
	a.Block.Game = uint16(l.number("game-code", 9999))
	a.GameVersion = uint32(l.number("game-version", 1<<32-1))
	a.Block.GameFile = l.digest("game-file")
	a.Block.Issue = uint16(l.number("issue", 99))
	a.Block.Number = uint16(l.number("block", 9999))
	a.Block.Tickets = uint32(l.number("tickets", MaxTickets))
	a.Block.PackSize = uint16(l.number("pack-size", 1000))
	a.SeedA, a.SeedB = l.digest("seed-a"), l.digest("seed-b")
	switch use := l.value("use"); use {
	case specimenText:
		a.Specimen = true
	case "sale":
	default:
		l.fail("use is \"sale\" or the words of a specimen")
	}
	if err := a.Block.Check(); l.err == nil && err != nil {
		l.fail("%v", err)
	}
}

// end refuses what is not written exactly as text writes it, so that one block has one text.
func (l *lines) end(text, again string) error {
	if l.err == nil && text != again {
		l.fail("the text is not in its canonical form")
	}
	return l.err
}

func parseAnnouncement(text string) (*Announcement, error) {
	l := lines{rest: text}
	a := new(Announcement)
	l.title(announcementTitle)
	l.announcement(a)
	return a, l.end(text, a.text())
}

// parseManifest reads the manifest's text. It accepts exactly what text writes, with parts that follow one another over all paper
// packs of the folder.
func parseManifest(text string) (*Manifest, error) {
	l := lines{rest: text}
	m := new(Manifest)
	l.title(manifestTitle)
	l.announcement(&m.Announcement)
	m.Announced = l.digest("announcement")
	m.Shares.Online = int(l.number("online-tickets", MaxTickets))
	m.Packs = l.packs(l.value("packs"))
	size := int(l.number("tree-size", MaxTickets))
	m.Root = l.root()
	m.Plan, m.Envelopes, m.Tree = l.digest("plan"), l.digest("envelopes"), l.digest("tree")
	if m.Printer = l.value("printer"); m.Printer == "clear" {
		m.Printer = ""
	}
	if l.err != nil {
		return nil, l.err
	}
	if err := m.Shares.Check(m.Block); err != nil || m.Packs.End > m.Block.Packs() {
		l.fail("the shares or packs are not of the block")
		return nil, l.err
	}
	if first, end := m.span(); size != end-first {
		l.fail("tree-size is %d, the packs hold %d tickets", size, end-first)
		return nil, l.err
	}
	l.parts(m)
	return m, l.end(text, m.text())
}

// parts reads the parts, which must be those that the press makes: their number follows from the packs.
func (l *lines) parts(m *Manifest) {
	want := divide(m.Block, m.Shares, m.Packs)
	n := int(l.number("parts", uint64(len(want))))
	for _, c := range want {
		if c.kind != seal.Paper || l.err != nil {
			continue
		}
		f := strings.Split(l.value("part"), " ")
		if len(f) != 3 {
			l.fail("a part is its packs, its rows and its digest")
			return
		}
		rows, err := strconv.Atoi(f[1])
		d, ok := parseDigest(f[2])
		if l.packs(f[0]) != c.packs || err != nil || rows != c.end-c.first || !ok {
			l.fail("the part of packs %s with %d rows must stand here", c.packs, c.end-c.first)
			return
		}
		m.Parts = append(m.Parts, Part{Packs: c.packs, Rows: rows, Clear: d})
	}
	if n != len(m.Parts) {
		l.fail("%d parts are announced, %d make the block", n, len(m.Parts))
	}
}

func (l *lines) packs(text string) (p Packs) {
	a, b, _ := strings.Cut(text, "-")
	first, err1 := strconv.ParseUint(a, 10, 32)
	last, err2 := strconv.ParseUint(b, 10, 32)
	if err1 != nil || err2 != nil || first > last || last > 999_999 {
		l.fail("packs are written first-last, six digits each")
		return Packs{}
	}
	return Packs{First: int(first), End: int(last) + 1}
}

func (l *lines) root() (h fair.Hash) {
	raw, err := base64.StdEncoding.DecodeString(l.value("tree-root"))
	if err != nil || len(raw) != len(h) {
		l.fail("tree-root is 32 bytes in base64")
		return h
	}
	return fair.Hash(raw)
}
