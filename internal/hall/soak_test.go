//go:build soak

package hall

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"testing/synctest"
	"time"
)

// TestSoakCrashes kills nodes at moments of chance, draw after draw, until the time of the test is nearly over.
func TestSoakCrashes(t *testing.T) {
	end, ok := t.Deadline()
	if !ok {
		t.Fatal("a soak has an end: -timeout")
	}
	points := [][]string{{"head", "write"}, {"committed", "written"}, {"also"}, {"lease"}}
	for n := 0; time.Until(end) > time.Minute; n++ {
		seed := rand.Uint64()
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			r := rand.New(rand.NewPCG(seed, 0))
			synctest.Test(t, func(t *testing.T) { crashed(t, &crash{at: points[r.IntN(len(points))], n: r.IntN(90)}) })
		})
		if t.Failed() {
			return
		}
	}
}
