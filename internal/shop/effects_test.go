package shop

import (
	"fmt"
	"strings"
	"testing"

	"tirage/games"
	"tirage/internal/store"
	"tirage/ledger"
)

func TestTwoPersons(t *testing.T) { onEach(t, twoPersons) }

// Every kind of act that needs two persons: refused to one, to a player, for no reason; done once; and what it changes.
func twoPersons(t *testing.T, d database) {
	h := newHouse(t, options{dsn: d.fresh(t)})
	one, two, auditor, player := h.person(Operator), h.person(Administrator), h.person(Auditor), h.player(50_00)
	propose := func(kind Kind, body string) string {
		t.Helper()
		p, err := h.Propose(t.Context(), one, kind, []byte(body), "because")
		if err != nil {
			t.Fatalf("%s %s: %v", kind, body, err)
		}
		return p.ID
	}
	refused := func(name string, kind Kind, body string) {
		t.Helper()
		if _, err := h.Propose(t.Context(), one, kind, []byte(body), "because"); RefusalName(err) != name {
			t.Errorf("%s %.80s: %v, want %s", kind, body, err, name)
		}
	}
	account := ledger.Of(ledger.Player, string(player.Person)).Play()
	adjust := propose(AdjustAccount, fmt.Sprintf(`{"account":%q,"amount":700}`, account))
	for name, by := range map[string]By{"same_person": one, "not_allowed": auditor, "log_in": {}} {
		if _, err := h.Decide(t.Context(), by, adjust, true, "because"); RefusalName(err) != name {
			t.Errorf("decided by %s: %v", by.Role, err)
		}
	}
	if _, err := h.Propose(t.Context(), player, AdjustAccount, nil, "because"); RefusalName(err) != "not_allowed" {
		t.Errorf("proposed by a player: %v", err)
	}
	for range 2 {
		_, err := h.Decide(t.Context(), two, adjust, true, "right")
		if name := RefusalName(err); err != nil && name != "decided" {
			t.Fatal(err)
		}
	}
	if b, err := h.Balance(t.Context(), player); err != nil || b.Play != 57_00 {
		t.Errorf("adjusted to %+v, %v", b, err)
	}
	rejected := propose(AdjustAccount, fmt.Sprintf(`{"account":%q,"amount":-700}`, account))
	if p, err := h.Decide(t.Context(), two, rejected, false, "not right"); err != nil || p.State != Rejected {
		t.Errorf("rejected: %+v, %v", p, err)
	}
	tooMuch := propose(AdjustAccount, fmt.Sprintf(`{"account":%q,"amount":-5701}`, account))
	if _, err := h.Decide(t.Context(), two, tooMuch, true, "too much"); RefusalName(err) != "insufficient_funds" {
		t.Errorf("more than there is: %v", err)
	}

	refused("bad_account", AdjustAccount, `{"account":"game/3002","amount":1}`)
	refused("bad_amount", AdjustAccount, fmt.Sprintf(`{"account":%q,"amount":0}`, account))
	refused("unknown_person", AdjustAccount, `{"account":"player/nobody","amount":1}`)
	refused("bad_body", AdjustAccount, `{"account":"player/nobody","amount":1,"more":2}`)
	refused("bad_kind", "void_everything", `{}`)
	refused("block_exists", RegisterBlock, fmt.Sprintf(`{"folder":%q,"play":true}`, specimen(t)))
	refused("specimen", RegisterBlock, fmt.Sprintf(`{"folder":%q}`, specimen(t)))
	refused("bad_folder", RegisterBlock, `{"folder":"block"}`)
	refused("bad_folder", RegisterBlock, fmt.Sprintf(`{"folder":%q}`, t.TempDir()))
	refused("block_gap", DestroyBlock, `{"block":"3002-00-0003"}`)
	refused("unknown_block", DestroyBlock, `{"block":"3002"}`)

	p, err := h.Buy(t.Context(), player, "k", Order{Game: "vegas-3eur", Count: 1, Play: true})
	if err != nil {
		t.Fatal(err)
	}
	refused("block_sold", DestroyBlock, `{"block":"3002-00-0001"}`)
	again := propose(ReconstructTicket, fmt.Sprintf(`{"ticket":%q}`, p.Tickets[0]))
	if _, err := h.Decide(t.Context(), two, again, true, "contested"); err != nil {
		t.Errorf("reconstructed: %v", err)
	}
	refused("unknown_ticket", ReconstructTicket, `{"ticket":"3002-00-0001-000001-000-0"}`)

	lost := propose(DestroyBlock, `{"block":"3002-00-0002"}`)
	if _, err := h.Decide(t.Context(), two, lost, true, "burnt at the press"); err != nil {
		t.Errorf("destroyed before it came: %v", err)
	}
	views, err := h.Blocks(t.Context())
	if err != nil || len(views) != 2 || views[1].State != store.Destroyed || !strings.Contains(views[1].Reason, "burnt") {
		t.Errorf("blocks %+v, %v", views, err)
	}
	refused("block_destroyed", DestroyBlock, `{"block":"3002-00-0002"}`)

	file, err := games.Open("vegas-3eur")
	if err != nil {
		t.Fatal(err)
	}
	refused("same_version", ChangeGame, fmt.Sprintf(`{"game":"3002","file":%q}`, file))
	refused("bad_game_file", ChangeGame, fmt.Sprintf(`{"game":"3001","file":%q}`, file))
	refused("bad_game_file", ChangeGame, `{"game":"3002","file":"nothing"}`)
	changed := propose(ChangeGame, fmt.Sprintf(`{"game":"3002","file":%q}`, append(file, "# another\n"...)))
	if _, err := h.Decide(t.Context(), two, changed, true, "second version"); err != nil {
		t.Errorf("changed: %v", err)
	}
	h.sound()
}
