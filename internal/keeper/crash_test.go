package keeper

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"
)

// TestTornAtEveryLength cuts the files at every length that a crash in the last call could leave, and at some that none could.
func TestTornAtEveryLength(t *testing.T) {
	dir := newFolder(t)
	b := open(t, testOptions(dir))
	ctx := context.Background()
	tell(t, b, 0, 4)
	if _, err := b.Halves(ctx, id, []int64{1, 3}); err != nil {
		t.Fatal(err)
	}
	tell(t, b, 4, 3)
	if err := b.Close(); err != nil {
		t.Fatal(err)
	}
	whole := map[string][]byte{}
	for _, name := range []string{toldFile, headsFile, halvesFile} {
		whole[name] = read(t, file(dir, name))
	}
	put := func(name string, data []byte) {
		for n, d := range whole {
			write(t, file(dir, n), d)
		}
		write(t, file(dir, name), data)
	}
	check := func(what string, told int64, halves int64, cut bool) {
		t.Helper()
		b, err := Open(testOptions(dir))
		if err != nil {
			t.Fatalf("%s: %v", what, err)
		}
		defer b.Close()
		ack, err := b.Status(ctx, id)
		if err != nil || ack.Told != told || ack.Chain != hash(1, told) {
			t.Fatalf("%s: %d told, want %d: %v", what, ack.Told, told, err)
		}
		if cut != (b.Cut() != nil) {
			t.Errorf("%s: cut: %v", what, b.Cut())
		}
		if got := b.blocks[id].halves.lines; got != halves {
			t.Errorf("%s: %d halves, want %d", what, got, halves)
		}
		// It goes on as if nothing had been.
		if ack := tell(t, b, told, 2); ack.Chain != hash(1, told+2) {
			t.Errorf("%s: the chain does not go on", what)
		}
		if _, err := b.Halves(ctx, id, []int64{told + 1}); err != nil {
			t.Errorf("%s: %v", what, err)
		}
	}
	damaged := func(what string) {
		t.Helper()
		if b, err := Open(testOptions(dir)); !errors.Is(err, ErrDamaged) {
			if err == nil {
				b.Close()
			}
			t.Errorf("%s: %v", what, err)
		}
	}
	for length := range len(whole[toldFile]) + 1 {
		put(toldFile, whole[toldFile][:length])
		what := fmt.Sprintf("%d bytes told", length)
		switch {
		case length == len(whole[toldFile]):
			check(what, 7, 2, false)
		case length >= 4*SaleSize:
			check(what, 4, 2, true)
		default:
			damaged(what) // two groups are torn, which no crash does
		}
	}
	for length := range len(whole[headsFile]) + 1 {
		put(headsFile, whole[headsFile][:length])
		what := fmt.Sprintf("%d bytes of heads", length)
		switch {
		case length == len(whole[headsFile]):
			check(what, 7, 2, false)
		case length >= headSize:
			check(what, 4, 2, true)
		default:
			damaged(what) // halves were given of what is then not told
		}
	}
	for length := range len(whole[halvesFile]) + 1 {
		put(halvesFile, whole[halvesFile][:length])
		check(fmt.Sprintf("%d bytes of halves", length), 7, int64(length/answerSize), length%answerSize != 0)
	}
	// A longer file, as of a group that was begun.
	put(toldFile, append(bytes.Clone(whole[toldFile]), make([]byte, 200)...))
	check("200 bytes more", 7, 2, true)
	put(headsFile, append(bytes.Clone(whole[headsFile]), make([]byte, headSize)...))
	check("a head of zeros", 7, 2, true)
	put(toldFile, append(bytes.Clone(whole[toldFile]), make([]byte, (MaxSales+1)*SaleSize)...))
	damaged("more than a group")
	put(headsFile, append(bytes.Clone(whole[headsFile]), make([]byte, 2*headSize)...))
	damaged("two heads more")
	put(halvesFile, append(bytes.Clone(whole[halvesFile]), make([]byte, (maxBatch+1)*answerSize)...))
	damaged("more than a batch of halves")
}

// TestEveryChangedBitIsSeen changes each byte of what was told before the last group, of the facts, the manifest and the key.
func TestEveryChangedBitIsSeen(t *testing.T) {
	dir := newFolder(t)
	b := open(t, testOptions(dir))
	tell(t, b, 0, 2)
	tell(t, b, 2, 2)
	tell(t, b, 4, 1)
	_ = b.Close()
	for name, end := range map[string]int{toldFile: 4 * SaleSize, headsFile: 2 * headSize, factsFile: 1 << 20, manifestFile: 1 << 20, keyFile: 64} {
		whole := read(t, file(dir, name))
		for i := range min(end, len(whole)) {
			changed := bytes.Clone(whole)
			changed[i] ^= 1
			write(t, file(dir, name), changed)
			_, err := Inspect(dir)
			upTo := name == toldFile && i >= 2*SaleSize || name == headsFile && i >= headSize
			if !errors.Is(err, ErrDamaged) && !upTo {
				t.Errorf("%s byte %d: %v", name, i, err)
			}
			if err == nil {
				t.Errorf("%s byte %d: not seen", name, i)
			}
		}
		write(t, file(dir, name), whole)
	}
}

