package press

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// elsewhereOut names the folder that a child process of TestABlockOfAnotherKindOfMachine prints; empty in the parent.
const elsewhereOut = "TIRAGE_TEST_ELSEWHERE_OUT"

// A block of a machine that packs its print files otherwise is an honest one: its tickets are all judged, and that its bytes were not
// compared is said. Where this machine is of the same kind they are.
func TestABlockOfAnotherKindOfMachine(t *testing.T) {
	if out := os.Getenv(elsewhereOut); out != "" {
		printFake(t, fixed(out))
		return
	}
	out := filepath.Join(t.TempDir(), "block")
	child := exec.Command(os.Args[0], "-test.run", "^TestABlockOfAnotherKindOfMachine$")
	child.Env = append(os.Environ(), elsewhereOut+"="+out, "GODEBUG=cpu.avx2=off")
	if said, err := child.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, said)
	}
	r := auditFake(t, out, AuditOptions{})
	clean(t, r)
	if got := done(r); got != everything || r.Tickets != 20_000 {
		t.Errorf("%s; %d tickets", got, r.Tickets)
	}
	if said := strings.Contains(r.result(checkTickets).Note, "not compared"); said != (partBuild == cutsHalves) {
		t.Errorf("of the bytes it says %q", r.result(checkTickets).Note)
	}
}
