// Package gamefile reads the YAML files that describe games, and the test files beside them.
//
// Its invariant: a file is either a game that can be printed, or a formula that can be played, or a report of everything that is wrong with it, each problem
// with its line, its column and what to do; no input makes it panic, and amounts are read as they are written, never as
// floating point. What a game means is left to package scratch, what a formula means to package bingo, files on disk to its callers.
package gamefile

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"tirage/bingo"
	"tirage/scratch"
)

// reader is one reading of one file.
type reader struct {
	name     string
	digest   string
	lines    []string
	root     *node
	start    string // how a file of this kind starts, if not as a game file
	problems []Problem
	more     int             // problems that were only counted
	seen     map[string]bool // pointers at which something was reported
	absent   map[string]bool // pointers of fields that were reported as missing
}

// Kind is what a game file describes, as its first field says.
type Kind string

// The kinds of game files.
const (
	ScratchKind Kind = "scratch"
	BingoKind   Kind = "bingo"
)

// File is a game file that was read. Game or Formula is set, by its kind; neither if the file has errors.
type File struct {
	Kind    Kind // empty if the file does not say it
	Game    *scratch.Game
	Formula *bingo.Formula
}

// Read reads a game file of either kind. The name is only repeated in the report. What it returns is nil if the report holds
// anything but warnings; otherwise a game is prepared and can be planned, and a formula can be played.
func Read(name string, src []byte) (File, Report) { return read(name, src, "") }

// Parse reads the game file of a scratch game as Read does, and refuses one of a formula.
func Parse(name string, src []byte) (*scratch.Game, Report) {
	f, report := read(name, src, ScratchKind)
	return f.Game, report
}

// ReadFormula reads the game file of a bingo formula as Read does, and refuses one of a scratch game.
func ReadFormula(name string, src []byte) (*bingo.Formula, Report) {
	f, report := read(name, src, BingoKind)
	return f.Formula, report
}

// read reads a game file of the kind wanted, or of any if that is empty.
func read(name string, src []byte, want Kind) (File, Report) {
	r := newReader(name, src)
	var f File
	if r.root = r.load(src); r.root != nil {
		switch f.Kind = r.kindOf(want); f.Kind {
		case ScratchKind:
			f.Game = r.game()
		case BingoKind:
			f.Formula = r.formula(src)
		}
	}
	report := r.finish()
	if !report.OK() {
		return File{Kind: f.Kind}, report
	}
	return f, report
}

// kindOf is what the file says it describes, empty if that is not what is wanted. A file that is no mapping at all is taken for
// a scratch game, whose schema says so.
func (r *reader) kindOf(want Kind) Kind {
	if r.root.kind != mapNode {
		return cmp.Or(want, ScratchKind)
	}
	n := r.root.get("kind")
	kind, at := Kind(n.str()), r.root.at
	if n != nil {
		at = n.at
	}
	known := kind == ScratchKind || kind == BingoKind
	switch {
	case known && (want == "" || want == kind):
		return kind
	case known:
		r.report(at, "/kind", "other_kind", fmt.Sprintf("this file describes %s; %s is needed here", kind.about(), want.about()), "name another file")
	case n == nil || n.kind != stringNode:
		r.report(at, "/kind", "unknown_kind", "the file does not say what it describes", startHint)
	default:
		r.report(at, "/kind", "unknown_kind", fmt.Sprintf("there is no kind of game %.40q", n.text), startHint)
	}
	return ""
}

// KindOf is what a file says that it describes: scratch or bingo, and empty if it says neither or cannot be read. That is no
// promise that the rest of the file is good.
func KindOf(src []byte) Kind {
	r := newReader("", src)
	if r.root = r.load(src); r.root == nil || r.root.kind != mapNode {
		return ""
	}
	return r.kindOf("")
}

const startHint = "start with kind: scratch, or kind: bingo"

// about names a kind in a sentence.
func (k Kind) about() string {
	if k == BingoKind {
		return "a bingo formula"
	}
	return "a scratch game"
}

// Digest is the SHA-256 of a game file's exact bytes, as manifests carry it.
func Digest(src []byte) [32]byte { return sha256.Sum256(src) }

func newReader(name string, src []byte) *reader {
	digest := Digest(src)
	return &reader{name: name, digest: hex.EncodeToString(digest[:])}
}

func (r *reader) game() *scratch.Game {
	r.validate(gameSchema(false))
	game := r.build()
	r.check(game)
	return game
}

// failed reports whether anything but warnings was found so far.
func (r *reader) failed() bool {
	return slices.ContainsFunc(r.problems, func(p Problem) bool { return !p.Warning })
}

// load reads a file's text into a tree, nil if it has none.
func (r *reader) load(src []byte) *node {
	text, ok := r.text(src)
	if !ok {
		return nil
	}
	return r.parseTree(text)
}

// text checks the bytes of a file and returns them with plain line ends.
func (r *reader) text(src []byte) (string, bool) {
	if len(src) > maxBytes {
		r.report(position{1, 1, 1}, "", "too_large", fmt.Sprintf("the file has %d bytes, at most %d are read", len(src), maxBytes), "leave out what is no game")
		return "", false
	}
	src = bytes.TrimPrefix(src, []byte("\uFEFF"))
	text := strings.ReplaceAll(string(src), "\r\n", "\n")
	r.lines = strings.Split(text, "\n")
	if !utf8.ValidString(text) {
		line, column := lineOf(text, firstInvalid(text))
		r.lines[line-1] = strings.ToValidUTF8(r.lines[line-1], "\uFFFD")
		r.report(position{line, column, 1}, "", "not_utf8", "this is not valid UTF-8", "save the file as UTF-8")
		return "", false
	}
	before := len(r.problems)
	for i, line := range r.lines {
		r.checkLine(i+1, line)
		if len(r.problems) > maxProblems {
			break
		}
	}
	return text, len(r.problems) == before
}

func (r *reader) checkLine(number int, line string) {
	runes := []rune(line)
	if len(runes) > maxLine {
		r.report(position{number, maxLine, 1}, "", "line_too_long", fmt.Sprintf("this line has more than %d characters", maxLine), "break it")
		return
	}
	if indent := line[:len(line)-len(strings.TrimLeft(line, " \t"))]; strings.Contains(indent, "\t") {
		r.report(position{number, 1 + strings.IndexByte(indent, '\t'), 1}, "", "tab_indent", "a tab stands in the indentation", "indent with spaces")
		return
	}
	if i := slices.IndexFunc(runes, func(c rune) bool { return c < ' ' && c != '\t' || c >= 0x7f && c < 0xa0 || c == '\uFEFF' }); i >= 0 {
		r.report(position{number, i + 1, 1}, "", "control_character", fmt.Sprintf("the invisible character U+%04X stands here", runes[i]), "delete it")
	}
}

// firstInvalid is the offset of the first byte that is no UTF-8.
func firstInvalid(text string) int {
	for i, c := range text {
		if c == utf8.RuneError {
			if _, size := utf8.DecodeRuneInString(text[i:]); size == 1 {
				return i
			}
		}
	}
	return len(text)
}

func lineOf(text string, offset int) (line, column int) {
	before := text[:offset]
	start := strings.LastIndexByte(before, '\n') + 1
	return 1 + strings.Count(before, "\n"), 1 + utf8.RuneCountInString(before[start:])
}
