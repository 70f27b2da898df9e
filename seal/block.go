package seal

import (
	"encoding/binary"
	"errors"
	"fmt"
)

// Refusals about a block and its positions.
var (
	ErrBlock    = errors.New("seal: this block cannot be numbered")
	ErrPosition = errors.New("seal: no such position in the block")
	ErrForeign  = errors.New("seal: this serial is not of the block")
	ErrOnline   = errors.New("seal: the online share must be whole packs of the block")
)

// Block is the identity of a block: what its keys are bound to, fixed and published before the seeds are opened.
type Block struct {
	Game     uint16   // game code, 0-9999
	Issue    uint16   // issue of the game, 0-99
	Number   uint16   // block of the issue, 1-9999
	Tickets  uint32   // number of tickets, at least 1
	PackSize uint16   // tickets in a pack, 1-1000; the last pack may be shorter
	GameFile [32]byte // SHA-256 of the game file
}

// Check refuses with ErrBlock a block whose tickets cannot all have a serial.
func (b Block) Check() error {
	switch {
	case b.Game > 9999:
		return fmt.Errorf("%w: game code %d is above 9999", ErrBlock, b.Game)
	case b.Issue > 99:
		return fmt.Errorf("%w: issue %d is above 99", ErrBlock, b.Issue)
	case b.Number < 1 || b.Number > 9999:
		return fmt.Errorf("%w: block number %d is not in 1-9999", ErrBlock, b.Number)
	case b.PackSize < 1 || b.PackSize > 1000:
		return fmt.Errorf("%w: pack size %d is not in 1-1000", ErrBlock, b.PackSize)
	case b.Tickets < 1:
		return fmt.Errorf("%w: it has no tickets", ErrBlock)
	case b.Packs() > 1_000_000:
		return fmt.Errorf("%w: %d packs are above 1,000,000: make packs larger", ErrBlock, b.Packs())
	}
	return nil
}

// Packs is the number of packs, the last one perhaps shorter; 0 when the pack size is 0.
func (b Block) Packs() int {
	if b.PackSize == 0 {
		return 0
	}
	return (int(b.Tickets) + int(b.PackSize) - 1) / int(b.PackSize)
}

// Serial gives the serial of a position of the block, 0 … Tickets-1, or ErrPosition.
func (b Block) Serial(pos int) (Serial, error) {
	if pos < 0 || pos >= int(b.Tickets) || b.PackSize == 0 {
		return Serial{}, ErrPosition
	}
	return Serial{
		Game: b.Game, Issue: b.Issue, Block: b.Number,
		Pack:   uint32(pos / int(b.PackSize)),
		Ticket: uint16(pos % int(b.PackSize)),
	}, nil
}

// Position gives the position of a serial, or ErrForeign when the block has no such ticket.
func (b Block) Position(s Serial) (int, error) {
	pos := int(s.Pack)*int(b.PackSize) + int(s.Ticket)
	if s.Game != b.Game || s.Issue != b.Issue || s.Block != b.Number || s.Ticket >= b.PackSize || pos >= int(b.Tickets) {
		return 0, ErrForeign
	}
	return pos, nil
}

// Identity is the canonical encoding of the block, 44 bytes, numbers big-endian: game 2, issue 2, block 2, tickets 4,
// pack size 2, game file digest 32.
func (b Block) Identity() []byte {
	e := binary.BigEndian
	d := make([]byte, 0, 44)
	d = e.AppendUint16(d, b.Game)
	d = e.AppendUint16(d, b.Issue)
	d = e.AppendUint16(d, b.Number)
	d = e.AppendUint32(d, b.Tickets)
	d = e.AppendUint16(d, b.PackSize)
	return append(d, b.GameFile[:]...)
}

// Kind says how a ticket is sold: what its leaf is hidden by.
type Kind uint8

// The two kinds of tickets. The zero Kind is none.
const (
	Paper  Kind = 1 // printed; its leaf is hidden by the VIRN, which only the bearer reads
	Online Kind = 2 // shown on a screen; its leaf is hidden by the ticket's secret
)

// Shares splits a block's positions between the two kinds, before any sale: online tickets first, then paper.
type Shares struct {
	Online int // positions 0 … Online-1 are sold online
}

// Check refuses with ErrOnline a split inside a pack or outside the block.
func (s Shares) Check(b Block) error {
	switch {
	case s.Online == 0 || s.Online == int(b.Tickets):
		return nil
	case s.Online < 0 || s.Online > int(b.Tickets) || b.PackSize == 0 || s.Online%int(b.PackSize) != 0:
		return fmt.Errorf("%w: %d is not a multiple of %d within %d", ErrOnline, s.Online, b.PackSize, b.Tickets)
	}
	return nil
}

// Kind gives the kind of the ticket at a position.
func (s Shares) Kind(pos int) Kind {
	if pos < s.Online {
		return Online
	}
	return Paper
}
