package bingo

import (
	"encoding/hex"
	"fmt"
	"slices"
	"strings"

	"golang.org/x/mod/sumdb/note"

	"tirage/fair"
)

// VerifyNotes checks the signed notes of a record with the keys that the verifier trusts. It finds a note that none of them
// signed (note_unsigned), one that is no schedule and no lock of this draw (note_unknown), one that says something else than the
// record (note_differs: a second signed root for one draw is a proof of fraud), and a schedule or lock that nobody signed
// (note_missing).
func VerifyNotes(r *Record, known note.Verifiers) []Finding {
	var list []Finding
	want := map[string]string{scheduleNote: r.Schedule.Text()}
	if r.Lock != nil {
		want[lockNote] = r.statement().Text()
	}
	signed := map[string]bool{}
	for i, text := range r.Notes {
		path := fmt.Sprintf("/notes/%d", i)
		n, err := note.Open([]byte(text), known)
		if err != nil {
			list = append(list, Finding{path, "note_unsigned", err.Error()})
			continue
		}
		title, _, _ := strings.Cut(n.Text, "\n")
		switch expected, fits := want[title]; {
		case !fits:
			list = append(list, Finding{path, "note_unknown", "this is no schedule and no lock of the draw"})
		case n.Text != expected:
			list = append(list, Finding{path, "note_differs", "the signed note says something else than the record: " + strings.Join(strings.Split(n.Text, "\n"), "; ")})
		default:
			signed[title] = true
		}
	}
	for _, title := range []string{scheduleNote, lockNote} {
		if _, needed := want[title]; needed && !signed[title] {
			list = append(list, Finding{"/notes", "note_missing", "nobody known signed the " + strings.TrimSuffix(strings.TrimPrefix(title, "tirage "), " 1")})
		}
	}
	return list
}

func (r *Record) statement() LockStatement {
	return LockStatement{Draw: r.Schedule.Draw, Size: r.Lock.Size, Root: r.Lock.Root, Time: r.Lock.Time}
}

// VerifyReceipt tells whether a draw's record holds what a buyer was promised: the card of the receipt at its place, after the same
// cards. It returns nil, or a refusal: other_draw, receipt_lost for a place that the record has not, receipt_leaf for another card, price
// or owner there, receipt_root for other cards before it.
func VerifyReceipt(r *Record, receipt Receipt) error {
	if receipt.Draw != r.Schedule.Draw {
		return refuse("other_draw", "the receipt is for draw %s, the record of draw %s", receipt.Draw, r.Schedule.Draw)
	}
	if receipt.Index < 0 || receipt.Index >= receipt.Size || receipt.Size > len(r.Cards) {
		return refuse("receipt_lost", "the receipt is for card %d of %d, the record has %d cards", receipt.Index, receipt.Size, len(r.Cards))
	}
	var tree fair.Builder
	for i := range receipt.Size {
		leaf, err := r.leaf(i)
		if err != nil {
			return err
		}
		if i == receipt.Index && leaf != receipt.Leaf {
			return refuse("receipt_leaf", "card %d of the record is not the card of the receipt", i)
		}
		if err := tree.Add(fair.Hash(leaf)); err != nil {
			return err
		}
	}
	if Digest(tree.Root()) != receipt.Root {
		return refuse("receipt_root", "the cards up to %d are not those that were sold when the receipt was given", receipt.Size)
	}
	return nil
}

// leaf is the hash of the leaf of a recorded card.
func (r *Record) leaf(i int) (Digest, error) {
	c := r.Cards[i]
	var card Card
	b, err := hex.DecodeString(c.Card)
	if err != nil || c.Owner < 0 || c.Owner >= len(r.Owners) {
		return Digest{}, refuse("receipt_leaf", "card %d of the record cannot be read", i)
	}
	if err := card.UnmarshalBinary(b); err != nil {
		return Digest{}, err
	}
	return Leaf(r.Schedule.Draw, i, r.Price, r.Owners[c.Owner], card), nil
}

// OwnedBy returns the numbers of the cards, counted from 0, that stand in a record for the player who holds a secret.
func OwnedBy(r *Record, s OwnerSecret) []int {
	owner := slices.Index(r.Owners, s.Tag(r.Schedule.Draw))
	var cards []int
	for i, c := range r.Cards {
		if owner >= 0 && c.Owner == owner {
			cards = append(cards, i)
		}
	}
	return cards
}
