package press

import (
	"crypto/ed25519"
	"crypto/rand"
	"encoding/base64"
	"errors"
	"fmt"
	"strings"

	"golang.org/x/mod/sumdb/note"
)

// ErrSignKey refuses a signing key that is not one of a note.
var ErrSignKey = errors.New("press: a signing key reads PRIVATE+KEY+name+hash+key, as the tool for signed notes makes it")

// specimenSigner is the name of a specimen's key.
const specimenSigner = "specimen.tirage"

// NewSignKey makes a signing key and the verifier key that is published for it.
func NewSignKey(name string) (signing, verifier string, err error) {
	return note.GenerateKey(rand.Reader, name)
}

// signer gives the signer of a key and its public verifier key.
func signer(key string) (note.Signer, string, error) {
	key = strings.TrimSpace(key)
	s, err := note.NewSigner(key)
	if err != nil {
		return nil, "", ErrSignKey // not err: it may quote the key
	}
	raw, err := base64.StdEncoding.DecodeString(strings.SplitN(key, "+", 5)[4])
	if err != nil || len(raw) != 1+ed25519.SeedSize {
		return nil, "", ErrSignKey
	}
	public := ed25519.NewKeyFromSeed(raw[1:]).Public().(ed25519.PublicKey)
	v, err := note.NewEd25519VerifierKey(s.Name(), public)
	return s, v, err
}

// openNote gives the text of a signed note, after checking the signature of the verifier key. It refuses a note with other lines of
// signatures than that one: a block has one signer, and the signatures of others could carry anything.
func openNote(signed []byte, verifier string) (string, error) {
	v, err := note.NewVerifier(strings.TrimSpace(verifier))
	if err != nil {
		return "", fmt.Errorf("%w: the verifier key: %w", ErrBlock, err)
	}
	n, err := note.Open(signed, note.VerifierList(v))
	var unsigned *note.UnverifiedNoteError
	var invalid *note.InvalidSignatureError
	switch {
	case errors.As(err, &unsigned):
		return "", fmt.Errorf("%w: it bears none of the key %s+%08x", ErrSignature, v.Name(), v.KeyHash())
	case errors.As(err, &invalid):
		return "", fmt.Errorf("%w: the text is not what the key %s+%08x signed", ErrSignature, v.Name(), v.KeyHash())
	case err != nil:
		return "", fmt.Errorf("%w: %w", ErrBlock, err)
	}
	raw, err := base64.StdEncoding.DecodeString(n.Sigs[0].Base64)
	if only := n.Text + "\n\u2014 " + v.Name() + " " + base64.StdEncoding.EncodeToString(raw) + "\n"; err != nil || only != string(signed) {
		return "", fmt.Errorf("%w: it bears more than the one signature of the key %s+%08x, or bears it in another form", ErrSignature, v.Name(), v.KeyHash())
	}
	return n.Text, nil
}
