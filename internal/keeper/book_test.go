package keeper

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"pgregory.net/rapid"

	"tirage/seal"
)

func TestTellInOrderOnce(t *testing.T) {
	ctx := context.Background()
	b := open(t, testOptions(newFolder(t)))

	ack, err := b.Status(ctx, id)
	if err != nil || ack.Told != 0 || ack.Chain != hash(1, 0) {
		t.Fatalf("before the first: %+v, %v", ack, err)
	}
	first := tell(t, b, 0, 500)
	if first.Told != 500 || first.Chain != hash(1, 500) {
		t.Fatalf("after 500: %d, %x", first.Told, first.Chain)
	}
	tell(t, b, 500, 1)
	last := tell(t, b, 501, 999)
	if last.Told != 1500 || last.Chain != hash(1, 1500) {
		t.Fatalf("after 1500: %d, %x", last.Told, last.Chain)
	}
	// The same again gives the same answer, byte for byte, though more was told since.
	if again := tell(t, b, 0, 500); !bytes.Equal(again.Note, first.Note) {
		t.Errorf("the same again: %s, first %s", again.Note, first.Note)
	}
	// Groups of other bounds too: inside, across a bound, across the end.
	for _, g := range [][2]int64{{0, 1}, {3, 7}, {499, 2}, {499, 3}, {500, 1000}, {1000, 400}} {
		if got := tell(t, b, g[0], g[1]); got.Told != g[0]+g[1] || got.Chain != hash(1, g[0]+g[1]) {
			t.Errorf("%v again: %d, %x", g, got.Told, got.Chain)
		}
	}
	if got := tell(t, b, 1400, 200); got.Told != 1600 || got.Chain != hash(1, 1600) {
		t.Errorf("across the end: %+v", got)
	}
	_, err = b.Tell(ctx, id, 1601, sales(1, 1601, 1))
	refused(t, err, OutOfOrder, 1600, 1601)
	_, err = b.Tell(ctx, id, 1599, sales(2, 1599, 2))
	refused(t, err, ToldOtherwise, 1600, 1599)
	mixed := sales(1, 1590, 20)
	mixed[3].Owner[15]++
	_, err = b.Tell(ctx, id, 1590, mixed)
	refused(t, err, ToldOtherwise, 1600, 1593)
	for _, c := range []struct {
		from, n  int64
		name     Name
		position int64
	}{
		{-1, 1, OutOfRange, -1},
		{-1 << 63, 1, OutOfRange, -1 << 63},
		{1<<63 - 1, 1, OutOfRange, 1<<63 - 1},
		{online, 1, OutOfRange, online},
		{online - 1, 2, OutOfRange, online},
		{1600, 0, BadRequest, 1600},
		{1600, MaxSales + 1, BadRequest, 1600},
	} {
		_, err := b.Tell(ctx, id, c.from, make([]Sale, c.n))
		refused(t, err, c.name, 1600, c.position)
	}
	if ack, err := b.Status(ctx, id); err != nil || ack.Told != 1600 || ack.Chain != hash(1, 1600) {
		t.Errorf("refusals changed something: %+v, %v", ack, err)
	}
	tell(t, b, 1600, 900) // to the last ticket of the share
	for _, other := range []string{"", "3002-00-0002", "../../../etc", "3002-00-0001/", strings.Repeat("9", 1000), "3002-00-000\x00"} {
		_, err := b.Tell(ctx, other, 0, sales(1, 0, 1))
		if !errors.Is(err, UnknownBlock) {
			t.Errorf("block %.20q: %v", other, err)
		}
	}
}

