package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"tirage/bingo"
	"tirage/internal/api"
	"tirage/internal/visible"
	"tirage/money"
)

func moneyOf(amount int64) money.Cents { return money.Cents(amount) }

// wanted is what cards are asked for.
type wanted struct {
	count int
	lucky string
}

func (o *wanted) flags(cmd *cobra.Command) {
	cmd.Flags().IntVar(&o.count, "cards", 6, "`NUMBER` of cards")
	cmd.Flags().StringVar(&o.lucky, "lucky", "", "`NUMBERS` that the first grid of each card has, with commas between them, where the formula takes them")
}

// offer asks for cards to choose from.
func (o *wanted) offer(ctx context.Context, c *caller, room string) (offer api.CardOffer, err error) {
	want := api.OfferWanted{Count: o.count}
	if o.lucky != "" {
		for part := range strings.SplitSeq(o.lucky, ",") {
			n, err := strconv.Atoi(strings.TrimSpace(part))
			if err != nil {
				return offer, refuse("--lucky %s: write numbers with commas between them: 7,23,51", o.lucky)
			}
			want.Lucky = append(want.Lucky, n)
		}
	}
	err = c.ask(ctx, http.MethodPost, "/api/rooms/"+url.PathEscape(room)+"/offers", want, &offer)
	return offer, err
}

func newRoomOffer() *cobra.Command {
	var c caller
	var o wanted
	cmd := &cobra.Command{
		Use: "offer ROOM", Short: "Offers cards at random, to choose from for ten minutes", Args: takes("ROOM"),
		Example: "  tirage room offer classic-75 --cards 4 --lucky 7,23,51 --login player-1",
		RunE: func(cmd *cobra.Command, args []string) error {
			return c.with(cmd, true, func(ctx context.Context) error {
				offer, err := o.offer(ctx, &c, args[0])
				if err != nil {
					return err
				}
				out, w := cmd.OutOrStdout(), tongue(c.lang)
				if c.asJSON {
					return writeJSON(out, offer)
				}
				for i, card := range offer.Cards {
					fmt.Fprintln(out, w.in("card %d", i))
					if err := writeCard(out, card, nil); err != nil {
						return err
					}
				}
				fmt.Fprintln(out, w.in("Buy some of them until %s:", clock(offer.Expires)))
				fmt.Fprintf(out, "  tirage room buy %s --offer %s --choose 0,1 --login …\n", args[0], visible.Line(offer.Token))
				return nil
			})
		},
	}
	o.flags(cmd)
	c.flags(cmd, true)
	return cmd
}

// writeCard writes a card's grids, the numbers called in brackets.
func writeCard(out io.Writer, card api.Object, called map[bingo.Ball]bool) error {
	var k bingo.Card
	if err := json.Unmarshal(card, &k); err != nil {
		return refuse("a card is not as a house writes it: %s", err)
	}
	cells := k.Cells()
	width := k.Model.Columns()
	for i, n := range cells {
		switch {
		case n == 0:
			fmt.Fprint(out, "  · ")
		case called[n]:
			fmt.Fprintf(out, "[%2d]", n)
		default:
			fmt.Fprintf(out, " %2d ", n)
		}
		if (i+1)%width == 0 {
			fmt.Fprintln(out)
			if (i+1)%(width*k.Model.Rows()) == 0 {
				fmt.Fprintln(out)
			}
		}
	}
	return nil
}

func newRoomBuy() *cobra.Command {
	var c caller
	var o wanted
	var offer, choose, draw, stake string
	var draws int
	cmd := &cobra.Command{
		Use: "buy ROOM", Short: "Buys cards for the next draws: they play from then on", Args: takes("ROOM"),
		Long: `Buys cards for the next draw on sale, or the same cards for several (--draws). Without --offer some are offered and all of them bought; with the token of an offer,
the cards that are chosen from it (--choose). All of them are bought or none.`,
		Example: `  tirage room buy bingo-extra --cards 3 --login player-1
  tirage room buy bingo-extra --cards 1 --draws 5 --login player-1
  tirage room buy solo-75 --cards 10 --stake 0.50 --login player-1
  tirage room buy classic-75 --offer TOKEN --choose 0,2 --login player-1`,
		RunE: func(cmd *cobra.Command, args []string) error {
			return c.with(cmd, true, func(ctx context.Context) error {
				want := api.CardsWanted{Offer: offer, Draws: draws, Draw: draw}
				if stake != "" {
					a, err := amount("stake", stake)
					if err != nil {
						return err
					}
					want.Stake = a
				}
				var err error
				if want.Cards, err = chosen(choose); err != nil {
					return err
				}
				if offer == "" {
					made, err := o.offer(ctx, &c, args[0])
					if err != nil {
						return err
					}
					want.Offer = made.Token
					for i := range made.Cards {
						want.Cards = append(want.Cards, i)
					}
				}
				var bought api.CardsBought
				if err := c.act(ctx, "/api/rooms/"+url.PathEscape(args[0])+"/cards", want, &bought); err != nil {
					return err
				}
				if c.asJSON {
					return writeJSON(cmd.OutOrStdout(), bought)
				}
				return writeBought(cmd.OutOrStdout(), &bought, tongue(c.lang))
			})
		},
	}
	o.flags(cmd)
	f := cmd.Flags()
	f.StringVar(&offer, "offer", "", "`TOKEN` of an offer to choose from")
	f.StringVar(&choose, "choose", "", "`NUMBERS` of the cards of the offer, counted from 0, with commas between them")
	f.StringVar(&draw, "draw", "", "the first `DRAW` (default: the next one on sale)")
	f.StringVar(&stake, "stake", "", "`AMOUNT` of a card, where there are several to choose from")
	f.IntVar(&draws, "draws", 1, "`NUMBER` of the next draws, the same cards in each")
	cmd.MarkFlagsRequiredTogether("offer", "choose")
	cmd.MarkFlagsMutuallyExclusive("offer", "cards")
	cmd.MarkFlagsMutuallyExclusive("offer", "lucky")
	c.acts(cmd)
	return cmd
}

