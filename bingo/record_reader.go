package bingo

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"strconv"

	"tirage/money"
)

// recordReader reads a record in its one form, from the first byte to the last, in one go: each key is expected where it belongs. What
// it takes for a list is bounded by what a draw can have, so that a text can make it take little more than its own size. After
// the first thing that is not as expected it reads nothing but zeros.
type recordReader struct {
	data  []byte
	at    int
	fresh bool // an object was begun, and has no key yet
	err   *Refusal
}

// maxRecordText bounds the bytes of a text, far above what any of a record's takes.
const maxRecordText = 16 << 10

func (r *recordReader) fail(format string, args ...any) {
	if r.err == nil {
		r.err = refuse("record_form", "byte %d: %s", r.at+1, written(format, args...))
	}
}

// next is the byte after the spaces here, 0 at the end.
func (r *recordReader) next() byte {
	for r.err == nil && r.at < len(r.data) {
		switch c := r.data[r.at]; c {
		case ' ', '\n', '\t', '\r':
			r.at++
		default:
			return c
		}
	}
	return 0
}

// take takes a byte that belongs here, and tells whether it stood there.
func (r *recordReader) take(c byte) bool {
	found := r.next() == c && r.err == nil
	if found {
		r.at++
	}
	return found
}

func (r *recordReader) sign(c byte) {
	if !r.take(c) {
		r.fail("here %q belongs", string(c))
	}
}

// object reads an object by its keys.
func (r *recordReader) object(keys func()) {
	r.sign('{')
	r.fresh = true
	keys()
	r.sign('}')
	r.fresh = false
}

// has takes a key that may be here.
func (r *recordReader) has(name string) bool {
	at := r.at
	if (r.fresh || r.take(',')) && r.take('"') {
		key, _, quoted := bytes.Cut(r.data[r.at:min(len(r.data), r.at+len(name)+1)], []byte{'"'})
		r.at += len(key) + 1
		if quoted && string(key) == name && r.take(':') {
			r.fresh = false
			return true
		}
	}
	r.at = at
	return false
}

func (r *recordReader) key(name string) {
	if !r.has(name) {
		r.fail("here the key %q belongs", name)
	}
}

// list reads a list of at most so many elements.
func (r *recordReader) list(most int, element func()) {
	r.sign('[')
	if r.take(']') {
		return
	}
	for n := 0; r.err == nil; n++ {
		if n == most {
			r.fail("this list has more than %d elements", most)
		}
		element()
		if r.take(']') {
			return
		}
		r.sign(',')
	}
}

// raw reads a text in its quotes; plain is one that stands there as it is.
func (r *recordReader) raw() (text []byte, plain bool) {
	r.sign('"')
	if r.err != nil {
		return nil, true
	}
	plain = true
	for i, c := range r.data[r.at:min(len(r.data), r.at+maxRecordText)] {
		switch {
		case c == '"' && (plain || !escaped(r.data[r.at:r.at+i])):
			text = r.data[r.at-1 : r.at+i+1]
			r.at += i + 1
			return text, plain
		case c < ' ' || c > '~' || c == '\\':
			plain = false
		}
	}
	r.fail("here a text of at most %d bytes belongs", maxRecordText)
	return nil, true
}

// escaped tells whether an odd number of backslashes comes last.
func escaped(text []byte) bool {
	return (len(text)-len(bytes.TrimRight(text, `\`)))%2 == 1
}

func (r *recordReader) text() string {
	at := r.at
	raw, plain := r.raw()
	if r.err != nil {
		return ""
	}
	if plain {
		return string(raw[1 : len(raw)-1])
	}
	var text string
	var again bytes.Buffer
	e := json.NewEncoder(&again)
	e.SetEscapeHTML(false)
	if json.Unmarshal(raw, &text) != nil || e.Encode(text) != nil || !bytes.Equal(bytes.TrimRight(again.Bytes(), "\n"), raw) {
		r.at = at
		r.fail("a text is written in one form: UTF-8, and only what must be escaped is")
	}
	return text
}

// number reads a whole number from least to most.
func (r *recordReader) number(least, most int64) int64 {
	r.next()
	from := r.at
	for r.at < len(r.data) && (r.data[r.at] == '-' || r.data[r.at] >= '0' && r.data[r.at] <= '9') && r.at-from < 20 {
		r.at++
	}
	digits := string(r.data[from:r.at])
	n, err := strconv.ParseInt(digits, 10, 64)
	if err != nil || strconv.FormatInt(n, 10) != digits || n < least || n > most {
		r.at = from
		r.fail("here a whole number belongs")
		return 0
	}
	return n
}

func (r *recordReader) int() int           { return int(r.number(-1<<31, 1<<31-1)) }
func (r *recordReader) cents() money.Cents { return money.Cents(r.number(-1<<63, 1<<63-1)) }
func (r *recordReader) moment() Moment     { return Moment(r.number(-1<<63, 1<<63-1)) }

// by reads what a text stands for.
func (r *recordReader) by(into interface{ UnmarshalText([]byte) error }) {
	r.next()
	at := r.at
	raw, _ := r.raw()
	if r.err != nil {
		return
	}
	if err := into.UnmarshalText(raw[1 : len(raw)-1]); err != nil {
		r.at = at
		r.fail("%s", err)
	}
}

// digest is by for a digest, without the texts in between: there may be a million.
func (r *recordReader) digest() (d Digest) {
	r.next()
	at := r.at
	raw, _ := r.raw()
	if r.err != nil {
		return d
	}
	digits := raw[1 : len(raw)-1]
	if len(digits) != 2*len(d) || bytes.ContainsAny(digits, "ABCDEF") {
		digits = nil
	}
	if n, err := hex.Decode(d[:], digits); err != nil || n != len(d) {
		r.at = at
		r.fail("%s", refuse("digest_form", "a digest is 64 lower-case hexadecimal digits"))
	}
	return d
}

func (r *recordReader) persons() (by [2]string) {
	r.sign('[')
	by[0] = r.text()
	r.sign(',')
	by[1] = r.text()
	r.sign(']')
	return by
}
