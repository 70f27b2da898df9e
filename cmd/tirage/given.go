package main

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// written are the flags that name what a verb writes; it is true for a file that may be there already, and is replaced.
var written = map[string]bool{"out": false, "receipts": false, "owners": true, "pdf": true, "svg": true}

// given checks a call of any verb before it reads or makes anything: no argument and no flag is empty, which would be taken for one that is
// not given, and what is to be written can be, without replacing a file that the call names for something else.
func given(cmd *cobra.Command, args []string) error {
	err := notEmpty(cmd, args)
	type place struct{ flag, said, path string }
	var places []place
	for _, a := range args {
		places = append(places, place{"", a, a})
	}
	cmd.Flags().Visit(func(f *pflag.Flag) {
		text := f.Value.String()
		replaces, writes := written[f.Name]
		switch {
		case err != nil:
		case text == "":
			err = refuse("--%s is empty: give it a value, or leave it out", f.Name)
		case writes && text == "-":
			err = refuse("out_is_dash: --%s writes a file and not to standard output; give its path (./- for a file of that name)", f.Name)
		case replaces:
			err = writable(text)
		}
		if kind, _ := pflag.UnquoteUsage(f); writes || slices.Contains([]string{"FILE", "FOLDER", "KEY"}, kind) {
			places = append(places, place{f.Name, "--" + f.Name, text})
		}
	})
	for i, p := range places {
		for j, q := range places {
			if _, writes := written[p.flag]; err == nil && i != j && writes && sameFile(p.path, q.path) {
				err = refuse("same_file: --%s and %s name one file; give another", p.flag, q.said)
			}
		}
	}
	return err
}

// notEmpty refuses an argument without a character, as a variable of a shell that is not set leaves it, and says which it is.
func notEmpty(cmd *cobra.Command, args []string) error {
	i := slices.Index(args, "")
	if i < 0 {
		return nil
	}
	name := ""
	for at, word := range strings.Fields(cmd.Use)[1:] {
		word = strings.TrimSuffix(strings.Trim(word, "[]"), "…")
		if at > i || word != strings.ToUpper(word) || strings.HasPrefix(word, "-") || strings.HasPrefix(word, "(") { // flags follow
			break
		}
		name = word // the last one may repeat
	}
	return refuse("argument %d, %s, is empty: give it a value", i+1, name)
}

// sameFile tells whether two paths name one file, or would if it were made.
func sameFile(a, b string) bool {
	first, err := os.Stat(a)
	second, err2 := os.Stat(b)
	return err == nil && err2 == nil && os.SameFile(first, second) || wholePath(a) == wholePath(b)
}

// wholePath is a path from the root on, through the links of its folder.
func wholePath(path string) string {
	whole, err := filepath.Abs(path)
	if err != nil {
		return path
	}
	if folder, err := filepath.EvalSymlinks(filepath.Dir(whole)); err == nil {
		whole = filepath.Join(folder, filepath.Base(whole))
	}
	return whole
}

// regular refuses a path at which something stands that a file would be written over: writing replaces what bears the name, be it a
// link, a pipe or a device.
func regular(path string) error {
	info, err := os.Lstat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return refuse("out_not_writable: %s cannot be written: %s", path, err)
	case info.IsDir():
		return refuse("out_is_folder: %s is a folder; give the path of a file", path)
	case !info.Mode().IsRegular():
		return refuse("out_not_regular: %s is a link, a pipe or a device; give the path of a file", path)
	}
	return nil
}

// writable checks that writeWhole may write a file, by making and removing another one beside it.
func writable(path string) error {
	if err := regular(path); err != nil {
		return err
	}
	f, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*")
	if err == nil {
		_ = f.Close()
		err = os.Remove(f.Name())
	}
	if err != nil {
		return refuse("out_not_writable: %s cannot be written: %s", path, err)
	}
	return nil
}

// badFlag says what is wrong with a flag, for people who do not read Go.
func badFlag(cmd *cobra.Command, err error) error {
	see := cmd.CommandPath() + " --help"
	var bad *pflag.InvalidValueError
	if !errors.As(err, &bad) {
		return refuse("%s; see %q", ofFlags(err), see)
	}
	why := bad.Unwrap()
	var number *strconv.NumError
	switch {
	case !errors.As(why, &number):
	case bad.GetFlag().Value.Type() == "bool":
		why = refuse("write true or false")
	case errors.Is(number.Err, strconv.ErrRange):
		why = refuse("this number is too large")
	default:
		why = refuse("write a whole number")
	}
	return refuse("--%s %s: %s; see %q", bad.GetFlag().Name, bad.GetValue(), why, see)
}

// absent refuses a path that bears something already, for what is published once and replaces nothing.
func absent(path string) error {
	if err := writable(path); err != nil {
		return err
	}
	if _, err := os.Lstat(path); err == nil {
		return refuse("out_exists: %s exists already; give a new name", path)
	}
	return nil
}
