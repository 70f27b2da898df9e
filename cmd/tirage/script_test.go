package main

import (
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

func TestMain(m *testing.M) {
	commands := houseCommands()
	commands["tirage"] = main
	testscript.Main(m, commands)
}

// The scripts are the command line's tests and its examples: one a subject, each runs in a folder of its own. $GAMES has the shipped files.
func TestScripts(t *testing.T) {
	games, err := filepath.Abs("../../games")
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{Dir: "testdata/script", Setup: func(env *testscript.Env) error {
		env.Setenv("GAMES", games)
		return nil
	}})
}
