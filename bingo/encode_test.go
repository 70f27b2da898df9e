package bingo

import (
	"encoding/json"
	"strings"
	"testing"

	"tirage/fair"
)

// Every card comes back from both forms.
func TestEncodeThereAndBack(t *testing.T) {
	for _, m := range Models {
		for _, o := range styles {
			s, tape := sampler(t, m, o), fair.NewTape([32]byte{6, byte(m)})
			for range 200 {
				card := s.Card(tape)
				raw, err := card.AppendBinary([]byte("x"))
				if err != nil || len(raw) != 2+m.Numbers() {
					t.Fatalf("%d bytes, %v", len(raw), err)
				}
				text, err := json.Marshal(card)
				if err != nil {
					t.Fatal(err)
				}
				var a, b Card
				if err := a.UnmarshalBinary(raw[1:]); err != nil || !a.Equal(card) {
					t.Fatalf("%v from bytes of %v (%v)", a, card, err)
				}
				if err := json.Unmarshal(text, &b); err != nil || !b.Equal(card) {
					t.Fatalf("%v from %s (%v)", b, text, err)
				}
			}
		}
	}
}

func TestUnmarshalJSONRefuses(t *testing.T) {
	card := sampler(t, Classic90, Options{}).Card(fair.NewTape([32]byte{7}))
	good, err := json.Marshal(card)
	if err != nil {
		t.Fatal(err)
	}
	row := func(text string) string { // the first row of cells replaced
		begin := strings.Index(string(good), "[[[") + 2
		return string(good)[:begin] + text + string(good)[begin+strings.Index(string(good)[begin:], "]")+1:]
	}
	rows := card.Cells()
	var second []string
	for _, b := range rows[9:18] {
		second = append(second, string(rune('0'+b/10))+string(rune('0'+b%10)))
	}
	again := "[" + strings.Join(second, ",") + "]"
	for from, to := range map[string]string{"[0": "[", ",0": ","} {
		again = strings.ReplaceAll(again, from, to)
	}
	for text, name := range map[string]string{
		``:                            "card_json",
		`{`:                           "card_json",
		`[]`:                          "card_json",
		`{}`:                          "model_unknown",
		`{"model":"91-classic"}`:      "model_unknown",
		`{"model":"90-classic"}`:      "card_shape",
		string(good) + `{}`:           "card_json",
		string(good) + ` `:            "",
		strings.ToUpper(string(good)): "model_unknown",
		strings.Replace(string(good), `{"model":"90-classic",`, `{`, 1):                          "model_unknown",
		strings.Replace(string(good), `{"model"`, `{"model":"75-classic","model"`, 1):            "card_json",
		strings.Replace(string(good), `{"model"`, `{"Model"`, 1):                                 "card_json",
		strings.Replace(string(good), `{"model"`, `{"name":"x","model"`, 1):                      "card_json",
		strings.Replace(string(good), `90-classic`, `90-variant`, 1):                             "card_shape",
		strings.Replace(string(good), `90-classic`, `75-classic`, 1):                             "card_shape",
		`{"model":"90-classic","grids":` + strings.Repeat("[", MaxCardBytes) + `}`:               "card_too_large",
		`{"model":"90-classic","grids":` + strings.Repeat("[", 1000) + strings.Repeat("]", 1000): "card_json",
		row(`[1,10,20,30,40,0,0,0]`):                                                             "card_shape",
		row(`[1,10,20,30,0,0,0,0,0]`):                                                            "card_shape",
		row(`[1,10,20,30,40,50,0,0,0]`):                                                          "card_shape",
		row(`[1,10,20,30,40.5,0,0,0,0]`):                                                         "card_json",
		row(`[1,10,20,30,-40,0,0,0,0]`):                                                          "card_cell",
		row(`[10,1,20,30,40,0,0,0,0]`):                                                           "card_cell",
		row(`[1,10,20,30,0,0,0,0,91]`):                                                           "card_cell",
		row(`[1,10,20,30,0,0,0,0,4e1]`):                                                          "card_json",
		row(`[1,10,20,30,0,0,0,0,99999999999]`):                                                  "card_cell",
		row(`null`):                                                                              "card_shape",
		row(again):                                                                               "card_repeats",
	} {
		var got Card
		if err := got.UnmarshalJSON([]byte(text)); RefusalName(err) != name || (err != nil) != (got.Numbers == nil) {
			t.Errorf("%s: %v, not %q", text, err, name)
		}
	}
}

// No bytes make it panic, and a card that is read is valid and is written as it was.
func FuzzCardBytes(f *testing.F) {
	for _, m := range Models {
		raw, err := sampler(f, m, Options{}).Card(fair.NewTape([32]byte{8})).MarshalBinary()
		if err != nil {
			f.Fatal(err)
		}
		f.Add(raw)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		var card Card
		if err := card.UnmarshalBinary(data); err != nil {
			if RefusalName(err) == "" {
				t.Fatalf("%v has no name", err)
			}
			return
		}
		if err := card.Check(Options{EmptyColumns: true}); err != nil {
			t.Fatal(err)
		}
		if raw, err := card.MarshalBinary(); err != nil || string(raw) != string(data) {
			t.Fatalf("%x is written %x (%v)", data, raw, err)
		}
	})
}

// The same for JSON, spaces apart.
func FuzzCardJSON(f *testing.F) {
	for _, m := range Models {
		text, err := sampler(f, m, Options{}).Card(fair.NewTape([32]byte{9})).MarshalJSON()
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		var card Card
		if err := card.UnmarshalJSON(data); err != nil {
			if RefusalName(err) == "" {
				t.Fatalf("%v has no name", err)
			}
			return
		}
		var again Card
		text, err := card.MarshalJSON()
		if err != nil {
			t.Fatal(err)
		}
		if err := again.UnmarshalJSON(text); err != nil || !again.Equal(card) {
			t.Fatalf("%s is read as %v (%v)", text, again, err)
		}
	})
}
