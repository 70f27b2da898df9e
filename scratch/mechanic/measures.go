package mechanic

import (
	"regexp"
	"strconv"
	"strings"
)

var measurePattern = regexp.MustCompile(`^(\d{1,6})(?:[.,](\d{1,3}))?$`)

// measure reads a value with at most so many decimals, in units of the last one: "6.1" with one decimal is 61.
func (p *params) measure(it item, decimals int) (int, bool) {
	text, ok := p.decimal(it, "6.1")
	if !ok {
		return 0, false
	}
	parts := measurePattern.FindStringSubmatch(text)
	if parts == nil || len(parts[2]) > decimals {
		p.report(it.path, "bad_value", `write a value, as "6.1"`, "%s is not a value with at most %d decimals", shorten(it.raw), decimals)
		return 0, false
	}
	n, _ := strconv.Atoi(parts[1] + parts[2] + strings.Repeat("0", decimals-len(parts[2])))
	return n, true
}

// maxMeasure is the highest value of the form 99.9, with so many decimals and in units of the last one.
func maxMeasure(decimals int) int {
	size := 100
	for range decimals {
		size *= 10
	}
	return size - 1
}

// bands reads the bands as they are written; complete is false if one of them cannot be read.
func (p *params) bands(decimals int) (list []band, complete bool) {
	items := p.list("bands", `list the bands, as [{from: "6.1", to: "7.0", pays: 5}, …]`)
	if len(items) > maxAmounts {
		p.wrong("bands", "list_too_long", "shorten it", "there are %d bands, at most %d are possible", len(items), maxAmounts)
		return nil, false
	}
	for _, it := range items {
		n := p.entry(it)
		b := band{path: it.path, open: !n.has("to"), pays: n.prize("pays")}
		from, ok := n.need("from", "write where the band begins")
		if ok {
			b.from, ok = n.measure(from, decimals)
		}
		if !b.open {
			var readable bool
			b.to, readable = n.measure(n.item("to"), decimals)
			ok = ok && readable
			if ok && b.to < b.from {
				n.wrong("to", "bad_range", "choose a higher value", "the band ends before it begins")
				ok = false
			}
		}
		if ok {
			list = append(list, b)
		}
	}
	return list, len(list) == len(items)
}

// checkBands demands that the bands rise without gaps or overlaps, that the last is open and that the press can show each.
func (p *params) checkBands(list []band, v values, decimals int) {
	value := func(v int) string { return formatMeasure(v, decimals, "en") }
	for i, b := range list {
		if b.open && i < len(list)-1 {
			p.report(b.path, "open_band", `write "to"`, "only the last band may be open upwards")
			return
		}
		if i > 0 {
			switch before := list[i-1]; {
			case b.from > before.to+1:
				p.report(b.path, "band_gap", "let the band begin at "+value(before.to+1), "%s to %s is in no band", value(before.to+1), value(b.from-1))
			case b.from <= before.to:
				p.report(b.path, "band_overlap", "let the band begin at "+value(before.to+1), "%s is in two bands", value(b.from))
			}
		}
		switch end := b.end(v.text.to); {
		case b.from < v.text.from || b.from > v.text.to || end > v.text.to:
			p.report(b.path, "band_out_of_range", `correct the band, or "from" and "to" of the surface`, "the values go from %s to %s, the band goes beyond", value(v.text.from), value(v.text.to))
		case b.from > v.print.to || end < v.print.from:
			p.report(b.path, "band_not_printed", `widen "print"`, "the press shows %s to %s, none of which is in the band", value(v.print.from), value(v.print.to))
		}
	}
	if n := len(list); n > 0 {
		if !list[n-1].open {
			p.report(list[n-1].path, "last_band_closed", `leave its "to" out`, "values above %s would be in no band", value(list[n-1].to))
		}
		if list[0].from <= v.print.from {
			p.report(list[0].path, "no_losing_face", `lower "from" of "print"`, "the press shows no value below the first band, so every face wins")
		}
	}
}
