// Command tirage runs a lottery's scratch tickets and live bingo as their published regulations say.
//
// One file per verb. Exit status: 0 for done, 1 for a check that failed, 2 for a call that cannot be carried out as it
// stands (usage, a file that cannot be read, a game file with errors given to another verb than check).
package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime/debug"
	"syscall"

	"github.com/spf13/cobra"

	"tirage/internal/press"
)

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

// errFailed is returned by a verb whose check failed and which has already said how.
var errFailed = errors.New("check failed")

// run carries out one call and returns its exit status.
func run(args []string, out, messages io.Writer) int {
	root := newRoot()
	root.SetArgs(args)
	shown, errs := newScreen(out), newScreen(messages)
	root.SetOut(shown)
	root.SetErr(errs)
	cmd, err := root.ExecuteC()
	lang, _ := langOf(cmd) // English where another was asked for
	switch err := cmp.Or(err, shown.close()); {
	case err == nil:
		return 0
	case errors.Is(err, errFailed):
		return 1
	case errors.Is(err, press.ErrJudged), errors.Is(err, press.ErrRecount):
		fmt.Fprintln(errs, "tirage:", say(err, lang))
		return 1
	case errors.Is(err, context.Canceled):
		fmt.Fprintln(errs, "tirage:", tongue(lang).in("stopped; nothing was left half-written"))
		return 130
	default:
		fmt.Fprintln(errs, "tirage:", say(err, lang))
		return 2
	}
}

// interruptible returns a context that ends at ctrl-C or SIGTERM, for verbs that have something to clean up; a second signal
// ends the program at once, as the first does in all other verbs.
func interruptible() (context.Context, context.CancelFunc) {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop)
	return ctx, stop
}

// version is what the module was built from, as the Go command noted it.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	return info.Main.Version
}

func newRoot() *cobra.Command {
	root := &cobra.Command{
		Use:   "tirage",
		Short: "Scratch tickets and live bingo, exactly as their regulations say",
		Long: `Tirage runs a lottery's scratch tickets and live bingo exactly as their published regulations say,
and lets anyone check that it did.

GAME is the name of a shipped game (see "tirage games") or the path of a game file.
Exit status: 0 done, 1 a check failed, 2 the call cannot be carried out as it stands, 130 stopped by ctrl-C.`,
		Example: `  tirage games
  tirage odds vegas-3eur
  tirage ticket vegas-3eur --lot 50 --svg ticket.svg
  tirage print vegas-3eur --out block/ && tirage audit block/`,
		Version:       version(),
		SilenceErrors: true,
		SilenceUsage:  true,
		Args:          noVerb,

		PersistentPreRunE: given,
		RunE:              func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	root.SetFlagErrorFunc(badFlag)
	root.AddCommand(newGames(), newCheck(), newTest(), newOdds(), newTicket(), newKey(), newAnnounce(), newPrint(), newAudit(), newProof(), newJudge(), newSchema(),
		newCards(), newSimulate(), newDraw(), newVerify(), newKeeper(), newServe(), newPerson(), newOwnPassword(), newBlock(), newProposal(), newLedger(), newWallet(),
		newIssue(), newPack(), newRetailer(), newClaim(), newReport(), newRoom(), newLoad())
	return root
}

// noVerb refuses a word that is no verb, with the verb that was probably meant.
func noVerb(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	cmd.SuggestionsMinimumDistance = 2
	if close := cmd.SuggestionsFor(args[0]); len(close) > 0 {
		return refuse("unknown verb %q; did you mean %q?", args[0], "tirage "+close[0])
	}
	return refuse("unknown verb %q; see %q", args[0], "tirage --help")
}
