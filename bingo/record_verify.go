package bingo

import (
	"errors"
	"fmt"
	"strconv"

	"tirage/money"
)

// Finding is something that a record says and that does not follow from its inputs, or that its draw's rules refuse.
type Finding struct {
	Path string     // JSON pointer into the record
	Name string     // "differs", or the name of the refusal
	Text money.Text // what is wrong
}

func find(path, name, format string, args ...any) Finding {
	return Finding{path, name, written(format, args...)}
}

// MaxFindings bounds how many differences are listed.
const MaxFindings = 20

// VerifyRecord makes the draw again from what the record publishes, event by event, and returns where the record differs,
// first things first: nothing where it is right. It finds altered, forged, repeated or missing cards by the root, wrong secrets by
// their commitments, and from the secrets computes the balls, who won, every payment, every transfer and the balances. A refusal of an event ends
// the search. Signatures are left to VerifyNotes. The formula must be the one the draw was played by; one with problems is
// refused by the first of them.
func VerifyRecord(r *Record, f *Formula) []Finding {
	d, found := replay(r, f)
	if found != nil {
		return []Finding{*found}
	}
	again, _, err := newRecord(&d, readSecret(r.Secrets.A))
	if err != nil {
		return []Finding{*finding("/secrets", err)}
	}
	again.Notes = r.Notes                // see notesInOrder
	again.Cards, again.Owners = nil, nil // the root has compared them, or else the next check
	said := *r
	said.Cards, said.Owners = nil, nil
	var list []Finding
	if len(r.Owners) != len(d.sold.people) {
		list = append(list, find("/owners", "differs", "the cards have %d owners, %d are listed", len(d.sold.people), len(r.Owners)))
	}
	list = differences(list, "", tree(&said), tree(again))
	return append(list, r.notesInOrder()...)
}

func finding(path string, err error) *Finding {
	var r *Refusal
	if errors.As(err, &r) {
		return &Finding{path, r.Name, r.Text}
	}
	return &Finding{path, "formula_problem", money.Text{EN: err.Error()}}
}

func readSecret(text string) Secret {
	s, err := ParseSecret([]byte(text))
	if err != nil || s.Hex() != text {
		return Secret{}
	}
	return s
}

// replayer feeds the events of a record to a draw.
type replayer struct {
	draw  Draw
	found *Finding
}

func (p *replayer) do(path string, e Event) {
	if p.found != nil {
		return
	}
	next, _, err := Step(p.draw, e)
	if err != nil {
		p.found = finding(path, err)
		return
	}
	p.draw = next
}

func (p *replayer) find(path, name, text string) { p.found = &Finding{path, name, written(text)} }

// replay makes the draw of a record again, up to its end.
func replay(r *Record, f *Formula) (Draw, *Finding) {
	d, err := NewDraw(f)
	if err != nil {
		return d, finding("", err)
	}
	p := &replayer{draw: d}
	p.do("/schedule", r.Schedule)
	if r.Super != nil {
		p.do("/super", AnnounceSuper{At: r.Schedule.At, Amount: r.Super.Amount, By: r.Super.By})
	}
	if r.Lock != nil || len(r.Cards) > 0 {
		p.do("/schedule/opens", OpenSale{At: r.Schedule.Opens})
		p.sell(r)
	}
	if r.Lock != nil {
		lock := Lock{At: r.Lock.Time, Size: r.Lock.Size, Root: r.Lock.Root}
		if r.Balances != nil {
			lock.Jackpot, lock.Fund = r.Balances.Before.Jackpot, r.Balances.Before.Fund
		}
		p.do("/lock", lock)
	}
	p.end(r)
	return p.draw, p.found
}

// sell sells the record's cards, to players who are called by their numbers.
func (p *replayer) sell(r *Record) {
	known := 0
	for i, c := range r.Cards {
		if p.found != nil {
			return
		}
		path := "/cards/" + strconv.Itoa(i)
		if c.Owner < 0 || c.Owner > known || c.Owner >= len(r.Owners) {
			p.find(path+"/owner", "owner_number", "owners are numbered from 0 in the order of their first cards")
			return
		}
		known = max(known, c.Owner+1)
		b, err := readHex(c.Card)
		if err != nil {
			p.find(path+"/card", "card_hex", "a card is written in lower-case hexadecimal digits")
			return
		}
		var card Card
		if err := card.UnmarshalBinary(b); err != nil {
			p.found = finding(path+"/card", err)
			return
		}
		p.do(path, Sell{At: r.Schedule.Opens, Card: card, Price: r.Price, Player: strconv.Itoa(c.Owner), Owner: r.Owners[c.Owner]})
	}
}

// end lets happen what the record says happened after the lock.
func (p *replayer) end(r *Record) {
	if r.Result != nil {
		beacon, err := readHex(r.Secrets.Beacon)
		if err != nil {
			beacon = nil
		}
		p.do("/secrets", Open{At: r.Ended, A: readSecret(r.Secrets.A), B: readSecret(r.Secrets.B), Beacon: beacon})
		for i := range r.Called {
			path := fmt.Sprintf("/result/balls/%d", i)
			if p.found == nil && i >= len(r.Result.Balls) {
				p.find(path, "ball_missing", "fewer balls are listed than were called")
			}
			if p.found != nil {
				return
			}
			b := r.Result.Balls[i]
			if b < 0 || b > MaxBalls {
				b = 0 // which is refused
			}
			p.do(path, Call{At: r.Ended, Ball: Ball(b)})
		}
	}
	switch {
	case p.found != nil || p.draw.state == Cancelled: // by the lock
	case r.Void != nil:
		p.do("/void", Void{At: r.Ended, By: r.Void.By, Reason: r.Void.Reason})
	case r.Cancel == KeeperSilent.String():
		p.do("/cancel", Cancel{At: r.Ended, Reason: KeeperSilent})
	case r.Cancel != "":
		p.do("/cancel", Cancel{At: r.Ended, Reason: ByOperator})
	default:
		p.do("/state", Settle{At: r.Ended})
	}
}
