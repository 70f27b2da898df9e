package bingo

import (
	"encoding/binary"

	"tirage/fair"
	"tirage/money"
)

// leafKind begins the data of every card's leaf. Leaves of tickets begin with 1 and 2.
const leafKind = 3

// AppendLeaf adds to dst the data of a card's leaf in its draw's tree: 0x03 ‖ identity of the draw, 6 bytes ‖ index, 4
// bytes ‖ price in minor units, 8 bytes ‖ the owner's tag, 32 bytes ‖ the card's canonical bytes. Numbers are big-endian.
// The card must be valid.
func AppendLeaf(dst []byte, id ID, index int, price money.Cents, owner Digest, c Card) []byte {
	dst = append(append(dst, leafKind), id.identity()...)
	dst = binary.BigEndian.AppendUint32(dst, uint32(index))
	dst = binary.BigEndian.AppendUint64(dst, uint64(price))
	dst = append(append(dst, owner[:]...), byte(c.Model))
	for _, b := range c.Numbers {
		dst = append(dst, byte(b))
	}
	return dst
}

// Leaf is the hash of a card's leaf: SHA-256(0x00 ‖ data), as RFC 6962 has it.
func Leaf(id ID, index int, price money.Cents, owner Digest, c Card) Digest {
	var room [160]byte
	return Digest(fair.Leaf(AppendLeaf(room[:0], id, index, price, owner, c)))
}

// cardLog is the cards of one draw in the order of sale. It only grows: a draw that knows fewer of its cards than there
// are is older than others, and gets a copy before it sells.
type cardLog struct {
	draw    ID
	price   money.Cents // of every card
	cards   *Deal
	players []int32 // by card
	people  []person
	byName  map[string]int32
	byOwner map[Digest]int32
	tree    fair.Builder
}

type person struct {
	name  string
	owner Digest
	cards int
}

func newCardLog(m Model, id ID) (*cardLog, error) {
	cards, err := NewDeal(m, 0)
	return &cardLog{draw: id, cards: cards, byName: map[string]int32{}, byOwner: map[Digest]int32{}}, err
}

// size is how many cards were sold.
func (l *cardLog) size() int { return len(l.players) }

// at is the log of the first n cards.
func (l *cardLog) at(n int) (*cardLog, error) {
	if n == l.size() {
		return l, nil
	}
	older, err := newCardLog(l.cards.Model(), l.draw)
	for i := 0; i < n && err == nil; i++ {
		p := l.people[l.players[i]]
		_, err = older.add(l.cards.Card(i), l.price, p.name, p.owner)
	}
	return older, err
}

// person checks that a player and a tag stand for each other.
func (l *cardLog) person(name string, owner Digest) error {
	if name == "" || owner == (Digest{}) {
		return refuse("player_missing", "name the player and the owner's tag")
	}
	byName, known := l.byName[name]
	byOwner, tagged := l.byOwner[owner]
	if known != tagged || known && byName != byOwner {
		return refuse("owner_mismatch", "in one draw a player has one tag, and a tag one player")
	}
	return nil
}

// held is how many cards a player has.
func (l *cardLog) held(name string) int {
	if p, known := l.byName[name]; known {
		return l.people[p].cards
	}
	return 0
}

// add appends a card and returns its leaf, or refuses it with card_equal.
func (l *cardLog) add(c Card, price money.Cents, name string, owner Digest) (Digest, error) {
	leaf := Leaf(l.draw, l.size(), price, owner, c)
	if err := l.cards.Add(c); err != nil {
		return leaf, err
	}
	if err := l.tree.Add(fair.Hash(leaf)); err != nil {
		return leaf, err
	}
	p, known := l.byName[name]
	if !known {
		p = int32(len(l.people))
		l.people = append(l.people, person{name: name, owner: owner})
		l.byName[name], l.byOwner[owner] = p, p
	}
	l.price = price
	l.people[p].cards++
	l.players = append(l.players, p)
	return leaf, nil
}
