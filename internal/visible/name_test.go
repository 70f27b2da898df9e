package visible_test

import (
	"testing"

	"tirage/internal/visible"
)

func TestNameFlaw(t *testing.T) {
	for name, want := range map[string]visible.Flaw{
		"": visible.None, "Zoë van 't Hof": visible.None, "김민수": visible.None, "q\u0323": visible.None,
		" a": visible.Spaces, "a ": visible.Spaces, "a  b": visible.Spaces, "a\n": visible.Spaces, "a\u2028": visible.Spaces,
		"a\u200db": visible.Invisible, "a\u00a0b": visible.Invisible, "\xff": visible.Invisible, "a\u2800": visible.Invisible,
		"\u0301a": visible.BareMark, "a \u0301": visible.BareMark, "e\u0301": visible.NotNFC,
	} {
		if got := visible.NameFlaw(name); got != want {
			t.Errorf("%+q: flaw %d, want %d", name, got, want)
		}
	}
}

func TestMixed(t *testing.T) {
	for text, want := range map[string]bool{
		"": false, "paul 2": false, "Ольга-7": false, "Μαρία": false, "王小明 paul": false, "さくらé": false,
		"p\u0430ul": true, "\u03bfscar": true, "\u0430\u03bf": true, "a\u0578": true, // Cyrillic а, Greek ο, Armenian ո
	} {
		if got := visible.Mixed(text); got != want {
			t.Errorf("%+q: %t", text, got)
		}
	}
}

func TestSentence(t *testing.T) {
	for text, want := range map[string]bool{
		"seen": true, "remboursé\u202f: 5\u00a0€": true, " on leave ": true,
		"": false, "ab": false, "     ": false, "\u200b\u200b\u200b": false, "paid\u202eback": false, "a\u009b31mb": false, "two\nlines": false,
		"\u3164\u3164\u3164": false, "ab\xff": false,
	} {
		if got := visible.Sentence(text, 3); got != want {
			t.Errorf("%+q: %t", text, got)
		}
	}
}
