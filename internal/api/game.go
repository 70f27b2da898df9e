package api

import (
	"context"
	"net/http"

	"tirage/internal/shop"
	"tirage/money"
	"tirage/odds"
)

// Game is a game of the house.
type Game struct {
	ID       string      `json:"id" doc:"The game's identifier." example:"vegas-3eur"`
	Name     string      `json:"name" doc:"In the language asked for." example:"Vegas"`
	Currency string      `json:"currency" doc:"ISO 4217." example:"EUR"`
	Price    money.Cents `json:"price" doc:"Of one ticket, in minor units." example:"300"`
	Money    bool        `json:"money" doc:"Tickets are left for money."`
	Play     bool        `json:"play" doc:"Tickets are left for play money."`
	// Reconstruction stands wherever the prize table may be shown.
	Reconstruction string `json:"reconstruction,omitempty" doc:"What of the prize table was reconstructed, because the regulation’s text does not hold it."`
}

// Chance is an exact chance.
type Chance struct {
	Exact   string `json:"exact" doc:"The fraction in lowest terms." example:"1/4"`
	Percent string `json:"percent" doc:"In per cent, four decimals." example:"25.0000"`
	OneIn   string `json:"one_in" doc:"1 ÷ chance, two decimals; never for zero." example:"4.00"`
}

// Prize is a row of a prize table.
type Prize struct {
	Amount money.Cents `json:"amount" doc:"Of the lot, in minor units." example:"300"`
	Count  int64       `json:"count" doc:"In a whole block." example:"2"`
	Chance Chance      `json:"chance" doc:"Of one ticket of a whole block."`
}

// GameSheet is a game with its odds, as they follow from the plan that its blocks are printed by.
type GameSheet struct {
	Game
	Version    uint32      `json:"version" doc:"Of the game file." example:"1"`
	Tickets    int64       `json:"tickets" doc:"In a whole block." example:"2000000"`
	LotCount   int64       `json:"lot_count" doc:"Lots in a whole block." example:"524722"`
	LotTotal   money.Cents `json:"lot_total" doc:"All lots of a whole block, in minor units." example:"420000000"`
	Return     Chance      `json:"return" doc:"Lots ÷ sales of a whole block."`
	AnyLot     Chance      `json:"any_lot" doc:"Of any lot."`
	AbovePrice Chance      `json:"above_price" doc:"Of a lot higher than the price."`
	Lots       []Prize     `json:"lots" nullable:"false" doc:"The prize table."`
}

var (
	exampleGame   = Game{ID: "vegas-3eur", Name: "Vegas", Currency: "EUR", Price: 300, Play: true}
	exampleChance = Chance{Exact: "262361/1000000", Percent: "26.2361", OneIn: "3.81"}
)

func (a *api) gameRoutes() {
	add(a, route{
		id: "games", method: http.MethodGet, path: "/api/games", tag: play,
		title: say("The games", "Les jeux"), about: say("The games of which the house has tickets.", "Les jeux dont la maison a des billets."),
		answered: List[Game]{Items: []Game{exampleGame}},
	}, func(ctx context.Context, c *call, _ *struct{}) (*answer[List[Game]], error) {
		shown := List[Game]{Items: []Game{}}
		for _, g := range a.shop.Games(ctx) {
			shown.Items = append(shown.Items, gameOf(&g, c.lang))
		}
		return body(shown, nil)
	})
	add(a, route{
		id: "game", method: http.MethodGet, path: "/api/games/{id}", tag: play,
		title: say("A game and its odds", "Un jeu et ses probabilités"),
		about: say("Price, prize table, return and exact chances, derived from the plan that the game’s blocks are printed by.",
			"Prix, tableau des lots, taux de retour et probabilités exactes, tirés du plan d’après lequel les blocs du jeu sont imprimés."),
		refused: []string{"unknown_game"},
		answered: GameSheet{
			Game: exampleGame, Version: 1, Tickets: 2_000_000, LotCount: 524_722, LotTotal: 4_200_000_00, Return: Chance{"7/10", "70.0000", "1.43"},
			AnyLot: exampleChance, AbovePrice: Chance{"182361/1000000", "18.2361", "5.48"}, Lots: []Prize{{5_000_000, 2, Chance{"1/1000000", "0.0001", "1000000.00"}}},
		},
	}, a.game)
}

func gameOf(g *shop.GameOnSale, lang money.Lang) Game {
	rules := g.Plan.Game
	return Game{ID: g.ID, Name: rules.Name.In(lang), Currency: rules.Currency.Code, Price: rules.Price, Money: g.Money, Play: g.Play, Reconstruction: rules.Reconstruction.In(lang)}
}

func chanceOf(c odds.Chance) Chance { return Chance{c.RatString(), c.Percent(), c.OneIn()} }

func (a *api) game(ctx context.Context, c *call, in *struct {
	ID string `path:"id" doc:"The game's identifier." example:"vegas-3eur"`
},
) (*answer[GameSheet], error) {
	for _, g := range a.shop.Games(ctx) {
		if g.ID != in.ID {
			continue
		}
		sheet := odds.NewSheet(g.Plan)
		shown := GameSheet{
			Game: gameOf(&g, c.lang), Version: sheet.Version, Tickets: sheet.Tickets, LotCount: sheet.LotCount, LotTotal: sheet.LotTotal,
			Return: chanceOf(sheet.Return), AnyLot: chanceOf(sheet.AnyLot), AbovePrice: chanceOf(sheet.AbovePrice),
		}
		for _, lot := range sheet.Lots {
			shown.Lots = append(shown.Lots, Prize{lot.Amount, lot.Count, chanceOf(lot.Chance)})
		}
		return body(shown, nil)
	}
	return nil, shop.ErrUnknownGame
}
