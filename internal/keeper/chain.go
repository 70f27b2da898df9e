package keeper

import (
	"crypto/sha256"
	"iter"
)

const chainTitle = "tirage keeper 1"

// Chain is the digest over the first sales of a block, in order: h_0 = SHA-256("tirage keeper 1" ‖ block), and
// h_i = SHA-256(h_{i-1} ‖ owner tag ‖ sale digest). It is a value: copy it to keep it.
type Chain struct {
	Block string
	Told  int64
	Hash  [32]byte
}

// NewChain is the chain of a block of which nothing is told.
func NewChain(block string) Chain {
	return Chain{Block: block, Hash: sha256.Sum256([]byte(chainTitle + block))}
}

// Add adds the next sales.
func (c *Chain) Add(sales ...Sale) {
	var buf [32 + SaleSize]byte
	for i := range sales {
		copy(buf[:], c.Hash[:])
		copy(buf[32:], sales[i].Owner[:])
		copy(buf[48:], sales[i].Digest[:])
		c.Hash = sha256.Sum256(buf[:])
	}
	c.Told += int64(len(sales))
}

// Compare holds an acknowledgement against the house's own record: acked is the greatest number of sales that a keeper acknowledged, and
// sales yields all that were sold of the block, in order from position 0. It reads Told sales at most and returns the chain over them; its
// doubts are Behind (fewer than acked are told), Ahead (more than were sold) and Differs. The error of sales is returned as it is.
func Compare(ack Ack, acked int64, sales iter.Seq2[Sale, error]) (Chain, error) {
	c := NewChain(ack.Block)
	doubt := func(name Doubted, known int64, text string) (Chain, error) {
		return c, &Doubt{Name: name, Block: ack.Block, Told: ack.Told, Known: known, Text: text}
	}
	if ack.Told > 0 {
		for sale, err := range sales {
			if err != nil {
				return c, err
			}
			if c.Add(sale); c.Told == ack.Told {
				break
			}
		}
	}
	switch {
	case c.Told < ack.Told:
		return doubt(Ahead, c.Told, "it knows sales that are not in the house's records: restore the house's newest copy")
	case c.Hash != ack.Chain:
		return doubt(Differs, acked, "its chain is not that of the house's records")
	case ack.Told < acked:
		return doubt(Behind, acked, "what it knows is right, but it had acknowledged more: tell it again from there")
	}
	return c, nil
}
