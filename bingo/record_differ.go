package bingo

import (
	"bytes"
	"encoding/json"
	"slices"
	"strconv"

	"tirage/money"
)

// tree is a record as JSON values. Of its long lists no value is made before it is asked for: those of a million refunds would take
// more memory than all the rest.
func tree(r *Record) any {
	short := *r
	var result, refunds map[string]any
	if r.Result != nil {
		short.Result = &RecordResult{}
		result = map[string]any{
			"balls": series[int](r.Result.Balls), "figures": figures(r.Result.Figures),
			"payments": series[RecordPayment](r.Result.Payments), "transfers": series[RecordTransfer](r.Result.Transfers),
		}
	}
	if r.Refunds != nil {
		short.Refunds = &RecordRefunds{}
		refunds = map[string]any{
			"payments": series[RecordPayment](r.Refunds.Payments), "transfers": series[RecordTransfer](r.Refunds.Transfers),
		}
	}
	v := value(&short)
	if whole, ok := v.(map[string]any); ok {
		if result != nil {
			whole["result"] = result
		}
		if refunds != nil {
			whole["refunds"] = refunds
		}
	}
	return v
}

func figures(list []RecordFigure) any {
	all := []any{}
	for _, f := range list {
		units := series[RecordUnit](f.Units)
		f.Units = nil
		v := value(f)
		if figure, ok := v.(map[string]any); ok {
			figure["units"] = units
		}
		all = append(all, v)
	}
	return all
}

// value is what package json makes of what it writes of v.
func value(v any) any {
	text, err := json.Marshal(v)
	if err != nil {
		return err.Error()
	}
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	var again any
	if err := d.Decode(&again); err != nil {
		return err.Error()
	}
	return again
}

// series is a long list in a tree.
type series[T comparable] []T

// long is a series of any type.
type long interface {
	size() int
	same(as any, i int) bool // as another series, at a place that both may have
	value(i int) any         // nil after the end
}

func (s series[T]) size() int { return len(s) }

func (s series[T]) same(as any, i int) bool {
	other, ok := as.(series[T])
	return ok && i < len(s) && i < len(other) && s[i] == other[i]
}

func (s series[T]) value(i int) any {
	if i < len(s) {
		return value(s[i])
	}
	return nil
}

// MarshalJSON writes what a message can hold of it: see short.
func (s series[T]) MarshalJSON() ([]byte, error) {
	return json.Marshal([]T(s[:min(len(s), shortest)]))
}

// differences lists where two JSON values differ.
func differences(list []Finding, path string, said, again any) []Finding {
	if len(list) >= MaxFindings {
		return list
	}
	switch a := again.(type) {
	case map[string]any:
		s, ok := said.(map[string]any)
		if !ok {
			break
		}
		for _, key := range keys(s, a) {
			list = differences(list, path+"/"+key, s[key], a[key])
		}
		return list
	case []any:
		s, ok := said.([]any)
		if !ok {
			break
		}
		for i := range max(len(a), len(s)) {
			list = differences(list, path+"/"+strconv.Itoa(i), element(s, i), element(a, i))
		}
		return list
	case long:
		s, ok := said.(long)
		if !ok {
			break
		}
		for i := 0; i < max(a.size(), s.size()) && len(list) < MaxFindings; i++ {
			if !a.same(s, i) {
				list = differences(list, path+"/"+strconv.Itoa(i), s.value(i), a.value(i))
			}
		}
		return list
	default:
		if said == again { // texts, numbers, truths or nothing
			return list
		}
	}
	return append(list, find(path, "differs", "the record says %s, computed is %s", short(said), short(again)))
}

func element(list []any, i int) any {
	if i < len(list) {
		return list[i]
	}
	return nil
}

// comparedFirst is the order in which a record is compared: what comes first explains what comes after.
var comparedFirst = []string{"format", "schedule", "super", "lock", "secrets", "result", "balls", "figures", "payments", "transfers", "refunds", "balances"}

func keys(a, b map[string]any) []string {
	var list []string
	for _, m := range []map[string]any{a, b} {
		for key := range m {
			if !slices.Contains(list, key) {
				list = append(list, key)
			}
		}
	}
	rank := func(key string) int {
		if i := slices.Index(comparedFirst, key); i >= 0 {
			return i
		}
		return len(comparedFirst)
	}
	slices.Sort(list)
	slices.SortStableFunc(list, func(x, y string) int { return rank(x) - rank(y) })
	return list
}

// shortest is how many bytes of a JSON value a message holds.
const shortest = 120

// short writes a JSON value for a message.
func short(v any) money.Text {
	if v == nil {
		return written("nothing")
	}
	text, err := json.Marshal(v)
	if err != nil {
		return money.Text{EN: err.Error()}
	}
	if len(text) > shortest {
		return money.Text{EN: string(bytes.ToValidUTF8(text[:shortest], nil)) + "…"}
	}
	return money.Text{EN: string(text)}
}
