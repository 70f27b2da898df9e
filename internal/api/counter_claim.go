package api

import (
	"context"
	"net/http"
	"slices"
	"time"

	"tirage/internal/counter"
	"tirage/money"
	"tirage/retail"
)

// Look is what somebody reads on a paper ticket. The number under the coating stands in bodies alone, never in an address, and in no log.
type Look struct {
	Serial      string `json:"serial" maxLength:"100" doc:"The ticket's number, as typed or scanned: O is read as 0, I and L as 1." example:"3002-00-0001-006667-000-3"`
	VIRN        string `json:"virn" maxLength:"100" doc:"The number under the coating, as typed or scanned: O is read as 0, I and L as 1." example:"7KQ2-M0X4-V9T1-C3N4"`
	ControlOpen bool   `json:"control_open,omitempty" doc:"The box that must stay covered was scratched."`
}

// Seen is what the holder of a ticket is told.
type Seen struct {
	Serial string      `json:"serial" doc:"The ticket's number." example:"3002-00-0001-006667-000-3"`
	Answer string      `json:"answer" doc:"The answer, by its name: unknown_ticket, void, already_paid, refunded, exchanged, filed, opposed, expired, pack_not_active, no_lot, reserved, refer_file, refer_centre or pay. If several hold, the first of this order." example:"pay"`
	Text   string      `json:"text" doc:"The same in the language asked for." example:"a lot is to be paid on this ticket"`
	Game   string      `json:"game,omitempty" doc:"The game's identifier." example:"vegas-3eur"`
	Amount money.Cents `json:"amount,omitempty" doc:"Of the whole lot, where it is or could be paid, in minor units." example:"2000"`
	Play   bool        `json:"play,omitempty" doc:"Of a specimen block: paid in play money."`
	Lapses time.Time   `json:"lapses,omitzero" doc:"The first moment at which nothing is paid." example:"2026-12-30T23:00:00Z"`
}

// Reservation is a ticket that a counter is about to pay.
type Reservation struct {
	Reference string      `json:"reference" doc:"The reservation." example:"3002-00-0001-006667-000-3.8k2n5r0c3x7t1v9wb1x4k7n0q3t6w9z2"`
	Serial    string      `json:"serial" doc:"The ticket's number." example:"3002-00-0001-006667-000-3"`
	Game      string      `json:"game" doc:"The game's identifier." example:"vegas-3eur"`
	Amount    money.Cents `json:"amount" doc:"Of the whole lot, in minor units." example:"2000"`
	Play      bool        `json:"play" doc:"Of a specimen block: paid in play money."`
	Expires   time.Time   `json:"expires" doc:"It must be confirmed before." example:"2026-03-02T08:10:00Z"`
}

// ClaimPaid is a lot that was paid.
type ClaimPaid struct {
	Serial  string      `json:"serial" doc:"The ticket's number." example:"3002-00-0001-006667-000-3"`
	Amount  money.Cents `json:"amount" doc:"Of the whole lot, in minor units." example:"2000"`
	Play    bool        `json:"play" doc:"Of a specimen block: paid in play money."`
	Balance money.Cents `json:"balance" doc:"Of the retailer, after it." example:"2000"`
	At      time.Time   `json:"at" doc:"When." example:"2026-03-02T08:00:09Z"`
}

// ClaimCancelled is a reservation that was given up.
type ClaimCancelled struct {
	Serial string `json:"serial" doc:"The ticket's number." example:"3002-00-0001-006667-000-3"`
}

// reference is how a reservation is named in an address.
type reference struct {
	Key       string `header:"Idempotency-Key" doc:"1 to 64 letters, digits, - or _, a new one for each act. Sent again with the same request, it gives the same answer and nothing is done twice." example:"7f3a-0001"`
	Reference string `path:"reference" doc:"The reservation." example:"3002-00-0001-006667-000-3.8k2n5r0c3x7t1v9wb1x4k7n0q3t6w9z2" maxLength:"100"`
}

const (
	examplePaper     = "3002-00-0001-006667-000-3"
	exampleReference = examplePaper + ".8k2n5r0c3x7t1v9wb1x4k7n0q3t6w9z2"
)

var exampleLook = Look{Serial: examplePaper, VIRN: "7KQ2-M0X4-V9T1-C3N4"}

// answersBut are the names of the answers by which a claim is refused, but for some.
func answersBut(others ...retail.Answer) (list []string) {
	for _, a := range retail.Answers() {
		if a != retail.Pay && !slices.Contains(others, a) {
			list = append(list, string(a))
		}
	}
	return list
}

