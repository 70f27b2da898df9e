package keeper

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"tirage/bingo"
)

// The record of a formula's draws is a text, a line for each commitment and each opening:
//
//	commit NUMBER MICROSECONDS NONCE COMMITMENT CHAIN
//	open NUMBER MICROSECONDS LOCK SIZE ROOT CHAIN
//
// LOCK is the SHA-256 of the lock's text. CHAIN is SHA-256(the chain before ‖ the line up to the space before it), and before the first line
// SHA-256("tirage keeper draws 1" ‖ the code, four digits). Digests have 64 hexadecimal digits.
const drawsTitle = "tirage keeper draws 1"

// Drawn is one line of the record of a formula's draws.
type Drawn struct {
	At         time.Time // UTC, to the microsecond
	Draw       bingo.ID
	Commitment bingo.Digest // of a commitment
	Lock       bingo.Digest // of an opening: SHA-256 of the lock's text
	Size       int
	Root       bingo.Digest
	Chain      bingo.Digest
}

// Opening tells whether the line is of an opening.
func (d *Drawn) Opening() bool { return d.Lock != bingo.Digest{} }

type committed struct {
	nonce  [32]byte
	digest bingo.Digest
}

// drawRecord is a record at work. It is not safe for concurrent use.
type drawRecord struct {
	file      *os.File
	code      uint16
	chain     [32]byte
	last      uint32
	committed map[uint32]committed
	opened    map[uint32]bingo.Digest
	torn      bool // something was cut
	broken    bool
	fault     func(point string) error
}

func emptyRecord(code uint16) *drawRecord {
	return &drawRecord{
		code: code, chain: sha256.Sum256(fmt.Appendf(nil, "%s%04d", drawsTitle, code)), committed: map[uint32]committed{}, opened: map[uint32]bingo.Digest{},
	}
}

func newDrawRecord(dir string, code uint16, fault func(string) error) (*drawRecord, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, err
	}
	r := emptyRecord(code)
	r.fault = fault
	var err error
	path := filepath.Join(dir, fmt.Sprintf("%04d", code))
	if r.file, err = os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY|os.O_APPEND, 0o600); err != nil {
		return nil, err
	}
	err = fault("draw made")
	if err == nil {
		err = syncName(dir)
	}
	if err != nil { // nothing stands in it yet: taken back, so that the next commitment can make it
		return nil, errors.Join(err, r.file.Close(), os.Remove(path))
	}
	return r, nil
}

// syncName brings the name of a record in the folder of records, and that folder's own, to the disk.
func syncName(dir string) error { return errors.Join(syncFolder(dir), syncFolder(filepath.Dir(dir))) }

// openDrawRecord reads a record, and cuts an unfinished last line. It returns when all that it read is on the disk: a line that was written
// by a keeper which could not sync it is answered from as any other, and must not be lost any more.
func openDrawRecord(dir string, code uint16, fault func(string) error) (*drawRecord, error) {
	path := filepath.Join(dir, fmt.Sprintf("%04d", code))
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	r, whole, err := readDraws(data, code, nil)
	if err != nil {
		return nil, fmt.Errorf("%w: %s: %w", ErrDamaged, path, err)
	}
	r.fault = fault
	if r.file, err = os.OpenFile(path, os.O_WRONLY|os.O_APPEND, 0); err != nil {
		return nil, err
	}
	if r.torn = whole < len(data); r.torn {
		err = r.file.Truncate(int64(whole))
	}
	if err == nil {
		err = fault("draw read")
	}
	if err = errors.Join(err, r.file.Sync(), syncName(dir)); err != nil {
		return nil, errors.Join(err, r.file.Close())
	}
	return r, nil
}

// readDraws reads the whole lines of a record and hands each to each. What follows the last newline was torn.
func readDraws(data []byte, code uint16, each func(Drawn)) (r *drawRecord, whole int, err error) {
	r = emptyRecord(code)
	for n := 1; ; n++ {
		end := bytes.IndexByte(data[whole:], '\n')
		if end < 0 {
			if len(data)-whole > 512 {
				return nil, 0, fmt.Errorf("line %d is none of a keeper's", n)
			}
			return r, whole, nil
		}
		line, ok := r.read(string(data[whole : whole+end]))
		if !ok {
			return nil, 0, fmt.Errorf("line %d is not the one that a keeper wrote there", n)
		}
		whole += end + 1
		if each != nil {
			each(line)
		}
	}
}

