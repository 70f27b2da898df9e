package main

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"tirage/bingo"
	"tirage/games"
	"tirage/internal/artwork"
	"tirage/money"
)

// cardsCall is a call of the verb cards.
type cardsCall struct {
	n, players       int
	lucky            []string
	model            string
	stake, seed, svg string
	asJSON           bool
}

func newCards() *cobra.Command {
	var c cardsCall
	cmd := &cobra.Command{
		Use:   "cards [FORMULA]",
		Short: "Cards of live bingo, each an exact uniform choice: as text, as a picture, as a file to draw",
		Long: `Deals cards of a formula: each is an exactly uniform choice among all valid cards that are not dealt yet, or among those with
the lucky numbers on their first grid. No two are equal. They are other cards each time; --seed repeats them.
--json writes them in exactly the form that "tirage draw --cards" reads.

--model, in place of a formula, deals cards of any of the four models, which have no price and belong to no draw.`,
		Example: `  tirage cards bingo-extra --n 2 --svg cards.svg
  tirage cards classic-75 --lucky 7,23,51 --svg lucky.svg
  tirage cards bingo-extra --n 3 --players 20 --json > cards.json
  tirage cards --model 75-variant --lucky 7,23 --svg variant.svg`,
		Args: mayTake("FORMULA"),
		RunE: c.run,
	}
	flags := cmd.Flags()
	flags.IntVar(&c.n, "n", 1, "how `MANY` cards each player has")
	flags.IntVar(&c.players, "players", 1, "how `MANY` players have cards")
	flags.StringArrayVar(&c.lucky, "lucky", nil, "lucky `NUMBERS`, one to five, where the formula takes them: 7,23,51")
	flags.StringVar(&c.model, "model", "", "cards of a `MODEL` and of no formula: 75-classic, 75-variant, 90-classic or 90-variant")
	addPlay(flags, &c.stake, &c.seed, "", "cards")
	flags.StringVar(&c.svg, "svg", "", "write the cards as SVG to `FILE`")
	flags.BoolVar(&c.asJSON, "json", false, "write the cards as JSON")
	addLang(cmd)
	cmd.Flags().Lookup("lang").Usage = langOfPictures
	return cmd
}

// of is what cards are dealt of: the formula of the call, or one that has a model and nothing else.
func (c *cardsCall) of(args []string) (*bingo.Formula, error) {
	switch {
	case c.model == "" && len(args) == 0:
		return nil, refuse("cards_of_nothing: name a formula (%s), or a card model with --model (%s)", strings.Join(games.Formulas(), ", "), modelNames())
	case c.model == "":
		return loadFormula(args[0])
	case len(args) > 0:
		return nil, refuse("--model %s: the cards of %s have its own model; give one or the other", c.model, args[0])
	case c.stake != "":
		return nil, refuse("--stake %s: cards of no formula have no price", c.stake)
	}
	m, err := bingo.ParseModel(c.model)
	if err != nil {
		return nil, err
	}
	return &bingo.Formula{
		ID: m.String(), Name: money.Text{FR: "BINGO", EN: "BINGO"}, Mode: bingo.Multi, Model: m, Stakes: []money.Cents{0},
		Lucky: bingo.MaxLucky, MaxCards: m.MaxPerDraw(),
	}, nil
}

func modelNames() string {
	var names []string
	for _, m := range bingo.Models {
		names = append(names, m.String())
	}
	return strings.Join(names, ", ")
}

func (c *cardsCall) run(cmd *cobra.Command, args []string) error {
	lang, err := langOf(cmd)
	if err != nil {
		return err
	}
	f, err := c.of(args)
	if err != nil {
		return err
	}
	stake, err := stakeOf(f, c.stake)
	if err != nil {
		return err
	}
	numbers, err := parseLucky(c.lucky)
	if err != nil {
		return err
	}
	lucky, err := luckyOf(f, numbers)
	if err != nil {
		return err
	}
	if err := mayHold(f, c.players, c.n); err != nil {
		return err
	}
	if total := c.players * c.n; c.svg != "" && total > artwork.MaxPicture {
		return refuse("--svg: a picture takes at most %d cards, not %d", artwork.MaxPicture, total)
	}
	deal, err := c.deal(f, lucky)
	if err != nil {
		return err
	}
	file := cardFile{Format: cardFormat, Formula: f.ID}
	if c.model != "" {
		file.Formula, file.Model = "", f.ID
	}
	for i := range deal.Len() {
		file.Cards = append(file.Cards, soldCard{Player: "player " + strconv.Itoa(i/c.n+1), Price: stake, Card: deal.Card(i)})
	}
	if c.svg != "" {
		data, err := picture(f, file.Cards, lucky, lang)
		if err != nil {
			return err
		}
		if err := writeWhole(c.svg, data); err != nil {
			return err
		}
	}
	switch {
	case c.asJSON:
		return file.write(cmd.OutOrStdout())
	case c.svg == "":
		writeCards(cmd.OutOrStdout(), f, file.Cards, c.n, lang)
	}
	return nil
}

