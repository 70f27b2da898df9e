package shop

import (
	"database/sql"
	"encoding/json"
	"slices"

	"tirage/money"
)

// decisions: a proposal was decided once, by another person, and by an act; none is half decided.
func (r *records) decisions(tx *sql.Tx) {
	decided := map[string][]*actRow{}
	proposed := map[string]int{}
	registered, destroyed := 0, 0
	for _, a := range r.acts {
		switch a.Kind {
		case "propose":
			proposed[a.Subject]++
		case "approve", "reject":
			decided[a.Subject] = append(decided[a.Subject], a)
		}
	}
	each(r.t, tx, `select id, kind, proposer, state, decider, body from proposal`, func(scan func(...any) error) error {
		var id, kind, proposer, state, decider string
		var body []byte
		if err := scan(&id, &kind, &proposer, &state, &decider, &body); err != nil {
			return err
		}
		acts := decided[id]
		delete(decided, id)
		if proposed[id] != 1 {
			r.t.Errorf("proposal %s was proposed by %d acts", id, proposed[id])
		}
		delete(proposed, id)
		want := map[string]string{"pending": "", Approved: "approve", Rejected: "reject"}[state]
		switch {
		case want == "" && len(acts) > 0, want != "" && (len(acts) != 1 || acts[0].Kind != want || acts[0].Actor != decider || decider == proposer):
			r.t.Errorf("proposal %s is %s by %s, proposed by %s, decided by acts %+v", id, state, decider, proposer, acts)
		case state == Approved && kind == string(AdjustAccount):
			var j adjustment
			if err := json.Unmarshal(body, &j); err != nil || len(acts[0].Transfers) != 1 || acts[0].Transfers[0].Credit != j.Account || acts[0].Transfers[0].Amount != j.Amount {
				r.t.Errorf("adjustment %s moved %v: %v", id, acts[0].Transfers, err)
			}
		case state == Approved && kind == string(RegisterBlock):
			registered++
		case state == Approved && kind == string(DestroyBlock):
			destroyed++
		}
		return nil
	})
	if len(decided)+len(proposed) > 0 {
		r.t.Errorf("acts about proposals that are none: %v %v", decided, proposed)
	}
	for _, b := range r.blocks {
		if b.state == "destroyed" {
			destroyed--
		}
	}
	if registered != len(r.blocks) || destroyed != 0 {
		r.t.Errorf("%d blocks were registered, %d are there; %d more destroyed by proposals than are", registered, len(r.blocks), destroyed)
	}
}

// payments: each payment that came is in one account, once; each that left was taken from one; none that did not come is anywhere.
func (r *records) payments(tx *sql.Tx) {
	acts := map[[2]string][]*actRow{} // by kind and reference
	for _, a := range r.acts {
		of := a.Note
		if a.Kind == "withdrawal_refused" {
			of = a.Subject
		}
		acts[[2]string{a.Kind, of}] = append(acts[[2]string{a.Kind, of}], a)
		if (a.Kind == "deposit" || a.Kind == "withdraw") && (len(a.Transfers) != 1 || (a.Note == "") != a.Transfers[0].Debit.IsPlay()) {
			r.t.Errorf("act %v moves money by no payment: %+v", a.actPlace, a.Act)
		}
	}
	each(r.t, tx, `select reference, kind, state, player, amount from call where kind in ('deposit', 'withdrawal')`, func(scan func(...any) error) error {
		var reference, kind, state, player string
		var amount money.Cents
		err := scan(&reference, &kind, &state, &player, &amount)
		moved := acts[[2]string{map[string]string{"deposit": "deposit", "withdrawal": "withdraw"}[kind], reference}]
		back := acts[[2]string{"withdrawal_refused", reference}]
		want := 1
		if kind == "deposit" && state != "done" {
			want = 0
		}
		if len(moved) != want || (len(back) > 0) != (state == "undone") || len(back) > 1 {
			r.t.Errorf("%s %s is %s, and moved by %d acts, back by %d", kind, reference, state, len(moved), len(back))
		}
		for _, a := range slices.Concat(moved, back) {
			if a.Transfers[0].Amount != amount || kind == "deposit" && a.Actor != player {
				r.t.Errorf("%s %s of %d for %s is %+v", kind, reference, amount, player, a.Act)
			}
		}
		delete(acts, [2]string{map[string]string{"deposit": "deposit", "withdrawal": "withdraw"}[kind], reference})
		return err
	})
	for about, moved := range acts {
		if about[1] != "" && (about[0] == "deposit" || about[0] == "withdraw") {
			r.t.Errorf("act %v is of the payment %s, which is none", moved[0].actPlace, about[1])
		}
	}
}
