package api

import (
	"net/http"

	"tirage/money"
)

// status is how a refusal is answered, and what it is called.
type status struct {
	code  int
	title money.Text
}

func is(code int, en, fr string) status { return status{code, money.Text{EN: en, FR: fr}} }

// names holds every refusal there is: those of the shop, and those of this package.
var names = map[string]status{
	// who asks
	"log_in":            is(http.StatusUnauthorized, "Not logged in", "Non connecté"),
	"wrong_credentials": is(http.StatusUnauthorized, "Wrong login or password", "Identifiant ou mot de passe erroné"),
	"locked":            is(http.StatusForbidden, "Account closed", "Compte fermé"),
	"not_allowed":       is(http.StatusForbidden, "Not allowed", "Non autorisé"),
	"same_person":       is(http.StatusForbidden, "A second person must decide", "Une seconde personne doit décider"),
	"two_persons":       is(http.StatusForbidden, "Two persons must decide", "Deux personnes doivent décider"),
	"cross_site":        is(http.StatusForbidden, "Asked by another site", "Demandé par un autre site"),
	"too_often":         is(http.StatusTooManyRequests, "Too many requests", "Trop de demandes"),

	// what is asked
	"not_found":     is(http.StatusNotFound, "No such address", "Adresse inconnue"),
	"wrong_method":  is(http.StatusMethodNotAllowed, "Wrong method", "Méthode inadaptée"),
	"long_path":     is(http.StatusRequestURITooLong, "Address too long", "Adresse trop longue"),
	"bad_query":     is(http.StatusBadRequest, "Unreadable query", "Paramètres illisibles"),
	"header_twice":  is(http.StatusBadRequest, "A header sent twice", "En-tête envoyé deux fois"),
	"media_type":    is(http.StatusUnsupportedMediaType, "Not JSON", "Pas du JSON"),
	"too_large":     is(http.StatusRequestEntityTooLarge, "Body too large", "Corps trop long"),
	"too_slow":      is(http.StatusRequestTimeout, "Body too slow", "Corps trop lent"),
	"bad_json":      is(http.StatusBadRequest, "Unreadable JSON", "JSON illisible"),
	"not_utf8":      is(http.StatusBadRequest, "Not UTF-8", "Pas de l’UTF-8"),
	"duplicate_key": is(http.StatusBadRequest, "A key stands twice", "Clé en double"),
	"bad_number":    is(http.StatusUnprocessableEntity, "Not such a number", "Nombre irrecevable"),
	"invalid":       is(http.StatusUnprocessableEntity, "Not as the schema says", "Non conforme au schéma"),
	"key_missing":   is(http.StatusBadRequest, "Idempotency key missing", "Clé d’idempotence absente"),
	"key_reused":    is(http.StatusUnprocessableEntity, "Idempotency key used before", "Clé d’idempotence déjà employée"),
	"bad_count":     is(http.StatusUnprocessableEntity, "Not so many tickets", "Nombre de billets irrecevable"),
	"bad_amount":    is(http.StatusUnprocessableEntity, "Not such an amount", "Montant irrecevable"),
	"bad_limit":     is(http.StatusUnprocessableEntity, "Not so many rows", "Nombre de lignes irrecevable"),
	"bad_cursor":    is(http.StatusUnprocessableEntity, "No place in the list", "Repère de liste irrecevable"),
	"bad_role":      is(http.StatusUnprocessableEntity, "No such role", "Rôle inconnu"),
	"bad_login":     is(http.StatusUnprocessableEntity, "Unusable login", "Identifiant irrecevable"),
	"bad_password":  is(http.StatusUnprocessableEntity, "Unusable password", "Mot de passe irrecevable"),
	"bad_kind":      is(http.StatusUnprocessableEntity, "No such act", "Acte inconnu"),
	"bad_body":      is(http.StatusUnprocessableEntity, "The act is not described", "Acte mal décrit"),
	"bad_reason":    is(http.StatusUnprocessableEntity, "A reason is needed", "Raison irrecevable"),
	"bad_folder":    is(http.StatusUnprocessableEntity, "No block in this folder", "Pas de bloc dans ce dossier"),
	"bad_account":   is(http.StatusUnprocessableEntity, "No such account", "Compte irrecevable"),
	"bad_game_file": is(http.StatusUnprocessableEntity, "No such game file", "Fichier de jeu irrecevable"),

	// what there is not
	"unknown_game":     is(http.StatusNotFound, "No such game", "Jeu inconnu"),
	"unknown_ticket":   is(http.StatusNotFound, "No such ticket", "Billet inconnu"),
	"unknown_block":    is(http.StatusNotFound, "No such block", "Bloc inconnu"),
	"unknown_person":   is(http.StatusNotFound, "No such person", "Personne inconnue"),
	"unknown_proposal": is(http.StatusNotFound, "No such proposal", "Proposition inconnue"),

	// what stands against it
	"login_taken":           is(http.StatusConflict, "Login taken", "Identifiant pris"),
	"sold_out":              is(http.StatusConflict, "Sold out", "Épuisé"),
	"price_changed":         is(http.StatusConflict, "The price has changed", "Le prix a changé"),
	"limit_reached":         is(http.StatusConflict, "A limit is reached", "Limite atteinte"),
	"deposit_refused":       is(http.StatusConflict, "Payment refused", "Paiement refusé"),
	"wallet_refused":        is(http.StatusConflict, "The wallet refuses", "Refus du portefeuille"),
	"wallet_holds":          is(http.StatusConflict, "The wallet holds the money", "Argent tenu par le portefeuille"),
	"wallet_unknown_player": is(http.StatusConflict, "Unknown to the wallet", "Inconnu du portefeuille"),
	"wallet_blocked":        is(http.StatusConflict, "Not let play by the wallet", "Jeu bloqué par le portefeuille"),
	"session_ended":         is(http.StatusConflict, "The wallet’s session is over", "Session du portefeuille terminée"),
	"person_locked":         is(http.StatusConflict, "The person’s account is closed", "Compte de la personne fermé"),
	"proposer_locked":       is(http.StatusConflict, "The proposer is no longer let in", "Proposant sans accès"),
	"password_given":        is(http.StatusConflict, "Not a password of one’s own", "Mot de passe choisi par autrui"),
	"balance_left":          is(http.StatusConflict, "The account holds money", "Le compte n’est pas vide"),
	"insufficient_funds":    is(http.StatusConflict, "Not enough money", "Solde insuffisant"),
	"decided":               is(http.StatusConflict, "Decided already", "Déjà décidé"),
	"expired":               is(http.StatusConflict, "Expired", "Périmé"),
	"specimen":              is(http.StatusConflict, "A specimen is not for sale", "Un spécimen ne se vend pas"),
	"not_specimen":          is(http.StatusConflict, "Not a specimen", "Pas un spécimen"),
	"no_online_share":       is(http.StatusConflict, "No online share", "Pas de part en ligne"),
	"currency":              is(http.StatusConflict, "Another currency", "Autre monnaie"),
	"signature":             is(http.StatusConflict, "Not signed by the house", "Non signé par la maison"),
	"block_files":           is(http.StatusConflict, "Not the files of the manifest", "Fichiers autres que ceux du manifeste"),
	"block_gap":             is(http.StatusConflict, "A block is missing before it", "Il manque un bloc avant celui-ci"),
	"block_exists":          is(http.StatusConflict, "Block registered already", "Bloc déjà inscrit"),
	"block_sold":            is(http.StatusConflict, "Tickets of the block are sold", "Des billets du bloc sont vendus"),
	"block_destroyed":       is(http.StatusConflict, "Block destroyed already", "Bloc déjà détruit"),
	"game_version":          is(http.StatusConflict, "Another game file", "Autre fichier de jeu"),
	"same_version":          is(http.StatusConflict, "The same game file", "Même fichier de jeu"),
	"no_house_key":          is(http.StatusConflict, "The block’s key is missing", "Clé du bloc absente"),
	"wrong_house_key":       is(http.StatusConflict, "Not this block’s key", "Clé d’un autre bloc"),
	"manifest_changed":      is(http.StatusConflict, "Not the block that was proposed", "Autre bloc que celui proposé"),
	"keeper_other":          is(http.StatusConflict, "The keeper holds another block", "Autre bloc chez le dépositaire"),
	"keeper_unknown":        is(http.StatusConflict, "The keeper lacks the block", "Bloc inconnu du dépositaire"),
	"not_permitted":         is(http.StatusConflict, "Not permitted by the keeper", "Non autorisé par le dépositaire"),
	"keeper_ahead":          is(http.StatusConflict, "Sold elsewhere", "Vendu ailleurs"),
	"ticket_doubted":        is(http.StatusConflict, "Records of the ticket contradict each other", "Écritures du billet contradictoires"),

	// at the counter: issues, packs, retailers
	"bad_notice":       is(http.StatusUnprocessableEntity, "A notice is needed", "Avis irrecevable"),
	"bad_day":          is(http.StatusUnprocessableEntity, "Not such a day", "Jour irrecevable"),
	"bad_packs":        is(http.StatusUnprocessableEntity, "No such packs", "Carnets irrecevables"),
	"bad_commission":   is(http.StatusUnprocessableEntity, "Not such a commission", "Commission irrecevable"),
	"unknown_issue":    is(http.StatusNotFound, "No such issue", "Émission inconnue"),
	"unknown_retailer": is(http.StatusNotFound, "No such retailer", "Détaillant inconnu"),
	"seeds_secret":     is(http.StatusNotFound, "Seeds not published", "Graines non publiées"),
	"issue_open":       is(http.StatusConflict, "Issue open already", "Émission déjà ouverte"),
	"issue_closed":     is(http.StatusConflict, "Issue closed", "Émission close"),
	"issue_lapsed":     is(http.StatusConflict, "Claims have lapsed", "Délai de paiement écoulé"),
	"deadline_changed": is(http.StatusConflict, "Not the deadline that was proposed", "Autre délai que celui proposé"),
	"bad_move":         is(http.StatusConflict, "A pack cannot become that", "Changement de carnet irrecevable"),
	"pack_elsewhere":   is(http.StatusConflict, "Another retailer’s pack", "Carnet d’un autre détaillant"),
	"block_closed":     is(http.StatusConflict, "Block not on sale", "Bloc hors vente"),
	"retailer_exists":  is(http.StatusConflict, "A retailer already", "Déjà détaillant"),
	"seeds_early":      is(http.StatusConflict, "Seeds secret until the lapse", "Graines secrètes jusqu’au terme"),
	"seeds_published":  is(http.StatusConflict, "Seeds published already", "Graines déjà publiées"),
	"wrong_seeds":      is(http.StatusConflict, "Not this block’s seeds", "Graines d’un autre bloc"),

	// what cannot be done now
	"keeper_silent":   is(http.StatusServiceUnavailable, "The keeper is silent", "Le dépositaire ne répond pas"),
	"sales_paused":    is(http.StatusServiceUnavailable, "Sales are paused", "Ventes suspendues"),
	"keeper_wrong":    is(http.StatusBadGateway, "The ticket does not open", "Le billet ne s’ouvre pas"),
	"wallet_silent":   is(http.StatusServiceUnavailable, "The wallet is silent", "Le portefeuille ne répond pas"),
	"deposit_pending": is(http.StatusServiceUnavailable, "Payment not confirmed yet", "Paiement pas encore confirmé"),
	"under_way":       is(http.StatusServiceUnavailable, "Under way", "En cours"),
	"stopping":        is(http.StatusServiceUnavailable, "The house is stopping", "La maison s’arrête"),
	"unavailable":     is(http.StatusServiceUnavailable, "Not now", "Pas maintenant"),
	"busy":            is(http.StatusServiceUnavailable, "Busy", "Occupé"),
	"not_ready":       is(http.StatusServiceUnavailable, "Not ready", "Pas prêt"),
	"internal":        is(http.StatusInternalServerError, "Something is wrong", "Quelque chose ne va pas"),
}
