package main

import (
	"strconv"

	"github.com/spf13/pflag"

	"tirage/internal/press"
	"tirage/money"
)

// whole is a flag's value: a whole number from least to most.
type whole struct {
	to          *int
	least, most int
}

// String gives the number as it stands; nothing for one that was left open.
func (w *whole) String() string {
	if w.to == nil || *w.to < w.least {
		return ""
	}
	return strconv.Itoa(*w.to)
}

// Type names the kind of value in the help.
func (w *whole) Type() string { return "number" }

// Set reads the number, or refuses it with the range.
func (w *whole) Set(text string) error {
	n, err := strconv.Atoi(text)
	if err != nil || n < w.least || n > w.most {
		return refuse("write a whole number from %s to %s", group(int64(w.least), money.EN), group(int64(w.most), money.EN))
	}
	*w.to = n
	return nil
}

// whole16 is a whole number of 16 bits.
type whole16 struct {
	whole
	narrow *uint16
}

// Set reads the number, or refuses it with the range.
func (w *whole16) Set(text string) error {
	if err := w.whole.Set(text); err != nil {
		return err
	}
	*w.narrow = uint16(*w.to)
	return nil
}

// addNumbers adds the flags that number a block.
func addNumbers(f *pflag.FlagSet, o *press.Options) {
	issue, number := int(o.Issue), 1
	o.Number = 1
	f.Var(&whole16{whole{&issue, 0, 99}, &o.Issue}, "issue", "`NUMBER` of the issue, 0-99")
	f.Var(&whole16{whole{&number, 1, 9_999}, &o.Number}, "block", "`NUMBER` of the block in its issue, from 1")
}