// TestFullDiskGoesOn fails a write half-way: the same call works once there is room.
func TestFullDiskGoesOn(t *testing.T) {
	for _, point := range []string{"told", "heads", "halves"} {
		full := false
		o := testOptions(newFolder(t))
		o.fault = func(at string) error {
			if full && at == point {
				return errors.New("no space left on device")
			}
			return nil
		}
		b := open(t, o)
		tell(t, b, 0, 5)
		full = true
		_, err := b.Tell(context.Background(), id, 5, sales(1, 5, 5))
		_, err2 := b.Halves(context.Background(), id, []int64{4})
		if (err != nil) != (point != "halves") || (err2 != nil) != (point == "halves") {
			t.Errorf("at %s: %v, %v", point, err, err2)
		}
		if err := errors.Join(err, err2); !errors.Is(err, ErrSilent) {
			t.Errorf("at %s: %v", point, err)
		}
		full = false
		if got := tell(t, b, 5, 6); got.Chain != hash(1, 11) {
			t.Error("the chain does not go on")
		}
		if _, err := b.Halves(context.Background(), id, []int64{10}); err != nil || b.Healthy() != nil {
			t.Error(err, b.Healthy())
		}
	}
}

// TestFailedSyncStops: after a sync that failed nobody knows what is on the disk, so nothing more is acknowledged before the folder is
// read again.
func TestFailedSyncStops(t *testing.T) {
	for _, point := range []string{"told synced", "heads synced", "halves synced"} {
		broken := false
		dir := newFolder(t)
		o := testOptions(dir)
		o.fault = func(at string) error {
			if broken && at == point {
				return errors.New("input/output error")
			}
			return nil
		}
		b := open(t, o)
		tell(t, b, 0, 5)
		broken = true
		act := func() error {
			if point == "halves synced" {
				_, err := b.Halves(context.Background(), id, []int64{4})
				return err
			}
			_, err := b.Tell(context.Background(), id, 5, sales(1, 5, 5))
			return err
		}
		if err := act(); !errors.Is(err, ErrSilent) {
			t.Error(err)
		}
		broken = false
		if err := act(); !errors.Is(err, ErrSilent) || b.Healthy() == nil {
			t.Errorf("at %s: %v, healthy: %v", point, err, b.Healthy())
		}
		_ = b.Close()
		b = open(t, testOptions(dir))
		if got := tell(t, b, 5, 6); got.Chain != hash(1, 11) {
			t.Error("the chain does not go on")
		}
	}
}

const childVariable = "TIRAGE_KEEPER_TEST_CHILD"

// TestMain is also the child of TestKilled: it tells and asks without end, and prints what was acknowledged.
func TestMain(m *testing.M) {
	dir := os.Getenv(childVariable)
	if dir == "" {
		os.Exit(m.Run())
	}
	b, err := Open(Options{Dir: dir})
	if err != nil {
		fmt.Println("error", err)
		os.Exit(1)
	}
	ctx := context.Background()
	ack, err := b.Status(ctx, id)
	fmt.Println("told", ack.Told)
	for size := int64(1); err == nil && ack.Told < online; size = size*5%17 + 1 {
		if ack, err = b.Tell(ctx, id, ack.Told, sales(1, ack.Told, min(size, online-ack.Told))); err == nil {
			fmt.Println("told", ack.Told)
			if _, err = b.Halves(ctx, id, []int64{ack.Told - 1, 0}); err == nil {
				fmt.Println("halves", 2)
			}
		}
	}
	fmt.Println("end", err)
}

// TestKilled kills a keeper at work again and again: nothing that it acknowledged is lost, nothing is doubled.
func TestKilled(t *testing.T) {
	kills := 25
	if testing.Short() {
		kills = 5
	}
	dir := newFolder(t)
	told, halves := int64(0), int64(0)
	for kill := range kills {
		child := exec.Command(os.Args[0])
		child.Env = append(os.Environ(), childVariable+"="+dir)
		out, err := child.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := child.Start(); err != nil {
			t.Fatal(err)
		}
		lines := bufio.NewReader(out)
		if _, err := lines.ReadString('\n'); err != nil { // it has opened the folder
			t.Fatal(err)
		}
		time.Sleep(time.Duration(kill*1234%9000) * time.Microsecond)
		if err := child.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		rest, err := io.ReadAll(lines)
		if err != nil {
			t.Fatal(err)
		}
		_ = child.Wait()
		for line := range strings.Lines(string(rest)) {
			var n int64
			if _, err := fmt.Sscanf(line, "told %d\n", &n); err == nil {
				told = n
			} else if _, err := fmt.Sscanf(line, "halves %d\n", &n); err == nil {
				halves += n
			} else if strings.HasPrefix(line, "e") {
				t.Fatal(line)
			}
		}
		states, err := Inspect(dir)
		if err != nil {
			t.Fatal(err)
		}
		s := states[0]
		if s.Told.Told < told || s.Halves < halves || s.Told.Hash != hash(1, s.Told.Told) {
			t.Fatalf("kill %d: %d told and %d halves are left of %d and %d", kill, s.Told.Told, s.Halves, told, halves)
		}
		b := open(t, testOptions(dir)) // it also cuts, and lets the next child in
		if got := tell(t, b, 0, min(told+1, MaxSales)); got.Chain != hash(1, got.Told) {
			t.Fatal("what was told is not told")
		}
		if err := b.Close(); err != nil {
			t.Fatal(err)
		}
		told, halves = max(s.Told.Told, 1), s.Halves
	}
	if told < int64(kills) {
		t.Errorf("only %d were told: the kills come before any work", told)
	}
}
