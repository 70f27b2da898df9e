package press

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"tirage/seal"
)

func TestCheatsAreFound(t *testing.T) {
	o := fixed(filepath.Join(t.TempDir(), "block"))
	o.Online = 0
	m := printFake(t, o)
	all := AuditOptions{MaxFindings: 200}
	stranger, _, err := NewSignKey("house.test")
	if err != nil {
		t.Fatal(err)
	}
	swap := func(data []byte, a, b, size int) []byte {
		x := slices.Clone(data[a*size : (a+1)*size])
		copy(data[a*size:(a+1)*size], data[b*size:(b+1)*size])
		copy(data[b*size:(b+1)*size], x)
		return data
	}
	firstPart, secondPart := m.Parts[0].name(false), m.Parts[1].name(false)
	for name, c := range map[string]func(f *forger) []string{
		"two envelopes exchanged": func(f *forger) []string {
			f.change(envelopesFile, func(d []byte) []byte { return swap(d, 2_000, 300, seal.RecordSize) })
			f.sign(o.SignKey)
			return []string{"envelope envelopes: position 300 (", "envelope envelopes: position 2000 ("}
		},
		"a paper envelope copied": func(f *forger) []string {
			f.change(envelopesFile, func(d []byte) []byte { copy(d[5*72:], d[6*72:6*72+36]); return d })
			return []string{"digest envelopes", "envelope envelopes: position 5 ("}
		},
		"two leaves exchanged": func(f *forger) []string {
			f.change(treeFile, func(d []byte) []byte { return swap(d, 100, 5_000, hashSize) })
			return []string{"digest tree", "tree " + treeFile, "tree_root manifest", "leaf tree: position 100 (", "leaf tree: position 5000 ("}
		},
		"a hash of the tree": func(f *forger) []string {
			f.change(treeFile, func(d []byte) []byte { d[20_000*hashSize+7]++; return d })
			f.sign(o.SignKey)
			return []string{"tree " + treeFile}
		},
		"another root": func(f *forger) []string {
			f.manifest.Root[3]++
			f.sign(o.SignKey)
			return []string{"tree_root manifest"}
		},
		"parts exchanged": func(f *forger) []string {
			a, b := f.read(firstPart), f.read(secondPart)
			f.write(firstPart, b)
			f.write(secondPart, a)
			return []string{"digest " + firstPart, "digest " + secondPart}
		},
		"equal parts exchanged": func(f *forger) []string {
			a, b := f.read(secondPart), f.read(m.Parts[2].name(false))
			f.write(secondPart, b)
			f.write(m.Parts[2].name(false), a)
			return []string{"digest " + secondPart, "serial " + f.at(4_000), "position " + f.at(4_000), "barcode " + f.at(4_000)}
		},
		"a part missing": func(f *forger) []string {
			if err := os.Remove(f.path(secondPart)); err != nil {
				t.Fatal(err)
			}
			return []string{"missing " + secondPart}
		},
		"a file too many": func(f *forger) []string {
			f.write("print/999999-999999.parquet", nil)
			return []string{"unexpected print/999999-999999.parquet"}
		},
		"another game file": func(f *forger) []string {
			f.write(gameFile, []byte("a game of twins with other lots\n"))
			return []string{"game_file game.yaml"}
		},
		"another plan": func(f *forger) []string {
			f.change(planFile, func(d []byte) []byte { return bytes.Replace(d, []byte(`"count": 2900`), []byte(`"count": 2901`), 1) })
			return []string{"plan plan.json"}
		},
		"another plan with its digest": func(f *forger) []string {
			f.change(planFile, func(d []byte) []byte { return append(d, '\n') })
			f.manifest.Plan = DigestOf(f.read(planFile))
			f.sign(o.SignKey)
			return []string{"plan plan.json", "plan_digest manifest"}
		},
		"a manifest without the key": func(f *forger) []string {
			f.change(manifestFile, func(d []byte) []byte {
				return bytes.Replace(d, []byte("online-tickets 0"), []byte("online-tickets 50"), 1)
			})
			return []string{"signature manifest", "manifest manifest"} // its parts are not those of its shares
		},
		"a manifest of another key": func(f *forger) []string {
			f.sign(stranger)
			return []string{"signature manifest"}
		},
		"another announcement": func(f *forger) []string {
			f.manifest.Announced[0]++
			f.sign(o.SignKey)
			return []string{"announcement " + announcementFile}
		},
		"another seed": func(f *forger) []string {
			f.write(seedBFile, f.read(seedAFile))
			return []string{"seed seed-b"}
		},
		"a VIRN twice": func(f *forger) []string {
			f.hideSeeds()
			var number string
			f.rewrite(3_000, func(rows map[int]*ticket) { number = rows[3_000].texts[columnVIRN] })
			f.rewrite(17_000, func(rows map[int]*ticket) {
				texts := rows[17_000].texts
				texts[columnVIRN], texts[columnDataMatrix] = number, texts[columnBarcode]+number
			})
			f.leaves()
			f.sign(o.SignKey)
			return []string{"duplicate_virn print: position 17000 ("}
		},
		"a wrong check character": func(f *forger) []string {
			f.rewrite(3_000, func(rows map[int]*ticket) {
				number := []byte(rows[3_000].texts[columnVIRN])
				number[0] = "01"[number[0]&1] // the other of two characters, whatever it was
				rows[3_000].texts[columnVIRN] = string(number)
			})
			return []string{"virn " + f.at(3_000)}
		},
		"a DataMatrix of another ticket": func(f *forger) []string {
			f.rewrite(3_000, func(rows map[int]*ticket) { rows[3_000].texts[columnDataMatrix] = rows[3_001].texts[columnDataMatrix] })
			return []string{"datamatrix " + f.at(3_000)}
		},
		"a caption that disagrees": func(f *forger) []string {
			f.rewrite(3_000, func(rows map[int]*ticket) { rows[3_000].texts[fixedColumns+1] = "N° 1|N° 40" })
			return []string{"misprint " + f.at(3_000), "recount_composition plan.json"}
		},
		"a cell too many": func(f *forger) []string {
			f.rewrite(3_000, func(rows map[int]*ticket) { rows[3_000].texts[fixedColumns] += "|3" })
			return []string{"columns " + f.at(3_000)}
		},
		"no specimen": func(f *forger) []string {
			f.rewrite(3_000, func(rows map[int]*ticket) { rows[3_000].texts[f.rules.table.specimen] = "" })
			return []string{"specimen " + f.at(3_000)}
		},
		"faces exchanged in a print file": func(f *forger) []string {
			f.hideSeeds()
			f.exchange(3_000, 3_001)
			f.sign(o.SignKey)
			return []string{"leaf " + f.at(3_000), "leaf " + f.at(3_001)}
		},
		"a lot moved, all digests made anew, seeds published": func(f *forger) []string {
			a, b := f.winnerAndLoser()
			f.exchange(a, b)
			f.leaves()
			f.sign(o.SignKey)
			return []string{"dealt " + f.at(a), "face " + f.at(a), fmt.Sprintf("leaf tree: position %d (", a), "dealt " + f.at(b), "face " + f.at(b)}
		},
		"a lot moved, all digests made anew, by a stranger": func(f *forger) []string {
			f.hideSeeds()
			a, b := f.winnerAndLoser()
			f.exchange(a, b)
			f.leaves()
			f.sign(stranger)
			return []string{"signature manifest"}
		},
		"a lot doubled": func(f *forger) []string {
			f.hideSeeds()
			a, b := f.winnerAndLoser()
			var won []string
			f.rewrite(a, func(rows map[int]*ticket) { won = slices.Clone(rows[a].texts) })
			f.rewrite(b, func(rows map[int]*ticket) { copy(rows[b].texts[fixedColumns:], won[fixedColumns:]) })
			f.leaves()
			f.sign(o.SignKey)
			return []string{"recount_lot game.yaml", "recount_composition plan.json"}
		},
	} {
		t.Run(name, func(t *testing.T) {
			f := forge(t, o, m)
			wanted := c(f)
			r, err := auditBlock(context.Background(), f.dir, fakePlan, all)
			if err != nil {
				t.Fatal(err)
			}
			expect(t, r, wanted...)
			if r.OK {
				t.Error("nothing was found")
			}
		})
	}
}

