// Package problem names what is wrong in a game file, for the packages that know what a file means but not where it stands.
//
// Its invariant: a problem has a place, a stable name and a message. The lines and columns are left to package gamefile.
package problem

// Problem is something wrong in a game file, at a place in it.
type Problem struct {
	Path    string // JSON pointer into the file, or into a mechanic's parameters: "/lots/rows/3/total"
	Name    string // stable name: "table_total", "shares_do_not_add_up"
	Message string // what is wrong, with the figures
	Hint    string // what to do about it
	Warning bool   // the game can be printed, or the formula played, all the same
}

// Error makes a Problem usable as an error.
func (p Problem) Error() string {
	if p.Path == "" {
		return p.Message
	}
	return p.Path + ": " + p.Message
}