func TestHalvesOfToldPositionsOnly(t *testing.T) {
	ctx := context.Background()
	dir := newFolder(t)
	b := open(t, testOptions(dir))
	_, err := b.Halves(ctx, id, []int64{0})
	refused(t, err, NotTold, 0, 0)
	tell(t, b, 0, 10)
	_, err = b.Halves(ctx, id, []int64{3, 9, 10, 2})
	refused(t, err, NotTold, 10, 10)
	_, err = b.Halves(ctx, id, []int64{-1})
	refused(t, err, OutOfRange, 10, -1)
	_, err = b.Halves(ctx, id, []int64{online})
	refused(t, err, NotPermitted, 10, online)
	_, err = b.Halves(ctx, id, []int64{3_000})
	refused(t, err, OutOfRange, 10, 3_000)
	_, err = b.Halves(ctx, id, nil)
	refused(t, err, BadRequest, 10, 0)
	_, err = b.Halves(ctx, id, make([]int64, MaxPositions+1))
	refused(t, err, BadRequest, 10, 0)
	if _, err := b.Halves(ctx, "3002-00-0009", []int64{0}); !errors.Is(err, UnknownBlock) {
		t.Error(err)
	}
	if n := len(read(t, file(dir, halvesFile))); n != 0 {
		t.Fatalf("%d bytes are noted of halves that were refused", n)
	}
	halves, err := b.Halves(ctx, id, []int64{9, 0, 9})
	if err != nil || len(halves) != 3 {
		t.Fatal(halves, err)
	}
	for i, p := range []int{9, 0, 9} {
		serial, err := testBlock.Serial(p)
		if err != nil {
			t.Fatal(err)
		}
		want, err := testKey(t).Half(serial)
		if err != nil || halves[i].Bytes() != want.Bytes() {
			t.Errorf("half of %d is not that of the key", p)
		}
	}
	var noted []int64
	if err := ReadAnswered(dir, id, func(_ Facts, a Answered) {
		noted = append(noted, a.Position)
		if a.At.UnixMicro() != 1_700_000_000_000_000 {
			t.Errorf("at %v", a.At)
		}
	}); err != nil {
		t.Fatal(err)
	}
	if len(noted) != 3 || noted[0] != 9 || noted[1] != 0 || noted[2] != 9 {
		t.Errorf("noted: %v", noted)
	}
}

// TestHalfAnswersOpenTheTicket goes the whole way: what the house seals for two keys opens with the house's half and the one answered here.
func TestHalfAnswersOpenTheTicket(t *testing.T) {
	a, b := seal.NewSeed([32]byte{2}), seal.NewSeed([32]byte{1})
	press, err := seal.NewPress(a, b, testBlock)
	if err != nil {
		t.Fatal(err)
	}
	var ticket seal.Ticket
	if err := press.Ticket(7, &ticket); err != nil {
		t.Fatal(err)
	}
	var record [seal.RecordSize]byte
	press.Seal(&record, &ticket, seal.Outcome{Lot: 3, Composition: 12})
	house, err := seal.NewHouseKey(a, testBlock)
	if err != nil {
		t.Fatal(err)
	}
	half, err := house.Half(ticket.Serial)
	if err != nil {
		t.Fatal(err)
	}
	k := open(t, testOptions(newFolder(t)))
	tell(t, k, 0, 8)
	for position, want := range map[int64]error{7: nil, 6: seal.ErrSealed} {
		ours, err := k.Halves(context.Background(), id, []int64{position})
		if err != nil {
			t.Fatal(err)
		}
		outcome, _, err := seal.OpenTwo(half, ours[0], ticket.Serial, seal.TwoKeyEnvelope(&record))
		if !errors.Is(err, want) || err == nil && outcome != (seal.Outcome{Lot: 3, Composition: 12}) {
			t.Errorf("with the half of %d: %+v, %v", position, outcome, err)
		}
	}
}

func TestAcknowledgementsAreSigned(t *testing.T) {
	dir := newFolder(t)
	b := open(t, testOptions(dir))
	ack := tell(t, b, 0, 3)
	got, err := OpenAck(ack.Note, b.Verifier())
	if err != nil || got.Block != id || got.Told != 3 || got.Chain != hash(1, 3) {
		t.Fatalf("%+v, %v", got, err)
	}
	other := open(t, Options{Dir: newFolder(t)})
	for name, c := range map[string]struct{ note, verifier string }{
		"another keeper": {string(ack.Note), other.Verifier()},
		"changed":        {strings.Replace(string(ack.Note), "told 3", "told 4", 1), b.Verifier()},
		"cut":            {string(ack.Note[:len(ack.Note)-2]), b.Verifier()},
		"more":           {string(ack.Note) + "\u2014 x AAAAAAA=\n", b.Verifier()},
		"nothing":        {"", b.Verifier()},
	} {
		if _, err := OpenAck([]byte(c.note), c.verifier); !errors.Is(err, ErrAck) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := OpenAck(ack.Note, "nothing"); !errors.Is(err, ErrVerifier) {
		t.Error(err)
	}
	// The key stays the same over restarts; files with secrets are for their owner's eyes.
	if err := b.Close(); err != nil {
		t.Fatal(err)
	}
	if again := open(t, Options{Dir: dir}); again.Verifier() != b.Verifier() {
		t.Error("another key after a restart")
	}
	if v, err := ReadVerifier(dir); err != nil || v != b.Verifier() {
		t.Error(v, err)
	}
	for _, path := range []string{filepath.Join(dir, signingFile), file(dir, keyFile)} {
		if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
			t.Error(path, info.Mode(), err)
		}
	}
}

