package mechanic

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"tirage/scratch"
)

// params is one JSON object of parameters while it is read. Each question marks a field as known and adds what is wrong
// with it to the problems; problems, asked last, adds the fields that nobody asked for. So a designer sees everything at once.
type params struct {
	env    Env
	path   string // JSON pointer to this object
	fields map[string]json.RawMessage
	known  []string
	nested []*params
	found  *[]scratch.Problem // shared by all objects of one reading
}

// item is one element of a list of parameters, with its place.
type item struct {
	path string
	raw  json.RawMessage
}

// newParams starts reading a mechanic's parameters.
func newParams(raw []byte, env Env) *params {
	env = env.folded()
	p := &params{env: env, found: new([]scratch.Problem)}
	p.fields = p.split(item{"", raw})
	return p
}

// split reads the fields of an object, each once.
func (p *params) split(it item) map[string]json.RawMessage {
	fields := map[string]json.RawMessage{}
	d := json.NewDecoder(bytes.NewReader(it.raw))
	if first, err := d.Token(); err != nil || first != json.Delim('{') {
		p.wrongType(it, "an object")
		return fields
	}
	for d.More() {
		key, err := d.Token()
		name, isKey := key.(string)
		var raw json.RawMessage
		if err == nil && isKey {
			err = d.Decode(&raw)
		}
		if err != nil || !isKey {
			p.report(it.path, "bad_json", "write an object of JSON", "this is not an object that can be read")
			return fields
		}
		if _, twice := fields[name]; twice {
			p.report(at(it.path, name), "repeated_field", "keep one of them", "%q is written twice", name)
		}
		fields[name] = raw
	}
	if _, err := d.Token(); err != nil || d.More() {
		p.report(it.path, "bad_json", "write an object of JSON", "this is not an object that can be read")
	}
	return fields
}

// report adds a problem. Path is a whole JSON pointer.
func (p *params) report(path, name, hint, format string, args ...any) {
	*p.found = append(*p.found, scratch.Problem{Path: path, Name: name, Message: fmt.Sprintf(format, args...), Hint: hint})
}

// wrong adds a problem at a field of this object, or at the object itself when the field is not written.
func (p *params) wrong(field, name, hint, format string, args ...any) {
	path := p.path
	if p.has(field) {
		path = at(p.path, field)
	}
	p.report(path, name, hint, format, args...)
}

func (p *params) wrongType(it item, want string) {
	p.report(it.path, "wrong_type", "write "+want, "expected %s, found %s", want, shorten(it.raw))
}

// clean reports whether nothing is wrong so far.
func (p *params) clean() bool { return len(*p.found) == 0 }

// problems ends the reading: it adds the fields that nobody asked for and returns everything that is wrong, nil if nothing is.
func (p *params) problems() []scratch.Problem {
	p.unknownFields()
	return *p.found
}

func (p *params) unknownFields() {
	var unknown []string
	for name := range p.fields {
		if !slices.Contains(p.known, name) {
			unknown = append(unknown, name)
		}
	}
	slices.Sort(unknown)
	for _, name := range unknown {
		p.report(at(p.path, name), "unknown_field", scratch.Suggest(name, p.known), "there is no parameter %q here", name)
	}
	for _, n := range p.nested {
		n.unknownFields()
	}
}

// has reports whether a field is written, and marks it as known.
func (p *params) has(field string) bool {
	if !slices.Contains(p.known, field) {
		p.known = append(p.known, field)
	}
	_, ok := p.fields[field]
	return ok
}

// need returns a field that must be written.
func (p *params) need(field, hint string) (item, bool) {
	if !p.has(field) {
		p.report(p.path, "missing_field", hint, "%q is missing", field)
		return item{}, false
	}
	return p.item(field), true
}

func (p *params) item(field string) item { return item{at(p.path, field), p.fields[field]} }

// object returns a nested object; empty when the field is not written, with a problem if it had to be.
func (p *params) object(field string, required bool) *params {
	n := &params{env: p.env, path: at(p.path, field), found: p.found}
	if p.has(field) {
		n.fields = n.split(p.item(field))
		p.nested = append(p.nested, n)
		return n
	}
	if required {
		p.report(p.path, "missing_field", "write the object "+field, "%q is missing", field)
		n.found = new([]scratch.Problem) // one problem is enough: its fields are not missing one by one
	}
	return n
}

// entry returns a list's element as an object.
func (p *params) entry(it item) *params {
	n := &params{env: p.env, path: it.path, found: p.found}
	n.fields = n.split(it)
	p.nested = append(p.nested, n)
	return n
}

// list returns the elements of a list that must be written and not be empty.
func (p *params) list(field, hint string) []item {
	it, ok := p.need(field, hint)
	if !ok {
		return nil
	}
	list := p.elements(it)
	if len(list) == 0 && p.isList(it) {
		p.report(it.path, "empty_list", hint, "%q is an empty list", field)
	}
	return list
}

func (p *params) isList(it item) bool { return len(it.raw) > 0 && it.raw[0] == '[' }

// elements splits a list.
func (p *params) elements(it item) []item {
	var raws []json.RawMessage
	if !p.isList(it) || json.Unmarshal(it.raw, &raws) != nil {
		p.wrongType(it, "a list")
		return nil
	}
	list := make([]item, len(raws))
	for i, raw := range raws {
		list[i] = item{at(it.path, strconv.Itoa(i)), raw}
	}
	return list
}

// at appends one step to a JSON pointer.
func at(path, step string) string {
	return path + "/" + strings.NewReplacer("~", "~0", "/", "~1").Replace(step)
}

// shorten quotes what was found, for a message.
func shorten(raw []byte) string {
	const most = 40
	text := strings.ToValidUTF8(string(bytes.TrimSpace(raw)), "\uFFFD")
	if len(text) > most {
		text = strings.ToValidUTF8(text[:most], "") + "…"
	}
	if text == "" {
		return "nothing"
	}
	return text
}

// unknownKind is the problem of a mechanic's name that is in no list.
func unknownKind(kind string, names []string) scratch.Problem {
	return scratch.Problem{Name: "unknown_mechanic", Message: fmt.Sprintf("there is no mechanic %q", kind), Hint: scratch.Suggest(kind, names)}
}
