package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"tirage/internal/api"
	"tirage/internal/hall"
	"tirage/internal/visible"
	"tirage/money"
)

func newRoomWatch() *cobra.Command {
	var c caller
	c.anybody = true
	var draws int
	cmd := &cobra.Command{
		Use: "watch ROOM|DRAW", Short: "Shows a draw as it happens: cards sold, the lock, each ball, who wins what", Args: takes("ROOM|DRAW"),
		Long: `Follows a draw, or the draws of a room one after another, until ctrl-C or --draws draws have ended. Events are read from the draw's log: after a lost line it goes on
where it was. With --login it also says how near one's own cards are.`,
		Example: "  tirage room watch bingo-extra\n  tirage room watch 4211-00000042 --json\n  tirage room watch bingo-extra --draws 1 --login player-1",
		RunE: func(cmd *cobra.Command, args []string) error {
			if draws < 0 {
				return refuse("--draws %d: a number of draws, or 0 for until ctrl-C", draws)
			}
			return c.with(cmd, true, func(ctx context.Context) error {
				w := &watcher{c: &c, out: cmd.OutOrStdout(), w: tongue(c.lang), figures: map[string]string{}}
				if isDraw(args[0]) {
					return w.draw(ctx, args[0])
				}
				for n := 0; draws == 0 || n < draws; n++ {
					id, err := w.next(ctx, args[0])
					if err != nil {
						return err
					}
					if err := w.draw(ctx, id); err != nil {
						return err
					}
				}
				return nil
			})
		},
	}
	cmd.Flags().IntVar(&draws, "draws", 0, "`NUMBER` of draws to watch (default: until ctrl-C)")
	c.flags(cmd, true)
	return cmd
}

// watcher shows draws as they happen.
type watcher struct {
	c    *caller
	out  io.Writer
	w    tongue
	last string // the draw that was watched last

	figures map[string]string // their names, by what events call them
}

// next is the draw of a room to be watched: the one that is played, or the next one.
func (w *watcher) next(ctx context.Context, room string) (string, error) {
	for {
		var r api.Room
		if err := w.c.ask(ctx, http.MethodGet, "/api/rooms/"+url.PathEscape(room), nil, &r); err != nil {
			return "", err
		}
		if r.Single {
			return "", refuse("each draw of %s is one player's: watch it by its own name", room)
		}
		for _, list := range [][]api.BingoDraw{r.Now, r.Next} {
			for i := range list {
				if list[i].Ended.IsZero() && list[i].ID > w.last {
					return list[i].ID, nil
				}
			}
		}
		select {
		case <-ctx.Done():
			return "", ctx.Err()
		case <-time.After(time.Second):
		}
	}
}

// draw follows a draw to its end.
func (w *watcher) draw(ctx context.Context, id string) error {
	w.last = id
	for after := int64(0); ; {
		var events api.List[api.DrawEvent]
		err := w.c.ask(ctx, http.MethodGet, fmt.Sprintf("/api/draws/%s/events?after=%d&limit=500&wait=15", id, after), nil, &events)
		if err != nil {
			return errors.Join(err, ctx.Err())
		}
		for i := range events.Items {
			e := &events.Items[i]
			after = e.Seq
			if err := w.tell(ctx, e); err != nil {
				return err
			}
			switch e.Kind {
			case hall.Settled, hall.Cancelled, hall.Voided:
				return nil
			}
		}
	}
}

// tell writes an event.
func (w *watcher) tell(ctx context.Context, e *api.DrawEvent) error {
	if w.c.asJSON {
		return json.NewEncoder(w.out).Encode(e)
	}
	fmt.Fprintf(w.out, "%s  %s  ", clock(e.At), e.Draw)
	t := w.w
	switch e.Kind {
	case hall.Called:
		return w.ball(ctx, e)
	case hall.Announced, hall.Locked:
		var d hall.DrawView
		if err := w.read(e, &d); err != nil {
			return err
		}
		for _, p := range d.Prizes {
			w.figures[p.Figure] = p.Name.In(money.Lang(t))
		}
		if e.Kind == hall.Announced {
			fmt.Fprintln(w.out, t.in("announced: the sale opens at %s and closes at %s", clock(time.UnixMicro(d.Opens)), clock(time.UnixMicro(d.Closes))))
			return nil
		}
		fmt.Fprintln(w.out, t.in("locked: %s cards of %s players, pool %s, jackpot %s", t.count(d.Cards), t.count(d.Players), cents(d.Pool, t), cents(d.Jackpot, t)))
	case hall.Super:
		var b hall.SuperBody
		if err := w.read(e, &b); err != nil {
			return err
		}
		fmt.Fprintln(w.out, t.in("super jackpot: the fund adds %s", cents(b.Amount, t)))
	case hall.Settled, hall.Cancelled, hall.Voided:
		var b hall.EndBody
		if err := w.read(e, &b); err != nil {
			return err
		}
		switch e.Kind {
		case hall.Settled:
			fmt.Fprintln(w.out, t.in("settled: %s paid to winners; the jackpot holds %s", cents(b.Paid, t), cents(b.Jackpot, t)))
		default:
			fmt.Fprintln(w.out, t.in("%s (%s): %s given back", t.in(e.Kind), reasonOf(e.Kind, b.Reason, t), cents(b.Paid, t)))
		}
	default:
		fmt.Fprintln(w.out, drawState(e.Kind, t))
	}
	return nil
}

func (w *watcher) read(e *api.DrawEvent, into any) error {
	if json.Unmarshal(e.Body, into) != nil {
		return refuse("%s answers something else than a house does", w.c.server)
	}
	return nil
}

