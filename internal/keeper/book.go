package keeper

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"golang.org/x/mod/sumdb/note"

	"tirage/seal"
)

// ErrInUse refuses to open a folder that another process, or another Book of this one, has open.
var ErrInUse = errors.New("keeper: another keeper is at work in this folder")

// Options says how a Book is opened.
type Options struct {
	Dir    string           // the keeper's folder; it is made if it is not there
	House  string           // verifier key of the house's hall, whose locks open draws; "": none is opened
	Name   string           // of the signer, for a folder that has no signing key yet; "": "keeper"
	Now    func() time.Time // nil: time.Now
	Random io.Reader        // for the signing key; nil: crypto/rand

	fault func(point string) error // for tests: called at each step; its error is the step's
}

// Book is a keeper: the folder with its keys and its record. It may be used by many goroutines. What it says it was told, and that it
// gave a half, is on the disk before it says so.
type Book struct {
	options  Options
	lock     *os.File
	signer   note.Signer
	verifier string
	cut      []string

	mu     sync.RWMutex
	blocks map[string]*block
	closed bool

	draws draws
}

// Open opens a keeper's folder: it reads every block whole, recomputes the chains, cuts what a crash left unfinished, and makes the
// signing key when it is opened first. It refuses with ErrInUse, ErrSigner or ErrDamaged.
func Open(o Options) (*Book, error) {
	if o.Name == "" {
		o.Name = "keeper"
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Random == nil {
		o.Random = rand.Reader
	}
	if o.fault == nil {
		o.fault = func(string) error { return nil }
	}
	if err := os.MkdirAll(filepath.Join(o.Dir, blocksFolder), 0o700); err != nil {
		return nil, err
	}
	lock, free, err := openLock(filepath.Join(o.Dir, lockFile))
	if err != nil {
		return nil, err
	}
	if !free {
		return nil, fmt.Errorf("%w: %s", ErrInUse, o.Dir)
	}
	b := &Book{options: o, lock: lock, blocks: map[string]*block{}}
	if err := b.open(); err != nil {
		return nil, errors.Join(err, b.Close())
	}
	return b, nil
}

func (b *Book) open() error {
	ids, err := blockIDs(b.options.Dir)
	if err != nil {
		return err
	}
	told := int64(0)
	for _, id := range ids {
		opened, err := b.openBlock(id)
		if err != nil {
			return err
		}
		told += opened.told.Load().Told
	}
	if err := b.openDraws(); err != nil {
		return err
	}
	return b.openKey(told > 0 || len(b.draws.records) > 0)
}

// openBlock opens a block and keeps it. The caller holds the lock, or is alone.
func (b *Book) openBlock(id string) (*block, error) {
	opened, torn, err := openBlock(filepath.Join(b.options.Dir, blocksFolder, id), id, b.options.Now, b.options.fault)
	if err != nil {
		return nil, err
	}
	if torn {
		b.cut = append(b.cut, id)
	}
	b.blocks[id] = opened
	return opened, nil
}

// openKey reads the signing key, or makes it, unless something was acknowledged before.
func (b *Book) openKey(worked bool) error {
	path := filepath.Join(b.options.Dir, signingFile)
	text, err := readBounded(path, 4<<10)
	if errors.Is(err, fs.ErrNotExist) {
		if worked {
			return fmt.Errorf("%w: %s is missing, with which this keeper signed: put it back from a copy", ErrDamaged, path)
		}
		key, err := newSigningKey(b.options.Name, b.options.Random)
		if err != nil {
			return err
		}
		text = []byte(key + "\n")
		if err := b.replace(signingFile, text); err != nil {
			return err
		}
	} else if err != nil {
		return err
	}
	if b.signer, b.verifier, err = openSigner(string(text)); err != nil {
		return fmt.Errorf("%w: %s", err, path)
	}
	there, err := ReadVerifier(b.options.Dir)
	if err != nil || there == b.verifier {
		return err
	}
	if there != "" {
		return fmt.Errorf("%w: %s and %s are not one pair", ErrDamaged, path, verifierFile)
	}
	return b.replace(verifierFile, []byte(b.verifier+"\n"))
}

// replace writes a file of the folder whole.
func (b *Book) replace(name string, data []byte) error {
	path := filepath.Join(b.options.Dir, name)
	if err := os.Remove(path + ".new"); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err := writeNew(path+".new", data); err != nil {
		return err
	}
	return errors.Join(os.Rename(path+".new", path), syncFolder(b.options.Dir))
}

// Verifier is the public key with which acknowledgements are checked: the house is given it once, from hand to hand.
func (b *Book) Verifier() string { return b.verifier }

// Blocks names the blocks that are open, in order.
func (b *Book) Blocks() []string {
	b.mu.RLock()
	defer b.mu.RUnlock()
	return slices.Sorted(maps.Keys(b.blocks))
}

// Cut names the blocks of which an unfinished call was cut when they were opened.
func (b *Book) Cut() []string {
	b.mu.RLock()
	defer b.mu.RUnlock()
	return slices.Clone(b.cut)
}

// Healthy tells whether every block can still be written; else the error says which cannot.
func (b *Book) Healthy() error {
	b.mu.RLock()
	defer b.mu.RUnlock()
	if b.closed {
		return errClosed
	}
	var broken []string
	for id, blk := range b.blocks {
		if blk.broken.Load() {
			broken = append(broken, id)
		}
	}
	if broken != nil {
		return fmt.Errorf("%w: block %s", errBroken, strings.Join(broken, ", "))
	}
	return nil
}

var errClosed = fmt.Errorf("%w: the keeper is stopping", ErrSilent)

// block gives a block and keeps the Book open until done is called. A block added since the Book was opened is opened now.
func (b *Book) block(ctx context.Context, id string) (blk *block, done func(), err error) {
	if err := ctx.Err(); err != nil {
		return nil, nil, fmt.Errorf("%w: %w", ErrSilent, err)
	}
	b.mu.RLock()
	if blk, ok := b.blocks[id]; ok && !b.closed {
		return blk, b.mu.RUnlock, nil
	}
	b.mu.RUnlock()
	if err := b.find(id); err != nil {
		return nil, nil, err
	}
	b.mu.RLock()
	if b.closed {
		b.mu.RUnlock()
		return nil, nil, errClosed
	}
	return b.blocks[id], b.mu.RUnlock, nil
}

func (b *Book) find(id string) error {
	unknown := &Refusal{Name: UnknownBlock, Block: id, Detail: "add it to the keeper's folder first"}
	if !validID(id) {
		unknown.Block = ""
		return unknown
	}
	if _, err := os.Stat(filepath.Join(b.options.Dir, blocksFolder, id)); err != nil {
		return unknown
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.closed {
		return errClosed
	}
	if b.blocks[id] != nil {
		return nil
	}
	if _, err := b.openBlock(id); err != nil {
		return fmt.Errorf("%w: %w", ErrSilent, err)
	}
	return nil
}

// Tell is Keeper's.
func (b *Book) Tell(ctx context.Context, id string, from int64, sales []Sale) (Ack, error) {
	blk, done, err := b.block(ctx, id)
	if err != nil {
		return Ack{}, err
	}
	defer done()
	chain, err := blk.tell(from, sales)
	if err != nil {
		return Ack{}, err
	}
	return sign(b.signer, chain)
}

// Halves is Keeper's.
func (b *Book) Halves(ctx context.Context, id string, positions []int64) ([]seal.Half, error) {
	blk, done, err := b.block(ctx, id)
	if err != nil {
		return nil, err
	}
	defer done()
	return blk.give(positions)
}

// Permit lets the half of one paper ticket be given, as the function of this name does in the folder of a keeper that may be elsewhere.
// It is for a keeper within the house, which is no second party: over HTTP nobody can ask for it.
func (b *Book) Permit(ctx context.Context, serial, reason string) error {
	n, err := seal.ParseSerial(serial)
	if err != nil {
		return ErrNotPaper
	}
	blk, done, err := b.block(ctx, BlockID(seal.Block{Game: n.Game, Issue: n.Issue, Number: n.Block}))
	if err != nil {
		return err
	}
	defer done()
	position, err := blk.facts.Block.Position(n)
	if err != nil || !blk.facts.paper(int64(position)) {
		return ErrNotPaper
	}
	_, err = permit(blk.dir, blk.id, &blk.facts, int64(position), reason, b.options.Now(), b.options.fault)
	return err
}

// Status is Keeper's.
func (b *Book) Status(ctx context.Context, id string) (Ack, error) {
	blk, done, err := b.block(ctx, id)
	if err != nil {
		return Ack{}, err
	}
	defer done()
	return sign(b.signer, *blk.told.Load())
}

// Held is Keeper's.
func (b *Book) Held(ctx context.Context, id string) (Held, error) {
	blk, done, err := b.block(ctx, id)
	if err != nil {
		return Held{}, err
	}
	defer done()
	held := Held{Block: id, Online: blk.facts.Online, Manifest: blk.facts.Manifest}
	held.Note, err = note.Sign(&note.Note{Text: held.text()}, b.signer)
	return held, err
}

// Close waits for what is being carried out and closes the folder. The second time it does nothing.
func (b *Book) Close() error {
	drawn := b.closeDraws()
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.closed {
		return nil
	}
	b.closed = true
	var errs []error
	for _, blk := range b.blocks {
		errs = append(errs, blk.close())
	}
	return errors.Join(append(errs, drawn, b.lock.Close())...)
}
