package bingo_test

import (
	"strings"
	"testing"
	"time"

	"tirage/bingo"
	"tirage/money"
)

// moment reads a time with the standard library, which the package does not.
func moment(t *testing.T, text string) bingo.Moment {
	t.Helper()
	at, err := time.Parse(time.RFC3339Nano, text)
	if err != nil {
		t.Fatal(err)
	}
	return bingo.Moment(at.UnixMicro())
}

// The sale of a draw opens on the day from which the formula is in force, or later: the actual day, the planned one until that is known.
// Announced it may be before.
func TestInForce(t *testing.T) {
	for _, c := range []struct {
		force bingo.InForce
		opens string
		ok    bool
	}{
		{bingo.InForce{}, "1970-01-01T00:00:01Z", true},
		{bingo.InForce{Notice: "to come"}, "1970-01-01T00:00:01Z", true},
		{bingo.InForce{Planned: "2011-10-03"}, "2011-10-02T23:59:59.999999Z", false},
		{bingo.InForce{Planned: "2011-10-03"}, "2011-10-03T00:00:00Z", true},
		{bingo.InForce{Planned: "2011-10-03", Actual: "2012-02-29"}, "2012-02-28T23:59:59Z", false},
		{bingo.InForce{Planned: "2011-10-03", Actual: "2012-02-29"}, "2012-02-29T00:00:00Z", true},
		{bingo.InForce{Planned: "2011-10-03", Actual: "2011-09-01"}, "2011-09-01T00:00:00Z", true},
		{bingo.InForce{Actual: "2031-01-01"}, "2030-12-31T12:00:00Z", false},
	} {
		f := bingoExtra()
		f.InForce = c.force
		r := newRig(t, f, "in force")
		r.at = moment(t, c.opens) - 1_000_000 // the rig opens the sale a second later
		_, err := r.try(r.schedule())
		if name := bingo.RefusalName(err); c.ok && err != nil || !c.ok && name != "not_in_force" {
			t.Errorf("%+v, opens %s: %v", c.force, c.opens, err)
		}
		if !c.ok && (!strings.Contains(err.Error(), c.force.From()) || !strings.Contains(err.Error(), c.opens) || !strings.Contains(err.(*bingo.Refusal).In(money.FR), "en vigueur")) {
			t.Errorf("%v does not say when", err)
		}
	}
}

// A record of a draw before its formula was in force is found out.
func TestVerifyInForce(t *testing.T) {
	r := played(t, bingoExtra(), "in force", 1, 1, 1, 1)
	f := bingoExtra()
	f.InForce.Actual = "2023-11-16" // two days after the draws of these tests
	found := bingo.VerifyRecord(record(t, r), f)
	if len(found) != 1 || found[0].Path != "/schedule" || found[0].Name != "not_in_force" {
		t.Errorf("%+v", found)
	}
	f.InForce.Actual = "2023-11-14"
	if found := bingo.VerifyRecord(record(t, r), f); len(found) > 0 {
		t.Errorf("%+v", found)
	}
}

func TestMomentIsWritten(t *testing.T) {
	for _, text := range []string{"1970-01-01T00:00:00Z", "1999-12-31T23:59:59.999999Z", "2024-02-29T12:00:00.05Z", "2255-06-05T23:47:34.740991Z"} {
		if got := moment(t, text).String(); got != text {
			t.Errorf("%s, not %s", got, text)
		}
	}
	if got := bingo.MaxMoment.String(); got != "2255-06-05T23:47:34.740991Z" {
		t.Error(got)
	}
}

func TestDatesExist(t *testing.T) {
	for date, ok := range map[string]bool{"2024-02-29": true, "2023-02-29": false, "2026-04-31": false, "2026-1-1": false, "": true} {
		f := bingoExtra()
		f.InForce = bingo.InForce{Actual: date}
		bad := false
		for _, p := range f.Check() {
			bad = bad || p.Name == "bad_date"
		}
		if bad == ok {
			t.Errorf("%q: bad is %v", date, bad)
		}
	}
}
