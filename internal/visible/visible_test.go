package visible_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"testing/iotest"
	"unicode"
	"unicode/utf8"

	"tirage/internal/visible"
)

func TestLine(t *testing.T) {
	for text, want := range map[string]string{
		"":                           "",
		"Règlement, 5 €\u202f\u00a0": "Règlement, 5 €\u202f\u00a0",
		"\x1b[2Jok":                  `\u001b[2Jok`,
		"a\r\n\tb\x00\x7f":           `a\u000d\u000a\u0009b\u0000\u007f`,
		"\u009b31m":                  `\u009b31m`,
		"\xffx\xe2\x82":              `\xffx\xe2\x82`,
		"\u202eabc\u200b\u2028":      `\u202eabc\u200b\u2028`,
		"\U000e0001":                 `\udb40\udc01`,
		"\ufffd":                     "\ufffd",
	} {
		if got := visible.Line(text); got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
}

// However a text is cut into writes, it comes out as it does in one; and nothing that moves a terminal comes out.
func FuzzWriter(f *testing.F) {
	f.Add([]byte("1 €\n\x1b[2J\u009b\xff\xe2\x82"), 1)
	f.Add([]byte("\xe2\x82\xe2\x82\xac\xf0\x9f\x92"), 2)
	f.Fuzz(func(t *testing.T, text []byte, step int) {
		var once, parts bytes.Buffer
		write(t, &once, text, len(text))
		write(t, &parts, text, step)
		if !bytes.Equal(once.Bytes(), parts.Bytes()) {
			t.Errorf("%q at once is %q, in parts %q", text, once.String(), parts.String())
		}
		if !utf8.Valid(once.Bytes()) {
			t.Errorf("%q comes out as %q, which is no UTF-8", text, once.String())
		}
		for _, r := range once.String() {
			if r != '\n' && r != '\t' && (unicode.IsControl(r) || unicode.Is(unicode.Cf, r)) {
				t.Errorf("%q comes out with %U in it", text, r)
			}
		}
		if line := visible.Line(string(text)); strings.ContainsAny(line, "\n\t") || len(text) > 0 && line == "" {
			t.Errorf("%q as a line is %q", text, line)
		}
	})
}

func write(t *testing.T, into *bytes.Buffer, text []byte, step int) {
	w := visible.Writer{Out: into}
	for step = max(1, min(step, 7)); len(text) > 0; {
		n := min(step, len(text))
		if m, err := w.Write(text[:n]); m != n || err != nil {
			t.Fatal(m, err)
		}
		text = text[n:]
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
}

// JSON that goes through is the same value.
func FuzzJSON(f *testing.F) {
	f.Add("\u009b\u202e\U000e0001\x7f é")
	f.Fuzz(func(t *testing.T, text string) {
		data, err := json.Marshal(text)
		if err != nil {
			t.Fatal(err)
		}
		var out bytes.Buffer
		write(t, &out, data, 5)
		var before, after string
		if err := json.Unmarshal(data, &before); err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(out.Bytes(), &after); err != nil || after != before {
			t.Errorf("%s became %s: %v", data, out.Bytes(), err)
		}
	})
}

// An error of the writer below is not hidden.
func TestWriterError(t *testing.T) {
	broken := visible.Writer{Out: failing{}}
	if n, err := broken.Write([]byte("x")); n != 0 || err == nil {
		t.Error(n, err)
	}
}

type failing struct{}

func (failing) Write([]byte) (int, error) { return 0, iotest.ErrTimeout }
