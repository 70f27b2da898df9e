//go:build unix

package press

import (
	"os"
	"syscall"
)

// lock takes a file for this process until it is closed or the process ends. It reports whether nobody else holds it.
func lock(f *os.File) bool {
	return syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) == nil
}
