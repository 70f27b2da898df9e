package shop

import (
	"fmt"

	"tirage/internal/store"
	"tirage/ledger"
	"tirage/money"
)

// terms learns how much a retailer was ever let owe: "commission 50000 ppm limit 100000: the reason". A limit that was lowered below what
// was owed at that time is no fault, so that the greatest one counts.
func (h *held) terms(r *store.Recorded) {
	var commission, limit int64
	if _, err := fmt.Sscanf(r.Act.Note, "commission %d ppm limit %d:", &commission, &limit); err != nil || limit < 0 {
		return // it lets nobody owe anything
	}
	id := store.PersonID(r.Act.Subject)
	h.limits[id] = max(h.limits[id], money.Cents(limit))
}

// floors are below what no retailer's account may be.
func (h *held) floors(verifier *ledger.Verifier) {
	for id, limit := range h.limits {
		account := ledger.Of(ledger.Retailer, string(id))
		verifier.SetFloor(account, -limit)
		verifier.SetFloor(account.Play(), -limit)
	}
}
