package press

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/format"
)

// ErrPart reports bytes that are not a print file of the game.
var ErrPart = errors.New("press: this is not a print file of the game")

// row is one ticket as it stands in a print file.
type row struct {
	position int32
	texts    []string // by column; that of the position is empty
}

// partReader reads a print file from memory by a general Parquet reader, and takes nothing for granted.
type partReader struct {
	table   *table
	footer  *format.FileMetaData
	columns []*columnReader
	rows    int
	row     row
	left    int
}

// columnReader reads the values of one column, page after page.
type columnReader struct {
	pages   parquet.Pages
	page    parquet.Page
	numbers []int32  // the page's numbers, or its places in words
	words   []string // the dictionary, nil for a page without one
	text    string   // the page's texts, one after the other
	ends    []uint32 // text i goes from ends[i] to ends[i+1]
	at, n   int      // next row of the page, rows in it
}

// guard turns a panic of the Parquet reader, which trusts the bytes that it reads more than we may, into a refusal.
func guard(err *error) {
	if r := recover(); r != nil {
		*err = fmt.Errorf("%w: damaged: %v", ErrPart, r)
	}
}

// openPart opens a print file held in memory. It refuses with ErrPart what is no Parquet file with exactly the table's columns, one
// row group and this number of rows, and what would unpack to more than so many rows take. No screen is needed for what this program
// has written itself just now.
func openPart(t *table, data []byte, rows int, s *screen) (r *partReader, err error) {
	defer guard(&err)
	if err := checkFooter(data); err != nil {
		return nil, err
	}
	file, err := parquet.OpenFile(bytes.NewReader(data), int64(len(data)), parquet.SkipBloomFilters(true), parquet.SkipPageIndex(true), parquet.ReadBufferSize(64<<10))
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrPart, err)
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
	if s != nil {
		if err := s.check(file, data, rows); err != nil {
			return nil, err
		}
	}
	r = &partReader{table: t, footer: file.Metadata(), rows: rows, left: rows, row: row{texts: make([]string, len(t.names))}}
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
			return fmt.Errorf("%w: %w", ErrPart, err)
		}
	}
	r.left = r.rows - n
	return nil
}

// next gives the next row, valid until the following call, or io.EOF, or ErrPart.
func (r *partReader) next() (*row, error) {
	if r.left == 0 {
		return nil, io.EOF
	}
	for i, c := range r.columns {
		if c.at == c.n {
			if err := c.turn(i == columnPosition); err != nil {
				return nil, fmt.Errorf("%w: column %q: %w", ErrPart, r.table.names[i], err)
			}
		}
		switch {
		case i == columnPosition:
			r.row.position = c.numbers[c.at]
		case c.words != nil:
			word := uint32(c.numbers[c.at])
			if int64(word) >= int64(len(c.words)) {
				return nil, fmt.Errorf("%w: column %q: word %d of %d", ErrPart, r.table.names[i], word, len(c.words))
			}
			r.row.texts[i] = c.words[word]
		default:
			start, end := c.ends[c.at], c.ends[c.at+1]
			if start > end || int64(end) > int64(len(c.text)) {
				return nil, fmt.Errorf("%w: column %q: a text goes beyond its page", ErrPart, r.table.names[i])
			}
			r.row.texts[i] = c.text[start:end]
		}
		c.at++
	}
	r.left--
	return &r.row, nil
}

// turn goes to the next page that has rows.
func (c *columnReader) turn(number bool) (err error) {
	defer guard(&err)
	for c.drop(); c.n == 0; {
		c.drop()
		if c.page, err = c.pages.ReadPage(); err != nil {
			return fmt.Errorf("a page is missing: %w", err)
		}
		data := c.page.Data()
		words := c.page.Dictionary()
		switch {
		case number && words == nil:
			c.numbers = data.Int32()
			c.n = len(c.numbers)
		case number:
			return errors.New("numbers are not kept in a dictionary")
		case words != nil:
			c.numbers = data.Int32()
			c.n = len(c.numbers)
			for i := len(c.words); i < words.Len(); i++ {
				c.words = append(c.words, string(words.Index(int32(i)).ByteArray()))
			}
		default:
			c.words = nil
			var bytes []byte
			bytes, c.ends = data.ByteArray()
			c.text, c.n = string(bytes), max(len(c.ends)-1, 0)
		}
	}
	return nil
}

// drop lets go of the page in hand.
func (c *columnReader) drop() {
	if c.page != nil {
		parquet.Release(c.page)
	}
	c.page, c.at, c.n = nil, 0, 0
}

// close lets go of the file's pages.
func (r *partReader) close() {
	var ignored error // nothing is read any more
	defer guard(&ignored)
	for _, c := range r.columns {
		c.drop()
		_ = c.pages.Close()
	}
}
