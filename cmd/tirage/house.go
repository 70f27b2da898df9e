package main

import (
	"context"
	"errors"
	"io/fs"
	"maps"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"tirage/internal/store"
)

// What stands in a house's folder.
const (
	houseFile   = "house.db" // its database
	demoFile    = "demo.json"
	keeperDir   = "keeper" // of a demo: the keeper's own folder
	blocksDir   = "blocks" // of a demo: its specimens
	environment = "TIRAGE_"
)

// whichHouse are the flags that say one thing in different ways: of those, a layer of settings that has any leaves none to the next.
var whichHouse = map[string]bool{"data": true, "database": true, "database-file": true}

// settle gives each flag that was not given its value from the environment (TIRAGE_ and its name in capitals), else from the file that
// --config names: a flag a line, "listen: 127.0.0.1:8080". The values are all flat texts with the flags' own names, so that a library
// for layered configuration would have nothing to do.
func settle(cmd *cobra.Command) error {
	f := cmd.Flags()
	layer := map[string]string{}
	f.VisitAll(func(flag *pflag.Flag) {
		value := os.Getenv(environment + strings.ToUpper(strings.ReplaceAll(flag.Name, "-", "_")))
		if value != "" && flag.Name != "help" {
			layer[flag.Name] = value
		}
	})
	if err := settleLayer(f, layer); err != nil {
		return err
	}
	config := f.Lookup("config")
	if config == nil || config.Value.String() == "" {
		return nil
	}
	path := config.Value.String()
	data, err := readFile(path, maxInput)
	if err != nil {
		return err
	}
	layer = map[string]string{}
	if err := yaml.Unmarshal(data, &layer); err != nil {
		return refuse("%s is no file of settings: one a line, as \"listen: 127.0.0.1:8080\"", path) // the error would quote the file, and a password with it
	}
	for name := range layer {
		if f.Lookup(name) == nil || name == "config" || name == "help" {
			return refuse("%s: there is no setting %q; they are named as the flags are, see --help", path, name)
		}
	}
	return settleLayer(f, layer)
}

// settleLayer sets the flags that no earlier layer has set.
func settleLayer(f *pflag.FlagSet, layer map[string]string) error {
	set := map[string]bool{}
	f.Visit(func(flag *pflag.Flag) {
		set[flag.Name] = true
		if whichHouse[flag.Name] {
			maps.Copy(set, whichHouse)
		}
	})
	for name, value := range layer {
		if set[name] {
			continue
		}
		if f.Set(name, value) != nil {
			return refuse("the setting of --%s is no value that it takes; see --help", name)
		}
	}
	return nil
}

// database is where a house keeps its truth, as the flags say.
type database struct{ data, address, file string }

func (d *database) flags(f *pflag.FlagSet) {
	f.StringVar(&d.data, "data", "", "the house's `FOLDER`: its SQLite database is "+houseFile+" in it")
	f.StringVar(&d.address, "database", "", "`ADDRESS` of the database, instead of --data: sqlite:PATH or postgres://user@host/name; one with a password goes into TIRAGE_DATABASE or --database-file")
	f.StringVar(&d.file, "database-file", "", "`FILE` that holds the address of the database")
	f.String("config", "", "`FILE` with settings, one a line, named as the flags: \"listen: 127.0.0.1:8080\"; flags and TIRAGE_… come first")
}

// given refuses an address with a password on the command line, where it stands before settle.
func (d *database) given(cmd *cobra.Command) error {
	if !cmd.Flags().Changed("database") || strings.HasPrefix(d.address, "sqlite:") {
		return nil
	}
	u, err := url.Parse(d.address)
	if err != nil {
		return errAddress
	}
	if _, secret := u.User.Password(); secret || u.Query().Has("password") || strings.Contains(d.address, "password=") {
		return refuse("a password is not written on the command line, where others can see it: put the address into TIRAGE_DATABASE, or into a file for --database-file")
	}
	return nil
}

var errAddress = refuse("the address of a database reads sqlite:PATH or postgres://user@host/name")

// resolve gives the address of the database. What is to exist must be there: looking at a house makes none.
func (d *database) resolve(exists bool) (string, error) {
	address := d.address
	if d.file != "" {
		data, err := readFile(d.file, maxInput)
		if err != nil {
			return "", err
		}
		address = firstLine(data)
	}
	switch {
	case d.data == "" && address == "":
		return "", refuse("which house? Give --data FOLDER, --database ADDRESS or --database-file FILE")
	case d.data != "" && address != "":
		return "", refuse("--data and --database each name a database: give one of them")
	case d.data != "":
		address = "sqlite:" + filepath.Join(d.data, houseFile)
	}
	path, ok := strings.CutPrefix(address, "sqlite:")
	if !ok {
		return address, nil
	}
	if path == "" {
		return "", refuse("sqlite: needs the path of the database behind it")
	}
	if _, err := os.Stat(path); exists && errors.Is(err, fs.ErrNotExist) {
		return "", refuse("there is no database %s", path)
	}
	return address, nil
}

// open opens the database of a house that is there.
func (d *database) open(ctx context.Context, cmd *cobra.Command) (*store.Store, error) {
	return d.openAs(ctx, cmd, store.Options{})
}

// openToRead opens it to be read only: of an auditor's copy nothing is changed, and its medium need not let anybody.
func (d *database) openToRead(ctx context.Context, cmd *cobra.Command) (*store.Store, error) {
	return d.openAs(ctx, cmd, store.Options{ReadOnly: true})
}

func (d *database) openAs(ctx context.Context, cmd *cobra.Command, o store.Options) (*store.Store, error) {
	if err := errors.Join(d.given(cmd), settle(cmd)); err != nil {
		return nil, err
	}
	address, err := d.resolve(true)
	if err != nil {
		return nil, err
	}
	return openStore(ctx, address, o)
}

func openStore(ctx context.Context, address string, o store.Options) (*store.Store, error) {
	kept, err := store.Open(ctx, address, o)
	if errors.Is(err, store.ErrDatabase) {
		return nil, errAddress
	}
	if err != nil {
		return nil, refuse("the database cannot be opened: %s", strings.Join(strings.Fields(err.Error()), " "))
	}
	return kept, nil
}
