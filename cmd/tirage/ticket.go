package main

import (
	"crypto/rand"
	"crypto/sha256"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"tirage/fair"
	"tirage/internal/artwork"
	"tirage/money"
	"tirage/scratch"
	"tirage/seal"
)

// langOfPictures says what --lang is where pictures show what is printed.
const langOfPictures = "language of the text, and of what a screen reader reads out of a picture: fr or en (default: from LANG, else en); what is printed is in French"

// ticketCall is a call of the verb ticket.
type ticketCall struct {
	lot, seed, svg, pdf string
	composition         int
	covered, asJSON     bool
	plan                *scratch.Plan
	digest              [32]byte
	lang                money.Lang
}

func newTicket() *cobra.Command {
	var c ticketCall
	cmd := &cobra.Command{
		Use:   "ticket GAME",
		Short: "A specimen ticket, clearly marked: as a picture, as a page, as a face to judge",
		Long: `A specimen ticket of a game, clearly marked as one. Without --lot it loses. It shows a random ticket each time; --seed repeats one.
--json writes its face in exactly the form that "tirage judge" reads.

The picture shows the ticket as it is printed: in French, with its rules in English too. --lang does not change that.`,
		Example: `  tirage ticket vegas-3eur --lot 50 --svg ticket.svg
  tirage ticket bingo-10eur --lot 1000000 --pdf ticket.pdf
  tirage ticket bingo-10eur --covered --svg covered.svg
  tirage ticket sports-2004-5eur --lot 10 --json | tirage judge sports-2004-5eur -`,
		Args: takes("GAME"),
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			game, err := loadGame(args[0])
			if err != nil {
				return err
			}
			if c.plan, err = game.plan(); err != nil {
				return err
			}
			if c.lang, err = langOf(cmd); err != nil {
				return err
			}
			c.digest = game.digest
			return c.run(cmd)
		},
	}
	f := cmd.Flags()
	f.StringVar(&c.lot, "lot", "0", "the `AMOUNT` that the ticket wins, 0 for a losing one")
	f.IntVar(&c.composition, "composition", 0, "the `NUMBER` of a composition (see odds --json) instead of a lot")
	f.StringVar(&c.seed, "seed", "", "any `TEXT`: the same text gives the same ticket")
	f.StringVar(&c.svg, "svg", "", "write the ticket as SVG to `FILE`")
	f.StringVar(&c.pdf, "pdf", "", "write the ticket as PDF to `FILE`")
	f.BoolVar(&c.covered, "covered", false, "draw it as it is sold: nothing under the coating is in the file")
	f.BoolVar(&c.asJSON, "json", false, "write the face as JSON")
	cmd.MarkFlagsMutuallyExclusive("lot", "composition")
	cmd.MarkFlagsMutuallyExclusive("covered", "json")
	addLang(cmd)
	cmd.Flags().Lookup("lang").Usage = langOfPictures
	return cmd
}

func (c *ticketCall) run(cmd *cobra.Command) error {
	cells, ticket, err := c.print()
	if err != nil {
		return err
	}
	picture, err := c.picture(cells, ticket)
	if err != nil {
		return err
	}
	if err := writePicture(c.svg, picture.SVG); err != nil {
		return err
	}
	if err := writePicture(c.pdf, picture.PDF); err != nil {
		return err
	}
	out := cmd.OutOrStdout()
	if c.asJSON {
		_, err := out.Write(scratch.WriteFace(c.plan.Game, cells, scratch.FaceHeader{Serial: ticket.Serial.String(), Specimen: true}))
		return err
	}
	if c.covered {
		if c.svg == "" && c.pdf == "" {
			return refuse("a covered ticket is a picture: add --svg FILE or --pdf FILE")
		}
		return nil
	}
	if c.svg == "" && c.pdf == "" {
		return c.describe(out, cells, ticket.Serial)
	}
	return nil
}

