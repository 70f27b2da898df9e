package shop

import (
	"context"
	"strings"
	"testing"

	"tirage/internal/store"
	"tirage/ledger"
)

// A role in the house that no two persons gave is named, though chain and row agree: an act that gives it alone, one beside the approval
// of another person or role, an account of staff that a person opened; and an approval that gave none.
func TestRolesByTwoOnly(t *testing.T) {
	onEach(t, func(t *testing.T, d database) {
		admin := By{Person: "an-administrator", Role: Administrator}
		set := func(who store.PersonID, role Role) *ledger.Act {
			a := admin.act("set_role")
			a.Subject, a.Note = string(who), string(role)
			return a
		}
		approve := func(by By, note string) *ledger.Act {
			a := by.act("approve")
			a.Subject, a.Note = "some-proposal", note
			return a
		}
		for name, acts := range map[string]func(who store.PersonID) []*ledger.Act{
			"alone": func(who store.PersonID) []*ledger.Act { return []*ledger.Act{set(who, Auditor)} },
			"twice, approved once": func(who store.PersonID) []*ledger.Act {
				return []*ledger.Act{set(who, Operator), set(who, Auditor), approve(admin, "staff_account "+string(who)+" auditor: yes")}
			},
			"approved another": func(who store.PersonID) []*ledger.Act {
				return []*ledger.Act{set(who, Auditor), approve(admin, "staff_account somebody auditor: yes")}
			},
			"approved as another": func(who store.PersonID) []*ledger.Act {
				return []*ledger.Act{set(who, Auditor), approve(admin, "staff_account "+string(who)+" operator: yes")}
			},
			"by another person": func(who store.PersonID) []*ledger.Act {
				return []*ledger.Act{set(who, Auditor), approve(By{Person: "another", Role: Operator}, "staff_account "+string(who)+" auditor: yes")}
			},
			"later": func(who store.PersonID) []*ledger.Act {
				return []*ledger.Act{set(who, Auditor), approve(admin, "adjust_account x: yes"), approve(admin, "staff_account "+string(who)+" auditor: yes")}
			},
			"nothing": func(who store.PersonID) []*ledger.Act {
				return []*ledger.Act{approve(admin, "staff_account "+string(who)+" auditor: yes")}
			},
		} {
			h := open(t, options{dsn: d.fresh(t)})
			who := h.person(Player)
			err := h.do(t.Context(), &task{ask: func(*store.Ask) {}, decide: func(b *Batch) error {
				for _, a := range acts(who.Person) {
					if _, err := b.Post(a, nil); err != nil {
						return err
					}
				}
				return nil
			}})
			must(t, err)
			h.sql(`update person set role = 'auditor' where id = '` + string(who.Person) + `'`)
			named := 0
			_, err = Verify(t.Context(), h.store, nil, func(f *ledger.Fault) {
				if f.Name == PersonDiffers && f.Journal == "one" && f.Seq > 0 {
					named++
				}
			}, nil)
			must(t, err)
			if named == 0 {
				t.Errorf("%s: it is not named", name)
			}
			h.close()
		}

		h := open(t, options{dsn: d.fresh(t)})
		t.Cleanup(h.close)
		a := admin.act("register")
		a.Subject, a.Note = "puppet", string(Operator)
		p := store.Person{ID: "puppet", Login: "puppet", Password: "none", Role: string(Operator), TagSecret: []byte("tag"), Created: 1}
		must(t, h.do(t.Context(), &task{
			ask: func(*store.Ask) {}, decide: func(b *Batch) error { _, err := b.Post(a, nil); return err },
			also: func(ctx context.Context, tx *store.Tx) error { return tx.AddPerson(ctx, p) },
		}))
		var texts []string
		_, err := Verify(t.Context(), h.store, nil, func(f *ledger.Fault) { texts = append(texts, f.Error()) }, nil)
		must(t, err)
		if len(texts) != 1 || !strings.Contains(texts[0], "alone: puppet as operator") {
			t.Errorf("an account of staff by one person: %q", texts)
		}
	})
}
