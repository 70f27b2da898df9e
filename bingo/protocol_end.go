package bingo

import (
	"fmt"

	"tirage/money"
)

// EndStatement says how a draw ended: the one thing of a record that follows from no secret and no card. Whoever signs it says
// that the draw was settled, or who stopped it and why. Amounts are in minor units.
type EndStatement struct {
	Draw     ID
	State    string    // settled, cancelled or void
	Reason   string    // of a draw that was cancelled or voided
	By       [2]string // the persons who voided it
	Called   int       // balls
	Super    money.Cents
	SuperBy  [2]string       // the persons who decided it
	Balances *RecordBalances // nil for a draw that was never locked
	Time     Moment
}

// Text is the text of the note that is signed and published when the draw has ended.
func (s EndStatement) Text() string {
	pots := [4]string{"none", "none", "none", "none"}
	if b := s.Balances; b != nil {
		for i, amount := range []money.Cents{b.Before.Jackpot, b.Before.Fund, b.After.Jackpot, b.After.Fund} {
			pots[i] = fmt.Sprint(int64(amount))
		}
	}
	return fmt.Sprintf("%s\ndraw %s\nstate %s\nreason %s\nby %s\nand %s\ncalled %d\nsuper %d\nsuper_by %s\nsuper_and %s\n"+
		"jackpot_before %s\nfund_before %s\njackpot_after %s\nfund_after %s\ntime %d\n",
		endNote, s.Draw, s.State, orNone(s.Reason), orNone(s.By[0]), orNone(s.By[1]), s.Called, s.Super, orNone(s.SuperBy[0]), orNone(s.SuperBy[1]),
		pots[0], pots[1], pots[2], pots[3], s.Time)
}

// ParseEndStatement reads what Text wrote, and refuses all else: note_form.
func ParseEndStatement(text string) (EndStatement, error) {
	var s EndStatement
	l := lines{left: text}
	l.title(endNote)
	s.Draw, s.State, s.Reason = l.draw(), l.value("state"), l.value("reason")
	s.By, s.Called = [2]string{l.value("by"), l.value("and")}, int(l.number("called"))
	s.Super, s.SuperBy = l.cents("super"), [2]string{l.value("super_by"), l.value("super_and")}
	switch s.State {
	case Voided.String(): // a person or a reason may be called so
	case Settled.String(), Cancelled.String():
		s.By = [2]string{notNone(s.By[0]), notNone(s.By[1])}
		s.Reason = notNone(s.Reason)
	default:
		l.bad = true
	}
	if s.Super == 0 {
		s.SuperBy = [2]string{notNone(s.SuperBy[0]), notNone(s.SuperBy[1])}
	}
	s.Balances = l.balances()
	s.Time = Moment(l.number("time"))
	if l.bad || s.Text() != text {
		return EndStatement{}, refuse("note_form", "this is no end of a draw")
	}
	return s, nil
}

func notNone(value string) string {
	if value == "none" {
		return ""
	}
	return value
}

// balances reads the lines of a jackpot and a fund before and after the draw: amounts, or none.
func (l *lines) balances() *RecordBalances {
	if peek := *l; peek.value("jackpot_before") == "none" {
		for _, name := range []string{"jackpot_before", "fund_before", "jackpot_after", "fund_after"} {
			l.bad = l.bad || l.value(name) != "none"
		}
		return nil
	}
	return &RecordBalances{
		Before: RecordPots{Jackpot: l.cents("jackpot_before"), Fund: l.cents("fund_before")},
		After:  RecordPots{Jackpot: l.cents("jackpot_after"), Fund: l.cents("fund_after")},
	}
}