func chosen(text string) (list []int, err error) {
	if text == "" {
		return nil, nil
	}
	for part := range strings.SplitSeq(text, ",") {
		n, err := strconv.Atoi(strings.TrimSpace(part))
		if err != nil {
			return nil, refuse("--choose %s: write the numbers of cards with commas between them: 0,2", text)
		}
		list = append(list, n)
	}
	return list, nil
}

func writeBought(out io.Writer, b *api.CardsBought, w tongue) error {
	for i := range b.Draws {
		d := &b.Draws[i]
		fmt.Fprintln(out, w.in("%s: %s cards for %s", d.Draw, w.count(int64(len(d.Cards))), cents(d.Total, w)))
		if i > 0 {
			continue // the same cards
		}
		for _, k := range d.Cards {
			fmt.Fprintln(out, w.in("card %d", k.Index))
			if err := writeCard(out, k.Card, nil); err != nil {
				return err
			}
		}
	}
	fmt.Fprintln(out, w.in("%s in all; the account holds %s", cents(b.Total, w), cents(b.Balance, w)))
	return nil
}

func newRoomMine() *cobra.Command {
	var c caller
	var receipts string
	cmd := &cobra.Command{
		Use: "mine DRAW", Short: "Shows one's cards in a draw, marked, the nearest to the next figure first", Args: takes("DRAW"),
		Example: "  tirage room mine 4211-00000042 --login player-1\n  tirage room mine 4211-00000042 --receipts receipts/ --login player-1",
		RunE: func(cmd *cobra.Command, args []string) error {
			return c.with(cmd, true, func(ctx context.Context) error {
				var hand api.Hand
				if err := c.ask(ctx, http.MethodGet, "/api/draws/"+url.PathEscape(args[0])+"/cards", nil, &hand); err != nil {
					return err
				}
				var d api.BingoDraw
				if err := c.ask(ctx, http.MethodGet, "/api/draws/"+url.PathEscape(args[0]), nil, &d); err != nil {
					return err
				}
				if hand.Draw != args[0] || !isDraw(hand.Draw) { // files are named by it
					return refuse("%s answers something else than a house does", c.server)
				}
				if receipts != "" {
					if err := writeReceipts(receipts, &hand); err != nil {
						return err
					}
				}
				if c.asJSON {
					return writeJSON(cmd.OutOrStdout(), hand)
				}
				return writeHand(cmd.OutOrStdout(), &hand, &d, tongue(c.lang))
			})
		},
	}
	cmd.Flags().StringVar(&receipts, "receipts", "", "`FOLDER` to write the signed receipts into, one a card, for \"tirage verify --receipt\"")
	c.flags(cmd, true)
	return cmd
}

func writeHand(out io.Writer, hand *api.Hand, d *api.BingoDraw, w tongue) error {
	called := map[bingo.Ball]bool{}
	for _, b := range d.Balls {
		called[bingo.Ball(b)] = true
	}
	for _, k := range hand.Cards {
		text := w.in("card %d", k.Index)
		if len(k.Missing) > 0 && d.Ended.IsZero() {
			text += ", " + w.in("to go, by grid: %s", numbers(k.Missing))
		}
		fmt.Fprintln(out, text)
		if err := writeCard(out, k.Card, called); err != nil {
			return err
		}
	}
	for _, won := range hand.Won {
		fmt.Fprintln(out, w.in("won at ball %d: %s, card %d, grid %d: %s", won.Ball, visible.Line(won.Figure), won.Card, won.Grid+1, cents(won.Amount, w)))
	}
	fmt.Fprintln(out, w.in("%s; spent %s, paid %s", drawState(hand.State, w), cents(hand.Spent, w), cents(hand.Paid, w)))
	return nil
}

func newRoomHistory() *cobra.Command {
	var c caller
	cmd := &cobra.Command{
		Use: "history", Short: "Lists the draws in which one has or had cards, newest first", Args: takes(""),
		Example: "  tirage room history --login player-1",
		RunE: func(cmd *cobra.Command, _ []string) error {
			return c.with(cmd, true, func(ctx context.Context) error {
				list, err := pages[api.Played](ctx, &c, "/api/me/draws?")
				if err != nil {
					return err
				}
				out, w := cmd.OutOrStdout(), tongue(c.lang)
				if c.asJSON {
					return writeJSON(out, list)
				}
				if len(list) == 0 {
					fmt.Fprintln(out, w.in("There is none."))
					return nil
				}
				t := newTable(w.heads("<draw", "<room", "<state", "<bought", "cards", "spent", "paid")...)
				for _, p := range list {
					t.add(p.Draw, p.Room, drawState(p.State, w), stamp(p.At), w.count(p.Cards), ofMoney(p.Spent, p.Play, w), cents(p.Paid, w))
				}
				t.write(out)
				return nil
			})
		},
	}
	c.flags(cmd, true)
	return cmd
}
