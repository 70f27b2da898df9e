package shop

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"index/suffixarray"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"filippo.io/age"

	"tirage/internal/keeper"
	"tirage/internal/press"
	"tirage/internal/store"
	"tirage/seal"
)

// forSale is a whole block of a small game, 1,000 tickets of which 500 are sold online, sealed as one for sale is; and everything that is
// secret about it, which nobody in the house has.
type forSale struct {
	folder       string
	verifier     string
	a, b         seal.Seed
	printer      *age.X25519Identity
	manifest     *press.Manifest
	tickets      []seal.Ticket
	outcomes     []seal.Outcome
	house        seal.HouseKey
	keeper       seal.KeeperKey
	claim        seal.ClaimKey
	id           store.BlockID
	envelopes    []byte
	tree, public []byte
}

const onlineShare = 500

func newForSale(t testing.TB) *forSale {
	t.Helper()
	game, err := os.ReadFile("../../gamefile/testdata/good/tiny.yaml")
	must(t, err)
	f := &forSale{
		folder: filepath.Join(t.TempDir(), "block"), a: seal.NewSeed(sha256.Sum256([]byte("the house's"))), b: seal.NewSeed(sha256.Sum256([]byte("the keeper's"))),
		id: "0007-00-0001",
	}
	f.printer, err = age.GenerateX25519Identity()
	must(t, err)
	o := press.Options{Out: f.folder, Number: 1, Online: 10, Printer: f.printer.Recipient().String()}
	o.SignKey, f.verifier, err = press.NewSignKey("house.test")
	must(t, err)
	a, err := f.a.Commitment()
	must(t, err)
	b, err := f.b.Commitment()
	must(t, err)
	o.Announcement, err = press.Announce(game, o, a, b)
	must(t, err)
	o.SeedA, o.SeedB = f.a, f.b
	f.manifest, err = press.Print(t.Context(), game, o)
	must(t, err)
	f.envelopes, err = os.ReadFile(filepath.Join(f.folder, "envelopes"))
	must(t, err)
	f.tree, err = os.ReadFile(filepath.Join(f.folder, "tree"))
	must(t, err)
	f.public, err = os.ReadFile(filepath.Join(f.folder, "manifest"))
	must(t, err)
	f.house, err = seal.NewHouseKey(f.a, f.manifest.Block)
	must(t, err)
	f.keeper, err = seal.NewKeeperKey(f.b, f.manifest.Block)
	must(t, err)
	f.claim, err = seal.NewClaimKey(f.a, f.manifest.Block)
	must(t, err)
	all, err := seal.NewPress(f.a, f.b, f.manifest.Block)
	must(t, err)
	f.tickets, f.outcomes = make([]seal.Ticket, f.manifest.Block.Tickets), make([]seal.Outcome, f.manifest.Block.Tickets)
	for i := range f.tickets {
		must(t, all.Ticket(i, &f.tickets[i]))
		f.outcomes[i], err = all.Open(f.record(i), &f.tickets[i])
		must(t, err)
	}
	kept[f.folder] = [2]seal.Seed{f.a, f.b}
	return f
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func (f *forSale) record(pos int) *[seal.RecordSize]byte {
	return (*[seal.RecordSize]byte)(f.envelopes[pos*seal.RecordSize:])
}

func (f *forSale) halves(t testing.TB, pos int) (house, theirs seal.Half) {
	t.Helper()
	house, err := f.house.Half(f.tickets[pos].Serial)
	must(t, err)
	theirs, err = f.keeper.Half(f.tickets[pos].Serial)
	must(t, err)
	return house, theirs
}

// sealedTo demands that two halves do not open the ticket of a position.
func (f *forSale) sealedTo(t testing.TB, who string, pos int, house, theirs seal.Half) {
	t.Helper()
	if o, _, err := seal.OpenTwo(house, theirs, f.tickets[pos].Serial, seal.TwoKeyEnvelope(f.record(pos))); !errors.Is(err, seal.ErrSealed) {
		t.Errorf("%s opens ticket %d: %v, %v", who, pos, o, err)
	}
}

// selling is a house that sells such a block: 20 tickets are sold, 5 of them opened.
type selling struct {
	*house
	*forSale
	log    *buffer
	buyer  By
	bought []string
}

// buffer is a log in memory.
type buffer struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (b *buffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.Write(p)
}

const sold, opened = 20, 5

func newSelling(t *testing.T, d database) *selling {
	s := &selling{forSale: newForSale(t), log: &buffer{}}
	keys := t.TempDir()
	must(t, os.WriteFile(filepath.Join(keys, string(s.id)+".house"), []byte(s.manifest.HouseKeyText(s.forSale.house)), 0o600))
	s.house = open(t, options{dsn: d.fresh(t), keys: keys, signed: s.verifier, log: s.log})
	t.Cleanup(s.close)
	must(t, keeper.Add(filepath.Join(s.dir, "keeper"), keeper.Facts{Block: s.manifest.Block, Online: onlineShare}, s.keeper, s.public))
	p := s.proposed(RegisterBlock, fmt.Sprintf(`{"folder":%q,"play":false}`, s.folder))
	_, err := s.decided(s.person(Operator), p, true)
	must(t, err)
	s.buyer = s.person(Player)
	_, err = s.Deposit(t.Context(), s.buyer, "first", 100_00, false)
	must(t, err)
	bought, err := s.Buy(t.Context(), s.buyer, "b", Order{Game: "tiny", Count: sold})
	must(t, err)
	s.bought = bought.Tickets
	for _, serial := range s.bought[:opened] {
		_, err := s.Reveal(t.Context(), s.buyer, serial)
		must(t, err)
	}
	return s
}

// dump is every value in every row of the database, one a line; and its files, where it has some.
func (s *selling) dump(t testing.TB) []byte {
	t.Helper()
	db := openSQL(t, s.dsn)
	defer db.Close()
	query := `select table_name from information_schema.tables where table_schema = 'public'`
	path, file := strings.CutPrefix(s.dsn, "sqlite:")
	if file {
		query = `select name from sqlite_master where type = 'table'`
	}
	var out bytes.Buffer
	tx, err := db.BeginTx(t.Context(), nil)
	must(t, err)
	defer func() { _ = tx.Rollback() }()
	var tables []string
	each(t, tx, query, func(scan func(...any) error) error {
		var name string
		err := scan(&name)
		tables = append(tables, name)
		return err
	})
	if len(tables) < 10 {
		t.Fatalf("the dump has the tables %v", tables)
	}
	for _, table := range tables {
		rows, err := tx.QueryContext(context.Background(), `select * from `+table)
		must(t, err)
		columns, err := rows.Columns()
		must(t, err)
		values, into := make([]any, len(columns)), make([]any, len(columns))
		for i := range values {
			into[i] = &values[i]
		}
		for rows.Next() {
			must(t, rows.Scan(into...))
			for _, v := range values {
				if raw, ok := v.([]byte); ok {
					out.Write(raw)
				} else {
					fmt.Fprint(&out, v)
				}
				out.WriteByte('\n')
			}
		}
		must(t, rows.Err())
		must(t, rows.Close())
	}
	if file {
		for _, name := range []string{path, path + "-wal"} {
			data, err := os.ReadFile(name)
			must(t, err)
			out.Write(data)
		}
	}
	return out.Bytes()
}

// files are the contents of a folder.
func files(t testing.TB, dir string) []byte {
	t.Helper()
	var out bytes.Buffer
	must(t, filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		out.WriteString(path)
		out.Write(data)
		return err
	}))
	return out.Bytes()
}

