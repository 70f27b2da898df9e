package store

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
)

// asNobody runs a function on a thread that may read and write what anybody may, whoever runs the test. The thread ends with it.
func asNobody(t *testing.T, do func()) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		runtime.LockOSThread() // and never unlocked: the thread is thrown away
		if err := syscall.Setfsuid(65534); err != nil && os.Getuid() == 0 {
			t.Error(err)
			return
		}
		do()
	}()
	<-done
}

// Where nothing can be written a whole copy is read, and one that lacks what stands in its log is not taken for whole.
func TestReadOnlyFolder(t *testing.T) {
	path := strings.TrimPrefix(onFile.fresh(t), "sqlite:")
	s := open(t, "sqlite:"+path, Options{})
	must(t, s.write(t, func(ctx context.Context, tx *Tx) error { return tx.AddPerson(ctx, personNamed("anne")) }))
	copyOf := func(names ...string) (folder string) { // that nobody can write into
		folder, err := os.MkdirTemp("", "readonly")
		must(t, err)
		t.Cleanup(func() { must(t, errors.Join(os.Chmod(folder, 0o700), os.RemoveAll(folder))) })
		for _, name := range names {
			data, err := os.ReadFile(path + name)
			must(t, err)
			must(t, os.WriteFile(filepath.Join(folder, "house.db"+name), data, 0o444))
		}
		must(t, os.Chmod(folder, 0o555))
		return folder
	}
	crashed, logged := copyOf("", "-wal"), copyOf("", "-wal", "-shm")
	must(t, s.Close())
	whole := copyOf("")
	asNobody(t, func() {
		for _, folder := range []string{whole, logged} {
			read, err := Open(t.Context(), "sqlite:"+filepath.Join(folder, "house.db"), Options{ReadOnly: true})
			if err != nil {
				t.Error(err)
				continue
			}
			if _, err := read.Person(t.Context(), "anne"); err != nil {
				t.Error(err)
			}
			if err := read.Close(); err != nil {
				t.Error(err)
			}
		}
		if read, err := Open(t.Context(), "sqlite:"+filepath.Join(crashed, "house.db"), Options{ReadOnly: true}); !errors.Is(err, ErrLog) {
			t.Error("a copy is read without its log", err, read.Close())
		}
	})
	for folder, files := range map[string]int{whole: 1, logged: 3, crashed: 2} {
		if list, err := os.ReadDir(folder); err != nil || len(list) != files {
			t.Errorf("%s held %d files, now %v: %v", folder, files, list, err)
		}
	}
}
