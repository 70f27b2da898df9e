package main

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"

	"github.com/spf13/cobra"

	"tirage/internal/api"
)

func newReport() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "report",
		Short: "Reports of a house: what was sold and paid, how its blocks stand, what is to be looked into",
		Long: `Reports of a house, to its staff: what was sold and paid, how blocks stand, what is to be looked into. They agree with the ledger to the cent. --csv writes a
table for spreadsheets: a line of names first, amounts in the main unit with a point.`,
		Example: `  tirage report sales --by day --from 2026-11-01 --to 2026-11-30 --login auditor
  tirage report sales --by block,retailer --csv --login auditor > sales.csv
  tirage report returns --login auditor
  tirage report suspicions --login auditor`,
		Args: noVerb,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(newReportSales(), newReportReturns(), newReportSuspicions())
	return cmd
}

// reportCall is a call of a verb that makes a report.
type reportCall struct {
	caller
	from, to string
	csv      bool
}

func (c *reportCall) period(cmd *cobra.Command) {
	cmd.Flags().StringVar(&c.from, "from", "", "first `DAY`, in Paris: 2026-11-01 (default: the beginning)")
	cmd.Flags().StringVar(&c.to, "to", "", "last `DAY`, in Paris: 2026-11-30 (default: today)")
}

func (c *reportCall) finish(cmd *cobra.Command) {
	cmd.Flags().BoolVar(&c.csv, "csv", false, "write the report as CSV")
	c.flags(cmd, true)
	cmd.MarkFlagsMutuallyExclusive("csv", "json")
}

// query is what the address of the report has behind it.
func (c *reportCall) query(by string) string {
	q := url.Values{}
	for name, value := range map[string]string{"by": by, "from": c.from, "to": c.to} {
		if value != "" {
			q.Set(name, value)
		}
	}
	if len(q) == 0 {
		return ""
	}
	return "?" + q.Encode()
}

// report asks for a report, and writes it as it is wanted.
func report[T any](c *reportCall, cmd *cobra.Command, name, by string, write func(io.Writer, *T, tongue)) error {
	return c.with(cmd, true, func(ctx context.Context) error {
		out := cmd.OutOrStdout()
		if c.csv {
			var text string
			if err := c.ask(ctx, http.MethodGet, "/api/reports/"+name+".csv"+c.query(by), nil, &text); err != nil {
				return err
			}
			_, err := io.WriteString(out, text)
			return err
		}
		var made T
		if err := c.ask(ctx, http.MethodGet, "/api/reports/"+name+c.query(by), nil, &made); err != nil {
			return err
		}
		if c.asJSON {
			return writeJSON(out, made)
		}
		write(out, &made, tongue(c.lang))
		return nil
	})
}

func newReportSales() *cobra.Command {
	var c reportCall
	var by string
	cmd := &cobra.Command{
		Use: "sales", Short: "What was sold, paid and refunded, and what retailers earned: by issue, block, retailer or day", Args: takes(""),
		Example: "  tirage report sales --by day --from 2026-11-01 --to 2026-11-30 --login auditor\n  tirage report sales --by block,retailer --csv --login auditor > sales.csv",
		RunE: func(cmd *cobra.Command, _ []string) error {
			return report(&c, cmd, "sales", by, func(out io.Writer, r *api.SalesReport, w tongue) { writeSales(out, r, by, w) })
		},
	}
	cmd.Flags().StringVar(&by, "by", "", "`WHAT` it is divided by: issue, block, retailer, day, or several with commas between them (default: not at all)")
	c.period(cmd)
	c.finish(cmd)
	return cmd
}

