package main

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"tirage/internal/api"
	"tirage/internal/visible"
)

func newProposal() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "proposal",
		Short: "Acts that need two persons: what was proposed, and what a second person says to it",
		Long: `Some acts need two different persons: to register or destroy a block, to reconstruct a ticket, to adjust an account, to change a game, to make a
member of the house's staff or give one another password. One proposes it with a reason; another looks at it and approves or rejects it within three days. Both are in the record for ever.`,
		Example: `  tirage proposal list --login bruno
  tirage proposal show w8k2n5r0c3x7t1v9 --login bruno
  tirage proposal approve w8k2n5r0c3x7t1v9 --reason "audited it as well" --login bruno`,
		Args: noVerb,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(newProposalList(), newProposalShow(),
		newDecision("approve", "Does a proposed act, whole, if it can still be done; who proposed it cannot"),
		newDecision("reject", "Rejects a proposed act: nothing is done"))
	return cmd
}

// stamp writes a time of a house.
func stamp(t time.Time) string { return t.UTC().Format("2006-01-02 15:04 UTC") }

// proposals asks for all proposals of a state.
func (c *caller) proposals(ctx context.Context, state string) (all []api.Proposal, err error) {
	for after := ""; ; {
		query := url.Values{"state": {state}, "limit": {"200"}}
		if after != "" {
			query.Set("after", after)
		}
		var page api.List[api.Proposal]
		if err := c.ask(ctx, http.MethodGet, "/api/proposals?"+query.Encode(), nil, &page); err != nil {
			return nil, err
		}
		all = append(all, page.Items...)
		if after = page.Next; after == "" {
			return all, nil
		}
	}
}

func newProposalList() *cobra.Command {
	var c caller
	var state string
	cmd := &cobra.Command{
		Use: "list", Short: "Lists the proposals that wait for a second person, or were decided", Args: takes(""),
		Example: "  tirage proposal list --login bruno\n  tirage proposal list --state approved --login bruno",
		RunE: func(cmd *cobra.Command, _ []string) error {
			return c.with(cmd, true, func(ctx context.Context) error {
				list, err := c.proposals(ctx, state)
				if err != nil {
					return err
				}
				if c.asJSON {
					return writeJSON(cmd.OutOrStdout(), list)
				}
				writeProposals(cmd.OutOrStdout(), list, tongue(c.lang))
				return nil
			})
		},
	}
	cmd.Flags().StringVar(&state, "state", "pending", "`STATE`: pending, approved or rejected")
	c.flags(cmd, true)
	return cmd
}

func writeProposals(out io.Writer, list []api.Proposal, w tongue) {
	if len(list) == 0 {
		fmt.Fprintln(out, w.in("There is none."))
		return
	}
	t := newTable(w.heads("<proposal", "<act", "<by", "<until", "<state", "<reason")...)
	for i := range list {
		p := &list[i]
		t.add(p.ID, w.in(p.Kind), p.Proposer, stamp(p.Expires), w.in(p.State), visible.Line(p.Reason))
	}
	t.write(out)
}

func newProposalShow() *cobra.Command {
	var c caller
	cmd := &cobra.Command{
		Use: "show PROPOSAL", Short: "Shows a proposal whole", Args: takes("PROPOSAL"),
		Example: "  tirage proposal show w8k2n5r0c3x7t1v9 --login bruno",
		RunE: func(cmd *cobra.Command, args []string) error {
			return c.with(cmd, true, func(ctx context.Context) error {
				var p api.Proposal
				if err := c.ask(ctx, http.MethodGet, "/api/proposals/"+url.PathEscape(strings.TrimSpace(args[0])), nil, &p); err != nil {
					return err
				}
				return c.show(cmd.OutOrStdout(), &p)
			})
		},
	}
	c.flags(cmd, true)
	return cmd
}

func (c *caller) show(out io.Writer, p *api.Proposal) error {
	if c.asJSON {
		return writeJSON(out, p)
	}
	w := tongue(c.lang)
	fmt.Fprintf(out, "%s  %s  %s\n", p.ID, w.in(p.Kind), w.in(p.State))
	fmt.Fprintln(out, visible.Line(string(p.Body)))
	fmt.Fprintln(out, w.in("proposed by %s, %s: %s", p.Proposer, stamp(p.Created), visible.Line(p.Reason)))
	if p.Decider != "" {
		fmt.Fprintln(out, w.in("decided by %s, %s: %s", p.Decider, stamp(p.Decided), visible.Line(p.Note)))
	} else {
		fmt.Fprintln(out, w.in("can be decided until %s", stamp(p.Expires)))
	}
	if p.Face != nil {
		fmt.Fprintln(out, w.in("the ticket shows, as \"tirage judge\" reads it:"))
		fmt.Fprintln(out, visible.Line(string(p.Face)))
	}
	return nil
}

// newDecision is a verb by which a second person decides.
func newDecision(use, short string) *cobra.Command {
	var c caller
	var reason string
	cmd := &cobra.Command{
		Use: use + " PROPOSAL --reason TEXT", Short: short, Args: takes("PROPOSAL"),
		Example: "  tirage proposal " + use + " w8k2n5r0c3x7t1v9 --reason \"looked at it\" --login bruno",
		RunE: func(cmd *cobra.Command, args []string) error {
			return c.with(cmd, true, func(ctx context.Context) error {
				var p api.Proposal
				if err := c.ask(ctx, http.MethodPost, "/api/proposals/"+url.PathEscape(strings.TrimSpace(args[0]))+"/"+use, api.Decision{Reason: reason}, &p); err != nil {
					return err
				}
				return c.show(cmd.OutOrStdout(), &p)
			})
		},
	}
	cmd.Flags().StringVar(&reason, "reason", "", "`TEXT` for the record: why")
	_ = cmd.MarkFlagRequired("reason")
	c.flags(cmd, true)
	return cmd
}
