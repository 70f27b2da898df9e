package main

import (
	"os"
	"path/filepath"

	"github.com/spf13/cobra"
)

// noneEmpty refuses flags that are given with nothing in them, which would be taken for flags that are not given.
func noneEmpty(cmd *cobra.Command, names ...string) error {
	for _, name := range names {
		if flag := cmd.Flags().Lookup(name); flag.Changed && flag.Value.String() == "" {
			return refuse("--%s is empty: give it a value, or leave it out", name)
		}
	}
	return nil
}

// writable checks that writeWhole may write a file, by making and removing another one beside it; no path asks for nothing.
func writable(path string) error {
	if path == "" {
		return nil
	}
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return refuse("out_is_folder: %s is a folder; give the path of a file", path)
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
