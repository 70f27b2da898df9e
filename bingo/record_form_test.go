package bingo_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"tirage/bingo"
)

// TestSecretsOfEveryEnd: b stands in a record where the secrets were opened, and only there; a always.
func TestSecretsOfEveryEnd(t *testing.T) {
	for name, r := range ended(t) {
		good := record(t, r)
		secrets := good.Secrets
		without, other, neither := secrets, secrets, bingo.RecordSecrets{B: secrets.B}
		if without.B = ""; secrets.B == "" {
			without.B, other.Beacon = secretB.Hex(), "00"
		} else {
			other.B = secretA.Hex()
		}
		for _, s := range []bingo.RecordSecrets{without, other, neither} {
			altered := *good
			altered.Secrets = s
			if found := bingo.VerifyRecord(&altered, r.draw.Formula()); len(found) == 0 || !strings.HasPrefix(found[0].Path, "/secrets") {
				t.Errorf("%s with %+v: %+v", name, s, found)
			}
		}
	}
}

func TestReadRecordRefuses(t *testing.T) {
	good, err := bingo.WriteRecord(record(t, played(t, solo75(), "read", 1)))
	if err != nil {
		t.Fatal(err)
	}
	text := string(good)
	for _, c := range []struct{ name, text string }{
		{"record_json", ""},
		{"record_json", "[]"},
		{"record_json", "{}"},
		{"record_json", "null"},
		{"record_json", "5"},
		{"record_json", `"tirage-draw/1"`},
		{"record_json", `[{"format":"tirage-draw/1"}]`},
		{"record_json", `{"format":5}`},
		{"record_json", `{"format":null}`},
		{"record_json", `{"Format":"tirage-draw/1"}`},
		{"record_json", `{"owners":[5],"format":"tirage-draw/1"}`},
		{"record_json", text + "{}"},
		{"record_json", text + "\x00"},
		{"record_json", text[:len(text)/2]},
		{"record_format", strings.Replace(text, "tirage-draw/1", "tirage-draw/2", 1)},
		{"record_form", `{"format":"tirage-draw/1"}`},
		{"record_form", strings.Replace(text, `"price"`, `"prize"`, 1)},
		{"record_form", strings.Replace(text, `"price"`, `"price "`, 1)},
		{"record_form", strings.Replace(text, `"price": 50`, `"price": 50.5`, 1)},
		{"record_form", strings.Replace(text, `"price": 50`, `"price": null`, 1)},
		{"record_form", strings.Replace(text, `"price": 50`, `"price": -0`, 1)},
		{"record_form", strings.Replace(text, `"price": 50`, `"price": 99999999999999999999`, 1)},
		{"record_form", strings.Replace(text, `"draw": "9175-`, `"draw": "9175+`, 1)},
		{"record_form", strings.Replace(text, `"draw": "9175-`, `"draw": "\u0039175-`, 1)},
		{"record_form", strings.Replace(text, `"draw": "9175-00000042"`, `"draw": 5`, 1)},
		{"record_form", strings.Replace(text, `"version": 1`, `"version": 4294967297`, 1)},
		{"record_form", strings.Replace(text, `"beacon": ""`, `"beacon": "\u00e9"`, 1)},
		{"record_form", strings.Replace(text, `"beacon": ""`, "\"beacon\": \"\xff\"", 1)},
		{"record_form", strings.Replace(text, `"beacon": ""`, `"beacon": "`+strings.Repeat("x", 20_000)+`"`, 1)},
		{"record_form", strings.Replace(text, `"notes": []`, `"notes": null`, 1)},
		{"record_form", strings.Replace(text, `"notes": []`, `"notes": {}`, 1)},
		{"record_form", strings.Replace(text, `"price"`, `"Price"`, 1)},
		{"record_form", strings.Replace(text, `"price": 50`, `"price": 50, "price": 50`, 1)},
		{"record_form", strings.Replace(text, `"price": 50`, `"price": 5e1`, 1)},
		{"record_form", strings.Replace(text, `"price": 50,`, ``, 1)},
		{"record_form", strings.Replace(text, `"called"`, `"cancel": "", "called"`, 1)},
	} {
		if c.text == text {
			t.Errorf("%s: nothing was changed", c.name)
		}
		_, err := bingo.ReadRecord([]byte(c.text))
		if name := bingo.RefusalName(err); name != c.name {
			t.Errorf("want %s, got %v", c.name, err)
		}
		for _, word := range []string{"json:", "Go ", "bingo.", "struct", "%!"} {
			if err != nil && strings.Contains(strings.TrimPrefix(err.Error(), "record_json: "), word) {
				t.Errorf("package json is heard: %v", err)
			}
		}
	}
	var spaced bytes.Buffer
	if err := json.Indent(&spaced, good, "", "\t"); err != nil {
		t.Fatal(err)
	}
	if _, err := bingo.ReadRecord(spaced.Bytes()); err != nil {
		t.Errorf("other spaces: %v", err)
	}
}

// oneForm gives a signed record its notes in other ways: again, in another order, with a signature twice or in another spelling of the
// same bytes. Every note is truly signed, and with or without a key the record is not right.
func oneForm(t *testing.T, rec *bingo.Record, f *bingo.Formula) {
	t.Helper()
	schedule, lock, end := rec.Notes[0], rec.Notes[1], rec.Notes[2]
	signature := end[strings.LastIndex(end, "\n\n")+2:]
	other := []byte(end) // the last sign before the padding has two bits that stand for nothing
	if i := len(other) - 3; string(other[i+1:]) != "=\n" {
		t.Fatalf("a signature ends as %q", other[i:])
	}
	for _, letters := range []string{"AB", "QR", "gh", "wx", "EF", "UV", "kl", "01", "IJ", "YZ", "op", "45", "MN", "cd", "st", "89"} {
		if other[len(other)-3] == letters[0] {
			other[len(other)-3] = letters[1]
			break
		}
	}
	for at, notes := range map[string][][]string{
		"/notes/0": {{end, schedule, lock}, {lock}},
		"/notes/1": {{schedule, end, lock}, {schedule, schedule, lock, end}, {schedule}},
		"/notes/2": {{schedule, lock, end + signature}, {schedule, lock, string(other)}, {schedule, lock, lock, end}},
		"/notes/3": {{schedule, lock, end, end}, {schedule, lock, end, schedule}},
	} {
		for i, list := range notes {
			altered := *rec
			altered.Notes = list
			found := bingo.VerifyRecord(&altered, f)
			if len(found) != 1 || found[0].Name != "note_order" || found[0].Path != at {
				t.Errorf("%s, %d: %+v", at, i, found)
			}
		}
	}
}
