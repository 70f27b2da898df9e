package artwork

import (
	"fmt"
	"strconv"
	"strings"

	"tirage/money"
	"tirage/scratch"
	"tirage/words"
)

// plain is a mechanic that has zones and names and nothing else: all that a picture needs.
type plain struct {
	scratch.Mechanic
	kind   string
	zones  []scratch.Zone
	parts  []scratch.Part
	legend []scratch.LegendRow
}

func (p plain) Kind() string                { return p.kind }
func (p plain) Zones() []scratch.Zone       { return p.zones }
func (p plain) Parts() []scratch.Part       { return p.parts }
func (p plain) Legend() []scratch.LegendRow { return p.legend }

var euro = money.Currency{Code: "EUR", Digits: 2}

func alphabet(elements ...scratch.Element) *scratch.Alphabet {
	a, err := scratch.NewAlphabet(elements)
	if err != nil {
		panic(err)
	}
	return a
}

func amounts(euros ...int64) *scratch.Alphabet {
	var list []scratch.Element
	for _, e := range euros {
		c := money.Cents(e * 100)
		list = append(list, scratch.Element{
			Figure: euro.Format(c, money.FR), Caption: words.Upper(words.Amount(c, euro, money.FR), money.FR), Amount: c,
		})
	}
	return alphabet(list...)
}

func numbers(from, to int, captions bool) *scratch.Alphabet {
	var list []scratch.Element
	for n := from; n <= to; n++ {
		e := scratch.Element{Figure: strconv.Itoa(n), Value: n}
		if captions {
			e.Caption = words.Upper(words.Number(int64(n), money.FR), money.FR)
		}
		list = append(list, e)
	}
	return alphabet(list...)
}

// symbols makes an alphabet of "id" or "id=CAPTION".
func symbols(list ...string) *scratch.Alphabet {
	var elements []scratch.Element
	for _, s := range list {
		id, caption, _ := strings.Cut(s, "=")
		elements = append(elements, scratch.Element{Figure: id, Caption: caption})
	}
	return alphabet(elements...)
}

func measures(format string, values ...float64) *scratch.Alphabet {
	var list []scratch.Element
	for _, v := range values {
		f := strings.ReplaceAll(fmt.Sprintf(format, v), ".", ",")
		list = append(list, scratch.Element{Figure: f, Caption: f})
	}
	return alphabet(list...)
}

func zone(id, name string, cells int, a *scratch.Alphabet, i scratch.Inscription) scratch.Zone {
	return scratch.Zone{ID: id, Name: money.Text{FR: name, EN: name}, Cells: cells, Alphabet: a, Inscription: i}
}

func surface(id, name string, rows []scratch.LegendRow, zones ...scratch.Zone) scratch.Surface {
	text := money.Text{FR: name, EN: name}
	return scratch.Surface{ID: id, Name: text, Mechanic: plain{
		kind: id, zones: zones, legend: rows, parts: []scratch.Part{{ID: id, Name: text}},
	}}
}

func legend(rows ...any) (list []scratch.LegendRow) {
	for i := 0; i < len(rows); i += 2 {
		list = append(list, scratch.LegendRow{Label: money.Text{FR: rows[i].(string)}, Pays: money.Cents(rows[i+1].(int) * 100)})
	}
	return list
}

func game(id, name string, price, top int64, surfaces ...scratch.Surface) *scratch.Game {
	g := &scratch.Game{
		ID: id, Name: money.Text{FR: name, EN: name}, Price: money.Cents(price * 100), Currency: euro, Captions: money.FR,
		ControlBox: money.Text{FR: "NUL SI DÉCOUVERT", EN: "VOID IF UNCOVERED"},
		Table:      scratch.Table{Lots: []scratch.Lot{{Amount: money.Cents(top * 100), Count: 1}}}, Surfaces: surfaces,
	}
	g.Prepare()
	return g
}

func bingoGame() *scratch.Game {
	signs := symbols("cherry=CERISE", "star=ÉTOILE", "diamond=DIAMANT", "bell=CLOCHE", "seven=SEPT", "clover=TRÈFLE", "horseshoe=FER À CHEVAL", "crown=COURONNE", "coin=PIÈCE", "moon=LUNE")
	n := numbers(1, 75, false)
	zones := []scratch.Zone{zone("balls", "Boules étoiles", 20, n, 0)}
	for i := range 5 {
		zones = append(zones, zone(fmt.Sprintf("card%d", i+1), fmt.Sprintf("Carte %d", i+1), 24, n, 0))
	}
	one := surface("game1", "Jeu 1", legend("1 ligne", 20, "2 lignes", 30, "3 lignes", 50, "4 lignes", 100, "5 lignes", 200, "6 lignes", 2000, "7 lignes", 20000, "8 lignes", 1000000), zones...)
	m := one.Mechanic.(plain)
	m.parts = append(m.parts, scratch.Part{ID: "bonus", Name: money.Text{FR: "Bonus"}})
	one.Mechanic = m
	return game("bingo-10eur", "Bingo", 10, 1_000_000, one,
		surface("game2", "Jeu 2", nil, zone("winning", "Combinaison gagnante", 3, signs, scratch.InLetters), zone("yours", "Votre combinaison", 3, signs, scratch.InLetters),
			zone("gain", "Gain", 1, amounts(20, 30, 50, 100, 200, 2000), scratch.InLetters)))
}

