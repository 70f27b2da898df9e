package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"tirage/bingo"
	"tirage/internal/keeper"
)

// keptDraw is a line of the record of a formula's draws, as JSON.
type keptDraw struct {
	At         string `json:"at"` // UTC
	Draw       string `json:"draw"`
	Commitment string `json:"commitment,omitempty"` // of a commitment
	Lock       string `json:"lock,omitempty"`       // of an opening: SHA-256 of the lock's text
	Size       int    `json:"size,omitempty"`
	Root       string `json:"root,omitempty"`
	Chain      string `json:"chain"`
}

// formulaCode reads the code of a formula.
func formulaCode(text string) (uint16, bool) {
	n, err := strconv.ParseUint(text, 10, 16)
	return uint16(n), err == nil && n > 0 && n <= bingo.MaxFormulaCode && len(text) <= 4
}

// keeperDraws writes the draws of a formula that a keeper committed to and opened.
func keeperDraws(cmd *cobra.Command, dir string, code uint16, asJSON bool) error {
	out := bufio.NewWriter(cmd.OutOrStdout())
	enc := json.NewEncoder(out)
	var failed error
	err := keeper.ReadDraws(dir, code, func(d keeper.Drawn) {
		k := keptDraw{At: d.At.Format(time.RFC3339Nano), Draw: d.Draw.String(), Chain: d.Chain.String()}
		if d.Opening() {
			k.Lock, k.Size, k.Root = d.Lock.String(), d.Size, d.Root.String()
		} else {
			k.Commitment = d.Commitment.String()
		}
		var err error
		switch {
		case asJSON:
			err = enc.Encode(k)
		case d.Opening():
			_, err = fmt.Fprintf(out, "%s  %s  open  %d  %s\n", k.At, k.Draw, k.Size, k.Root)
		default:
			_, err = fmt.Fprintf(out, "%s  %s  commit  %s\n", k.At, k.Draw, k.Commitment)
		}
		failed = errors.Join(failed, err)
	})
	err = errors.Join(err, failed, out.Flush())
	if errors.Is(err, keeper.ErrDamaged) {
		lang, _ := langOf(cmd) // English where another was asked for
		return failedKeeper(cmd, err, lang)
	}
	if err != nil {
		return ofKeeper(err)
	}
	return nil
}
