package press

import (
	"bytes"
	"fmt"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/compress/zstd"

	"tirage/scratch"
	"tirage/seal"
)

// batchRows is how many rows are gathered before they go to the Parquet writer, or come from the reader.
const batchRows = 512

// pageBytes is about how large a page of a column is before compression.
const pageBytes = 256 << 10

// partVersion is the number of the way in which print files are written. The same cells written to other bytes take another number: an
// audit compares bytes.
const partVersion = "1"

// How the footer of a print file names its writer: by how it cuts runs of places in a dictionary, which hangs on the machine. On amd64
// machines with AVX2, version 0.32 of the Parquet writer takes eight places for a run when both halves are one each, and begins a new run;
// elsewhere it goes on. Both are right, and differ.
const (
	cutsHalves = "print"
	cutsWhole  = "print whole runs"
)

// How print files that are written here name their writer, and those of machines of the other kind.
var (
	partBuild, otherBuild = builds()
	partCreator           = creator(partBuild)
	otherCreator          = creator(otherBuild)
)

func creator(build string) string { return "tirage version " + partVersion + "(build " + build + ")" }

func builds() (here, other string) {
	places := []int32{0, 1, 2, 3, 4, 5, 6, 7, 1, 1, 1, 1, 2, 2, 2, 2, 0, 1, 2, 3, 4, 5, 6, 7}
	packed, err := parquet.RLEDictionary.EncodeInt32(nil, places)
	if err == nil && len(packed) == 1+(1+3)+(1+6) { // the width, a run of one group, a run of two
		return cutsHalves, cutsWhole
	}
	return cutsWhole, cutsHalves
}

// partNotes are the key-value pairs in the footer of a print file.
func partNotes(a *Announcement, packs Packs) map[string]string {
	b := a.Block
	notes := map[string]string{
		"tirage.format":    "1",
		"tirage.game":      a.Game,
		"tirage.game-file": Digest(b.GameFile).String(),
		"tirage.block":     fmt.Sprintf("%04d-%02d-%04d", b.Game, b.Issue, b.Number),
		"tirage.packs":     packs.String(),
	}
	if a.Specimen {
		notes["tirage.use"] = specimenText
	}
	return notes
}

// partWriter writes print files, one after the other, into memory.
type partWriter struct {
	table   *table
	schema  *parquet.Schema
	codec   *zstd.Codec
	out     bytes.Buffer
	writer  *parquet.GenericWriter[any] // of one file: after Reset, version 0.32 leaves the columns' paths out of the footer
	columns []texts
	numbers []parquet.Value
	values  []parquet.Value
	rows    int
}

func newPartWriter(t *table) *partWriter {
	return &partWriter{table: t, schema: t.schema(&literals{}), codec: &zstd.Codec{Level: zstd.SpeedFastest}, columns: make([]texts, len(t.names))}
}

// begin starts the print file of a range of packs.
func (w *partWriter) begin(a *Announcement, packs Packs) {
	w.out.Reset()
	w.numbers, w.rows = w.numbers[:0], 0 // of a print file that was not completed
	for i := range w.columns {
		w.columns[i].reset()
	}
	options := []parquet.WriterOption{
		w.schema,
		parquet.Compression(w.codec),
		parquet.PageBufferSize(pageBytes),
		parquet.WriteBufferSize(0),
		parquet.DataPageVersion(1),
		parquet.CreatedBy("tirage", partVersion, partBuild),
	}
	for key, value := range partNotes(a, packs) {
		options = append(options, parquet.KeyValueMetadata(key, value)) // the writer sorts them
	}
	for _, name := range w.table.names[columnVIRN:] {
		options = append(options, parquet.SkipPageBounds(name)) // they take time and tell nothing
	}
	w.writer = parquet.NewGenericWriter[any](&w.out, options...)
}

// add appends a ticket.
func (w *partWriter) add(pos int, t *seal.Ticket, cells []scratch.Code) error {
	w.numbers = append(w.numbers, parquet.Int32Value(int32(pos)).Level(0, 0, columnPosition))
	digits := t.Serial.Digits()
	c := &w.columns[columnSerial]
	c.data = t.Serial.Append(c.data)
	c.close()
	c = &w.columns[columnVIRN]
	c.data = t.VIRN.Append(c.data)
	c.close()
	c = &w.columns[columnBarcode]
	c.data = append(c.data, digits[:]...)
	c.close()
	c = &w.columns[columnDataMatrix]
	c.data = t.VIRN.Append(append(c.data, digits[:]...)) // as seal.AppendTicketCode, whose digits are at hand
	c.close()
	for i := range w.table.zones {
		z := &w.table.zones[i]
		on := cells[z.first : z.first+z.zone.Cells]
		c = &w.columns[z.figures]
		c.data = z.zone.AppendFigures(c.data, on)
		c.close()
		if z.captions != 0 {
			c = &w.columns[z.captions]
			c.data = z.zone.AppendCaptions(c.data, on)
			c.close()
		}
	}
	if w.table.specimen != 0 {
		c = &w.columns[w.table.specimen]
		c.data = append(c.data, specimenCell...)
		c.close()
	}
	return w.added()
}

// copy appends a row as it was read.
func (w *partWriter) copy(r *row) error {
	w.numbers = append(w.numbers, parquet.Int32Value(r.position).Level(0, 0, columnPosition))
	for i, text := range r.texts {
		if i != columnPosition {
			w.columns[i].data = append(w.columns[i].data, text...)
			w.columns[i].close()
		}
	}
	return w.added()
}

func (w *partWriter) added() error {
	if w.rows++; w.rows == batchRows {
		return w.flush()
	}
	return nil
}

// flush hands the gathered rows to the Parquet writer, column by column.
func (w *partWriter) flush() error {
	for i, column := range w.writer.ColumnWriters() {
		values := w.numbers
		if i != columnPosition {
			values = w.values[:0]
			start := uint32(0)
			for _, end := range w.columns[i].ends {
				values = append(values, parquet.ByteArrayValue(w.columns[i].data[start:end:end]).Level(0, 0, i))
				start = end
			}
			w.values = values
		}
		if _, err := column.WriteRowValues(values); err != nil {
			return err
		}
		w.columns[i].reset()
	}
	w.numbers, w.rows = w.numbers[:0], 0
	return nil
}

// end completes the print file and gives its bytes, valid until the next begin.
func (w *partWriter) end() ([]byte, error) {
	if err := w.flush(); err != nil {
		return nil, err
	}
	if err := w.writer.Close(); err != nil {
		return nil, err
	}
	return w.out.Bytes(), nil
}
