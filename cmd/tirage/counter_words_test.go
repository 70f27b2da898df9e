package main

import (
	"tirage/internal/counter"
	"tirage/retail"
)

// counterWords are the texts of the verbs of the counter that a tongue is asked for by a variable.
func counterWords() []string {
	return []string{
		string(retail.Open), string(retail.Closed), string(retail.Lapsed), string(retail.FileOpen), string(retail.FilePaid), string(retail.FileRefused),
		string(retail.Received), string(retail.Confirmed), string(retail.Active), string(retail.Settled), string(retail.Returned), string(retail.Lost), string(retail.Stolen),
		string(counter.CloseIssue), string(counter.PublishSeeds), string(counter.PayFile), string(counter.LiftOpposition), string(counter.RestorePack), string(counter.RefundTicket),
		"settle_packs", "pay_claim", "misprint", "collect", // acts in a retailer's day
		counter.Online, counter.Centre, counter.SeenBefore, counter.AskedAfter, "issue", "block", "retailer", "day", // in reports
	}
}
