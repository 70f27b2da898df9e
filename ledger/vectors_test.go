package ledger_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"maps"
	"math/big"
	"os"
	"reflect"
	"testing"

	"tirage/ledger"
	"tirage/money"
)

// This file writes acts again from docs/ledger.md, and reads what it wrote, with nothing of package ledger but its types.

type vectorFile struct {
	About    string          `json:"about"`
	Journals []vectorJournal `json:"journals"`
	Balances balances        `json:"balances"`
}

type vectorJournal struct {
	Name string      `json:"name"`
	Acts []vectorAct `json:"acts"`
}

type vectorAct struct {
	Seq       int64  `json:"seq"`
	Kind      string `json:"kind"`
	Actor     string `json:"actor"`
	Role      string `json:"role"`
	Origin    string `json:"origin"`
	Key       string `json:"key"`
	Request   string `json:"request"`
	Subject   string `json:"subject"`
	Note      string `json:"note"`
	At        int64  `json:"at"`
	Transfers []struct {
		Debit  string `json:"debit"`
		Credit string `json:"credit"`
		Amount int64  `json:"amount"`
	} `json:"transfers"`
	Written string `json:"written"`
	Digest  string `json:"digest"`
}

func loadVectors(t *testing.T) vectorFile {
	t.Helper()
	data, err := os.ReadFile("testdata/vectors.json")
	if err != nil {
		t.Fatal(err)
	}
	var v vectorFile
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(&v); err != nil {
		t.Fatal(err)
	}
	return v
}

func unhex32(t *testing.T, text string) (b [32]byte) {
	t.Helper()
	if n, err := hex.Decode(b[:], []byte(text)); n != 32 || err != nil {
		t.Fatalf("%q: %d bytes, %v", text, n, err)
	}
	return b
}

func (v *vectorAct) act(t *testing.T) *ledger.Act {
	a := &ledger.Act{
		Kind: v.Kind, Actor: v.Actor, Role: v.Role, Origin: v.Origin, Key: v.Key, Request: unhex32(t, v.Request),
		Subject: v.Subject, Note: v.Note, At: v.At,
	}
	for _, m := range v.Transfers {
		a.Transfers = append(a.Transfers, move(ledger.Account(m.Debit), ledger.Account(m.Credit), money.Cents(m.Amount)))
	}
	return a
}

// timeless is the one fault of the vectors: their sixth act is of time 0, for the bytes of that.
const timeless = "time_back a6"

// TestVectors: the published journals have the digests that the file says, by this package, by the second writer, and by
// the bytes in the file themselves; and they verify, with the balances of the file.
func TestVectors(t *testing.T) {
	file := loadVectors(t)
	verifier := ledger.NewVerifier(nil)
	heads := map[string]ledger.Head{}
	for _, j := range file.Journals {
		var head ledger.Head
		for i := range j.Acts {
			v := &j.Acts[i]
			act := v.act(t)
			if err := act.Check(); err != nil {
				t.Errorf("journal %s, act %d: %v", j.Name, v.Seq, err)
			}
			second := written(head, act)
			if got := hex.EncodeToString(second); got != v.Written {
				t.Errorf("journal %s, act %d is written\n%s, not\n%s", j.Name, v.Seq, got, v.Written)
			}
			head = head.Next(act)
			if want := (ledger.Head{Seq: v.Seq, Digest: unhex32(t, v.Digest)}); head != want || sha256.Sum256(second) != want.Digest {
				t.Errorf("journal %s: %x after act %d, want %x", j.Name, head.Digest, head.Seq, want.Digest)
			}
			for _, fault := range verifier.Add(j.Name, head, act) {
				if place(fault) != timeless {
					t.Error(fault)
				}
			}
		}
		heads[j.Name] = head
	}
	report := verifier.End(ledger.Stored{Balances: file.Balances, Heads: heads})
	for _, fault := range report.Faults {
		t.Error(fault)
	}
	if report.Found != 1 || !maps.Equal(report.Balances, file.Balances) || !maps.Equal(report.Heads, heads) {
		t.Errorf("got %+v, want the balances %v", report, file.Balances)
	}
}

// written is what is digested for the act after head.
func written(head ledger.Head, a *ledger.Act) []byte {
	var b bytes.Buffer
	number := func(n int64, size int) {
		for i := size - 1; i >= 0; i-- {
			b.WriteByte(byte(n >> (8 * i)))
		}
	}
	text := func(s string) {
		number(int64(len(s)), 4)
		b.WriteString(s)
	}
	b.WriteString("tirage ledger 1")
	b.Write(head.Digest[:])
	number(head.Seq+1, 8)
	text(a.Kind)
	text(a.Actor)
	text(a.Role)
	text(a.Origin)
	text(a.Key)
	text(a.Subject)
	text(a.Note)
	b.Write(a.Request[:])
	number(a.At, 8)
	number(int64(len(a.Transfers)), 4)
	for _, m := range a.Transfers {
		text(string(m.Debit))
		text(string(m.Credit))
		number(int64(m.Amount), 8)
	}
	return b.Bytes()
}

var errRead = errors.New("not written like an act")

// readWritten is the inverse of written: that there is one shows that no two acts are written alike.
func readWritten(b []byte) (head ledger.Head, a *ledger.Act, err error) {
	take := func(n int64) []byte {
		if err != nil || n < 0 || n > int64(len(b)) {
			err = errRead
			return nil
		}
		taken := b[:n]
		b = b[n:]
		return taken
	}
	number := func(size int64) int64 {
		return int64(new(big.Int).SetBytes(take(size)).Uint64())
	}
	text := func() string { return string(take(number(4))) }
	if string(take(15)) != "tirage ledger 1" {
		return head, nil, errRead
	}
	copy(head.Digest[:], take(32))
	head.Seq = number(8) - 1
	a = &ledger.Act{Kind: text(), Actor: text(), Role: text(), Origin: text(), Key: text(), Subject: text(), Note: text()}
	copy(a.Request[:], take(32))
	a.At = number(8)
	for n := number(4); n > 0 && err == nil; n-- {
		a.Transfers = append(a.Transfers, move(ledger.Account(text()), ledger.Account(text()), money.Cents(number(8))))
	}
	if len(b) > 0 {
		err = errRead
	}
	return head, a, err
}

// provesItsBytes shows that an act can be read back from what its digest is of.
func provesItsBytes(t *testing.T, head ledger.Head, a *ledger.Act) {
	t.Helper()
	b := written(head, a)
	if next := head.Next(a); next.Digest != sha256.Sum256(b) || next.Seq != head.Seq+1 {
		t.Fatalf("%+v after %+v: another digest than that of %x", a, head, b)
	}
	gotHead, got, err := readWritten(b)
	if err != nil || gotHead != head || !reflect.DeepEqual(got, a) {
		t.Fatalf("%+v is read back as %+v, %v", a, got, err)
	}
}
