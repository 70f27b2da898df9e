package shop

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"tirage/internal/store"
	"tirage/ledger"
)

// personActs is what the acts say of a person.
type personActs struct {
	made   int   // how often
	role   Role  // the last
	roleAt int64 // when it was given: microseconds since 1970, UTC
	erased bool
	locked bool   // by the last act about that
	last   string // the journal of that act
	open   bool   // acts of two journals lock and unlock: which came last is not known
}

func (h *held) person(id store.PersonID) *personActs {
	p := h.persons[id]
	if p == nil {
		p = &personActs{}
		h.persons[id] = p
	}
	return p
}

// byTwo finds roles in the house that no two persons gave: the act that gives one is followed in its journal by the approval that it is
// part of, by the same actor, of that person and role; and an approval by what it did.
func (h *held) byTwo(r *store.Recorded) {
	given, has := h.roles[r.Journal]
	delete(h.roles, r.Journal)
	approves := r.Act.Kind == "approve" && strings.HasPrefix(r.Act.Note, string(StaffAccount)+" ")
	fits := approves && strings.HasPrefix(r.Act.Note, roleGiven(&given.Act)) && r.Act.Actor == given.Act.Actor && r.Seq == given.Seq+1
	switch {
	case has && !fits:
		h.unapproved(&given)
	case approves && !has:
		h.at(PersonDiffers, r, "it approves a role, and no act before it gives one: %.80q", r.Act.Note)
	}
	switch r.Act.Kind {
	case "set_role":
		h.roles[r.Journal] = *r
	case "register":
		if Role(r.Act.Note).staff() && r.Act.Actor != deskName {
			h.at(PersonDiffers, r, "%s opens an account of the house's staff alone: %s as %s", r.Act.Actor, r.Act.Subject, r.Act.Note)
		}
	}
}

// roleGiven begins the note of the approval that gives a role.
func roleGiven(a *ledger.Act) string {
	return fmt.Sprintf("%s %s %s: ", StaffAccount, a.Subject, a.Note)
}

func (h *held) unapproved(r *store.Recorded) {
	h.at(PersonDiffers, r, "%s gives %s the role of %s, and no two persons do", r.Act.Actor, r.Act.Subject, r.Act.Note)
}

// staffed learns of an act about a person.
func (h *held) staffed(r *store.Recorded) {
	p := h.person(store.PersonID(r.Act.Subject))
	switch r.Act.Kind {
	case "register", "set_role":
		if r.Act.Kind == "register" {
			p.made++
		}
		if r.Act.At >= p.roleAt { // of two journals the later one need not be read last
			p.role, p.roleAt = Role(r.Act.Note), r.Act.At
		}
	case "erase":
		p.erased = true
	default:
		p.open = p.open || p.last != "" && p.last != r.Journal
		p.locked, p.last = r.Act.Kind == "lock", r.Journal
	}
}

// personRows compares the persons.
func (h *held) personRows(ctx context.Context, v *store.View) error {
	for _, journal := range slices.Sorted(maps.Keys(h.roles)) { // the last act of a journal
		given := h.roles[journal]
		h.unapproved(&given)
	}
	for after := store.PersonID(""); ; {
		rows, err := v.Persons(ctx, after, pageOfRows)
		if err != nil {
			return err
		}
		for i := range rows {
			row := &rows[i]
			after = row.ID
			said := h.person(row.ID)
			delete(h.persons, row.ID)
			switch {
			case said.made != 1:
				h.find(PersonDiffers, "person %s, %s: %d acts made this account", row.ID, row.Role, said.made)
			case Role(row.Role) != said.role:
				h.find(PersonDiffers, "person %s: the role is %s, given was %s", row.ID, row.Role, said.role)
			case (row.Erased != 0) != said.erased:
				h.find(PersonDiffers, "person %s: forgotten or not, and the acts say the contrary", row.ID)
			case (row.Locked != 0) != said.locked && !said.open:
				h.find(PersonDiffers, "person %s: locked or not, and the last act says the contrary", row.ID)
			}
		}
		if len(rows) < pageOfRows {
			break
		}
	}
	for _, id := range slices.Sorted(maps.Keys(h.persons)) {
		h.find(PersonDiffers, "person %s: there are acts about this account, and it is not there", id)
	}
	return nil
}
