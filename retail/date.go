package retail

import "errors"

// Date is a day of the calendar, without a time or a place.
type Date struct{ Year, Month, Day int } // month and day from 1

// The years of which this package knows holidays and summer time: the rules of before are not written down here.
const (
	MinYear = 1982
	MaxYear = 9999
)

// ErrDate reports a text that is not a date that can be counted with.
var ErrDate = errors.New("retail: not a date; write year, month and day as in 2026-11-30, from 1982 on")

// ParseDate reads a date as String writes it, "2026-11-30", or refuses with ErrDate.
func ParseDate(text string) (Date, error) {
	if len(text) != len("2026-11-30") || text[4] != '-' || text[7] != '-' {
		return Date{}, ErrDate
	}
	d := Date{digits(text[:4]), digits(text[5:7]), digits(text[8:])}
	if !d.Valid() {
		return Date{}, ErrDate
	}
	return d, nil
}

// digits reads a number without a sign, or gives -1.
func digits(text string) int {
	n := 0
	for i := range len(text) {
		if text[i] < '0' || text[i] > '9' {
			return -1
		}
		n = 10*n + int(text[i]-'0')
	}
	return n
}

// Valid reports whether there is such a day, between MinYear and MaxYear.
func (d Date) Valid() bool {
	return MinYear <= d.Year && d.Year <= MaxYear && 1 <= d.Month && d.Month <= 12 && 1 <= d.Day && d.Day <= monthDays(d.Year, d.Month)
}

func monthDays(year, month int) int {
	switch month {
	case 2:
		if year%4 == 0 && (year%100 != 0 || year%400 == 0) {
			return 29
		}
		return 28
	case 4, 6, 9, 11:
		return 30
	default:
		return 31
	}
}

// String writes a date as ParseDate reads it.
func (d Date) String() string {
	text := []byte("0000-00-00")
	put := func(last, n int) {
		for ; n > 0 && last >= 0 && text[last] != '-'; last-- {
			text[last] = '0' + byte(n%10)
			n /= 10
		}
	}
	put(3, d.Year)
	put(6, d.Month)
	put(9, d.Day)
	return string(text)
}

// MarshalText is String, so that a date is a text in JSON.
func (d Date) MarshalText() ([]byte, error) { return []byte(d.String()), nil }

// UnmarshalText is ParseDate.
func (d *Date) UnmarshalText(text []byte) (err error) {
	*d, err = ParseDate(string(text))
	return err
}

// Plus is the day so many days later, or earlier for a negative number.
func (d Date) Plus(days int) Date { return onDay(d.number() + days) }

// Before reports whether d comes before e.
func (d Date) Before(e Date) bool { return d.number() < e.number() }

// number counts days from 1 January 1970, which is 0. Years are counted from March, so that the leap day is their last.
func (d Date) number() int {
	year, month := d.Year, d.Month-3
	if month < 0 {
		year, month = year-1, month+12
	}
	return 365*year + floor(year, 4) - floor(year, 100) + floor(year, 400) + (153*month+2)/5 + d.Day - 1 - 719468
}

// onDay is the date of a number of days from 1 January 1970.
func onDay(number int) Date {
	n := number + 719468
	era := floor(n, 146097) // of 400 years
	n -= era * 146097
	year := (n - n/1460 + n/36524 - n/146096) / 365
	n -= 365*year + year/4 - year/100
	month := (5*n + 2) / 153
	d := Date{Year: year + 400*era, Month: month + 3, Day: n - (153*month+2)/5 + 1}
	if d.Month > 12 {
		d.Year, d.Month = d.Year+1, d.Month-12
	}
	return d
}

// floor is a/b rounded down.
func floor(a, b int) int {
	if a%b < 0 {
		return a/b - 1
	}
	return a / b
}

// weekday is 0 for a Sunday: 1 January 1970 was a Thursday.
func (d Date) weekday() int {
	n := d.number() + 4
	return n - 7*floor(n, 7)
}
