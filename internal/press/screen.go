package press

import (
	"encoding/binary"
	"fmt"

	"github.com/klauspost/compress/zstd"
	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"
)

// What a print file may ask for. The general Parquet reader makes room for whatever sizes a file claims; these are checked before it
// sees them.
const (
	footerBytes = 1 << 20
	pageLimit   = 4 << 20 // of a page once it is unpacked; the press writes about 256 KiB
	listLimit   = 4_096   // of the lists of the footer and of the headers of pages: columns, encodings, key-value pairs
)

// screen goes through the pages of print files of strangers, before a general reader does. It is for one goroutine.
type screen struct {
	decoder *zstd.Decoder
	plain   []byte
}

func newScreen() *screen {
	d, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(pageLimit))
	if err != nil {
		panic(err) // never: the options are good
	}
	return &screen{decoder: d}
}

// checkFooter refuses a footer that claims more than it holds. The file's last eight bytes are the footer's length and a mark.
func checkFooter(data []byte) error {
	n := len(data)
	if n < 12 {
		return fmt.Errorf("%w: its end is missing", ErrPart)
	}
	size := int64(binary.LittleEndian.Uint32(data[n-8:]))
	if size > int64(n-12) || size > footerBytes {
		return fmt.Errorf("%w: its end is missing", ErrPart)
	}
	if _, ok := structSize(data[n-8-int(size) : n-8]); !ok {
		return fmt.Errorf("%w: its footer is damaged", ErrPart)
	}
	return nil
}

// check refuses a file whose pages are not those that so many rows can have.
func (s *screen) check(file *parquet.File, data []byte, rows int) error {
	for i := range file.Metadata().RowGroups[0].Columns {
		c := &file.Metadata().RowGroups[0].Columns[i].MetaData
		if err := s.column(c, data, rows, i == columnPosition); err != nil {
			return fmt.Errorf("%w: column %d: %w", ErrPart, i+1, err)
		}
	}
	return nil
}

// column goes through the pages of a column.
func (s *screen) column(c *format.ColumnMetaData, data []byte, rows int, numbers bool) error {
	at := c.DataPageOffset
	if c.DictionaryPageOffset != 0 {
		at = c.DictionaryPageOffset
	}
	if c.Codec != format.Zstd || at < 4 || c.TotalCompressedSize < 0 || c.TotalCompressedSize > int64(len(data)) || at > int64(len(data))-c.TotalCompressedSize {
		return fmt.Errorf("it lies outside of the file, or is not packed by Zstandard")
	}
	rest := data[at : at+c.TotalCompressedSize]
	left, room, begun := rows, int64(rows)*rowBytes+smallBytes, false
	for len(rest) > 0 {
		n, ok := structSize(rest)
		var h format.PageHeader
		if !ok || thrift.Unmarshal(new(thrift.CompactProtocol), rest[:n], &h) != nil || h.CompressedPageSize < 0 || int(h.CompressedPageSize) > len(rest)-n {
			return fmt.Errorf("the header of a page is damaged")
		}
		body := rest[n : n+int(h.CompressedPageSize)]
		var err error
		if s.plain, err = s.decoder.DecodeAll(body, s.plain[:0]); err != nil {
			return err
		}
		if room -= int64(len(s.plain)); len(s.plain) != int(h.UncompressedPageSize) || room < 0 {
			return fmt.Errorf("a page unpacks to another size than it claims, or the pages are too large for %d rows", rows)
		}
		switch {
		case h.Type == format.DictionaryPage && h.DictionaryPageHeader.Valid && !begun && !numbers:
			if int64(h.DictionaryPageHeader.V.NumValues)*4 > int64(len(s.plain)) {
				return fmt.Errorf("a dictionary claims more words than it holds")
			}
		case h.Type == format.DataPage && h.DataPageHeader.Valid:
			d := &h.DataPageHeader.V
			if !begun && at+c.TotalCompressedSize-int64(len(rest)) != c.DataPageOffset {
				return fmt.Errorf("its first page is not where the footer says")
			}
			if begun = true; d.NumValues < 1 || int(d.NumValues) > left || !s.holds(d.Encoding, int(d.NumValues)) {
				return fmt.Errorf("a page claims more values than there are, or is in an encoding that no print file has")
			}
			left -= int(d.NumValues)
		default:
			return fmt.Errorf("a page of a kind that no print file has")
		}
		rest = rest[n+len(body):]
	}
	if left != 0 {
		return fmt.Errorf("%d values are missing", left)
	}
	return nil
}

// holds tells whether the page in hand unpacks to no more than so many values. The counts inside are what a decoder makes room for.
func (s *screen) holds(e format.Encoding, values int) bool {
	switch e {
	case format.Plain:
		return true
	case format.DeltaBinaryPacked:
		rest, total := s.plain, uint64(0)
		for range 3 { // block size, blocks in it, values
			v, n := binary.Uvarint(rest)
			if n <= 0 {
				return false
			}
			rest, total = rest[n:], v
		}
		return total <= uint64(values)
	case format.RLEDictionary:
		return len(s.plain) > 0 && runs(s.plain[1:], uint64(s.plain[0]), uint64(values))
	default:
		return false
	}
}

// runs goes through the hybrid of runs and packed groups of eight in which places in a dictionary are written.
func runs(rest []byte, width, values uint64) bool {
	for most := values + 7; len(rest) > 0; {
		head, n := binary.Uvarint(rest)
		if n <= 0 || width > 32 {
			return false
		}
		rest = rest[n:]
		count, size := head>>1, (width+7)/8
		if head&1 != 0 {
			if count > values {
				return false
			}
			count, size = count*8, count*width
		}
		if count > most || size > uint64(len(rest)) {
			return false
		}
		most -= count
		rest = rest[size:]
	}
	return true
}
