package games_test

import (
	"fmt"
	"strconv"
	"strings"

	"tirage/fair"
)

// What the regulations let stand in each zone, and the words that must stand beside it, typed in here: neither the judge's alphabets nor its
// words have a part in it.

// zoneText is the text of one zone: a random element of those that the regulation allows, what comes near and is none, and the inscription
// that an element must carry ("" where the zone has none).
type zoneText struct {
	element     func(*fair.Tape) string
	near        []string
	inscription func(figure string) string
}

// inLetters are numbers, amounts in euros and symbols in letters, as the French tickets have them.
var inLetters = map[string]string{
	"1": "UN", "2": "DEUX", "4": "QUATRE", "3": "TROIS", "5": "CINQ", "6": "SIX", "7": "SEPT", "8": "HUIT", "10": "DIX", "11": "ONZE", "12": "DOUZE", "13": "TREIZE", "14": "QUATORZE",
	"16": "SEIZE", "17": "DIX-SEPT", "18": "DIX-HUIT", "19": "DIX-NEUF", "20": "VINGT", "21": "VINGT ET UN", "22": "VINGT-DEUX", "23": "VINGT-TROIS", "24": "VINGT-QUATRE",
	"25": "VINGT-CINQ", "26": "VINGT-SIX", "27": "VINGT-SEPT", "28": "VINGT-HUIT", "29": "VINGT-NEUF", "30": "TRENTE", "31": "TRENTE ET UN", "32": "TRENTE-DEUX",
	"33": "TRENTE-TROIS", "34": "TRENTE-QUATRE", "35": "TRENTE-CINQ", "36": "TRENTE-SIX",
	"0 €": "ZÉRO EURO", "3 €": "TROIS EUROS", "5 €": "CINQ EUROS", "6 €": "SIX EUROS", "9 €": "NEUF EUROS", "15 €": "QUINZE EUROS", "20 €": "VINGT EUROS", "30 €": "TRENTE EUROS",
	"50 €": "CINQUANTE EUROS", "100 €": "CENT EUROS", "200 €": "DEUX CENTS EUROS", "500 €": "CINQ CENTS EUROS", "1 000 €": "MILLE EUROS", "2 000 €": "DEUX MILLE EUROS",
	"10 000 €": "DIX MILLE EUROS", "50 000 €": "CINQUANTE MILLE EUROS",
	"cherry": "CERISE", "clover": "TRÈFLE", "diamond": "DIAMANT", "bell": "CLOCHE", "horseshoe": "FER À CHEVAL", "crown": "COURONNE", "coin": "PIÈCE", "moon": "LUNE", "heart": "CŒUR", "sun": "SOLEIL",
	"o-soto-gari": "O-SOTO-GARI", "o-uchi-gari": "O-UCHI-GARI", "uchi-mata": "UCHI-MATA", "seoi-nage": "SEOI-NAGE", "tai-otoshi": "TAI-OTOSHI", "harai-goshi": "HARAI-GOSHI",
	"tomoe-nage": "TOMOE-NAGE", "kata-guruma": "KATA-GURUMA",
}

func letters(figure string) string { return inLetters[strings.Join(strings.Fields(figure), " ")] }

func sameAgain(figure string) string { return figure }

func oneFrom(list ...string) func(*fair.Tape) string {
	return func(tape *fair.Tape) string { return list[tape.N(uint64(len(list)))] }
}

func count(from, to int) (list []string) {
	for n := from; n <= to; n++ {
		list = append(list, strconv.Itoa(n))
	}
	return list
}

// sums writes amounts with the plain spaces of a keyboard.
func sums(list ...int) (figures []string) {
	for _, n := range list {
		text := strconv.Itoa(n)
		if n >= 1000 {
			text = fmt.Sprintf("%d %03d", n/1000, n%1000)
		}
		figures = append(figures, text+" €")
	}
	return figures
}

