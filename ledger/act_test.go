package ledger_test

import (
	"encoding/binary"
	"reflect"
	"strings"
	"testing"

	"tirage/ledger"
	"tirage/money"
)

func TestCheck(t *testing.T) {
	for _, c := range []struct {
		name   string
		change func(*ledger.Act)
		want   string
	}{
		{"as it is", func(*ledger.Act) {}, ""},
		{"no transfers", func(a *ledger.Act) { a.Transfers = nil }, ""},
		{"nothing but kind and actor", func(a *ledger.Act) { *a = ledger.Act{Kind: "log_in", Actor: "x"} }, ""},
		{"longest note", func(a *ledger.Act) { a.Note = strings.Repeat("é", ledger.MaxText/2) }, ""},
		{"a note of two lines", func(a *ledger.Act) { a.Note = "one\ntwo" }, ""},
		{"no kind", func(a *ledger.Act) { a.Kind = "" }, ledger.BadAct},
		{"no actor", func(a *ledger.Act) { a.Actor = "" }, ledger.BadAct},
		{"note too long", func(a *ledger.Act) { a.Note = strings.Repeat("x", ledger.MaxText+1) }, ledger.BadAct},
		{"NUL", func(a *ledger.Act) { a.Key = "a\x00b" }, ledger.BadAct},
		{"no UTF-8", func(a *ledger.Act) { a.Role = "\xff" }, ledger.BadAct},
		{"texts before transfers", func(a *ledger.Act) { a.Subject, a.Transfers[0].Amount = "\xc3", 0 }, ledger.BadAct},
		{"no account", func(a *ledger.Act) { a.Transfers[0].Debit = "" }, ledger.BadAccount},
		{"no amount", func(a *ledger.Act) { a.Transfers[0].Amount = 0 }, ledger.BadAmount},
		{"same", func(a *ledger.Act) { a.Transfers[0].Credit = a.Transfers[0].Debit }, ledger.SameAccount},
		{"mixed", func(a *ledger.Act) { a.Transfers[0].Credit = a.Transfers[0].Credit.Play() }, ledger.MixedMoney},
	} {
		act := buying()
		c.change(act)
		if got := ledger.RefusalName(act.Check()); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

func TestNextDigestsEverything(t *testing.T) {
	head := ledger.Head{Seq: 6, Digest: [32]byte{7}}
	want := head.Next(buying())
	if want.Seq != 7 {
		t.Errorf("after act 6 comes act %d", want.Seq)
	}
	if again := head.Next(buying()); again != want {
		t.Error("the same act has another digest")
	}
	seen := map[[32]byte]string{want.Digest: "as it was"}
	digest := func(what string, next ledger.Head) {
		if other, has := seen[next.Digest]; has {
			t.Errorf("%s, and %s: one digest", what, other)
		}
		seen[next.Digest] = what
	}
	for name, change := range changes() {
		act := buying()
		change(act)
		digest(name, head.Next(act))
	}
	digest("another sequence number", ledger.Head{Seq: 5, Digest: head.Digest}.Next(buying()))
	digest("another digest before", ledger.Head{Seq: 6, Digest: [32]byte{8}}.Next(buying()))
}

// changes are one for every field of an act and of its transfer, and some that move bytes between neighbours.
func changes() map[string]func(*ledger.Act) {
	return map[string]func(*ledger.Act){
		"kind":               func(a *ledger.Act) { a.Kind = "sell" },
		"actor":              func(a *ledger.Act) { a.Actor = "mallory" },
		"role":               func(a *ledger.Act) { a.Role = "operator" },
		"origin":             func(a *ledger.Act) { a.Origin = "" },
		"key":                func(a *ledger.Act) { a.Key += "0" },
		"request":            func(a *ledger.Act) { a.Request[31] ^= 1 },
		"subject":            func(a *ledger.Act) { a.Subject = "3002-00-0001-000123-046-6" },
		"note":               func(a *ledger.Act) { a.Note = "a reason" },
		"at":                 func(a *ledger.Act) { a.At++ },
		"debit":              func(a *ledger.Act) { a.Transfers[0].Debit = alice },
		"credit":             func(a *ledger.Act) { a.Transfers[0].Credit = ledger.Of(ledger.Game, "3003") },
		"amount":             func(a *ledger.Act) { a.Transfers[0].Amount++ },
		"play money":         func(a *ledger.Act) { t := &a.Transfers[0]; t.Debit, t.Credit = t.Debit.Play(), t.Credit.Play() },
		"turned":             func(a *ledger.Act) { t := &a.Transfers[0]; t.Debit, t.Credit = t.Credit, t.Debit },
		"transfer dropped":   func(a *ledger.Act) { a.Transfers = nil },
		"transfer added":     func(a *ledger.Act) { a.Transfers = append(a.Transfers, move(cash, alice, 1)) },
		"transfer split":     func(a *ledger.Act) { t := a.Transfers[0]; t.Amount /= 2; a.Transfers = transfers{t, t} },
		"key into subject":   func(a *ledger.Act) { a.Key, a.Subject = "", a.Key+a.Subject },
		"subject into note":  func(a *ledger.Act) { a.Subject, a.Note = "", a.Subject },
		"role into actor":    func(a *ledger.Act) { a.Actor, a.Role = a.Actor+a.Role[:1], a.Role[1:] },
		"debit into credit":  func(a *ledger.Act) { t := &a.Transfers[0]; t.Debit, t.Credit = t.Debit[:6], t.Debit[6:]+t.Credit },
		"time into transfer": func(a *ledger.Act) { a.At, a.Transfers[0].Amount = 200, 1_790_000_000_000_000 },
	}
}

// TestEveryFieldIsChanged fails when an act gets a field that no change above touches, and so perhaps no digest.
func TestEveryFieldIsChanged(t *testing.T) {
	count := func(v any) int { return reflect.TypeOf(v).NumField() }
	if act, transfer := count(ledger.Act{}), count(ledger.Transfer{}); act != 10 || transfer != 3 {
		t.Errorf("an act has %d fields and a transfer %d: digest the new one, add it to changes, to the vectors and to docs/ledger.md", act, transfer)
	}
}

// made makes an act of any bytes: each text, number and transfer takes what a length before it says.
func made(b []byte) *ledger.Act {
	text := func() string {
		if len(b) == 0 {
			return ""
		}
		n := min(int(b[0]%16), len(b)-1)
		s := string(b[1 : 1+n])
		b = b[1+n:]
		return s
	}
	number := func() int64 {
		var eight [8]byte
		copy(eight[:], text())
		return int64(binary.LittleEndian.Uint64(eight[:]))
	}
	a := &ledger.Act{Kind: text(), Actor: text(), Role: text(), Origin: text(), Key: text(), Subject: text(), Note: text(), At: number()}
	copy(a.Request[:], text())
	for len(b) > 0 && len(a.Transfers) < 4 {
		a.Transfers = append(a.Transfers, move(ledger.Account(text()), ledger.Account(text()), money.Cents(number())))
	}
	return a
}

// FuzzNext: two acts have one digest if and only if they are equal, and each can be read back from what was digested.
func FuzzNext(f *testing.F) {
	f.Add([]byte("\x03buy\x01a\x00\x00\x01k"), []byte("\x03buy\x02ak\x00\x00\x00"))
	f.Add([]byte("\x03buy\x01a\x00\x00\x00\x00\x00\x00\x00\x01x\x01y\x011"), []byte("\x03buy\x01a\x00\x00\x00\x00\x00\x00\x00\x02xy\x00\x011"))
	f.Add([]byte{}, []byte{0})
	f.Fuzz(func(t *testing.T, one, two []byte) {
		a, b := made(one), made(two)
		head := ledger.Head{Seq: 3, Digest: [32]byte{9}}
		same := reflect.DeepEqual(a, b)
		if digests := head.Next(a) == head.Next(b); digests != same {
			t.Fatalf("%+v\n%+v\nare equal: %v, have one digest: %v", a, b, same, digests)
		}
		provesItsBytes(t, head, a)
		provesItsBytes(t, ledger.Head{}, b)
	})
}
