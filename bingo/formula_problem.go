package bingo

// Problem is something wrong in a formula, at a place in its game file.
type Problem struct {
	Path    string // JSON pointer into the file: "/figures/2/within"
	Name    string // stable name: "shares_do_not_add_up", "unreachable_figure"
	Message string // what is wrong, with the figures
	Hint    string // what to do about it
	Warning bool   // the formula can be played all the same
}

// Error makes a Problem usable as an error.
func (p Problem) Error() string {
	if p.Path == "" {
		return p.Message
	}
	return p.Path + ": " + p.Message
}
