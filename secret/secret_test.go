package secret_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"tirage/secret"
)

// A key shows itself in no way but by Raw and Hex, also inside a field that fmt calls no methods on.
func TestKeyIsNotShown(t *testing.T) {
	raw := [32]byte{1, 2, 3, 0xab, 0xcd, 31: 0xef}
	k := secret.New(raw)
	const digits = "010203abcd"
	if *k.Raw() != raw || !strings.HasPrefix(k.Hex(), digits) || !k.Set() {
		t.Fatal("a key does not give what it holds")
	}
	type holder struct{ key secret.Key }
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%x", "%X", "%q", "%d"} {
		if text := fmt.Sprintf(verb, k); text != "[redacted]" {
			t.Errorf("%s: %s", verb, text)
		}
		for _, text := range []string{fmt.Sprintf(verb, holder{k}), fmt.Sprintf(verb, &holder{k}), fmt.Sprintf(verb, []secret.Key{k})} {
			if strings.Contains(strings.ToLower(text), digits) || strings.Contains(text, "1 2 3 171 205") {
				t.Errorf("%s: %s", verb, text)
			}
		}
	}
	if text, err := json.Marshal(map[string]secret.Key{"k": k}); err != nil || string(text) != `{"k":"[redacted]"}` {
		t.Errorf("%s, %v", text, err)
	}
}

func TestParse(t *testing.T) {
	text := strings.Repeat("0123456789abcDEF", 4)
	if k, ok := secret.Parse([]byte(" \n" + text + "\r\n")); !ok || k.Hex() != strings.ToLower(text) {
		t.Errorf("%v, %v", ok, k.Hex())
	}
	for _, bad := range []string{"", text[1:], text + "0", "x" + text[1:], text[:32] + " " + text[33:]} {
		if k, ok := secret.Parse([]byte(bad)); ok || k.Set() || k.Raw() != nil || k.Hex() != "" {
			t.Errorf("%q was read", bad)
		}
	}
}
