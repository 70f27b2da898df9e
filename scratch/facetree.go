package scratch

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// jsonKind is the kind of a JSON value.
type jsonKind uint8

const (
	jsonAbsent jsonKind = iota
	jsonNull
	jsonBool
	jsonNumber
	jsonString
	jsonList
	jsonObject
)

func (k jsonKind) String() string {
	return [...]string{"absent", "null", "a boolean", "a number", "a text", "a list", "an object"}[k]
}

// jsonValue is a JSON value with its members in the order of the file: a map would hide a key given twice.
type jsonValue struct {
	kind    jsonKind
	text    string // of a string, number or boolean
	list    []jsonValue
	members []jsonMember
}

type jsonMember struct {
	name  string
	value jsonValue
}

func (v jsonValue) member(name string) (jsonValue, bool) {
	for _, m := range v.members {
		if m.name == name {
			return m.value, true
		}
	}
	return jsonValue{}, false
}

// maxFaceDepth is the deepest nesting of a face file, which needs five levels.
const maxFaceDepth = 8

// maxMembers bounds the keys of one object, which are compared with one another.
const maxMembers = 200

// parseJSON reads one JSON value and nothing after it, strictly.
func parseJSON(data []byte) (jsonValue, error) {
	if len(data) > MaxFaceBytes {
		return jsonValue{}, Problem{Name: "too_large", Message: fmt.Sprintf("the face has %d bytes, at most %d are read", len(data), MaxFaceBytes)}
	}
	if !utf8.Valid(data) {
		return jsonValue{}, Problem{Name: "not_utf8", Message: "the face is not valid UTF-8", Hint: "save it as UTF-8"}
	}
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	v, err := parseValue(d, "", 0)
	if err == nil {
		if _, trailing := d.Token(); trailing != io.EOF {
			err = fmt.Errorf("something follows the face")
		}
	}
	if err == nil {
		return v, nil
	}
	if p, ok := errors.AsType[Problem](err); ok {
		return jsonValue{}, p
	}
	before := data[:min(int(d.InputOffset()), len(data))]
	line := bytes.Count(before, []byte("\n")) + 1
	return jsonValue{}, Problem{Name: "bad_json", Message: fmt.Sprintf("not JSON near line %d: %v", line, err), Hint: "compare with a face that the ticket command prints"}
}

func parseValue(d *json.Decoder, path string, depth int) (v jsonValue, err error) {
	t, err := d.Token()
	if err != nil {
		if err == io.EOF {
			err = io.ErrUnexpectedEOF
		}
		return v, err
	}
	switch t := t.(type) {
	case nil:
		v.kind = jsonNull
	case bool:
		v.kind, v.text = jsonBool, fmt.Sprint(t)
	case json.Number:
		v.kind, v.text = jsonNumber, t.String()
	case string:
		if !norm.NFC.IsNormalString(t) {
			return v, Problem{
				Path: path, Name: "not_nfc", Message: "a letter and its accent are written as two signs where there is one for both",
				Hint: "write the text composed (Unicode NFC): this is a matter of writing, not of what is printed",
			}
		}
		v.kind, v.text = jsonString, t
	case json.Delim:
		if depth == maxFaceDepth {
			return v, Problem{Path: path, Name: "bad_json", Message: "nested too deep for a face"}
		}
		if v.kind = jsonObject; t == '[' {
			v.kind = jsonList
		}
		return v, v.parseInside(d, path, depth)
	}
	return v, nil
}

// parseInside reads what stands between the brackets of a list or an object, and the closing one.
func (v *jsonValue) parseInside(d *json.Decoder, path string, depth int) error {
	for d.More() {
		if v.kind == jsonList {
			e, err := parseValue(d, fmt.Sprintf("%s/%d", path, len(v.list)), depth+1)
			if err != nil {
				return err
			}
			v.list = append(v.list, e)
			continue
		}
		t, err := d.Token()
		if err != nil {
			return err
		}
		name, _ := t.(string) // the decoder gives nothing else for a key
		at := path + "/" + escapePointer(name)
		if len(v.members) == maxMembers {
			return Problem{Path: path, Name: "bad_json", Message: "an object with more keys than any face has"}
		}
		if _, twice := v.member(name); twice {
			return Problem{Path: at, Name: "duplicate_key", Message: fmt.Sprintf("%.40q is given twice", name), Hint: "keep one"}
		}
		e, err := parseValue(d, at, depth+1)
		if err != nil {
			return err
		}
		v.members = append(v.members, jsonMember{name, e})
	}
	_, err := d.Token()
	return err
}
