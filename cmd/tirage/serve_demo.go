package main

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"math/big"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"tirage/games"
	"tirage/internal/keeper"
	"tirage/internal/press"
	"tirage/internal/shop"
	"tirage/internal/store"
	"tirage/money"
	"tirage/seal"
)

// demoPacks is how many packs of each game a demo sells online, demoPaper how many more it has on paper.
const (
	demoPacks = 100
	demoPaper = 6
)

// demoKeysDir is the folder of a demo's keys.
const demoKeysDir = "keys"

// demoMoney is the play money that a demo's players begin with.
const demoMoney money.Cents = 500_00

// demoHouse is a house with its keeper and specimens in one folder.
type demoHouse struct {
	*openHouse
	dir  string
	book *keeper.Book
	kept demoKept

	tickets []demoTicket // on paper, to try
}

// demoKept is what a demo keeps to go on with: its persons. There is nothing in it to steal but play money.
type demoKept struct {
	Logins []demoLogin `json:"logins"`
}

// demoLogin is a person of a demo.
type demoLogin struct {
	Login    string    `json:"login"`
	Password string    `json:"password"`
	Role     shop.Role `json:"role"`
	by       shop.By
}

// serveDemo makes a demo's house, or goes on with the one in the folder, and serves it.
func (c *serveCall) serveDemo(ctx context.Context, out io.Writer, log *slog.Logger) (err error) {
	d := &demoHouse{dir: c.data}
	if d.dir == "" {
		if d.dir, err = os.MkdirTemp("", "tirage-demo-"); err != nil {
			return err
		}
		defer func() { err = errors.Join(err, os.RemoveAll(d.dir)) }()
	}
	if d.dir, err = filepath.Abs(d.dir); err != nil {
		return err
	}
	if err := d.read(); err != nil {
		return err
	}
	if err := d.print(ctx); err != nil {
		return err
	}
	c.keys = filepath.Join(d.dir, demoKeysDir)
	if err := d.keep(); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, d.book.Close()) }()
	c.keeperVerifier = d.book.Verifier()
	if d.openHouse, err = c.open(ctx, log, "sqlite:"+filepath.Join(d.dir, houseFile), d.book); err != nil {
		return err
	}
	if err = d.people(ctx); err == nil {
		err = d.stock(ctx)
	}
	if err == nil {
		err = d.field(ctx)
	}
	if err == nil {
		err = d.rooms(ctx)
	}
	if err != nil {
		return errors.Join(err, d.shop.Close(), d.store.Close())
	}
	return d.serve(ctx, func(url string) error { return d.tell(out, url) })
}

// read reads who is in the house, or invents them. It refuses a folder with a house that is no demo's.
func (d *demoHouse) read() error {
	if err := os.MkdirAll(d.dir, 0o700); err != nil {
		return err
	}
	path := filepath.Join(d.dir, demoFile)
	data, err := os.ReadFile(path)
	if err == nil {
		if json.Unmarshal(data, &d.kept) != nil || len(d.kept.Logins) == 0 {
			return refuse("%s does not say who is in this demo: remove the folder and begin anew", path)
		}
		return nil
	}
	if !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if _, err := os.Stat(filepath.Join(d.dir, houseFile)); err == nil {
		return refuse("%s is a house that is no demo's: give another folder", d.dir)
	}
	for _, p := range []demoLogin{
		{Login: "player-1", Role: shop.Player},
		{Login: "player-2", Role: shop.Player},
		{Login: "retailer-1", Role: shop.Retailer},
		{Login: "operator-1", Role: shop.Operator},
		{Login: "operator-2", Role: shop.Operator},
		{Login: "auditor", Role: shop.Auditor},
		{Login: "administrator", Role: shop.Administrator},
	} {
		if p.Password, err = readable(); err != nil {
			return err
		}
		d.kept.Logins = append(d.kept.Logins, p)
	}
	if data, err = json.MarshalIndent(d.kept, "", "  "); err != nil {
		return err
	}
	return writeFile(path, append(data, '\n'), 0o600)
}

// blocks are the folders of the specimens, one a game.
func (d *demoHouse) blocks() (folders []string) {
	for _, game := range games.List() {
		folders = append(folders, filepath.Join(d.dir, blocksDir, game))
	}
	return folders
}

// print prints the specimens that are not there, side by side.
func (d *demoHouse) print(ctx context.Context) error {
	if err := os.MkdirAll(filepath.Join(d.dir, blocksDir), 0o700); err != nil {
		return err
	}
	var work sync.WaitGroup
	errs := make([]error, len(d.blocks()))
	for i, folder := range d.blocks() {
		if _, err := os.Stat(folder); err == nil {
			continue
		}
		work.Go(func() { errs[i] = printSpecimen(ctx, filepath.Base(folder), folder, 1, demoPacks, demoPaper) })
	}
	work.Wait()
	return errors.Join(errs...)
}

// printSpecimen prints the first packs of a specimen block: its online share, and some of its paper share.
func printSpecimen(ctx context.Context, game, folder string, number uint16, online, paper int) error {
	file, err := games.Open(game)
	if err != nil {
		return err
	}
	_, err = press.Print(ctx, file, press.Options{
		Out: folder, Number: number, Online: online, Specimen: true, Packs: press.Packs{First: 0, End: online + paper}, Workers: 1,
	})
	return err
}