func writeSales(out io.Writer, r *api.SalesReport, by string, w tongue) {
	var heads []string
	for part := range strings.SplitSeq(by, ",") {
		if part != "" {
			heads = append(heads, "<"+w.in(part))
		}
	}
	t := newTable(append(append(heads, w.heads("<money")...), w.heads("online", "packs", "sold", "lots", "paid", "refunded", "commission", "left in the game")...)...)
	for i := range r.Rows {
		row := &r.Rows[i]
		var cells []string
		for part := range strings.SplitSeq(by, ",") {
			switch part {
			case "issue":
				cells = append(cells, row.Issue)
			case "block":
				cells = append(cells, row.Block)
			case "retailer":
				cells = append(cells, w.in(row.Retailer))
			case "day":
				cells = append(cells, row.Day)
			}
		}
		kind := w.in("money")
		if row.Play {
			kind = w.in("play")
		}
		t.add(append(cells, kind, cents(row.OnlineSold, w), cents(row.PacksSold, w), cents(row.Sold, w), w.count(row.Lots), cents(row.Paid, w), cents(row.Refunded, w), cents(row.Commission, w), cents(row.Game, w))...)
	}
	t.write(out)
}

func newReportReturns() *cobra.Command {
	var c reportCall
	cmd := &cobra.Command{
		Use: "returns", Short: "How issues and blocks stand: the return so far beside the theoretical one, and what is expected to be paid yet", Args: takes(""),
		Example: "  tirage report returns --login auditor",
		RunE: func(cmd *cobra.Command, _ []string) error {
			return report(&c, cmd, "returns", "", func(out io.Writer, r *api.List[api.Standing], w tongue) { writeStandings(out, r.Items, w) })
		},
	}
	c.finish(cmd)
	return cmd
}

func writeStandings(out io.Writer, list []api.Standing, w tongue) {
	t := newTable(w.heads("<issue", "<block", "<money", "<state", "sold", "paid", "return", "theoretical", "refunded", "commission", "expected to be paid yet")...)
	for i := range list {
		s := &list[i]
		kind := w.in("money")
		if s.Play {
			kind = w.in("play")
		}
		t.add(s.Issue, s.Block, kind, w.in(s.State), cents(s.Sold, w), cents(s.Paid, w), s.Actual, s.Theoretical, cents(s.Refunded, w), cents(s.Commission, w), cents(s.Expected, w))
	}
	t.write(out)
	fmt.Fprintf(out, "\n%s\n", w.in("What is expected follows from the prize table: which tickets win, nobody knows. \"tirage block show\" has the lots left."))
}

func newReportSuspicions() *cobra.Command {
	var c reportCall
	cmd := &cobra.Command{
		Use: "suspicions", Short: "Winning tickets that who paid them had seen long before, or that somebody else asked about later", Args: takes(""),
		Long: `Everybody who asks about a winning ticket with its numbers is noted. This lists the tickets that who paid them had seen more than ten minutes before, and those that somebody
else asked about after they were paid: a retailer who tells customers that they have lost, and is paid later, is found so. Beside them
stands how many misprints each retailer made good, on what he said to have read. It proves nothing by itself.`,
		Example: "  tirage report suspicions --from 2026-11-01 --login auditor",
		RunE: func(cmd *cobra.Command, _ []string) error {
			return report(&c, cmd, "suspicions", "", writeSuspicions)
		},
	}
	c.period(cmd)
	c.finish(cmd)
	return cmd
}

func writeSuspicions(out io.Writer, s *api.Suspicions, w tongue) {
	if len(s.Suspects) == 0 {
		fmt.Fprintln(out, w.in("There is none."))
		return
	}
	t := newTable(w.heads("<retailer", "tickets paid", "seen before", "asked after", "lots", "misprints", "refunded")...)
	for _, p := range s.Suspects {
		t.add(p.Payer, w.count(p.Tickets), w.count(p.SeenBefore), w.count(p.AskedAfter), cents(p.Amount, w), w.count(p.Misprints), cents(p.Refunded, w))
	}
	t.write(out)
	if len(s.List) == 0 {
		return
	}
	fmt.Fprintln(out)
	t = newTable(w.heads("<serial", "lot", "<why", "<asked", "<by", "<was answered", "<paid", "<by")...)
	for i := range s.List {
		one := &s.List[i]
		t.add(one.Serial, cents(one.Amount, w), w.in(one.Why), stamp(one.Asked), one.Asker, one.Answer, stamp(one.PaidAt), one.Payer)
	}
	t.write(out)
}
