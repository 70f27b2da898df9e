// Package hall runs the bingo rooms of a house: it announces draws, sells their cards, locks them, has their balls called on the clock,
// pays their winners and publishes their records.
//
// Its invariant: what happens to a draw is what bingo.Step says of the rows that the database holds, and is written there in one
// transaction with the money it moves before anybody is told; the order of the balls and who wins are fixed and stored, sealed, before the
// first ball; one node at a time moves a room on, and whichever takes over goes on with the next ball.
//
// Rules are left to package bingo, acts and accounts to shop, rows to store, the second party to keeper, and how news reach those who
// watch to package live.
package hall
