package main

import (
	"fmt"
	"strconv"
	"time"
)

// timeAhead writes the time in some seconds, as "tirage room open --first" takes it: soon SECONDS. At least so many are left.
func timeAhead(args []string) error {
	n, err := strconv.Atoi(args[0])
	if err != nil {
		return err
	}
	fmt.Println(time.Now().UTC().Add(time.Duration(n+1) * time.Second).Format(time.RFC3339))
	return nil
}
