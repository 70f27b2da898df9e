package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// Every flag of any verb that names what is written is known as one, so that its file is not written over another of the call.
func TestWrittenFlagsAreKnown(t *testing.T) {
	left := map[string]bool{}
	for name := range written {
		left[name] = true
	}
	var walk func(*cobra.Command)
	walk = func(cmd *cobra.Command) {
		cmd.Flags().VisitAll(func(f *pflag.Flag) {
			kind, usage := pflag.UnquoteUsage(f)
			_, known := written[f.Name]
			writes := (kind == "FILE" || kind == "FOLDER") && (strings.HasPrefix(usage, "write ") || strings.Contains(usage, " to make"))
			if writes && !known {
				t.Errorf("%s --%s writes %s and is not among those that do", cmd.CommandPath(), f.Name, kind)
			}
			delete(left, f.Name)
		})
		for _, sub := range cmd.Commands() {
			walk(sub)
		}
	}
	walk(newRoot())
	for name := range left {
		t.Errorf("no verb has --%s", name)
	}
}

// One file is known by all its names, whether it is there or not.
func TestSameFile(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, err := range []error{
		os.Mkdir("sub", 0o755), os.Symlink("sub", "linked"), os.WriteFile("a", nil, 0o644), os.Link("a", "hard"), os.Symlink("a", "soft"),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	whole, err := filepath.Abs("new")
	if err != nil {
		t.Fatal(err)
	}
	for _, pair := range [][2]string{{"a", "./sub/../a"}, {"a", "hard"}, {"a", "soft"}, {"new", "sub/../new"}, {"new", whole}, {"sub/new", "linked/new"}, {"sub", "linked/"}} {
		if !sameFile(pair[0], pair[1]) {
			t.Errorf("%q is one file", pair)
		}
	}
	for _, pair := range [][2]string{{"a", "new"}, {"new", "sub/new"}, {"a", "sub"}} {
		if sameFile(pair[0], pair[1]) {
			t.Errorf("%q are two files", pair)
		}
	}
}

// Of every verb that takes arguments an empty one is refused before anything else is looked at, in both languages, by its place and name.
func TestEmptyArgumentsAreNamed(t *testing.T) {
	t.Chdir(t.TempDir())
	tried := 0
	var walk func(*cobra.Command)
	walk = func(cmd *cobra.Command) {
		for _, sub := range cmd.Commands() {
			walk(sub)
		}
		if cmd.HasSubCommands() || !cmd.Runnable() {
			return
		}
		var names []string
		for _, word := range strings.Fields(cmd.Use)[1:] {
			if name := strings.Trim(word, "[]"); name == strings.ToUpper(name) && !strings.HasPrefix(name, "-") && !strings.HasPrefix(name, "(") {
				names = append(names, strings.TrimSuffix(name, "…"))
			} else {
				break // of its flags
			}
		}
		for i, name := range names {
			args := append(strings.Fields(cmd.CommandPath())[1:], slices.Repeat([]string{"x"}, len(names))...)
			args[len(args)-len(names)+i] = ""
			for lang, want := range map[string]string{"en": "argument %d, %s, is empty: give it a value\n", "fr": "l'argument %d, %s, est vide : donnez-lui une valeur\n"} {
				t.Setenv("LC_ALL", lang)
				var out, errs bytes.Buffer
				if status := run(args, &out, &errs); status != 2 || errs.String() != "tirage: "+fmt.Sprintf(want, i+1, name) || out.Len() > 0 {
					t.Errorf("%q: status %d, %q%q", args, status, &out, &errs)
				}
			}
			tried++
		}
	}
	walk(newRoot())
	if tried < 20 {
		t.Errorf("only %d arguments were tried", tried)
	}
	var out, errs bytes.Buffer
	t.Setenv("LC_ALL", "en")
	if status := run([]string{"verify", "a", "b", ""}, &out, &errs); status != 2 || !strings.Contains(errs.String(), "argument 3, RECORD, is empty") {
		t.Errorf("the third of many: %d %s", status, &errs)
	}
}
