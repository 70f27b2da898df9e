// Package bingo holds live bingo: balls, cards and their exact sampling, formulas, and the draw from its schedule to its
// published record.
//
// Its invariants: a card drawn by a Sampler is an exactly uniform choice among all valid cards of its model (given the
// lucky numbers, if there are any), fixed by the tape alone as docs/bingo-cards.md says; once the secrets of a draw are open,
// its balls, winners and cents are a pure function of what is published, as docs/draw-format.md says; and stakes equal
// payments and accounts, always. Clocks, keys, storage, the ceremony and the offer of cards are left to those who call it.
package bingo
