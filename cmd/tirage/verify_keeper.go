package main

import (
	"errors"

	"tirage/internal/keeper"
)

// commitmentOf reads --commitment and --keeper. Whoever signed it for the keeper is found here, and what it is for with each record.
func (c *verifyCall) commitmentOf() (holding, error) {
	data, err := readFile(c.commitment, maxInput)
	if err != nil {
		return holding{}, err
	}
	key, err := publicKey("--keeper", c.keeper, "+")
	if err != nil {
		return holding{}, err
	}
	h := holding{what: tongue(c.lang).in("the keeper's commitment %s", c.commitment)}
	signed, err := keeper.OpenCommitment(data, key)
	if errors.Is(err, keeper.ErrVerifier) {
		return holding{}, refuse("--keeper %s is no public signing key (name+hash+key)", c.keeper)
	}
	h.commitment, h.forged = &signed, err
	return h, nil
}

// committed tells whether the secret of the second party is the one that the keeper itself committed to. The house signs b in its schedule too,
// but it could have chosen it.
func (v *verified) committed(h holding) {
	s := &v.record.Schedule
	y := yours{What: h.what}
	switch {
	case h.forged != nil:
		y.Name, y.Message = "note_unsigned", v.in("it is no commitment that this keeper signed")
	case h.commitment.Draw != s.Draw:
		y.Name, y.Message = "other_draw", v.in("it is of draw %s", h.commitment.Draw)
	case h.commitment.Digest != s.B:
		y.Name, y.Message = "other_commitment", v.in("the keeper committed to another secret than the schedule's b: keep both")
	default:
		y.OK, y.Message = true, v.in("the keeper itself committed to the b of this draw")
		v.check(v.in("the keeper's commitment"), passed, y.Message)
	}
	v.Yours = append(v.Yours, y)
}
