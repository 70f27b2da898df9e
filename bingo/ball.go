package bingo

// Ball is a numbered ball, 1 to 90. In a grid, 0 is a cell without a number.
type Ball uint8

// Machine says how many balls a draw has; they are numbered from 1.
type Machine uint8

// The two machines (art. 2.2).
const (
	Machine75 Machine = 75
	Machine90 Machine = 90
)

// MaxColumns and MaxBalls bound every machine's.
const (
	MaxColumns = 9
	MaxBalls   = 90
)

// Known reports whether m is one of the two machines.
func (m Machine) Known() bool { return m == Machine75 || m == Machine90 }

// Balls returns how many balls there are.
func (m Machine) Balls() int { return int(m) }

// Columns returns how many columns the balls are sorted into: five of fifteen for 75 balls; for 90 balls nine, of nine
// balls, seven times ten, and eleven.
func (m Machine) Columns() int {
	if m == Machine90 {
		return 9
	}
	return 5
}

// Has reports whether the machine has this ball.
func (m Machine) Has(b Ball) bool { return b >= 1 && int(b) <= int(m) }

// Column returns the column of a ball, from 0: 1-15, 16-30, … for 75 balls, and 1-9, 10-19, …, 80-90 for 90. The ball must
// be one of the machine's.
func (m Machine) Column(b Ball) int {
	if m == Machine90 {
		return min(int(b)/10, 8)
	}
	return (int(b) - 1) / 15
}

// Span returns the first ball of a column, counted from 0, and how many balls the column has.
func (m Machine) Span(column int) (first Ball, size int) {
	switch {
	case m != Machine90:
		return Ball(15*column + 1), 15
	case column == 0:
		return 1, 9
	case column == 8:
		return 80, 11
	}
	return Ball(10 * column), 10
}
