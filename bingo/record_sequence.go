package bingo

import (
	"cmp"
	"fmt"
	"slices"
)

// Missing returns the numbers without a record among the draws of one formula up to the last one: every draw that was
// announced ends in a public record. Records of other formulas are not looked at.
func Missing(code uint16, draws []ID) []ID {
	last := uint32(0)
	there := map[uint32]bool{}
	for _, id := range draws {
		if id.Code == code && id.Valid() {
			there[id.Number] = true
			last = max(last, id.Number)
		}
	}
	var missing []ID
	for n := uint32(1); n < last; n++ {
		if !there[n] {
			missing = append(missing, ID{Code: code, Number: n})
		}
	}
	return missing
}

// VerifySequence checks what ties the draws of one formula together. The records, of draws that VerifyRecord has found right, may
// come in any order; those of other formulas are not looked at. It finds a number that occurs twice (draw_twice), a number without a
// record (draw_missing), and, in the order of the locks, a draw that did not begin with the jackpot and the fund that the one before it
// left (balance_differs); paths begin with the draw.
func VerifySequence(code uint16, records []*Record) []Finding {
	var (
		list   []Finding
		ids    []ID
		locked []*Record
	)
	seen := map[ID]bool{}
	for _, r := range records {
		id := r.Schedule.Draw
		if id.Code != code {
			continue
		}
		if seen[id] {
			list = append(list, Finding{"/" + id.String(), "draw_twice", "two records of one draw"})
			continue
		}
		seen[id] = true
		ids = append(ids, id)
		if r.Lock != nil && r.Balances != nil {
			locked = append(locked, r)
		}
	}
	for _, id := range Missing(code, ids) {
		list = append(list, Finding{"/" + id.String(), "draw_missing", "every draw ends in a record, this one has none"})
	}
	slices.SortStableFunc(locked, func(a, b *Record) int {
		return cmp.Or(cmp.Compare(a.Lock.Time, b.Lock.Time), cmp.Compare(a.Schedule.Draw.Number, b.Schedule.Draw.Number))
	})
	for i := 1; i < len(locked); i++ {
		left, found := locked[i-1].Balances.After, locked[i].Balances.Before
		if left != found {
			list = append(list, Finding{
				"/" + locked[i].Schedule.Draw.String() + "/balances/before", "balance_differs",
				fmt.Sprintf("draw %s left a jackpot of %d and a fund of %d, this one began with %d and %d",
					locked[i-1].Schedule.Draw, left.Jackpot, left.Fund, found.Jackpot, found.Fund),
			})
		}
	}
	return list
}