// deal draws the cards.
func (c *cardsCall) deal(f *bingo.Formula, lucky []bingo.Ball) (*bingo.Deal, error) {
	s, err := bingo.NewSampler(f.Model, f.Layout)
	if err == nil && len(lucky) > 0 {
		s, err = s.Given(lucky)
	}
	if err != nil {
		return nil, err
	}
	total := c.players * c.n
	deal, err := bingo.NewDeal(f.Model, total)
	if err != nil {
		return nil, err
	}
	return deal, deal.Draw(s, tapeOf("tirage cards", c.seed), total)
}

// parseLucky reads "7,23, 51", once or several times.
func parseLucky(texts []string) ([]int, error) {
	var numbers []int
	for _, text := range texts {
		for word := range strings.SplitSeq(text, ",") {
			n, err := strconv.Atoi(strings.TrimSpace(word))
			if err != nil {
				return nil, refuse("lucky_number: --lucky %q: write the numbers of balls with commas between them: 7,23,51", text)
			}
			numbers = append(numbers, n)
		}
	}
	return numbers, nil
}

// luckyOf checks lucky numbers against the formula, before any card is made.
func luckyOf(f *bingo.Formula, numbers []int) ([]bingo.Ball, error) {
	if len(numbers) == 0 {
		return nil, nil
	}
	if f.Lucky == 0 {
		return nil, refuse("lucky_not_taken: %s takes no lucky numbers", f.ID)
	}
	if len(numbers) > f.Lucky {
		return nil, refuse("lucky_count: %s takes at most %d lucky numbers, not %d", f.ID, f.Lucky, len(numbers))
	}
	var lucky []bingo.Ball
	for _, n := range numbers {
		if n < 1 || n > f.Balls() {
			return nil, refuse("lucky_range: there is no ball %d: they go from 1 to %d", n, f.Balls())
		}
		lucky = append(lucky, bingo.Ball(n))
	}
	return lucky, bingo.CheckLucky(f.Model, lucky)
}

func picture(f *bingo.Formula, cards []soldCard, lucky []bingo.Ball, lang money.Lang) ([]byte, error) {
	drawn := make([]artwork.BingoCard, len(cards))
	for i, c := range cards {
		drawn[i] = artwork.BingoCard{Card: c.Card, Lucky: lucky, Price: c.Price, Label: strconv.Itoa(i + 1)}
	}
	return artwork.BingoCards(f, drawn, lang)
}

// writeCards writes cards as text, so many of each player.
func writeCards(out io.Writer, f *bingo.Formula, cards []soldCard, each int, lang money.Lang) {
	for i, c := range cards {
		if i > 0 {
			fmt.Fprintln(out)
		}
		cost := f.Model.String() // of no formula
		if c.Price > 0 {
			cost = f.Currency.Format(c.Price, lang)
		}
		fmt.Fprintf(out, "%s  %s  %s, %s\n", f.Name.In(lang), cost, tongue(lang).in("card %d", i+1), tongue(lang).in("player %d", i/each+1))
		rows, columns := f.Model.Rows(), f.Model.Columns()
		for n, row := range slices.Collect(slices.Chunk(c.Card.Cells(), columns)) {
			if n > 0 && n%rows == 0 {
				fmt.Fprintln(out)
			}
			var line strings.Builder
			for _, ball := range row {
				if ball == 0 {
					line.WriteString("   ·")
				} else {
					fmt.Fprintf(&line, "%4d", ball)
				}
			}
			fmt.Fprintln(out, line.String())
		}
	}
}
