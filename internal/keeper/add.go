package keeper

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"tirage/seal"
)

// The files of a keeper's folder.
const (
	lockFile     = "lock"
	signingFile  = "signing.key"
	verifierFile = "verifier.key"
	blocksFolder = "blocks"

	factsFile    = "block"
	manifestFile = "manifest"
	keyFile      = "key"
	toldFile     = "told"
	headsFile    = "heads"
	halvesFile   = "halves"
)

const (
	factsTitle = "tirage keeper block 1"
	keyTitle   = "tirage keeper key 1"
)

var (
	// ErrExists refuses to give the keeper a block again with another key, share or manifest.
	ErrExists = errors.New("keeper: this block was added before, and not like this")
	// ErrFacts refuses a block that no keeper can keep.
	ErrFacts = errors.New("keeper: this block has no tickets to keep")
)

// Facts is what the keeper must know of a block, besides its key.
type Facts struct {
	Block  seal.Block
	Online int64 // positions 0 … Online-1 are sold online: of these the keeper is told and gives halves

	Manifest [32]byte // SHA-256 of the text of its manifest, without the signature; when it is added, that of the manifest given counts
}

// text writes the facts, with the digests of the manifest and of the key that belong to them, and of the lines themselves.
func (f *Facts) text(manifest []byte, key seal.KeeperKey) string {
	b := f.Block
	text := fmt.Sprintf("%s\ngame %d\nissue %d\nblock %d\ntickets %d\npack-size %d\ngame-file %x\nonline-tickets %d\nmanifest %x\nkey %x\n",
		factsTitle, b.Game, b.Issue, b.Number, b.Tickets, b.PackSize, b.GameFile, f.Online, sha256.Sum256(manifest),
		sha256.Sum256([]byte(keyTitle+key.Hex())))
	return text + fmt.Sprintf("sum %x\n", sha256.Sum256([]byte(text)))
}

// textDigest is the SHA-256 of a signed note's text, without its signatures; of bytes that are no note, of all of them.
func textDigest(note []byte) [32]byte {
	if end := bytes.LastIndex(note, []byte("\n\n")); end >= 0 {
		note = note[:end+1]
	}
	return sha256.Sum256(note)
}

// readFacts reads the facts of a block and checks that manifest and key are those that they were written with.
func readFacts(dir string) (Facts, seal.KeeperKey, error) {
	damaged := func(name string, why any) (Facts, seal.KeeperKey, error) {
		return Facts{}, seal.KeeperKey{}, fmt.Errorf("%w: %s: %v", ErrDamaged, filepath.Join(dir, name), why)
	}
	text, err := readBounded(filepath.Join(dir, factsFile), 4<<10)
	if err != nil {
		return damaged(factsFile, err)
	}
	manifest, err := readBounded(filepath.Join(dir, manifestFile), maxManifest)
	if err != nil {
		return damaged(manifestFile, err)
	}
	raw, err := readBounded(filepath.Join(dir, keyFile), 4<<10)
	if err != nil {
		return damaged(keyFile, err)
	}
	key, err := seal.ParseKeeperKey(raw)
	if err != nil {
		return damaged(keyFile, err)
	}
	f, ok := parseFacts(string(text))
	if !ok {
		return damaged(factsFile, "it is not written as a keeper writes it")
	}
	if f.text(manifest, key) != string(text) {
		return damaged(factsFile, "facts, manifest or key are not those that the block was added with")
	}
	f.Manifest = textDigest(manifest)
	return f, key, nil
}

// parseFacts reads the numbers; that the text is exactly what text writes is left to the caller, who knows manifest and key.
func parseFacts(text string) (f Facts, ok bool) {
	b := &f.Block
	var file, manifest, key string
	n, err := fmt.Sscanf(text, factsTitle+"\ngame %d\nissue %d\nblock %d\ntickets %d\npack-size %d\ngame-file %s\nonline-tickets %d\nmanifest %s\nkey %s\n",
		&b.Game, &b.Issue, &b.Number, &b.Tickets, &b.PackSize, &file, &f.Online, &manifest, &key)
	raw, err2 := hex.DecodeString(file)
	if n != 9 || err != nil || err2 != nil || len(raw) != len(b.GameFile) {
		return f, false
	}
	copy(b.GameFile[:], raw)
	return f, f.check() == nil
}

func (f *Facts) check() error {
	if err := f.Block.Check(); err != nil {
		return fmt.Errorf("%w: %w", ErrFacts, err)
	}
	if f.Online < 0 || f.Online > int64(f.Block.Tickets) {
		return fmt.Errorf("%w: %d of its %d tickets are sold online", ErrFacts, f.Online, f.Block.Tickets)
	}
	return nil
}

const maxManifest = 4 << 20 // bytes: far more than the manifest of the largest block

// Add gives a block to the keeper whose folder this is, with its key and a copy of the manifest, which the caller has checked. The folder
// is made if it is not there. A keeper at work finds the block when it is first asked about it. Adding the same again does nothing; Add
// refuses with ErrFacts, seal.ErrNoKey or ErrExists.
func Add(dir string, f Facts, key seal.KeeperKey, manifest []byte) error {
	if err := f.check(); err != nil {
		return err
	}
	if !key.Set() {
		return seal.ErrNoKey
	}
	if len(manifest) > maxManifest {
		return fmt.Errorf("%w: its manifest is larger than %d bytes", ErrFacts, maxManifest)
	}
	id := BlockID(f.Block)
	blocks := filepath.Join(dir, blocksFolder)
	if err := os.MkdirAll(blocks, 0o700); err != nil {
		return err
	}
	made, err := os.MkdirTemp(blocks, "."+id+"-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(made) // of what was not given its name
	text := []byte(f.text(manifest, key))
	for _, file := range []struct {
		name string
		data []byte
	}{
		{factsFile, text},
		{manifestFile, manifest},
		{keyFile, []byte(key.Hex() + "\n")},
		{toldFile, nil},
		{headsFile, nil},
		{halvesFile, nil},
		{permitsFile, nil},
	} {
		if err := writeNew(filepath.Join(made, file.name), file.data); err != nil {
			return err
		}
	}
	if err := syncFolder(made); err != nil {
		return err
	}
	name := filepath.Join(blocks, id)
	if err := os.Rename(made, name); err != nil {
		there, err2 := os.ReadFile(filepath.Join(name, factsFile))
		switch {
		case err2 != nil:
			return err
		case !bytes.Equal(there, text):
			return fmt.Errorf("%w: block %s: %s", ErrExists, id, differing(string(there), string(text)))
		}
		return nil
	}
	return errors.Join(syncFolder(blocks), syncFolder(dir))
}

// differing names the first line in which the facts of a block differ.
func differing(there, given string) string {
	a, b := strings.Split(there, "\n"), strings.Split(given, "\n")
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return fmt.Sprintf("it has %q, this would have %q", a[i], b[i])
		}
	}
	return "their facts differ"
}

// writeNew writes a file that must not exist, for its owner's eyes, to the disk.
func writeNew(path string, data []byte) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	return errors.Join(err, f.Sync(), f.Close())
}

func readBounded(path string, most int64) ([]byte, error) {
	info, err := os.Stat(path)
	if err == nil && (info.Size() > most || !info.Mode().IsRegular()) {
		err = &fs.PathError{Op: "read", Path: path, Err: errors.New("no file, or too large")}
	}
	if err != nil {
		return nil, err
	}
	return os.ReadFile(path)
}
