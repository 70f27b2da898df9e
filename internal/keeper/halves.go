package keeper

import (
	"bufio"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sync"
	"time"
)

// Answered is one line of the record of halves: at this time the half of this position was given. A half asked for twice has two lines.
type Answered struct {
	At       time.Time // UTC, to the microsecond
	Position int64
	Chain    [32]byte // c_i = SHA-256(c_{i-1} ‖ time ‖ position), 8 bytes each, big-endian; c_0 = SHA-256("tirage keeper halves 1" ‖ block)
}

const (
	halvesTitle = "tirage keeper halves 1"
	answerSize  = 8 + 8 + 32
	maxBatch    = 4 * MaxPositions // lines written at once: as many can be torn by a crash, and are cut
)

func halvesStart(id string) [32]byte { return sha256.Sum256([]byte(halvesTitle + id)) }

// next is the line that follows a chain, as it is written.
func nextAnswer(chain [32]byte, micros, position int64) (line [answerSize]byte) {
	binary.BigEndian.PutUint64(line[:], uint64(micros))
	binary.BigEndian.PutUint64(line[8:], uint64(position))
	hash := sha256.Sum256(append(chain[:], line[:16]...))
	copy(line[16:], hash[:])
	return line
}

// given is what a record of halves holds.
type given struct {
	lines int64 // sound ones
	chain [32]byte
	most  int64 // the greatest position of the online share; -1 for none
	paper map[int64]bool
	torn  bool // more follows: to be cut
}

// readHalves reads the record of halves and hands each line to each.
func readHalves(dir, id string, f *Facts, each func(Answered)) (given, error) {
	g := given{chain: halvesStart(id), most: -1, paper: map[int64]bool{}}
	file, err := os.Open(filepath.Join(dir, halvesFile))
	if err != nil {
		return g, fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return g, err
	}
	in := bufio.NewReaderSize(file, 1<<18)
	var line [answerSize]byte
	for {
		_, err := io.ReadFull(in, line[:])
		if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
			break
		}
		if err != nil {
			return g, err
		}
		micros, position := int64(binary.BigEndian.Uint64(line[:])), int64(binary.BigEndian.Uint64(line[8:]))
		if position < 0 || position >= int64(f.Block.Tickets) || nextAnswer(g.chain, micros, position) != line {
			break
		}
		copy(g.chain[:], line[16:])
		g.lines++
		if f.paper(position) {
			g.paper[position] = true
		} else {
			g.most = max(g.most, position)
		}
		if each != nil {
			each(Answered{At: time.UnixMicro(micros).UTC(), Position: position, Chain: g.chain})
		}
	}
	more := info.Size() - g.lines*answerSize
	if more >= (maxBatch+1)*answerSize {
		return g, fmt.Errorf("%w: %s: the chain of halves breaks after %d lines", ErrDamaged, dir, g.lines)
	}
	g.torn = more > 0 // less than none: the folder is at work, and lines were added since its size was read
	return g, nil
}

// answers is the record of halves at work. Those who wait at the same time share one write and one sync.
type answers struct {
	file  *os.File
	now   func() time.Time
	fault func(point string) error

	mu      sync.Mutex
	waiting []*answer
	busy    bool

	// of the goroutine that is busy
	lines  int64
	chain  [32]byte
	broken bool
	idle   sync.WaitGroup
}

type answer struct {
	positions []int64
	done      chan error
}

// note returns when the positions, MaxPositions at most, are in the record and on the disk.
func (a *answers) note(positions []int64) error {
	w := &answer{positions: positions, done: make(chan error, 1)}
	a.mu.Lock()
	a.waiting = append(a.waiting, w)
	if !a.busy {
		a.busy = true
		a.idle.Add(1)
		go a.drain()
	}
	a.mu.Unlock()
	return <-w.done
}

// drain writes batch after batch until nobody waits. A batch is begun only when the one before is on the disk.
func (a *answers) drain() {
	defer a.idle.Done()
	for {
		a.mu.Lock()
		n, lines := 0, 0
		for n < len(a.waiting) && lines+len(a.waiting[n].positions) <= maxBatch {
			lines += len(a.waiting[n].positions)
			n++
		}
		batch := a.waiting[:n:n]
		a.waiting = a.waiting[n:]
		if n == 0 {
			a.busy = false
			a.mu.Unlock()
			return
		}
		a.mu.Unlock()
		err := a.write(batch)
		for _, w := range batch {
			w.done <- err
		}
	}
}

func (a *answers) write(batch []*answer) error {
	if a.broken {
		return errBroken
	}
	chain, micros := a.chain, a.now().UnixMicro()
	var raw []byte
	for _, w := range batch {
		for _, position := range w.positions {
			line := nextAnswer(chain, micros, position)
			copy(chain[:], line[16:])
			raw = append(raw, line[:]...)
		}
	}
	err := a.fault("halves")
	if err == nil {
		_, err = a.file.WriteAt(raw, a.lines*answerSize)
	}
	if err != nil {
		a.broken = a.file.Truncate(a.lines*answerSize) != nil
		return fmt.Errorf("%w: %w", ErrSilent, err)
	}
	if err = errors.Join(a.file.Sync(), a.fault("halves synced")); err != nil {
		a.broken = true
		return fmt.Errorf("%w: %w", errBroken, err)
	}
	a.lines += int64(len(raw) / answerSize)
	a.chain = chain
	return nil
}

func (a *answers) close() error {
	a.idle.Wait()
	return a.file.Close()
}
