package keeper

import (
	"crypto/ed25519"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"golang.org/x/mod/sumdb/note"
)

const ackTitle = "tirage keeper ack 1"

var (
	// ErrVerifier refuses a text that is not the public key of a signer of notes.
	ErrVerifier = errors.New("keeper: a verifier key reads name+hash+key, as the keeper prints it when it starts")
	// ErrSigner refuses a signing key, or a name for one.
	ErrSigner = errors.New("keeper: this is no signing key: its name has no space and no +, its file holds PRIVATE+KEY+name+hash+key")
	// ErrAck reports bytes that are not an acknowledgement with the one signature of the verifier key.
	ErrAck = errors.New("keeper: this is no acknowledgement signed with the expected key")
)

func newSigningKey(name string, random io.Reader) (string, error) {
	if name == "" || strings.ContainsAny(name, "+ \t\r\n") {
		return "", ErrSigner
	}
	// Not note.GenerateKey: the seed is read here so that the same random bytes always give the same key.
	seed := make([]byte, ed25519.SeedSize)
	if _, err := io.ReadFull(random, seed); err != nil {
		return "", err
	}
	verifier, err := verifierOf(name, seed)
	if err != nil {
		return "", ErrSigner
	}
	hash := strings.Split(verifier, "+")[1]
	const algEd25519 = 1
	return "PRIVATE+KEY+" + name + "+" + hash + "+" + base64.StdEncoding.EncodeToString(append([]byte{algEd25519}, seed...)), nil
}

func verifierOf(name string, seed []byte) (string, error) {
	public, ok := ed25519.NewKeyFromSeed(seed).Public().(ed25519.PublicKey)
	if !ok {
		return "", ErrSigner
	}
	return note.NewEd25519VerifierKey(name, public)
}

// openSigner reads a signing key; its error never quotes the key.
func openSigner(key string) (note.Signer, string, error) {
	key = strings.TrimSpace(key)
	s, err := note.NewSigner(key)
	if err != nil {
		return nil, "", ErrSigner
	}
	raw, err := base64.StdEncoding.DecodeString(strings.SplitN(key, "+", 5)[4])
	if err != nil || len(raw) != 1+ed25519.SeedSize {
		return nil, "", ErrSigner
	}
	verifier, err := verifierOf(s.Name(), raw[1:])
	return s, verifier, err
}

func (a *Ack) text() string {
	return fmt.Sprintf("%s\nblock %s\ntold %d\nchain %x\n", ackTitle, a.Block, a.Told, a.Chain)
}

// sign acknowledges a chain. The same chain always gives the same note.
func sign(s note.Signer, c Chain) (Ack, error) {
	a := Ack{Block: c.Block, Told: c.Told, Chain: c.Hash}
	signed, err := note.Sign(&note.Note{Text: a.text()}, s)
	a.Note = signed
	return a, err
}

// OpenAck reads an acknowledgement and checks that the verifier key signed it, and nobody else. It refuses with ErrVerifier or ErrAck.
func OpenAck(signed []byte, verifier string) (Ack, error) {
	v, err := note.NewVerifier(strings.TrimSpace(verifier))
	if err != nil {
		return Ack{}, ErrVerifier
	}
	return openAck(signed, v)
}

func openAck(signed []byte, v note.Verifier) (Ack, error) {
	text, err := openNote(signed, v)
	if err != nil {
		return Ack{}, err
	}
	a, ok := parseAck(text)
	if !ok {
		return Ack{}, errForm
	}
	a.Note = signed
	return a, nil
}

var errForm = fmt.Errorf("%w: it is not written as a keeper writes it", ErrAck)

// openNote gives the text of a note that the verifier key signed, and nobody else. It refuses with ErrAck.
func openNote(signed []byte, v note.Verifier) (string, error) {
	n, err := note.Open(signed, note.VerifierList(v))
	if err != nil {
		return "", fmt.Errorf("%w: %w", ErrAck, err)
	}
	raw, err := base64.StdEncoding.DecodeString(n.Sigs[0].Base64)
	only := n.Text + "\n\u2014 " + v.Name() + " " + base64.StdEncoding.EncodeToString(raw) + "\n"
	if err != nil || only != string(signed) {
		return "", errForm
	}
	return n.Text, nil
}

// parseAck reads exactly what text writes.
func parseAck(text string) (a Ack, ok bool) {
	line := strings.Split(text, "\n")
	if len(line) != 5 {
		return a, false
	}
	a.Block = strings.TrimPrefix(line[1], "block ")
	told, err := strconv.ParseInt(strings.TrimPrefix(line[2], "told "), 10, 64)
	raw, err2 := hex.DecodeString(strings.TrimPrefix(line[3], "chain "))
	if err != nil || err2 != nil || told < 0 || len(raw) != len(a.Chain) || !validID(a.Block) {
		return a, false
	}
	a.Told = told
	copy(a.Chain[:], raw)
	return a, a.text() == text
}