// forms are the ways in which a secret could be written down.
func forms(secret []byte) [][]byte {
	return [][]byte{
		secret, []byte(hex.EncodeToString(secret)), []byte(strings.ToUpper(hex.EncodeToString(secret))),
		bytes.TrimRight([]byte(base64.StdEncoding.EncodeToString(secret)), "="), []byte(base64.RawURLEncoding.EncodeToString(secret)),
	}
}

// nowhere demands that what opens or tells the tickets from a position on is not among what an insider has.
func (f *forSale) nowhere(t testing.TB, what string, has []byte, from int, house bool) {
	t.Helper()
	index := suffixarray.New(has)
	for pos := from; pos < len(f.tickets); pos++ {
		ours, theirs := f.halves(t, pos)
		secret, h, k := f.tickets[pos].Secret.Bytes(), ours.Bytes(), theirs.Bytes()
		secrets := map[string][]byte{"secret": secret[:], "keeper's half": k[:], "VIRN": []byte(f.tickets[pos].VIRN.Text())}
		if !house {
			secrets["house's half"] = h[:]
		}
		for name, value := range secrets {
			list := forms(value)
			if name == "VIRN" {
				list = [][]byte{value, []byte(f.tickets[pos].VIRN.Grouped())}
			}
			for _, form := range list {
				if len(index.Lookup(form, 1)) > 0 {
					t.Errorf("the %s of ticket %d is in %s", name, pos, what)
				}
			}
		}
	}
}