// numbers are the refusals of what is read on a ticket.
var numbers = []string{"bad_serial", "bad_virn", "too_many_guesses", "no_claim_key", "wrong_claim_key"}

func (a *api) claimRoutes() {
	add(a, route{
		id: "check-claim", method: http.MethodPost, path: "/api/claims/check", tag: claims,
		title: say("Check a paper ticket", "Vérifier un billet papier"),
		about: say("What a ticket is worth, to whoever holds it and reads both its numbers. A wrong number and a ticket that there is not get the same answer, in the same time; after a few of them nothing is answered for an hour.",
			"Ce que vaut un billet, pour qui le tient et lit ses deux numéros. Un numéro erroné et un billet inexistant reçoivent la même réponse, dans le même temps ; après quelques-uns, rien n’est répondu pendant une heure."),
		refused: slices.Concat(numbers, []string{"log_in", "locked"}), asked: exampleLook,
		answered: Seen{Serial: examplePaper, Answer: "pay", Text: "a lot is to be paid on this ticket", Game: "vegas-3eur", Amount: 2000, Play: true},
	}, a.check)
	add(a, route{
		id: "reserve-claim", method: http.MethodPost, path: "/api/claims", tag: claims, who: counters, code: http.StatusCreated, keyed: true,
		title: say("Reserve a ticket", "Réserver un billet"),
		about: say("Keeps a ticket for this counter for ten minutes: nobody else pays it meanwhile. What is not to be paid is refused by the name of the answer.",
			"Garde un billet pour ce comptoir pendant dix minutes : personne d’autre ne le paie entre-temps. Ce qui n’est pas à payer est refusé sous le nom de la réponse."),
		refused: slices.Concat([]string{"key_missing", "key_reused", "unknown_retailer"}, numbers, answersBut()), asked: exampleLook,
		answered: Reservation{Reference: exampleReference, Serial: examplePaper, Game: "vegas-3eur", Amount: 2000, Play: true, Expires: exampleTime.Add(10 * time.Minute)},
	}, a.reserve)
	second := []string{"key_missing", "key_reused", "unknown_reservation", "reservation_over", "already_paid", "no_claim_key", "wrong_claim_key", "ticket_doubted"}
	add(a, route{
		id: "confirm-claim", method: http.MethodPost, path: "/api/claims/{reference}/confirm", tag: claims, who: counters, keyed: true,
		title:    say("Pay a reserved ticket", "Payer un billet réservé"),
		about:    say("Pays the lot, once: money changes hands after this answer. Asked again with the same key, it answers the same.", "Paie le lot, une seule fois : l’argent change de main après cette réponse. Demandé à nouveau avec la même clé, il répond la même chose."),
		refused:  slices.Concat(second, []string{"unknown_retailer"}, answersBut(retail.UnknownTicket, retail.Void, retail.AlreadyPaid)),
		answered: ClaimPaid{Serial: examplePaper, Amount: 2000, Play: true, Balance: 2000, At: exampleTime.Add(9 * time.Second)},
	}, func(ctx context.Context, c *call, in *reference) (*answer[ClaimPaid], error) {
		p, err := a.Counter.Confirm(ctx, c.by, in.Key, in.Reference)
		return body(ClaimPaid{p.Serial, p.Amount, p.Play, p.Balance, at(p.At)}, err)
	})
	add(a, route{
		id: "cancel-claim", method: http.MethodPost, path: "/api/claims/{reference}/cancel", tag: claims, who: counters, keyed: true,
		title: say("Give a reservation up", "Abandonner une réservation"), about: say("Nothing is paid, and others may pay the ticket at once.", "Rien n’est payé, et d’autres peuvent aussitôt payer le billet."),
		refused: second, answered: ClaimCancelled{Serial: examplePaper},
	}, func(ctx context.Context, c *call, in *reference) (*answer[ClaimCancelled], error) {
		done, err := a.Counter.Cancel(ctx, c.by, in.Key, in.Reference)
		return body(ClaimCancelled(done), err)
	})
}

// check is bound as logging in is, but for counters, which are known: it tells whether a number is right.
func (a *api) check(ctx context.Context, c *call, in *struct{ Body Look }) (*answer[Seen], error) {
	if !slices.Contains(counters, c.by.Role) {
		if wait := a.wait(a.limits.check, c.place, c); wait > 0 {
			return nil, a.tooOften("check", wait)
		}
	}
	s, err := a.Counter.Check(ctx, c.by, counter.Look(in.Body))
	return body(Seen{s.Serial, string(s.Answer), s.Text.In(c.lang), s.Game, s.Amount, s.Play, later(s.Lapses)}, err)
}

