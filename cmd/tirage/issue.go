package main

import (
	"context"
	"encoding/hex"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"time"

	"github.com/spf13/cobra"

	"tirage/internal/api"
	"tirage/internal/counter"
	"tirage/internal/visible"
)

func newIssue() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "issue",
		Short: "Issues of paper tickets: opened by a notice, closed by two persons, lapsed; then the seeds are published",
		Long: `An issue is the blocks of a game that were issued together: 3002-00. From its opening notice on its packs are sold. Two persons close it, with the day in its closing
notice: its lots are paid until 24:00 in Paris on the day so many days after it. Then it has lapsed, and two persons publish the seeds of its blocks.`,
		Example: `  tirage issue open 3002-00 --notice "JO of 2 March 2026" --login op-1
  tirage issue list
  tirage issue close 3002-00 --notice "JO of 30 November 2026" --day 2026-11-30 --reason "sold" --login op-1
  tirage issue publish 3002-00-0001 --seed-a a.seed --seed-b b.seed --reason "lapsed" --login op-1`,
		Args: noVerb,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(newIssueOpen(), newIssueList(), newIssueClose(), newIssuePublish(), newIssueSeeds())
	return cmd
}

func newIssueOpen() *cobra.Command {
	var c caller
	var notice string
	cmd := &cobra.Command{
		Use: "open ISSUE --notice TEXT", Short: "Opens an issue by its opening notice", Args: takes("ISSUE"),
		Example: `  tirage issue open 3002-00 --notice "JO of 2 March 2026" --login op-1`,
		RunE: func(cmd *cobra.Command, args []string) error {
			return c.with(cmd, true, func(ctx context.Context) error {
				var i api.Issue
				if err := c.act(ctx, "/api/issues", api.Opening{Issue: args[0], Notice: notice}, &i); err != nil {
					return err
				}
				if c.asJSON {
					return writeJSON(cmd.OutOrStdout(), i)
				}
				fmt.Fprintln(cmd.OutOrStdout(), tongue(c.lang).in("Issue %s is open: its packs can be delivered.", i.ID))
				return nil
			})
		},
	}
	addNotice(cmd, &notice)
	c.acts(cmd)
	return cmd
}

func addNotice(cmd *cobra.Command, to *string) {
	cmd.Flags().StringVar(to, "notice", "", "`TEXT`: the notice's words, or its reference")
	_ = cmd.MarkFlagRequired("notice")
}

func newIssueList() *cobra.Command {
	var c caller
	cmd := &cobra.Command{
		Use: "list", Short: "Lists the issues, and until when their lots are paid", Args: takes(""),
		Example: "  tirage issue list --server https://house.example",
		RunE: func(cmd *cobra.Command, _ []string) error {
			return c.with(cmd, false, func(ctx context.Context) error {
				var list api.List[api.Issue]
				if err := c.ask(ctx, http.MethodGet, "/api/issues", nil, &list); err != nil {
					return err
				}
				if c.asJSON {
					return writeJSON(cmd.OutOrStdout(), list.Items)
				}
				writeIssues(cmd.OutOrStdout(), list.Items, tongue(c.lang))
				return nil
			})
		},
	}
	c.flags(cmd, false)
	return cmd
}

func writeIssues(out io.Writer, issues []api.Issue, w tongue) {
	if len(issues) == 0 {
		fmt.Fprintln(out, w.in("There is none."))
		return
	}
	t := newTable(w.heads("<issue", "<state", "<opened", "<notice", "<closing day", "<paid until, in Paris", "blocks")...)
	for i := range issues {
		is := &issues[i]
		last := ""
		if is.LastDay != "" {
			last = is.LastDay + " 24:00"
		}
		t.add(is.ID, w.in(is.State), is.Opened.UTC().Format(time.DateOnly), visible.Line(is.OpeningNotice), is.ClosingDay, last, w.count(int64(len(is.Blocks))))
	}
	t.write(out)
}

func newIssueClose() *cobra.Command {
	var c caller
	var notice, day, reason string
	cmd := &cobra.Command{
		Use: "close ISSUE --notice TEXT --day DAY --reason TEXT", Short: "Proposes to close an issue; a second person must approve", Args: takes("ISSUE"),
		Example: `  tirage issue close 3002-00 --notice "JO of 30 November 2026" --day 2026-11-30 --reason "sold" --login op-1`,
		RunE: func(cmd *cobra.Command, args []string) error {
			return c.proposes(cmd, counter.CloseIssue, reason, map[string]string{"issue": args[0], "notice": notice, "day": day})
		},
	}
	addNotice(cmd, &notice)
	cmd.Flags().StringVar(&day, "day", "", "`DAY` that the notice gives, from which the days for claims are counted: 2026-11-30")
	_ = cmd.MarkFlagRequired("day")
	because(cmd, &reason)
	c.flags(cmd, true)
	return cmd
}

func newIssuePublish() *cobra.Command {
	var c caller
	var a, b, reason string
	cmd := &cobra.Command{
		Use: "publish BLOCK --seed-a FILE --seed-b FILE --reason TEXT", Short: "Proposes to publish a block's seeds once its claims have lapsed; a second person must approve", Args: takes("BLOCK"),
		Long: `Proposes to publish both seeds of a block whose claims have lapsed. The house holds them against what the block's manifest committed to before it was printed. From then on
everybody can make the whole block again: "tirage audit --seed-a --seed-b".`,
		Example: `  tirage issue publish 3002-00-0001 --seed-a a.seed --seed-b b.seed --reason "lapsed on 30 December" --login op-1`,
		RunE: func(cmd *cobra.Command, args []string) error {
			body := map[string]string{"block": args[0]}
			for name, path := range map[string]string{"seed_a": a, "seed_b": b} {
				seed, err := readSeed(path)
				if err != nil {
					return err
				}
				body[name] = seed.Hex()
			}
			return c.proposes(cmd, counter.PublishSeeds, reason, body)
		},
	}
	cmd.Flags().StringVar(&a, "seed-a", "", "the house's seed `FILE`")
	cmd.Flags().StringVar(&b, "seed-b", "", "the keeper's seed `FILE`")
	_ = cmd.MarkFlagRequired("seed-a")
	_ = cmd.MarkFlagRequired("seed-b")
	because(cmd, &reason)
	c.flags(cmd, true)
	return cmd
}

func newIssueSeeds() *cobra.Command {
	var c caller
	cmd := &cobra.Command{
		Use: "seeds BLOCK", Short: "Shows the published seeds of a block", Args: takes("BLOCK"),
		Example: "  tirage issue seeds 3002-00-0001 --server https://house.example",
		RunE: func(cmd *cobra.Command, args []string) error {
			return c.with(cmd, false, func(ctx context.Context) error {
				var s api.Seeds
				if err := c.ask(ctx, http.MethodGet, "/api/blocks/"+url.PathEscape(args[0])+"/seeds", nil, &s); err != nil {
					return err
				}
				if c.asJSON {
					return writeJSON(cmd.OutOrStdout(), s)
				}
				for _, seed := range []string{s.SeedA, s.SeedB} {
					if raw, err := hex.DecodeString(seed); err != nil || len(raw) != 32 {
						return refuse("%s answers something else than a house does", c.server)
					}
				}
				fmt.Fprintf(cmd.OutOrStdout(), "a %s\nb %s\n", s.SeedA, s.SeedB)
				return nil
			})
		},
	}
	c.flags(cmd, false)
	return cmd
}
