package retail_test

import (
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"tirage/retail"
)

// gauss is Easter Sunday by Gauss's rule with its two exceptions, which shares nothing with the one that is tested.
func gauss(year int) time.Time {
	a, b, c := year%19, year%4, year%7
	k := year / 100
	p, q := (13+8*k)/25, k/4
	m, n := (15-p+k-q)%30, (4+k-q)%7
	d := (19*a + m) % 30
	e := (2*b + 4*c + 6*d + n) % 7
	day := 22 + d + e
	if d == 29 && e == 6 {
		day = 22 + 28
	}
	if d == 28 && e == 6 && (11*m+11)%30 < 19 {
		day = 18 + 31
	}
	return time.Date(year, 3, day, 0, 0, 0, 0, time.UTC)
}

// feasts are the public holidays of a year, written as one says them.
func feasts(year int) map[time.Time]string {
	easter := gauss(year)
	fixed := func(month time.Month, day int) time.Time { return time.Date(year, month, day, 0, 0, 0, 0, time.UTC) }
	return map[time.Time]string{
		fixed(1, 1): "New Year", easter.AddDate(0, 0, 1): "Easter Monday", fixed(5, 1): "Labour Day", fixed(5, 8): "Victory",
		easter.AddDate(0, 0, 39): "Ascension", easter.AddDate(0, 0, 50): "Whit Monday", fixed(7, 14): "National Day",
		fixed(8, 15): "Assumption", fixed(11, 1): "All Saints", fixed(11, 11): "Armistice", fixed(12, 25): "Christmas",
	}
}

func dateOf(t time.Time) retail.Date {
	return retail.Date{Year: t.Year(), Month: int(t.Month()), Day: t.Day()}
}

// TestHolidays holds every day of 1982-2400 against the feasts, and the days of some years against the calendar as it was printed.
func TestHolidays(t *testing.T) {
	for year := retail.MinYear; year <= 2400; year++ {
		of := feasts(year)
		for at := time.Date(year, 1, 1, 0, 0, 0, 0, time.UTC); at.Year() == year; at = at.AddDate(0, 0, 1) {
			d := dateOf(at)
			name := of[at]
			if retail.Holiday(d) != (name != "") {
				t.Fatalf("%v is a holiday: %v; %s", d, retail.Holiday(d), name)
			}
			if work := name == "" && at.Weekday() != time.Sunday; retail.WorkingDay(d) != work {
				t.Fatalf("%v is a working day: %v", d, !work)
			}
		}
	}
	// Easter Sundays as published; with the earliest, the latest, and both of Gauss's exceptions.
	for _, sunday := range []string{
		"1981-04-19", "2000-04-23", "2005-03-27", "2008-03-23", "2011-04-24", "2016-03-27", "2024-03-31", "2025-04-20", "2026-04-05",
		"2027-03-28", "2038-04-25", "2049-04-18", "2076-04-19", "2285-03-22",
	} {
		at, err := time.Parse(time.DateOnly, sunday)
		if err != nil {
			t.Fatal(err)
		}
		monday := at.AddDate(0, 0, 1)
		if !gauss(at.Year()).Equal(at) || at.Year() >= retail.MinYear && !retail.Holiday(dateOf(monday)) {
			t.Errorf("Easter of %d is %s", at.Year(), sunday)
		}
	}
	for _, text := range []string{"2026-04-06", "2026-05-14", "2026-05-25", "2026-01-01", "2026-11-11", "2030-04-22", "2030-05-30", "2030-06-10"} {
		if d, err := retail.ParseDate(text); err != nil || !retail.Holiday(d) || retail.WorkingDay(d) {
			t.Errorf("%s is a holiday, %v", text, err)
		}
	}
	for _, text := range []string{"2026-04-03", "2026-04-05", "2026-05-24", "2026-12-26", "2026-12-24"} { // Good Friday, Sundays, St Stephen's
		if d, err := retail.ParseDate(text); err != nil || retail.Holiday(d) {
			t.Errorf("%s is no holiday, %v", text, err)
		}
	}
}

