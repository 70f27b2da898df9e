package keeper

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"golang.org/x/mod/sumdb/note"

	"tirage/bingo"
	"tirage/secret"
)

// Draws is the second party of live draws: it commits to a secret of its own before any sale, and gives it for the first signed lock of that
// draw alone. Its refusals are *Refusal; one that gave no answer is ErrSilent, and the same call may then be made again.
type Draws interface {
	// Commit signs the commitment to the keeper's secret of a draw: the same one however often it is asked. It refuses with BadRequest, or
	// OutOfOrder for a number that would leave a gap.
	Commit(ctx context.Context, id bingo.ID) (Commitment, error)
	// OpenDraw gives the secret of a draw for its lock, signed by the house, after recording that lock. It refuses with NoHouse, NotSigned,
	// NotCommitted or OtherLock.
	OpenDraw(ctx context.Context, lock []byte) (bingo.Secret, error)
}

// Commitment is what the keeper signs before the sale of a draw.
type Commitment struct {
	Draw   bingo.ID
	Digest bingo.Digest // the commitment to its secret
	Note   []byte       // signed note over the two; OpenCommitment reads it
}

const commitmentTitle = "tirage keeper draw 1"

func (c *Commitment) text() string {
	return fmt.Sprintf("%s\ndraw %s\ncommitment %s\n", commitmentTitle, c.Draw, c.Digest)
}

// OpenCommitment reads a commitment and checks that the verifier key signed it, and nobody else. It refuses with ErrVerifier or ErrAck.
func OpenCommitment(signed []byte, verifier string) (Commitment, error) {
	v, err := note.NewVerifier(strings.TrimSpace(verifier))
	if err != nil {
		return Commitment{}, ErrVerifier
	}
	return openCommitment(signed, v)
}

func openCommitment(signed []byte, v note.Verifier) (Commitment, error) {
	text, err := openNote(signed, v)
	if err != nil {
		return Commitment{}, err
	}
	c := Commitment{Note: signed}
	line := strings.Split(text, "\n")
	if len(line) != 4 {
		return Commitment{}, errForm
	}
	if c.Draw, err = bingo.ParseID(strings.TrimPrefix(line[1], "draw ")); err != nil {
		return Commitment{}, errForm
	}
	if err := c.Digest.UnmarshalText([]byte(strings.TrimPrefix(line[2], "commitment "))); err != nil || c.text() != text {
		return Commitment{}, errForm
	}
	return c, nil
}

// The files of a keeper's folder that are about draws.
const (
	drawsFolder = "draws"    // a record for each formula, by its code
	drawKeyFile = "draw.key" // 64 hexadecimal digits
)

// draws is what a keeper knows of draws: a key from which, with what the records hold, its secrets follow, and the records, which hold no
// secret.
type draws struct {
	mu      sync.Mutex
	closed  bool
	key     secret.Key
	records map[uint16]*drawRecord
	house   note.Verifier // nil: no draw is opened
}

// secretOf is the keeper's secret of a draw: HMAC-SHA-256(key, "tirage keeper draw 1" ‖ 0x00 ‖ the draw as people write it ‖ nonce).
func (d *draws) secretOf(id bingo.ID, nonce [32]byte) bingo.Secret {
	m := hmac.New(sha256.New, d.key.Raw()[:])
	m.Write([]byte(commitmentTitle + "\x00" + id.String()))
	m.Write(nonce[:])
	return bingo.NewSecret([32]byte(m.Sum(nil)))
}

// openDraws reads the records of draws, and cuts what a crash left unfinished.
func (b *Book) openDraws() error {
	b.draws.records = map[uint16]*drawRecord{}
	if b.options.House != "" {
		v, err := note.NewVerifier(strings.TrimSpace(b.options.House))
		if err != nil {
			return ErrVerifier
		}
		b.draws.house = v
	}
	codes, err := drawCodes(b.options.Dir)
	if err != nil {
		return err
	}
	for _, code := range codes {
		r, err := openDrawRecord(filepath.Join(b.options.Dir, drawsFolder), code, b.options.fault)
		if err != nil {
			return err
		}
		b.draws.records[code] = r
		if r.torn {
			b.cut = append(b.cut, fmt.Sprintf("%04d", code))
		}
	}
	text, err := readBounded(filepath.Join(b.options.Dir, drawKeyFile), 4<<10)
	switch {
	case errors.Is(err, fs.ErrNotExist) && len(codes) > 0:
		return fmt.Errorf("%w: %s is missing, with which this keeper committed to draws: put it back from a copy", ErrDamaged, drawKeyFile)
	case errors.Is(err, fs.ErrNotExist):
		return nil // made with the first commitment
	case err != nil:
		return err
	}
	key, ok := secret.Parse(text)
	if !ok {
		return fmt.Errorf("%w: %s holds no key", ErrDamaged, drawKeyFile)
	}
	b.draws.key = key
	return nil
}

// makeDrawKey makes the key with the first commitment.
func (b *Book) makeDrawKey() error {
	if b.draws.key.Set() {
		return nil
	}
	var raw [32]byte
	if _, err := io.ReadFull(b.options.Random, raw[:]); err != nil {
		return err
	}
	key := secret.New(raw)
	if err := b.replace(drawKeyFile, []byte(key.Hex()+"\n")); err != nil {
		return err
	}
	b.draws.key = key
	return nil
}