func spots(list ...int) zoneText {
	return zoneText{oneFrom(sums(list...)...), []string{"4 €", "1 €", "50", "50 F"}, letters}
}

func drawings(list []string, inscription func(string) string) zoneText {
	return zoneText{oneFrom(list...), []string{"dolphin", "CERISE", "7"}, inscription}
}

// textOf is the text of a game's zones, by "surface.zone".
func textOf(game string) map[string]zoneText {
	z := map[string]zoneText{}
	switch game {
	case "bingo-10eur":
		numbers := zoneText{oneFrom(count(1, 75)...), []string{"0", "76", "01", "star", "1O"}, nil}
		for _, id := range []string{"balls", "card_1", "card_2", "card_3", "card_4", "card_5"} {
			z["cards."+id] = numbers
		}
		z["game2.winning"] = drawings(symbolsOfBingo, letters)
		z["game2.yours"] = z["game2.winning"]
		z["game2.amount"] = spots(20, 30, 50, 100, 200, 2000)
	case "vegas-3eur":
		numbers := zoneText{oneFrom(countOfRoulette...), []string{"0", "3", "6", "9", "15", "37"}, letters}
		amounts := spots(3, 6, 9, 15, 50, 100, 1000, 50000)
		z["roulette.winning"], z["roulette.stakes"], z["roulette.stake_amounts"] = numbers, numbers, amounts
		z["craps.dice"], z["craps.amount"] = zoneText{oneFrom(count(1, 6)...), []string{"0", "7", "six"}, letters}, amounts
		z["duel.cards"] = zoneText{oneFrom("2", "3", "4", "5", "6", "7", "8", "9", "10", "V", "D", "R", "AS"), []string{"1", "11", "J", "joker"}, nil}
		z["duel.bank"] = zoneText{oneFrom("2", "3", "4", "5", "6", "7", "8", "9", "10", "V", "D", "R"), []string{"AS", "1", "K"}, nil}
		z["duel.amount"], z["jackpot.line_amounts"] = amounts, amounts
		for _, id := range []string{"line_1", "line_2", "line_3"} {
			z["jackpot."+id] = drawings(symbolsOfVegas, nil)
		}
		z["bonus.amount"] = spots(0, 3, 6, 9, 15, 50, 100, 1000, 50000)
	default:
		amounts := spots(5, 50, 500, 10000)
		times := zoneText{anyTime, []string{"4:60.00", "4:58", "4:58.7", "4.58.07", "458.07", "10:00.00"}, sameAgain}
		z["cycling.yours"], z["cycling.opponent"], z["cycling.amount"] = times, times, amounts
		z["athletics.values"] = zoneText{anyDistance, []string{"7,05", "7", "100,0", "-1,0", "07,0", "7,"}, sameAgain}
		z["athletics.picture"] = drawings(athletes, nil)
		z["judo.symbols"], z["judo.amount"] = drawings(holdsOfJudo, letters), amounts
		for _, id := range []string{"start", "left", "right", "goal"} {
			z["handball."+id] = drawings([]string{"ball", "cross"}, nil)
		}
		z["handball.amount"] = amounts
		z["swimming.symbols"] = drawings(symbolsOfSwimming, nil)
	}
	return z
}

var countOfRoulette = append(append(count(1, 2), "4", "5", "7", "8", "10", "11", "12", "13", "14"), count(16, 36)...)

// anyTime is minutes, seconds and hundredths, and anyDistance metres and tenths, half of them near those of real races: nothing in the text bounds them.
func anyTime(tape *fair.Tape) string {
	minutes := tape.N(10)
	if tape.N(2) == 0 {
		minutes = 4 + tape.N(2)
	}
	return fmt.Sprintf("%d:%02d.%02d", minutes, tape.N(60), tape.N(100))
}

func anyDistance(tape *fair.Tape) string {
	metres := tape.N(100)
	if tape.N(2) == 0 {
		metres = 4 + tape.N(6)
	}
	return fmt.Sprintf("%d,%d", metres, tape.N(10))
}
