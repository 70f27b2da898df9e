package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"tirage/internal/press"
	"tirage/scratch"
)

// TestTheHolderOfATicketProvesIt writes down a printed ticket as its holder would, and proves it; with another ticket's VIRN it fails.
func TestTheHolderOfATicketProvesIt(t *testing.T) {
	dir := t.TempDir()
	block, file := filepath.Join(dir, "block"), filepath.Join(dir, "face.json")
	if status := run([]string{"print", "../../gamefile/testdata/good/tiny.yaml", "--out", block}, new(bytes.Buffer), os.Stderr); status != 0 {
		t.Fatal(status)
	}
	ticket, err := press.ReadTicket(block, 500)
	if err != nil {
		t.Fatal(err)
	}
	other, err := press.ReadTicket(block, 501)
	if err != nil {
		t.Fatal(err)
	}
	face := scratch.WriteFace(ticket.Game, ticket.Face.Cells, scratch.FaceHeader{Serial: ticket.Serial.String(), Specimen: true})
	if err := os.WriteFile(file, face, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		virn   string
		status int
		same   bool
	}{{ticket.VIRN.Grouped(), 0, true}, {other.VIRN.Grouped(), 1, false}} {
		var out bytes.Buffer
		status := run([]string{"proof", block, ticket.Serial.String(), "--virn", c.virn, "--face", file, "--json"}, &out, os.Stderr)
		var p proof
		if err := json.Unmarshal(out.Bytes(), &p); err != nil {
			t.Fatal(err)
		}
		if status != c.status || p.Position != 500 || p.Ticket == nil || *p.Ticket != c.same {
			t.Errorf("status %d: %s", status, out.Bytes())
		}
	}
}