func TestKeyOfNothingElse(t *testing.T) {
	for _, name := range []string{"a b", "a+b", "a\nb"} {
		if _, err := Open(Options{Dir: t.TempDir(), Name: name}); !errors.Is(err, ErrSigner) {
			t.Errorf("%q: %v", name, err)
		}
	}
	dir := newFolder(t)
	b := open(t, testOptions(dir))
	tell(t, b, 0, 1)
	_ = b.Close()
	key := read(t, filepath.Join(dir, signingFile))
	if err := os.Remove(filepath.Join(dir, signingFile)); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(Options{Dir: dir}); !errors.Is(err, ErrDamaged) {
		t.Errorf("a keeper that signed before made a new key: %v", err)
	}
	for _, text := range []string{"", "PRIVATE+KEY", string(key[:len(key)-3])} {
		write(t, filepath.Join(dir, signingFile), []byte(text))
		if _, err := Open(Options{Dir: dir}); !errors.Is(err, ErrSigner) || len(text) > 20 && strings.Contains(err.Error(), "PRIVATE+KEY+k") {
			t.Errorf("%v", err)
		}
	}
}

func TestOneProcessAFolder(t *testing.T) {
	dir := newFolder(t)
	b := open(t, testOptions(dir))
	if _, err := Open(testOptions(dir)); !errors.Is(err, ErrInUse) {
		t.Fatalf("%v", err)
	}
	if err := errors.Join(b.Close(), b.Close()); err != nil {
		t.Fatal(err)
	}
	if _, err := b.Status(context.Background(), id); !errors.Is(err, ErrSilent) {
		t.Errorf("after Close: %v", err)
	}
	open(t, testOptions(dir))
}

