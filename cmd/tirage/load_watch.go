package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/coder/websocket"
	"github.com/spf13/cobra"

	"tirage/internal/api"
	"tirage/internal/hall"
)

// loadWatched is what was measured of those who watch. Times are in milliseconds.
type loadWatched struct {
	Draw      string  `json:"draw"`
	Asked     int     `json:"asked"`
	Connected int64   `json:"connected"`
	Failed    int64   `json:"failed"`
	Cut       int64   `json:"cut"` // connections that were lost
	Balls     int     `json:"balls"`
	Messages  int     `json:"messages"`
	Lost      int64   `json:"lost"` // balls that somebody who was there from before them to the end was not told
	P50       float64 `json:"ms_p50"`
	P90       float64 `json:"ms_p90"`
	P99       float64 `json:"ms_p99"`
	Max       float64 `json:"ms_max"`
	LastP99   float64 `json:"ms_to_last_p99"` // from a ball's time to the last who was told, over balls
	SpreadP50 float64 `json:"ms_first_to_last_p50"`
	SpreadMax float64 `json:"ms_first_to_last_max"`
	CPU       float64 `json:"cpu_seconds"` // of this program
	Memory    uint64  `json:"memory"`      // of this program, bytes
}

// audience is all who watch, and what reached them.
type audience struct {
	call    *loadCall
	draw    string
	ends    context.CancelFunc // once the draw has ended
	there   atomic.Int64
	failed  atomic.Int64
	cut     atomic.Int64
	over    int64                 // when it ended, microseconds
	reason  atomic.Pointer[error] // why the first was cut off
	mu      sync.Mutex
	arrived map[int64]*ballArrival // by event
}

// ballArrival is when a ball reached those who watch.
type ballArrival struct {
	at          int64 // microseconds
	first, last int64
	took        []int32 // microseconds from at, one for each who was told
	there       int64   // who was connected at its first arrival
}

func (c *loadCall) watch(ctx context.Context, cmd *cobra.Command, room *api.Room) error {
	draw := ""
	for _, d := range append(slices.Clone(room.Now), room.Next...) {
		if d.Ended.IsZero() && draw == "" {
			draw = d.ID
		}
	}
	if draw == "" {
		return refuse("no draw of %s is played or on sale", c.room)
	}
	if err := manyFiles(c.players + 100); err != nil {
		return err
	}
	ctx, ends := context.WithCancel(ctx)
	defer ends()
	a := &audience{call: c, draw: draw, ends: ends, arrived: map[int64]*ballArrival{}}
	cpu, began := cpuTime(), time.Now()
	w := tongue(c.lang)
	fmt.Fprintln(cmd.ErrOrStderr(), w.in("%s players come to watch %s", w.count(int64(c.players)), draw))
	var all sync.WaitGroup
	slots := make(chan struct{}, dialsAtOnce)
	for range c.players {
		select {
		case slots <- struct{}{}:
		case <-ctx.Done():
		}
		if ctx.Err() != nil {
			break
		}
		all.Go(func() { a.one(ctx, func() { <-slots }) })
	}
	fmt.Fprintln(cmd.ErrOrStderr(), w.in("%s are there, after %s", w.count(a.there.Load()), time.Since(began).Round(time.Millisecond)))
	all.Wait()
	a.over = time.Now().UnixMicro()
	return a.report(cmd, cpuTime()-cpu)
}

// one is a player who watches until the draw has ended. came is called once it is connected, or was not.
func (a *audience) one(ctx context.Context, came func()) {
	done := sync.OnceFunc(came)
	defer done()
	conn, _, err := websocket.Dial(ctx, "ws"+strings.TrimPrefix(a.call.server, "http")+"/api/live/websocket", &websocket.DialOptions{HTTPClient: loadClient})
	if err == nil {
		err = conn.Write(ctx, websocket.MessageText, fmt.Appendf(nil, `{"id":1,"connect":{}}`+"\n"+`{"id":2,"subscribe":{"channel":"draw:%s"}}`, a.draw))
	}
	if err != nil {
		a.failed.Add(1)
		return
	}
	defer func() { _ = conn.CloseNow() }()
	for {
		_, data, err := conn.Read(ctx)
		if err != nil {
			if ctx.Err() == nil {
				a.cut.Add(1)
				a.reason.CompareAndSwap(nil, &err)
			}
			return
		}
		now := time.Now().UnixMicro()
		for line := range strings.Lines(string(data)) {
			switch {
			case strings.TrimSpace(line) != "{}":
				if strings.HasPrefix(line, `{"id":2,"subscribe"`) { // it is told from now on
					a.there.Add(1)
					done()
				}
				a.take(line, now)
			case conn.Write(ctx, websocket.MessageText, []byte("{}")) != nil: // a ping
				return
			}
		}
	}
}

