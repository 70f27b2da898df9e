package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"slices"
)

// strict decodes one JSON value with nothing after it and no unknown keys. The keys of an object stand there once each; if keys are
// named they are all there, in exactly this spelling, and none is null. No error quotes what the data holds, which may be a
// secret that was given in place of another file: it says where. The names are
//
//   - json_syntax: no JSON;
//   - json_keys: no object, or a key twice, unknown, missing or null;
//   - json_kind: a value of another kind, such as a text for a number.
func strict(data []byte, into any, keys ...string) error {
	var whole json.RawMessage
	if err := json.Unmarshal(data, &whole); err != nil {
		var syntax *json.SyntaxError
		if errors.As(err, &syntax) {
			return refuse("json_syntax: byte %d of %d cannot stand there in JSON", syntax.Offset, len(data))
		}
		return refuse("json_syntax: this is not JSON")
	}
	if err := keysOnce(data, keys); err != nil {
		return err
	}
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	err := d.Decode(into)
	var kind *json.UnmarshalTypeError
	if errors.As(err, &kind) {
		return refuse("json_kind: the value that ends at byte %d is of another kind than belongs there", kind.Offset)
	}
	return err
}

// keysOnce checks the keys of an object whose syntax is known to be right.
func keysOnce(data []byte, keys []string) error {
	d := json.NewDecoder(bytes.NewReader(data))
	if first, err := d.Token(); err != nil || first != json.Delim('{') {
		return refuse("json_keys: an object, { … }, belongs here")
	}
	seen := map[string]bool{}
	for d.More() {
		token, err := d.Token()
		if err != nil {
			return err
		}
		key, _ := token.(string) // the syntax demands one
		at := d.InputOffset()
		if seen[key] {
			return refuse("json_keys: the key that ends at byte %d stands there twice", at)
		}
		seen[key] = true
		var value json.RawMessage
		if err := d.Decode(&value); err != nil {
			return err
		}
		if len(keys) == 0 {
			continue
		}
		if !slices.Contains(keys, key) {
			return refuse("json_keys: the key that ends at byte %d is none of %q", at, keys)
		}
		if bytes.Equal(value, []byte("null")) {
			return refuse("json_keys: %q is null", key)
		}
	}
	for _, key := range keys {
		if !seen[key] {
			return refuse("json_keys: %q is missing", key)
		}
	}
	return nil
}
