package bingo

import (
	"crypto/hkdf"
	"crypto/sha256"

	"tirage/fair"
)

// orderDomain is the HKDF salt of every order of balls: it keeps it apart from any other use of the secrets.
const orderDomain = "tirage draw order 1"

// MaxBeacon bounds the bytes of a public beacon's value.
const MaxBeacon = 128

// Order is the order in which all balls of a machine are called: Fisher and Yates' shuffle of the balls 1, 2, … over the
// tape whose seed is HKDF-SHA-256 with key a ‖ b ‖ root ‖ beacon, salt "tirage draw order 1" and, as info, the identity of
// the draw; the beacon is empty where the schedule names none. The ball at place 0 is called first. It refuses
// secret_missing, same_secret (whoever knew one party's would know the other's), machine_unknown, beacon_form and draw_form.
func Order(m Machine, id ID, a, b Secret, root Digest, beacon []byte) ([]Ball, error) {
	switch {
	case !m.Known():
		return nil, refuse("machine_unknown", "there is no machine of %d balls: take 75 or 90", m.Balls())
	case !id.Valid():
		return nil, refuse("draw_form", "draw %s does not exist: codes go from 1 to %d, numbers from 1 to %d", id, MaxFormulaCode, MaxDrawNumber)
	case !a.Set() || !b.Set():
		return nil, refuse("secret_missing", "give both secrets, the house's and the keeper's")
	case *a.Raw() == *b.Raw():
		return nil, refuse("same_secret", "the house and the keeper gave the same secret")
	case len(beacon) > MaxBeacon:
		return nil, refuse("beacon_form", "a beacon's value has at most %d bytes, this one %d", MaxBeacon, len(beacon))
	}
	key := make([]byte, 0, 96+len(beacon))
	key = append(append(key, a.Raw()[:]...), b.Raw()[:]...)
	key = append(append(key, root[:]...), beacon...)
	seed, err := hkdf.Key(sha256.New, key, []byte(orderDomain), string(id.identity()), 32)
	if err != nil {
		return nil, err
	}
	return orderOf(m, fair.NewTape([32]byte(seed))), nil
}

// orderOf is all balls of a machine in the order that a tape gives.
func orderOf(m Machine, t *fair.Tape) []Ball {
	order := make([]Ball, m.Balls())
	shuffleBalls(order, t)
	return order
}

// shuffleBalls fills order with the balls 1, 2, … and shuffles them.
func shuffleBalls(order []Ball, t *fair.Tape) {
	for i := range order {
		order[i] = Ball(i + 1)
	}
	t.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
}