func TestAddWhileAtWork(t *testing.T) {
	dir := newFolder(t)
	b := open(t, testOptions(dir))
	second := testBlock
	second.Number = 2
	f := Facts{Block: second, Online: 10}
	key := testKey(t)
	for range 2 { // the second time it is there
		if err := Add(dir, f, key, nil); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := b.Tell(context.Background(), "3002-00-0002", 0, sales(1, 0, 10)); err != nil {
		t.Fatal(err)
	}
	if err := Add(dir, f, key, nil); err != nil {
		t.Fatal(err)
	}
	f.Online = 11
	if err := Add(dir, f, key, nil); !errors.Is(err, ErrExists) || !strings.Contains(err.Error(), "online-tickets 11") {
		t.Error(err)
	}
	for _, bad := range []Facts{{}, {Block: second, Online: -1}, {Block: second, Online: 3_001}} {
		if err := Add(dir, bad, key, nil); !errors.Is(err, ErrFacts) {
			t.Errorf("%+v: %v", bad, err)
		}
	}
	if err := Add(dir, f, seal.KeeperKey{}, nil); !errors.Is(err, seal.ErrNoKey) {
		t.Error(err)
	}
	entries, err := os.ReadDir(filepath.Join(dir, blocksFolder))
	if err != nil || len(entries) != 2 {
		t.Errorf("left behind: %v, %v", entries, err)
	}
	states, err := Inspect(dir)
	if err != nil || len(states) != 2 || states[1].Told.Told != 10 || states[0].Told.Told != 0 || states[0].Facts.Online != online {
		t.Errorf("%+v, %v", states, err)
	}
}

// TestManyAtOnce tells from several tellers that know nothing of one another, while others ask for halves.
func TestManyAtOnce(t *testing.T) {
	ctx := context.Background()
	dir := newFolder(t)
	b := open(t, testOptions(dir))
	var tellers, askers sync.WaitGroup
	stop := make(chan struct{})
	for teller := range int64(4) {
		tellers.Go(func() {
			for from := int64(0); from < online; {
				n := min(97+teller, online-from)
				ack, err := b.Tell(ctx, id, from, sales(1, from, n))
				var r *Refusal
				switch {
				case err == nil:
					from = ack.Told
				case errors.As(err, &r) && r.Name == OutOfOrder:
					from = r.Told
				default:
					t.Error(err)
					return
				}
			}
		})
	}
	for asker := range int64(4) {
		askers.Go(func() {
			for p := asker; ; p = (p*31 + 7) % online {
				select {
				case <-stop:
					return
				default:
				}
				_, err := b.Halves(ctx, id, []int64{p})
				ack, err2 := b.Status(ctx, id)
				switch {
				case err2 != nil:
					t.Error(err2)
				case err == nil && ack.Told <= p:
					t.Errorf("a half of %d with %d told", p, ack.Told)
				case err != nil && !errors.Is(err, NotTold):
					t.Error(err)
				}
			}
		})
	}
	tellers.Wait()
	close(stop)
	askers.Wait()
	ack, err := b.Status(ctx, id)
	if err != nil || ack.Told != online || ack.Chain != hash(1, online) {
		t.Fatalf("%d told, %v", ack.Told, err)
	}
	if err := b.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := Inspect(dir); err != nil {
		t.Error(err)
	}
}

// TestNoHalfInAnyInterleaving stops a Tell at each of its steps and asks for its halves there: all are refused until the Tell's files are
// on the disk, whether the step then succeeds or fails.
func TestNoHalfInAnyInterleaving(t *testing.T) {
	for _, point := range []string{"told", "heads", "told synced", "heads synced"} {
		for _, fails := range []bool{false, true} {
			var b *Book
			asked := 0
			o := testOptions(newFolder(t))
			o.fault = func(at string) error {
				if at != point || asked > 0 {
					return nil
				}
				asked++
				for p := int64(3); p < 8; p++ {
					if _, err := b.Halves(context.Background(), id, []int64{p}); !errors.Is(err, NotTold) {
						t.Errorf("at %q position %d: %v", at, p, err)
					}
				}
				if fails {
					return errors.New("the disk is full")
				}
				return nil
			}
			asked = 1
			b = open(t, o)
			tell(t, b, 0, 3)
			asked = 0
			_, err := b.Tell(context.Background(), id, 3, sales(1, 3, 5))
			if fails != (err != nil) || fails && !errors.Is(err, ErrSilent) {
				t.Fatalf("at %q: %v", point, err)
			}
			_, err = b.Halves(context.Background(), id, []int64{7})
			if fails {
				refused(t, err, NotTold, 3, 7)
			} else if err != nil {
				t.Errorf("at %q: %v", point, err)
			}
		}
	}
}

// TestBookIsItsModel does random calls on a Book, restarts among them, and on the simplest model of it.
func TestBookIsItsModel(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		ctx := context.Background()
		dir := filepath.Join(t.TempDir(), "k")
		if err := Add(dir, Facts{Block: testBlock, Online: 40}, testKey(t), nil); err != nil {
			r.Fatal(err)
		}
		b, err := Open(testOptions(dir))
		if err != nil {
			r.Fatal(err)
		}
		defer func() { _ = b.Close() }()
		var told []int64 // the house of each position
		noted := int64(0)
		chain := func(n int) [32]byte {
			c := NewChain(id)
			for p, house := range told[:n] {
				c.Add(sale(house, int64(p)))
			}
			return c.Hash
		}
		r.Repeat(map[string]func(*rapid.T){
			"tell": func(r *rapid.T) {
				from, n := rapid.Int64Range(-1, 41).Draw(r, "from"), rapid.Int64Range(0, 12).Draw(r, "n")
				house := rapid.Int64Range(1, 20).Draw(r, "house") / 20 // seldom another house
				ack, err := b.Tell(ctx, id, from, sales(house, from, n))
				want := Name("")
				switch {
				case n == 0:
					want = BadRequest
				case from < 0 || from+n > 40:
					want = OutOfRange
				case from > int64(len(told)):
					want = OutOfOrder
				default:
					for p := from; p < min(from+n, int64(len(told))); p++ {
						if told[p] != house {
							want = ToldOtherwise
						}
					}
				}
				if want != "" {
					if !errors.Is(err, want) {
						r.Fatalf("%v, want %s", err, want)
					}
					return
				}
				for int64(len(told)) < from+n {
					told = append(told, house)
				}
				if err != nil || ack.Told != from+n || ack.Chain != chain(int(from+n)) {
					r.Fatalf("%+v, %v", ack, err)
				}
			},
			"halves": func(r *rapid.T) {
				positions := rapid.SliceOfN(rapid.Int64Range(-1, 41), 0, 4).Draw(r, "positions")
				halves, err := b.Halves(ctx, id, positions)
				ok := len(positions) > 0
				for _, p := range positions {
					ok = ok && p >= 0 && p < int64(len(told))
				}
				if ok != (err == nil) || ok && len(halves) != len(positions) {
					r.Fatalf("%v of %d told: %v", positions, len(told), err)
				}
				if ok {
					noted += int64(len(positions))
				}
			},
			"restart": func(r *rapid.T) {
				if err := b.Close(); err != nil {
					r.Fatal(err)
				}
				if b, err = Open(testOptions(dir)); err != nil {
					r.Fatal(err)
				}
				if b.Cut() != nil {
					r.Fatalf("a clean folder was cut: %v", b.Cut())
				}
			},
			"": func(r *rapid.T) {
				ack, err := b.Status(ctx, id)
				if err != nil || ack.Told != int64(len(told)) || ack.Chain != chain(len(told)) {
					r.Fatalf("%+v, %v; want %d", ack, err, len(told))
				}
				states, err := Inspect(dir)
				if err != nil || states[0].Halves != noted || states[0].Torn || states[0].Told.Told != ack.Told {
					r.Fatalf("%+v, %v; want %d halves", states, err, noted)
				}
			},
		})
	})
}
