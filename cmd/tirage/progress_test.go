package main

import (
	"testing"
	"time"
)

// The time of a stage that has ended stands still, however often its bar is drawn.
func TestStopwatchStops(t *testing.T) {
	w := &stopwatch{start: time.Now().Add(-time.Minute)}
	running := w.read(false)
	time.Sleep(2 * time.Millisecond)
	if again := w.read(false); again <= running {
		t.Errorf("a running watch showed %s, then %s", running, again)
	}
	ended := w.read(true)
	time.Sleep(2 * time.Millisecond)
	if again := w.read(true); again != ended || ended < time.Minute {
		t.Errorf("a stopped watch showed %s, then %s", ended, again)
	}
}
