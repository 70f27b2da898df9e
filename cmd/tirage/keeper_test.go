package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"tirage/internal/keeper"
	"tirage/seal"
)

// TestKeeperServes runs the keeper as a process: a client tells and asks, the process is stopped and killed, and what it says stays true.
func TestKeeperServes(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "keeper")
	block := seal.Block{Game: 7, Issue: 4, Number: 7, Tickets: 1000, PackSize: 50}
	key, err := seal.NewKeeperKey(seal.NewSeed([32]byte{1}), block)
	if err != nil {
		t.Fatal(err)
	}
	if err := keeper.Add(dir, keeper.Facts{Block: block, Online: 200}, key, nil); err != nil {
		t.Fatal(err)
	}
	ctx, id := context.Background(), "0007-04-0007"
	var last keeper.Ack
	for run, end := range []os.Signal{os.Interrupt, os.Kill, os.Interrupt} {
		child, client, log := startKeeper(t, dir)
		if last.Note != nil {
			client.Know(keeper.Chain{Block: id, Told: last.Told, Hash: last.Chain})
		}
		if last, err = client.Tell(ctx, id, last.Told, make([]keeper.Sale, 10)); err != nil || last.Told != int64(10*run+10) {
			t.Fatal(last.Told, err)
		}
		if _, err := client.Halves(ctx, id, []int64{last.Told - 1}); err != nil {
			t.Fatal(err)
		}
		if _, err := client.Halves(ctx, id, []int64{last.Told}); !errors.Is(err, keeper.NotTold) {
			t.Fatal(err)
		}
		if run == 0 {
			second := exec.Command("tirage", "keeper", "--dir", dir, "--listen", "127.0.0.1:0")
			if out, err := second.CombinedOutput(); err == nil || !strings.Contains(string(out), "another keeper is at work") {
				t.Errorf("a second keeper in the folder: %s, %v", out, err)
			}
		}
		if err := child.Process.Signal(end); err != nil {
			t.Fatal(err)
		}
		if err := child.Wait(); (end == os.Kill) != (err != nil) {
			t.Errorf("the end by %v: %v: %s", end, err, log)
		}
		if token, err := os.ReadFile(filepath.Join(dir, "token")); err != nil || strings.Contains(log.String(), string(token[:16])) {
			t.Errorf("the log: %s, %v", log, err)
		}
	}
	ack := filepath.Join(t.TempDir(), "ack")
	if err := os.WriteFile(ack, last.Note, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"keeper", "status", "--dir", dir, "--ack", ack}, `0007-04-0007 +200 +30 +3 `},
		{[]string{"keeper", "log", id, "--dir", dir}, `Z  9  0007-04-0007-000000-009-\d\n.*Z  19  .*\n.*Z  29  `},
		{[]string{"keeper", "log", id, "--dir", dir, "--json"}, `"position":29,"serial":"0007-04-0007-000000-029-\d","chain":"[0-9a-f]{64}"`},
	} {
		var out, errs bytes.Buffer
		if status := run(c.args, &out, &errs); status != 0 || !regexp.MustCompile(c.want).MatchString(out.String()) {
			t.Errorf("%v: %d %s%s", c.args, status, &out, &errs)
		}
	}
	// An older copy does not hold what was acknowledged since.
	told := filepath.Join(dir, "blocks", id)
	for name, size := range map[string]int64{"told": 20 * 48, "heads": 2 * 40, "halves": 2 * 48} {
		if err := os.Truncate(filepath.Join(told, name), size); err != nil {
			t.Fatal(err)
		}
	}
	var out, errs bytes.Buffer
	if status := run([]string{"keeper", "status", "--dir", dir, "--ack", ack}, &out, &errs); status != 1 || !strings.Contains(errs.String(), "FAILED: keeper_behind") {
		t.Errorf("an old copy: %d %s%s", status, &out, &errs)
	}
}

// startKeeper starts a keeper and makes its client, from what it prints and writes.
func startKeeper(t *testing.T, dir string) (*exec.Cmd, *keeper.Client, *bytes.Buffer) {
	t.Helper()
	child := exec.Command("tirage", "keeper", "--dir", dir, "--listen", "127.0.0.1:0", "--name", "keeper.example")
	log := new(bytes.Buffer)
	child.Stderr = log
	out, err := child.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = child.Process.Kill() })
	timer := time.AfterFunc(20*time.Second, func() { _ = child.Process.Kill() })
	defer timer.Stop()
	var address, verifier string
	for lines := bufio.NewScanner(out); verifier == "" && lines.Scan(); {
		if found := regexp.MustCompile(`http://[0-9.:]+`).FindString(lines.Text()); found != "" {
			address = found
		}
		_, verifier, _ = strings.Cut(lines.Text(), "Verifier key, for the house: ")
	}
	token, err := os.ReadFile(filepath.Join(dir, "token"))
	if err != nil {
		t.Fatal(err, log)
	}
	client, err := keeper.NewClient(keeper.ClientOptions{URL: address, Token: string(token), Verifier: verifier})
	if err != nil {
		t.Fatal(err, log)
	}
	t.Cleanup(client.Close)
	return child, client, log
}
