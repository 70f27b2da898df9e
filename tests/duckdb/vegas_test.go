package duckdb

import (
	"database/sql"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// tirage is the program that prints; without it the test builds it. whole lets it print two million tickets instead of a few.
var (
	tirage = flag.String("tirage", "", "path of the built program")
	whole  = flag.Bool("whole", os.Getenv("TIRAGE_WHOLE_BLOCK") != "", "recount a whole block of Vegas (also TIRAGE_WHOLE_BLOCK=1)")
)

// program returns the path of the built program.
func program(t *testing.T) string {
	t.Helper()
	if *tirage != "" {
		return *tirage
	}
	path := filepath.Join(t.TempDir(), "tirage")
	build := exec.Command("go", "build", "-o", path, "./cmd/tirage")
	build.Dir = filepath.Join("..", "..")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return path
}

// paper is what plan.json says of a block.
type paper struct {
	Tickets int64
	Lots    []struct {
		Amount string
		Count  int64
	}
	Compositions []struct {
		Amount string
		Pays   []string
		Count  int64
	}
}

// counted is one row of the recount.
type counted struct {
	key            string // lot, or lot and what each surface pays
	tickets, total int64
}

// recount runs docs/recount-vegas.sql over the print files of a block.
func recount(t *testing.T, block string) (lots, compositions []counted) {
	t.Helper()
	query, err := os.ReadFile(filepath.Join("..", "..", "docs", "recount-vegas.sql"))
	if err != nil {
		t.Fatal(err)
	}
	text := strings.Replace(string(query), "'print/*.parquet'", "'"+filepath.Join(block, "print", "*.parquet")+"'", 1)
	rows, err := open(t).Query(text)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var lot, tickets, total int64
		var pays [5]sql.NullInt64
		if err := rows.Scan(&lot, &pays[0], &pays[1], &pays[2], &pays[3], &pays[4], &tickets, &total); err != nil {
			t.Fatal(err)
		}
		if !pays[0].Valid {
			lots = append(lots, counted{fmt.Sprint(lot), tickets, total})
			continue
		}
		key := fmt.Sprint(lot, ":")
		for _, p := range pays {
			key += fmt.Sprint(" ", p.Int64)
		}
		compositions = append(compositions, counted{key, tickets, total})
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return lots, compositions
}

// TestVegasRecounts prints Vegas and lets DuckDB recount it: a whole block to the ticket, a few packs as far as they go.
func TestVegasRecounts(t *testing.T) {
	block := filepath.Join(t.TempDir(), "block")
	args := []string{"print", "vegas-3eur", "--out", block}
	if !*whole {
		args = append(args, "--packs", "300")
	}
	if out, err := exec.Command(program(t), args...).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	raw, err := os.ReadFile(filepath.Join(block, "plan.json"))
	if err != nil {
		t.Fatal(err)
	}
	var plan paper
	if err := json.Unmarshal(raw, &plan); err != nil {
		t.Fatal(err)
	}
	wantLots, wantCompositions := map[string]int64{}, map[string]int64{}
	lots, compositions := recount(t, block)
	won := int64(0)
	for _, l := range plan.Lots {
		wantLots[l.Amount] = l.Count
		won += l.Count
	}
	wantLots["0"] = plan.Tickets - won
	for _, c := range plan.Compositions {
		wantCompositions[c.Amount+": "+strings.Join(c.Pays, " ")] = c.Count
	}
	compare(t, "lot", lots, wantLots)
	compare(t, "composition", compositions, wantCompositions)
	tickets, total := int64(0), int64(0)
	for _, l := range lots {
		tickets, total = tickets+l.tickets, total+l.total
	}
	switch {
	case *whole && (tickets != 2_000_000 || total != 4_200_000):
		t.Errorf("%d tickets pay %d, article 3 says 2,000,000 pay 4,200,000", tickets, total)
	case !*whole && tickets != 30_000:
		t.Errorf("%d tickets in 300 packs", tickets)
	}
}

// compare holds what was counted to what is planned: to be equal for a whole block, to be part of it for a few packs.
func compare(t *testing.T, what string, found []counted, want map[string]int64) {
	t.Helper()
	seen := map[string]bool{}
	for _, c := range found {
		seen[c.key] = true
		if planned, known := want[c.key]; !known || c.tickets > planned || *whole && c.tickets != planned {
			t.Errorf("%s %s: %d tickets, %d are planned", what, c.key, c.tickets, planned)
		}
	}
	for key, planned := range want {
		if *whole && planned > 0 && !seen[key] {
			t.Errorf("%s %s: no ticket, %d are planned", what, key, planned)
		}
	}
}
