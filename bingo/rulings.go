package bingo

import (
	"tirage/money"
	"tirage/ruling"
)

// Questions lists what a regulation of live bingo may leave open. Four of them are fields of Formula, of which the file states either the field or the
// ruling; of the others one answer is implemented.
func Questions() []ruling.Question {
	only := func(name, fr, en, choice, doesFR, doesEN string) ruling.Question {
		return question(name, fr, en, [3]string{choice, doesFR, doesEN})
	}
	return []ruling.Question{
		question("empty_columns", "Les colonnes vides d'une grille de 90 boules", "Empty columns of a grid of 90 balls",
			[3]string{"never", "Une colonne porte au moins un numéro.", "A column holds at least one number."},
			[3]string{"allowed", "Une colonne peut ne porter aucun numéro.", "A column may hold no number."}),
		question("order_in_column", "L'ordre des numéros d'une colonne", "The order of the numbers of a column",
			[3]string{"random", "Il est tiré au hasard.", "It is random."},
			[3]string{"sorted", "Ils croissent de haut en bas.", "They ascend from top to bottom."}),
		question("tie", "Ce qui compte une fois quand plusieurs sont premiers", "What counts once when several are first",
			[3]string{ByPlayer.String(), "Le joueur.", "The player."},
			[3]string{ByCard.String(), "La carte.", "The card."},
			[3]string{ByGrid.String(), "La grille.", "The grid."}),
		question("guarantee", "Ce que veut dire un jackpot garanti", "What a guaranteed jackpot means",
			[3]string{Reset.String(), "Il part du minimum, et le fonds le remet après un gain.", "It starts at the guarantee, and after a win the fund puts it back."},
			[3]string{AtLeast.String(), "Il part de rien, et le fonds ajoute ce qui manque quand il est gagné.", "It starts at nothing, and the fund adds what is missing when it is won."}),
		only("limit_of_cards", "Sur quoi porte la limite de cartes", "What the limit of cards covers",
			"all_modes_and_advance_sales", "Tous les modes, ventes d'avance comprises.", "All modes, advance sales included."),
		only("tied_players", "Le partage entre premiers", "What those who are first together get",
			"equal_parts", "Des parts égales.", "Equal parts."),
		only("rounding", "Les fractions de centime", "Fractions of a cent",
			"winners_up_parts_down", "La part des gagnants au centime supérieur, les lots et partages au centime inférieur.", "The winners' part is rounded up, prizes and parts down."),
		only("jackpot_and_third_line", "La grille entière et la dernière ligne", "The full grid and the last line",
			"both", "Les deux sont payées.", "Both are paid."),
		only("fund_below_zero", "Un fonds qui ne suffit pas", "A fund that does not suffice",
			"operator_advances", "L'opérateur avance la différence.", "The operator advances the difference."),
		only("jackpot_of_a_draw", "Le jackpot d'un tirage", "The jackpot of a draw",
			"fixed_at_lock", "Il est fixé à la clôture des ventes.", "It is fixed when sales close."),
		only("too_few", "Trop peu de joueurs ou de cartes", "Too few players or cards",
			"cancelled_and_refunded", "Le tirage est annulé et les mises sont rendues.", "The draw is cancelled and the stakes go back."),
		only("disconnection", "Un joueur qui perd sa connexion", "A player who loses the connection",
			"plays_on", "Il continue de jouer.", "They play on."),
	}
}

// question writes a question: what is asked, then each choice with what it does, in French and in English.
func question(name, fr, en string, choices ...[3]string) ruling.Question {
	q := ruling.Question{Name: name, About: money.Text{FR: fr, EN: en}}
	for _, c := range choices {
		q.Choices = append(q.Choices, ruling.Choice{Name: c[0], About: money.Text{FR: c[1], EN: c[2]}})
	}
	return q
}

// rulings finds what is wrong with the rulings, and those that the formula itself contradicts.
func (c *checker) rulings() {
	f := c.formula
	c.found = append(c.found, ruling.Check(f.Rulings, Questions(), nil)...)
	yes := func(is bool, name, otherwise string) string {
		if is {
			return name
		}
		return otherwise
	}
	for _, said := range []struct{ name, field, is string }{
		{"empty_columns", "layout", yes(f.Layout.EmptyColumns, "allowed", "never")},
		{"order_in_column", "layout", yes(f.Layout.Sorted, "sorted", "random")},
		{"tie", "tie", f.Tie.String()},
		{"guarantee", "jackpot", f.Jackpot.Reading.String()},
	} {
		q, _ := ruling.Find(Questions(), said.name)
		choice := ruling.Chosen(f.Rulings, said.name)
		if !q.Has(choice) || choice == said.is {
			continue
		}
		place, hint := ruling.Place(f.Rulings, said.name), ruling.Listed("choices", q.Names())
		switch {
		case said.is == "" && (said.name != "guarantee" || f.Has(JackpotPrize)): // the missing field is a problem of its own
		case said.is == "":
			c.add(place, "ruling_without_subject", "leave it out", "%s is ruled, but the formula has no %s", said.name, said.field)
		default:
			c.add(place, "ruling_contradicted", hint, "%s is ruled %s, but the formula says %s", said.name, choice, said.is)
		}
	}
	if ruling.Chosen(f.Rulings, "jackpot_and_third_line") != "" && !f.Has(JackpotPrize) {
		c.add(ruling.Place(f.Rulings, "jackpot_and_third_line"), "ruling_without_subject", "leave it out", "no figure wins a jackpot")
	}
}
