package artwork

import "testing"

// A legend counts in the plural from two on, a symbol of one word.
func TestSeveral(t *testing.T) {
	for text, want := range map[string]string{
		"1 × médaille": "1 × médaille", "2 × médaille": "2 × médailles", "10 × médaille": "10 × médailles", "3 × cheval": "3 × chevaux",
		"2 × bateau": "2 × bateaux", "2 × jeu": "2 × jeux", "2 × croix": "2 × croix", "2 × bras": "2 × bras", "4 × pièce d'or": "4 × pièce d'or",
		"2 × 7": "2 × 7", "6,1 à 7,0 mètres": "6,1 à 7,0 mètres", "": "", "2 × ": "2 × ", "a × b": "a × b",
	} {
		if got := several(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