func (a *api) reserve(ctx context.Context, c *call, in *keyed[Look]) (*answer[Reservation], error) {
	r, err := a.Counter.Reserve(ctx, c.by, in.Key, counter.Look(in.Body))
	return body(Reservation{r.Reference, r.Serial, r.Game, r.Amount, r.Play, at(r.Expires)}, err)
}

// Misprint is a badly printed ticket as its bearer hands it in.
type Misprint struct {
	Serial      string `json:"serial" maxLength:"100" doc:"The ticket's number, as typed or scanned: O is read as 0, I and L as 1." example:"3002-00-0001-006667-001-6"`
	VIRN        string `json:"virn" maxLength:"100" doc:"The number under the coating, as typed or scanned: O is read as 0, I and L as 1." example:"7KQ2-M0X4-V9T1-C3N4"`
	Face        Object `json:"face" doc:"What is read on the ticket, zone by zone, in the form that the command tirage judge reads."`
	Way         string `json:"way" doc:"refund: its price is given back. exchange: another ticket is given." example:"refund"`
	Replacement string `json:"replacement,omitempty" maxLength:"100" doc:"For an exchange, the number of the ticket that is given: of the same game, of an active pack of this retailer." example:"3002-00-0001-006667-002-7"`
}

// Refunded is a misprint that was made good.
type Refunded struct {
	Serial      string      `json:"serial" doc:"The ticket's number." example:"3002-00-0001-006667-001-6"`
	Way         string      `json:"way" doc:"refund or exchange." example:"refund"`
	Amount      money.Cents `json:"amount" doc:"The ticket's price, in minor units." example:"300"`
	Play        bool        `json:"play" doc:"Of a specimen block: paid in play money."`
	Replacement string      `json:"replacement,omitempty" doc:"The number of the ticket that was given." example:"3002-00-0001-006667-002-7"`
	Fault       string      `json:"fault" doc:"Why it is a misprint, by its name." example:"element_missing"`
	Article     string      `json:"article" doc:"Of the game's regulation." example:"4.1.2"`
	Balance     money.Cents `json:"balance" doc:"Of the retailer, after it." example:"300"`
}

func (a *api) misprintRoute() {
	add(a, route{
		id: "misprint", method: http.MethodPost, path: "/api/claims/misprint", tag: claims, who: counters, keyed: true,
		title: say("Make a misprint good", "Régler une anomalie d’impression"),
		about: say("The elements that are read on the ticket go to the judge of the game. Only a misprint is refunded, at its price, or exchanged, once; it is never paid. A retailer makes good those of his own settled packs that hide no lot, at most 20 in 24 hours; the others are for two persons of the payment centre (refund_ticket).",
			"Les éléments lus sur le billet vont au juge du jeu. Seule une anomalie d’impression est remboursée, à son prix, ou échangée, une seule fois ; elle n’est jamais payée. Un détaillant règle celles de ses propres carnets réglés qui ne cachent aucun lot, au plus 20 en 24 heures ; les autres sont pour deux personnes du centre de paiement (refund_ticket)."),
		refused: slices.Concat([]string{"key_missing", "key_reused", "unknown_retailer", "bad_way", "bad_face", "not_misprint", "bad_replacement", "two_persons", "misprint_elsewhere", "misprint_limit"}, numbers,
			answersBut(retail.Void, retail.NoLot, retail.ReferFile)),
		asked: Misprint{
			Serial: "3002-00-0001-006667-001-6", VIRN: "7KQ2-M0X4-V9T1-C3N4", Way: counter.Refund,
			Face: Object(`{"game":"vegas-3eur","surfaces":{"duel":{"cards":["5","3"],"bank":["9"]}}}`),
		},
		answered: Refunded{Serial: "3002-00-0001-006667-001-6", Way: counter.Refund, Amount: 300, Play: true, Fault: "element_missing", Article: "4.1.2", Balance: 300},
	}, func(ctx context.Context, c *call, in *keyed[Misprint]) (*answer[Refunded], error) {
		m := in.Body
		r, err := a.Counter.Misprint(ctx, c.by, in.Key, counter.Misprint{Serial: m.Serial, VIRN: m.VIRN, Face: []byte(m.Face), Way: m.Way, Replacement: m.Replacement})
		return body(Refunded{r.Serial, r.Way, r.Amount, r.Play, r.Replacement, r.Fault, r.Article, r.Balance}, err)
	})
}
