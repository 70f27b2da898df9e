// Package retail is what the counter decides, without a database: what becomes of packs, claims and issues, which answer a ticket gets, when
// claims lapse, what a retailer earns.
//
// Its invariant: a ticket is paid whole, once, in one place; and only while its pack is active and its issue has not lapsed.
// Who asks, what is stored and how money moves is left to the counter's room in the house.
package retail
