package press

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"testing"
)

var (
	tableRow = regexp.MustCompile(`\{amount: ([0-9]+), count: ([0-9]+)(?:, total: [0-9]+)?\}`)
	stated   = regexp.MustCompile(`stated: \{.*\}`)
	price    = regexp.MustCompile(`(?m)^price: .*$`)
	block    = regexp.MustCompile(`(?m)^block: ([0-9]+)$`)
)

// shrink makes a game file's block smaller: one ticket of every so many, and one of every lot at least, which costs a higher price.
func shrink(t *testing.T, file []byte, by int64) []byte {
	t.Helper()
	number := func(text []byte) int64 {
		n, err := strconv.ParseInt(string(text), 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	lots, total := int64(0), int64(0)
	file = tableRow.ReplaceAllFunc(file, func(row []byte) []byte {
		m := tableRow.FindSubmatch(row)
		amount, count := number(m[1]), max(1, number(m[2])/by)
		lots, total = lots+count, total+count*amount
		return fmt.Appendf(nil, "{amount: %d, count: %d, total: %d}", amount, count, count*amount)
	})
	if lots == 0 {
		t.Fatal("the table was not found")
	}
	file = price.ReplaceAll(file, []byte("price: 100"))
	file = stated.ReplaceAll(file, fmt.Appendf(nil, "stated: {lots: %d, total: %d}", lots, total))
	return block.ReplaceAllFunc(file, func(line []byte) []byte {
		return fmt.Appendf(nil, "block: %d", number(block.FindSubmatch(line)[1])/by)
	})
}

// TestTheShippedGames prints a small block of each shipped game whole, with an online share, and audits it by everything.
func TestTheShippedGames(t *testing.T) {
	for id, by := range map[string]int64{"bingo-10eur": 450, "vegas-3eur": 100, "sports-2004-5eur": 50} {
		t.Run(id, func(t *testing.T) {
			file, err := os.ReadFile(filepath.Join("..", "..", "games", id+".yaml"))
			if err != nil {
				t.Fatal(err)
			}
			o := fixed(filepath.Join(t.TempDir(), "block"))
			o.Online = 20
			m, err := Print(context.Background(), shrink(t, file, by), o)
			if err != nil {
				t.Fatal(err)
			}
			r, err := Audit(context.Background(), o.Out, AuditOptions{})
			if err != nil {
				t.Fatal(err)
			}
			clean(t, r)
			if got := done(r); got != everything || r.Tickets != int64(m.Block.Tickets) {
				t.Errorf("%s; %d tickets of %d", got, r.Tickets, m.Block.Tickets)
			}
		})
	}
}
