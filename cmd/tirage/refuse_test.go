package main

import (
	"errors"
	"fmt"
	"io/fs"
	"testing"

	"tirage/bingo"
	"tirage/money"
)

// An error is said in the language as far as it has words in it, however it is wrapped, and stays the error that it wraps.
func TestErrorsInBothLanguages(t *testing.T) {
	_, ball := bingo.ParseID("x")
	for _, c := range []struct {
		err    error
		en, fr string
	}{
		{errors.New("plain"), "plain", "plain"},
		{refuse("--number 0: draws are numbered from 1"), "--number 0: draws are numbered from 1", "--number 0 : les tirages sont numérotés à partir de 1"},
		{
			refuse("card %d: %s", 7, refuse("json_keys: %q is missing", "model")),
			`card 7: json_keys: "model" is missing`, `carte 7 : json_keys: "model" manque`,
		},
		{
			fmt.Errorf("wrapped: %w", errors.Join(refuse("json_syntax: this is not JSON"), errors.New("and more"))),
			"wrapped: json_syntax: this is not JSON\nand more", "wrapped: json_syntax: ce n'est pas du JSON\nand more",
		},
		{
			refuse("%s: %s", "a.json", ball),
			`a.json: draw_form: "x" is no draw: write the formula's code and the draw's number, as 4211-00000042`,
			`a.json : draw_form: "x" n'est pas un tirage : écrivez le code de la formule et le numéro du tirage, comme 4211-00000042`,
		},
	} {
		if en, fr := say(c.err, money.EN), say(c.err, money.FR); en != c.en || fr != c.fr || c.err.Error() != c.en {
			t.Errorf("%q, %q; want %q, %q", en, fr, c.en, c.fr)
		}
	}
	if err := refuse("%s cannot be written: %s", "x", fs.ErrNotExist); !errors.Is(err, fs.ErrNotExist) {
		t.Error("a refusal hides what it wraps")
	}
	if name := bingo.RefusalName(refuse("%s: %s", "a.json", ball)); name != "draw_form" {
		t.Errorf("the name of a wrapped refusal is %q", name)
	}
}
