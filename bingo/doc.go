// Package bingo holds live bingo: balls, cards and their exact sampling, and what a draw makes of them.
//
// Its invariants: a card drawn by a Sampler is an exactly uniform choice among all valid cards of its model (given the
// lucky numbers, if there are any), fixed by the tape alone as docs/bingo-cards.md says; and every evaluation of a draw is
// a pure function of the balls' order and the cards. Where tapes and orders come from is left to package fair and to the
// ceremony; players, sales and clocks are left to those who call it.
package bingo
