//go:build !readers || !unix

package hall

// asChild tells whether this program is the child of a test: only the tests with processes make any.
func asChild() bool { return false }
