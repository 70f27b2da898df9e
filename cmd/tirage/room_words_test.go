package main

import "tirage/internal/hall"

// roomWords are the texts of the verbs of rooms that a tongue is asked for by a variable.
func roomWords() []string {
	return []string{
		string(hall.AnnounceSuper), string(hall.VoidDraw), hall.OnSale, hall.Resumed, hall.Cancelled, hall.Voided,
		"scheduled", "locked", "calling", "settled", "too_few", "operator", "keeper_silent",
	}
}
