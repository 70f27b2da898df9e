package ledger

import (
	"crypto/sha256"
	"encoding/binary"

	"tirage/money"
)

// Transfer moves money from one account to another.
type Transfer struct {
	Debit, Credit Account     // from, to
	Amount        money.Cents // more than zero
}

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

// Head is the end of a chain of acts: how many there are, and the digest of the last. The zero Head is the empty chain.
type Head struct {
	Seq    int64
	Digest [32]byte
}

// domain keeps these digests apart from any others.
const domain = "tirage ledger 1"

// Next is the head after an act: SHA-256(domain ‖ previous digest ‖ sequence number ‖ the act), with every text and list
// behind its length, so that no two acts are written alike.
func (h Head) Next(a *Act) Head {
	b := make([]byte, 0, 512)
	b = append(b, domain...)
	b = append(b, h.Digest[:]...)
	b = binary.BigEndian.AppendUint64(b, uint64(h.Seq)+1)
	for _, text := range []string{a.Kind, a.Actor, a.Role, a.Origin, a.Key, a.Subject, a.Note} {
		b = appendText(b, text)
	}
	b = append(b, a.Request[:]...)
	b = binary.BigEndian.AppendUint64(b, uint64(a.At))
	b = binary.BigEndian.AppendUint32(b, uint32(len(a.Transfers)))
	for _, t := range a.Transfers {
		b = appendText(b, string(t.Debit))
		b = appendText(b, string(t.Credit))
		b = binary.BigEndian.AppendUint64(b, uint64(t.Amount))
	}
	return Head{Seq: h.Seq + 1, Digest: sha256.Sum256(b)}
}

func appendText(b []byte, text string) []byte {
	return append(binary.BigEndian.AppendUint32(b, uint32(len(text))), text...)
}
