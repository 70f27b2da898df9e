// Package live tells those who watch what happens to draws, as it happens.
//
// Its invariant: nothing is told that is not in a draw's log in the database, and of each draw events are told in the order of the log, each
// once; a client that missed some recovers them by their number from any node, since the numbers are the log's. What is told is a hint: the
// truth is in the log. A slow client is cut off and slows nobody.
//
// What happens to draws is left to package hall, addresses and sessions to package api.
package live
