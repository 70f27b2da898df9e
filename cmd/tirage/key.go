package main

import (
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"unicode"

	"filippo.io/age"
	"github.com/spf13/cobra"

	"tirage/internal/press"
	"tirage/seal"
)

func newKey() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "key",
		Short: "Makes the seeds and keys of a block for sale, and the keys that each party works with",
		Long: `Makes the secrets of a block for sale, each party on its own machine. A secret is written to a new file that only its owner can read
and is never shown; what may be published is printed. After the ceremony, "house", "claim" and "keeper" derive from a seed the keys of
one block, so that the seed can be put away.`,
		Example: `  tirage key seed --out a.seed          # prints its SHA-256, for the announcement
  tirage key sign --name house.example --out house.sign
  tirage key printer --out printer.age
  tirage key house block/ --seed a.seed --out house.key
  tirage key hall --out /etc/tirage/keys`,
		Args: noVerb,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	var name string
	seed := keyVerb("seed", "A party's seed of one block: 32 random bytes; prints their SHA-256", func() (string, string, error) {
		var raw [32]byte
		_, _ = rand.Read(raw[:]) // never fails: the standard library ends the program first
		s := seal.NewSeed(raw)
		commitment, err := s.Commitment()
		return s.Hex() + "\n", fmt.Sprintf("%x", commitment), err
	})
	sign := keyVerb("sign", "The house's signing key; prints the verifier key", func() (string, string, error) {
		if err := signerName(name); err != nil {
			return "", "", err
		}
		signing, verifier, err := press.NewSignKey(name)
		return signing + "\n", verifier, err
	})
	sign.Flags().StringVar(&name, "name", "house", "`NAME` of the signer, as it stands in signatures")
	printer := keyVerb("printer", "The printer's identity; prints the public key", func() (string, string, error) {
		id, err := age.GenerateX25519Identity()
		if err != nil {
			return "", "", err
		}
		return id.String() + "\n", id.Recipient().String(), nil
	})
	cmd.AddCommand(seed, sign, printer, newKeyHall())
	cmd.AddCommand(derivedKeys()...)
	return cmd
}

// signerName refuses what cannot name the signer of notes.
func signerName(name string) error {
	if name == "" || strings.ContainsFunc(name, func(r rune) bool { return r == '+' || unicode.IsSpace(r) || !unicode.IsPrint(r) }) {
		return refuse("--name %q: a signer's name is made of letters that can be seen, without space and +", name)
	}
	return nil
}

// keyVerb is a verb that makes one secret: its text for the file, and what may be published.
func keyVerb(use, short string, create func() (secret, public string, err error)) *cobra.Command {
	var out string
	cmd := &cobra.Command{
		Use: use + " --out FILE", Short: short, Args: takes(""),
		RunE: func(cmd *cobra.Command, _ []string) error {
			secret, public, err := create()
			if err != nil {
				return err
			}
			return publish(cmd.OutOrStdout(), out, secret, public)
		},
	}
	cmd.Flags().StringVar(&out, "out", "", "the `FILE` to make; it must not exist")
	_ = cmd.MarkFlagRequired("out")
	return cmd
}

// publish writes a secret to a new file, then what may be said of it. A secret of which that could not be said is taken back; so a
// broken pipe is an error here, and not the end of the program.
func publish(out io.Writer, path, secret, public string) error {
	signal.Ignore(syscall.SIGPIPE)
	defer signal.Reset(syscall.SIGPIPE)
	if err := writeSecret(path, secret); err != nil {
		return err
	}
	if _, err := fmt.Fprintln(out, public); err != nil {
		return errors.Join(refuse("%s was not made, for what may be said of it could not be written: %s", path, err), os.Remove(path))
	}
	return nil
}

// writeSecret writes a new file for its owner's eyes; it never overwrites one.
func writeSecret(path, secret string) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if errors.Is(err, fs.ErrExist) {
		return refuse("%s exists already; a secret is never overwritten", path)
	}
	if err != nil {
		return err
	}
	_, err = f.WriteString(secret)
	if err = errors.Join(err, f.Sync(), f.Close()); err != nil {
		return errors.Join(err, os.Remove(path))
	}
	return nil
}

func newAnnounce() *cobra.Command {
	var o press.Options
	var a, b, signKey string
	cmd := &cobra.Command{
		Use:   "announce GAME",
		Short: "The signed note that is published before the seeds of a block are opened",
		Long: `Writes the announcement of a block: the game file's digest, the block's number and the SHA-256 of both seeds, signed by the house.
It is made from the commitments alone; publish it before anyone opens a seed, then give it to "tirage print --announcement".`,
		Example: "  tirage announce bingo-10eur --block 7 --commit-a 3f… --commit-b 9c… --sign-key house.sign > announcement",
		Args:    takes("GAME"),
		RunE: func(cmd *cobra.Command, args []string) error {
			game, err := loadGame(args[0])
			if err != nil {
				return err
			}
			digests := [2]press.Digest{}
			for i, text := range []string{a, b} {
				raw, err := hex.DecodeString(text)
				if err != nil || len(raw) != len(digests[i]) {
					return refuse("%q is no SHA-256: write the 64 hexadecimal digits that \"tirage key seed\" printed", text)
				}
				copy(digests[i][:], raw)
			}
			if digests[0] == digests[1] {
				return refuse("both parties commit to the same seed: each must make its own")
			}
			key, err := readFile(signKey, maxInput)
			if err != nil {
				return err
			}
			o.SignKey = string(key)
			note, err := press.Announce(game.src, o, digests[0], digests[1])
			if err != nil {
				return err
			}
			_, err = cmd.OutOrStdout().Write(note)
			return err
		},
	}
	f := cmd.Flags()
	f.StringVar(&a, "commit-a", "", "`SHA256` of the house's seed, as \"tirage key seed\" printed it")
	f.StringVar(&b, "commit-b", "", "`SHA256` of the keeper's seed")
	f.StringVar(&signKey, "sign-key", "", "the house's signing key `FILE`")
	addNumbers(f, &o)
	for _, name := range []string{"block", "commit-a", "commit-b", "sign-key"} {
		_ = cmd.MarkFlagRequired(name)
	}
	return cmd
}
