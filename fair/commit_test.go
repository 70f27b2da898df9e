package fair

import (
	"crypto/sha256"
	"testing"
)

func TestCommit(t *testing.T) {
	secret := []byte("sixteen random bytes, or more")
	c := Commit(secret)
	if want := Commitment(sha256.Sum256([]byte("tirage/commit/v1\x00sixteen random bytes, or more"))); c != want {
		t.Errorf("commitment %x, want %x", c, want)
	}
	if !c.Check(secret) {
		t.Error("the secret does not open its own commitment")
	}
	for _, other := range []string{"", "sixteen random bytes, or mor", "sixteen random bytes, or more\x00", "Sixteen random bytes, or more"} {
		if c.Check([]byte(other)) {
			t.Errorf("%q opens another's commitment", other)
		}
	}
	if (Commitment{}).Check(nil) {
		t.Error("nothing opens the empty commitment")
	}
}