// picture is the ticket as it is to be drawn.
func (c *ticketCall) picture(cells []scratch.Code, t seal.Ticket) (*artwork.Ticket, error) {
	digits := t.Serial.Digits()
	public := artwork.Public{Game: c.plan.Game, Serial: t.Serial.String(), Digits: string(digits[:]), Lang: c.lang, Specimen: true}
	if c.covered {
		return artwork.Covered(public)
	}
	return artwork.Scratched(public, artwork.Hidden{
		Face: scratch.Face{Cells: cells}, VIRN: t.VIRN.Grouped(), Code: string(seal.AppendTicketCode(nil, t.Serial, t.VIRN)),
	})
}

// print makes the specimen from the seed, or from a fresh random one.
func (c *ticketCall) print() (cells []scratch.Code, ticket seal.Ticket, err error) {
	g := c.plan.Game
	composition, err := c.choose()
	if err != nil {
		return nil, ticket, err
	}
	word := c.seed
	if word == "" {
		word = rand.Text()
	}
	seeds := [2]seal.Seed{seal.NewSeed(sha256.Sum256([]byte("house " + word))), seal.NewSeed(sha256.Sum256([]byte("keeper " + word)))}
	press, err := seal.NewPress(seeds[0], seeds[1], seal.Block{
		Game: g.Code, Number: 1, Tickets: uint32(g.BlockSize), PackSize: uint16(g.PackSize), GameFile: c.digest,
	})
	if err != nil {
		return nil, ticket, err
	}
	if err := press.Ticket(0, &ticket); err != nil {
		return nil, ticket, err
	}
	cells = make([]scratch.Code, g.CellCount())
	c.plan.Print(fair.NewTape(seal.FaceSeed(ticket.Secret, uint16(composition))), composition, cells)
	return cells, ticket, nil
}

// choose returns the number of the composition asked for: of a lot, the one most printed.
func (c *ticketCall) choose() (int, error) {
	all := c.plan.Compositions
	if c.composition != 0 {
		if c.composition < 0 || c.composition >= len(all) {
			return 0, refuse("there is no composition %d: they go from 0 (losing) to %d", c.composition, len(all)-1)
		}
		return c.composition, nil
	}
	amount, err := money.Parse(c.lot, c.plan.Game.Currency)
	if err != nil {
		return 0, refuse("--lot %s: %s", c.lot, err)
	}
	best := -1
	for i, k := range all {
		if k.Amount == amount && (best < 0 || k.Count > all[best].Count) {
			best = i
		}
	}
	if best < 0 {
		var lots []string
		for _, l := range c.plan.Game.Table.Lots {
			lots = append(lots, c.plan.Game.Currency.Plain(l.Amount))
		}
		return 0, refuse("%s has no lot of %s; its lots are %s", c.plan.Game.ID, c.lot, strings.Join(lots, ", "))
	}
	return best, nil
}

// describe writes a ticket as text: its zones, and what it is worth.
func (c *ticketCall) describe(out io.Writer, cells []scratch.Code, serial seal.Serial) error {
	g := c.plan.Game
	w := tongue(c.lang)
	fmt.Fprintf(out, "%s  %s\n", g.Name.In(c.lang), w.in("SPECIMEN %s", serial))
	writeReconstruction(out, g, c.lang)
	fmt.Fprintln(out)
	t := newTable(w.heads("<surface", "<zone", "<elements")...)
	g.EachZone(func(s *scratch.Surface, z scratch.Zone, first int) {
		var figures []string
		for _, code := range cells[first : first+z.Cells] {
			e := z.Alphabet.At(code)
			if text := e.Name.In(c.lang); text != "" {
				figures = append(figures, text)
				continue
			}
			figures = append(figures, e.Figure)
		}
		t.add(s.Name.In(c.lang), z.Name.In(c.lang), strings.Join(figures, "  "))
	})
	t.write(out)
	face := scratch.Face{Cells: cells}
	var v scratch.Verdict
	g.Judge(face, &v)
	fmt.Fprintln(out)
	writeAccount(out, g, g.Explain(face, &v), c.lang)
	return nil
}

// writePicture draws into memory first, so that a picture that cannot be drawn leaves no file; no path means none is wanted.
func writePicture(path string, draw func() ([]byte, error)) error {
	if path == "" {
		return nil
	}
	data, err := draw()
	if err != nil {
		return err
	}
	return writeWhole(path, data)
}
