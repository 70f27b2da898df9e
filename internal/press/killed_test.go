package press

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// childOut names the folder that a child process of TestAKilledRun prints; empty in the parent.
const childOut = "TIRAGE_TEST_CHILD_OUT"

// TestAKilledRun kills a print run in the middle, as a power cut would, and looks at what is left.
func TestAKilledRun(t *testing.T) {
	if out := os.Getenv(childOut); out != "" {
		o := fixed(out)
		o.Progress = func(s Stage, done, _ int64) {
			if s == StagePrint && done > 8_000 {
				if err := os.WriteFile(out+".middle", nil, 0o644); err != nil {
					panic(err)
				}
				select {} // until it is killed
			}
		}
		printFake(t, o)
		return
	}
	out := filepath.Join(t.TempDir(), "block")
	child := exec.Command(os.Args[0], "-test.run", "^TestAKilledRun$")
	child.Env = append(os.Environ(), childOut+"="+out)
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	for range 3_000 {
		if _, err := os.Stat(out + ".middle"); err == nil {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	if _, err := printBlock(context.Background(), fakeFile, fakePlan, fixed(out)); !errors.Is(err, ErrUnfinished) {
		t.Errorf("while the other run is at work: %v", err)
	}
	if err := child.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	if err := child.Wait(); err == nil {
		t.Fatal("the child was to be killed")
	}
	if _, err := os.Stat(out); !errors.Is(err, os.ErrNotExist) {
		t.Error("what a killed run left looks whole")
	}
	left, err := os.ReadDir(filepath.Join(out+partialSuffix, printFolder))
	if err != nil || len(left) == 0 {
		t.Fatalf("a killed run left no print files: %v", err)
	}
	for _, f := range left {
		if !strings.HasSuffix(f.Name(), ".unfinished") {
			t.Errorf("%s looks whole, and is of no block", f.Name())
		}
	}
	for _, name := range []string{out, out + partialSuffix} {
		if _, err := auditBlock(context.Background(), name, fakePlan, AuditOptions{}); !errors.Is(err, ErrUnfinished) {
			t.Errorf("audit of %s: %v", name, err)
		}
	}
	printFake(t, fixed(out))
	clean(t, auditFake(t, out, AuditOptions{}))
}
