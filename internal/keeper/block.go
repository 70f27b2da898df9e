package keeper

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"tirage/seal"
)

// block is one block of a Book at work.
type block struct {
	id     string
	dir    string
	facts  Facts
	key    seal.KeeperKey
	halves answers

	telling sync.Mutex // one Tell at a time
	record  *record
	told    atomic.Pointer[Chain] // what is on the disk: set after both files are
	broken  atomic.Bool
}

// openBlock reads a block's folder whole, cuts what a crash left torn, and says if it did.
func openBlock(dir, id string, now func() time.Time, fault func(string) error) (*block, bool, error) {
	s, err := inspect(dir, id)
	if err != nil {
		return nil, false, err
	}
	b := &block{id: id, dir: dir, facts: s.Facts, key: s.key, halves: answers{now: now, fault: fault, lines: s.Halves, chain: s.HalvesChain}}
	if s.permits.torn {
		if err := cutPermits(dir, s.permits.size); err != nil {
			return nil, false, err
		}
	}
	chain := s.sound.chain
	b.told.Store(&chain)
	if b.record, err = openRecord(dir, s.sound, fault); err != nil {
		return nil, false, err
	}
	if b.halves.file, err = openCut(filepath.Join(dir, halvesFile), s.Halves*answerSize); err != nil {
		return nil, false, errors.Join(err, b.record.close())
	}
	return b, s.Torn, nil
}

func (b *block) refuse(name Name, position int64, detail string) error {
	return &Refusal{Name: name, Block: b.id, Told: b.told.Load().Told, Position: position, Detail: detail}
}

func (b *block) tell(from int64, sales []Sale) (Chain, error) {
	n := int64(len(sales))
	switch {
	case n == 0 || n > MaxSales:
		return Chain{}, b.refuse(BadRequest, from, fmt.Sprintf("tell 1 to %d sales in one call", MaxSales))
	case from < 0 || from >= b.facts.Online:
		return Chain{}, b.refuse(OutOfRange, from, b.share())
	case n > b.facts.Online-from:
		return Chain{}, b.refuse(OutOfRange, b.facts.Online, b.share())
	}
	b.telling.Lock()
	defer b.telling.Unlock()
	before := *b.told.Load()
	if from > before.Told {
		return Chain{}, b.refuse(OutOfOrder, from, "tell the sales before these first")
	}
	old := min(n, before.Told-from)
	if old > 0 {
		there, err := b.record.sales(from, old)
		if err != nil {
			return Chain{}, err
		}
		for i, sale := range there {
			if sale != sales[i] {
				return Chain{}, b.refuse(ToldOtherwise, from+int64(i), "another sale was told here, and cannot be changed")
			}
		}
	}
	if old == n {
		return b.record.chainAt(b.id, from+n)
	}
	after := before
	after.Add(sales[old:]...)
	if err := b.record.write(before, after, sales[old:]); err != nil {
		b.broken.Store(b.record.broken)
		return Chain{}, err
	}
	b.told.Store(&after)
	return after, nil
}

// give notes the positions and answers their halves. It looks at what is told and permitted once, before: both only grow.
func (b *block) give(positions []int64) ([]seal.Half, error) {
	if len(positions) == 0 || len(positions) > MaxPositions {
		return nil, b.refuse(BadRequest, 0, fmt.Sprintf("ask for 1 to %d positions in one call", MaxPositions))
	}
	if err := b.mayGive(positions); err != nil {
		return nil, err
	}
	halves := make([]seal.Half, len(positions))
	for i, p := range positions {
		serial, err := b.facts.Block.Serial(int(p))
		if err != nil {
			return nil, err
		}
		if halves[i], err = b.key.Half(serial); err != nil {
			return nil, err
		}
	}
	if err := b.halves.note(slices.Clone(positions)); err != nil {
		b.broken.Store(b.broken.Load() || errors.Is(err, errBroken))
		return nil, err
	}
	return halves, nil
}

// mayGive refuses the halves of positions that were not told, or, of the paper share, not permitted.
func (b *block) mayGive(positions []int64) error {
	told := b.told.Load().Told
	var permitted map[int64]Permission // read when a paper ticket is asked for, which is seldom
	for _, p := range positions {
		switch {
		case p < 0 || p >= int64(b.facts.Block.Tickets):
			return b.refuse(OutOfRange, p, fmt.Sprintf("the block has the positions 0 to %d", b.facts.Block.Tickets-1))
		case b.facts.paper(p):
			if permitted == nil {
				read, err := readPermits(b.dir, b.id, &b.facts, nil)
				if err != nil {
					return fmt.Errorf("%w: %w", ErrSilent, err)
				}
				permitted = read.paper
			}
			if _, ok := permitted[p]; !ok {
				return b.refuse(NotPermitted, p, "it is of the paper share: the keeper's administrators permit it first (tirage keeper permit)")
			}
		case p >= told:
			return &Refusal{Name: NotTold, Block: b.id, Told: told, Position: p, Detail: "a half is given once the sale is told"}
		}
	}
	return nil
}

func (b *block) close() error {
	b.telling.Lock()
	defer b.telling.Unlock()
	return errors.Join(b.record.close(), b.halves.close())
}

// share says which positions are sold online.
func (b *block) share() string {
	if b.facts.Online == 0 {
		return "the block has no online share"
	}
	return fmt.Sprintf("the online share has the positions 0 to %d", b.facts.Online-1)
}
