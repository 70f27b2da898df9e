package bingo

import "slices"

// Model is what a card is made of (art. 2.2).
type Model uint8

// The four models. Their values are the first byte of a card's encoding and never change.
const (
	Classic75 Model = 1 // one grid of 5×5, five numbers in every column, no free centre
	Variant75 Model = 2 // three such grids, which hold the 75 numbers once
	Classic90 Model = 3 // one grid of 3×9, five numbers in every row
	Variant90 Model = 4 // six such grids, which hold the 90 numbers once: a strip
)

// Models lists the four models.
var Models = []Model{Classic75, Variant75, Classic90, Variant90}

// PerRow is how many numbers a row holds, in every model.
const PerRow = 5

// modelNames are the names in files, by model.
var modelNames = []string{"", "75-classic", "75-variant", "90-classic", "90-variant"}

// Known reports whether m is one of the four.
func (m Model) Known() bool { return m >= Classic75 && m <= Variant90 }

// String returns the model's name in files: "75-classic", "75-variant", "90-classic" or "90-variant".
func (m Model) String() string {
	if !m.Known() {
		return "unknown model"
	}
	return modelNames[m]
}

// ParseModel returns the model of a name, or the refusal model_unknown.
func ParseModel(name string) (Model, error) {
	if i := slices.Index(modelNames, name); i > 0 {
		return Model(i), nil
	}
	return 0, refuse("model_unknown", "there is no card model %q: take 75-classic, 75-variant, 90-classic or 90-variant", name)
}

// MarshalText writes the name, or refuses an unknown model with model_unknown.
func (m Model) MarshalText() ([]byte, error) {
	if !m.Known() {
		return nil, refuse("model_unknown", "there is no card model %d", uint8(m))
	}
	return []byte(m.String()), nil
}

// UnmarshalText is ParseModel.
func (m *Model) UnmarshalText(text []byte) (err error) {
	*m, err = ParseModel(string(text))
	return err
}

// Machine returns the balls that the model is drawn with.
func (m Model) Machine() Machine {
	if m == Classic90 || m == Variant90 {
		return Machine90
	}
	return Machine75
}

// Balls returns how many balls a draw has: 75 or 90.
func (m Model) Balls() int { return m.Machine().Balls() }

// Variant reports whether a card has several grids.
func (m Model) Variant() bool { return m == Variant75 || m == Variant90 }

// Grids returns how many grids a card has: 1, 3 or 6.
func (m Model) Grids() int {
	switch m {
	case Variant75:
		return 3
	case Variant90:
		return 6
	default:
		return 1
	}
}

// Rows returns how many rows a grid has: 5 or 3. All of them make the full grid.
func (m Model) Rows() int {
	if m.Machine() == Machine90 {
		return 3
	}
	return 5
}

// Columns returns how many columns a grid has: 5 or 9.
func (m Model) Columns() int { return m.Machine().Columns() }

// PerGrid returns how many numbers a grid holds: 25 or 15.
func (m Model) PerGrid() int { return PerRow * m.Rows() }

// Numbers returns how many numbers a card holds: 25, 75, 15 or 90.
func (m Model) Numbers() int { return m.Grids() * m.PerGrid() }

// MaxPerDraw returns how many cards a player may have in one draw: 25 classic or 12 variant cards (art. 2.2).
func (m Model) MaxPerDraw() int {
	if m.Variant() {
		return 12
	}
	return 25
}

// Options is how cards are laid out within what the model leaves open. The zero value is the habit of the trade.
type Options struct {
	EmptyColumns bool // 90 balls: a grid's column may hold no number; the text allows it
	Sorted       bool // the numbers in one column of one grid ascend from top to bottom; otherwise their order is random
}
