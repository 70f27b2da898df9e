package press

import (
	"bytes"
	"errors"
	"maps"
	"slices"
)

// again writes a print file once more from the rows that were read: whatever is in a file besides its cells must be what the press
// puts there, or somebody could mark tickets by it that no reader of cells sees. Rows that are flawed have their findings, and end it: so
// no row is written that is larger than the game's.
type again struct {
	*partWriter
	going bool
	err   error
}

func newAgain(t *table) *again { return &again{partWriter: newPartWriter(t)} }

// notes compares what the footer of a print file says with what the press writes there, and begins to write the file again.
func (w *auditor) notes(p Part, name string, part *partReader) {
	w.again.going = part.footer.CreatedBy == partCreator
	switch {
	case w.again.going:
	case part.footer.CreatedBy == otherCreator:
		w.result.elsewhere = true
	default:
		w.damaged(checkTickets, "written_by", name, "it names %.80q as its writer: its bytes cannot be compared, those that %q writes are known", part.footer.CreatedBy, partCreator)
	}
	w.again.err = nil
	w.again.begin(&w.manifest.Announcement, p.Packs)
	want := partNotes(&w.manifest.Announcement, p.Packs)
	for _, pair := range part.footer.KeyValueMetadata {
		if value, known := want[pair.Key]; !known || value != pair.Value {
			w.damaged(checkTickets, "metadata", name, "its footer has the pair %.40q, %.80q, which the press does not write for this block", pair.Key, pair.Value)
		}
		delete(want, pair.Key)
	}
	for _, key := range slices.Sorted(maps.Keys(want)) {
		w.damaged(checkTickets, "metadata", name, "its footer has no %s", key)
	}
}

// row takes a row that was read.
func (a *again) row(r *row, flawed bool) {
	if a.going = a.going && !flawed; a.going {
		a.err = errors.Join(a.err, a.copy(r))
	}
}

// rewritten compares a print file that was read to its end with the one that was written again.
func (w *auditor) rewritten(name string) {
	if !w.again.going {
		return
	}
	data, err := w.again.end()
	if err = errors.Join(w.again.err, err); err != nil {
		w.damaged(checkTickets, "unreadable", name, "it cannot be written again: %v", err)
	} else if !bytes.Equal(data, w.buffer.Bytes()) {
		w.damaged(checkTickets, "part_bytes", name, "it holds the right cells, and is not the file that the press makes of them")
	}
}
