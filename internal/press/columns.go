package press

import (
	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/compress"

	"tirage/scratch"
)

// The print file's columns before those of the zones.
const (
	columnPosition = iota
	columnSerial
	columnVIRN
	columnBarcode
	columnDataMatrix
	fixedColumns
)

var fixedNames = [fixedColumns]string{"position", "serial", "virn", "barcode", "datamatrix"}

const (
	specimenColumn = "specimen"
	specimenCell   = "SPECIMEN"
)

// fewTexts is the number of different texts up to which a zone's column is written with a dictionary.
const fewTexts = 5_000

// zoneColumns says which columns of the print file a zone fills.
type zoneColumns struct {
	zone     scratch.Zone
	first    int // cell of a face
	figures  int // column
	captions int // column, 0 for a zone without inscriptions
}

// table is the print file's columns for one game.
type table struct {
	names    []string
	few      []bool // by column: worth a dictionary
	zones    []zoneColumns
	specimen int // column, 0 for none
	cells    int
}

func newTable(g *scratch.Game, specimen bool) *table {
	t := &table{names: fixedNames[:], few: make([]bool, fixedColumns), cells: g.CellCount()}
	g.EachZone(func(s *scratch.Surface, z scratch.Zone, first int) {
		few, texts := true, 1
		for range z.Cells {
			texts *= z.Alphabet.Len()
			if texts > fewTexts {
				few = false
				break
			}
		}
		c := zoneColumns{zone: z, first: first, figures: t.add(s.ID+"_"+z.ID, few)}
		if z.Inscription != scratch.NoInscription {
			c.captions = t.add(s.ID+"_"+z.ID+"_captions", few)
		}
		t.zones = append(t.zones, c)
	})
	if specimen {
		t.specimen = t.add(specimenColumn, true)
	}
	return t
}

func (t *table) add(name string, few bool) int {
	t.names, t.few = append(t.names, name), append(t.few, few)
	return len(t.names) - 1
}

// ordered is a group whose columns stand in the order of a ticket; parquet.Group sorts them by name.
type ordered struct {
	parquet.Group
	names []string
}

// Fields lists the columns in the order of names.
func (o ordered) Fields() []parquet.Field {
	byName := map[string]parquet.Field{}
	for _, f := range o.Group.Fields() {
		byName[f.Name()] = f
	}
	fields := make([]parquet.Field, len(o.names))
	for i, name := range o.names {
		fields[i] = byName[name]
	}
	return fields
}

// schema gives the table's Parquet schema: all columns required, position an INT32, the others UTF-8 texts. Columns of random texts, which
// have no repetitions to be found, are compressed by the codec given for them.
func (t *table) schema(random compress.Codec) *parquet.Schema {
	group := parquet.Group{}
	for i, name := range t.names {
		switch {
		case i == columnPosition:
			group[name] = parquet.Encoded(parquet.Int(32), &parquet.DeltaBinaryPacked)
		case t.few[i]:
			group[name] = parquet.Encoded(parquet.String(), &parquet.RLEDictionary)
		case i == columnSerial || i == columnBarcode:
			group[name] = parquet.Encoded(parquet.String(), &parquet.Plain)
		default:
			group[name] = parquet.Compressed(parquet.Encoded(parquet.String(), &parquet.Plain), random)
		}
	}
	return parquet.NewSchema("ticket", ordered{group, t.names})
}

// texts is a run of texts of one column, one after the other.
type texts struct {
	data []byte
	ends []uint32
}

func (t *texts) reset() { t.data, t.ends = t.data[:0], t.ends[:0] }

// close ends a text at the end of data.
func (t *texts) close() { t.ends = append(t.ends, uint32(len(t.data))) }