func paris(t *testing.T) *time.Location {
	t.Helper()
	place, err := time.LoadLocation("Europe/Paris")
	if err != nil {
		t.Fatal(err)
	}
	return place
}

// TestParis holds midnights and days against the time zone database, every day, and every hour around midnights and changes of clocks.
func TestParis(t *testing.T) {
	place := paris(t)
	for at := time.Date(1990, 1, 1, 0, 0, 0, 0, place); at.Year() < 2101; at = at.AddDate(0, 0, 1) {
		d := dateOf(at)
		if got := retail.ParisMidnight(d); got != at.UnixMicro() {
			t.Fatalf("%v begins at %d, not %d", d, got, at.UnixMicro())
		}
		if before, then := retail.ParisDay(at.UnixMicro()-1), dateOf(at.Add(-1)); before != then || retail.ParisDay(at.UnixMicro()) != d {
			t.Fatalf("around the beginning of %v it is %v and %v", d, before, retail.ParisDay(at.UnixMicro()))
		}
		if at.Month() != 3 && at.Month() != 9 && at.Month() != 10 && at.Month() != 12 && at.Month() != 1 || at.Day() > 1 && at.Day() < 22 {
			continue
		}
		for hour := range 24 {
			for _, off := range []time.Duration{0, -time.Microsecond, 59 * time.Minute} {
				moment := at.Add(time.Duration(hour)*time.Hour + off)
				if got := retail.ParisDay(moment.UnixMicro()); got != dateOf(moment) {
					t.Fatalf("at %v it is %v", moment, got)
				}
			}
		}
	}
}

// TestLapse holds deadlines from every day of 1990-2100 against the feasts and the time zone database.
func TestLapse(t *testing.T) {
	place := paris(t)
	off := map[time.Time]string{}
	for year := 1990; year <= 2102; year++ {
		for at, name := range feasts(year) {
			off[at] = name
		}
	}
	moved := map[int]int{}
	for from := time.Date(1990, 1, 1, 0, 0, 0, 0, time.UTC); from.Year() <= 2100; from = from.AddDate(0, 0, 1) {
		for _, days := range []int{0, 1, 30, 60} {
			want, by := from.AddDate(0, 0, days), 0
			for want.Weekday() == time.Sunday || off[want] != "" {
				want, by = want.AddDate(0, 0, 1), by+1
			}
			moved[by]++
			at := time.Date(want.Year(), want.Month(), want.Day()+1, 0, 0, 0, 0, place).UnixMicro()
			if last, got := retail.Lapse(dateOf(from), days); last != dateOf(want) || got != at {
				t.Fatalf("%d days from %v end on %v, at %d; not on %v, at %d", days, dateOf(from), last, got, want, at)
			}
		}
	}
	for by := range 3 { // two days: a feast on a Saturday, or Easter
		if moved[by] == 0 {
			t.Errorf("no deadline was moved by %d days", by)
		}
	}
	for _, c := range []struct {
		from       string
		days       int
		last, ends string // RFC 3339
	}{
		{"2026-11-30", 30, "2026-12-30", "2026-12-30T23:00:00Z"},
		{"2026-11-25", 30, "2026-12-26", "2026-12-26T23:00:00Z"}, // Christmas, then a Saturday
		{"2026-03-06", 30, "2026-04-07", "2026-04-07T22:00:00Z"}, // Easter Sunday and Monday
		{"2026-02-27", 30, "2026-03-30", "2026-03-30T22:00:00Z"}, // the Sunday on which the clocks change
		{"2026-09-24", 30, "2026-10-24", "2026-10-24T22:00:00Z"}, // ends as that of the other change begins
		{"2026-09-25", 30, "2026-10-26", "2026-10-26T23:00:00Z"},
		{"2026-04-08", 30, "2026-05-09", "2026-05-09T22:00:00Z"},
	} {
		from, err := retail.ParseDate(c.from)
		if err != nil {
			t.Fatal(err)
		}
		ends, err := time.Parse(time.RFC3339, c.ends)
		if err != nil {
			t.Fatal(err)
		}
		if last, at := retail.Lapse(from, c.days); last.String() != c.last || at != ends.UnixMicro() {
			t.Errorf("%d days from %s end on %v at %v", c.days, c.from, last, time.UnixMicro(at).UTC())
		}
	}
}

