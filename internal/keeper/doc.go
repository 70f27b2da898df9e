// Package keeper is the second party of an online sale: a process of other administrators, with its own keys and its own record.
//
// Its invariant: of each block it is told every sale once, in the order of positions, and it answers its half of a ticket's key only for
// a position it was told, after noting on disk that it did; of a paper ticket, which is never sold online, only once its own
// administrators permitted that very one. What it acknowledged it never forgets and never changes: it signs the number of sales told and
// a chain of digests over them. So whoever opens a ticket has bought it first, in sight of both parties.
//
// A Book is the keeper itself; a Client is how the house reaches one on another machine, and how it finds one out that lies or was
// restored from an old copy. Envelopes, faces, sales and who may buy are left to others; so is who holds the keeper's seed.
package keeper
