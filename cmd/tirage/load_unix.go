//go:build linux || darwin

package main

import (
	"syscall"
	"time"
)

// manyFiles lets this program open so many files, as far as the machine allows.
func manyFiles(n int) error {
	var l syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &l); err != nil {
		return err
	}
	if l.Cur >= uint64(n) {
		return nil
	}
	l.Cur = min(l.Max, uint64(n))
	if err := syscall.Setrlimit(syscall.RLIMIT_NOFILE, &l); err != nil {
		return err
	}
	if l.Cur < uint64(n) {
		return refuse("this machine lets a program open %d files, and %d are needed: ulimit -n", l.Cur, n)
	}
	return nil
}

// cpuTime is the processor time that this program has used.
func cpuTime() time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
