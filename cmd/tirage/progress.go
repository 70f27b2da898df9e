package main

import (
	"fmt"
	"io"
	"sync/atomic"
	"time"

	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/decor"

	"tirage/internal/press"
	"tirage/money"
)

// bars shows long work on a terminal, one bar a stage, with rate and time left; elsewhere it says nothing.
type bars struct {
	tongue
	all     *mpb.Progress
	current *mpb.Bar
	stage   press.Stage
}

func newBars(out io.Writer, lang money.Lang) *bars {
	if !terminal(out) {
		return &bars{}
	}
	return &bars{tongue: tongue(lang), all: mpb.New(mpb.WithOutput(bare(out)), mpb.WithWidth(48), mpb.WithRefreshRate(150*time.Millisecond))}
}

// progress is told how far a stage has come.
func (b *bars) progress(stage press.Stage, done, total int64) {
	if b.all == nil {
		return
	}
	if b.current == nil || stage != b.stage {
		b.finish()
		b.stage = stage
		watch := &stopwatch{start: time.Now()}
		b.current = b.all.AddBar(total,
			mpb.PrependDecorators(decor.Name(b.in(string(stage)), decor.WC{W: 8, C: decor.DindentRight})),
			mpb.AppendDecorators(decor.Percentage(decor.WC{W: 5}), decor.Any(func(s decor.Statistics) string { return b.pace(s, watch.read(s.Completed)) })),
		)
	}
	b.current.SetCurrent(done)
}

// stopwatch is the time of a stage, which stands still once the stage has ended: its bar is drawn on, below others too.
type stopwatch struct {
	start time.Time
	took  atomic.Int64
}

func (w *stopwatch) read(ended bool) time.Duration {
	since := time.Since(w.start)
	if !ended {
		return since
	}
	w.took.CompareAndSwap(0, int64(max(1, since)))
	return time.Duration(w.took.Load())
}

// pace writes a rate and the time left.
func (t tongue) pace(s decor.Statistics, since time.Duration) string {
	if s.Current == 0 || since < 300*time.Millisecond {
		return ""
	}
	left := time.Duration(float64(since) * float64(s.Total-s.Current) / float64(s.Current))
	if s.Completed {
		return fmt.Sprintf("  %s", since.Round(100*time.Millisecond))
	}
	return "  " + t.in("%.0f/s, %s left", float64(s.Current)/since.Seconds(), left.Round(time.Second))
}

func (b *bars) finish() {
	if b.current != nil {
		b.current.SetTotal(-1, true)
		b.current = nil
	}
}

// done ends the last bar and waits for it to be drawn.
func (b *bars) done() {
	if b.all != nil {
		b.finish()
		b.all.Wait()
	}
}
