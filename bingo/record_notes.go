package bingo

import (
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"

	"golang.org/x/mod/sumdb/note"

	"tirage/fair"
	"tirage/money"
)

// Statements returns the texts that the house signs for a draw that has ended, in their order: its schedule, its lock if it was
// locked, its end. The signed notes go into Notes.
func (r *Record) Statements() []string {
	list := []string{r.Schedule.Text()}
	if r.Lock != nil {
		list = append(list, r.locked().Text())
	}
	return append(list, r.ending().Text())
}

func (r *Record) locked() LockStatement {
	s := LockStatement{Draw: r.Schedule.Draw, Size: r.Lock.Size, Root: r.Lock.Root, Time: r.Lock.Time}
	if r.Super != nil {
		s.Super = r.Super.Amount
	}
	if r.Balances != nil {
		s.Jackpot, s.Fund = r.Balances.Before.Jackpot, r.Balances.Before.Fund
	}
	return s
}

func (r *Record) ending() EndStatement {
	s := EndStatement{Draw: r.Schedule.Draw, State: r.State, Reason: r.Cancel, Called: r.Called, Balances: r.Balances, Time: r.Ended}
	if r.Void != nil {
		s.By, s.Reason = r.Void.By, r.Void.Reason
	}
	if r.Super != nil {
		s.Super, s.SuperBy = r.Super.Amount, r.Super.By
	}
	return s
}

// VerifyNotes checks the signed notes of a record with the keys that the verifier trusts. It finds a note that none of them
// signed (note_unsigned), one that is no schedule, lock or end of this draw (note_unknown), one that says something else than the
// record (note_differs: a second signed root or a second signed end for one draw is a proof of fraud), and a schedule, a lock or an
// end that nobody signed (note_missing).
func VerifyNotes(r *Record, known note.Verifiers) []Finding {
	var list []Finding
	statements := r.Statements()
	want := map[string]string{}
	for _, text := range statements {
		want[title(text)] = text
	}
	signed := map[string]bool{}
	for i, text := range r.Notes {
		path := fmt.Sprintf("/notes/%d", i)
		signedText, err := OpenNote([]byte(text), known)
		if err != nil {
			list = append(list, *finding(path, err))
			continue
		}
		switch expected, fits := want[title(signedText)]; {
		case !fits:
			list = append(list, find(path, "note_unknown", "this is no schedule, no lock and no end of the draw"))
		case signedText != expected:
			list = append(list, Finding{path, "note_differs", differingLines(signedText, expected)})
		default:
			signed[title(expected)] = true
		}
	}
	for _, text := range statements {
		if !signed[title(text)] {
			list = append(list, find("/notes", "note_missing", "nobody known signed %s as the record has it", noteNames[title(text)]))
		}
	}
	return list
}

// notesInOrder finds notes that do not stand as a record has them, each signature once in its one form: note_order. A record without
// any is signed by nobody. What the notes say is left to VerifyNotes.
func (r *Record) notesInOrder() []Finding {
	if len(r.Notes) == 0 {
		return nil
	}
	statements := r.Statements()
	for i := range max(len(r.Notes), len(statements)) {
		if i >= len(r.Notes) || i >= len(statements) || title(r.Notes[i]) != title(statements[i]) || !signedOnce(r.Notes[i]) {
			return []Finding{find(fmt.Sprintf("/notes/%d", i), "note_order",
				"a record has the notes of its schedule, of its lock if there was one, and of its end, in this order and each once")}
		}
	}
	return nil
}

// signedOnce tells whether no line of signatures of a note occurs twice or is written in another way than its bytes are.
func signedOnce(text string) bool {
	at := strings.LastIndex(text, "\n\n")
	if at < 0 || !strings.HasSuffix(text, "\n") {
		return false
	}
	seen := map[string]bool{}
	for line := range strings.Lines(text[at+2:]) {
		line = strings.TrimSuffix(line, "\n")
		signature := line[strings.LastIndexByte(line, ' ')+1:]
		raw, err := base64.StdEncoding.DecodeString(signature)
		if err != nil || base64.StdEncoding.EncodeToString(raw) != signature || seen[line] {
			return false
		}
		seen[line] = true
	}
	return true
}

// noteNames are the notes of a record in words.
var noteNames = map[string]money.Text{
	scheduleNote: {EN: "the schedule", FR: "l'annonce"}, lockNote: {EN: "the lock", FR: "le verrouillage"}, endNote: {EN: "the end", FR: "la fin"},
}

// title is the first line of a note.
func title(text string) string {
	line, _, _ := strings.Cut(text, "\n")
	return line
}

// differingLines says where a signed note and what it should say differ, line by line.
func differingLines(signed, expected string) money.Text {
	have, want := strings.Split(strings.TrimSpace(signed), "\n"), strings.Split(strings.TrimSpace(expected), "\n")
	var en, fr []string
	for i := range max(len(have), len(want)) {
		one, other := "", "" // no line is empty
		if i < len(have) {
			one = have[i]
		}
		if i < len(want) {
			other = want[i]
		}
		if one != other {
			text := written("signed is %q, the record says %q", one, other)
			en, fr = append(en, text.EN), append(fr, text.FR)
		}
	}
	return money.Text{EN: strings.Join(en, "; "), FR: strings.Join(fr, " ; ")}
}

// VerifyReceipt tells whether a draw's record holds what a buyer was promised: the card of the receipt at its place, after the same
// cards. It returns nil, or a refusal: other_draw, receipt_lost for a place that the record has not, receipt_leaf for another card, price
// or owner there, receipt_root for other cards before it.
func VerifyReceipt(r *Record, receipt Receipt) error {
	if receipt.Draw != r.Schedule.Draw {
		return refuse("other_draw", "the receipt is for draw %s, the record of draw %s", receipt.Draw, r.Schedule.Draw)
	}
	if receipt.Index < 0 || receipt.Index >= receipt.Size || receipt.Size > len(r.Cards) {
		return refuse("receipt_lost", "the receipt is for card %d of %d, the record has %d cards", receipt.Index+1, receipt.Size, len(r.Cards))
	}
	var tree fair.Builder
	for i := range receipt.Size {
		leaf, err := r.leaf(i)
		if err != nil {
			return err
		}
		if i == receipt.Index && leaf != receipt.Leaf {
			return refuse("receipt_leaf", "card %d of the record is not the card of the receipt", i+1)
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
		return Digest{}, refuse("receipt_leaf", "card %d of the record cannot be read", i+1)
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
