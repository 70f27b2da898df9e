package press

import (
	"bytes"
	"slices"

	"tirage/seal"
)

// virns collects the VIRNs that were read, eight bytes each, to find one that two tickets carry. Workers put into places of their own.
type virns struct {
	first int
	keys  []uint64 // by position; 0 for none
}

// put notes the VIRN of a position: its first 13 characters, five bits each, in 64 bits; the top bit is lost.
func (v *virns) put(pos int, virn seal.VIRN) {
	if len(v.keys) == 0 {
		return
	}
	var room [seal.VIRNLength]byte
	key := uint64(0)
	for _, c := range virn.Append(room[:0])[:13] {
		key = key<<5 | uint64(bytes.IndexByte([]byte("0123456789ABCDEFGHJKMNPQRSTVWXYZ"), c))
	}
	v.keys[pos-v.first] = max(key, 1)
}

// repeats gives the groups of positions whose keys are alike.
func (v *virns) repeats() map[uint64][]int {
	sorted := slices.Sorted(slices.Values(v.keys))
	groups := map[uint64][]int{}
	for i := 1; i < len(sorted); i++ {
		if sorted[i] == sorted[i-1] && sorted[i] != 0 {
			groups[sorted[i]] = nil
		}
	}
	if len(groups) == 0 {
		return nil
	}
	for i, key := range v.keys {
		if list, twice := groups[key]; twice {
			groups[key] = append(list, v.first+i)
		}
	}
	return groups
}

// repeated finds tickets that carry the same VIRN. Keys that are alike are settled by reading the numbers again.
func (a *audit) repeated(v *virns) {
	groups := v.repeats()
	firsts := make([][]int, 0, len(groups))
	for _, list := range groups {
		firsts = append(firsts, list)
	}
	slices.SortFunc(firsts, func(x, y []int) int { return x[0] - y[0] })
	for _, list := range firsts {
		same, err := a.numberAt(list[0])
		for _, pos := range list[1:] {
			other, failed := a.numberAt(pos)
			if err == nil && failed == nil && same != other {
				continue
			}
			a.find("duplicate_virn", a.rules.place(printFolder, pos), "position %d carries the same VIRN", list[0])
		}
	}
}

// numberAt reads the VIRN of a position again.
func (a *audit) numberAt(pos int) (string, error) {
	row, err := a.folder.row(a.manifest, a.rules.table, pos, a.opener())
	if err != nil {
		return "", err
	}
	return row.texts[columnVIRN], nil
}
