// Package store keeps the house's truth in a database: acts and the money they moved, tickets, blocks, persons, sessions and
// proposals, on SQLite or PostgreSQL alike.
//
// Its invariant: an act, its transfers, the balances it leaves, its tickets and the head of its journal are written in one
// transaction or not at all; a journal is written by the one node that holds its lease, in order, without a gap; acts,
// transfers and sold tickets are never changed, but for what a reveal adds to a ticket, once; nor is the claim of a paper ticket that was paid,
// refunded or exchanged.
//
// All statements are shared by both databases but for the few that write acts in bulk, which exist once for each behind the
// interface bulk. What may be done, and by whom, is left to others.
package store
