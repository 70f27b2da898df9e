package store

import (
	"path/filepath"
	"testing"
)

// What is erased from a file is overwritten: personal data of a large lot are not left in free pages.
func TestErasedIsOverwritten(t *testing.T) {
	s := open(t, "sqlite:"+filepath.Join(t.TempDir(), "house.db"), Options{})
	var on int
	if err := s.writer.QueryRowContext(t.Context(), "pragma secure_delete").Scan(&on); err != nil || on != 1 {
		t.Errorf("secure_delete is %d, %v", on, err)
	}
}
