package main

import (
	"fmt"
	"strings"

	"tirage/bingo"
	"tirage/internal/keeper"
	"tirage/money"
)

// holding is what the caller holds of a draw: a player's secret, a receipt, or what the keeper signed.
type holding struct {
	what       string // "the receipt mine.txt"
	secret     bingo.OwnerSecret
	receipt    *bingo.Receipt     // nil for anything else
	commitment *keeper.Commitment // nil for anything else
	forged     error              // why no key that is known signed it
}

// yours is what became of a holding. It says nothing against the record: another person's receipt does not make it wrong.
type yours struct {
	What    string `json:"what"`
	OK      bool   `json:"ok"`
	Name    string `json:"name,omitempty"` // stable
	Message string `json:"message"`
}

// elsewhere tells whether the holding may belong to another draw.
func (y *yours) elsewhere() bool { return y.Name == "not_there" || y.Name == "other_draw" }

// holdings reads --owner and --receipt.
func (c *verifyCall) holdings() ([]holding, error) {
	var list []holding
	if c.owner != "" {
		data, err := readFile(c.owner, maxInput)
		if err != nil {
			return nil, err
		}
		s, err := bingo.ParseOwnerSecret(data)
		if err != nil {
			return nil, refuse("%s: %s", c.owner, err)
		}
		list = append(list, holding{what: tongue(c.lang).in("the secret %s", c.owner), secret: s})
	}
	for _, path := range c.receipts {
		h, err := c.receiptOf(path)
		if err != nil {
			return nil, err
		}
		list = append(list, h)
	}
	if c.commitment != "" {
		h, err := c.commitmentOf()
		if err != nil {
			return nil, err
		}
		list = append(list, h)
	}
	return list, nil
}

// receiptOf reads a --receipt.
func (c *verifyCall) receiptOf(path string) (holding, error) {
	data, err := readFile(path, maxInput)
	if err != nil {
		return holding{}, err
	}
	text := string(data)
	if body, _, signed := strings.Cut(text, "\n\n"); signed {
		text = body + "\n"
	}
	receipt, err := bingo.ParseReceipt(text)
	if err != nil {
		return holding{}, refuse("%s: %s", path, err)
	}
	h := holding{what: tongue(c.lang).in("the receipt %s", path), receipt: &receipt}
	if c.known != nil {
		signed, err := bingo.OpenNote(data, c.known)
		if err == nil && signed != text {
			err = refuse("note_unsigned: more is signed than the receipt")
		}
		h.forged = err
	}
	return h, nil
}

// held checks what the caller holds against a record.
func (c *verifyCall) held(v *verified) {
	for _, h := range c.mine {
		if h.commitment != nil {
			v.committed(h)
			continue
		}
		if h.receipt == nil {
			v.owned(h)
			continue
		}
		var name, message string
		if h.forged != nil {
			name, message = "note_unsigned", sayIn(h.forged, c.lang)
		} else if err := bingo.VerifyReceipt(v.record, *h.receipt); err != nil {
			name, message = bingo.RefusalName(err), sayIn(err, c.lang)
			if c.known != nil && name != "other_draw" {
				message += v.in("; the house signed the receipt: keep both")
			}
		} else {
			message = v.in("card %d stands where it was sold", h.receipt.Index+1)
			v.check(v.in("the receipt"), passed, message)
		}
		message = strings.TrimPrefix(message, name+": ")
		v.Yours = append(v.Yours, yours{h.what, name == "", name, message})
	}
	if len(c.receipts) == 0 {
		v.check(v.in("receipts"), unchecked, v.in("each buyer can check his own with --receipt"))
	}
}

// owned tells a player his cards and what he was paid.
func (v *verified) owned(h holding) {
	cards := bingo.OwnedBy(v.record, h.secret)
	if len(cards) == 0 {
		v.Yours = append(v.Yours, yours{h.what, false, "not_there", v.in("no card of this draw is its owner's")})
		return
	}
	owner, paid := v.record.Cards[cards[0]].Owner, money.Cents(0)
	var payments []bingo.RecordPayment
	if v.record.Result != nil && v.record.Refunds == nil {
		payments = v.record.Result.Payments
	} else if v.record.Refunds != nil {
		payments = v.record.Refunds.Payments
	}
	for _, p := range payments {
		if p.Owner == owner {
			paid += p.Amount
		}
	}
	var numbers []string
	for _, n := range cards {
		numbers = append(numbers, fmt.Sprint(n+1))
	}
	message := v.in("card %s; paid %s", strings.Join(numbers, ", "), v.formula.Currency.Format(paid, v.lang()))
	v.check(v.in("the cards of this secret"), passed, message)
	v.Yours = append(v.Yours, yours{h.what, true, "", message})
}

// belongs forgives a holding that fits one of several draws that it does not belong to the others.
func belongs(reports []*verified) {
	found := map[string]bool{}
	for _, v := range reports {
		for _, y := range v.Yours {
			found[y.What] = found[y.What] || y.OK
		}
	}
	for _, v := range reports {
		var kept []yours
		for _, y := range v.Yours {
			if y.elsewhere() && found[y.What] {
				v.check(y.What, unchecked, v.in("it belongs to another of these draws"))
			} else {
				kept = append(kept, y)
			}
		}
		v.Yours = kept
	}
}
