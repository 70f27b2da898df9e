package seal

import (
	"bytes"
	"fmt"
	"slices"
)

// Ticket is what the seeds give to one position, before any outcome.
type Ticket struct {
	Serial Serial
	Secret Secret
	VIRN   VIRN
}

// Press holds every key of one block, expanded: the hot path of printing and auditing. It is not safe for concurrent use:
// each worker takes its own Clone. It prints as "[redacted]".
type Press struct {
	hidden
	block Block
	plan  [32]byte
	keys  struct{ ticket, claim, house, keeper key }

	ticket, claim, house, keeper mac
	opener                       opener
	digits                       [bareDigits]byte
	info                         [claimSize]byte
	two                          [32]byte
}

// NewPress derives all keys of a block from both seeds: a from the house, b from the keeper. It refuses with ErrBlock,
// ErrNoKey or ErrSameSeed.
func NewPress(a, b Seed, blk Block) (*Press, error) {
	if err := blk.Check(); err != nil {
		return nil, err
	}
	rawA, err := a.bytes()
	if err != nil {
		return nil, fmt.Errorf("house seed: %w", err)
	}
	rawB, err := b.bytes()
	if err != nil {
		return nil, fmt.Errorf("keeper seed: %w", err)
	}
	if bytes.Equal(rawA, rawB) {
		return nil, ErrSameSeed
	}
	root, err := deriveKey(slices.Concat(rawA, rawB), "block", blk)
	if err != nil {
		return nil, err
	}
	plan, err := root.expandKey("plan")
	if err != nil {
		return nil, err
	}
	p := &Press{block: blk, plan: *plan.Raw()}
	if p.keys.ticket, err = root.expandKey("ticket"); err != nil {
		return nil, err
	}
	if p.keys.claim, err = a.derive("claim", blk); err != nil {
		return nil, err
	}
	if p.keys.house, err = a.derive("house", blk); err != nil {
		return nil, err
	}
	if p.keys.keeper, err = b.derive("keeper", blk); err != nil {
		return nil, err
	}
	p.expand()
	return p, nil
}

// expand gives the press its own hash states.
func (p *Press) expand() {
	p.ticket = newMAC(p.keys.ticket)
	p.claim = newMAC(p.keys.claim)
	p.house = newMAC(p.keys.house)
	p.keeper = newMAC(p.keys.keeper)
}

// Clone gives another press of the same block, for another worker.
func (p *Press) Clone() *Press {
	c := &Press{block: p.block, plan: p.plan, keys: p.keys}
	c.expand()
	return c
}

// Block gives the identity the press was made for.
func (p *Press) Block() Block { return p.block }

// PlanSeed is the seed of the tape that puts the plan of lots in order.
func (p *Press) PlanSeed() [32]byte { return p.plan }

// Ticket fills out for a position, 0 … Tickets-1: one HMAC of the serial, whose bytes 0-15 are the secret and 16-25 the
// VIRN. It refuses with ErrPosition and then leaves out alone.
func (p *Press) Ticket(pos int, out *Ticket) error {
	s, err := p.block.Serial(pos)
	if err != nil {
		return err
	}
	p.digits = s.bare()
	m := p.ticket.sum(p.digits[:])
	out.Serial = s
	out.Secret.raw = [16]byte(m[0:16])
	out.VIRN = virnOf((*[10]byte)(m[16:26]))
	return nil
}

// Seal writes a ticket's record: the paper envelope, then the two-key envelope. A seed pair must seal each ticket with one
// outcome only, ever: two different outcomes under the same key would tell both, and let both be forged. After a print
// run that failed or changed its plan, new seeds are drawn.
func (p *Press) Seal(out *[RecordSize]byte, t *Ticket, o Outcome) {
	var none [16]byte
	p.opener.sealInto(out[:EnvelopeSize], p.paperKey(t), t.Serial, paperEnvelope, o, &none)
	p.opener.sealInto(out[EnvelopeSize:], p.twoKey(t), t.Serial, twoKeyEnvelope, o, &t.Secret.raw)
}

// Open reads a record back, for the audit: both envelopes must open, say the same outcome, and hold nothing and the
// ticket's secret respectively. It refuses with ErrSealed.
func (p *Press) Open(record *[RecordSize]byte, t *Ticket) (Outcome, error) {
	paper, none, err := p.opener.open(p.paperKey(t), t.Serial, paperEnvelope, PaperEnvelope(record))
	if err != nil || none.raw != [16]byte{} {
		return Outcome{}, ErrSealed
	}
	two, secret, err := p.opener.open(p.twoKey(t), t.Serial, twoKeyEnvelope, TwoKeyEnvelope(record))
	if err != nil || secret != t.Secret || two != paper {
		return Outcome{}, ErrSealed
	}
	return paper, nil
}

func (p *Press) paperKey(t *Ticket) []byte {
	return p.claim.sum(appendClaim(p.info[:0], t.Serial, t.VIRN))[:]
}

func (p *Press) twoKey(t *Ticket) []byte {
	p.digits = t.Serial.bare()
	house, keeper := p.house.sum(p.digits[:]), p.keeper.sum(p.digits[:])
	for i := range p.two {
		p.two[i] = house[i] ^ keeper[i]
	}
	return p.two[:]
}
