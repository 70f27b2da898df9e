package keeper

import (
	"errors"
	"os"
	"syscall"
)

// openLock takes a file for this process until it is closed or the process ends, however it ends; false: another has it.
func openLock(path string) (*os.File, bool, error) {
	const sharingViolation, shareNothing = syscall.Errno(32), 0
	name, err := syscall.UTF16PtrFromString(path)
	if err != nil {
		return nil, false, err
	}
	h, err := syscall.CreateFile(name, syscall.GENERIC_READ|syscall.GENERIC_WRITE, shareNothing, nil, syscall.OPEN_ALWAYS, syscall.FILE_ATTRIBUTE_NORMAL, 0)
	if errors.Is(err, sharingViolation) {
		return nil, false, nil
	}
	if err != nil {
		return nil, false, err
	}
	return os.NewFile(uintptr(h), path), true, nil
}
