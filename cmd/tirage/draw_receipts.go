package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// emptyFolder makes a folder, or takes one that holds nothing: receipts of two draws are not mixed.
func emptyFolder(path string) error {
	err := os.Mkdir(path, 0o755)
	if !errors.Is(err, fs.ErrExist) {
		return err
	}
	entries, err := os.ReadDir(path)
	if err == nil && len(entries) > 0 {
		return refuse("receipts_folder: %s is not empty; give a new folder", path)
	}
	return err
}

// writeReceipts writes what each buyer was given at the sale: the receipt of every card, by its number, signed if there is a key.
func (p *playedDraw) writeReceipts(folder string) error {
	for i, r := range p.receipts {
		text, err := p.sign(r.Text())
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(folder, fmt.Sprintf("%06d.receipt", i+1)), text, 0o644); err != nil {
			return err
		}
	}
	return nil
}
