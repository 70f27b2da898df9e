package bingo

import (
	"cmp"
	"slices"
)

// Missing returns the numbers without a record among the draws of one formula up to the last one: every draw that was
// announced ends in a public record. Records of other formulas are not looked at.
func Missing(code uint16, draws []ID) []ID {
	var missing []ID
	for _, gap := range gaps(code, draws) {
		for n := gap[0]; n <= gap[1]; n++ {
			missing = append(missing, ID{Code: code, Number: n})
		}
	}
	return missing
}

// gaps is the first and the last number of every run that is missing.
func gaps(code uint16, draws []ID) [][2]uint32 {
	var there []uint32
	for _, id := range draws {
		if id.Code == code && id.Valid() {
			there = append(there, id.Number)
		}
	}
	slices.Sort(there)
	var list [][2]uint32
	next := uint32(1)
	for _, n := range there {
		if n > next {
			list = append(list, [2]uint32{next, n - 1})
		}
		next = n + 1
	}
	return list
}

// VerifySequence checks what ties the draws of one formula together. The records, of draws that VerifyRecord has found right, may
// come in any order. It finds
//
//   - draw_twice: a number that occurs twice;
//   - draw_missing: a number, or a run of them, without a record; the path is that of the draw after it;
//   - secret_twice: a commitment of the house or the keeper that an earlier draw has already, which published its secret. Here, and only
//     here, the records of other formulas are looked at too;
//   - balance_differs: in the order of the locks, a draw that did not begin with the jackpot and the fund that the one before it left.
//
// Paths begin with the draw that the finding is about.
func VerifySequence(code uint16, records []*Record) []Finding {
	var (
		list   []Finding
		ids    []ID
		once   []*Record // one of each draw
		locked []*Record
	)
	seen := map[ID]bool{}
	for _, r := range records {
		id := r.Schedule.Draw
		switch {
		case !seen[id]:
			seen[id] = true
			once = append(once, r)
		case id.Code == code:
			list = append(list, find("/"+id.String(), "draw_twice", "two records of one draw"))
		}
	}
	for _, r := range once {
		if r.Schedule.Draw.Code != code {
			continue
		}
		ids = append(ids, r.Schedule.Draw)
		if r.Lock != nil && r.Balances != nil {
			locked = append(locked, r)
		}
	}
	for _, gap := range gaps(code, ids) {
		first, last := ID{code, gap[0]}, ID{code, gap[1]}
		path := "/" + ID{code, gap[1] + 1}.String()
		if first == last {
			list = append(list, find(path, "draw_missing", "every draw ends in a record, %s has none", first))
		} else {
			list = append(list, find(path, "draw_missing", "every draw ends in a record, %s to %s have none", first, last))
		}
	}
	list = append(list, secretsTwice(code, once)...)
	slices.SortStableFunc(locked, func(a, b *Record) int {
		return cmp.Or(cmp.Compare(a.Lock.Time, b.Lock.Time), cmp.Compare(a.Schedule.Draw.Number, b.Schedule.Draw.Number))
	})
	for i := 1; i < len(locked); i++ {
		left, found := locked[i-1].Balances.After, locked[i].Balances.Before
		if left != found {
			list = append(list, find("/"+locked[i].Schedule.Draw.String()+"/balances/before", "balance_differs",
				"draw %s left a jackpot of %d and a fund of %d, this one began with %d and %d (minor units)",
				locked[i-1].Schedule.Draw, left.Jackpot, left.Fund, found.Jackpot, found.Fund))
		}
	}
	return list
}

// secretsTwice finds the draws of a formula with a commitment of a draw that was announced before, as a or as b, whose secret has been
// published since or will be.
func secretsTwice(code uint16, records []*Record) []Finding {
	records = slices.Clone(records)
	slices.SortStableFunc(records, func(a, b *Record) int {
		return cmp.Or(cmp.Compare(a.Schedule.At, b.Schedule.At), cmp.Compare(a.Schedule.Draw.Number, b.Schedule.Draw.Number))
	})
	var list []Finding
	first := map[Digest]ID{}
	for _, r := range records {
		for _, c := range []struct {
			key        string
			commitment Digest
		}{{"a", r.Schedule.A}, {"b", r.Schedule.B}} {
			earlier, used := first[c.commitment]
			if !used {
				first[c.commitment] = r.Schedule.Draw
			} else if r.Schedule.Draw.Code == code {
				list = append(list, find("/"+r.Schedule.Draw.String()+"/schedule/"+c.key, "secret_twice",
					"draw %s was made with this secret too; a secret serves one draw", earlier))
			}
		}
	}
	return list
}
