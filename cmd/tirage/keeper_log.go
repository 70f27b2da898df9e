package main

import (
	"bufio"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"tirage/internal/keeper"
	"tirage/internal/visible"
)

// givenHalf is a line of the record of halves, or of that of permissions, as JSON.
type givenHalf struct {
	At       string `json:"at"` // UTC
	Position int64  `json:"position"`
	Serial   string `json:"serial"`
	Reason   string `json:"reason,omitempty"` // of a permission
	Chain    string `json:"chain"`
}

func newKeeperLog() *cobra.Command {
	var dir string
	var asJSON, permits bool
	cmd := &cobra.Command{
		Use:   "log BLOCK|FORMULA --dir FOLDER",
		Short: "Which tickets' halves the keeper gave, and when, the chain recomputed",
		Long: `Writes one line for each half that was given, in order: time, position, serial. BLOCK is as the serials begin: 3002-00-0001; for the code of a
formula, 4211, the draws that were committed to and opened. A half that was
asked for twice has two lines. With --permits the paper tickets of which a half may be given, each with its reason. The keeper may be at work.`,
		Example: "  tirage keeper log 3002-00-0001 --dir keeper --json\n  tirage keeper log 3002-00-0001 --dir keeper --permits\n  tirage keeper log 4211 --dir keeper",
		Args:    takes("BLOCK|FORMULA"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if code, ok := formulaCode(args[0]); ok {
				return keeperDraws(cmd, dir, code, asJSON)
			}
			out := bufio.NewWriter(cmd.OutOrStdout())
			enc := json.NewEncoder(out)
			var failed error
			line := func(f keeper.Facts, at time.Time, position int64, reason string, chain [32]byte) {
				serial, err := f.Block.Serial(int(position))
				stamp := at.Format(time.RFC3339Nano)
				switch {
				case err != nil:
				case asJSON:
					err = enc.Encode(givenHalf{stamp, position, serial.String(), reason, hex.EncodeToString(chain[:])})
				default:
					_, err = fmt.Fprintln(out, strings.TrimRight(fmt.Sprintf("%s  %d  %s  %s", stamp, position, serial, visible.Line(reason)), " "))
				}
				failed = errors.Join(failed, err)
			}
			var err error
			if permits {
				err = keeper.ReadPermissions(dir, args[0], func(f keeper.Facts, p keeper.Permission) { line(f, p.At, p.Position, p.Reason, p.Chain) })
			} else {
				err = keeper.ReadAnswered(dir, args[0], func(f keeper.Facts, a keeper.Answered) { line(f, a.At, a.Position, "", a.Chain) })
			}
			err = errors.Join(err, failed, out.Flush())
			if errors.Is(err, keeper.ErrDamaged) {
				lang, _ := langOf(cmd)
				return failedKeeper(cmd, err, lang)
			}
			return ofKeeper(err)
		},
	}
	cmd.Flags().StringVar(&dir, "dir", "", "the keeper's `FOLDER`")
	cmd.Flags().BoolVar(&permits, "permits", false, "list the permissions for paper tickets instead")
	cmd.Flags().BoolVar(&asJSON, "json", false, "write one JSON object a line")
	addLang(cmd)
	_ = cmd.MarkFlagRequired("dir")
	return cmd
}
