//go:build readers && unix

package main

import (
	"bytes"
	"context"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"
)

// Whoever pastes the commands of the operator's page, with the game of the designer's page beside them, has a house, and a ticket that was
// bought and opened. Only the two ports are others here.
func TestOperatorPageMakesAWholeSmallHouse(t *testing.T) {
	_, section, _ := strings.Cut(page(t, "operator.md"), "\n## A whole small house\n")
	section, _, _ = strings.Cut(section, "\n## ")
	script := "set -eu\n"
	for _, m := range regexp.MustCompile("(?s)```sh\n(.*?)```").FindAllStringSubmatch(section, -1) {
		script += m[1]
	}
	game := regexp.MustCompile("(?s)```yaml\n(# yaml-language-server.*?)```").FindStringSubmatch(page(t, "designer.md"))
	if game == nil || !strings.Contains(script, "\ntirage serve ") {
		t.Fatal("the pages have no game, or no house")
	}
	for _, usual := range []string{"127.0.0.1:8490", "127.0.0.1:8080"} {
		script = strings.ReplaceAll(script, usual, freeAddress(t))
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "lucky-2eur.yaml"), []byte(game[1]), 0o600); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	var out bytes.Buffer
	cmd := exec.CommandContext(ctx, "sh", "-c", script)
	cmd.Dir, cmd.Stdout, cmd.Stderr, cmd.WaitDelay = dir, &out, &out, 2*time.Second
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	err := cmd.Wait()
	_ = cmd.Cancel() // what a script that failed has left
	for _, want := range []string{
		"ready to print", "every ticket judged", "0007-00-0001", "anna is in the house as operator", "on_sale", `"state":"revealed"`, "Chains, entries and balances agree to the cent.",
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("nothing says %q", want)
		}
	}
	if !regexp.MustCompile(`(?m)^0007-00-0001 +500 +1 +1 `).MatchString(out.String()) {
		t.Error("the keeper was not told one sale, or did not give one half")
	}
	if err != nil || t.Failed() {
		t.Errorf("%v:\n%s", err, out.String())
		for _, log := range []string{"house.log", "keeper.log"} {
			text, _ := os.ReadFile(filepath.Join(dir, log))
			t.Logf("%s:\n%s", log, text)
		}
	}
}

// freeAddress is an address of this machine at which nobody listens.
func freeAddress(t *testing.T) string {
	t.Helper()
	l, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().String()
}
