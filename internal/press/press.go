// Package press prints a block of scratch tickets, seals it, reads it and audits it on disk.
//
// Its invariant: a folder that bears the name it was asked to have is a whole block. Every ticket in it was read back from the
// bytes of its print file, judged again by the rules alone and found to be the ticket that was dealt; its recount is its plan;
// and the same seeds give the same plaintext for any number of workers. An audit never trusts what a block says of itself where
// it can compute it.
//
// What a ticket is worth is left to package scratch, keys and envelopes to seal, the tree to fair, and who may hold seeds
// and keys to the people who run the ceremony. The machine that prints knows every winning ticket while it runs.
package press

import (
	"errors"
	"fmt"

	"tirage/scratch"
	"tirage/seal"
)

// The files of a block.
const (
	announcementFile = "announcement"
	manifestFile     = "manifest"
	signerFile       = "signer"
	gameFile         = "game.yaml"
	planFile         = "plan.json"
	envelopesFile    = "envelopes"
	treeFile         = "tree"
	seedAFile        = "seed-a"
	seedBFile        = "seed-b"
	printFolder      = "print"
	markerFile       = "unfinished"
	partialSuffix    = ".partial"
)

// MaxTickets bounds the block that one folder holds.
const MaxTickets = 200_000_000

// The refusals of this package. Errors wrap them and say where and what to do.
var (
	// ErrExists refuses to print over something.
	ErrExists = errors.New("press: something stands there already")
	// ErrUnfinished reports a folder that a print run left unfinished: it is not a block.
	ErrUnfinished = errors.New("press: this is what an interrupted print run left: it is not a block")
	// ErrHalf refuses a block with some of both seeds, printer's key, signing key and announcement, but not all.
	ErrHalf = errors.New("press: a block for sale needs both seeds, the printer's key, a signing key, and the announcement made before the seeds are opened; without any of them it is a specimen")
	// ErrOptions refuses options that no block can have.
	ErrOptions = errors.New("press: these options make no block")
	// ErrAnnounced refuses to print something else than what was announced.
	ErrAnnounced = errors.New("press: the announcement made earlier is of another block")
	// ErrSignature reports a note that the verifier key did not sign.
	ErrSignature = errors.New("press: the signature does not hold")
	// ErrIdentity refuses to audit with an identity that is not the printer's.
	ErrIdentity = errors.New("press: this identity is not the printer's")
	// ErrJudged reports a ticket that was not found on reading as it was dealt: a fault of the program or of the machine.
	ErrJudged = errors.New("press: a ticket read back is not the ticket that was dealt")
	// ErrRecount reports a block whose recount is not its plan.
	ErrRecount = errors.New("press: the recount is not the plan")
	// ErrWrite reports a file that could not be written: a full disk, a lost volume. Nothing is left behind.
	ErrWrite = errors.New("press: writing failed")
	// ErrBlock reports a folder that is not a block that this program reads.
	ErrBlock = errors.New("press: this is not a block")
	// ErrNoTicket refuses a position that is not in the block, or whose face is not there in clear.
	ErrNoTicket = errors.New("press: no such ticket to be read here")
)

// specimenText is what the manifest, the print file and the column of a specimen say.
const specimenText = "SPECIMEN: both seeds are in this folder, anyone can make this block again; it is not for sale"

// Stage names a part of the work, for progress.
type Stage string

// The stages, in their order.
const (
	StageDeal   Stage = "deal"
	StagePrint  Stage = "print"
	StageTree   Stage = "tree"
	StageFiles  Stage = "files"
	StageRecord Stage = "tickets"
)

// Packs is a range of packs: First up to but without End. The zero Packs is the whole block.
type Packs struct{ First, End int }

// Options says how a block is printed.
type Options struct {
	Out          string                               // the folder to make; it must not exist
	Issue        uint16                               // 0-99
	Number       uint16                               // of the block in its issue, from 1
	Online       int                                  // packs of the online share: the first ones
	SeedA, SeedB seal.Seed                            // of the house and of the keeper
	Specimen     bool                                 // clear text, seeds in the folder; missing seeds are made up
	Printer      string                               // age recipient ("age1…") of the print files of a block for sale
	SignKey      string                               // signing key of a note ("PRIVATE+KEY+…"); a specimen without one gets a key that is used once
	Announcement []byte                               // made earlier by Announce with the same signing key; a specimen without one makes its own
	Packs        Packs                                // for a specimen: print these packs only
	Workers      int                                  // at least 1; 0: one per processor
	Progress     func(stage Stage, done, total int64) // called by one goroutine at a time; may be nil

	unread bool // print without reading back, for benchmarks of printing alone
	disk   disk // nil: the real one
}

// planner turns the bytes of a game file into its plan.
type planner func(file []byte) (*scratch.Plan, error)

// block gives the identity of the block that is to be printed.
func (o *Options) block(g *scratch.Game, file []byte) (seal.Block, error) {
	if g.BlockSize < 1 || g.BlockSize > MaxTickets || g.PackSize < 1 || g.PackSize > 1000 {
		return seal.Block{}, fmt.Errorf("%w: %d tickets in packs of %d; a block has at most %d tickets and a pack 1,000", ErrOptions, g.BlockSize, g.PackSize, MaxTickets)
	}
	b := seal.Block{Game: g.Code, Issue: o.Issue, Number: o.Number, Tickets: uint32(g.BlockSize), PackSize: uint16(g.PackSize), GameFile: DigestOf(file)}
	if err := b.Check(); err != nil {
		return b, err
	}
	if err := (seal.Shares{Online: o.Online * g.PackSize}).Check(b); o.Online < 0 || err != nil {
		return b, fmt.Errorf("%w: %d packs online of %d", ErrOptions, o.Online, b.Packs())
	}
	if o.Packs == (Packs{}) {
		return b, nil
	}
	if !o.Specimen {
		return b, fmt.Errorf("%w: only a specimen may be printed in part", ErrOptions)
	}
	if o.Packs.First < 0 || o.Packs.End <= o.Packs.First || o.Packs.End > b.Packs() {
		return b, fmt.Errorf("%w: packs %d up to %d of %d", ErrOptions, o.Packs.First, o.Packs.End, b.Packs())
	}
	return b, nil
}
