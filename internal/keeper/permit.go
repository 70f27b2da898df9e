package keeper

import (
	"bufio"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"tirage/seal"
)

// Permission is one line of the record of permissions: the keeper's administrators let its half of this paper ticket be given, for a
// reason, so that a damaged ticket is made again. A ticket of the paper share is never sold online, so nothing else lets it be given.
type Permission struct {
	At       time.Time // UTC, to the microsecond
	Position int64
	Reason   string
	Chain    [32]byte // p_i = SHA-256(p_{i-1} ‖ time 8 ‖ position 8 ‖ length of the reason 2 ‖ reason), big-endian; p_0 = SHA-256("tirage keeper permits 1" ‖ block)
}

const (
	permitsFile  = "permits"
	permitsLock  = "permits.lock" // held by who writes, in whatever process
	permitsTitle = "tirage keeper permits 1"

	maxReason  = 300 // characters
	permitHead = 8 + 8 + 2
	maxPermit  = permitHead + maxReason*utf8.UTFMax + 32 // bytes of a line: as many can be torn by a crash, and are cut
)

var (
	// ErrReason refuses a permission without a reason that can be read.
	ErrReason = errors.New("keeper: a permission has a reason of 3 to 300 characters, on one line")
	// ErrNotPaper refuses a permission for what is no ticket of the block's paper share.
	ErrNotPaper = errors.New("keeper: this is no serial of the paper share of a block that the keeper holds")
)

func permitsStart(id string) [32]byte { return sha256.Sum256([]byte(permitsTitle + id)) }

// appendPermission appends the line that follows a chain, as it is written, and gives the chain after it.
func appendPermission(dst []byte, chain [32]byte, micros, position int64, reason string) ([]byte, [32]byte) {
	from := len(dst)
	dst = binary.BigEndian.AppendUint64(dst, uint64(micros))
	dst = binary.BigEndian.AppendUint64(dst, uint64(position))
	dst = binary.BigEndian.AppendUint16(dst, uint16(len(reason)))
	dst = append(dst, reason...)
	next := sha256.Sum256(append(chain[:], dst[from:]...))
	return append(dst, next[:]...), next
}

// permits is what a record of permissions holds.
type permits struct {
	lines int64
	size  int64 // bytes of the sound lines
	chain [32]byte
	paper map[int64]Permission // the first of each position
	torn  bool                 // more follows: to be cut
}

// readPermits reads the record of permissions of a block; none is there in a folder that was made before there were any.
func readPermits(dir, id string, f *Facts, each func(Permission)) (permits, error) {
	p := permits{chain: permitsStart(id), paper: map[int64]Permission{}}
	file, err := os.Open(filepath.Join(dir, permitsFile))
	if errors.Is(err, fs.ErrNotExist) {
		return p, nil
	}
	if err != nil {
		return p, err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return p, err
	}
	in := bufio.NewReaderSize(file, 1<<16)
	for {
		one, size, err := readPermission(in, p.chain, f)
		if errors.Is(err, errNotWhole) {
			break
		}
		if err != nil {
			return p, err
		}
		p.lines, p.size, p.chain = p.lines+1, p.size+size, one.Chain
		if _, again := p.paper[one.Position]; !again {
			p.paper[one.Position] = one
		}
		if each != nil {
			each(one)
		}
	}
	more := info.Size() - p.size
	if more > maxPermit {
		return p, fmt.Errorf("%w: %s: the chain of permissions breaks after %d lines", ErrDamaged, dir, p.lines)
	}
	p.torn = more > 0
	return p, nil
}

// readPermission reads one line; errNotWhole if it is not the one that follows the chain.
func readPermission(in io.Reader, chain [32]byte, f *Facts) (one Permission, size int64, err error) {
	whole := func(buf []byte) error {
		_, err := io.ReadFull(in, buf)
		if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
			return errNotWhole
		}
		return err
	}
	var head [permitHead]byte
	if err := whole(head[:]); err != nil {
		return one, 0, err
	}
	micros, position := int64(binary.BigEndian.Uint64(head[:])), int64(binary.BigEndian.Uint64(head[8:]))
	n := int(binary.BigEndian.Uint16(head[16:]))
	if n > maxReason*utf8.UTFMax || !f.paper(position) {
		return one, 0, errNotWhole
	}
	rest := make([]byte, n+32)
	if err := whole(rest); err != nil {
		return one, 0, err
	}
	line, next := appendPermission(nil, chain, micros, position, string(rest[:n]))
	if [32]byte(rest[n:]) != next {
		return one, 0, errNotWhole
	}
	return Permission{At: time.UnixMicro(micros).UTC(), Position: position, Reason: string(rest[:n]), Chain: next}, int64(len(line)), nil
}

