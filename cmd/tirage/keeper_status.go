package main

import (
	"bufio"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"tirage/internal/keeper"
	"tirage/money"
)

// keptBlock is what a keeper's folder holds of a block, as JSON.
type keptBlock struct {
	Block       string `json:"block"`
	Online      int64  `json:"online"`
	Told        int64  `json:"told"`
	Chain       string `json:"chain"`
	Halves      int64  `json:"halves"`
	HalvesChain string `json:"halves_chain"`
	Torn        bool   `json:"torn"`
}

// keptFolder is a keeper's folder, as JSON.
type keptFolder struct {
	Verifier string      `json:"verifier"` // "" before the keeper first started
	Blocks   []keptBlock `json:"blocks"`
}

func newKeeperStatus() *cobra.Command {
	var dir, ack string
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "status --dir FOLDER",
		Short: "What a keeper's folder holds, every digest recomputed",
		Long: `Reads a keeper's folder whole and recomputes its chains; the keeper may be at work. With --ack it also checks that the folder still holds what that
acknowledgement says: after a restore, give the newest one that the house has. Exit status 1 if the folder is damaged, or older, or another.`,
		Example: `  tirage keeper status --dir keeper
  tirage keeper status --dir keeper --ack last.ack`,
		Args: takes(""),
		RunE: func(cmd *cobra.Command, _ []string) error {
			folder, err := readKept(dir)
			if err == nil && ack != "" {
				err = holds(cmd, dir, ack)
			}
			if failed := new(keeper.Doubt); errors.Is(err, keeper.ErrDamaged) || errors.As(err, &failed) {
				fmt.Fprintln(cmd.ErrOrStderr(), "tirage: FAILED:", say(err, money.EN))
				return errFailed
			}
			if err != nil {
				return err
			}
			if asJSON {
				return writeJSON(cmd.OutOrStdout(), folder)
			}
			t := newTable("<block", "online", "told", "halves given", "<chain over what was told")
			for _, b := range folder.Blocks {
				t.add(b.Block, group(b.Online, money.EN), group(b.Told, money.EN), group(b.Halves, money.EN), b.Chain)
			}
			t.write(cmd.OutOrStdout())
			fmt.Fprintf(cmd.OutOrStdout(), "verifier key: %s\n", folder.Verifier)
			for _, b := range folder.Blocks {
				if b.Torn {
					fmt.Fprintf(cmd.OutOrStdout(), "%s: a call is being carried out, or was cut off and will be dropped: it was never acknowledged\n", b.Block)
				}
			}
			return nil
		},
	}
	cmd.Flags().StringVar(&dir, "dir", "", "the keeper's `FOLDER`")
	cmd.Flags().StringVar(&ack, "ack", "", "`FILE` with an acknowledgement that the keeper signed, \"-\" for standard input")
	cmd.Flags().BoolVar(&asJSON, "json", false, "write it as JSON")
	_ = cmd.MarkFlagRequired("dir")
	return cmd
}

func readKept(dir string) (*keptFolder, error) {
	verifier, err := keeper.ReadVerifier(dir)
	if err != nil {
		return nil, err
	}
	states, err := keeper.Inspect(dir)
	if err != nil {
		return nil, err
	}
	if verifier == "" && states == nil {
		return nil, fmt.Errorf("%s is no folder that a keeper has worked in: \"tirage keeper add\" and \"tirage keeper\" make one", dir)
	}
	folder := &keptFolder{Verifier: verifier, Blocks: []keptBlock{}}
	for _, s := range states {
		folder.Blocks = append(folder.Blocks, keptBlock{
			Block: s.Block, Online: s.Facts.Online, Told: s.Told.Told, Chain: hex.EncodeToString(s.Told.Hash[:]),
			Halves: s.Halves, HalvesChain: hex.EncodeToString(s.HalvesChain[:]), Torn: s.Torn,
		})
	}
	return folder, nil
}

func holds(cmd *cobra.Command, dir, path string) error {
	signed, err := readInput(cmd, path)
	if err != nil {
		return err
	}
	ack, err := keeper.Holds(dir, signed)
	if err == nil {
		fmt.Fprintf(cmd.ErrOrStderr(), "tirage: the folder holds the %d sales of block %s that %s acknowledges\n", ack.Told, ack.Block, inputName(path))
	}
	return err
}

// givenHalf is a line of the record of halves, as JSON.
type givenHalf struct {
	At       string `json:"at"` // UTC
	Position int64  `json:"position"`
	Serial   string `json:"serial"`
	Chain    string `json:"chain"`
}

func newKeeperLog() *cobra.Command {
	var dir string
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "log BLOCK --dir FOLDER",
		Short: "Which tickets' halves the keeper gave, and when, the chain recomputed",
		Long: `Writes one line for each half that was given, in order: time, position, serial. BLOCK is as the serials begin: 3002-00-0001. A half that was
asked for twice has two lines. The keeper may be at work.`,
		Example: "  tirage keeper log 3002-00-0001 --dir keeper --json",
		Args:    takes("BLOCK"),
		RunE: func(cmd *cobra.Command, args []string) error {
			out := bufio.NewWriter(cmd.OutOrStdout())
			enc := json.NewEncoder(out)
			var failed error
			err := keeper.ReadAnswered(dir, args[0], func(f keeper.Facts, a keeper.Answered) {
				serial, err := f.Block.Serial(int(a.Position))
				at := a.At.Format(time.RFC3339Nano)
				if err == nil && asJSON {
					err = enc.Encode(givenHalf{at, a.Position, serial.String(), hex.EncodeToString(a.Chain[:])})
				} else if err == nil {
					_, err = fmt.Fprintf(out, "%s  %d  %s\n", at, a.Position, serial)
				}
				failed = errors.Join(failed, err)
			})
			err = errors.Join(err, failed, out.Flush())
			if errors.Is(err, keeper.ErrDamaged) {
				fmt.Fprintln(cmd.ErrOrStderr(), "tirage: FAILED:", say(err, money.EN))
				return errFailed
			}
			return err
		},
	}
	cmd.Flags().StringVar(&dir, "dir", "", "the keeper's `FOLDER`")
	cmd.Flags().BoolVar(&asJSON, "json", false, "write one JSON object a line")
	_ = cmd.MarkFlagRequired("dir")
	return cmd
}