func vegasGame() *scratch.Game {
	reels := symbols("cherry", "seven", "bell", "diamond", "clover", "horseshoe", "star", "lemon", "bar", "coin")
	pay := amounts(3, 6, 9, 15, 50, 100, 1000, 50000)
	cards := symbols("2=DEUX", "3=TROIS", "4=QUATRE", "5=CINQ", "6=SIX", "7=SEPT", "8=HUIT", "9=NEUF", "10=DIX", "V=VALET", "D=DAME", "R=ROI", "AS=AS")
	return game("vegas-3eur", "Vegas", 3, 50_000,
		surface("roulette", "Roulette", nil, zone("winning", "Numéros gagnants", 4, numbers(1, 36, true), scratch.InLetters),
			zone("bets", "Vos mises", 3, numbers(1, 36, true), scratch.InLetters), zone("amounts", "Gains", 3, pay, scratch.InLetters)),
		surface("craps", "Craps", nil, zone("dice", "Dés", 2, numbers(1, 6, true), scratch.InLetters), zone("gain", "Gain", 1, pay, scratch.InLetters)),
		surface("duel", "Duel", nil, zone("yours", "Vos cartes", 3, cards, scratch.InLetters), zone("gain", "Gain", 1, pay, scratch.InLetters),
			zone("bank", "Banque", 1, cards, scratch.InLetters)),
		surface("jackpot", "Jackpot", nil, zone("symbols", "Lignes", 9, reels, 0), zone("gain", "Gain", 3, pay, scratch.InLetters)),
		surface("bonus", "Bonus", nil, zone("gain", "Bonus", 1, amounts(0, 3, 6, 9, 15, 50, 100, 1000, 50000), scratch.InLetters)))
}

func sportsGame() *scratch.Game {
	pay := amounts(5, 50, 500, 10000)
	v := scratch.Vertical
	g := game("sports-2004-5eur", "Cinq Sports", 5, 10_000,
		surface("cycling", "Cyclisme", nil, zone("yours", "Votre coureur", 1, measures("4:%05.2f", 58.07, 12.3), v), zone("adversary", "Adversaire", 1, measures("4:%05.2f", 59.2, 12.3), v),
			zone("gain", "Gain", 1, pay, scratch.InLetters)),
		surface("athletics", "Athlétisme", legend("de 6,1 à 7 m", 5, "de 7,1 à 8 m", 50, "de 8,1 à 9 m", 500, "plus de 9 m", 10000),
			zone("jumps", "Vos sauts", 3, measures("%.1f m", 5.9, 6.1, 7.3, 8.8, 9.1), v), zone("athlete", "Athlète", 1, symbols("athlete"), 0)),
		surface("judo", "Judo", nil, zone("holds", "Vos prises", 2, symbols("o-soto-gari=O-SOTO-GARI", "ippon-seoi-nage=IPPON-SEOI-NAGE", "uchi-mata=UCHI-MATA", "tai-otoshi=TAI-OTOSHI",
			"de-ashi-barai=DE-ASHI-BARAI", "juji-gatame=JUJI-GATAME"), scratch.InLetters), zone("gain", "Gain", 1, pay, scratch.InLetters)),
		surface("handball", "Handball", nil, zone("balls", "Ballons", 4, symbols("ball", "cross"), 0), zone("gain", "Gain", 1, pay, scratch.InLetters)),
		surface("swimming", "Natation", legend("1 médaille", 5, "2 médailles", 50, "3 médailles", 500, "4 médailles", 10000),
			zone("medals", "Vos médailles", 4, symbols("medal", "whistle", "swimsuit", "goggles", "fins", "diving-board", "swimming-cap", "trunks", "ring-buoy", "mask-snorkel"), 0)))
	g.Reconstruction = money.Text{FR: "Tableau de lots reconstitué.", EN: "Prize table reconstructed."}
	return g
}

func generalGame() *scratch.Game {
	g := vegasGame()
	g.ID, g.Name = "new-game", money.Text{FR: "Jeu nouveau", EN: "New game"}
	g.Surfaces = append(g.Surfaces, sportsGame().Surfaces[:3]...)
	g.Surfaces = append(g.Surfaces, bingoGame().Surfaces[0])
	g.Prepare()
	return g
}

// face fills every cell, differently for different turns.
func face(g *scratch.Game, turn int) scratch.Face {
	var f scratch.Face
	g.EachZone(func(_ *scratch.Surface, z scratch.Zone, _ int) {
		for i := range z.Cells {
			f.Cells = append(f.Cells, scratch.Code((turn*7+i*(turn+3)+len(f.Cells))%z.Alphabet.Len()+1))
		}
	})
	return f
}

func public(g *scratch.Game) Public {
	return Public{Game: g, Serial: "0104-01-0001-000123-045-7", Digits: "01040100010001230457", Lang: money.FR, Specimen: true}
}

func hidden(g *scratch.Game, turn int) Hidden {
	return Hidden{Face: face(g, turn), VIRN: "7K3Q-9XZM-2F4T-8WPA", Code: "01040100010001230457" + "7K3Q9XZM2F4T8WPA"}
}
