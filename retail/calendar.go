package retail

// Holiday reports whether a day is one of the eleven public holidays of all France (Code du travail, art. L3133-1). Two more
// days are holidays in Alsace and Moselle only, and do not count here.
func Holiday(d Date) bool {
	switch [2]int{d.Month, d.Day} {
	case [2]int{1, 1}, [2]int{5, 1}, [2]int{5, 8}, [2]int{7, 14}, [2]int{8, 15}, [2]int{11, 1}, [2]int{11, 11}, [2]int{12, 25}:
		return true
	}
	switch d.number() - easter(d.Year).number() {
	case 1, 39, 50: // Easter Monday, Ascension, Whit Monday
		return true
	}
	return false
}

// easter is Easter Sunday of a Gregorian year, by the anonymous algorithm that Butcher's Ecclesiastical Calendar of 1876 gives.
func easter(year int) Date {
	golden, century, rest := year%19, year/100, year%100
	moved := (century - (century+8)/25 + 1) / 3 // of the moon's correction
	epact := (19*golden + century - century/4 - moved + 15) % 30
	sunday := (32 + 2*(century%4) + 2*(rest/4) - epact - rest%4) % 7
	early := (golden + 11*epact + 22*sunday) / 451
	n := epact + sunday - 7*early + 114
	return Date{year, n / 31, n%31 + 1}
}

// WorkingDay reports whether a day is neither a Sunday nor a public holiday. A Saturday is a working day.
func WorkingDay(d Date) bool { return d.weekday() != 0 && !Holiday(d) }

// Lapse says until when lots are paid that are paid for so many days from a date: the last day on which they are, moved to the next
// working day, and the first moment at which they are not: 24:00 of that day in Paris, in microseconds since 1970, UTC.
func Lapse(from Date, days int) (last Date, at int64) {
	last = from.Plus(days)
	for !WorkingDay(last) {
		last = last.Plus(1)
	}
	return last, ParisMidnight(last.Plus(1))
}

const (
	microHour = 3600 * 1_000_000
	microDay  = 24 * microHour
)

// ParisMidnight is the moment at which a day begins in Paris, in microseconds since 1970, UTC. The clocks change at 01:00 UTC, so the
// day of a change begins with the time of the day before.
func ParisMidnight(d Date) int64 {
	at := int64(d.number())*microDay - microHour
	if begin, end := summer(d.Year); begin.Before(d) && !end.Before(d) {
		at -= microHour
	}
	return at
}

// ParisDay is the day on which a moment falls in Paris: microseconds since 1970, UTC.
func ParisDay(at int64) Date {
	n := at / microHour // hours: the clocks change on a full one
	if at%microHour < 0 {
		n--
	}
	hour := int(n)
	begin, end := summer(onDay(floor(hour, 24)).Year)
	if offset := 24*begin.number() + 1; offset <= hour && hour < 24*end.number()+1 {
		hour++
	}
	return onDay(floor(hour+1, 24))
}

// summer gives the days of a year on which summer time begins and ends: the last Sundays of March and October, at 01:00 UTC (directive
// 2000/84/EC, and those before it); until 1995, the end was that of September.
func summer(year int) (begin, end Date) {
	end = Date{year, 10, 31}
	if year < 1996 {
		end = Date{year, 9, 30}
	}
	begin = Date{year, 3, 31}
	return begin.Plus(-begin.weekday()), end.Plus(-end.weekday())
}
