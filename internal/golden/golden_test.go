package golden

import (
	"os"
	"path/filepath"
	"testing"
)

func TestDifference(t *testing.T) {
	for _, c := range []struct{ want, got, say string }{
		{"", "", ""},
		{"a\nb\n", "a\nb\n", ""},
		{"a\nb\n", "a\nc\n", "differs in line 2\nwant \"b\"\ngot  \"c\""},
		{"a\nb\n", "a\n", "differs in line 2\nwant \"b\"\ngot  the end"},
		{"a\n", "a\nb", "differs in line 2\nwant the end\ngot  \"b\" and the end"},
		{"a\n", "a", "differs in line 1\nwant \"a\"\ngot  \"a\" and the end"},
		{"a\xff", "a\xfe", "differs from byte 1 on (2 bytes wanted, got 2)"},
	} {
		if got := Difference([]byte(c.want), []byte(c.got)); got != c.say {
			t.Errorf("%q, %q: %q, want %q", c.want, c.got, got, c.say)
		}
	}
}

// recorder notes a failure instead of failing, as Check's caller would.
type recorder struct {
	testing.TB
	failed, fatal bool
}

func (r *recorder) Helper()               {}
func (r *recorder) Errorf(string, ...any) { r.failed = true }
func (r *recorder) Fatal(...any)          { r.fatal = true; panic(r) }
func (r *recorder) Fatalf(string, ...any) { r.fatal = true; panic(r) }

func check(got string) (r recorder) {
	defer func() {
		if caught := recover(); caught != nil && caught != &r {
			panic(caught)
		}
	}()
	Check(&r, "deep/a.txt", []byte(got))
	return r
}

func TestCheck(t *testing.T) {
	t.Chdir(t.TempDir())
	if r := check("one\n"); !r.fatal {
		t.Error("a missing file is no failure")
	}
	if _, err := os.Stat(filepath.Join("testdata", "deep", "a.txt")); err == nil {
		t.Error("a comparison wrote a file")
	}
	before := *update
	t.Cleanup(func() { *update = before })
	*update = true
	if r := check("one\n"); r.failed || r.fatal {
		t.Error("-update fails")
	}
	*update = false
	if r := check("one\n"); r.failed || r.fatal {
		t.Error("the same contents fail")
	}
	if r := check("two\n"); !r.failed {
		t.Error("other contents pass")
	}
}
