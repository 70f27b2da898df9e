package main

import (
	"fmt"
	"path/filepath"

	"github.com/spf13/cobra"

	"tirage/internal/keeper"
	"tirage/internal/press"
	"tirage/seal"
)

// keeperAdd is a call of the verb keeper add.
type keeperAdd struct {
	folder, dir         string
	key, seed, verifier string
	specimen            bool
}

func newKeeperAdd() *cobra.Command {
	var a keeperAdd
	cmd := &cobra.Command{
		Use:   "add FOLDER --dir FOLDER (--seed FILE | --key FILE)",
		Short: "Gives the keeper a block: its identity, its online share and its key; the manifest is checked and a copy kept",
		Long: `Gives the keeper a printed block. FOLDER needs no print files: its "manifest" and "signer" are enough. From the keeper's seed the block's key is
derived, after checking that the manifest commits to that seed; the seed is not kept. A key derived earlier by "tirage key keeper" cannot be checked: if it is of
another block, no ticket of this one opens. A keeper at work finds the block by itself. Adding the same block again does nothing.`,
		Example: "  tirage keeper add block/ --dir keeper --seed b.seed --verifier house.vkey",
		Args:    takes("FOLDER"),
		RunE: func(cmd *cobra.Command, args []string) error {
			a.folder = args[0]
			return a.run(cmd)
		},
	}
	f := cmd.Flags()
	f.StringVar(&a.dir, "dir", "", "the keeper's `FOLDER`; it is made if it is not there")
	f.StringVar(&a.seed, "seed", "", "the keeper's seed `FILE` of this block")
	f.StringVar(&a.key, "key", "", "the keeper's key `FILE` of this block, as \"tirage key keeper\" made it")
	f.StringVar(&a.verifier, "verifier", "", "the house's public signing `KEY`, or a file that holds it; without it the one in the folder is used")
	f.BoolVar(&a.specimen, "specimen", false, "accept a SPECIMEN, whose seeds everybody knows: to practise")
	addLang(cmd)
	cmd.MarkFlagsOneRequired("seed", "key")
	cmd.MarkFlagsMutuallyExclusive("seed", "key")
	_ = cmd.MarkFlagRequired("dir")
	return cmd
}

func (a *keeperAdd) run(cmd *cobra.Command) error {
	lang, err := langOf(cmd)
	if err != nil {
		return err
	}
	verifier, err := keyOrFile(a.verifier)
	if err != nil {
		return err
	}
	m, signedBy, err := press.ReadManifest(a.folder, verifier)
	if err != nil {
		return err
	}
	if m.Specimen && !a.specimen {
		return refuse("this block is a SPECIMEN: everybody knows its seeds, so a keeper keeps nothing; --specimen takes it nevertheless, to practise")
	}
	key, err := a.readKey(m)
	if err != nil {
		return err
	}
	note, err := readFile(filepath.Join(a.folder, "manifest"), maxInput)
	if err != nil {
		return err
	}
	if err := keeper.Add(a.dir, keeper.Facts{Block: m.Block, Online: int64(m.Shares.Online)}, key, note); err != nil {
		return ofKeeper(err)
	}
	out, w := cmd.OutOrStdout(), tongue(lang)
	said := w.in("block %s of %s: positions 0 to %d are kept; manifest signed by %s", keeper.BlockID(m.Block), m.Game, m.Shares.Online-1, signedBy)
	if m.Shares.Online == 0 {
		said = w.in("block %s of %s: sold on paper only, nothing is told of it; single tickets may be permitted; manifest signed by %s", keeper.BlockID(m.Block), m.Game, signedBy)
	}
	fmt.Fprintln(out, said)
	if verifier == "" {
		fmt.Fprintln(out, w.in("The verifier key in the folder was used: give --verifier with the house's published key to be sure whose block this is."))
	}
	if a.key != "" {
		fmt.Fprintln(out, w.in("The key was not checked: --seed would check that the manifest commits to it."))
	}
	return nil
}

// readKey derives the block's key from the seed that the manifest commits to, or reads it.
func (a *keeperAdd) readKey(m *press.Manifest) (seal.KeeperKey, error) {
	if a.key != "" {
		data, err := readFile(a.key, maxInput)
		if err != nil {
			return seal.KeeperKey{}, err
		}
		key, err := seal.ParseKeeperKey(data)
		if err != nil {
			err = refuse("%s: %s", a.key, err)
		}
		return key, err
	}
	seed, err := readSeed(a.seed)
	if err != nil {
		return seal.KeeperKey{}, err
	}
	commitment, err := seed.Commitment()
	if err != nil {
		return seal.KeeperKey{}, err
	}
	if commitment != m.SeedB {
		return seal.KeeperKey{}, refuse("%s is not the keeper's seed of this block: the manifest has the SHA-256 %s", a.seed, m.SeedB.String())
	}
	return seal.NewKeeperKey(seed, m.Block)
}
