package main

import "github.com/spf13/cobra"

func newReport() *cobra.Command { return &cobra.Command{} }
