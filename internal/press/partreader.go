package press

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/parquet-go/parquet-go"
)

// ErrPart reports bytes that are not a print file of the game.
var ErrPart = errors.New("press: this is not a print file of the game")

// row is one ticket as it stands in a print file. Its texts are its own.
type row struct {
	position int32
	texts    []string // by column; that of the position is empty
}

// partReader reads a print file from memory by a general Parquet reader, and takes nothing for granted.
type partReader struct {
	table   *table
	columns []*columnReader
	rows    int
	row     row
	batch   int // rows in the batch
	at      int // next row of the batch
	left    int
}

// columnReader reads the values of one column across its pages.
type columnReader struct {
	pages   parquet.Pages
	page    parquet.Page
	values  parquet.ValueReader
	buffer  [batchRows]parquet.Value
	texts   texts
	text    string
	numbers []int32
}

// guard turns a panic of the Parquet reader, which trusts the bytes that it reads more than we may, into a refusal.
func guard(err *error) {
	if r := recover(); r != nil {
		*err = fmt.Errorf("%w: damaged: %v", ErrPart, r)
	}
}

// openPart opens a print file held in memory. It refuses with ErrPart what is no Parquet file with exactly the table's columns, one
// row group and this number of rows.
func openPart(t *table, data []byte, rows int) (r *partReader, err error) {
	defer guard(&err)
	// The length of the footer is read from the end of the file: a reader that trusts it makes room for as much.
	if n := len(data); n < 12 || int64(binary.LittleEndian.Uint32(data[n-8:])) > int64(n-12) {
		return nil, fmt.Errorf("%w: its end is missing", ErrPart)
	}
	file, err := parquet.OpenFile(bytes.NewReader(data), int64(len(data)), parquet.SkipBloomFilters(true), parquet.SkipPageIndex(true), parquet.ReadBufferSize(64<<10))
	if err != nil {
		return nil, fmt.Errorf("%w: %v", ErrPart, err)
	}
	if file.NumRows() != int64(rows) || len(file.RowGroups()) != 1 {
		return nil, fmt.Errorf("%w: it has %d rows in %d groups, %d rows in 1 were expected", ErrPart, file.NumRows(), len(file.RowGroups()), rows)
	}
	fields := file.Schema().Fields()
	if len(fields) != len(t.names) {
		return nil, fmt.Errorf("%w: it has %d columns, the game's has %d", ErrPart, len(fields), len(t.names))
	}
	for i, f := range fields {
		kind := parquet.ByteArray
		if i == columnPosition {
			kind = parquet.Int32
		}
		if f.Name() != t.names[i] || !f.Leaf() || !f.Required() || f.Type().Kind() != kind {
			return nil, fmt.Errorf("%w: column %d is not the required %s column %q", ErrPart, i+1, kind, t.names[i])
		}
	}
	r = &partReader{table: t, rows: rows, left: rows, row: row{texts: make([]string, len(t.names))}}
	for i, chunk := range file.RowGroups()[0].ColumnChunks() {
		if path := file.Metadata().RowGroups[0].Columns[i].MetaData.PathInSchema; !slices.Equal(path, t.names[i:i+1]) {
			return nil, fmt.Errorf("%w: the path of column %d is %q, not %q: other readers would not find it", ErrPart, i+1, path, t.names[i])
		}
		if chunk.NumValues() != int64(rows) {
			return nil, fmt.Errorf("%w: a column has %d values, %d were expected", ErrPart, chunk.NumValues(), rows)
		}
		r.columns = append(r.columns, &columnReader{pages: chunk.Pages()})
	}
	return r, nil
}

// seek goes to a row.
func (r *partReader) seek(n int) (err error) {
	defer guard(&err)
	for _, c := range r.columns {
		c.drop()
		if err := c.pages.SeekToRow(int64(n)); err != nil {
			return fmt.Errorf("%w: %v", ErrPart, err)
		}
	}
	r.left, r.batch, r.at = r.rows-n, 0, 0
	return nil
}

// next gives the next row, valid until the following call, or io.EOF, or ErrPart.
func (r *partReader) next() (_ *row, err error) {
	if r.at == r.batch {
		if r.left == 0 {
			return nil, io.EOF
		}
		if err := r.fill(min(r.left, batchRows)); err != nil {
			return nil, err
		}
	}
	for i, c := range r.columns {
		if i == columnPosition {
			r.row.position = c.numbers[r.at]
			continue
		}
		start := uint32(0)
		if r.at > 0 {
			start = c.texts.ends[r.at-1]
		}
		r.row.texts[i] = c.text[start:c.texts.ends[r.at]]
	}
	r.at++
	return &r.row, nil
}

// fill reads n rows of every column.
func (r *partReader) fill(n int) (err error) {
	defer guard(&err)
	for i, c := range r.columns {
		if err := c.fill(n, i == columnPosition); err != nil {
			return fmt.Errorf("%w: column %q: %v", ErrPart, r.table.names[i], err)
		}
	}
	r.batch, r.at = n, 0
	r.left -= n
	return nil
}

func (c *columnReader) fill(n int, number bool) error {
	c.texts.reset()
	c.numbers = c.numbers[:0]
	for have := 0; have < n; {
		if c.values == nil {
			page, err := c.pages.ReadPage()
			if err != nil {
				return fmt.Errorf("after %d rows of a batch: %w", have, err)
			}
			c.page, c.values = page, page.Values()
		}
		got, err := c.values.ReadValues(c.buffer[:n-have])
		for _, v := range c.buffer[:got] {
			if number {
				c.numbers = append(c.numbers, v.Int32())
				continue
			}
			c.texts.data = append(c.texts.data, v.ByteArray()...)
			c.texts.close()
		}
		have += got
		switch {
		case errors.Is(err, io.EOF) || err == nil && got == 0:
			c.drop()
		case err != nil:
			return err
		}
	}
	c.text = string(c.texts.data)
	return nil
}

// drop lets go of the page in hand.
func (c *columnReader) drop() {
	if c.page != nil {
		parquet.Release(c.page)
	}
	c.page, c.values = nil, nil
}

// close lets go of the file's pages.
func (r *partReader) close() (err error) {
	defer guard(&err)
	for _, c := range r.columns {
		c.drop()
		if err := c.pages.Close(); err != nil {
			return err
		}
	}
	return nil
}