func TestDates(t *testing.T) {
	for at := time.Date(retail.MinYear, 1, 1, 0, 0, 0, 0, time.UTC); at.Year() < 2500; at = at.AddDate(0, 0, 1) {
		d, text := dateOf(at), at.Format(time.DateOnly)
		next := dateOf(at.AddDate(0, 0, 1))
		if read, err := retail.ParseDate(text); err != nil || read != d || d.String() != text {
			t.Fatalf("%s is read as %v, %v", text, read, err)
		}
		if d.Plus(1) != next || next.Plus(-1) != d || !d.Before(next) || next.Before(d) || d.Before(d) {
			t.Fatalf("after %v comes %v", d, d.Plus(1))
		}
		if far := d.Plus(40_000); far != dateOf(at.AddDate(0, 0, 40_000)) || far.Plus(-40_000) != d {
			t.Fatalf("40,000 days after %v comes %v", d, far)
		}
	}
	for _, text := range []string{
		"", "2026-02-29", "2100-02-29", "2026-00-10", "2026-13-10", "2026-04-31", "2026-1-10", "2026-01-1", "02026-01-1", "1981-12-31", "2026/01/10",
		"2026-01-10 ", " 2026-01-10", "+026-01-10", "2026-01--1", "2026-01-1é", "٢٠٢٦-٠١-٠١", "2026-01-10T00:00:00Z",
	} {
		if d, err := retail.ParseDate(text); err == nil || d != (retail.Date{}) {
			t.Errorf("%q is read as %v", text, d)
		}
	}
	for _, d := range []retail.Date{{}, {2026, 2, 29}, {-1, -1, -1}, {1 << 40, 13, 99}} { // nothing panics, and none is valid
		if d.Valid() || d.String() == "" || retail.Holiday(d) && retail.WorkingDay(d) {
			t.Errorf("%v is valid", d)
		}
	}
	var back struct{ Day retail.Date }
	text, err := json.Marshal(struct{ Day retail.Date }{retail.Date{Year: 2026, Month: 1, Day: 9}})
	if err != nil || string(text) != `{"Day":"2026-01-09"}` || json.Unmarshal(text, &back) != nil || back.Day != (retail.Date{Year: 2026, Month: 1, Day: 9}) {
		t.Errorf("%s, %v, %v", text, err, back)
	}
	if json.Unmarshal([]byte(`{"Day":"2026-02-30"}`), &back) == nil {
		t.Error("30 February is read")
	}
}

// FuzzParseDate: what is read is what the standard library reads, and is written the same.
func FuzzParseDate(f *testing.F) {
	for _, seed := range []string{"2026-11-30", "2024-02-29", "2023-02-29", "9999-12-31", "1981-12-31", "1982-01-01", "2026-1-1", "", "----------"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		d, err := retail.ParseDate(text)
		at, theirs := time.Parse(time.DateOnly, text)
		if want := theirs == nil && at.Year() >= retail.MinYear && len(text) == len(time.DateOnly); (err == nil) != want {
			t.Fatalf("%q: %v, and the library: %v", text, err, theirs)
		}
		if err != nil {
			return
		}
		if d != dateOf(at) || d.String() != text || fmt.Sprint(d) != text {
			t.Fatalf("%q is read as %v", text, d)
		}
	})
}
