package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"tirage/internal/shop"
	"tirage/internal/store"
	"tirage/internal/visible"
	"tirage/money"
)

func newPerson() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "person",
		Short: "Keeps the persons of a house, straight in its database: the first administrator comes from here",
		Long: `Keeps the persons of a house on the machine of its database, whether the house is open or not. What is done here is recorded in a journal of its own, "desk".
Who can write the database can do anything, so one person is enough here, for the house's staff too; in the house itself two persons make a member of staff, or give
one another password. A PERSON is a login or a pseudonym. Passwords are read from the terminal or from a file, never from the command line.`,
		Example: `  tirage person add anna --role administrator --data /var/lib/tirage
  tirage person list --data /var/lib/tirage
  tirage person lock anna --reason "left the house" --data /var/lib/tirage
  tirage person password anna --password-file new --reason "forgot the old one" --data /var/lib/tirage`,
		Args: noVerb,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(newPersonAdd(), newPersonList(), newPersonPassword(),
		personChange("lock", "Closes a person's account and ends the sessions; what it holds stays", "%s is locked.", (*shop.Desk).Lock),
		personChange("unlock", "Opens a locked account again", "%s is no longer locked.", (*shop.Desk).Unlock),
		personChange("erase", "Forgets who a person is: login, password and sessions; the pseudonym stays in the record", "%s is erased.", (*shop.Desk).Erase))
	return cmd
}

// personCall is a call of a verb about persons.
type personCall struct {
	database
	passwordFile, role, reason string
	asJSON                     bool
	lang                       money.Lang
}

func (c *personCall) flags(cmd *cobra.Command) {
	c.database.flags(cmd.Flags())
	cmd.Flags().BoolVar(&c.asJSON, "json", false, "write the answer as JSON")
	addLang(cmd)
}

// with opens the desk for what do does, and closes it. Another desk at work is waited for.
func (c *personCall) with(cmd *cobra.Command, do func(ctx context.Context, d *shop.Desk) error) (err error) {
	ctx, stop := interruptible()
	defer stop()
	kept, err := c.open(ctx, cmd)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, kept.Close()) }()
	if c.lang, err = langOf(cmd); err != nil {
		return err
	}
	desk, err := openDesk(ctx, kept)
	if err != nil {
		return err
	}
	return errors.Join(do(ctx, desk), desk.Close())
}

