package bingo_test

import (
	"encoding/json"
	"strings"
	"testing"

	"tirage/bingo"
)

func TestIdentityOfDraws(t *testing.T) {
	id := bingo.ID{Code: 4211, Number: 42}
	if id.String() != "4211-00000042" {
		t.Errorf("%s", id)
	}
	if got, err := bingo.ParseID("4211-00000042"); err != nil || got != id {
		t.Errorf("%v, %v", got, err)
	}
	for _, text := range []string{
		"", "4211-42", "4211-00000000", "0000-00000001", "4211 00000042", "4211-0000004x", "+211-00000042", "4211-+0000042", "4211-000000421",
	} {
		if got, err := bingo.ParseID(text); bingo.RefusalName(err) != "draw_form" {
			t.Errorf("%q is read as %v, %v", text, got, err)
		}
	}
}

func TestDigestsHaveOneForm(t *testing.T) {
	good := strings.Repeat("0a", 32)
	var d bingo.Digest
	if err := d.UnmarshalText([]byte(good)); err != nil || d.String() != good {
		t.Errorf("%s, %v", d, err)
	}
	for _, text := range []string{"", good[1:], good + "00", strings.ToUpper(good), "x" + good[1:]} {
		if err := d.UnmarshalText([]byte(text)); bingo.RefusalName(err) != "digest_form" {
			t.Errorf("%q: %v", text, err)
		}
	}
}

func TestSecretsStaySecret(t *testing.T) {
	s, err := bingo.ParseSecret([]byte(" " + secretA.Hex() + "\n"))
	if err != nil || s.Hex() != secretA.Hex() || s.Commitment() != secretA.Commitment() || !s.Set() {
		t.Errorf("read again: %v", err)
	}
	for _, text := range []string{"", "12", strings.Repeat("z", 64)} {
		if _, err := bingo.ParseSecret([]byte(text)); bingo.RefusalName(err) != "secret_form" || text != "" && strings.Contains(err.Error(), text[:1]+"zz") {
			t.Errorf("%q: %v", text, err)
		}
		if _, err := bingo.ParseOwnerSecret([]byte(text)); bingo.RefusalName(err) != "secret_form" {
			t.Errorf("%q: %v", text, err)
		}
	}
	owner := bingo.NewOwnerSecret(seeded("player"))
	one, two := owner.Tag(bingo.ID{Code: 1, Number: 1}), owner.Tag(bingo.ID{Code: 1, Number: 2})
	if one == two || one == (bingo.Digest{}) {
		t.Error("a player's tags of two draws must differ")
	}
	if (bingo.OwnerSecret{}).Tag(bingo.ID{Code: 1, Number: 1}) != (bingo.Digest{}) || (bingo.Secret{}).Commitment() != (bingo.Digest{}) || (bingo.Secret{}).Hex() != "" {
		t.Error("an empty secret gives something")
	}
	text, err := json.Marshal(struct {
		A bingo.Secret
		O bingo.OwnerSecret
	}{secretA, owner})
	if err != nil || string(text) != `{"A":"[redacted]","O":"[redacted]"}` {
		t.Errorf("%s, %v", text, err)
	}
}

func TestNotesHaveOneForm(t *testing.T) {
	r := newRig(t, bingoExtra(), "notes")
	schedule := r.schedule()
	schedule.Beacon = "a public beacon, first round 60 s after the lock"
	receipt := bingo.Receipt{Draw: r.id(), Index: 3, Leaf: seeded("leaf"), Size: 4, Root: seeded("root")}
	lock := bingo.LockStatement{Draw: r.id(), Size: 4, Root: seeded("root"), Jackpot: 7500_00, Fund: -12, Super: 100, Time: 12}
	settled := bingo.EndStatement{Draw: r.id(), State: "settled", Called: 51, Balances: &bingo.RecordBalances{Before: bingo.RecordPots{Jackpot: 1, Fund: -2}}, Time: 13}
	void := bingo.EndStatement{Draw: r.id(), State: "void", Reason: "none", By: [2]string{"none", "one"}, Super: 5, SuperBy: [2]string{"two", "none"}, Time: 14}
	texts := []string{schedule.Text(), receipt.Text(), lock.Text(), r.schedule().Text(), settled.Text(), void.Text()}
	for _, text := range texts {
		if got := readNote(text); got != text {
			t.Errorf("%q is read as %q", text, got)
		}
		for i := range len(text) {
			for _, altered := range []string{text[:i], text[:i] + "x" + text[i:], text[:i] + "0" + text[i:], text[:i] + "\n" + text[i:]} {
				if got := readNote(altered); got != "" && got != altered {
					t.Errorf("%q is read as %q", altered, got)
				}
			}
		}
	}
}

// readNote reads a note of any kind and writes it again, "" for none.
func readNote(text string) string {
	if r, err := bingo.ParseReceipt(text); err == nil {
		return r.Text()
	}
	if s, err := bingo.ParseLockStatement(text); err == nil {
		return s.Text()
	}
	if s, err := bingo.ParseEndStatement(text); err == nil {
		return s.Text()
	}
	if s, err := bingo.ParseSchedule(text); err == nil {
		return s.Text()
	}
	return ""
}

func FuzzNotes(f *testing.F) {
	f.Add("tirage receipt 1\ndraw 4211-00000042\nindex 0\nleaf " + strings.Repeat("00", 32) + "\nsize 1\nroot " + strings.Repeat("ff", 32) + "\n")
	f.Add("tirage lock 2\ndraw 4211-00000042\nsize 1\nroot " + strings.Repeat("ff", 32) + "\njackpot 7\nfund -3\nsuper 0\ntime 5\n")
	f.Add("tirage end 1\ndraw 4211-00000042\nstate cancelled\nreason operator\nby none\nand none\ncalled 0\nsuper 0\nsuper_by none\nsuper_and none\n" +
		"jackpot_before none\nfund_before none\njackpot_after none\nfund_after none\ntime 5\n")
	f.Add(newRig(f, bingoExtra(), "fuzz").schedule().Text())
	f.Fuzz(func(t *testing.T, text string) {
		if got := readNote(text); got != "" && got != text {
			t.Errorf("%q is read as %q", text, got)
		}
	})
}
