package main

import "tirage/odds"

// french is the French of the texts of sheets, ledgers and lists: the same verbs in the same order.
var french = map[string]string{
	// Counts.
	"1 card": "1 carte", "%s cards": "%s cartes",
	"1 player": "1 joueur", "%s players": "%s joueurs",
	"1 draw": "1 tirage", "%s draws": "%s tirages",
	"1 line": "1 ligne", "%s lines": "%s lignes",
	"1 figure": "1 figure", "%s figures": "%s figures",
	"1 surface": "1 surface", "%s surfaces": "%s surfaces",
	"1 composition": "1 composition", "%s compositions": "%s compositions",
	"card %d": "carte %d",
	"never":   "jamais",

	// Labels.
	odds.Exact: "exact", odds.Proven: "borne", "proven": "prouvé",
	odds.Assumes:    "des cartes distribuées au hasard, sans numéros fétiches, toutes différentes",
	"DEMONSTRATION": "DÉMONSTRATION", "demonstration": "démonstration",
	"RECONSTRUCTION": "RECONSTITUTION", "reconstruction": "reconstitution",

	// The sheet of a formula.
	"A draw of %s with %s each: %s (%s).":                                                                                    "Un tirage de %s avec %s par joueur : %s (%s).",
	"IT IS CANCELLED, and nothing is simulated: it takes %s and %s.":                                                         "IL EST ANNULÉ, et rien n'est simulé : il faut %s et %s.",
	"exact: a rational number. bound: proven to lie between the two. simulated: counted in draws played, with its interval.": "exact : un nombre rationnel. borne : prouvé entre les deux. simulé : compté sur des tirages joués, avec son intervalle.",
	"The ball at which one card has so many lines of one grid (exact)":                                                       "La boule à laquelle une carte a tant de lignes d'une grille (exact)",
	"by ball": "à la boule", "full grid": "grille pleine", "mean": "moyenne", "median": "médiane",
	"(every ball, and those of all cards of the draw: --json)": "(chaque boule, et celles de toutes les cartes du tirage : --json)",
	"figure": "figure", "within": "en", "pays": "paie", "one card (exact)": "une carte (exact)", "1 in": "1 sur",
	"return (exact)": "retour (exact)", "the draw (bound)": "le tirage (borne)", "simulated": "simulé",
	"The bounds are for %s.": "Les bornes valent pour %s.",
	"Simulated: %s, intervals that hold the true chance %s of the time.": "Simulé : %s, intervalles qui contiennent la vraie probabilité %s du temps.",
	"%s of the pool": "%s du montant en jeu", "the jackpot": "le jackpot", "the stake": "la mise", "%s times the stake": "%s fois la mise",
	"%s from the fund": "%s du fonds",
	"money":            "argent", "label": "valeur",
	"return without the jackpot": "retour sans le jackpot", "return with the jackpot": "retour avec le jackpot",
	"return with the fund, in the long run": "retour avec le fonds, à la longue",
	"jackpot, within %s balls, one card":    "jackpot, en %s boules, une carte", "%s, 1 in %s": "%s, 1 sur %s",
	"jackpot falls in a draw":           "le jackpot tombe à un tirage",
	"guarantee of %s costs a lone card": "la garantie de %s coûte à une carte seule", "%s of its stake": "%s de sa mise",
	"guarantee costs here": "la garantie coûte ici", "%s of stakes": "%s des mises",
	"fund receives a draw":                   "le fonds reçoit par tirage",
	"fund pays for the guarantee":            "le fonds paie pour la garantie",
	"fund pays in prizes":                    "le fonds paie en gains",
	"fund grows a draw, on average":          "le fonds croît par tirage, en moyenne",
	"fund does not shrink":                   "le fonds ne diminue pas",
	"proven from %s on, by the shares alone": "prouvé à partir de %s, par les seules parts",

	// Lists of games and formulas, summaries.
	"formula": "formule", "name": "nom", "cards": "cartes", "stake": "mise", "players": "joueurs", "figures": "figures",
	"jackpot from": "jackpot dès", "one card, 1 in": "une carte, 1 sur", "to winners": "aux gagnants",
	"game": "jeu", "price": "prix", "block": "bloc", "lots": "lots", "top lot": "plus gros lot", "any lot, 1 in": "un lot, 1 sur", "return": "retour",
	"%s: %s, %s, %s cards, ": "%s : %s, %s, cartes %s, ", ", %s to winners": ", %s aux gagnants", ", jackpot from %s": ", jackpot dès %s",
	": ready to play": " : prêt à jouer",
	"%s: %s, %s, %s tickets a block, %s lots worth %s, return %s, %s, %s: ready to print": "%s : %s, %s, %s tickets par bloc, %s lots pour %s, retour %s, %s, %s : prêt à imprimer",

	// The sheet of a scratch game.
	"A block of %s tickets has %s lots worth %s: return %s (exactly %s).": "Un bloc de %s tickets a %s lots pour %s : retour %s (exactement %s).",
	"Any lot: 1 in %s. A lot above the price: 1 in %s.":                   "Un lot : 1 sur %s. Un lot au-dessus du prix : 1 sur %s.",
	"lot": "lot", "per block": "par bloc", "total": "total", "per cent": "pour cent", "compositions": "compositions",
	"Compositions": "Compositions", "made of": "fait de", "and %s more; --compositions lists them all": "et %s autres ; --compositions les donne toutes",
	"part": "partie", "any": "tous", "Amounts on losing spots: ": "Montants aux places perdantes : ",

	// The ledger of simulated draws.
	"SIMULATED: %s of %s with %s each, seed %q":                   "SIMULÉ : %s de %s avec %s par joueur, graine %q",
	"STOPPED after %s of %s draws; all that follows is of these.": "ARRÊTÉ après %s tirages sur %s ; tout ce qui suit porte sur ceux-là.",
	"ledger": "compte", "amount": "montant", "of stakes": "des mises",
	"stakes of %s": "mises de %s", "paid to winners": "payé aux gagnants", "operator": "opérateur",
	"jackpot now": "jackpot à la fin", "fund now": "fonds à la fin", "fund at its lowest": "fonds au plus bas",
	"won in draws": "tirages gagnés", "interval": "intervalle", "units": "unités", "mean ball": "boule moyenne", "paid": "payé",
	"%s in %s s": "%s en %s s", ", %s a second": ", %s par seconde",
}
