package mechanic

import (
	"fmt"

	"tirage/money"
	"tirage/ruling"
	"tirage/scratch"
)

// The questions that the regulations leave open, by kind of surface. A game file answers them under "rulings"; a mechanic takes the answers from
// its Env and follows them in printing and in reading. Where there is one choice only, that is what is implemented.

// ask writes a question: what is asked, then each choice with what it does.
func ask(name, fr, en string, choices ...ruling.Choice) ruling.Question {
	return ruling.Question{Name: name, About: money.Text{FR: fr, EN: en}, Choices: choices}
}

func answer(name, fr, en string) ruling.Choice {
	return ruling.Choice{Name: name, About: money.Text{FR: fr, EN: en}}
}

const (
	misprint     = "misprint"
	asListed     = "as_listed"
	whatIsListed = "The file's own list decides."
)

var (
	repeatedWinning = ask("repeated_winning_number", "Un numéro gagnant inscrit deux fois", "A winning number that stands twice",
		answer(misprint, "Le ticket est mal imprimé.", "The ticket is badly printed."),
		answer("counts_once", "Il compte une fois et est signalé ; la presse n'en fait pas.", "It counts once and is reported; the press makes none."))
	repeatedStake = ask("repeated_stake", "Un numéro du joueur inscrit deux fois", "A number of the player that stands twice",
		answer(misprint, "Le ticket est mal imprimé.", "The ticket is badly printed."),
		answer("each_pays", "Chacun paie sa somme et le ticket est signalé ; la presse n'en fait pas.", "Each pays its amount and the ticket is reported; the press makes none."))
	severalMatches = ask("several_matches", "Plusieurs gains sur une surface", "Several wins on one surface",
		answer("add_up", "Ils s'additionnent.", "They add up."))
	duelTie = ask("duel_tie", "Une carte égale à celle de la banque", "A card equal to the bank's",
		answer("loses", "Elle perd.", "It loses."),
		answer("wins", "Elle gagne.", "It wins."))
	bankAce = ask("bank_ace", "Une carte exclue (bank_excludes) à la banque", "A card at the bank that bank_excludes lists",
		answer(misprint, "Le ticket est mal imprimé.", "The ticket is badly printed."),
		answer("allowed", "Elle est jugée comme une autre et signalée ; la presse n'en fait pas.", "It is judged as any other and reported; the press makes none."))
	duelSeveralCards = ask("duel_several_cards", "Plusieurs cartes battent la banque", "Several cards beat the bank",
		answer("one_amount", "La somme, qui est une, est payée une fois.", "The amount, which is one, is paid once."))
	duelRepeatedCards = ask("duel_repeated_cards", "Des cartes semblables", "Cards that are alike",
		answer("allowed", "Elles sont permises.", "They are allowed."))

	jackpotSymbols = ask("jackpot_symbols", "Les symboles des lignes", "The symbols of the lines",
		answer("eight_without_caption", "Huit, sans transcription.", "Eight, without captions."),
		answer(asListed, "La liste du fichier décide.", whatIsListed))
	game2Symbols = ask("game2_symbols", "Les symboles des combinaisons", "The symbols of the combinations",
		answer("ten_repeats_allowed", "Dix, qui peuvent se répéter.", "Ten, which may repeat."),
		answer("listed_repeats_allowed", "Ceux de la liste du fichier, qui peuvent se répéter.", "Those that the file lists, which may repeat."))
	bonusNothing = ask("bonus_nothing", "Ce que montre une surface qui perd", "What a losing surface shows",
		answer("zero_with_caption", "Zéro, en chiffres et en lettres.", "Zero, in figures and in letters."))

	twoReadings = ask("two_readings", "Une valeur lue deux fois, de deux façons", "A value that stands twice and differs",
		answer("misprint_if_they_disagree", "Le ticket est mal imprimé.", "The ticket is badly printed."))
	cyclingTie = ask("cycling_tie", "Un temps égal à celui de l'adversaire", "A time equal to the opponent's",
		answer("loses", "Il perd.", "It loses."),
		answer("wins", "Il gagne.", "It wins."))
	severalJumps = ask("several_jumps", "Plusieurs valeurs dans des tranches", "Several values inside bands",
		answer("best_one", "La meilleure est payée ; la presse n'en montre qu'une.", "The best is paid; the press shows at most one."),
		answer("none_if_several", "Rien n'est payé ; la presse n'en montre qu'une.", "Nothing is paid; the press shows at most one."))
	distances = ask("distances", "La finesse des valeurs", "How fine the values are",
		answer("tenths_of_a_metre", "En dixièmes.", "In tenths."),
		answer("whole_metres", "En entiers.", "In whole ones."),
		answer("hundredths_of_a_metre", "En centièmes.", "In hundredths."))
	athlete = ask("athlete", "Le dessin de la surface", "The drawing on the surface",
		answer("must_be_there", "Il est un élément : son absence est une anomalie.", "It is an element: without it the ticket is badly printed."))

	astride = ask("astride", "Assez de bons symboles pour un parcours, mais à cheval", "Good symbols enough for a path, but astride",
		answer("never_printed_and_loses", "Le ticket perd et est signalé.", "The ticket loses and is reported."),
		answer(misprint, "Le ticket est mal imprimé.", "The ticket is badly printed."))
	fourBalls = ask("four_balls", "Plusieurs parcours entiers", "More than one whole path",
		answer("never_printed_and_wins_once", "La somme est payée une fois et le ticket est signalé.", "The amount is paid once and the ticket is reported."),
		answer(misprint, "Le ticket est mal imprimé.", "The ticket is badly printed."))

	star = ask("star", "L'étoile du milieu", "The star in the middle",
		answer("covered", "Elle compte comme couverte.", "It counts as covered."))
	cardLayout = ask("card_layout", "Le rangement d'une carte par la presse", "How the press sets a card",
		answer("fifteen_numbers_a_column", "Quinze numéros par colonne, dans l'ordre.", "Fifteen numbers a column, in their order."),
		answer("equal_columns", "Autant de numéros par colonne, dans l'ordre.", "As many numbers in each column, in their order."),
		answer("anywhere", "N'importe quel numéro dans n'importe quelle case.", "Any number in any cell."))
	repeatedBall = ask("repeated_ball", "Deux boules de même numéro", "Two balls with the same number",
		answer("counts_once", "Elles comptent une fois ; la presse n'en fait pas.", "They count once; the press makes none."),
		answer(misprint, "Le ticket est mal imprimé.", "The ticket is badly printed."))
	bonusOnSeveralCards = ask("bonus_on_several_cards", "Le bonus sur plusieurs cartes", "The bonus on several cards",
		answer("paid_once", "Il est payé une fois ; la presse ne le montre que sur une.", "It is paid once; the press shows it on one only."),
		answer("paid_for_each_card", "Il est payé pour chacune ; la presse ne le montre que sur une.", "It is paid for each; the press shows it on one only."))
	yellowCells = ask("yellow_cells", "Les cases du bonus", "The cells of the bonus",
		answer("beside_the_star", "Au-dessus, au-dessous, à gauche et à droite de l'étoile.", "Above, below, left and right of the star."),
		answer("diagonal_to_the_star", "Aux quatre coins de l'étoile.", "At the four corners of the star."))
	nineLines = ask("nine_lines", "Plus de lignes que le tableau n'en connaît", "More lines than the table knows",
		answer("loses", "Rien n'est payé, et le porteur est renvoyé à un centre de paiement.", "Nothing is paid, and the holder is referred to a payment centre."),
		answer("loses_unreferred", "Rien n'est payé, et le ticket n'est que signalé.", "Nothing is paid, and the ticket is only reported."))
)

