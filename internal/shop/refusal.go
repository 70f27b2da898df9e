package shop

import (
	"errors"
	"fmt"

	"tirage/money"
)

// Refusal is an error with a stable name and a text for the person who asked.
type Refusal struct {
	Name string
	Text money.Text // what is wrong, with the figures, and what to do
}

// Error says the name and the text, in English.
func (r *Refusal) Error() string { return r.Name + ": " + r.Text.EN }

// Is reports whether another error is a refusal of the same name.
func (r *Refusal) Is(other error) bool {
	o, ok := other.(*Refusal)
	return ok && o.Name == r.Name
}

// RefusalName returns the name of the Refusal in an error, or "".
func RefusalName(err error) string {
	var r *Refusal
	if errors.As(err, &r) {
		return r.Name
	}
	return ""
}

// The refusals, in the order in which they take precedence: who asks, then what is asked, then what stands against it.
var (
	ErrLogIn       = say("log_in", "log in first", "connectez-vous d’abord")
	ErrCredentials = say("wrong_credentials", "this login and password do not go together", "cet identifiant et ce mot de passe ne vont pas ensemble")
	ErrLocked      = say("locked", "this account is closed: ask the house", "ce compte est fermé : adressez-vous à la maison")
	ErrRole        = say("not_allowed", "your role does not allow this", "votre rôle ne le permet pas")
	ErrKeyMissing  = say("key_missing", "send an idempotency key of 1 to 64 letters, digits, - or _, a new one for each act", "envoyez une clé d’idempotence de 1 à 64 lettres, chiffres, - ou _, nouvelle pour chaque acte")
	ErrKeyReused   = say("key_reused", "this idempotency key was used for another request: take a new one", "cette clé d’idempotence a servi à une autre demande : prenez-en une nouvelle")

	ErrUnknownGame     = say("unknown_game", "no such game is on sale here", "aucun jeu de ce nom n’est en vente ici")
	ErrUnknownTicket   = say("unknown_ticket", "you have no such ticket", "vous n’avez pas de tel billet")
	ErrUnknownBlock    = say("unknown_block", "there is no such block", "il n’y a pas de tel bloc")
	ErrUnknownPerson   = say("unknown_person", "there is no such person", "il n’y a pas de telle personne")
	ErrUnknownProposal = say("unknown_proposal", "there is no such proposal", "il n’y a pas de telle proposition")

	ErrNotInForce    = say("not_in_force", "this version of the game is not in force yet: its tickets are not on sale", "cette version du jeu n’est pas encore en vigueur : ses billets ne sont pas en vente")
	ErrSoldOut       = say("sold_out", "there are not so many tickets left on sale", "il ne reste pas autant de billets en vente")
	ErrFunds         = say("insufficient_funds", "the account does not hold enough", "le compte n’est pas assez approvisionné")
	ErrKeeperSilent  = say("keeper_silent", "the keeper does not answer: the ticket is yours and stays as it is, try again later", "le dépositaire ne répond pas : le billet est à vous et reste tel quel, réessayez plus tard")
	ErrKeeperAway    = say("sales_paused", "the sale is paused: no ticket is sold until the keeper answers and the block is found in order", "la vente est suspendue : aucun billet n’est vendu tant que le dépositaire ne répond pas et que le bloc n’est pas reconnu en ordre")
	ErrKeeperWrong   = say("keeper_wrong", "this ticket does not open: it is yours and stays as it is, the house was told and must look", "ce billet ne s’ouvre pas : il est à vous et reste tel quel, la maison est prévenue et doit chercher pourquoi")
	ErrTicketDoubted = say("ticket_doubted", "the house's records of this ticket contradict each other: nothing is opened or paid, ask the house", "les écritures de la maison sur ce billet se contredisent : rien n’est ouvert ni payé, adressez-vous à la maison")
	ErrStopped       = say("stopping", "the house is stopping: try again in a moment, with the same key", "la maison s’arrête : réessayez dans un instant, avec la même clé")
	ErrUnavailable   = say("unavailable", "the house cannot do this now: try again in a moment, with the same key", "la maison ne peut le faire maintenant : réessayez dans un instant, avec la même clé")
)

func say(name, en, fr string) *Refusal { return &Refusal{name, money.Text{FR: fr, EN: en}} }

// with gives the refusal with more said behind a colon.
func (r *Refusal) with(en, fr string, args ...any) *Refusal {
	return &Refusal{r.Name, money.Text{EN: r.Text.EN + ": " + fmt.Sprintf(en, args...), FR: r.Text.FR + " : " + fmt.Sprintf(fr, args...)}}
}

// bad refuses a request that no house could fulfil.
func bad(name, en, fr string, args ...any) *Refusal {
	return &Refusal{name, money.Text{EN: fmt.Sprintf(en, args...), FR: fmt.Sprintf(fr, args...)}}
}
