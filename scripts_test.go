package tirage_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// A stage that asks git what to work on fails when git does not answer, or knows of nothing: it never passes with no work done.
func TestScriptsFailWithoutGit(t *testing.T) {
	empty := t.TempDir()
	if out, err := exec.Command("git", "-C", empty, "init", "-q").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	for _, script := range []string{"check-generated.sh", "fuzz.sh", "hygiene.sh", "race.sh"} {
		path, err := filepath.Abs(filepath.Join("scripts", script))
		if err != nil {
			t.Fatal(err)
		}
		for _, git := range []string{filepath.Join(empty, "none"), filepath.Join(empty, ".git")} {
			cmd := exec.Command(path, "1")
			cmd.Dir, cmd.Env = empty, append(os.Environ(), "GIT_DIR="+git, "GIT_WORK_TREE="+empty)
			if out, err := cmd.CombinedOutput(); err == nil {
				t.Errorf("%s passes with the repository %s: %s", script, git, out)
			}
		}
	}
}

// Dependencies that cannot be installed are said in one line; those that were are looked for.
func TestDepsSaysWhatIsMissing(t *testing.T) {
	for _, c := range []struct {
		what, id, aptGet, want string
	}{
		{"no apt-get", "0", "", "this machine has no apt-get"},
		{"neither root nor sudo", "1000", "exit 0", "installing takes root, and there is no sudo; have root run: apt-get install"},
		{"nothing came", "0", "exit 0", "installed, and still without the commands of: gcc"},
	} {
		bin := t.TempDir()
		for _, name := range []string{"bash", "env", "sleep"} {
			path, err := exec.LookPath(name)
			if err == nil {
				err = os.Symlink(path, filepath.Join(bin, name))
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		for name, does := range map[string]string{"id": "echo " + c.id, "apt-get": c.aptGet} {
			if does == "" {
				continue
			}
			if err := os.WriteFile(filepath.Join(bin, name), []byte("#!"+filepath.Join(bin, "bash")+"\n"+does+"\n"), 0o755); err != nil {
				t.Fatal(err)
			}
		}
		cmd := exec.Command(filepath.Join(bin, "bash"), "scripts/deps.sh")
		cmd.Env = []string{"PATH=" + bin}
		out, err := cmd.CombinedOutput()
		if err == nil || !strings.Contains(string(out), c.want) || strings.Contains(string(out), "not found") {
			t.Errorf("%s: %v: %s", c.what, err, out)
		}
	}
}
