package ledger

import (
	"crypto/sha256"
	"encoding/binary"
	"strings"
	"unicode/utf8"
)

// MaxText is the greatest length of a text of an act, in bytes.
const MaxText = 4096

// Act is something that somebody did and that matters, with the money it moved, if any. Names in it are pseudonyms: nothing
// in an act may have to be erased one day.
type Act struct {
	Kind      string     // "buy", "reveal", "deposit", "approve": the words of the interface
	Actor     string     // pseudonym of the person, or the name of the program's part that did it
	Role      string     // in which the actor did it
	Origin    string     // keyed digest of where the request came from; "" for the house itself
	Key       string     // idempotency key, unique for its actor; "" for acts that cannot be asked for twice
	Request   [32]byte   // SHA-256 of what was asked, to know another request under the same key
	Subject   string     // what was acted upon: a ticket's serial, a block, a proposal
	Note      string     // what else must be told: a reason, figures
	At        int64      // microseconds since 1970, UTC
	Transfers []Transfer // in order
}

// Check refuses an act that must not enter a journal, whatever the balances: BadAct where it has no kind or actor, or a text
// that is longer than MaxText, no UTF-8 or has a NUL in it (not every database keeps such a text as it is, and then the
// digest is wrong for ever); BadAccount, BadAmount, SameAccount, MixedMoney for its transfers, as Post does.
func (a *Act) Check() error {
	switch {
	case a.Kind == "":
		return refuse(BadAct, "an act has a kind")
	case a.Actor == "":
		return refuse(BadAct, "an act has an actor")
	}
	for _, text := range a.texts() {
		switch {
		case len(text) > MaxText:
			return refuse(BadAct, "a text of an act has at most %d bytes, not %d", MaxText, len(text))
		case !utf8.ValidString(text) || strings.IndexByte(text, 0) >= 0:
			return refuse(BadAct, "a text of an act is UTF-8 without NUL: %.80q is not", text)
		}
	}
	return checkTransfers(a.Transfers)
}

// texts are the texts of an act, in the order in which they are digested.
func (a *Act) texts() [7]string {
	return [7]string{a.Kind, a.Actor, a.Role, a.Origin, a.Key, a.Subject, a.Note}
}

// Head is the end of a chain of acts: how many there are, and the digest of the last. The zero Head is the empty chain.
type Head struct {
	Seq    int64
	Digest [32]byte
}

// domain keeps these digests apart from any others.
const domain = "tirage ledger 1"

// usual is a length in bytes that few acts exceed when written.
const usual = 768

// Next is the head after an act: SHA-256(domain ‖ previous digest ‖ sequence number ‖ the act), with every text and list
// behind its length, so that no two acts are written alike. (Lengths have 32 bits: a text of 4 GiB is no text that Check
// lets pass.)
func (h Head) Next(a *Act) Head {
	b := a.append(h.append(make([]byte, 0, usual)))
	return Head{Seq: h.Seq + 1, Digest: sha256.Sum256(b)}
}

// append writes what stands before the act.
func (h Head) append(b []byte) []byte {
	b = append(b, domain...)
	b = append(b, h.Digest[:]...)
	return binary.BigEndian.AppendUint64(b, uint64(h.Seq)+1)
}

// append writes the act.
func (a *Act) append(b []byte) []byte {
	for _, text := range a.texts() {
		b = appendText(b, text)
	}
	b = append(b, a.Request[:]...)
	b = binary.BigEndian.AppendUint64(b, uint64(a.At))
	b = binary.BigEndian.AppendUint32(b, uint32(len(a.Transfers)))
	for i := range a.Transfers {
		t := &a.Transfers[i]
		b = appendText(b, string(t.Debit))
		b = appendText(b, string(t.Credit))
		b = binary.BigEndian.AppendUint64(b, uint64(t.Amount))
	}
	return b
}

func appendText(b []byte, text string) []byte {
	return append(binary.BigEndian.AppendUint32(b, uint32(len(text))), text...)
}
