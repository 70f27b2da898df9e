// Package visible shows texts of strangers on a screen, names of files, values of a manifest, lines of a game file; and tells which
// texts may name somebody.
//
// Its invariant: what comes out holds no sign that moves a terminal's cursor, colours it, turns the direction of writing or is not seen
// at all. Each stands there as JSON writes it, "\u001b", so that JSON which goes through stays the same value; a byte that is no UTF-8 as
// "\xff". What a text means, and whether it may be said, is left to those who write it.
package visible

import (
	"fmt"
	"io"
	"slices"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// Line is a text as one line: the ends of lines in it are shown too, so that nobody forges another line.
func Line(text string) string { return string(shown([]byte(text), false)) }

// hidden tells whether a sign is not to reach a screen: controls, formats such as U+202E and U+200B, separators of lines.
func hidden(r rune) bool { return unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp) }

// shown writes a text with all that is hidden in it shown, but for tabs and the ends of lines if there may be several. It gives the text
// itself, not a copy, if nothing is.
func shown(text []byte, lines bool) []byte {
	var out []byte
	from := 0
	for at := 0; at < len(text); {
		b := text[at]
		if b >= ' ' && b < 0x7f || lines && (b == '\n' || b == '\t') {
			at++
			continue
		}
		r, size := utf8.DecodeRune(text[at:])
		broken := r == utf8.RuneError && size == 1
		if broken || hidden(r) {
			out = append(out, text[from:at]...)
			from = at + size
			if broken {
				out = fmt.Appendf(out, `\x%02x`, b)
			} else {
				for _, unit := range utf16.AppendRune(nil, r) {
					out = fmt.Appendf(out, `\u%04x`, unit)
				}
			}
		}
		at += size
	}
	if from == 0 {
		return text
	}
	return append(out, text[from:]...)
}

// Writer shows what is written to it, lines and tabs as they are. Close it: the bytes of a last sign may still be in it.
type Writer struct {
	Out io.Writer
	cut []byte // of a sign whose other bytes come with the next Write
}

// Write writes all but the bytes of a sign that is not whole yet.
func (w *Writer) Write(p []byte) (int, error) {
	text := p
	if len(w.cut) > 0 {
		text = slices.Concat(w.cut, p)
	}
	whole := len(text)
	for back := 1; back < utf8.UTFMax && back <= len(text); back++ {
		if utf8.RuneStart(text[len(text)-back]) {
			if !utf8.FullRune(text[len(text)-back:]) {
				whole -= back
			}
			break
		}
	}
	w.cut = slices.Clone(text[whole:])
	if _, err := w.Out.Write(shown(text[:whole], true)); err != nil {
		return 0, err
	}
	return len(p), nil
}

// Close writes what is left of a sign that never became whole. It leaves Out open.
func (w *Writer) Close() error {
	if len(w.cut) == 0 {
		return nil
	}
	_, err := w.Out.Write(shown(w.cut, true))
	w.cut = nil
	return err
}
