package keeper

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"strings"
	"testing"

	"golang.org/x/mod/sumdb/note"
)

// A keeper says which block it holds: the digest of the text that was signed, whoever signed it, through a socket and without.
func TestHeld(t *testing.T) {
	const text = "tirage manifest 1\nblock 1\n"
	dir := t.TempDir()
	if err := Add(dir, Facts{Block: testBlock, Online: online}, testKey(t), []byte(text+"\n\u2014 house AAAA\n")); err != nil {
		t.Fatal(err)
	}
	b := open(t, testOptions(dir))
	want := fmt.Sprintf("tirage keeper holds 1\nblock 3002-00-0001\nonline-tickets 2500\nmanifest %x\n", sha256.Sum256([]byte(text)))
	for name, k := range map[string]Keeper{"book": b, "client": overHTTP(t, b)} {
		held, err := k.Held(t.Context(), id)
		if err != nil || held.Block != id || held.Online != online || held.Manifest != sha256.Sum256([]byte(text)) {
			t.Fatalf("%s: %+v, %v", name, held, err)
		}
		v, err := note.NewVerifier(b.Verifier())
		if err != nil {
			t.Fatal(err)
		}
		n, err := note.Open(held.Note, note.VerifierList(v))
		if err != nil || n.Text != want {
			t.Fatalf("%s signed %q, %v", name, n.Text, err)
		}
		again, err := OpenHeld(held.Note, b.Verifier())
		if err != nil || again.Manifest != held.Manifest || again.Online != held.Online {
			t.Errorf("%s: read again %+v, %v", name, again, err)
		}
		for _, bad := range []string{
			strings.Replace(string(held.Note), "2500", "2501", 1), string(held.Note) + "\n", strings.Replace(string(held.Note), "online-tickets ", "online-tickets +", 1),
		} {
			if _, err := OpenHeld([]byte(bad), b.Verifier()); !errors.Is(err, ErrAck) {
				t.Errorf("%s: %q is taken: %v", name, bad, err)
			}
		}
		if _, err := OpenAck(held.Note, b.Verifier()); !errors.Is(err, ErrAck) {
			t.Errorf("%s: it is taken for an acknowledgement: %v", name, err)
		}
		_, err = k.Held(t.Context(), "3002-00-0002")
		refused(t, err, UnknownBlock, 0, 0)
	}
	ack, err := b.Status(context.Background(), id)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := OpenHeld(ack.Note, b.Verifier()); !errors.Is(err, ErrAck) {
		t.Errorf("an acknowledgement is taken for it: %v", err)
	}
}
