package bingo

import (
	"encoding/binary"

	"tirage/fair"
	"tirage/money"
)

// Log is the edge of a draw's tree of cards: enough to sell the next card and to know the root, without the cards before it. It is a
// value: a copy goes its own way.
type Log struct {
	draw ID
	tree fair.Builder
}

// NewLog returns the log of a draw of which nothing is sold.
func NewLog(id ID) Log { return Log{draw: id} }

// ParseLog reads what AppendBinary wrote for a draw; nothing is the empty log. It refuses with log_form.
func ParseLog(id ID, data []byte) (Log, error) {
	if len(data) == 0 {
		return NewLog(id), nil
	}
	if len(data) < 8 || (len(data)-8)%len(fair.Hash{}) != 0 {
		return Log{}, refuse("log_form", "the edge of a log is a size and hashes of 32 bytes")
	}
	size := binary.BigEndian.Uint64(data)
	var edge []fair.Hash
	for rest := data[8:]; len(rest) > 0; rest = rest[len(fair.Hash{}):] {
		edge = append(edge, fair.Hash(rest[:len(fair.Hash{})]))
	}
	if size > MaxCardsOfDraw {
		return Log{}, refuse("log_form", "a draw has at most %d cards", MaxCardsOfDraw)
	}
	tree, err := fair.ResumeBuilder(int64(size), edge)
	if err != nil {
		return Log{}, refuse("log_form", "%d hashes are not the edge of a log of %d cards", len(edge), size)
	}
	return Log{draw: id, tree: *tree}, nil
}

// AppendBinary appends the size, 8 bytes big-endian, and the hashes of the complete subtrees, the greatest first.
func (l Log) AppendBinary(to []byte) ([]byte, error) {
	to = binary.BigEndian.AppendUint64(to, uint64(l.tree.Size()))
	for _, h := range l.tree.Edge() {
		to = append(to, h[:]...)
	}
	return to, nil
}

// Size is how many cards were sold.
func (l *Log) Size() int { return int(l.tree.Size()) }

// Root is the root of the tree of the cards sold.
func (l *Log) Root() Digest { return Digest(l.tree.Root()) }

// Add appends a card that MaySell lets pass, and returns its leaf. It refuses draw_full. That no equal card is there is for the caller to
// see.
func (l *Log) Add(price money.Cents, owner Digest, c Card) (Digest, error) {
	if l.Size() >= MaxCardsOfDraw {
		return Digest{}, refuse("draw_full", "a draw has at most %d cards", MaxCardsOfDraw)
	}
	leaf := Leaf(l.draw, l.Size(), price, owner, c)
	return leaf, l.tree.Add(fair.Hash(leaf))
}

// MaySell refuses a card that no draw of the formula sells, whatever was sold before: other_model, what Card.Check refuses, wrong_stake.
func (f *Formula) MaySell(c Card, price money.Cents) error {
	if c.Model != f.Model {
		return refuse("other_model", "%s sells %s cards, this is a %s card", f.ID, f.Model, c.Model)
	}
	if err := c.Check(f.Layout); err != nil {
		return err
	}
	for _, s := range f.Stakes {
		if s == price {
			return nil
		}
	}
	return refuse("wrong_stake", "a card does not cost %s", f.Currency.Plain(price))
}

// MayChoose refuses lucky numbers that no card of the formula is offered with: lucky_none where a player chooses none, lucky_count, and
// what CheckLucky refuses. No numbers are always allowed.
func (f *Formula) MayChoose(lucky []Ball) error {
	switch {
	case len(lucky) == 0:
		return nil
	case f.Lucky == 0:
		return refuse("lucky_none", "%s takes no lucky numbers", f.ID)
	case len(lucky) > f.Lucky:
		return refuse("lucky_count", "%s takes at most %d lucky numbers", f.ID, f.Lucky)
	}
	return CheckLucky(f.Model, lucky)
}
