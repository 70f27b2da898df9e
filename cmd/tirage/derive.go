package main

import (
	"github.com/spf13/cobra"

	"tirage/internal/press"
	"tirage/seal"
)

// derivedKeys are the verbs that derive from a party's seed the keys of one printed block.
func derivedKeys() []*cobra.Command {
	house := func(s seal.Seed, m *press.Manifest) (string, error) {
		k, err := seal.NewHouseKey(s, m.Block)
		if err != nil {
			return "", err
		}
		return m.HouseKeyText(k), nil
	}
	claim := func(s seal.Seed, m *press.Manifest) (string, error) {
		k, err := seal.NewClaimKey(s, m.Block)
		if err != nil {
			return "", err
		}
		return m.ClaimKeyText(k), nil
	}
	keeper := func(s seal.Seed, m *press.Manifest) (string, error) {
		k, err := seal.NewKeeperKey(s, m.Block)
		return k.Hex() + "\n", err
	}
	ofA := func(m *press.Manifest) press.Digest { return m.SeedA }
	ofB := func(m *press.Manifest) press.Digest { return m.SeedB }
	return []*cobra.Command{
		derivedKey("house", "The house's key of one block, from its seed: its half of a reconstruction or an online reveal", ofA, house),
		derivedKey("claim", "The key of one block for claims, from the house's seed: with a ticket's VIRN it opens that ticket", ofA, claim),
		derivedKey("keeper", "The keeper's key of one block, from its seed: its half of a reconstruction or an online reveal", ofB, keeper),
	}
}

// derivedKey is a verb that derives a key, after checking that the seed is the one that the manifest's party committed to.
func derivedKey(use, short string, committed func(*press.Manifest) press.Digest, derive func(seal.Seed, *press.Manifest) (string, error)) *cobra.Command {
	var seedFile, verifier, out string
	cmd := &cobra.Command{
		Use: use + " FOLDER --seed FILE --out FILE", Short: short, Args: takes("FOLDER"),
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			lang, err := langOf(cmd)
			if err != nil {
				return err
			}
			if verifier, err = keyOrFile(verifier); err != nil {
				return err
			}
			m, _, err := press.ReadManifest(args[0], verifier)
			if err != nil {
				return err
			}
			seed, err := readSeed(seedFile)
			if err != nil {
				return err
			}
			commitment, err := seed.Commitment()
			if err != nil {
				return err
			}
			if want := committed(m); commitment != want {
				if commitment == m.SeedA || commitment == m.SeedB {
					return refuse("%s is not the seed of this key in this block: it is the other party's; the manifest has the SHA-256 %s", seedFile, want)
				}
				return refuse("%s is not the seed of this key in this block; the manifest has the SHA-256 %s", seedFile, want)
			}
			key, err := derive(seed, m)
			if err != nil {
				return err
			}
			return publish(cmd.OutOrStdout(), out, key, tongue(lang).in("%s key of block %d of %s, issue %d", use, m.Block.Number, m.Game, m.Block.Issue))
		},
	}
	f := cmd.Flags()
	f.StringVar(&seedFile, "seed", "", "the party's seed `FILE`")
	f.StringVar(&verifier, "verifier", "", "the house's public signing `KEY`, or a file that holds it; without it the one in the folder is used")
	f.StringVar(&out, "out", "", "the `FILE` to make; it must not exist")
	_ = cmd.MarkFlagRequired("seed")
	_ = cmd.MarkFlagRequired("out")
	addLang(cmd)
	return cmd
}
