package press

import (
	"math"
	"runtime/debug"
)

// ceremonyBytes is the memory that a ceremony asks the garbage collector to stay within, besides two bytes for each ticket of the deal: it lives
// on about half of it for two workers, and gets faster with more up to here.
const ceremonyBytes = 330 << 20

// holdMemory sets the process's memory limit for a ceremony, unless somebody has set one, and gives the function that takes it back. Of all that
// a ceremony allocates, the most is garbage of the Parquet writer at the end of each print file, which would lie around otherwise.
func holdMemory(tickets, workers int) (restore func()) {
	if debug.SetMemoryLimit(-1) != math.MaxInt64 {
		return func() {}
	}
	limit := int64(ceremonyBytes) + 2*int64(tickets) + int64(max(0, workers-2))*(ceremonyBytes/2)
	old := debug.SetMemoryLimit(limit)
	return func() { debug.SetMemoryLimit(old) }
}