// ball writes a ball, what was won at it, and how near one's cards are.
func (w *watcher) ball(ctx context.Context, e *api.DrawEvent) error {
	var b hall.BallBody
	if err := w.read(e, &b); err != nil {
		return err
	}
	t := w.w
	fmt.Fprint(w.out, t.in("ball %d: %d", b.Number, b.Ball))
	if w.c.token != "" {
		var hand api.Hand
		if err := w.c.ask(ctx, http.MethodGet, "/api/draws/"+e.Draw+"/cards", nil, &hand); err == nil && len(hand.Cards) > 0 && len(hand.Cards[0].Missing) > 0 {
			fmt.Fprint(w.out, "  ", t.in("your nearest card: %d to go", least(hand.Cards[0].Missing)))
		}
	}
	fmt.Fprintln(w.out)
	for _, won := range b.Won {
		fmt.Fprintf(w.out, "    %s\n", t.in("%s: won by %s, %s each", visible.Line(cmp.Or(w.figures[won.Figure], won.Figure)), t.count(int64(won.Units)), cents(won.Each, t)))
	}
	return nil
}

func least(list []int) int {
	n := list[0]
	for _, v := range list {
		n = min(n, v)
	}
	return n
}

func newRoomRecord() *cobra.Command {
	var c caller
	var path, commitment string
	cmd := &cobra.Command{
		Use: "record DRAW --out FILE", Short: "Fetches the record of a draw that has ended, for \"tirage verify\"", Args: takes("DRAW"),
		Long: `Fetches the record of a draw that has ended. With --commitment it also fetches what the keeper signed before the sale, which is no part of the record: that it, and not
the house, committed to the second secret.`,
		Example: `  tirage room record 4211-00000042 --out draw.json && tirage verify draw.json --verifier hall.verifier
  tirage room record 4211-00000042 --out draw.json --commitment draw.keeper
  tirage verify draw.json --verifier hall.verifier --commitment draw.keeper --keeper keeper.verifier`,
		RunE: func(cmd *cobra.Command, args []string) error {
			return c.with(cmd, false, func(ctx context.Context) error {
				var parties api.Parties
				if err := c.ask(ctx, http.MethodGet, "/api/hall", nil, &parties); err != nil {
					return err
				}
				text, err := c.fetch(ctx, "/api/draws/"+url.PathEscape(args[0])+"/record", maxRecord)
				if err != nil {
					return err
				}
				if err := writeWhole(path, text); err != nil {
					return err
				}
				if commitment != "" {
					if err := c.commitment(ctx, args[0], commitment); err != nil {
						return err
					}
				}
				if c.asJSON {
					return writeJSON(cmd.OutOrStdout(), map[string]any{"record": path, "hall": parties.Hall, "keeper": parties.Keeper, "single_party": parties.Alone})
				}
				w := tongue(c.lang)
				fmt.Fprintln(cmd.OutOrStdout(), w.in("The record is in %s. The house says that it signs as", path))
				fmt.Fprintf(cmd.OutOrStdout(), "  %s\n", visible.Line(parties.Hall))
				fmt.Fprintln(cmd.OutOrStdout(), w.in("Have that key from elsewhere too, then: tirage verify %s --verifier KEY", path))
				if commitment != "" {
					fmt.Fprintln(cmd.OutOrStdout(), w.in("The keeper's commitment is in %s. The house says that the keeper signs as", commitment))
					fmt.Fprintf(cmd.OutOrStdout(), "  %s\n", visible.Line(parties.Keeper))
					fmt.Fprintln(cmd.OutOrStdout(), w.in("Have that key from the keeper, then: tirage verify %s --commitment %s --keeper KEY", path, commitment))
				}
				return nil
			})
		},
	}
	cmd.Flags().StringVar(&path, "out", "", "the `FILE` to write")
	cmd.Flags().StringVar(&commitment, "commitment", "", "the `FILE` to write what the keeper signed before the sale")
	_ = cmd.MarkFlagRequired("out")
	c.flags(cmd, false)
	return cmd
}

// commitment writes what the keeper signed of a draw.
func (c *caller) commitment(ctx context.Context, draw, path string) error {
	var d api.BingoDraw
	if err := c.ask(ctx, http.MethodGet, "/api/draws/"+url.PathEscape(draw), nil, &d); err != nil {
		return err
	}
	return writeWhole(path, []byte(d.Keeper))
}

// maxRecord bounds the record of a draw.
const maxRecord = 256 << 20

// fetch reads an answer that is longer than those that ask reads.
func (c *caller) fetch(ctx context.Context, path string, most int64) ([]byte, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, c.server+path, nil)
	if err != nil {
		return nil, err
	}
	r.Header.Set("Accept-Language", string(c.lang))
	client := http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	answer, err := client.Do(r)
	if err != nil {
		return nil, refuse("the house does not answer: %s", err)
	}
	defer answer.Body.Close()
	text, err := readAll(answer.Body, c.server, most)
	if err == nil && answer.StatusCode >= 300 {
		err = refusedBy(c.server, answer.StatusCode, text)
	}
	return text, err
}

// writeReceipts writes the receipts of a hand, one a file.
func writeReceipts(dir string, hand *api.Hand) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	for _, k := range hand.Cards {
		if err := writeWhole(filepath.Join(dir, fmt.Sprintf("%s-%d.receipt", hand.Draw, k.Index)), []byte(k.Receipt)); err != nil {
			return err
		}
	}
	return nil
}
