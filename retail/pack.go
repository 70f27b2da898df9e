package retail

import (
	"fmt"

	"tirage/money"
)

// Party is who moves a pack.
type Party uint8

// The parties.
const (
	House   Party = iota // which delivers packs, charges for them and takes them back
	Counter              // the retailer who has the pack
)

// Text is what a party is called.
func (p Party) Text() money.Text {
	if p == House {
		return money.Text{EN: "the house", FR: "la maison"}
	}
	return money.Text{EN: "the counter", FR: "le comptoir"}
}

// BadMove refuses a move of a pack that no rule allows.
type BadMove struct {
	From, To PackState
	By       Party
}

// Error says which move it was.
func (m *BadMove) Error() string { return "retail: " + m.Text().EN }

// Text says which move it was.
func (m *BadMove) Text() money.Text {
	from, to, by := m.From.Text(), m.To.Text(), m.By.Text()
	return money.Text{
		EN: fmt.Sprintf("a pack that is %s cannot be made %s by %s", from.EN, to.EN, by.EN),
		FR: fmt.Sprintf("un carnet %s ne peut être rendu %s par %s", from.FR, to.FR, by.FR),
	}
}

// Charge says what becomes of a pack that the house settles. One that is lost or stolen after it was on sale, and was not settled, is charged
// all the same, and stays lost or stolen: what was sold of it is owed. Every other one is moved. It refuses with *BadMove.
func (s PackState) Charge(activated, settled bool, by Party) (PackState, error) {
	if (s == Lost || s == Stolen) && activated && !settled && by == House {
		return s, nil
	}
	return Settled, s.Move(Settled, by)
}

// Restore says what becomes of a lost or stolen pack that two persons of the house bring back: what it was, settled or active. One that
// never was on sale is not brought back. It refuses with *BadMove.
func (s PackState) Restore(activated, settled bool) (PackState, error) {
	switch {
	case s != Lost && s != Stolen || !activated:
		return s, &BadMove{s, Active, House}
	case settled:
		return Settled, nil
	}
	return Active, nil
}

// Move refuses with *BadMove a move of a pack that is not one of these: the house has a pack received, the counter confirms it, then
// activates it, the house settles it; the house takes back what was not activated; either reports lost or stolen a pack that was not
// given back. No move leads out of returned, lost and stolen: see Charge and Restore.
func (s PackState) Move(to PackState, by Party) error {
	var ok bool
	switch to {
	case Received:
		ok = s == "" && by == House
	case Confirmed:
		ok = s == Received && by == Counter
	case Active:
		ok = s == Confirmed && by == Counter
	case Settled:
		ok = s == Active && by == House
	case Returned:
		ok = (s == Received || s == Confirmed) && by == House
	case Lost, Stolen:
		ok = (s == Received || s == Confirmed || s == Active || s == Settled) && by <= Counter
	}
	if !ok {
		return &BadMove{s, to, by}
	}
	return nil
}

// Text is what a state is called, as a pack has it.
func (s PackState) Text() money.Text {
	switch s {
	case "":
		return money.Text{EN: "still with the house", FR: "encore à la maison"}
	case Received:
		return money.Text{EN: "received", FR: "reçu"}
	case Confirmed:
		return money.Text{EN: "confirmed", FR: "confirmé"}
	case Active:
		return money.Text{EN: "active", FR: "actif"}
	case Settled:
		return money.Text{EN: "settled", FR: "réglé"}
	case Returned:
		return money.Text{EN: "returned", FR: "retourné"}
	case Lost:
		return money.Text{EN: "lost", FR: "perdu"}
	case Stolen:
		return money.Text{EN: "stolen", FR: "volé"}
	}
	return money.Text{EN: fmt.Sprintf("%.20q", string(s)), FR: fmt.Sprintf("%.20q", string(s))}
}
