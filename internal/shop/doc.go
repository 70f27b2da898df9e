// Package shop is what the house does: it sells tickets of sealed blocks, opens them through the keeper, keeps accounts, and
// has the acts that need two persons decided by two. It is the rules and the store together, one transaction an act.
//
// Its invariant: an act is done once, whole, and recorded in the journal with the money it moved, or it is refused by name and
// nothing happened; each ticket is sold once, in order of position, and its lot paid once; nobody learns what a ticket shows
// before it is sold to somebody and the keeper was told so.
//
// How acts are kept is left to package store, money to ledger, sealed blocks to press, the second party to keeper, and HTTP to
// api.
package shop
