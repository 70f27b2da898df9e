package press

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
)

// asNobody runs a function on a thread that may read what anybody may, whoever runs the test. The thread ends with it.
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

// A file that the caller may not read says nothing about the block: the audit is refused, and finds no difference.
func TestUnreadable(t *testing.T) {
	o := fixed(filepath.Join(t.TempDir(), "block"))
	printFake(t, o)
	for _, name := range []string{treeFile, envelopesFile, planFile, gameFile, announcementFile, seedAFile, printFolder} {
		folder, err := openBlock(o.Out)
		if err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(o.Out, name)
		info, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.Chmod(path, 0); err != nil {
			t.Fatal(err)
		}
		asNobody(t, func() { err = folder.readable() })
		if !errors.Is(err, ErrUnreadable) || !strings.HasSuffix(err.Error(), ": "+name+": permission denied") {
			t.Errorf("%s may not be read: %v", name, err)
		}
		if err := os.Chmod(path, info.Mode().Perm()); err != nil {
			t.Fatal(err)
		}
		asNobody(t, func() { err = folder.readable() })
		if err != nil {
			t.Errorf("%s may be read again: %v", name, err)
		}
		folder.close()
	}
}

// What is there and is no file that can be read is not called missing.
func TestNoRegularFile(t *testing.T) {
	o := fixed(filepath.Join(t.TempDir(), "block"))
	printFake(t, o)
	for _, name := range []string{treeFile, envelopesFile, planFile, gameFile, announcementFile, seedBFile} {
		path := filepath.Join(o.Out, name)
		for _, spoilt := range []struct {
			name  string
			spoil func() error
		}{
			{"missing", func() error { return os.Rename(path, o.Out+".away") }},
			{"unreadable", func() error { return os.Symlink(o.Out+".away", path) }},
		} {
			if err := spoilt.spoil(); err != nil {
				t.Fatal(err)
			}
			expect(t, auditFake(t, o.Out, AuditOptions{}), spoilt.name+" "+name)
		}
		if err := errors.Join(os.Remove(path), os.Rename(o.Out+".away", path)); err != nil {
			t.Fatal(err)
		}
	}
}
