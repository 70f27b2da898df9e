package scratch

// Face is everything that can be read on one ticket: one code per cell in canonical order (surface, zone, cell), and how
// the inscriptions compare with the game's caption table.
type Face struct {
	Cells        []Code
	Captions     []CaptionState // per cell; nil when all inscriptions agree, as on a printed face
	BoxUncovered bool           // the void-if-uncovered control box has been scratched
}

// CaptionState is how a cell's inscription compares with the one that its figure must carry.
type CaptionState uint8

// The states of an inscription.
const (
	CaptionAgrees CaptionState = iota // or none is demanded
	CaptionAbsent
	CaptionDiffers
)

// Canonical appends the canonical bytes of a face: each cell's code as two bytes, big-endian, in canonical order. They are what a
// ticket's leaf commits to, together with the game file's digest in the manifest that gives the codes their meaning.
func Canonical(out []byte, cells []Code) []byte {
	for _, c := range cells {
		out = append(out, byte(c>>8), byte(c))
	}
	return out
}
