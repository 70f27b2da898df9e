package counter

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base32"
	"fmt"
	"strings"

	"tirage/internal/shop"
	"tirage/internal/store"
	"tirage/seal"
)

// letters of references: easy to read aloud.
var letters = base32.NewEncoding("0123456789bcdefghjkmnpqrstvwxyzi").WithPadding(base32.NoPadding)

// reference names a reservation of somebody, or a file (of nobody): the serial, a nonce, and a proof by the claim key of what the envelope
// said. Whoever can write the database cannot make one, so that no claim is paid that no ticket stands behind.
func (s *shown) reference(by store.PersonID, nonce string, lot, composition int64) (string, error) {
	if !s.key.Set() {
		return "", seal.ErrNoKey
	}
	m := hmac.New(sha256.New, []byte(s.key.Hex()))
	fmt.Fprintf(m, "tirage claim reference 1\n%s\n%s\n%s\n%d %d\n", s.serial, by, nonce, lot, composition)
	return s.serial.String() + "." + nonce + letters.EncodeToString(m.Sum(nil)[:10]), nil
}

const (
	nonceLength     = 16
	referenceLength = 2 * nonceLength // behind the serial and a dot
)

// referred finds the ticket of a reference, and the nonce in it. ok is false for what is none.
func (c *Counter) referred(reference string) (s *shown, nonce string, ok bool) {
	text, rest, _ := strings.Cut(reference, ".")
	if len(rest) != referenceLength {
		return nil, "", false
	}
	s, err := c.paper(text)
	if err != nil || s.serial.String() != text {
		return nil, "", false
	}
	return s, rest[:nonceLength], true
}

// believed opens for a claim that is reserved, or in a file, what its envelope said. It refuses with shop.ErrTicketDoubted a row that does not
// bear its proof.
func (s *shown) believed(claim *store.Claim, by store.PersonID, nonce string) error {
	want, err := s.reference(by, nonce, claim.Lot, claim.Composition)
	if err != nil {
		return err
	}
	amount, err := s.stock.Lot(claim.Lot, claim.Composition)
	if err != nil || claim.Reference != want || claim.Amount != amount || amount == 0 {
		return shop.ErrTicketDoubted
	}
	s.amount, s.outcome = amount, seal.Outcome{Lot: uint16(claim.Lot), Composition: uint16(claim.Composition)}
	return nil
}
