package press

import (
	"fmt"
	"strings"

	"tirage/money"
	"tirage/seal"
)

// Claimed is what the paper envelope of a ticket says.
type Claimed struct {
	Position int64
	Outcome  seal.Outcome
	Amount   money.Cents // of its lot, 0 for a losing ticket
}

// Claim opens the paper envelope of a ticket with the claim key of its block. It refuses with seal.ErrSealed alike, and after the same
// work, a wrong VIRN, a ticket of the online share, one that the folder does not hold, and one of another block: for these it opens an
// envelope of zeros. It refuses with ErrBlock a file that cannot be read, and with ErrJudged a lot that is none of the plan's, which no
// press has sealed.
func (s *Stock) Claim(serial seal.Serial, virn seal.VIRN, key seal.ClaimKey) (Claimed, error) {
	pos, there := s.paper(serial)
	at := pos
	if !there {
		at = s.first // something is read anyway
	}
	w := s.work.Get().(*opening)
	defer s.work.Put(w)
	if err := readFull(s.envelopes, w.record[:], (at-s.first)*seal.RecordSize); err != nil {
		return Claimed{}, fmt.Errorf("%w: %s: %w", ErrBlock, envelopesFile, err)
	}
	if !there {
		clear(w.record[:])
	}
	o, err := seal.OpenPaper(key, serial, virn, seal.PaperEnvelope(&w.record))
	if err != nil {
		return Claimed{}, err
	}
	if !there { // nobody knows a key that opens zeros
		return Claimed{}, seal.ErrSealed
	}
	amount, err := s.pays(o)
	return Claimed{Position: pos, Outcome: o, Amount: amount}, err
}

// nobodysKey seals nothing, and nobodysEnvelope is sealed by none.
var (
	nobodysKey, _   = seal.ParseClaimKey([]byte(strings.Repeat("0", 64)))
	nobodysEnvelope [seal.EnvelopeSize]byte
)

// ClaimNothing does for a ticket of no block what Claim does for a wrong number, and gives seal.ErrSealed.
func ClaimNothing(serial seal.Serial, virn seal.VIRN) error {
	if _, err := seal.OpenPaper(nobodysKey, serial, virn, nobodysEnvelope[:]); err != nil {
		return err
	}
	return seal.ErrSealed
}

// paper gives the position of a ticket of the paper share that the folder holds.
func (s *Stock) paper(serial seal.Serial) (pos int64, there bool) {
	n, err := s.Manifest.Block.Position(serial)
	pos = int64(n)
	return pos, err == nil && pos >= s.first && pos < s.first+s.size && s.Manifest.Shares.Kind(n) == seal.Paper
}

// PaperPosition gives the position of a ticket that is sold on paper. It refuses with ErrNoTicket any other, for one whose number under the
// coating nobody can read.
func (s *Stock) PaperPosition(serial seal.Serial) (int64, error) {
	pos, there := s.paper(serial)
	if !there {
		return 0, fmt.Errorf("%w: %s is not on paper in this folder", ErrNoTicket, serial)
	}
	return pos, nil
}

// pays is the amount of an outcome's lot. It refuses with ErrJudged an outcome that is none of the plan's.
func (s *Stock) pays(o seal.Outcome) (money.Cents, error) {
	if int(o.Composition) >= len(s.Plan.Compositions) || int(o.Lot) != s.Plan.Compositions[o.Composition].Lot+1 {
		return 0, fmt.Errorf("%w: composition %d does not pay lot %d", ErrJudged, o.Composition, o.Lot)
	}
	switch lots := s.Plan.Game.Table.Lots; {
	case o.Lot == 0:
		return 0, nil
	case int(o.Lot) <= len(lots):
		return lots[o.Lot-1].Amount, nil
	}
	return 0, fmt.Errorf("%w: there is no lot %d", ErrJudged, o.Lot)
}

// Lot is the amount of a lot, 0 for a losing ticket's. It refuses with ErrJudged what is none.
func (s *Stock) Lot(lot, composition int64) (money.Cents, error) {
	if lot < 0 || lot > 1<<16-1 || composition < 0 || composition > 1<<16-1 {
		return 0, fmt.Errorf("%w: lot %d, composition %d", ErrJudged, lot, composition)
	}
	return s.pays(seal.Outcome{Lot: uint16(lot), Composition: uint16(composition)})
}
