package bingo

import (
	"cmp"
	"time"
)

// From is the date from which a version applies: the actual one, the planned one until that is known, "" for neither.
func (i InForce) From() string { return cmp.Or(i.Actual, i.Planned) }

// isDate tells whether a text is a date that exists.
func isDate(text string) bool {
	_, err := time.Parse(time.DateOnly, text)
	return err == nil
}

// inForce refuses with not_in_force a sale that would open before the formula applies: what players are shown then is an earlier version.
// The day begins at midnight UTC, as all moments are UTC. A formula without dates is always in force.
func (f *Formula) inForce(opens Moment) error {
	from := f.InForce.From()
	if from == "" {
		return nil
	}
	day, err := time.Parse(time.DateOnly, from)
	if err != nil || int64(opens) < day.UnixMicro() {
		return refuse("not_in_force", "version %d of %s is in force from %s (UTC), and the sale would open at %s: open it later, or play the version that was in force then",
			f.Version, f.ID, from, opens)
	}
	return nil
}

// String is the moment in UTC: "2026-07-14T20:00:00Z", with as many decimals of a second as it takes.
func (m Moment) String() string {
	const second, day = 1_000_000, 86_400_000_000
	t := time.Date(1970, 1, 1+int(m/day), 0, 0, int(m%day/second), int(m%second)*1000, time.UTC)
	return t.Format("2006-01-02T15:04:05.999999Z")
}
