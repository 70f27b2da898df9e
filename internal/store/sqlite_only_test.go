//go:build !readers

package store

func databases() []database { return []database{onFile} }
