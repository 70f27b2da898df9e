package bingo

import "tirage/fair"

// Deal is a set of cards of one model, no two of them equal, in the order in which they came: the cards of a draw. It is
// not safe for concurrent use.
type Deal struct {
	model   Model
	numbers []Ball   // of all cards, one after the other
	slots   []uint32 // a card's index + 1, at the hash of its numbers or the next free slot after it; 0 is free
}

// NewDeal returns an empty deal with room for some cards; it grows beyond that. An unknown model is refused with model_unknown.
func NewDeal(m Model, cards int) (*Deal, error) {
	if !m.Known() {
		return nil, refuse("model_unknown", "there is no card model %d", uint8(m))
	}
	d := &Deal{model: m, numbers: make([]Ball, 0, max(cards, 0)*m.Numbers())}
	d.grow(2 * cards)
	return d, nil
}

// Model returns the model of the cards.
func (d *Deal) Model() Model { return d.model }

// Len returns how many cards there are.
func (d *Deal) Len() int { return len(d.numbers) / d.model.Numbers() }

// Card returns the i-th card, counted from 0. It shares the deal's memory and must not be changed.
func (d *Deal) Card(i int) Card {
	n := d.model.Numbers()
	return Card{Model: d.model, Numbers: d.numbers[i*n : (i+1)*n : (i+1)*n]}
}

// Numbers returns the numbers of all cards, one after the other, as Ranks takes them. It shares the deal's memory.
func (d *Deal) Numbers() []Ball { return d.numbers }

// Add adds a card, and refuses card_model for another model, card_length for too few or too many numbers, and card_equal for a
// card that is there. Whether the card is valid is left to Check.
func (d *Deal) Add(c Card) error {
	if c.Model != d.model {
		return refuse("card_model", "the draw has %s cards, not %s", d.model, c.Model)
	}
	if len(c.Numbers) != d.model.Numbers() {
		return refuse("card_length", "a %s card has %d numbers, not %d", d.model, d.model.Numbers(), len(c.Numbers))
	}
	i := d.Len()
	d.numbers = append(d.numbers, c.Numbers...)
	if at := d.enter(i); at >= 0 {
		d.drop()
		return refuse("card_equal", "the card is equal to card %d of the draw", at+1)
	}
	return nil
}

// Has reports whether an equal card is there.
func (d *Deal) Has(c Card) bool {
	if c.Model != d.model || len(c.Numbers) != d.model.Numbers() {
		return false
	}
	_, found := d.find(c)
	return found
}

// Draw adds n cards of a sampler, in the order drawn; a card that is there already is dropped and the next one drawn. So every
// card is exactly uniform among those not there. It refuses card_model for a sampler of another model.
func (d *Deal) Draw(s *Sampler, t *fair.Tape, n int) error {
	if s.Model() != d.model {
		return refuse("card_model", "the draw has %s cards, not %s", d.model, s.Model())
	}
	var blank [MaxBalls]Ball
	for range n {
		i := d.Len()
		d.numbers = append(d.numbers, blank[:d.model.Numbers()]...)
		for {
			s.Draw(t, d.Card(i).Numbers)
			if d.enter(i) < 0 {
				break
			}
		}
	}
	return nil
}

// enter takes the last card into the slots, or returns the index of a card equal to it; -1 if it is new.
func (d *Deal) enter(i int) int {
	d.grow(2 * (i + 1))
	slot, found := d.find(d.Card(i))
	if found {
		return int(d.slots[slot]) - 1
	}
	d.slots[slot] = uint32(i + 1)
	return -1
}

// drop forgets the last card, which is not in the slots.
func (d *Deal) drop() { d.numbers = d.numbers[:len(d.numbers)-d.model.Numbers()] }

// find returns the slot of a card equal to c, or the free slot where it belongs.
func (d *Deal) find(c Card) (slot int, found bool) {
	mask := len(d.slots) - 1
	for slot = int(hash(c.Numbers)) & mask; d.slots[slot] != 0; slot = (slot + 1) & mask {
		if d.Card(int(d.slots[slot]) - 1).Equal(c) {
			return slot, true
		}
	}
	return slot, false
}

// grow makes room for so many slots, a power of two.
func (d *Deal) grow(slots int) {
	if slots <= len(d.slots) && len(d.slots) > 0 {
		return
	}
	entered := d.slots
	n := 16
	for n < slots {
		n *= 2
	}
	d.slots = make([]uint32, n)
	for _, card := range entered {
		if card != 0 {
			slot, _ := d.find(d.Card(int(card) - 1))
			d.slots[slot] = card
		}
	}
}

// hash is FNV-1a of 64 bits. Cards come from the house's tape, so that nobody can choose them to collide.
func hash(numbers []Ball) uint64 {
	h := uint64(14695981039346656037)
	for _, b := range numbers {
		h = (h ^ uint64(b)) * 1099511628211
	}
	return h ^ h>>32
}
