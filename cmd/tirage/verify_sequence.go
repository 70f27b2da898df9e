package main

import (
	"strings"

	"tirage/bingo"
)

// sequence checks the records of each formula together, and puts what it finds into the report of the draw it is about. Records that are
// wrong, or could not be checked, are left out, and what their absence would distort is said not to be checked.
func sequence(reports []*verified) {
	byCode := map[uint16][]*verified{}
	var codes []uint16
	var right []*bingo.Record
	left := map[uint16]string{} // a file of the formula that is left out
	for _, v := range reports {
		if v.record == nil {
			continue
		}
		code := v.record.Schedule.Draw.Code
		if !v.OK {
			left[code] = v.File
			continue
		}
		if byCode[code] == nil {
			codes = append(codes, code)
		}
		byCode[code] = append(byCode[code], v)
		right = append(right, v.record)
	}
	for _, code := range codes {
		list := byCode[code]
		together(list, bingo.VerifySequence(code, right), left[code])
		if first := firstLocked(list); first != nil {
			first.began()
		}
	}
}

// together reports what was found of the draws of one formula, of which one file may have been left out.
func together(list []*verified, found []bingo.Finding, left string) {
	w := list[0].tongue
	what := w.in("the sequence of these %s: none twice, none missing, no secret twice, accounts carried on", w.some(w.count(int64(len(list))), "1 draw", "%s draws"))
	partial := len(list) == 1 || left != ""
	for _, v := range list {
		var own []bingo.Finding
		for _, f := range found {
			path, about := strings.CutPrefix(f.Path, "/"+v.Draw)
			gap := f.Name == "draw_missing" || f.Name == "balance_differs"
			if about && (!partial || !gap) {
				f.Path = path
				own = append(own, f)
			}
		}
		switch {
		case !partial:
			v.compare(what, own)
		case len(own) > 0:
			v.compare(v.in("none twice, no secret twice"), own)
		}
		if left != "" {
			v.check(v.in("the sequence: none missing, accounts carried on"), unchecked, v.in("%s is not right", left))
		}
	}
}

// firstLocked is the report of the draw that was locked first, nil where none was.
func firstLocked(list []*verified) (first *verified) {
	for _, v := range list {
		r := v.record
		if r.Lock != nil && r.Balances != nil && (first == nil || r.Lock.Time < first.record.Lock.Time) {
			first = v
		}
	}
	return first
}

// began checks that the first draw of a formula began with the formula's own balances. Of a later one its record alone cannot tell.
func (v *verified) began() {
	what := v.in("jackpot and fund before the draw")
	before, opening := v.record.Balances.Before, bingo.OpenLedger(v.formula).Balances
	switch {
	case v.record.Schedule.Draw.Number > 1:
		v.check(what, unchecked, v.in("name the records of the draws before it too"))
	case before.Jackpot == opening[bingo.JackpotAccount] && before.Fund == opening[bingo.FundAccount]:
		v.check(what, passed, v.in("the first draw, as the formula begins"))
	default:
		v.check(what, unchecked, v.in("the first draw, which did not begin with the formula's own balances"))
	}
}
