package main

import (
	"errors"
	"os"
	"path/filepath"

	"tirage/internal/press"
	"tirage/money"
	"tirage/seal"
)

// paperTicket takes a paper ticket out of a specimen: paper FOLDER FIRST:LAST AMOUNT NAME. The first ticket of these packs with such a lot, or any,
// that was not taken before becomes a folder of that name with its serial, its virn, and the whole code under the coating in it.
func paperTicket(args []string) error {
	stock, err := press.OpenStock(args[0], "", nil)
	if err != nil {
		return err
	}
	defer stock.Close()
	a, b, err := stock.Seeds()
	if err != nil {
		return err
	}
	numbers, err := seal.NewPress(a, b, stock.Manifest.Block)
	if err != nil {
		return err
	}
	key, err := seal.NewClaimKey(a, stock.Manifest.Block)
	if err != nil {
		return err
	}
	first, last, err := packNumbers(args[1])
	if err != nil {
		return err
	}
	size := int(stock.Manifest.Block.PackSize)
	for position := int(first) * size; position < int(last+1)*size; position++ {
		var t seal.Ticket
		if err := numbers.Ticket(position, &t); err != nil {
			return err
		}
		claimed, err := stock.Claim(t.Serial, t.VIRN, key)
		if err != nil {
			return err
		}
		if text := money.EUR.Plain(claimed.Amount); args[2] != "any" && text != args[2] || taken(t.Serial.String()) {
			continue
		}
		return errors.Join(
			os.MkdirAll(args[3], 0o700),
			os.WriteFile(filepath.Join(args[3], "serial"), []byte(t.Serial.String()), 0o600),
			os.WriteFile(filepath.Join(args[3], "virn"), []byte(t.VIRN.Grouped()+"\n"), 0o600),
			os.WriteFile(filepath.Join(args[3], "code"), append(seal.AppendTicketCode(nil, t.Serial, t.VIRN), '\n'), 0o600),
		)
	}
	return errors.New("there is no such ticket in these packs")
}

// taken tells whether a ticket was taken before.
func taken(serial string) bool {
	files, _ := filepath.Glob("*/serial")
	for _, name := range files {
		if text, err := os.ReadFile(name); err == nil && string(text) == serial {
			return true
		}
	}
	return false
}
