// Package wallettest holds what is asked of an operator's wallet, as rules that any wallet can be tried by, and a wallet in memory that
// keeps them all.
//
// Its invariant: a wallet passes by what it answers and what its balances are, never by how it is made; each rule leaves the wallet
// usable for the next, and finds by itself the one fault that it is about.
//
// How a wallet is asked, and how that is signed, is left to package wallet.
package wallettest
