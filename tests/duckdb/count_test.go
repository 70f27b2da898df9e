// Package duckdb reads what Tirage prints with somebody else's program. It is a module of its own so that the product
// does not depend on DuckDB.
//
// Its invariant: nothing here calls Tirage's own code, so that an agreement is between two independent readers; the built program
// prints, and that is all it does. What a block must contain is left to the working paper that is printed with it.
package duckdb

import (
	"database/sql"
	"flag"
	"testing"

	_ "github.com/duckdb/duckdb-go/v2"
)

// parquet is the path of a decrypted print file to count. It is a flag and not an environment variable so that the test cache
// sees a change of it.
var parquet = flag.String("parquet", "", "path of a decrypted print file")

// open returns an in-memory database that the end of the test closes.
func open(t *testing.T) *sql.DB {
	t.Helper()
	db, err := sql.Open("duckdb", "")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return db
}

func TestReaderRuns(t *testing.T) {
	var n int
	if err := open(t).QueryRow(`SELECT 42`).Scan(&n); err != nil || n != 42 {
		t.Fatalf("SELECT 42: %d, %v", n, err)
	}
}

// TestReaderReadsParquet lets DuckDB write a Parquet file and read it back, so that the build used here is known to hold
// its Parquet reader; then it opens the file of -parquet, if one is given.
func TestReaderReadsParquet(t *testing.T) {
	db := open(t)
	paths := []string{t.TempDir() + "/seven.parquet"}
	if _, err := db.Exec(`COPY (SELECT range AS n FROM range(7)) TO '` + paths[0] + `' (FORMAT parquet, COMPRESSION zstd)`); err != nil {
		t.Fatal(err)
	}
	if *parquet != "" {
		paths = append(paths, *parquet)
	}
	for i, path := range paths {
		var rows int64
		if err := db.QueryRow(`SELECT count(*) FROM read_parquet(?)`, path).Scan(&rows); err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		if rows == 0 || i == 0 && rows != 7 {
			t.Errorf("%s: %d rows", path, rows)
		}
	}
}
