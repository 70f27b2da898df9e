package games_test

import (
	"strconv"
	"strings"
)

// A third reading of the three regulations, deliberately naive and independent: it sees a ticket as a person does, as printed figures zone by
// zone, and knows nothing of codes, mechanics or alphabets. Its word lists are typed in here from the articles' meaning.

// shownCell is one printed cell: the figure, and whether the inscription that belongs to it is there and agrees.
type shownCell struct {
	figure    string
	inscribed bool
}

// ticketShown is a ticket as a person reads it: cells by "surface.zone".
type ticketShown map[string][]shownCell

// naiveVerdict is "misprint", or "win" or "lose" with the euros won.
type naiveVerdict struct {
	misprint bool
	euros    int
}

// naive is the verdict of one game's regulation.
type naive func(t ticketShown) naiveVerdict

// figures returns a zone's figures; misprint is set if one is not listed or its inscription is not right.
func (t ticketShown) figures(zone string, misprint *bool, listed func(string) bool) []string {
	figures := make([]string, 0, 24)
	for _, c := range t[zone] {
		if !listed(c.figure) || !c.inscribed {
			*misprint = true
		}
		figures = append(figures, c.figure)
	}
	return figures
}

func oneOf(words ...string) func(string) bool {
	return func(s string) bool {
		for _, w := range words {
			if s == w {
				return true
			}
		}
		return false
	}
}

// euros reads "1 000 000 €" whatever the spaces; -1 if it is no amount.
func euros(figure string) int {
	if !strings.HasSuffix(figure, "€") {
		return -1
	}
	var digits []byte
	for _, r := range figure {
		if r >= '0' && r <= '9' {
			digits = append(digits, byte(r))
		} else if r != ' ' && r != '\u00a0' && r != '\u202f' && r != '€' {
			return -1
		}
	}
	n, err := strconv.Atoi(string(digits))
	if err != nil {
		return -1
	}
	return n
}

func amountOf(list ...int) func(string) bool {
	return func(s string) bool {
		n := euros(s)
		for _, a := range list {
			if n == a {
				return true
			}
		}
		return false
	}
}

func upTo(high int) func(string) bool {
	return func(s string) bool {
		n, err := strconv.Atoi(s)
		return err == nil && s == strconv.Itoa(n) && n >= 1 && n <= high
	}
}

func naiveBingo(t ticketShown) (v naiveVerdict) {
	called := make(map[string]bool, 64)
	for _, n := range t.figures("cards.balls", &v.misprint, upTo(75)) {
		called[n] = true
	}
	lines, bonus := 0, false
	for card := 1; card <= 5; card++ {
		n := t.figures("cards.card_"+strconv.Itoa(card), &v.misprint, upTo(75))
		// The grid is five by five with a star in the middle, which has no number.
		var grid [5][5]string
		for i, next := 0, 0; i < 25; i++ {
			if i == 12 {
				grid[2][2] = "star"
				continue
			}
			grid[i/5][i%5] = n[next]
			next++
		}
		for _, row := range grid {
			complete := true
			for _, number := range row {
				complete = complete && (number == "star" || called[number])
			}
			if complete {
				lines++
			}
		}
		if called[grid[1][2]] && called[grid[3][2]] && called[grid[2][1]] && called[grid[2][3]] {
			bonus = true
		}
	}
	if lines >= 1 && lines <= 8 {
		v.euros += []int{20, 30, 50, 100, 200, 2000, 20000, 1000000}[lines-1]
	}
	if bonus {
		v.euros += 20
	}
	symbol := oneOf(symbolsOfBingo...)
	want := t.figures("game2.winning", &v.misprint, symbol)
	have := t.figures("game2.yours", &v.misprint, symbol)
	gain := t.figures("game2.amount", &v.misprint, amountOf(20, 30, 50, 100, 200, 2000))
	if strings.Join(want, " ") == strings.Join(have, " ") {
		v.euros += max(0, euros(gain[0]))
	}
	return v
}

