package main

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"tirage/internal/api"
	"tirage/internal/hall"
	"tirage/internal/visible"
)

func newRoom() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "room",
		Short: "Live bingo: rooms, their draws, one's cards; watch, play, run",
		Long: `A room plays one formula by its timetable: a draw is announced with the commitments of two parties, its cards are sold, the sale is locked by one signed root, the secrets
are opened, balls are called on the clock, winners are paid, and the record is published for anybody to verify.

ROOM is the formula's name, DRAW the code of the formula and a number: 4211-00000042.`,
		Example: `  tirage room list
  tirage room watch bingo-extra
  tirage room buy bingo-extra --cards 3 --draws 2 --login player-1
  tirage room mine 4211-00000001 --login player-1
  tirage room record 4211-00000001 --out draw.json && tirage verify draw.json`,
		Args: noVerb,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(
		newRoomList(), newRoomShow(), newRoomWatch(), newRoomOffer(), newRoomBuy(), newRoomMine(), newRoomHistory(), newRoomRecord(),
		newRoomOpen(), newRoomClose(), newRoomCancel(), newRoomSuper(), newRoomVoid())
	return cmd
}

func newRoomList() *cobra.Command {
	var c caller
	cmd := &cobra.Command{
		Use: "list", Short: "Lists the rooms: what is played, what is on sale next, the jackpot", Args: takes(""),
		Example: "  tirage room list --server https://house.example",
		RunE: func(cmd *cobra.Command, _ []string) error {
			return c.with(cmd, false, func(ctx context.Context) error {
				var list api.List[api.Room]
				if err := c.ask(ctx, http.MethodGet, "/api/rooms", nil, &list); err != nil {
					return err
				}
				if c.asJSON {
					return writeJSON(cmd.OutOrStdout(), list.Items)
				}
				writeRooms(cmd.OutOrStdout(), list.Items, tongue(c.lang))
				return nil
			})
		},
	}
	c.flags(cmd, false)
	return cmd
}

func writeRooms(out io.Writer, rooms []api.Room, w tongue) {
	if len(rooms) == 0 {
		fmt.Fprintln(out, w.in("There is none."))
		return
	}
	t := newTable(w.heads("<room", "<state", "<now", "<next sale closes", "cards", "players", "stake", "jackpot")...)
	for i := range rooms {
		r := &rooms[i]
		state := w.in(r.State)
		if r.Paused {
			state = w.in("stands still")
		}
		now, closes, cards, players, jackpot := "", "", "", "", ""
		if len(r.Now) > 0 && r.Now[0].Ended.IsZero() {
			now = w.in("%s, ball %s", r.Now[0].ID, w.count(int64(len(r.Now[0].Balls))))
		}
		if len(r.Next) > 0 {
			d := &r.Next[0]
			closes, cards, players, jackpot = clock(d.Closes), w.count(d.Cards), counted(d, w), cents(d.Jackpot, w)
		}
		if r.Single {
			closes = w.in("when a player buys")
		}
		t.add(r.ID, state, now, closes, cards, players, prices(r.Stakes, w), jackpot)
	}
	t.write(out)
}

// counted is the players of a draw, robots marked.
func counted(d *api.BingoDraw, w tongue) string {
	if d.Robots == 0 {
		return w.count(d.Players)
	}
	return w.in("%s (%s robots)", w.count(d.Players), w.count(d.Robots))
}

// drawState is a draw's state, or the kind of an event that brings it, in words. "opened" alone heads a column of files in French.
func drawState(state string, w tongue) string {
	if state == hall.Opened {
		return w.in("secrets opened")
	}
	return w.in(state)
}

// reasonOf is why a draw ended without a winner: of a void one what two persons wrote, of a cancelled one the name of a reason, in words.
func reasonOf(state, reason string, w tongue) string {
	if state == hall.Cancelled {
		return w.in(visible.Line(reason))
	}
	return visible.Line(reason)
}

func prices(list []int64, w tongue) string {
	var texts []string
	for _, s := range list {
		texts = append(texts, cents(moneyOf(s), w))
	}
	return strings.Join(texts, " · ")
}

// clock is the time of day, UTC.
func clock(t time.Time) string { return t.UTC().Format("15:04:05 UTC") }