// Questions lists the questions of all kinds, each once.
func Questions() (list []ruling.Question) {
	for _, k := range All() {
		for _, q := range k.Asks {
			if _, known := ruling.Find(list, q.Name); !known {
				list = append(list, q)
			}
		}
	}
	return list
}

// ruled returns the choice that the game file makes on a question, or the first one and false if it makes none that there is.
func (p *params) ruled(q ruling.Question) (choice string, written bool) {
	if c := p.env.Rulings[q.Name]; q.Has(c) {
		return c, true
	}
	return q.Choices[0].Name, false
}

// rules reports whether the choice on a question is this one, by the file or, where it says nothing, because it is the first.
func (p *params) rules(q ruling.Question, choice string) bool {
	c, _ := p.ruled(q)
	return c == choice
}

// writes reports whether the file itself makes this choice.
func (p *params) writes(q ruling.Question, choice string) bool {
	c, written := p.ruled(q)
	return written && c == choice
}

// contradicted reports that the choice on a question and the parameters cannot both be.
func (p *params) contradicted(q ruling.Question, format string, args ...any) {
	*p.found = append(*p.found, scratch.Problem{
		Path: "/rulings/" + q.Name, Name: "ruling_contradicted", Message: fmt.Sprintf(format, args...), Hint: ruling.Listed("choices", q.Names()),
	})
}

// saidTwice reports a parameter beside the ruling that decides it.
func (p *params) saidTwice(q ruling.Question, field string) {
	if _, written := p.ruled(q); written && p.has(field) {
		p.wrong(field, "said_twice", "keep one of them", "the ruling of %s decides this already", q.Name)
	}
}
