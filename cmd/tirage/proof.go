package main

import (
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"path/filepath"
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
	Trusted  bool     `json:"verifier_given"`   // else the verifier key in the folder was used
	Ticket   *bool    `json:"ticket,omitempty"` // the leaf is that of the ticket given by VIRN and face, or of a specimen's print file
}

// proofCall is a call of the verb proof.
type proofCall struct {
	folder, ticket, verifier string
	virn, face               string // of the ticket in hand; "" for none
}

func newProof() *cobra.Command {
	var c proofCall
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "proof FOLDER TICKET",
		Short: "The proof that a block's signed root commits to one ticket",
		Long: `Makes the inclusion proof of a ticket from the tree of a block on disk and checks it: the leaf and the path lead to the root of the
manifest, and the manifest is signed. TICKET is a position from 0, or a serial with its dashes. Who holds the
ticket, scratched, gives its VIRN and its face (JSON, as "tirage judge" reads it): then the leaf must be that ticket's. Of a SPECIMEN's
paper tickets the one in the print file is taken. Exit status 1 if signature, proof or leaf do not hold.`,
		Example: `  tirage proof block/ 4999 --verifier house.vkey
  tirage proof block/ 0123-01-0001-000049-099-5 --json
  tirage proof block/ 0123-01-0001-000049-099-5 --virn XXXX-XXXX-XXXX-XXXX --face face.json`,
		Args: takes("FOLDER TICKET"),
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			c.folder, c.ticket = args[0], args[1]
			lang, err := langOf(cmd)
			if err != nil {
				return err
			}
			if c.verifier, err = keyOrFile(c.verifier); err != nil {
				return err
			}
			p, err := c.read(cmd)
			if errors.Is(err, press.ErrSignature) || errors.Is(err, fair.ErrProof) {
				fmt.Fprintln(cmd.ErrOrStderr(), "tirage:", tongue(lang).in("FAILED: %s", say(err, lang)))
				return errFailed
			}
			if err != nil {
				return err
			}
			if asJSON {
				err = writeJSON(cmd.OutOrStdout(), p)
			} else {
				p.write(cmd.OutOrStdout(), tongue(lang))
			}
			if err == nil && p.Ticket != nil && !*p.Ticket {
				err = errFailed
			}
			return err
		},
	}
	cmd.Flags().StringVar(&c.verifier, "verifier", "", "the house's public signing `KEY` (name+hash+key), or a file that holds it; without it the one in the folder is used")
	cmd.Flags().StringVar(&c.virn, "virn", "", "the `VIRN` under the coating of the paper ticket")
	cmd.Flags().StringVar(&c.face, "face", "", "`FILE` with the face of the paper ticket, \"-\" for standard input")
	cmd.MarkFlagsRequiredTogether("virn", "face")
	cmd.Flags().BoolVar(&asJSON, "json", false, "write the proof as JSON")
	addLang(cmd)
	return cmd
}

// read reads the proof of a ticket named by position or serial. What it returns holds, but for Ticket, which is said in it.
func (c *proofCall) read(cmd *cobra.Command) (*proof, error) {
	m, signedBy, err := press.ReadManifest(c.folder, c.verifier)
	if err != nil {
		return nil, err
	}
	pos, err := positionOf(m.Block, c.ticket)
	if err != nil {
		return nil, err
	}
	made, err := press.ReadProof(c.folder, pos)
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
		SignedBy: signedBy, Trusted: c.verifier != "",
	}
	for _, h := range made.Path {
		p.Path = append(p.Path, base64.StdEncoding.EncodeToString(h[:]))
	}
	leaf, err := c.leaf(cmd, m, pos)
	if err != nil {
		return nil, err
	}
	if leaf != nil {
		same := *leaf == made.Leaf
		p.Ticket = &same
	}
	return p, nil
}

// leaf computes the leaf of the ticket in hand, or of the one in a specimen's print file; nil when there is neither.
func (c *proofCall) leaf(cmd *cobra.Command, m *press.Manifest, pos int) (*fair.Hash, error) {
	paper := m.Shares.Kind(pos) == seal.Paper
	switch {
	case c.virn != "" && !paper:
		return nil, refuse("position %d belongs to the online share: its leaf is hidden by its secret, not by a VIRN", pos)
	case c.virn != "":
		return c.leafInHand(cmd, m, pos)
	case !m.Specimen || !paper:
		return nil, nil
	}
	t, err := press.ReadTicket(c.folder, pos)
	if err != nil {
		return nil, err
	}
	leaf := fair.Hash(seal.PaperLeaf(t.Serial, t.VIRN, scratch.Canonical(nil, t.Face.Cells)))
	return &leaf, nil
}

// leafInHand computes the leaf from a VIRN and a face file, by the game file of the block.
func (c *proofCall) leafInHand(cmd *cobra.Command, m *press.Manifest, pos int) (*fair.Hash, error) {
	game, err := loadGame(filepath.Join(c.folder, "game.yaml"))
	if err != nil {
		return nil, err
	}
	if game.digest != m.Block.GameFile {
		return nil, refuse("the game file in the folder is not the one of the manifest")
	}
	data, err := readInput(cmd, c.face)
	if err != nil {
		return nil, err
	}
	face, header, err := scratch.ReadFace(game.game, data)
	if err != nil {
		return nil, refuse("%s: %s", inputName(c.face), err)
	}
	serial, err := m.Block.Serial(pos)
	if err != nil {
		return nil, err
	}
	if header.Serial != "" && header.Serial != serial.String() {
		return nil, refuse("%s is the face of %s, not of %s", inputName(c.face), header.Serial, serial)
	}
	virn, err := seal.ParseVIRN(c.virn)
	if err != nil {
		return nil, refuse("--virn: %s", err)
	}
	leaf := fair.Hash(seal.PaperLeaf(serial, virn, scratch.Canonical(nil, face.Cells)))
	return &leaf, nil
}

// positionOf reads a position, or the serial of a ticket of the block.
func positionOf(b seal.Block, text string) (int, error) {
	if pos, err := strconv.Atoi(text); err == nil && len(text) < seal.SerialDigits {
		return pos, nil
	}
	s, err := seal.ParseSerial(text)
	if err != nil {
		return 0, refuse("%s is neither a position nor a serial: %s", text, err)
	}
	return b.Position(s)
}

func (p *proof) write(out io.Writer, w tongue) {
	line := func(text string) { fmt.Fprintln(out, text) }
	line(w.in("Ticket %s, position %d, of block %d of %s, issue %d", p.Serial, p.Position, p.Block, p.Game, p.Issue))
	line(w.in("leaf %s", p.Leaf))
	for _, h := range p.Path {
		line(w.in("  by %s", h))
	}
	line(w.in("root %s", p.Root) + "\n")
	line(w.in("The leaf is number %s of %s under the root of the manifest, which %s signed.", w.count(p.Index+1), w.count(p.Size), p.SignedBy))
	if !p.Trusted {
		line(w.in("The verifier key is the one in the folder, which proves nothing about who made the block: give --verifier."))
	}
	switch {
	case p.Ticket == nil:
	case *p.Ticket:
		line(w.in("The leaf is that of the ticket: its serial, its VIRN and its face."))
	default:
		line(w.in("FAILED: the leaf is not that of the ticket; serial, VIRN or face is another."))
	}
}