func newRoomShow() *cobra.Command {
	var c caller
	cmd := &cobra.Command{
		Use: "show ROOM|DRAW", Short: "Shows a room with its draws, or one draw as it stands", Args: takes("ROOM|DRAW"),
		Example: "  tirage room show bingo-extra\n  tirage room show 4211-00000042",
		RunE: func(cmd *cobra.Command, args []string) error {
			return c.with(cmd, false, func(ctx context.Context) error {
				if isDraw(args[0]) {
					var d api.BingoDraw
					if err := c.ask(ctx, http.MethodGet, "/api/draws/"+args[0], nil, &d); err != nil {
						return err
					}
					if c.asJSON {
						return writeJSON(cmd.OutOrStdout(), d)
					}
					writeDraw(cmd.OutOrStdout(), &d, tongue(c.lang))
					return nil
				}
				var r api.Room
				if err := c.ask(ctx, http.MethodGet, "/api/rooms/"+url.PathEscape(args[0]), nil, &r); err != nil {
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
	c.flags(cmd, false)
	return cmd
}

// isDraw tells a draw's name from a room's.
func isDraw(text string) bool {
	return len(text) == 13 && text[4] == '-' && strings.Trim(text[:4]+text[5:], "0123456789") == ""
}

func writeRoom(out io.Writer, r *api.Room, w tongue) {
	fmt.Fprintf(out, "%s  %s\n", visible.Line(r.Name), w.in(r.State))
	if r.Demo != "" {
		fmt.Fprintln(out, visible.Line(r.Demo))
	}
	if r.Play {
		fmt.Fprintln(out, w.in("play money"))
	}
	fmt.Fprintln(out, w.in("jackpot %s, fund %s; a draw needs %s players and %s cards", cents(r.Jackpot, w), cents(r.Fund, w), w.count(int64(r.Minimum.Players)), w.count(int64(r.Minimum.Cards))))
	s := &r.Run
	if !r.Single {
		fmt.Fprintln(out, w.in("a draw every %s s, a sale of %s s announced %s s before", w.count(int64(s.Every)), w.count(int64(s.Sale)), w.count(int64(s.Ahead))))
	}
	fmt.Fprintln(out, w.in("a ball every %s s, at most %s cards a player", w.number(strconv.FormatFloat(float64(s.Ball)/1000, 'f', -1, 64)), w.count(int64(s.MaxCards))))
	t := newTable(w.heads("<draw", "<state", "<closes", "cards", "players", "stakes", "pool", "jackpot")...)
	for _, list := range [][]api.BingoDraw{r.Now, r.Next} {
		for i := range list {
			d := &list[i]
			t.add(d.ID, drawState(d.State, w), clock(d.Closes), w.count(d.Cards), counted(d, w), cents(d.Stakes, w), cents(d.Pool, w), cents(d.Jackpot, w))
		}
	}
	if len(r.Now)+len(r.Next) > 0 {
		fmt.Fprintln(out)
		t.write(out)
	}
}

func writeDraw(out io.Writer, d *api.BingoDraw, w tongue) {
	fmt.Fprintf(out, "%s  %s  %s\n", d.ID, visible.Line(d.Room), drawState(d.State, w))
	if d.Reason != "" {
		fmt.Fprintln(out, w.in("why: %s", reasonOf(d.State, d.Reason, w)))
	}
	fmt.Fprintln(out, w.in("%s cards of %s players for %s; pool %s, jackpot %s", w.count(d.Cards), counted(d, w), cents(d.Stakes, w), cents(d.Pool, w), cents(d.Jackpot, w)))
	if d.Super > 0 {
		fmt.Fprintln(out, w.in("the fund adds %s to the jackpot of this draw", cents(d.Super, w)))
	}
	t := newTable(w.heads("<figure", "within", "prize", "won at ball", "by", "each")...)
	for _, p := range d.Prizes {
		within, ball, units, each := "", "", "", ""
		if p.Within > 0 {
			within = w.count(int64(p.Within))
		}
		if p.Ball > 0 {
			ball, units, each = w.count(int64(p.Ball)), w.count(int64(p.Units)), cents(p.Each, w)
		}
		t.add(visible.Line(p.Name), within, cents(p.Prize, w), ball, units, each)
	}
	t.write(out)
	if len(d.Balls) > 0 {
		fmt.Fprintln(out, w.in("%s balls: %s", w.count(int64(len(d.Balls))), numbers(d.Balls)))
	}
}

func numbers(list []int) string {
	var texts []string
	for _, n := range list {
		texts = append(texts, strconv.Itoa(n))
	}
	return strings.Join(texts, " ")
}
