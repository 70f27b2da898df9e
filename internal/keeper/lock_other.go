//go:build !unix && !windows

package keeper

import (
	"errors"
	"os"
)

// openLock cannot keep a second process out here, so a keeper does not run here.
func openLock(string) (*os.File, bool, error) {
	return nil, false, errors.New("keeper: this system has no file locks that end with their process: run the keeper on another")
}
