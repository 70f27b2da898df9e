package retail

import "tirage/money"

// Place is where a ticket is shown.
type Place uint8

// The places.
const (
	Anybody  Place = iota // a holder asks, and is paid nothing here
	Retailer              // a counter
	Centre                // a payment centre of the house
)

// Facts are what is known of a paper ticket that is shown with its numbers. Times are microseconds since 1970, UTC.
type Facts struct {
	VIRNRight   bool // the serial is of a paper ticket, and the number under the coating opens its envelope
	ControlOpen bool // the box that voids the ticket was uncovered

	Claim        ClaimState // "" if nobody has claimed it
	ClaimExpired bool       // the reservation has run out
	Mine         bool       // the reservation is of who asks

	Pack   PackState
	Issue  IssueState // "" before its opening notice
	Lapses int64      // the first moment at which nothing is paid; 0 while the issue is open
	Now    int64

	Amount           money.Cents // the ticket's whole lot; 0 if it has none
	Retailer, Centre money.Cents // up to how much each pays
	At               Place
}

// Answer is what the holder of a ticket is told, by its name in the interface.
type Answer string

// The answers, in the order in which they take precedence.
const (
	UnknownTicket Answer = "unknown_ticket"
	Void          Answer = "void"
	AlreadyPaid   Answer = "already_paid"
	WasRefunded   Answer = "refunded"
	WasExchanged  Answer = "exchanged"
	IsFiled       Answer = "filed"
	IsOpposed     Answer = "opposed"
	Expired       Answer = "expired"
	PackNotActive Answer = "pack_not_active"
	NoLot         Answer = "no_lot"
	IsReserved    Answer = "reserved"
	ReferFile     Answer = "refer_file"
	ReferCentre   Answer = "refer_centre"
	Pay           Answer = "pay"
)

// Answers lists them all.
func Answers() []Answer {
	return []Answer{
		UnknownTicket, Void, AlreadyPaid, WasRefunded, WasExchanged, IsFiled, IsOpposed, Expired, PackNotActive, NoLot, IsReserved, ReferFile,
		ReferCentre, Pay,
	}
}

// Judge says what becomes of a ticket that is shown. The first of these that is so is the answer:
//
//   - unknown_ticket: whoever lacks the number under the coating learns nothing, not even that the ticket exists or was paid;
//   - void: the regulation's own precedence, whatever the ticket would have won;
//   - already_paid, refunded, exchanged, filed, opposed: what happened to the ticket happened, and a later deadline or theft does not
//     change what its holder is told of it;
//   - expired: after the deadline nothing is paid, whatever the pack's state;
//   - pack_not_active: of a pack that was not sold, nobody is told whether the ticket has a lot: who stole it must not learn which
//     tickets to wait for;
//   - no_lot: before reserved, since nobody reserves what has no lot;
//   - reserved: somebody else is about to pay it. One's own reservation, or one that has run out, does not stand against it;
//   - refer_file, refer_centre: by the whole lot, which is one and indivisible;
//   - pay.
//
// Of an issue that has not opened, no pack is active. A claim in a state that is none of ours is answered as opposed: nothing is paid on
// what is not understood.
func Judge(f Facts) Answer {
	switch {
	case !f.VIRNRight:
		return UnknownTicket
	case f.ControlOpen:
		return Void
	}
	if a := f.Claim.stands(); a != "" {
		return a
	}
	switch {
	case f.Issue == Lapsed || f.Lapses != 0 && f.Now >= f.Lapses:
		return Expired
	case !f.Pack.Payable() || f.Issue != Open && f.Issue != Closed:
		return PackNotActive
	case f.Amount <= 0:
		return NoLot
	case f.Claim == Reserved && !f.ClaimExpired && !f.Mine:
		return IsReserved
	case f.Amount > f.Centre:
		return ReferFile
	case f.Amount > f.Retailer && f.At != Centre:
		return ReferCentre
	}
	return Pay
}

// stands is the answer for a ticket of which something final was decided; "" if nothing was.
func (s ClaimState) stands() Answer {
	switch s {
	case "", Free, Reserved:
		return ""
	case Paid:
		return AlreadyPaid
	case Refunded:
		return WasRefunded
	case Exchanged:
		return WasExchanged
	case Filed:
		return IsFiled
	default:
		return IsOpposed
	}
}

// Text says an answer to the holder of the ticket.
func (a Answer) Text() money.Text {
	switch a {
	case UnknownTicket:
		return money.Text{EN: "no ticket has this serial and this number", FR: "aucun billet ne porte ce numéro de série et ce numéro caché"}
	case Void:
		return money.Text{EN: "the control box was uncovered: the ticket is void", FR: "la zone de contrôle a été découverte : le billet est nul"}
	case AlreadyPaid:
		return money.Text{EN: "this ticket was paid", FR: "ce billet a déjà été payé"}
	case WasRefunded:
		return money.Text{EN: "this ticket was refunded", FR: "ce billet a été remboursé"}
	case WasExchanged:
		return money.Text{EN: "this ticket was exchanged for another one", FR: "ce billet a été échangé contre un autre"}
	case IsFiled:
		return money.Text{EN: "a file is open for this ticket at the payment centre", FR: "un dossier est ouvert pour ce billet au centre de paiement"}
	case IsOpposed:
		return money.Text{EN: "the payment of this ticket is opposed: ask the payment centre", FR: "le paiement de ce billet est frappé d’opposition : adressez-vous au centre de paiement"}
	case Expired:
		return money.Text{EN: "the time for claims of this issue is over", FR: "le délai de paiement de cette émission est écoulé"}
	case PackNotActive:
		return money.Text{EN: "this ticket is of a pack that is not on sale: nothing is paid on it", FR: "ce billet vient d’un carnet qui n’est pas en vente : rien n’est payé"}
	case NoLot:
		return money.Text{EN: "this ticket has no lot", FR: "ce billet n’est pas gagnant"}
	case IsReserved:
		return money.Text{EN: "this ticket is being paid at a counter: ask again in ten minutes", FR: "ce billet est en cours de paiement à un comptoir : redemandez dans dix minutes"}
	case ReferFile:
		return money.Text{EN: "this lot is paid by transfer: a payment centre opens a file", FR: "ce lot est payé par virement : un centre de paiement ouvre un dossier"}
	case ReferCentre:
		return money.Text{EN: "this lot is paid at a payment centre", FR: "ce lot est payé dans un centre de paiement"}
	case Pay:
		return money.Text{EN: "a lot is to be paid on this ticket", FR: "un lot est à payer sur ce billet"}
	}
	return money.Text{EN: string(a), FR: string(a)}
}
