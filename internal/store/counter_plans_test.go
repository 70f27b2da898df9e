package store

import (
	"context"
	"database/sql"
	"fmt"
	"strings"
	"testing"

	"tirage/internal/store/rows"
)

// explained asks for the plan of each statement before it is run.
type explained struct {
	rows.DBTX
	ask  string // what asks the database for a plan
	plan string // of the last statement
}

// QueryContext is part of rows.DBTX.
func (e *explained) QueryContext(ctx context.Context, text string, args ...any) (*sql.Rows, error) {
	list, err := e.DBTX.QueryContext(ctx, e.ask+text, args...)
	if err != nil {
		return nil, err
	}
	defer list.Close()
	columns, err := list.Columns()
	if err != nil {
		return nil, err
	}
	var plan strings.Builder
	for list.Next() {
		row := make([]any, len(columns))
		for i := range row {
			row[i] = new(any)
		}
		if err := list.Scan(row...); err != nil {
			return nil, err
		}
		fmt.Fprintln(&plan, *row[len(row)-1].(*any))
	}
	e.plan = plan.String()
	if err := list.Err(); err != nil {
		return nil, err
	}
	return e.DBTX.QueryContext(ctx, text, args...)
}

// TestClaimsAreFound looks at how claims are found: those of a time by the index that says the same as the statement, and all in the order of
// their primary key, without sorting.
func TestClaimsAreFound(t *testing.T) {
	onEach(t, func(t *testing.T, d database) {
		h, ctx := counterHouse(t, d.fresh(t), Options{}), t.Context()
		conn, err := h.reader.Conn(ctx)
		must(t, err)
		defer conn.Close()
		e := &explained{DBTX: conn, ask: "explain query plan "}
		key, sort := "USING PRIMARY KEY", "FOR ORDER BY"
		if d.name != "sqlite" {
			e.ask, key, sort = "explain ", "using claim_pkey", "Sort"
			_, err := conn.ExecContext(ctx, "set enable_seqscan = off") // of an empty table it would rather read all
			must(t, err)
		}
		_, err = rows.New(e).PaperPayments(ctx, rows.PaperPaymentsParams{Since: 103, Before: 107})
		must(t, err)
		if !strings.Contains(e.plan, "claim_at") {
			t.Errorf("payments are found by:\n%s", e.plan)
		}
		_, err = rows.New(e).Claims(ctx, rows.ClaimsParams{AfterBlock: string(firstBlock), AfterPosition: 7, Most: 10})
		must(t, err)
		if !strings.Contains(e.plan, key) || strings.Contains(e.plan, sort) {
			t.Errorf("claims are found by:\n%s", e.plan)
		}
	})
}
