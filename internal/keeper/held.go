package keeper

import (
	"encoding/hex"
	"fmt"
	"strconv"
	"strings"

	"golang.org/x/mod/sumdb/note"
)

const heldTitle = "tirage keeper holds 1"

func (h *Held) text() string {
	return fmt.Sprintf("%s\nblock %s\nonline-tickets %d\nmanifest %x\n", heldTitle, h.Block, h.Online, h.Manifest)
}

// OpenHeld reads what a keeper signed of a block that it holds, and checks that the verifier key signed it, and nobody else. It refuses
// with ErrVerifier or ErrAck.
func OpenHeld(signed []byte, verifier string) (Held, error) {
	v, err := note.NewVerifier(strings.TrimSpace(verifier))
	if err != nil {
		return Held{}, ErrVerifier
	}
	return openHeld(signed, v)
}

func openHeld(signed []byte, v note.Verifier) (Held, error) {
	text, err := openNote(signed, v)
	if err != nil {
		return Held{}, err
	}
	h, ok := parseHeld(text)
	if !ok {
		return Held{}, errForm
	}
	h.Note = signed
	return h, nil
}

// parseHeld reads exactly what text writes.
func parseHeld(text string) (h Held, ok bool) {
	line := strings.Split(text, "\n")
	if len(line) != 5 {
		return h, false
	}
	h.Block = strings.TrimPrefix(line[1], "block ")
	online, err := strconv.ParseInt(strings.TrimPrefix(line[2], "online-tickets "), 10, 64)
	raw, err2 := hex.DecodeString(strings.TrimPrefix(line[3], "manifest "))
	if err != nil || err2 != nil || online < 0 || len(raw) != len(h.Manifest) || !validID(h.Block) {
		return h, false
	}
	h.Online = online
	copy(h.Manifest[:], raw)
	return h, h.text() == text
}
