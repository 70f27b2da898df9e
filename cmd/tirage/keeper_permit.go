package main

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"tirage/internal/keeper"
	"tirage/internal/visible"
	"tirage/money"
)

func newKeeperPermit() *cobra.Command {
	var dir, reason string
	cmd := &cobra.Command{
		Use:   "permit SERIAL --reason TEXT --dir FOLDER",
		Short: "Lets the keeper's half of one paper ticket be given, so that a damaged one is made again",
		Long: `Permits one paper ticket, on the keeper's machine, by the keeper's own people; the keeper may be at work. Two persons of the house ask for the ticket with a reason
(reconstruct_ticket): look at it first, by another way than through the house's machines. What is permitted is noted with its reason, for ever, and each half that is given by it as
well; no other ticket is opened by it. Permitting the same again does nothing.`,
		Example: "  tirage keeper permit 3002-00-0001-001200-037-7 --reason \"torn, the house wrote on 3 March\" --dir keeper",
		Args:    takes("SERIAL"),
		RunE: func(cmd *cobra.Command, args []string) error {
			lang, err := langOf(cmd)
			if err != nil {
				return err
			}
			p, err := keeper.Permit(dir, args[0], reason, time.Now())
			if errors.Is(err, keeper.ErrDamaged) {
				return failedKeeper(cmd, err, lang)
			}
			if err != nil {
				return ofKeeper(err)
			}
			fmt.Fprintln(cmd.OutOrStdout(), tongue(lang).in("%s is permitted since %s: %s", strings.TrimSpace(args[0]), p.At.Format(time.RFC3339), visible.Line(p.Reason)))
			return nil
		},
	}
	cmd.Flags().StringVar(&dir, "dir", "", "the keeper's `FOLDER`")
	cmd.Flags().StringVar(&reason, "reason", "", "`TEXT` for the record: why, and nothing that names the bearer")
	addLang(cmd)
	_ = cmd.MarkFlagRequired("dir")
	_ = cmd.MarkFlagRequired("reason")
	return cmd
}

// keeperErrors are what a keeper's folder is refused with, each followed by what it is about.
var keeperErrors = []error{
	keeper.ErrInUse, keeper.ErrDamaged, keeper.ErrSigner, keeper.ErrToken, keeper.ErrExists, keeper.ErrFacts, keeper.ErrReason, keeper.ErrNotPaper, keeper.ErrAck, keeper.ErrVerifier,
}

// ofKeeper gives an error of package keeper its French.
func ofKeeper(err error) error {
	for _, what := range keeperErrors {
		if errors.Is(err, what) {
			return &keeperError{err, what}
		}
	}
	return err
}

// keeperError is an error of package keeper with one of keeperErrors in it.
type keeperError struct{ err, what error }

// Error is the error in English.
func (e *keeperError) Error() string { return e.err.Error() }

// Unwrap gives the error.
func (e *keeperError) Unwrap() error { return e.err }

// In is the error in a language.
func (e *keeperError) In(lang money.Lang) string {
	what := strings.TrimPrefix(e.what.Error(), "keeper: ")
	return strings.Replace(e.err.Error(), e.what.Error(), tongue(lang).in(what), 1)
}

// failedKeeper says what is wrong with a keeper's folder, and gives errFailed.
func failedKeeper(cmd *cobra.Command, err error, lang money.Lang) error {
	fmt.Fprintln(cmd.ErrOrStderr(), "tirage:", tongue(lang).in("FAILED: %s", strings.TrimPrefix(say(ofKeeper(err), lang), "keeper: ")))
	return errFailed
}
