package press

import (
	"bytes"
	"fmt"
	"strconv"

	"tirage/fair"
	"tirage/money"
	"tirage/scratch"
)

// twins is a mechanic for tests: two numbers and an amount, which is won if the numbers are alike.
type twins struct {
	id       string
	zones    []scratch.Zone
	outcomes []scratch.Outcome
}

func newTwins(id string, amounts ...money.Cents) *twins {
	var numbers, sums []scratch.Element
	for i := range 40 {
		numbers = append(numbers, scratch.Element{Figure: strconv.Itoa(i + 1), Caption: fmt.Sprintf("N° %d", i+1)})
	}
	m := &twins{id: id, outcomes: []scratch.Outcome{{Weight: 1}}}
	for i, a := range amounts {
		sums = append(sums, scratch.Element{Figure: fmt.Sprintf("%d €", a/100), Amount: a})
		m.outcomes = append(m.outcomes, scratch.Outcome{Pays: [scratch.MaxParts]money.Cents{a}, Shown: []scratch.Code{scratch.Code(i + 1)}, Weight: 1})
	}
	a, err := scratch.NewAlphabet(numbers)
	if err != nil {
		panic(err)
	}
	b, err := scratch.NewAlphabet(sums)
	if err != nil {
		panic(err)
	}
	m.zones = []scratch.Zone{{ID: "pair", Cells: 2, Alphabet: a, Inscription: scratch.InLetters}, {ID: "amount", Cells: 1, Alphabet: b}}
	return m
}

func (m *twins) Kind() string                { return "twins" }
func (m *twins) Zones() []scratch.Zone       { return m.zones }
func (m *twins) Parts() []scratch.Part       { return []scratch.Part{{ID: m.id}} }
func (m *twins) Outcomes() []scratch.Outcome { return m.outcomes }
func (m *twins) Amounts() *scratch.Alphabet  { return m.zones[1].Alphabet }

func (m *twins) Print(tape *fair.Tape, outcome int, decoys *fair.Weighted, cells []scratch.Code) {
	cells[0] = scratch.Code(1 + tape.N(40))
	cells[1], cells[2] = cells[0], 0
	if outcome > 0 {
		cells[2] = m.outcomes[outcome].Shown[0]
		return
	}
	for cells[1] == cells[0] {
		cells[1] = scratch.Code(1 + tape.N(40))
	}
	cells[2] = scratch.Code(1 + decoys.Pick(tape))
}

func (m *twins) Read(cells []scratch.Code) (r scratch.Reading) {
	if cells[0] == cells[1] && m.zones[0].Alphabet.Holds(cells[0]) {
		r.Pays[0] = m.zones[1].Alphabet.At(cells[2]).Amount
	}
	return r
}

func (m *twins) Fault([]scratch.Code) scratch.Fault                       { return scratch.Fault{} }
func (m *twins) Explain([]scratch.Code, scratch.Reading) []scratch.Reason { return nil }
func (m *twins) Legend() []scratch.LegendRow                              { return nil }

// fakeFile is the game file of the tests' own game. Anything else is refused, as a game file that does not parse is.
var fakeFile = []byte("a game of twins, 20,000 tickets\n")

func fakePlan(file []byte) (*scratch.Plan, error) {
	if !bytes.Equal(file, fakeFile) {
		return nil, fmt.Errorf("this is no game file")
	}
	eur, err := money.ParseCurrency("EUR")
	if err != nil {
		return nil, err
	}
	g := &scratch.Game{
		ID: "twins", Code: 42, Version: 1, Price: 200, Currency: eur, BlockSize: 20_000, PackSize: 50, Captions: money.FR,
		Table:    scratch.Table{Lots: []scratch.Lot{{Amount: 10_000, Count: 3}, {Amount: 2_000, Count: 41}, {Amount: 700, Count: 500}, {Amount: 200, Count: 2_900}}},
		Surfaces: []scratch.Surface{{ID: "east", Mechanic: newTwins("east", 200, 500, 2_000)}, {ID: "west", Mechanic: newTwins("west", 200, 500, 10_000)}},
	}
	g.Prepare()
	p, problems := scratch.NewPlan(g)
	if len(problems) > 0 {
		return nil, problems[0]
	}
	return p, nil
}
