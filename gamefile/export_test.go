package gamefile

import "testing"

// Value is a file as the schema sees it.
func Value(t testing.TB, src []byte) any {
	t.Helper()
	r := newReader("x", src)
	root := r.load(src)
	if root == nil || len(r.problems) > 0 {
		t.Fatal(r.finish().Text())
	}
	return root.value()
}