// openDesk opens the desk, and waits for as long as a lease lasts that nobody gives back.
func openDesk(ctx context.Context, kept *store.Store) (*shop.Desk, error) {
	for end := time.Now().Add(12 * time.Second); ; {
		desk, err := shop.OpenDesk(ctx, shop.Options{Store: kept, Currency: money.EUR})
		if !errors.Is(err, store.ErrLeased) {
			return desk, err
		}
		if time.Now().After(end) {
			return nil, refuse("somebody else is changing persons: try again when they are done")
		}
		select {
		case <-time.After(200 * time.Millisecond):
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

func newPersonAdd() *cobra.Command {
	var c personCall
	cmd := &cobra.Command{
		Use:     "add LOGIN --role ROLE",
		Short:   "Lets somebody into the house",
		Example: "  tirage person add anna --role administrator --data /var/lib/tirage",
		Args:    takes("LOGIN"),
		RunE: func(cmd *cobra.Command, args []string) error {
			password, err := newPassword(cmd, c.passwordFile)
			if err != nil {
				return err
			}
			return c.with(cmd, func(ctx context.Context, d *shop.Desk) error {
				id, err := d.Register(ctx, args[0], password, shop.Role(c.role))
				if err != nil {
					return err
				}
				if c.asJSON {
					return writeJSON(cmd.OutOrStdout(), map[string]string{"id": string(id), "role": c.role})
				}
				w := tongue(c.lang)
				fmt.Fprintln(cmd.OutOrStdout(), w.in("%s is in the house as %s, with the pseudonym %s.", visible.Line(args[0]), w.in(c.role), id))
				return nil
			})
		},
	}
	cmd.Flags().StringVar(&c.role, "role", "", "`ROLE`: player, retailer, operator, auditor or administrator")
	addPasswordFile(cmd, &c.passwordFile)
	_ = cmd.MarkFlagRequired("role")
	c.flags(cmd)
	return cmd
}

func newPersonPassword() *cobra.Command {
	var c personCall
	cmd := &cobra.Command{
		Use:     "password PERSON --reason TEXT",
		Short:   "Gives a person another password and ends the sessions",
		Example: "  tirage person password anna --reason \"forgot the old one\" --data /var/lib/tirage",
		Args:    takes("PERSON"),
		RunE: func(cmd *cobra.Command, args []string) error {
			password, err := newPassword(cmd, c.passwordFile)
			if err != nil {
				return err
			}
			return c.about(cmd, args[0], "%s has another password.", func(ctx context.Context, d *shop.Desk, id store.PersonID) error {
				return d.SetPassword(ctx, id, password, c.reason)
			})
		},
	}
	c.because(cmd)
	addPasswordFile(cmd, &c.passwordFile)
	c.flags(cmd)
	return cmd
}

// personChange is a verb that changes a person's account for a reason.
func personChange(use, short, done string, change func(*shop.Desk, context.Context, store.PersonID, string) error) *cobra.Command {
	var c personCall
	cmd := &cobra.Command{
		Use: use + " PERSON --reason TEXT", Short: short, Args: takes("PERSON"),
		Example: "  tirage person " + use + " anna --reason \"asked for it\" --data /var/lib/tirage",
		RunE: func(cmd *cobra.Command, args []string) error {
			return c.about(cmd, args[0], done, func(ctx context.Context, d *shop.Desk, id store.PersonID) error {
				return change(d, ctx, id, c.reason)
			})
		},
	}
	c.because(cmd)
	c.flags(cmd)
	return cmd
}

func (c *personCall) because(cmd *cobra.Command) {
	cmd.Flags().StringVar(&c.reason, "reason", "", "`TEXT` for the record: why, and nothing that names the person")
	_ = cmd.MarkFlagRequired("reason")
}

// about does something about one person, and says it.
func (c *personCall) about(cmd *cobra.Command, name, done string, do func(context.Context, *shop.Desk, store.PersonID) error) error {
	return c.with(cmd, func(ctx context.Context, d *shop.Desk) error {
		p, err := d.Find(ctx, name)
		if err != nil {
			return err
		}
		if err := do(ctx, d, p.ID); err != nil {
			return err
		}
		if c.asJSON {
			return writeJSON(cmd.OutOrStdout(), map[string]string{"id": string(p.ID)})
		}
		fmt.Fprintln(cmd.OutOrStdout(), tongue(c.lang).in(done, visible.Line(name)))
		return nil
	})
}

func newPersonList() *cobra.Command {
	var c personCall
	cmd := &cobra.Command{
		Use: "list", Short: "Lists the persons of the house", Args: takes(""), Example: "  tirage person list --data /var/lib/tirage",
		RunE: func(cmd *cobra.Command, _ []string) error {
			return c.with(cmd, func(ctx context.Context, d *shop.Desk) error {
				persons, err := d.Persons(ctx)
				if err != nil {
					return err
				}
				if c.asJSON {
					return writeJSON(cmd.OutOrStdout(), persons)
				}
				writePersons(cmd.OutOrStdout(), persons, tongue(c.lang))
				return nil
			})
		},
	}
	c.flags(cmd)
	return cmd
}

func writePersons(out io.Writer, persons []shop.Staffed, w tongue) {
	t := newTable(w.heads("<pseudonym", "<login", "<role", "<since", "<state")...)
	for _, p := range persons {
		state := ""
		switch {
		case p.Erased != 0:
			state, p.Login = w.in("erased"), "–"
		case p.Locked != 0:
			state = w.in("locked")
		}
		t.add(string(p.ID), visible.Line(p.Login), w.in(string(p.Role)), time.UnixMicro(p.Created).UTC().Format(time.DateOnly), state)
	}
	t.write(out)
}

func addPasswordFile(cmd *cobra.Command, to *string) {
	cmd.Flags().StringVar(to, "password-file", "", "`FILE` with the password alone in it, or - for standard input (default: asks on the terminal)")
}

// newPassword reads a password from a file, or asks for it twice.
func newPassword(cmd *cobra.Command, path string) (string, error) {
	password, asked, err := readPassword(cmd, path, "password: ")
	if err != nil || !asked {
		return password, err
	}
	again, _, err := readPassword(cmd, path, "again: ")
	if err == nil && again != password {
		err = refuse("the two passwords are not the same")
	}
	return password, err
}

// readPassword reads a password from a file, or asks for it on the terminal, which shows nothing of it.
func readPassword(cmd *cobra.Command, path, prompt string) (password string, asked bool, err error) {
	if path != "" {
		data, err := readInput(cmd, path)
		return strings.TrimRight(string(data), "\r\n"), false, err
	}
	in, ok := cmd.InOrStdin().(*os.File)
	if !ok || !term.IsTerminal(int(in.Fd())) {
		return "", false, refuse("a password is asked for on a terminal: without one give --password-file")
	}
	fmt.Fprint(cmd.ErrOrStderr(), prompt)
	data, err := term.ReadPassword(int(in.Fd()))
	fmt.Fprintln(cmd.ErrOrStderr())
	return string(data), true, err
}
