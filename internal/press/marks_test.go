package press

import (
	"encoding/binary"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"
)

// TestMarkedCellsAreFound: somebody inside, with the signing key, marks tickets by spaces that nobody sees and that read the same, makes the
// digests anew and signs. The seeds alone do not show it.
func TestMarkedCellsAreFound(t *testing.T) {
	o := fixed(filepath.Join(t.TempDir(), "block"))
	o.Online = 0
	m := printFake(t, o)
	const figures, captions = fixedColumns, fixedColumns + 1
	marks := []func(texts []string){
		func(x []string) { x[captions] = "\u2003" + x[captions] },
		func(x []string) { x[captions] += "\u00a0" },
		func(x []string) { x[captions] = strings.Replace(x[captions], " ", "\t\n  ", 1) },
		func(x []string) { x[captions] = strings.Replace(x[captions], " ", "  ", 1) },
		func(x []string) { x[figures] = " " + x[figures] },
		func(x []string) { x[figures] += "\n" },
		func(x []string) { x[figures] = strings.Replace(x[figures], "|", "| ", 1) },
	}
	for _, seeds := range []bool{true, false} {
		f := forge(t, o, m)
		if !seeds {
			f.hideSeeds()
		}
		f.rewrite(3_000, func(rows map[int]*ticket) {
			for i, mark := range marks {
				before := slices.Clone(rows[3_000+i].texts)
				mark(rows[3_000+i].texts)
				if slices.Equal(before, rows[3_000+i].texts) {
					t.Fatalf("nothing was marked in %q", before)
				}
			}
		})
		f.sign(o.SignKey)
		r := auditFake(t, f.dir, AuditOptions{MaxFindings: 100})
		for i := range marks {
			expect(t, r, "cell_bytes "+f.at(3_000+i))
		}
		if r.Tickets != 20_000 {
			t.Errorf("%d tickets were judged", r.Tickets)
		}
	}
}

// TestMarkedPrintFilesAreFound: marks in a print file that stand in no cell.
func TestMarkedPrintFilesAreFound(t *testing.T) {
	o := fixed(filepath.Join(t.TempDir(), "block"))
	o.Packs = Packs{29, 60}
	m := printFake(t, o)
	name := m.Parts[0].name(false)
	key := func(key, value string) func(m *format.FileMetaData) {
		return func(m *format.FileMetaData) {
			m.KeyValueMetadata = append(m.KeyValueMetadata, format.KeyValue{Key: key, Value: value})
		}
	}
	for mark, c := range map[string]struct {
		finding string
		footer  func(m *format.FileMetaData)
		bytes   func(data []byte) []byte
	}{
		"a pair too many": {"metadata", key("winners", "3000"), nil},
		"a pair twice":    {"metadata", key("tirage.format", "1"), nil},
		"another value":   {"metadata", func(m *format.FileMetaData) { m.KeyValueMetadata[0].Value += " " }, nil},
		"a pair missing":  {"metadata", func(m *format.FileMetaData) { m.KeyValueMetadata = m.KeyValueMetadata[1:] }, nil},
		"another writer":  {"written_by", func(m *format.FileMetaData) { m.CreatedBy += " 3000" }, nil},
		"a statistic":     {"part_bytes", func(m *format.FileMetaData) { m.RowGroups[0].Columns[2].MetaData.Statistics.MinValue = []byte("3000") }, nil},
		"a pair of a column": {"part_bytes", func(m *format.FileMetaData) {
			m.RowGroups[0].Columns[2].MetaData.KeyValueMetadata = []format.KeyValue{{Key: "3000"}}
		}, nil},
		"the group's size":     {"part_bytes", func(m *format.FileMetaData) { m.RowGroups[0].TotalByteSize++ }, nil},
		"bytes before the end": {"part_bytes", nil, func(data []byte) []byte { return slices.Insert(data, len(data)-8-footerSize(data), []byte("3000")...) }},
		"bytes behind the end": {"parquet", nil, func(data []byte) []byte { return append(data, "3000"...) }},
	} {
		for _, seeds := range []bool{true, false} {
			f := forge(t, o, m)
			if !seeds {
				f.hideSeeds()
			}
			f.change(name, func(data []byte) []byte {
				if c.footer != nil {
					return changeFooter(t, data, c.footer)
				}
				return c.bytes(data)
			})
			f.manifest.Parts[0].Clear = DigestOf(f.read(name))
			f.sign(o.SignKey)
			r := auditFake(t, f.dir, AuditOptions{})
			expect(t, r, c.finding+" "+name)
			if t.Failed() {
				t.Fatal(mark)
			}
		}
	}
}

func footerSize(data []byte) int { return int(binary.LittleEndian.Uint32(data[len(data)-8:])) }

// changeFooter writes a print file with another footer.
func changeFooter(t *testing.T, data []byte, change func(m *format.FileMetaData)) []byte {
	t.Helper()
	at := len(data) - 8 - footerSize(data)
	m := new(format.FileMetaData)
	if err := thrift.Unmarshal(new(thrift.CompactProtocol), data[at:len(data)-8], m); err != nil {
		t.Fatal(err)
	}
	change(m)
	footer, err := thrift.Marshal(new(thrift.CompactProtocol), m)
	if err != nil {
		t.Fatal(err)
	}
	data = append(slices.Clone(data[:at]), footer...)
	return append(binary.LittleEndian.AppendUint32(data, uint32(len(footer))), "PAR1"...)
}
