package main

import (
	"context"
	"fmt"
	"net/http"

	"github.com/spf13/cobra"

	"tirage/internal/api"
)

func newOwnPassword() *cobra.Command {
	var c caller
	var fresh string
	cmd := &cobra.Command{
		Use:   "password --login LOGIN",
		Short: "Changes one's own password in a house",
		Long: `Changes the password of whoever logs in, who must know the one that they have. Their other sessions end. Passwords are read from the terminal or from a file, never
from the command line. Who has forgotten theirs asks the house: a player an administrator, a member of the staff two persons (staff_password).`,
		Example: `  tirage password --login anna --server https://house.example
  tirage password --login anna --password-file old --new-password-file new`,
		Args: takes(""),
		RunE: func(cmd *cobra.Command, _ []string) error {
			return c.with(cmd, true, func(ctx context.Context) error {
				if c.login == "" { // by the token of a session: the password was not asked for yet
					var err error
					if c.password, _, err = readPassword(cmd, c.passwordFile, "password: "); err != nil {
						return err
					}
				}
				if fresh == "" {
					fmt.Fprintln(cmd.ErrOrStderr(), tongue(c.lang).in("The new password:"))
				}
				password, err := newPassword(cmd, fresh)
				if err != nil {
					return err
				}
				if err := c.ask(ctx, http.MethodPost, "/api/password", api.NewPassword{Old: c.password, Password: password}, nil); err != nil {
					return err
				}
				if c.asJSON {
					return writeJSON(cmd.OutOrStdout(), map[string]bool{"changed": true})
				}
				fmt.Fprintln(cmd.OutOrStdout(), tongue(c.lang).in("The password is changed; other sessions are ended."))
				return nil
			})
		},
	}
	cmd.Flags().StringVar(&fresh, "new-password-file", "", "`FILE` with the new password alone in it, or - for standard input (default: asks on the terminal)")
	c.flags(cmd, true)
	return cmd
}
