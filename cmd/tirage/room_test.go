package main

import (
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A house that answers with another draw than the one that was asked for chooses no place for the files of receipts.
func TestReceiptsStayInTheirFolder(t *testing.T) {
	top := t.TempDir()
	for _, draw := range []string{"../4211-00000001", "../../../4211-00", "4211-00000002", ""} {
		s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			if strings.HasSuffix(r.URL.Path, "/cards") {
				_, _ = w.Write([]byte(`{"draw":"` + draw + `","state":"settled","cards":[{"index":0,"card":{},"receipt":"a receipt"}]}`))
				return
			}
			_, _ = w.Write([]byte(`{"id":"4211-00000001"}`))
		}))
		cmd := newRoom()
		cmd.SetArgs([]string{"mine", "4211-00000001", "--receipts", filepath.Join(top, "in", "it"), "--server", s.URL})
		cmd.SilenceErrors, cmd.SilenceUsage = true, true
		t.Setenv("TIRAGE_TOKEN", "any")
		if err := cmd.ExecuteContext(t.Context()); err == nil || !strings.Contains(err.Error(), "something else than a house") {
			t.Errorf("a hand of draw %q: %v", draw, err)
		}
		s.Close()
	}
	err := filepath.WalkDir(top, func(path string, d os.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			t.Errorf("%s was written", path)
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
}

// A draw that two persons voided says what they wrote, even if that is what a reason of the rules is called; one that was cancelled says why in words.
func TestReasonOfDraws(t *testing.T) {
	for _, c := range []struct{ state, reason, en, fr string }{
		{"cancelled", "too_few", "too_few", "trop peu de joueurs ou de cartes"},
		{"cancelled", "keeper_silent", "keeper_silent", "le dépositaire s'est tu"},
		{"void", "keeper_silent", "keeper_silent", "keeper_silent"},
		{"void", "une boule fausse", "une boule fausse", "une boule fausse"},
	} {
		if en, fr := reasonOf(c.state, c.reason, "en"), reasonOf(c.state, c.reason, "fr"); en != c.en || fr != c.fr {
			t.Errorf("%s, %s: %q and %q", c.state, c.reason, en, fr)
		}
	}
}
