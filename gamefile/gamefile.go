// Package gamefile reads the YAML files that describe games, and the test files beside them.
//
// Its invariant: a file is either a game that can be printed, or a report of everything that is wrong with it, each problem
// with its line, its column and what to do; no input makes it panic, and amounts are read as they are written, never as
// floating point. What a game means is left to package scratch, files on disk to its callers.
package gamefile

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"tirage/scratch"
)

// reader is one reading of one file.
type reader struct {
	name     string
	digest   string
	lines    []string
	root     *node
	problems []Problem
	more     int             // problems that were only counted
	seen     map[string]bool // pointers at which something was reported
}

// Parse reads a game file. The name is only repeated in the report. The game is nil if the report holds anything but warnings;
// otherwise it is prepared and can be planned.
func Parse(name string, src []byte) (*scratch.Game, Report) {
	r := newReader(name, src)
	game := r.game(src)
	report := r.finish()
	if !report.OK() {
		return nil, report
	}
	return game, report
}

// Digest is the SHA-256 of a game file's exact bytes, as manifests carry it.
func Digest(src []byte) [32]byte { return sha256.Sum256(src) }

func newReader(name string, src []byte) *reader {
	digest := Digest(src)
	return &reader{name: name, digest: hex.EncodeToString(digest[:])}
}

func (r *reader) game(src []byte) *scratch.Game {
	if r.root = r.load(src); r.root == nil {
		return nil
	}
	if kind := r.root.get("kind"); r.root.kind == mapNode && (kind == nil || kind.text != "scratch") {
		at := r.root.at
		if kind != nil {
			at = kind.at
		}
		r.report(at, "/kind", "unknown_kind", "the file does not say that it describes a scratch game", "start with kind: scratch")
		return nil
	}
	r.validate(gameSchema(false))
	game := r.build()
	r.check(game)
	return game
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
