package counter

import (
	"tirage/internal/shop"
	"tirage/internal/store"
)

// Counter is the open counter of a house. It is safe for concurrent use.
type Counter struct {
	shop  *shop.Shop
	store *store.Store
}

// Open opens the counter of a house that has not let anybody in yet, and admits the acts of the counter that need two persons.
func Open(s *shop.Shop, kept *store.Store) *Counter {
	c := &Counter{shop: s, store: kept}
	s.Admit(CloseIssue, func() shop.Effect { return &closing{counter: c} })
	s.Admit(PublishSeeds, func() shop.Effect { return &publication{counter: c} })
	s.Admit(RefundTicket, func() shop.Effect { return &ticketRefund{counter: c} })
	s.Admit(PayFile, func() shop.Effect { return &filePayment{counter: c} })
	s.Admit(RestorePack, func() shop.Effect { return &restoring{counter: c} })
	s.Admit(LiftOpposition, func() shop.Effect { return &lifting{counter: c} })
	return c
}
