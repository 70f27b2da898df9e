//go:build soak

package shop

import "testing"

// TestSoakKills kills a thousand houses on each database.
func TestSoakKills(t *testing.T) {
	onEach(t, func(t *testing.T, d database) { kills(t, d, 1_000, 10) })
}
