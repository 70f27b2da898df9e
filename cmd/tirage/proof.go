package main

import (
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"strconv"

	"github.com/spf13/cobra"

	"tirage/fair"
	"tirage/internal/press"
	"tirage/scratch"
	"tirage/seal"
)

// proof is the inclusion proof of one ticket, with all that checking it takes.
type proof struct {
	Game     string   `json:"game"`
	Issue    uint16   `json:"issue"`
	Block    uint16   `json:"block"`
	Specimen bool     `json:"specimen"`
	Position int      `json:"position"`
	Serial   string   `json:"serial"`
	Index    int64    `json:"index"` // of the leaf in the tree
	Size     int64    `json:"size"`  // number of leaves
	Leaf     string   `json:"leaf"`  // base64, as all hashes here
	Path     []string `json:"path"`  // from the leaf's sibling up
	Root     string   `json:"root"`  // of the manifest
	SignedBy string   `json:"signed_by"`
	Trusted  bool     `json:"verifier_given"` // else the verifier key in the folder was used
	Face     *bool    `json:"face,omitempty"` // the leaf is that of the ticket in the print file; of a specimen only
}

func newProof() *cobra.Command {
	var verifier string
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "proof FOLDER TICKET",
		Short: "The proof that a block's signed root commits to one ticket",
		Long: `Makes the inclusion proof of a ticket from the tree of a block on disk and checks it: the leaf and the path lead to the root of the
manifest, and the manifest is signed. TICKET is a position from 0, or a serial with its dashes. Of a SPECIMEN's paper tickets it also checks that
the leaf is that of the ticket in the print file. Exit status 1 if the signature or the proof does not hold.`,
		Example: `  tirage proof block/ 4999 --verifier house.vkey
  tirage proof block/ 0123-01-0001-000049-099-5 --json`,
		Args: takes("FOLDER TICKET"),
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			if verifier, err = keyOrFile(verifier); err != nil {
				return err
			}
			p, err := readProof(args[0], args[1], verifier)
			if errors.Is(err, press.ErrSignature) || errors.Is(err, fair.ErrProof) {
				fmt.Fprintln(cmd.ErrOrStderr(), "tirage: FAILED:", say(err))
				return errFailed
			}
			if err != nil {
				return err
			}
			if asJSON {
				err = writeJSON(cmd.OutOrStdout(), p)
			} else {
				p.write(cmd.OutOrStdout())
			}
			if err == nil && p.Face != nil && !*p.Face {
				err = errFailed
			}
			return err
		},
	}
	cmd.Flags().StringVar(&verifier, "verifier", "", "the house's public signing `KEY` (name+hash+key), or a file that holds it; without it the one in the folder is used")
	cmd.Flags().BoolVar(&asJSON, "json", false, "write the proof as JSON")
	return cmd
}

// readProof reads the proof of a ticket named by position or serial. What it returns holds, but for Face, which is said in it.
func readProof(folder, ticket, verifier string) (*proof, error) {
	m, signedBy, err := press.ReadManifest(folder, verifier)
	if err != nil {
		return nil, err
	}
	pos, err := positionOf(m.Block, ticket)
	if err != nil {
		return nil, err
	}
	made, err := press.ReadProof(folder, pos)
	if err != nil {
		return nil, err
	}
	serial, err := m.Block.Serial(pos)
	if err != nil {
		return nil, err
	}
	p := &proof{
		Game: m.Game, Issue: m.Block.Issue, Block: m.Block.Number, Specimen: m.Specimen, Position: pos, Serial: serial.String(),
		Index: made.Index, Size: made.Size, Leaf: base64.StdEncoding.EncodeToString(made.Leaf[:]), Path: []string{}, Root: made.Root.String(),
		SignedBy: signedBy, Trusted: verifier != "",
	}
	for _, h := range made.Path {
		p.Path = append(p.Path, base64.StdEncoding.EncodeToString(h[:]))
	}
	if m.Specimen && m.Shares.Kind(pos) == seal.Paper {
		t, err := press.ReadTicket(folder, pos)
		if err != nil {
			return nil, err
		}
		same := fair.Hash(seal.PaperLeaf(t.Serial, t.VIRN, scratch.Canonical(nil, t.Face.Cells))) == made.Leaf
		p.Face = &same
	}
	return p, nil
}

// positionOf reads a position, or the serial of a ticket of the block.
func positionOf(b seal.Block, text string) (int, error) {
	if pos, err := strconv.Atoi(text); err == nil && len(text) < seal.SerialDigits {
		return pos, nil
	}
	s, err := seal.ParseSerial(text)
	if err != nil {
		return 0, fmt.Errorf("%s is neither a position nor a serial: %w", text, err)
	}
	return b.Position(s)
}

func (p *proof) write(out io.Writer) {
	fmt.Fprintf(out, "Ticket %s, position %d, of block %d of %s, issue %d\n", p.Serial, p.Position, p.Block, p.Game, p.Issue)
	fmt.Fprintf(out, "leaf %s\n", p.Leaf)
	for _, h := range p.Path {
		fmt.Fprintf(out, "  by %s\n", h)
	}
	fmt.Fprintf(out, "root %s\n\n", p.Root)
	fmt.Fprintf(out, "The leaf is number %d of %d under the root of the manifest, which %s signed.\n", p.Index, p.Size, p.SignedBy)
	if !p.Trusted {
		fmt.Fprintln(out, "The verifier key is the one in the folder, which proves nothing about who made the block: give --verifier.")
	}
	switch {
	case p.Face == nil:
	case *p.Face:
		fmt.Fprintln(out, "The leaf is that of the ticket in the print file.")
	default:
		fmt.Fprintln(out, "FAILED: the leaf is not that of the ticket in the print file.")
	}
}