// paper tells whether a position is of the block's paper share.
func (f *Facts) paper(position int64) bool {
	return position >= f.Online && position < int64(f.Block.Tickets)
}

// Permit lets the keeper's half of one paper ticket be given, in the folder of a keeper that may be at work, and returns when that is on
// the disk. Who is permitted already stays so, with the first reason. It refuses with ErrNotPaper, ErrReason, ErrInUse (somebody else
// is permitting at this moment) or ErrDamaged.
func Permit(dir, serial, reason string, now time.Time) (Permission, error) {
	n, err := seal.ParseSerial(serial)
	if err != nil {
		return Permission{}, ErrNotPaper
	}
	id := BlockID(seal.Block{Game: n.Game, Issue: n.Issue, Number: n.Block})
	path := filepath.Join(dir, blocksFolder, id)
	if _, err := os.Stat(path); err != nil {
		return Permission{}, fmt.Errorf("%w: block %s was not added", ErrNotPaper, id)
	}
	facts, _, err := readFacts(path)
	if err != nil {
		return Permission{}, err
	}
	position, err := facts.Block.Position(n)
	if err != nil || !facts.paper(int64(position)) {
		return Permission{}, fmt.Errorf("%w: positions 0 to %d of block %s are sold online, and their halves given once they are", ErrNotPaper, facts.Online-1, id)
	}
	return permit(path, id, &facts, int64(position), reason, now, func(string) error { return nil })
}

// checkReason refuses with ErrReason.
func checkReason(reason string) error {
	n := utf8.RuneCountInString(strings.TrimSpace(reason))
	unseen := func(r rune) bool { return !unicode.IsPrint(r) }
	if n < 3 || utf8.RuneCountInString(reason) > maxReason || !utf8.ValidString(reason) || strings.ContainsFunc(reason, unseen) {
		return ErrReason
	}
	return nil
}

func permit(dir, id string, f *Facts, position int64, reason string, now time.Time, fault func(string) error) (Permission, error) {
	if err := checkReason(reason); err != nil {
		return Permission{}, err
	}
	lock, free, err := openLock(filepath.Join(dir, permitsLock))
	if err != nil {
		return Permission{}, err
	}
	if !free {
		return Permission{}, fmt.Errorf("%w: somebody is permitting a ticket of block %s: try again", ErrInUse, id)
	}
	defer lock.Close()
	before, err := readPermits(dir, id, f, nil)
	if err != nil {
		return Permission{}, err
	}
	if there, ok := before.paper[position]; ok {
		return there, nil
	}
	line, chain := appendPermission(nil, before.chain, now.UnixMicro(), position, reason)
	return Permission{At: now.UTC().Truncate(time.Microsecond), Position: position, Reason: reason, Chain: chain}, addPermit(dir, before.size, line, fault)
}

// addPermit writes a line behind what is sound, to the disk. On an error it may be there or not; who asks again learns that.
func addPermit(dir string, at int64, line []byte, fault func(string) error) error {
	file, err := os.OpenFile(filepath.Join(dir, permitsFile), os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return err
	}
	defer file.Close()
	if err = errors.Join(file.Truncate(at), fault("permits")); err == nil {
		_, err = file.WriteAt(line, at)
	}
	if err != nil {
		return errors.Join(err, file.Truncate(at))
	}
	return errors.Join(file.Sync(), syncFolder(dir), fault("permits synced"))
}

// cutPermits cuts what a crash left torn of the record of permissions, unless somebody is writing it.
func cutPermits(dir string, size int64) error {
	lock, free, err := openLock(filepath.Join(dir, permitsLock))
	if err != nil || !free {
		return err
	}
	defer lock.Close()
	file, err := openCut(filepath.Join(dir, permitsFile), size)
	if err != nil {
		return err
	}
	return file.Close()
}

// ReadPermissions hands the permissions of a block to each, in order, from the folder of a keeper that may be at work. It refuses with
// UnknownBlock or ErrDamaged.
func ReadPermissions(dir, id string, each func(Facts, Permission)) error {
	path, facts, err := factsOf(dir, id)
	if err != nil {
		return err
	}
	_, err = readPermits(path, id, &facts, func(p Permission) { each(facts, p) })
	return err
}
