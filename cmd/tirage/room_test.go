package main

import "testing"

// A draw that two persons voided says what they wrote, even if that is what a reason of the rules is called; one that was cancelled says why in words.
func TestReasonOfDraws(t *testing.T) {
	for _, c := range []struct{ state, reason, en, fr string }{
		{"cancelled", "too_few", "too_few", "trop peu de joueurs ou de cartes"},
		{"cancelled", "keeper_silent", "keeper_silent", "le dépositaire s'est tu"},
		{"void", "keeper_silent", "keeper_silent", "keeper_silent"},
		{"void", "une boule fausse", "une boule fausse", "une boule fausse"},
	} {
		if en, fr := reasonOf(c.state, c.reason, "en"), reasonOf(c.state, c.reason, "fr"); en != c.en || fr != c.fr {
			t.Errorf("%s, %s: %q and %q", c.state, c.reason, en, fr)
		}
	}
}
