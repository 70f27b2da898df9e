package shop

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"tirage/internal/store"
	"tirage/retail"
)

// fileActs is what acts say of the file of a large lot: how often it was opened, decided and erased, and its row.
type fileActs struct {
	opened, decided, erased int
	row                     store.ClaimFile
}

// fileOpened learns of a file. What is wrong with its act is said of the ticket's claim.
func (h *held) fileOpened(r *store.Recorded) {
	for _, c := range claimsOf(r.Act.Note) {
		f := made(h.counter.files, c.Reference)
		f.opened++
		f.row.ID, f.row.TicketRef, f.row.Amount, f.row.Opened, f.row.By = c.Reference, c.TicketRef, c.Amount, r.Act.At, store.PersonID(r.Act.Actor)
	}
}

// fileDecided learns that two persons paid a file or refused to: "pay_file FILE pay "a note": the reason (…)".
func (h *held) fileDecided(r *store.Recorded) {
	words := strings.SplitN(r.Act.Note, " ", 4)
	note, ok := "", false
	if len(words) == 4 {
		note, ok = quoted(words[3])
	}
	if !ok || words[2] != "pay" && words[2] != "refuse" {
		h.at(FileDiffers, r, "it does not say which file it pays or refuses: %.200q", r.Act.Note)
		return
	}
	state, becomes := retail.FilePaid, []retail.ClaimState{retail.Paid}
	if words[2] == "refuse" {
		state, becomes = retail.FileRefused, []retail.ClaimState{retail.Free, retail.Opposed}
	}
	f := made(h.counter.files, words[1])
	f.decided++
	f.row.State, f.row.Decided, f.row.Decider, f.row.Note = state, r.Act.At, store.PersonID(r.Act.Actor), note
	for _, c := range claimsOf(r.Act.Note) {
		if !slices.Contains(becomes, c.State) || state == retail.FilePaid && c.Reference != words[1] {
			h.at(FileDiffers, r, "its file is %s, and the ticket becomes %s", state, c.State)
		}
	}
}

func (h *held) fileRows(ctx context.Context, v *store.View) error {
	for after := (store.Cursor{}); ; {
		rows, err := v.Files(ctx, "", after, pageOfRows)
		if err != nil {
			return err
		}
		for i := range rows {
			h.fileRow(&rows[i])
			after = rows[i].Cursor()
		}
		if len(rows) < pageOfRows {
			break
		}
	}
	for _, id := range slices.Sorted(maps.Keys(h.counter.files)) {
		h.find(FileDiffers, "file %s: acts open, decide or erase it, and it is not there", id)
	}
	return nil
}

// fileRow compares a file. Of personal data it looks only whether there is any.
func (h *held) fileRow(row *store.ClaimFile) {
	said := made(h.counter.files, row.ID)
	delete(h.counter.files, row.ID)
	want := said.row
	if want.State == "" {
		want.State = retail.FileOpen
	}
	want.Identity, want.Transfer = row.Identity, row.Transfer
	wrong := ""
	switch erased := said.erased > 0; {
	case said.opened != 1 || said.decided > 1:
		wrong = fmt.Sprintf("%d acts open it, %d decide it", said.opened, said.decided)
	case *row != want:
		wrong = "its row is not what the acts say: " + differences(
			"block", row.Block, want.Block, "position", row.Position, want.Position, "amount", row.Amount, want.Amount, "state", row.State, want.State,
			"opened", row.Opened, want.Opened, "by", row.By, want.By, "decided", row.Decided, want.Decided, "decider", row.Decider, want.Decider, "note", row.Note, want.Note)
	case (row.Identity == "") != erased || (row.Transfer == "") != erased:
		wrong = fmt.Sprintf("who claims it, or where it is paid to, is there or not, and %d acts erase that", said.erased)
	}
	if wrong != "" {
		h.find(FileDiffers, "file %s: %s", row.ID, wrong)
	}
}
