package mechanic

// span is a row of neighbouring values, both ends included.
type span struct{ from, to int }

func (s span) size() int { return s.to - s.from + 1 }

// values are the values of a zone. The text's are all that the regulation lets stand there: the judge reads them all. The press
// shows only those of its own range, which is inside and makes no misprint of the others.
type values struct{ text, print span }

// maxValues bounds the values of one zone.
const maxValues = 60_000

// values reads from and to, which a text that bounds its values has, and print: {from, to}. Form is what the text allows without bounds.
func (p *params) values(form span, show func(int) string, read func(*params, item) (int, bool)) (v values, ok bool) {
	text, ok := p.bounds(form, show, read)
	n := p.object("print", true)
	written := n.required("from", "to")
	printed, readable := n.bounds(text, show, read)
	if !ok || !written || !readable {
		return v, false
	}
	if printed.to == printed.from {
		n.wrong("to", "no_choice", "choose a higher value", "the press needs two values or more to choose from")
		return v, false
	}
	return values{text, printed}, true
}

// bounds reads from and to, each inside the whole unless it is not written.
func (p *params) bounds(whole span, show func(int) string, read func(*params, item) (int, bool)) (s span, ok bool) {
	s, ok = whole, true // whole where nothing else can be read, so that what follows is not blamed
	for _, b := range []struct {
		field string
		value *int
	}{{"from", &s.from}, {"to", &s.to}} {
		if !p.has(b.field) {
			continue
		}
		n, readable := read(p, p.item(b.field))
		if readable && (n < whole.from || n > whole.to) {
			p.wrong(b.field, "out_of_range", "choose a value in that range", "%s is not between %s and %s", show(n), show(whole.from), show(whole.to))
			readable = false
		}
		if ok = ok && readable; readable {
			*b.value = n
		}
	}
	switch {
	case !ok:
	case s.to < s.from:
		p.wrong("to", "bad_range", "choose a higher value", "the highest value must be above the lowest")
		ok = false
	case s.size() > maxValues:
		p.wrong("to", "list_too_long", `choose closer values for "from" and "to"`, "there are %d values, at most %d are possible", s.size(), maxValues)
		ok = false
	}
	return s, ok
}

// required reports every field that is not written.
func (p *params) required(fields ...string) bool {
	all := true
	for _, f := range fields {
		if _, ok := p.need(f, "write the lowest and the highest value that the press shows"); !ok {
			all = false
		}
	}
	return all
}

// printField describes print: {from, to} to an editor.
func printField(from, to field) field {
	return field{"print", described("What the press shows. Whatever else the text allows is judged all the same.",
		`"type":"object","additionalProperties":false,"required":["from","to"],"properties":{"from":`+from.schema+`,"to":`+to.schema+`}`)}
}