// keep opens the keeper within the house and gives it its keys of the specimens, whose seeds lie with them for everybody to see.
func (d *demoHouse) keep() (err error) {
	dir := filepath.Join(d.dir, keeperDir)
	_, verifier, err := hallKeys(filepath.Join(d.dir, demoKeysDir))
	if err == nil && verifier == "" {
		verifier, err = makeHallKeys(filepath.Join(d.dir, demoKeysDir), "demo-hall")
	}
	if err != nil {
		return err
	}
	if d.book, err = keeper.Open(keeper.Options{Dir: dir, Name: "demo-keeper", House: verifier}); err != nil {
		return err
	}
	for _, folder := range d.blocks() {
		if err := giveKeeper(dir, folder); err != nil {
			return errors.Join(err, d.book.Close())
		}
	}
	return nil
}

// giveKeeper gives a specimen to a keeper.
func giveKeeper(dir, folder string) error {
	seed, err := readSeed(filepath.Join(folder, "seed-b"))
	if err != nil {
		return err
	}
	manifest, err := readFile(filepath.Join(folder, "manifest"), maxInput)
	if err != nil {
		return err
	}
	m, _, err := press.ReadManifest(folder, "")
	if err != nil {
		return err
	}
	key, err := seal.NewKeeperKey(seed, m.Block)
	if err != nil {
		return err
	}
	return keeper.Add(dir, keeper.Facts{Block: m.Block, Online: int64(m.Shares.Online)}, key, manifest)
}

// people lets those into the house who are not in it, at its desk, and gives its players play money, once.
func (d *demoHouse) people(ctx context.Context) (err error) {
	var desk *shop.Desk // nil until somebody is missing
	defer func() {
		if desk != nil {
			err = errors.Join(err, desk.Close())
		}
	}()
	for i := range d.kept.Logins {
		p := &d.kept.Logins[i]
		row, err := d.store.PersonByLogin(ctx, p.Login)
		id := row.ID
		if errors.Is(err, store.ErrUnknown) {
			if desk == nil {
				if desk, err = openDesk(ctx, d.store); err != nil {
					return err
				}
			}
			id, err = desk.Register(ctx, p.Login, p.Password, p.Role)
		}
		if err != nil {
			return err
		}
		p.by = shop.By{Person: id, Role: p.Role}
		if p.Role == shop.Player {
			if _, err := d.shop.Deposit(ctx, p.by, "demo", demoMoney, true); err != nil {
				return err
			}
		}
	}
	return nil
}

// of are the persons of a role.
func (d *demoHouse) of(role shop.Role) (list []shop.By) {
	for _, p := range d.kept.Logins {
		if p.Role == role {
			list = append(list, p.by)
		}
	}
	return list
}

// stock has the demo's two operators register the specimens that are not in the house.
func (d *demoHouse) stock(ctx context.Context) error {
	operators := d.of(shop.Operator)
	if len(operators) < 2 {
		return refuse("%s does not say who is in this demo: remove the folder and begin anew", filepath.Join(d.dir, demoFile))
	}
	views, err := d.shop.Blocks(ctx)
	if err != nil {
		return err
	}
	there := map[string]bool{}
	for _, v := range views {
		there[v.Game] = true
	}
	for _, folder := range d.blocks() {
		if there[filepath.Base(folder)] {
			continue
		}
		body, err := json.Marshal(registering{folder, true})
		if err != nil {
			return err
		}
		p, err := d.shop.Propose(ctx, operators[0], shop.RegisterBlock, body, "specimens of the demo")
		if err != nil {
			return err
		}
		if _, err := d.shop.Decide(ctx, operators[1], p.ID, true, "specimens of the demo"); err != nil {
			return err
		}
	}
	return nil
}

// registering is the body of a proposal to register a block.
type registering struct {
	Folder string `json:"folder"`
	Play   bool   `json:"play"`
}

// tell says where the house answers, who can log in, and what it does not prove.
func (d *demoHouse) tell(out io.Writer, url string) error {
	w := tongue(d.lang)
	single := w.in("DEMONSTRATION: play money and SPECIMEN tickets. House and keeper are a single party here: the operator could have chosen this.")
	if d.asJSON {
		return writeJSON(out, map[string]any{"address": url, "single_party": single, "logins": d.kept.Logins, "paper": d.tickets})
	}
	fmt.Fprintln(out, single)
	fmt.Fprintf(out, "%s\n\n", w.in("Ready in %s s at %s; what it answers is at %s", w.number(fmt.Sprintf("%.1f", time.Since(d.began).Seconds())), url, url+"/api/"))
	t := newTable(w.heads("<login", "<password", "<role")...)
	for _, p := range d.kept.Logins {
		t.add(p.Login, p.Password, w.in(string(p.Role)))
	}
	t.write(out)
	fmt.Fprintln(out)
	d.tellPaper(out, url)
	if d.data == "" {
		fmt.Fprintln(out, w.in("Ctrl-C stops it, and nothing stays; --data FOLDER keeps the house."))
	} else {
		fmt.Fprintln(out, w.in("Ctrl-C stops it; the house stays in %s.", d.dir))
	}
	return nil
}

// readable makes a password that can be read aloud: four words of two syllables, 49 bits.
func readable() (string, error) {
	const consonants, vowels = "bdfgklmnprstvz", "aeiou"
	var words []string
	for range 4 {
		var word strings.Builder
		for _, letters := range []string{consonants, vowels, consonants, vowels} {
			i, err := rand.Int(rand.Reader, big.NewInt(int64(len(letters))))
			if err != nil {
				return "", err
			}
			word.WriteByte(letters[i.Int64()])
		}
		words = append(words, word.String())
	}
	return strings.Join(words, "-"), nil
}
