package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"tirage/internal/shop/wallet"
	"tirage/internal/shop/wallettest"
	"tirage/money"
)

// walletKey writes a key and gives its file.
func walletKey(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "wallet.key")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// The wallet that serves passes the check, as processes.
func TestWalletServeAndCheck(t *testing.T) {
	key := walletKey(t, strings.Repeat("0a", 32)+"\n")
	child := exec.Command("tirage", "wallet", "serve", "--listen", "127.0.0.1:0", "--key-file", key, "--player", "anne=12.50", "--player", "bob=0.00")
	out, err := child.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := child.Process.Signal(os.Interrupt); err != nil {
			t.Error(err)
		}
		if err := child.Wait(); err != nil {
			t.Errorf("the end by ctrl-C: %v", err)
		}
	}()
	line, err := bufio.NewReader(out).ReadString('\n')
	at := regexp.MustCompile(`http://[0-9.:]+`).FindString(line)
	if err != nil || at == "" {
		t.Fatalf("it says %q, %v", line, err)
	}
	var said, messages bytes.Buffer
	if code := run([]string{"wallet", "check", "--url", at, "--key-file", key, "--player", "bob"}, &said, &messages); code != 0 {
		t.Errorf("exit status %d: %s%s", code, &said, &messages)
	}
	if !strings.Contains(said.String(), "29 rules tried, 0 broken") || len(wallettest.Rules()) != 29 {
		t.Errorf("it says %s", &said)
	}
}

// A wallet with a fault is found by its rules, as text and as JSON; one that is no wallet at all, or with another key, is said to be so.
func TestWalletCheckFindsFaults(t *testing.T) {
	text := strings.Repeat("0b", 32)
	key, err := wallet.ParseKey([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	right := wallettest.NewServer(key, "EUR", map[string]money.Cents{"anne": 0}, nil)
	forgetful := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, wallet.RollbackPath) {
			w.WriteHeader(http.StatusNotImplemented)
			return
		}
		right.ServeHTTP(w, r)
	}))
	defer forgetful.Close()
	call := func(file string, more ...string) (int, string, string) {
		var out, messages bytes.Buffer
		code := run(append([]string{"wallet", "check", "--url", forgetful.URL, "--key-file", file}, more...), &out, &messages)
		return code, out.String(), messages.String()
	}
	file := walletKey(t, text)
	code, said, _ := call(file, "--player", "anne")
	if code != 1 || !strings.Contains(said, "BROKEN  rollback_gives_back") || !strings.Contains(said, "ok      bet_takes") || !strings.Contains(said, "status 501") {
		t.Errorf("exit status %d: %s", code, said)
	}
	code, said, _ = call(file, "--player", "anne", "--json")
	var tried []ruleTried
	if err := json.Unmarshal([]byte(said), &tried); err != nil || code != 1 || len(tried) != len(wallettest.Rules()) {
		t.Errorf("exit status %d, %d rules, %v", code, len(tried), err)
	}
	for _, one := range tried {
		if one.Kept != (one.Fault == "") || strings.HasPrefix(one.Rule, "rollback") && one.Kept {
			t.Errorf("%+v", one)
		}
	}
	if code, _, said := call(file, "--player", "bob"); code != 2 || !strings.Contains(said, "does not know the player") {
		t.Errorf("exit status %d: %s", code, said)
	}
	if code, _, said := call(walletKey(t, strings.Repeat("0c", 32)), "--player", "anne"); code != 2 || !strings.Contains(said, "bad_signature") {
		t.Errorf("another key: exit status %d: %s", code, said)
	}
	if code, _, said := call(walletKey(t, "hunter2hunter2"), "--player", "anne"); code != 2 || strings.Contains(said, "hunter2") {
		t.Errorf("no key: exit status %d: %s", code, said)
	}
}
