package main

import (
	"context"
	"fmt"
	"net/url"
	"time"

	"github.com/spf13/cobra"

	"tirage/internal/api"
	"tirage/internal/hall"
)

func newRoomOpen() *cobra.Command {
	var c caller
	var first, reason string
	var play bool
	var s api.RoomSettings
	cmd := &cobra.Command{
		Use: "open GAME --reason TEXT", Short: "Opens a room for a formula, or sets how it is run from the next draw on", Args: takes("GAME"),
		Long: `Opens a room for a formula: a shipped one, or a game file. Called again for the same formula it changes how the room is run, or the version of the formula, for the draws that
are announced from then on; what was announced stays as it was. A single-player room has no timetable.`,
		Example: `  tirage room open bingo-extra --first 2026-12-01T20:00:00Z --every 300 --sale 600 --ahead 120 --reason "the evening's room" --login op-1
  tirage room open solo-75 --ball 800 --play --reason "to try" --login op-1`,
		RunE: func(cmd *cobra.Command, args []string) error {
			return c.with(cmd, true, func(ctx context.Context) error {
				f, err := loadFormula(args[0])
				if err != nil {
					return err
				}
				file, err := source(args[0])
				if err != nil {
					return err
				}
				if first != "" {
					if s.First, err = time.Parse(time.RFC3339, first); err != nil {
						return refuse("--first %s: write a time as 2026-12-01T20:00:00Z", first)
					}
				}
				if s.MaxCards == 0 {
					s.MaxCards = f.MaxCards
				}
				var r api.Room
				if err := c.act(ctx, "/api/rooms", api.RoomWanted{File: string(file), Play: play, Settings: s, Reason: reason}, &r); err != nil {
					return err
				}
				if c.asJSON {
					return writeJSON(cmd.OutOrStdout(), r)
				}
				writeRoom(cmd.OutOrStdout(), &r, tongue(c.lang))
				return nil
			})
		},
	}
	f := cmd.Flags()
	f.StringVar(&first, "first", "", "`TIME` at which the sale of a first draw closes: 2026-12-01T20:00:00Z")
	f.IntVar(&s.Every, "every", 0, "`SECONDS` from one close to the next")
	f.IntVar(&s.Sale, "sale", 0, "`SECONDS` that a sale is open: more than --every puts several draws on sale at once")
	f.IntVar(&s.Ahead, "ahead", 0, "`SECONDS` between the announcement and the opening of the sale")
	f.IntVar(&s.Ball, "ball", 3000, "`MILLISECONDS` from one ball to the next")
	f.IntVar(&s.Patience, "patience", 300, "`SECONDS` that the keeper's secret is waited for")
	f.IntVar(&s.MaxCards, "max-cards", 0, "`NUMBER` of cards a player and draw (default: the formula's)")
	f.IntVar(&s.Robots, "robots", 0, "`NUMBER` of robots, in rooms for play money")
	f.BoolVar(&play, "play", false, "for play money")
	because(cmd, &reason)
	c.acts(cmd)
	return cmd
}

func newRoomClose() *cobra.Command {
	var c caller
	var reason string
	cmd := &cobra.Command{
		Use: "close ROOM --reason TEXT", Short: "Closes a room: no draw is announced any more, those that are go on", Args: takes("ROOM"),
		Example: `  tirage room close classic-75 --reason "the season is over" --login op-1`,
		RunE: func(cmd *cobra.Command, args []string) error {
			return c.with(cmd, true, func(ctx context.Context) error {
				var r api.Room
				if err := c.act(ctx, "/api/rooms/"+url.PathEscape(args[0])+"/close", api.Because{Reason: reason}, &r); err != nil {
					return err
				}
				if c.asJSON {
					return writeJSON(cmd.OutOrStdout(), r)
				}
				fmt.Fprintln(cmd.OutOrStdout(), tongue(c.lang).in("%s is closed.", r.ID))
				return nil
			})
		},
	}
	because(cmd, &reason)
	c.acts(cmd)
	return cmd
}

func newRoomCancel() *cobra.Command {
	var c caller
	var reason string
	cmd := &cobra.Command{
		Use: "cancel DRAW --reason TEXT", Short: "Cancels a draw before its lock: every stake goes back", Args: takes("DRAW"),
		Example: `  tirage room cancel 4211-00000042 --reason "a strike" --login op-1`,
		RunE: func(cmd *cobra.Command, args []string) error {
			return c.with(cmd, true, func(ctx context.Context) error {
				var d api.BingoDraw
				if err := c.act(ctx, "/api/draws/"+url.PathEscape(args[0])+"/cancel", api.Because{Reason: reason}, &d); err != nil {
					return err
				}
				if c.asJSON {
					return writeJSON(cmd.OutOrStdout(), d)
				}
				writeDraw(cmd.OutOrStdout(), &d, tongue(c.lang))
				return nil
			})
		},
	}
	because(cmd, &reason)
	c.acts(cmd)
	return cmd
}

func newRoomSuper() *cobra.Command {
	var c caller
	var sum, reason string
	cmd := &cobra.Command{
		Use: "super DRAW --amount AMOUNT --reason TEXT", Short: "Proposes a super jackpot before a draw's sale opens; a second person must approve", Args: takes("DRAW"),
		Long: `Proposes to add an amount of the formula's fund to the jackpot of a draw whose sale has not opened. It is taken from the fund at the lock, and goes back if the
jackpot is not won.`,
		Example: `  tirage room super 4211-00000042 --amount 1000 --reason "the fund grows" --login op-1`,
		RunE: func(cmd *cobra.Command, args []string) error {
			a, err := amount("amount", sum)
			if err != nil {
				return err
			}
			return c.proposes(cmd, hall.AnnounceSuper, reason, map[string]any{"draw": args[0], "amount": a})
		},
	}
	cmd.Flags().StringVar(&sum, "amount", "", "`AMOUNT` of the fund")
	_ = cmd.MarkFlagRequired("amount")
	because(cmd, &reason)
	c.flags(cmd, true)
	return cmd
}

func newRoomVoid() *cobra.Command {
	var c caller
	var reason string
	cmd := &cobra.Command{
		Use: "void DRAW --reason TEXT", Short: "Proposes to void a draw after its lock; a second person must approve", Args: takes("DRAW"),
		Long: `Proposes to void a draw that was locked: every stake goes back, jackpot and fund stay as they were, and all is published, with what would have been paid. The reason is
signed and published.`,
		Example: `  tirage room void 4211-00000042 --reason "the feed showed a wrong ball" --login op-1`,
		RunE: func(cmd *cobra.Command, args []string) error {
			return c.proposes(cmd, hall.VoidDraw, reason, map[string]any{"draw": args[0], "reason": reason})
		},
	}
	because(cmd, &reason)
	c.flags(cmd, true)
	return cmd
}
