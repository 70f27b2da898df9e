package ledger_test

import (
	"strings"
	"testing"

	"tirage/ledger"
)

func TestAccounts(t *testing.T) {
	longest := strings.Repeat("x", ledger.MaxOwner)
	for _, c := range []struct {
		text  string
		kind  ledger.Kind // "" for no account
		owner string
		play  bool
		held  bool
	}{
		{"player/3k9q", ledger.Player, "3k9q", false, true},
		{"play/player/3k9q", ledger.Player, "3k9q", true, true},
		{"retailer/R-1_2.3", ledger.Retailer, "R-1_2.3", false, true},
		{"game/3002", ledger.Game, "3002", false, false},
		{"draw/4211-00000042", ledger.Draw, "4211-00000042", false, false},
		{"jackpot/4211", ledger.Jackpot, "4211", false, false},
		{"fund/4211", ledger.Fund, "4211", false, false},
		{"levy/state", ledger.Levy, "state", false, false},
		{"rounding/4211", ledger.Rounding, "4211", false, false},
		{"cash/demo", ledger.Cash, "demo", false, false},
		{"wallet/theirs", ledger.Wallet, "theirs", false, false},
		{"play/house/house", ledger.House, "house", true, false},
		{"player/" + longest, ledger.Player, longest, false, true},
		{text: "player/" + longest + "x"},
		{text: ""},
		{text: "/"},
		{text: "player"},
		{text: "player/"},
		{text: "/3k9q"},
		{text: "play/"},
		{text: "play/player"},
		{text: "play/3k9q"},
		{text: "play/play/player/3k9q"},
		{text: "Play/player/3k9q"},
		{text: "PLAYER/3k9q"},
		{text: "players/3k9q"},
		{text: "player/3k9q/"},
		{text: "player//3k9q"},
		{text: "player/3k 9q"},
		{text: " player/3k9q"},
		{text: "player/3k9q\x00"},
		{text: "player/é"},
		{text: "player/\xff"},
	} {
		a, err := ledger.ParseAccount(c.text)
		if c.kind == "" {
			if ledger.RefusalName(err) != ledger.BadAccount || a != "" {
				t.Errorf("%q is read as %q, %v", c.text, a, err)
			}
			continue
		}
		if err != nil {
			t.Errorf("%q: %v", c.text, err)
			continue
		}
		if a.Kind() != c.kind || a.Owner() != c.owner || a.IsPlay() != c.play || a.Held() != c.held || string(a) != c.text {
			t.Errorf("%q is read as %q: kind %q, owner %q, play %v, held %v", c.text, a, a.Kind(), a.Owner(), a.IsPlay(), a.Held())
		}
		made := ledger.Of(c.kind, c.owner)
		if c.play {
			made = made.Play()
		}
		if made != a || a.Play() != a.Play().Play() {
			t.Errorf("%q is made as %q", a, made)
		}
	}
}

// FuzzAccount: what is read as an account is exactly what the pattern allows, and is what its parts make.
func FuzzAccount(f *testing.F) {
	for _, seed := range []string{"player/3k9q", "play/game/3002", "play/play/x", "player/a/b", "cash/\xff", "house/" + strings.Repeat("y", 65)} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		a, err := ledger.ParseAccount(text)
		if want := accountPattern.MatchString(text) && !strings.HasSuffix(text, "\n"); (err == nil) != want {
			t.Fatalf("%q: %v", text, err)
		}
		if err != nil {
			return
		}
		made := ledger.Of(a.Kind(), a.Owner())
		if a.IsPlay() {
			made = made.Play()
		}
		if made != a || string(a) != text {
			t.Fatalf("%q is read as %q and made as %q", text, a, made)
		}
	})
}
