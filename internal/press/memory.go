package press

import (
	"math"
	"runtime/debug"
)

// ceremonyBytes is the memory that a ceremony asks the garbage collector to stay within, besides two bytes for each ticket of the deal. With
// two workers a whole block of Bingo peaked at 360 MiB resident; without a limit it went beyond 470.
const ceremonyBytes = 330 << 20

// holdMemory sets the process's memory limit for a ceremony or an audit, unless somebody has set one, and gives the function that takes it back. Of
// all that they allocate, the most is garbage of print files and envelopes, which would lie around otherwise. kept is what they keep for each ticket, in bytes.
func holdMemory(tickets, kept, workers int) (restore func()) {
	if debug.SetMemoryLimit(-1) != math.MaxInt64 {
		return func() {}
	}
	limit := int64(ceremonyBytes) + int64(kept)*int64(tickets) + int64(max(0, workers-2))*(ceremonyBytes/2)
	old := debug.SetMemoryLimit(limit)
	return func() { debug.SetMemoryLimit(old) }
}