// read takes the next line in, if it is exactly what this record would write.
func (r *drawRecord) read(line string) (d Drawn, ok bool) {
	word := strings.Split(line, " ")
	if len(word) < 6 {
		return d, false
	}
	var number uint32
	var micros int64
	if n, err := fmt.Sscanf(word[1]+" "+word[2], "%d %d", &number, &micros); n != 2 || err != nil {
		return d, false
	}
	d = Drawn{At: time.UnixMicro(micros).UTC(), Draw: bingo.ID{Code: r.code, Number: number}}
	var text string
	var nonce [32]byte
	switch {
	case word[0] == "commit" && len(word) == 6:
		raw, err := hex.DecodeString(word[3])
		if err != nil || len(raw) != len(nonce) || d.Commitment.UnmarshalText([]byte(word[4])) != nil {
			return d, false
		}
		copy(nonce[:], raw)
		text = commitLine(number, micros, nonce, d.Commitment)
	case word[0] == "open" && len(word) == 7:
		if _, err := fmt.Sscanf(word[4], "%d", &d.Size); err != nil || d.Lock.UnmarshalText([]byte(word[3])) != nil || d.Root.UnmarshalText([]byte(word[5])) != nil {
			return d, false
		}
		text = openLine(number, micros, d.Lock, d.Size, d.Root)
	default:
		return d, false
	}
	_, known := r.committed[number]
	_, opened := r.opened[number]
	if commits := word[0] == "commit"; commits == known || opened || commits && r.last > 0 && number != r.last+1 {
		return d, false
	}
	next := r.after(text)
	if d.Chain = bingo.Digest(next); text+" "+d.Chain.String() != line {
		return d, false
	}
	r.take(number, nonce, &d)
	return d, true
}

func (r *drawRecord) take(number uint32, nonce [32]byte, d *Drawn) {
	r.chain = [32]byte(d.Chain)
	if d.Opening() {
		r.opened[number] = d.Lock
		return
	}
	r.committed[number], r.last = committed{nonce, d.Commitment}, number
}

func commitLine(number uint32, micros int64, nonce [32]byte, digest bingo.Digest) string {
	return fmt.Sprintf("commit %d %d %x %s", number, micros, nonce, digest)
}

func openLine(number uint32, micros int64, lock bingo.Digest, size int, root bingo.Digest) string {
	return fmt.Sprintf("open %d %d %s %d %s", number, micros, lock, size, root)
}

func (r *drawRecord) after(text string) [32]byte {
	return sha256.Sum256(append(r.chain[:len(r.chain):len(r.chain)], text...))
}

func (r *drawRecord) commit(at time.Time, number uint32, nonce [32]byte, digest bingo.Digest) error {
	text := commitLine(number, at.UnixMicro(), nonce, digest)
	d := Drawn{Commitment: digest, Chain: bingo.Digest(r.after(text))}
	if err := r.append(text, d.Chain); err != nil {
		return err
	}
	r.take(number, nonce, &d)
	return nil
}

func (r *drawRecord) open(at time.Time, number uint32, lock bingo.Digest, size int, root bingo.Digest) error {
	text := openLine(number, at.UnixMicro(), lock, size, root)
	d := Drawn{Lock: lock, Chain: bingo.Digest(r.after(text))}
	if err := r.append(text, d.Chain); err != nil {
		return err
	}
	r.take(number, [32]byte{}, &d)
	return nil
}

// append brings a line to the disk. After a failure nothing is written any more: what stands there is not known until the record is read again.
func (r *drawRecord) append(text string, chain bingo.Digest) error {
	if r.broken {
		return errBroken
	}
	err := r.fault("draw line")
	if err == nil {
		_, err = io.WriteString(r.file, text+" "+chain.String()+"\n")
	}
	if err == nil {
		err = r.fault("draw sync")
	}
	if err == nil {
		err = r.file.Sync()
	}
	r.broken = err != nil
	return err
}

// ReadDraws hands the lines of the record of a formula's draws to each, in order, from the folder of a keeper that may be at work. It refuses
// with NotCommitted or ErrDamaged.
func ReadDraws(dir string, code uint16, each func(Drawn)) error {
	data, err := os.ReadFile(filepath.Join(dir, drawsFolder, fmt.Sprintf("%04d", code)))
	if errors.Is(err, os.ErrNotExist) {
		return &Refusal{Name: NotCommitted, Detail: "the keeper never committed to a draw of this formula"}
	}
	if err != nil {
		return err
	}
	if _, _, err := readDraws(data, code, each); err != nil {
		return fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	return nil
}