// Commit is Draws'.
func (b *Book) Commit(ctx context.Context, id bingo.ID) (Commitment, error) {
	if !id.Valid() {
		return Commitment{}, badRequest("there is no such draw")
	}
	digest, err := b.commitment(ctx, id)
	if err != nil {
		return Commitment{}, err
	}
	c := Commitment{Draw: id, Digest: digest}
	c.Note, err = note.Sign(&note.Note{Text: c.text()}, b.signer)
	return c, err
}

func (b *Book) commitment(ctx context.Context, id bingo.ID) (bingo.Digest, error) {
	if err := b.mayDraw(ctx); err != nil {
		return bingo.Digest{}, err
	}
	defer b.draws.mu.Unlock()
	r := b.draws.records[id.Code]
	if r != nil {
		if c, ok := r.committed[id.Number]; ok {
			return c.digest, nil
		}
	}
	if err := b.makeDrawKey(); err != nil {
		return bingo.Digest{}, silent(err)
	}
	if r == nil {
		var err error
		if r, err = newDrawRecord(filepath.Join(b.options.Dir, drawsFolder), id.Code, b.options.fault); err != nil {
			return bingo.Digest{}, silent(err)
		}
		b.draws.records[id.Code] = r
	}
	if id.Number != r.last+1 && r.last > 0 {
		return bingo.Digest{}, &Refusal{Name: OutOfOrder, Told: int64(r.last), Position: int64(id.Number), Detail: "draws of a formula are committed to by number, without a gap"}
	}
	var nonce [32]byte
	if _, err := io.ReadFull(b.options.Random, nonce[:]); err != nil {
		return bingo.Digest{}, silent(err)
	}
	digest := b.draws.secretOf(id, nonce).Commitment()
	if err := r.commit(b.options.Now(), id.Number, nonce, digest); err != nil {
		return bingo.Digest{}, silent(err)
	}
	return digest, nil
}

// OpenDraw is Draws'.
func (b *Book) OpenDraw(ctx context.Context, lock []byte) (bingo.Secret, error) {
	if b.draws.house == nil {
		return bingo.Secret{}, &Refusal{Name: NoHouse, Detail: "start the keeper with the verifier key of the house's hall"}
	}
	text, err := bingo.OpenNote(lock, note.VerifierList(b.draws.house))
	if err != nil {
		return bingo.Secret{}, &Refusal{Name: NotSigned, Detail: "this is no lock signed by the house's hall"}
	}
	said, err := bingo.ParseLockStatement(text)
	if err != nil {
		return bingo.Secret{}, &Refusal{Name: NotSigned, Detail: "the house signed something that is no lock"}
	}
	if err := b.mayDraw(ctx); err != nil {
		return bingo.Secret{}, err
	}
	defer b.draws.mu.Unlock()
	r := b.draws.records[said.Draw.Code]
	if r == nil || r.committed[said.Draw.Number].digest == (bingo.Digest{}) {
		return bingo.Secret{}, &Refusal{Name: NotCommitted, Position: int64(said.Draw.Number), Detail: "the keeper never committed to this draw"}
	}
	c := r.committed[said.Draw.Number]
	s := b.draws.secretOf(said.Draw, c.nonce)
	if s.Commitment() != c.digest {
		return bingo.Secret{}, silent(fmt.Errorf("%w: %s is not the key with which draw %s was committed to", ErrDamaged, drawKeyFile, said.Draw))
	}
	digest := bingo.Digest(sha256.Sum256([]byte(text)))
	if before, ok := r.opened[said.Draw.Number]; ok {
		if before != digest {
			return bingo.Secret{}, &Refusal{Name: OtherLock, Position: int64(said.Draw.Number), Detail: "this draw was opened for another lock: two signed locks of one draw prove a fraud"}
		}
		return s, nil
	}
	if err := r.open(b.options.Now(), said.Draw.Number, digest, said.Size, said.Root); err != nil {
		return bingo.Secret{}, silent(err)
	}
	return s, nil
}

func silent(err error) error { return fmt.Errorf("%w: %w", ErrSilent, err) }

// mayDraw locks the records of draws, unless the keeper is stopping.
func (b *Book) mayDraw(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return silent(err)
	}
	b.draws.mu.Lock()
	if b.draws.closed {
		b.draws.mu.Unlock()
		return errClosed
	}
	return nil
}

// closeDraws waits for what is being recorded.
func (b *Book) closeDraws() error {
	b.draws.mu.Lock()
	defer b.draws.mu.Unlock()
	if b.draws.closed {
		return nil
	}
	b.draws.closed = true
	var errs []error
	for _, r := range b.draws.records {
		errs = append(errs, r.file.Close())
	}
	return errors.Join(errs...)
}

// drawCodes lists the formulas of which the folder has a record.
func drawCodes(dir string) (codes []uint16, err error) {
	entries, err := os.ReadDir(filepath.Join(dir, drawsFolder))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	for _, e := range entries {
		var code uint16
		if n, err := fmt.Sscanf(e.Name(), "%04d", &code); n != 1 || err != nil || fmt.Sprintf("%04d", code) != e.Name() || code == 0 || code > bingo.MaxFormulaCode {
			return nil, fmt.Errorf("%w: %s holds %q", ErrDamaged, drawsFolder, e.Name())
		}
		codes = append(codes, code)
	}
	return codes, err
}
