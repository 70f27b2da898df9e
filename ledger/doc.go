// Package ledger keeps the house's money by double entry, as a pure state machine.
//
// Its invariant: money moves only by transfers, each from one account to another, so that all balances together are zero
// after every act; an act is posted whole or refused by name and then moves nothing; a posted act never changes, and each
// carries the digest of the one before it, so that a changed, dropped, inserted or reordered act shows.
//
// Balances are what the accounts were credited less what they were debited, in minor units of the house's one currency. A
// player's balance is what the house owes the player; the balance of cash is minus what the house holds.
//
// A Verifier reads acts again and compares them with what is kept beside them; docs/ledger.md says how any other program can.
//
// Where acts are kept, who may do them, and what they are for is left to others.
package ledger
