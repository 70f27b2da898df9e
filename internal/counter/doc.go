// Package counter is the house's room for paper tickets: issues and their notices, packs and retailers, claims and misprints, what lapses,
// and the reports of all that.
//
// Its invariant is that of package retail, held against crashes, races and repetition: every change is an act in the journal of this node,
// and whoever lost an answer asks again under the same key. It keeps no state of its own: the database is the truth.
// Money, the chain of acts and who may act are the shop's.
package counter
