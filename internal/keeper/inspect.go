package keeper

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"tirage/seal"
)

// State is what a keeper's folder holds of one block, every digest of it recomputed.
type State struct {
	Block       string
	Facts       Facts
	Told        Chain
	Halves      int64    // number of halves given
	HalvesChain [32]byte // as in Answered
	Permits     int64    // number of permissions for paper tickets
	PermitsEnd  [32]byte // as in Permission
	Torn        bool     // the files end in something that was never acknowledged: a call is being carried out, or a crash cut it off

	sound   sound
	permits permits
	key     seal.KeeperKey
}

func inspect(dir, id string) (State, error) {
	s := State{Block: id}
	var err error
	if s.Facts, s.key, err = readFacts(dir); err != nil {
		return s, err
	}
	if got := BlockID(s.Facts.Block); got != id {
		return s, fmt.Errorf("%w: %s holds the block %s", ErrDamaged, dir, got)
	}
	// The halves are read first: in a folder at work, what was told or permitted when a half was given is there by the time that is read.
	halves, err := readHalves(dir, id, &s.Facts, nil)
	if err != nil {
		return s, err
	}
	if s.sound, err = readTold(dir, id, s.Facts.Online); err != nil {
		return s, err
	}
	if s.permits, err = readPermits(dir, id, &s.Facts, nil); err != nil {
		return s, err
	}
	s.Told, s.Halves, s.HalvesChain, s.Torn = s.sound.chain, halves.lines, halves.chain, halves.torn || s.sound.torn || s.permits.torn
	s.Permits, s.PermitsEnd = s.permits.lines, s.permits.chain
	for position := range halves.paper {
		if _, ok := s.permits.paper[position]; !ok {
			return s, fmt.Errorf("%w: %s: a half of the paper ticket at position %d was given and nobody permitted it: permissions are missing", ErrDamaged, dir, position)
		}
	}
	if halves.most >= s.Told.Told {
		return s, fmt.Errorf("%w: %s: a half of position %d was given and %d sales are told: sales are missing", ErrDamaged, dir, halves.most, s.Told.Told)
	}
	return s, nil
}

// Inspect reads the folder of a keeper that may be at work, and changes nothing. It refuses with ErrDamaged.
func Inspect(dir string) ([]State, error) {
	ids, err := blockIDs(dir)
	if err != nil {
		return nil, err
	}
	var list []State
	for _, id := range ids {
		s, err := inspect(filepath.Join(dir, blocksFolder, id), id)
		if err != nil {
			return nil, err
		}
		list = append(list, s)
	}
	return list, nil
}

// ReadAnswered hands the halves that were given of a block to each, in order, from the folder of a keeper that may be at work. It refuses
// with UnknownBlock or ErrDamaged.
func ReadAnswered(dir, id string, each func(Facts, Answered)) error {
	path, facts, err := factsOf(dir, id)
	if err != nil {
		return err
	}
	_, err = readHalves(path, id, &facts, func(a Answered) { each(facts, a) })
	return err
}

// factsOf finds a block in a keeper's folder. It refuses with UnknownBlock or ErrDamaged.
func factsOf(dir, id string) (path string, f Facts, err error) {
	path = filepath.Join(dir, blocksFolder, id)
	if !validID(id) {
		return "", f, &Refusal{Name: UnknownBlock, Detail: "a block is named as its serials begin: 3002-00-0001"}
	}
	if _, err := os.Stat(path); err != nil {
		return "", f, &Refusal{Name: UnknownBlock, Block: id}
	}
	f, _, err = readFacts(path)
	return path, f, err
}

// ReadVerifier gives the public key of the keeper whose folder this is, as it wrote it when it first started; "" before that.
func ReadVerifier(dir string) (string, error) {
	data, err := readBounded(filepath.Join(dir, verifierFile), 4<<10)
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	return strings.TrimSpace(string(data)), err
}

// blockIDs lists the blocks of a keeper's folder in order.
func blockIDs(dir string) ([]string, error) {
	entries, err := os.ReadDir(filepath.Join(dir, blocksFolder))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var ids []string
	for _, e := range entries {
		if validID(e.Name()) {
			ids = append(ids, e.Name())
		} else if !strings.HasPrefix(e.Name(), ".") {
			return nil, fmt.Errorf("%w: %s is no block", ErrDamaged, filepath.Join(dir, blocksFolder, e.Name()))
		}
	}
	slices.Sort(ids)
	return ids, nil
}

// Holds checks that a keeper's folder still holds what an acknowledgement says that the keeper was told: after a restore, that the copy was
// not too old, or another. It refuses with ErrAck, UnknownBlock or ErrDamaged; its doubts are Behind and Differs.
func Holds(dir string, signed []byte) (Ack, error) {
	verifier, err := ReadVerifier(dir)
	if err != nil {
		return Ack{}, err
	}
	ack, err := OpenAck(signed, verifier)
	if err != nil {
		return ack, err
	}
	path := filepath.Join(dir, blocksFolder, ack.Block)
	if _, err := os.Stat(path); err != nil {
		return ack, &Refusal{Name: UnknownBlock, Block: ack.Block}
	}
	s, err := inspect(path, ack.Block)
	if err != nil {
		return ack, err
	}
	if s.Told.Told < ack.Told {
		return ack, &Doubt{Name: Behind, Block: ack.Block, Told: s.Told.Told, Known: ack.Told, Text: "the folder is older than this acknowledgement"}
	}
	c := NewChain(ack.Block)
	told, err := os.Open(filepath.Join(path, toldFile))
	if err != nil {
		return ack, err
	}
	defer told.Close()
	in, raw := bufio.NewReaderSize(told, 1<<20), [SaleSize]byte{}
	for c.Told < ack.Told {
		if _, err := io.ReadFull(in, raw[:]); err != nil {
			return ack, err
		}
		c.Add(parseSale(raw[:]))
	}
	if c.Hash != ack.Chain {
		return ack, &Doubt{Name: Differs, Block: ack.Block, Told: s.Told.Told, Known: ack.Told, Text: "the folder holds other sales than were acknowledged"}
	}
	return ack, nil
}