// TestEveryByteCounts flips a byte here and there in every file of a block.
func TestEveryByteCounts(t *testing.T) {
	o := fixed(filepath.Join(t.TempDir(), "block"))
	o.Packs = Packs{29, 60}
	m := printFake(t, o)
	for name, data := range contents(t, o.Out) {
		for _, at := range []int{0, len(data) / 3, len(data) / 2, len(data) - 1} {
			f := forge(t, o, m)
			f.change(name, func(d []byte) []byte { d[at] ^= 1; return d })
			r, err := auditBlock(context.Background(), f.dir, fakePlan, AuditOptions{})
			if err != nil && name == manifestFile {
				t.Errorf("a changed manifest is a failed check, and no refusal: %v", err)
			}
			if err == nil && r.OK {
				t.Errorf("%s: byte %d of %d changed, nothing was found", name, at, len(data))
			}
		}
		for _, cut := range []int{0, 1, len(data) / 2, len(data) - 1} {
			f := forge(t, o, m)
			f.change(name, func(d []byte) []byte { return d[:cut] })
			r, err := auditBlock(context.Background(), f.dir, fakePlan, AuditOptions{})
			if err != nil && name == manifestFile {
				t.Errorf("a cut manifest is a failed check, and no refusal: %v", err)
			}
			if err == nil && r.OK {
				t.Errorf("%s: cut to %d of %d bytes, nothing was found", name, cut, len(data))
			}
			if err != nil && !errors.Is(err, ErrBlock) {
				t.Errorf("%s: cut to %d of %d bytes: %v", name, cut, len(data), err)
			}
		}
	}
}
