package mechanic

import (
	"slices"
	"strconv"
	"strings"

	"tirage/money"
)

// naive is what a person with the regulation in hand says of a surface. These readings look at printed figures only and share
// nothing with the package but the figures themselves.
type naive struct {
	pays      money.Cents
	won, lost []string // the amounts on winning and on losing spots
	fault     bool     // the text forbids it
	odd       bool     // to be reported
	printable bool     // a press may make it, if all figures are listed
}

// euros is the worth of a figure such as "2 000 €", nothing if it is no amount.
func euros(figure string) money.Cents {
	digits := strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' {
			return r
		}
		return -1
	}, figure)
	n, _ := strconv.Atoi(digits)
	return money.Cents(n) * 100
}

func readable(figure string) bool { return figure != "" && figure != "#" }

// one is the reading of a surface with a single amount.
func one(wins bool, amount string) naive {
	n := naive{printable: true}
	if wins {
		n.pays, n.won = euros(amount), []string{amount}
	} else {
		n.lost = []string{amount}
	}
	return n
}

func twice(figures []string) bool {
	seen := map[string]bool{}
	for _, f := range figures {
		if seen[f] {
			return true
		}
		seen[f] = true
	}
	return false
}

func naiveMatching(z map[string][]string) (n naive) {
	for i, stake := range z["stakes"] {
		if readable(stake) && slices.Contains(z["winning"], stake) {
			n.won = append(n.won, z["stake_amounts"][i])
			n.pays += euros(z["stake_amounts"][i])
		} else {
			n.lost = append(n.lost, z["stake_amounts"][i])
		}
	}
	n.fault = twice(z["stakes"]) || twice(z["winning"])
	n.printable = !n.fault
	return n
}

func naiveDice(target int) func(z map[string][]string) naive {
	return func(z map[string][]string) naive {
		sum, all := 0, true
		for _, d := range z["dice"] {
			points, err := strconv.Atoi(d)
			all = all && err == nil
			sum += points
		}
		return one(all && sum == target, z["amount"][0])
	}
}

func naiveBank(z map[string][]string) naive {
	cards := []string{"2", "3", "4", "5", "6", "7", "8", "9", "10", "V", "D", "R", "AS"}
	worth := func(card string) int { return slices.Index(cards, card) }
	wins := false
	for _, card := range z["cards"] {
		if readable(z["bank"][0]) && readable(card) && worth(card) > worth(z["bank"][0]) {
			wins = true
		}
	}
	return one(wins, z["amount"][0])
}

func naiveLines(z map[string][]string) (n naive) {
	n.printable = true
	for i, amount := range z["line_amounts"] {
		line := z["line_"+strconv.Itoa(i+1)]
		if readable(line[0]) && len(slices.Compact(slices.Clone(line))) == 1 {
			n.won = append(n.won, amount)
			n.pays += euros(amount)
		} else {
			n.lost = append(n.lost, amount)
		}
	}
	return n
}

func naiveShown(z map[string][]string) naive {
	return naive{pays: euros(z["amount"][0]), printable: true}
}

func naiveOrder(z map[string][]string) naive {
	wins := true
	for i := range z["winning"] {
		wins = wins && readable(z["yours"][i]) && z["yours"][i] == z["winning"][i]
	}
	return one(wins, z["amount"][0])
}

// naiveLower knows the range of the press, which is nothing to the judge.
func naiveLower(from, to string) func(z map[string][]string) naive {
	return func(z map[string][]string) naive {
		a, b := z["yours"][0], z["opponent"][0] // m:ss.hh with one digit of minutes: text order is time order
		n := one(readable(a) && readable(b) && a < b, z["amount"][0])
		n.printable = n.printable && from <= a && a <= to && from <= b && b <= to
		return n
	}
}

func naiveAthletics(from, to string) func(z map[string][]string) naive {
	return func(z map[string][]string) naive {
		n := naiveJumps(z)
		for _, figure := range z["values"] {
			n.printable = n.printable && len(figure) == 3 && from <= figure && figure <= to
		}
		return n
	}
}

func naiveJumps(z map[string][]string) (n naive) {
	jumps := 0
	for _, figure := range z["values"] {
		tenths, err := strconv.Atoi(strings.Replace(figure, ",", "", 1))
		gain := money.Cents(0)
		switch {
		case err != nil || tenths <= 60:
		case tenths <= 70:
			gain = 5_00
		case tenths <= 80:
			gain = 50_00
		case tenths <= 90:
			gain = 500_00
		default:
			gain = 10_000_00
		}
		if gain > 0 {
			jumps++
		}
		n.pays = max(n.pays, gain)
	}
	n.odd = jumps > 1
	n.printable = jumps <= 1
	return n
}

func naiveAlike(z map[string][]string) naive {
	s := z["symbols"]
	return one(readable(s[0]) && s[0] == s[1], z["amount"][0])
}

func naiveHandball(z map[string][]string) naive {
	ball := func(node string) bool { return z[node][0] == "ball" }
	left := ball("start") && ball("left") && ball("goal")
	right := ball("start") && ball("right") && ball("goal")
	balls := 0
	for _, node := range []string{"start", "left", "right", "goal"} {
		if ball(node) {
			balls++
		}
	}
	n := one(left || right, z["amount"][0])
	n.odd = balls == 4 || balls == 3 && !left && !right
	n.printable = !n.odd
	return n
}

func naiveSwimming(z map[string][]string) naive {
	medals := 0
	for _, s := range z["symbols"] {
		if s == "medal" {
			medals++
		}
	}
	return naive{pays: []money.Cents{0, 5_00, 50_00, 500_00, 10_000_00}[medals], printable: true}
}
