// Package seal says how a block of tickets is numbered and sealed: serials, VIRNs, key derivation, envelopes, leaves.
//
// Its invariant: all of it is a pure function of the two seeds and of the block's identity, the same bytes on any machine
// and in any later version (docs/block-seal.md, testdata/vectors.json); and nobody who holds less than two of the house's
// keys, the keeper's keys and the ticket itself learns a ticket's lot.
//
// Where seeds come from, when they are opened and forgotten, the plan of lots, faces, files and the transparency-log
// tree are left to others. Go cannot promise to erase memory: forgetting a seed means ending the process that read it.
package seal
