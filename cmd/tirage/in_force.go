package main

import "tirage/scratch"

// inForce says from when a version of a game applies, and by which notice; empty if its file says neither.
func (w tongue) inForce(f scratch.InForce) string {
	text := ""
	switch {
	case f.Actual != "":
		text = w.in("in force from %s", f.Actual)
	case f.Planned != "":
		text = w.in("in force from %s, as planned", f.Planned)
	}
	switch {
	case f.Notice == "":
		return text
	case text == "":
		return w.in("notice: %s", f.Notice)
	}
	return text + " (" + f.Notice + ")"
}
