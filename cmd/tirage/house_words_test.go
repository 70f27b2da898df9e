package main

import (
	"strings"

	"tirage/internal/shop"
	"tirage/internal/shop/wallettest"
	"tirage/internal/store"
)

// houseWords are the texts of the verbs of a house that a tongue is asked for by a variable.
func houseWords() []string {
	words := []string{
		store.Registered, store.OnSale, store.Closed, store.Destroyed, store.Pending, shop.Approved, shop.Rejected, shop.Expired, string(stageActs),
		"%s is locked.", "%s is no longer locked.", "%s is erased.", "%s has another password.",
	}
	for _, role := range shop.Roles() {
		words = append(words, string(role))
	}
	for _, kind := range shop.Kinds() {
		words = append(words, string(kind))
	}
	return words
}

// keeperWords are those of the verbs of a keeper and of a wallet.
func keeperWords() (words []string) {
	for _, err := range keeperErrors {
		words = append(words, strings.TrimPrefix(err.Error(), "keeper: "))
	}
	for _, rule := range wallettest.Rules() {
		words = append(words, rule.Text)
	}
	return words
}