func naiveVegas(t ticketShown) (v naiveVerdict) {
	amounts := amountOf(3, 6, 9, 15, 50, 100, 1000, 50000)
	number := func(s string) bool { return upTo(36)(s) && !oneOf("3", "6", "9", "15")(s) }
	twice := func(list []string) bool {
		for i := range list {
			for j := range i {
				if list[i] == list[j] {
					return true
				}
			}
		}
		return false
	}
	winning := t.figures("roulette.winning", &v.misprint, number)
	stakes := t.figures("roulette.stakes", &v.misprint, number)
	gains := t.figures("roulette.stake_amounts", &v.misprint, amounts)
	v.misprint = v.misprint || twice(winning) || twice(stakes)
	for i, s := range stakes {
		if oneOf(winning...)(s) {
			v.euros += max(0, euros(gains[i]))
		}
	}
	dice := t.figures("craps.dice", &v.misprint, upTo(6))
	gain := t.figures("craps.amount", &v.misprint, amounts)
	if a, _ := strconv.Atoi(dice[0]); true {
		if b, _ := strconv.Atoi(dice[1]); a+b == 7 {
			v.euros += max(0, euros(gain[0]))
		}
	}
	v.euros += naiveDuel(t, &v.misprint, amounts)
	gains = t.figures("jackpot.line_amounts", &v.misprint, amounts)
	for i := range 3 {
		line := t.figures("jackpot.line_"+strconv.Itoa(i+1), &v.misprint, oneOf(symbolsOfVegas...))
		if line[0] == line[1] && line[1] == line[2] {
			v.euros += max(0, euros(gains[i]))
		}
	}
	bonus := t.figures("bonus.amount", &v.misprint, amountOf(0, 3, 6, 9, 15, 50, 100, 1000, 50000))
	v.euros += max(0, euros(bonus[0]))
	return v
}

func naiveDuel(t ticketShown, misprint *bool, amounts func(string) bool) int {
	order := []string{"2", "3", "4", "5", "6", "7", "8", "9", "10", "V", "D", "R", "AS"}
	rank := func(card string) int {
		for i, c := range order {
			if c == card {
				return i
			}
		}
		return -1
	}
	cards := t.figures("duel.cards", misprint, oneOf(order...))
	bank := t.figures("duel.bank", misprint, oneOf(order[:12]...))
	gain := t.figures("duel.amount", misprint, amounts)
	for _, c := range cards {
		if rank(c) > rank(bank[0]) {
			return max(0, euros(gain[0]))
		}
	}
	return 0
}

func naiveSports(t ticketShown) (v naiveVerdict) {
	amounts := amountOf(5, 50, 500, 10000)
	gain := func(zone string) int { return max(0, euros(t.figures(zone, &v.misprint, amounts)[0])) }

	mine := t.figures("cycling.yours", &v.misprint, isTime)[0]
	theirs := t.figures("cycling.opponent", &v.misprint, isTime)[0]
	if g := gain("cycling.amount"); hundredths(mine) < hundredths(theirs) {
		v.euros += g
	}

	best := 0
	for _, jump := range t.figures("athletics.values", &v.misprint, isDistance) {
		tenths, _ := strconv.Atoi(strings.Replace(jump, ",", "", 1))
		switch {
		case tenths >= 91:
			best = max(best, 10000)
		case tenths >= 81:
			best = max(best, 500)
		case tenths >= 71:
			best = max(best, 50)
		case tenths >= 61:
			best = max(best, 5)
		}
	}
	v.euros += best
	t.figures("athletics.picture", &v.misprint, oneOf(athletes...))

	holds := t.figures("judo.symbols", &v.misprint, oneOf(holdsOfJudo...))
	if g := gain("judo.amount"); holds[0] == holds[1] {
		v.euros += g
	}

	ball := func(node string) bool {
		return t.figures("handball."+node, &v.misprint, oneOf("ball", "cross"))[0] == "ball"
	}
	start, left, right, goal := ball("start"), ball("left"), ball("right"), ball("goal")
	if g := gain("handball.amount"); start && left && goal || start && right && goal {
		v.euros += g
	}

	medals := 0
	for _, s := range t.figures("swimming.symbols", &v.misprint, oneOf(symbolsOfSwimming...)) {
		if s == "medal" {
			medals++
		}
	}
	v.euros += []int{0, 5, 50, 500, 10000}[medals]
	return v
}

// hundredths reads "4:58.07"; what cannot be read is 0.
func hundredths(s string) int {
	if !isTime(s) {
		return 0
	}
	minutes, _ := strconv.Atoi(s[:1])
	seconds, _ := strconv.Atoi(s[2:4])
	rest, _ := strconv.Atoi(s[5:])
	return (minutes*60+seconds)*100 + rest
}

// isTime knows minutes of one digit, seconds below sixty and hundredths; nothing else bounds a time.
func isTime(s string) bool {
	return len(s) == 7 && s[1] == ':' && s[4] == '.' && s[2] <= '5' && digits(s[:1]+s[2:4]+s[5:])
}

// isDistance knows metres below a hundred, and tenths.
func isDistance(s string) bool {
	metres, tenths, ok := strings.Cut(s, ",")
	return ok && len(tenths) == 1 && digits(metres+tenths) && (len(metres) == 1 || len(metres) == 2 && metres[0] != '0')
}

func digits(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool { return r < '0' || r > '9' })
}