// loadClient is of many connections to one house.
var loadClient = &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: -1, WriteBufferSize: 512, ReadBufferSize: 1024}}

// take notes what a player was told.
func (a *audience) take(line string, now int64) {
	if !strings.Contains(line, `"kind":"ball"`) && !strings.Contains(line, `"kind":"settled"`) && !strings.Contains(line, `"kind":"cancelled"`) && !strings.Contains(line, `"kind":"void"`) {
		return
	}
	var said struct {
		Push struct {
			Pub struct {
				Data hall.Event `json:"data"`
			} `json:"pub"`
		} `json:"push"`
	}
	if json.Unmarshal([]byte(line), &said) != nil {
		return
	}
	e := &said.Push.Pub.Data
	if e.Kind != hall.Called {
		time.AfterFunc(2*time.Second, a.ends) // when all have heard of it
		return
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	b := a.arrived[e.Seq]
	if b == nil {
		b = &ballArrival{at: e.At, first: now, there: a.there.Load() - a.cut.Load()}
		a.arrived[e.Seq] = b
	}
	b.last = max(b.last, now)
	b.took = append(b.took, int32(min(now-e.At, 1<<30)))
}

func (a *audience) report(cmd *cobra.Command, cpu time.Duration) error {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	r := loadWatched{
		Draw: a.draw, Asked: a.call.players, Connected: a.there.Load(), Failed: a.failed.Load(), Cut: a.cut.Load(), Balls: len(a.arrived),
		CPU: cpu.Seconds(), Memory: m.Sys,
	}
	var all, last, spread []int32
	for _, b := range a.arrived {
		if a.over-b.first < stillOnTheWay {
			r.Balls--
			continue
		}
		all = append(all, b.took...)
		last = append(last, int32(b.last-b.at))
		spread = append(spread, int32(b.last-b.first))
		r.Messages += len(b.took)
		r.Lost += max(0, b.there-int64(len(b.took)))
	}
	if len(all) == 0 {
		return refuse("no ball of %s was called in this time: give --for more", a.draw)
	}
	r.P50, r.P90, r.P99, r.Max = quantile(all, 50), quantile(all, 90), quantile(all, 99), quantile(all, 100)
	r.LastP99, r.SpreadP50, r.SpreadMax = quantile(last, 99), quantile(spread, 50), quantile(spread, 100)
	if a.call.asJSON {
		return writeJSON(cmd.OutOrStdout(), r)
	}
	out, w := cmd.OutOrStdout(), tongue(a.call.lang)
	if err := a.reason.Load(); err != nil {
		fmt.Fprintln(cmd.ErrOrStderr(), w.in("the first who was cut off: %s", *err))
	}
	fmt.Fprintln(out, w.in("%s of %s players were there; %s were cut off", w.count(r.Connected), w.count(int64(r.Asked)), w.count(r.Cut)))
	fmt.Fprintln(out, w.in("%s balls, %s messages, %s lost", w.count(int64(r.Balls)), w.count(int64(r.Messages)), w.count(r.Lost)))
	fmt.Fprintln(out, w.in("from the ball to a player: p50 %s ms, p90 %s, p99 %s, at most %s", ms(r.P50, w), ms(r.P90, w), ms(r.P99, w), ms(r.Max, w)))
	fmt.Fprintln(out, w.in("from the ball to the last player: p99 %s ms; from the first to the last: p50 %s, at most %s", ms(r.LastP99, w), ms(r.SpreadP50, w), ms(r.SpreadMax, w)))
	fmt.Fprintln(out, w.in("this program: %s s of processor, %s MB", w.number(fmt.Sprintf("%.1f", r.CPU)), w.count(int64(r.Memory>>20))))
	return nil
}

// stillOnTheWay is how long before the end a ball may not have reached all, in microseconds: it is not counted.
const stillOnTheWay = 1_500_000

func ms(v float64, w tongue) string { return w.number(fmt.Sprintf("%.1f", v)) }

// quantile is so many hundredths of a list of microseconds, in milliseconds.
func quantile(list []int32, hundredths int) float64 {
	slices.Sort(list)
	return float64(list[max(0, (len(list)*hundredths+99)/100-1)]) / 1000
}
