package main

import (
	"errors"
	"regexp"
	"strings"

	"github.com/spf13/cobra"

	"tirage/internal/visible"
	"tirage/money"
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
		if names == "" {
			return refuse("%s takes no arguments; see %q", cmd.CommandPath(), cmd.CommandPath()+" --help")
		}
		return refuse("%s takes %s; see %q", cmd.CommandPath(), names, cmd.CommandPath()+" --help")
	}
}

// mayTake allows one argument, or none.
func mayTake(name string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) == 0 {
			return nil
		}
		return takes(name)(cmd, args)
	}
}

// packages are the names that errors of our packages begin with, for engineers; on a screen they only stand in the way.
var packages = strings.NewReplacer("press: ", "", "seal: ", "", "money: ", "", "fair: ", "", "bingo: ", "", "artwork: ", "", "keeper: ", "", "wallet: ", "")

// spoken is what has words in both languages: a refusal of a rule package or of this one, a text of a game file.
type spoken interface{ In(money.Lang) string }

// refusal is an error for a person: a text with its French, and what fills its verbs.
type refusal struct {
	text string
	args []any
}

// refuse makes an error for a person. An error among the arguments is one that it wraps.
func refuse(text string, args ...any) error { return &refusal{text, args} }

// Error is the text in English.
func (r *refusal) Error() string { return r.In(money.EN) }

// In is the text in a language.
func (r *refusal) In(lang money.Lang) string { return tongue(lang).in(r.text, r.args...) }

// Unwrap gives the error among the arguments, if there is one.
func (r *refusal) Unwrap() error {
	for _, a := range r.args {
		if err, ok := a.(error); ok {
			return err
		}
	}
	return nil
}

// sayIn is an error in a language, as far as it, or an error that it wraps, has words in it. What no refusal of ours has written is
// one line, whatever it quotes.
func sayIn(err error, lang money.Lang) string {
	text := err.Error()
	var inner spoken
	if errors.As(err, &inner) {
		text = strings.Replace(text, inner.(error).Error(), inner.In(lang), 1)
	}
	var ours *refusal
	if errors.As(err, &ours) {
		return text
	}
	return visible.Line(text)
}

// say writes an error for a person: in a language, without package names, and with the hint that belongs to it.
func say(err error, lang money.Lang) string {
	text := packages.Replace(sayIn(ofFlags(err), lang))
	var p problem.Problem
	if errors.As(err, &p) {
		text += " [" + p.Name + "]"
		if p.Hint != "" {
			text += "; " + visible.Line(p.Hint)
		}
	}
	return text
}

// What package cobra says of flags of one call.
var (
	flagsTogether = regexp.MustCompile(`^if any flags in the group \[(.+)\] are set they must all be set; missing \[(.+)\]$`)
	flagsApart    = regexp.MustCompile(`^if any flags in the group \[.+\] are set none of the others can be; \[(.+)\] were all set$`)
	flagsEither   = regexp.MustCompile(`^at least one of the flags in the group \[(.+)\] is required$`)
	flagsNeeded   = regexp.MustCompile(`^required flag\(s\) (.+) not set$`)
	flagUnknown   = regexp.MustCompile(`^unknown flag: (--.+)$`)
	flagBare      = regexp.MustCompile(`^flag needs an argument: (--.+)$`)
)

// ofFlags is an error of package cobra about flags in our words, which have their French; every other error as it is.
func ofFlags(err error) error {
	text := err.Error()
	flags := func(names string) string { return "--" + strings.Join(strings.Fields(names), ", --") }
	if m := flagsTogether.FindStringSubmatch(text); m != nil {
		return refuse("%s go together: give %s too", flags(m[1]), flags(m[2]))
	}
	if m := flagsApart.FindStringSubmatch(text); m != nil {
		return refuse("%s exclude each other: give one of them", flags(m[1]))
	}
	if m := flagsEither.FindStringSubmatch(text); m != nil {
		return refuse("one of %s must be given", flags(m[1]))
	}
	if m := flagsNeeded.FindStringSubmatch(text); m != nil {
		return refuse("required flags are missing: %s; \"--help\" says what each is", flags(strings.NewReplacer(`"`, "", ",", "").Replace(m[1])))
	}
	if m := flagUnknown.FindStringSubmatch(text); m != nil {
		return refuse("unknown flag: %s", m[1])
	}
	if m := flagBare.FindStringSubmatch(text); m != nil {
		return refuse("flag needs an argument: %s", m[1])
	}
	return err
}
