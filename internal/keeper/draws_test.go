package keeper

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/mod/sumdb/note"

	"tirage/bingo"
)

// hall is the house's signing key of these tests.
func hall(t testing.TB) (note.Signer, string) {
	t.Helper()
	key, err := newSigningKey("hall", testOptions("").Random)
	if err != nil {
		t.Fatal(err)
	}
	s, verifier, err := openSigner(key)
	if err != nil {
		t.Fatal(err)
	}
	return s, verifier
}

func drawOptions(t testing.TB, dir string) Options {
	t.Helper()
	o := testOptions(dir)
	_, o.House = hall(t)
	return o
}

func lockOf(t testing.TB, s note.Signer, number uint32, size int) []byte {
	t.Helper()
	signed, err := bingo.Sign(bingo.LockStatement{Draw: bingo.ID{Code: 4211, Number: number}, Size: size, Time: 5}.Text(), s)
	if err != nil {
		t.Fatal(err)
	}
	return signed
}

func commit(t testing.TB, d Draws, number uint32) Commitment {
	t.Helper()
	c, err := d.Commit(context.Background(), bingo.ID{Code: 4211, Number: number})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// TestDrawsLife commits and opens through the book and through HTTP alike.
func TestDrawsLife(t *testing.T) {
	dir := newFolder(t)
	b := open(t, drawOptions(t, dir))
	service, err := NewService(b, strings.Repeat("t", MinToken), slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(service)
	defer server.Close()
	client, err := NewClient(ClientOptions{URL: server.URL, Token: strings.Repeat("t", MinToken), Verifier: b.Verifier()})
	if err != nil {
		t.Fatal(err)
	}
	signer, _ := hall(t)
	ctx := context.Background()
	for n, d := range []Draws{b, client} {
		first := uint32(2*n + 1)
		c := commit(t, d, first)
		if again := commit(t, client, first); again.Digest != c.Digest || !bytes.Equal(again.Note, c.Note) {
			t.Error("another commitment the second time")
		}
		if read, err := OpenCommitment(c.Note, b.Verifier()); err != nil || read.Draw.Number != first || read.Digest != c.Digest {
			t.Errorf("the note says %+v: %v", read, err)
		}
		if next := commit(t, d, first+1); next.Digest == c.Digest {
			t.Error("two draws have one secret")
		}
		lock := lockOf(t, signer, first, 8)
		for range 2 {
			s, err := d.OpenDraw(ctx, lock)
			if err != nil || s.Commitment() != c.Digest {
				t.Errorf("the secret is not the one that was committed to: %v", err)
			}
		}
		for _, bad := range []struct {
			name Name
			call func() error
		}{
			{OutOfOrder, func() error { _, err := d.Commit(ctx, bingo.ID{Code: 4211, Number: first + 3}); return err }},
			{OtherLock, func() error { _, err := d.OpenDraw(ctx, lockOf(t, signer, first, 9)); return err }},
			{NotCommitted, func() error { _, err := d.OpenDraw(ctx, lockOf(t, signer, 77, 9)); return err }},
			{NotSigned, func() error { _, err := d.OpenDraw(ctx, []byte("lock")); return err }},
			{NotSigned, func() error {
				_, err := d.OpenDraw(ctx, bytes.Replace(lock, []byte("size 8"), []byte("size 9"), 1))
				return err
			}},
			{NotSigned, func() error { _, err := d.OpenDraw(ctx, c.Note); return err }},
			{NotSigned, func() error {
				receipt, err := bingo.Sign(bingo.Receipt{Draw: bingo.ID{Code: 4211, Number: first}}.Text(), signer)
				if err != nil {
					return err
				}
				_, err = d.OpenDraw(ctx, receipt)
				return err
			}},
		} {
			if err := bad.call(); !errors.Is(err, bad.name) {
				t.Errorf("%s: %v", bad.name, err)
			}
		}
	}
	if err := b.Close(); err != nil {
		t.Fatal(err)
	}
	o := drawOptions(t, dir)
	o.House = ""
	deaf := open(t, o)
	defer deaf.Close()
	if _, err := deaf.OpenDraw(ctx, lockOf(t, signer, 1, 8)); !errors.Is(err, NoHouse) {
		t.Error(err)
	}
	var lines []Drawn
	if err := ReadDraws(dir, 4211, func(d Drawn) { lines = append(lines, d) }); err != nil || len(lines) != 6 {
		t.Errorf("%d lines: %v", len(lines), err)
	}
}

// TestDrawsAfterACrash cuts the record at every length and kills at every step: what was answered stays, and nothing else is answered.
func TestDrawsAfterACrash(t *testing.T) {
	signer, _ := hall(t)
	ctx := context.Background()
	dir := newFolder(t)
	b := open(t, drawOptions(t, dir))
	one := commit(t, b, 1)
	secret, err := b.OpenDraw(ctx, lockOf(t, signer, 1, 3))
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, drawsFolder, "4211")
	sound := read(t, path)
	two := commit(t, b, 2)
	if err := b.Close(); err != nil {
		t.Fatal(err)
	}
	whole := read(t, path)
	for length := len(sound); length <= len(whole); length++ {
		write(t, path, whole[:length])
		b := open(t, drawOptions(t, dir))
		if torn := length > len(sound) && length < len(whole); torn != (b.Cut() != nil) {
			t.Fatalf("%d bytes of %d: cut %v", length, len(whole), b.Cut())
		}
		if again := commit(t, b, 1); again.Digest != one.Digest {
			t.Fatal("a commitment has changed")
		}
		if s, err := b.OpenDraw(ctx, lockOf(t, signer, 1, 3)); err != nil || s.Hex() != secret.Hex() {
			t.Fatal(err)
		}
		if _, err := b.OpenDraw(ctx, lockOf(t, signer, 1, 4)); !errors.Is(err, OtherLock) {
			t.Fatal(err)
		}
		if again := commit(t, b, 2); length == len(whole) && again.Digest != two.Digest {
			t.Fatal("a commitment has changed")
		}
		if err := b.Close(); err != nil {
			t.Fatal(err)
		}
	}
	write(t, path, whole)
	for i := range whole[:len(whole)-1] {
		bad := bytes.Clone(whole)
		bad[i] ^= 1
		write(t, path, bad)
		if b, err := Open(drawOptions(t, dir)); !errors.Is(err, ErrDamaged) {
			if err == nil {
				b.Close()
			}
			t.Fatalf("byte %d changed: %v", i, err)
		}
	}
	write(t, path, whole)
	if err := os.Remove(filepath.Join(dir, drawKeyFile)); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(drawOptions(t, dir)); !errors.Is(err, ErrDamaged) {
		t.Errorf("without its key: %v", err)
	}
}

func TestDrawsAtEveryFault(t *testing.T) {
	signer, _ := hall(t)
	ctx := context.Background()
	for _, point := range []string{"draw line", "draw sync"} {
		for _, opening := range []bool{false, true} {
			t.Run(fmt.Sprint(point, opening), func(t *testing.T) {
				dir := newFolder(t)
				o := drawOptions(t, dir)
				on := false
				o.fault = func(at string) error {
					if on && at == point {
						return errors.New("pulled")
					}
					return nil
				}
				b := open(t, o)
				one := commit(t, b, 1)
				on = true
				var err error
				if opening {
					_, err = b.OpenDraw(ctx, lockOf(t, signer, 1, 3))
				} else {
					_, err = b.Commit(ctx, bingo.ID{Code: 4211, Number: 2})
				}
				if !errors.Is(err, ErrSilent) {
					t.Fatalf("it answered: %v", err)
				}
				on = false
				if _, err := b.OpenDraw(ctx, lockOf(t, signer, 1, 3)); err != nil && !errors.Is(err, ErrSilent) && (!opening || point != "draw sync") {
					t.Errorf("after a failure: %v", err)
				}
				if err := b.Close(); err != nil {
					t.Fatal(err)
				}
				b = open(t, drawOptions(t, dir))
				defer b.Close()
				if again := commit(t, b, 1); again.Digest != one.Digest {
					t.Error("a commitment has changed")
				}
				commit(t, b, 2)
				if s, err := b.OpenDraw(ctx, lockOf(t, signer, 1, 3)); err != nil || s.Commitment() != one.Digest {
					t.Error(err)
				}
			})
		}
	}
}

// TestDrawReadIsOnTheDisk opens a record whose last line was written and never synced: no keeper answers from it before it is.
func TestDrawReadIsOnTheDisk(t *testing.T) {
	signer, _ := hall(t)
	dir := newFolder(t)
	o := drawOptions(t, dir)
	pulled := ""
	o.fault = func(at string) error {
		if at == pulled {
			return errors.New("pulled")
		}
		return nil
	}
	b := open(t, o)
	commit(t, b, 1)
	pulled = "draw sync"
	if _, err := b.OpenDraw(context.Background(), lockOf(t, signer, 1, 3)); !errors.Is(err, ErrSilent) {
		t.Fatal(err)
	}
	if err := b.Close(); err != nil {
		t.Fatal(err)
	}
	pulled = "draw read"
	if b, err := Open(o); err == nil {
		b.Close()
		t.Fatal("a keeper reads a line that is not on the disk, and goes on")
	}
}

// TestDrawRecordNotMade fails while the record of a formula is made: nothing of it stays in the way of the next commitment.
func TestDrawRecordNotMade(t *testing.T) {
	dir := newFolder(t)
	o := drawOptions(t, dir)
	pulled := true
	o.fault = func(at string) error {
		if pulled && at == "draw made" {
			return errors.New("pulled")
		}
		return nil
	}
	b := open(t, o)
	if _, err := b.Commit(context.Background(), bingo.ID{Code: 4211, Number: 1}); !errors.Is(err, ErrSilent) {
		t.Fatal(err)
	}
	pulled = false
	commit(t, b, 1)
}

func FuzzDrawRecord(f *testing.F) {
	f.Add("commit 1 5 00 00 00\n")
	f.Fuzz(func(t *testing.T, text string) {
		r, whole, err := readDraws([]byte(text), 4211, nil)
		if err == nil && (whole > len(text) || r == nil) {
			t.Error("read beyond its end")
		}
	})
}
