package press

import (
	"context"
	"flag"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// game is the game file that is printed whole by TestWholeBlock; without it that test has nothing to do and the others use
// games of their own.
var (
	wholeGame = flag.String("game", "", "game file whose block TestWholeBlock prints")
	wholeOut  = flag.String("out", "", "folder that it makes; the default is thrown away")
	unread    = flag.Bool("unread", false, "print without reading back")
)

func TestMain(m *testing.M) {
	flag.Parse()
	if *wholeGame == "" {
		partTickets = 4_000
	}
	os.Exit(m.Run())
}

func TestWholeBlock(t *testing.T) {
	if *wholeGame == "" {
		return
	}
	file, err := os.ReadFile(*wholeGame)
	if err != nil {
		t.Fatal(err)
	}
	o := fixed(*wholeOut)
	if o.Out == "" {
		o.Out = filepath.Join(t.TempDir(), "block")
	}
	o.Online, o.unread = 0, *unread
	start := time.Now()
	var last Stage
	o.Progress = func(s Stage, done, total int64) {
		if s != last {
			t.Logf("%6.2f s %s %d/%d", time.Since(start).Seconds(), s, done, total)
			last = s
		}
	}
	m, err := Print(context.Background(), file, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%6.2f s: %d tickets in %d parts", time.Since(start).Seconds(), m.Block.Tickets, len(m.Parts))
	start = time.Now()
	r, err := Audit(context.Background(), o.Out, AuditOptions{})
	if err != nil {
		t.Fatal(err)
	}
	clean(t, r)
	t.Logf("%6.2f s: audit of %d tickets: %s", time.Since(start).Seconds(), r.Tickets, done(r))
}
