package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"tirage/problem"
)

// takes demands exactly the arguments that a verb's Use names, such as "GAME FACE"; a last one that ends in "…" may repeat.
func takes(names string) cobra.PositionalArgs {
	list := strings.Fields(names)
	many := strings.HasSuffix(names, "…")
	return func(cmd *cobra.Command, args []string) error {
		if len(args) == len(list) || many && len(args) > len(list) {
			return nil
		}
		what := "takes " + names
		if names == "" {
			what = "takes no arguments"
		}
		return fmt.Errorf("%s %s; see %q", cmd.CommandPath(), what, cmd.CommandPath()+" --help")
	}
}

// packages are the names that errors of our packages begin with, for engineers; on a screen they only stand in the way.
var packages = strings.NewReplacer("press: ", "", "seal: ", "", "money: ", "", "fair: ", "", "bingo: ", "", "artwork: ", "")

// say writes an error for a person: without package names, and with the hint that belongs to it.
func say(err error) string {
	text := packages.Replace(err.Error())
	var p problem.Problem
	if errors.As(err, &p) {
		text += " [" + p.Name + "]"
		if p.Hint != "" {
			text += "; " + p.Hint
		}
	}
	if strings.HasPrefix(text, "required flag") {
		text += `; "--help" says what each is`
	}
	return text
}
