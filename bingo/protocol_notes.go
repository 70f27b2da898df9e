package bingo

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"golang.org/x/mod/sumdb/note"

	"tirage/money"
)

// The notes of a draw are texts for golang.org/x/mod/sumdb/note: lines of a name and a value. What is signed is read
// again only in the one form in which it is written.
const (
	scheduleNote = "tirage schedule 1"
	receiptNote  = "tirage receipt 1"
	lockNote     = "tirage lock 2"
	endNote      = "tirage end 1"
)

// Receipt says what was bought and where it stands in the draw's log: the tree of the first Size cards has this Root, and
// the card is its leaf Index.
type Receipt struct {
	Draw  ID
	Index int
	Leaf  Digest
	Size  int
	Root  Digest
}

// Text is the text of the note that the house signs for the buyer.
func (r Receipt) Text() string {
	return fmt.Sprintf("%s\ndraw %s\nindex %d\nleaf %s\nsize %d\nroot %s\n", receiptNote, r.Draw, r.Index, r.Leaf, r.Size, r.Root)
}

// ParseReceipt reads what Text wrote, and refuses all else: note_form.
func ParseReceipt(text string) (Receipt, error) {
	var r Receipt
	l := lines{left: text}
	l.title(receiptNote)
	r.Draw, r.Index, r.Leaf = l.draw(), int(l.number("index")), l.digest("leaf")
	r.Size, r.Root = int(l.number("size")), l.digest("root")
	if l.bad || r.Text() != text {
		return Receipt{}, refuse("note_form", "this is no receipt of a card")
	}
	return r, nil
}

// LockStatement is the one act that ends the sale of a draw: it fixes how many cards there are, the root of their tree,
// what the draw plays for, and the time, before any secret is opened. Amounts are in minor units.
type LockStatement struct {
	Draw    ID
	Size    int
	Root    Digest
	Jackpot money.Cents // the formula's balance at the lock, before anything was taken from it or added to it
	Fund    money.Cents // likewise; below zero where the operator has advanced money
	Super   money.Cents // what the fund adds to the jackpot, 0 for nothing
	Time    Moment
}

// Text is the text of the note that is signed and broadcast.
func (s LockStatement) Text() string {
	return fmt.Sprintf("%s\ndraw %s\nsize %d\nroot %s\njackpot %d\nfund %d\nsuper %d\ntime %d\n",
		lockNote, s.Draw, s.Size, s.Root, s.Jackpot, s.Fund, s.Super, s.Time)
}

// ParseLockStatement reads what Text wrote, and refuses all else: note_form.
func ParseLockStatement(text string) (LockStatement, error) {
	var s LockStatement
	l := lines{left: text}
	l.title(lockNote)
	s.Draw, s.Size, s.Root = l.draw(), int(l.number("size")), l.digest("root")
	s.Jackpot, s.Fund, s.Super = l.cents("jackpot"), l.cents("fund"), l.cents("super")
	s.Time = Moment(l.number("time"))
	if l.bad || s.Text() != text {
		return LockStatement{}, refuse("note_form", "this is no lock of a draw")
	}
	return s, nil
}

// Text is the text of the note that is signed before any sale.
func (s Schedule) Text() string {
	return fmt.Sprintf("%s\nannounced %d\ndraw %s\nformula %s\nversion %d\ndigest %s\nopens %d\ncloses %d\npatience %d\na %s\nb %s\nbeacon %s\n",
		scheduleNote, s.At, s.Draw, s.Formula, s.Version, s.Digest, s.Opens, s.Closes, s.Patience, s.A, s.B, orNone(s.Beacon))
}

// ParseSchedule reads what Text wrote, and refuses all else: note_form.
func ParseSchedule(text string) (Schedule, error) {
	var s Schedule
	l := lines{left: text}
	l.title(scheduleNote)
	s.At = Moment(l.number("announced"))
	s.Draw, s.Formula, s.Version, s.Digest = l.draw(), l.value("formula"), uint32(l.number("version")), l.digest("digest")
	s.Opens, s.Closes, s.Patience = Moment(l.number("opens")), Moment(l.number("closes")), Moment(l.number("patience"))
	s.A, s.B, s.Beacon = l.digest("a"), l.digest("b"), l.value("beacon")
	if s.Beacon == "none" {
		s.Beacon = ""
	}
	if l.bad || s.Text() != text || s.check() != nil {
		return Schedule{}, refuse("note_form", "this is no schedule of a draw")
	}
	return s, nil
}

// orNone writes a value that may be missing.
func orNone(value string) string {
	if value == "" {
		return "none"
	}
	return value
}

// Sign makes the signed note of a text that ends in a newline, as Text returns it.
func Sign(text string, signers ...note.Signer) ([]byte, error) {
	return note.Sign(&note.Note{Text: text}, signers...)
}

// OpenNote returns the text of a note that a key of those known signed, or refuses it with note_unsigned.
func OpenNote(signed []byte, known note.Verifiers) (string, error) {
	n, err := note.Open(signed, known)
	var wrong *note.InvalidSignatureError
	switch {
	case err == nil:
		return n.Text, nil
	case errors.As(err, new(*note.UnverifiedNoteError)):
		return "", refuse("note_unsigned", "no key that is known signed this")
	case errors.As(err, &wrong):
		return "", refuse("note_unsigned", "the signature of %s does not fit this text", wrong.Name)
	}
	return "", refuse("note_unsigned", "this is no signed note: a text, an empty line and its signatures")
}

// lines reads the lines of a note. After the first that is not as expected it is bad and reads nothing but zeros.
type lines struct {
	left string
	bad  bool
}

func (l *lines) title(want string) {
	line, rest, found := strings.Cut(l.left, "\n")
	l.left, l.bad = rest, l.bad || !found || line != want
}

func (l *lines) value(name string) string {
	line, rest, found := strings.Cut(l.left, "\n")
	value, named := strings.CutPrefix(line, name+" ")
	l.left, l.bad = rest, l.bad || !found || !named
	if l.bad {
		return ""
	}
	return value
}

func (l *lines) number(name string) int64 {
	n, err := strconv.ParseInt(l.value(name), 10, 64)
	if err != nil || n < 0 {
		l.bad = true
		return 0
	}
	return n
}

// cents reads an amount in minor units, which may be below zero.
func (l *lines) cents(name string) money.Cents {
	n, err := strconv.ParseInt(l.value(name), 10, 64)
	l.bad = l.bad || err != nil
	return money.Cents(n)
}

func (l *lines) digest(name string) (d Digest) {
	if d.UnmarshalText([]byte(l.value(name))) != nil {
		l.bad = true
	}
	return d
}

func (l *lines) draw() ID {
	id, err := ParseID(l.value("draw"))
	l.bad = l.bad || err != nil
	return id
}
