package press

import (
	"bytes"
	"context"
	"crypto/rand"
	"os"
	"path/filepath"
	"testing"

	"filippo.io/age"
)

// TestAgeShape holds the shape against what the age library writes.
func TestAgeShape(t *testing.T) {
	one, err := age.GenerateX25519Identity()
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range []int{1, 100, 64<<10 - 1, 64 << 10, 64<<10 + 1, 200_000} {
		data := encrypted(t, n, one.Recipient())
		if got, ok := ageContent(int64(len(data))); got != int64(n) || !ok || !ageHeader(data[:ageHead]) {
			t.Errorf("%d bytes: %d %t, header %t", n, got, ok, ageHeader(data[:ageHead]))
		}
	}
	for _, size := range []int64{0, int64(ageHead), int64(ageHead) + ageNonce, int64(ageHead) + ageNonce + ageTag, int64(ageHead) + ageNonce + agePiece + ageTag} {
		if n, ok := ageContent(size); ok {
			t.Errorf("%d bytes hold %d", size, n)
		}
	}
}

func encrypted(t *testing.T, n int, to ...age.Recipient) []byte {
	t.Helper()
	var out bytes.Buffer
	w, err := age.Encrypt(&out, to...)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.Write(make([]byte, n)); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// TestSealedPrintFilesHaveTheirShape: without identity and seeds, garbage in the place of a print file is found, and so is a second recipient.
func TestSealedPrintFilesHaveTheirShape(t *testing.T) {
	one, err := age.GenerateX25519Identity()
	if err != nil {
		t.Fatal(err)
	}
	other, err := age.GenerateX25519Identity()
	if err != nil {
		t.Fatal(err)
	}
	o := fixed(filepath.Join(t.TempDir(), "block"))
	forSale(t, &o, one)
	m := printFake(t, o)
	clean(t, auditFake(t, o.Out, AuditOptions{}))
	name := m.Parts[0].name(true)
	path := filepath.Join(o.Out, filepath.FromSlash(name))
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	garbage := make([]byte, 30)
	rand.Read(garbage)
	for what, data := range map[string][]byte{
		"empty":             {},
		"a title":           []byte(ageTitle),
		"a header":          whole[:ageHead],
		"a header and dirt": append(bytes.Clone(whole[:ageHead]), garbage...),
		"nothing inside":    encrypted(t, 0, one.Recipient()),
		"a few bytes":       encrypted(t, 1_000, one.Recipient()),
		"too many":          encrypted(t, smallBytes+(m.Parts[0].Rows+1)*rowBytes, one.Recipient()),
		"two recipients":    encrypted(t, 1_000_000, one.Recipient(), other.Recipient()),
		"a header altered":  bytes.Replace(whole, []byte(" X25519 "), []byte(" Y25519 "), 1),
	} {
		if err := os.WriteFile(path, data, 0o644); err != nil {
			t.Fatal(err)
		}
		for _, identity := range []string{"", one.String()} {
			r, err := auditBlock(context.Background(), o.Out, fakePlan, AuditOptions{Identity: identity})
			if err != nil {
				t.Fatal(err)
			}
			expect(t, r, "print_file "+name)
			if t.Failed() {
				t.Fatal(what)
			}
		}
	}
}

// TestAnUnsignedBlockIsNotFollowed: under a verifier key that did not sign the manifest, nothing of what it says is computed.
func TestAnUnsignedBlockIsNotFollowed(t *testing.T) {
	o := fixed(filepath.Join(t.TempDir(), "block"))
	o.Packs = Packs{29, 60}
	printFake(t, o)
	_, other, err := NewSignKey("other.test")
	if err != nil {
		t.Fatal(err)
	}
	r, err := auditBlock(context.Background(), o.Out, nil, AuditOptions{Verifier: other}) // no planner: it would panic
	if err != nil {
		t.Fatal(err)
	}
	expect(t, r, "signature manifest", "signer signer")
	if r.OK || r.result(checkPlan).Result != NotDone || r.result(checkTickets).Result != NotDone || r.Tickets != 0 {
		t.Errorf("%v", r.Checks)
	}
}
