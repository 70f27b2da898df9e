package press

import (
	"bytes"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
)

// The shape of a file of age version 1 for one X25519 recipient: a header of always the same length, a nonce, and pieces of at most 64 KiB
// with a tag each.
const (
	ageTitle = "age-encryption.org/v1\n"
	ageKey   = "-> X25519 "
	ageMAC   = "--- "
	ageText  = 43 // of 32 bytes in base64
	ageHead  = len(ageTitle) + len(ageKey) + ageText + 1 + ageText + 1 + len(ageMAC) + ageText + 1
	ageNonce = 16
	ageTag   = 16
	agePiece = 64<<10 + ageTag
)

// leastRowBytes is less than any ticket takes in a print file: its VIRN stands there twice, and nothing shortens 15 random characters of five
// bits below nine bytes.
const leastRowBytes = 18

// sealed refuses a print file that is not encrypted by age to one recipient alone, or is not as large as so many tickets can make it. More cannot
// be seen without the identity.
func (r *reading) sealed(name string, rows int) error {
	f, err := r.open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return err
	}
	head := make([]byte, ageHead)
	if _, err := io.ReadFull(f, head); err != nil || !ageHeader(head) {
		return errors.New("it is not encrypted by age to one X25519 recipient")
	}
	text, ok := ageContent(info.Size())
	if least, most := int64(rows)*leastRowBytes, int64(rows)*rowBytes+smallBytes; !ok || text < least || text > most {
		return fmt.Errorf("it has %d bytes, which %d tickets do not make", info.Size(), rows)
	}
	return nil
}

// ageHeader tells whether bytes are the header of a file for one X25519 recipient, in the one form in which it is written.
func ageHeader(head []byte) bool {
	for _, mark := range []string{ageTitle + ageKey, "\n", "\n" + ageMAC, "\n"} {
		if !bytes.HasPrefix(head, []byte(mark)) {
			return false
		}
		if head = head[len(mark):]; len(head) == 0 {
			return true
		}
		raw, err := base64.RawStdEncoding.Strict().DecodeString(string(head[:ageText]))
		if err != nil || len(raw) != 32 {
			return false
		}
		head = head[ageText:]
	}
	return false
}

// ageContent is how many bytes a file of this size holds. Only an empty content has an empty piece.
func ageContent(size int64) (n int64, ok bool) {
	payload := size - int64(ageHead) - ageNonce
	if payload <= 0 {
		return 0, false
	}
	pieces := (payload + agePiece - 1) / agePiece
	n = payload - pieces*ageTag
	return n, payload-(pieces-1)*agePiece > ageTag
}
