package press

import (
	"fmt"
	"os"

	"tirage/seal"
)

// files compares the names in the folder with those that the manifest makes. Print files may be gone after printing.
func (a *audit) files() {
	a.begin(checkFiles)
	m := a.manifest
	want := map[string]bool{announcementFile: true, manifestFile: true, signerFile: true, gameFile: true, planFile: true, envelopesFile: true, treeFile: true}
	if m.Specimen {
		want[seedAFile], want[seedBFile] = true, true
	}
	for _, p := range m.Parts {
		want[p.name(m.Printer != "")] = true
	}
	names, err := a.folder.names()
	if err != nil {
		a.find("folder", ".", "%v", err)
	}
	for _, name := range names {
		if !want[name] {
			a.find("unexpected", name, "no file of the block has this name")
		}
		delete(want, name)
	}
	a.specimenSeeds()
	excused := a.Destroyed || a.bothCommitted()
	for _, p := range m.Parts {
		name := p.name(m.Printer != "")
		a.absent[p.Packs] = want[name]
		switch {
		case want[name] && !excused:
			a.find("missing", name, "the manifest lists this print file")
		case !want[name] && m.Printer != "":
			if err := a.folder.sealed(name, p.Rows); err != nil {
				a.find("print_file", name, "%v", err)
			}
		}
	}
	if n := a.missingParts(); n > 0 && excused {
		why := "their tickets are made again from the seeds"
		if a.Destroyed {
			why = "destroyed after printing, as the call says"
		}
		a.current().remark(fmt.Sprintf("%d of %d print files are not there: %s", n, len(m.Parts), why))
	}
}

// missingParts counts the print files that are not there.
func (a *audit) missingParts() (n int) {
	for _, gone := range a.absent {
		if gone {
			n++
		}
	}
	return n
}

// large checks the envelopes and the tree as files: sizes, digests, every hash above the leaves.
func (a *audit) large() (err error) {
	first, end := a.manifest.span()
	size := int64(end - first)
	a.begin(checkEnvelopes)
	if a.envelopes, err = a.sized(envelopesFile, size*seal.RecordSize, a.manifest.Envelopes); err != nil {
		return err
	}
	a.begin(checkTree)
	if a.tree, err = a.sized(treeFile, treeBytes(size), a.manifest.Tree); err != nil {
		closeAll(a.envelopes)
		return err
	}
	if a.tree == nil {
		return nil
	}
	a.Progress(StageTree, 0, size)
	upper, root, err := growTree(a.ctx, a.tree, size, a.Workers, func(done int64) { a.Progress(StageTree, done, size) })
	if err != nil {
		closeAll(a.envelopes, a.tree)
		return err
	}
	if root != a.manifest.Root {
		a.find("tree_root", manifestFile, "the leaves make the root %s, the manifest has %s", root, a.manifest.Root)
	}
	a.compareTree(upper, size)
	return nil
}

// compareTree finds the first kept hash that does not follow from the leaves.
func (a *audit) compareTree(upper []byte, size int64) {
	kept := make([]byte, len(upper))
	if err := readFull(a.tree, kept, size*hashSize); err != nil {
		a.find("tree", treeFile, "%v", err)
		return
	}
	for i := range len(upper) / hashSize {
		if [hashSize]byte(upper[i*hashSize:]) != [hashSize]byte(kept[i*hashSize:]) {
			a.find("tree", treeFile, "kept hash %d behind the leaves does not follow from them", i)
			return
		}
	}
}

// sized opens a large file that must have this size, and checks its digest. It is nil if the file cannot be used.
func (a *audit) sized(name string, size int64, want Digest) (*os.File, error) {
	f, err := a.folder.open(name)
	if err != nil {
		a.find(unreadable(err), name, "%v", err)
		return nil, nil
	}
	info, err := f.Stat()
	if err == nil && info.Size() != size {
		a.find("size", name, "%d bytes are expected, it has %d", size, info.Size())
	} else if err != nil {
		a.find("unreadable", name, "%v", err)
	}
	if err != nil || info.Size() != size {
		f.Close()
		return nil, nil
	}
	a.Progress(StageFiles, 0, size)
	d, err := digestFile(a.ctx, f, size)
	switch {
	case a.ctx.Err() != nil:
		f.Close()
		return nil, a.ctx.Err()
	case err != nil:
		f.Close()
		a.find("unreadable", name, "%v", err)
		return nil, nil
	case d != want:
		a.find("digest", name, "its digest is %s, the manifest has %s", d, want)
	}
	return f, nil
}

// seeds takes the seeds that are given or stand in a specimen's folder, if they are those that were committed to.
func (a *audit) seeds() {
	a.begin(checkSeeds)
	m := a.manifest
	a.insideSeeds()
	if a.SeedA.Hex() == "" || a.SeedB.Hex() == "" {
		a.undone("needs both seeds: lots and faces were not made again")
		return
	}
	if !a.bothCommitted() {
		a.undone("without the seeds that were committed to, lots and faces were not made again")
		return
	}
	p, err := seal.NewPress(a.SeedA, a.SeedB, m.Block)
	if err != nil {
		a.find("seed", seedBFile, "%v", err)
		return
	}
	a.press = p
}

// committed tells whether a seed is the one whose digest was announced.
func (a *audit) committed(s seal.Seed, want Digest) bool {
	c, err := s.Commitment()
	return err == nil && c == want
}

// bothCommitted tells whether both seeds are there and were announced.
func (a *audit) bothCommitted() bool {
	return a.committed(a.SeedA, a.manifest.SeedA) && a.committed(a.SeedB, a.manifest.SeedB)
}

// specimenSeeds reads the seeds in the folder of a specimen. They must be there whatever seeds are given.
func (a *audit) specimenSeeds() {
	if !a.manifest.Specimen {
		return
	}
	for i, name := range seedFiles {
		var err error
		if a.inside[i], err = a.folder.small(name); err != nil {
			a.find(unreadable(err), name, "%v", err)
		}
	}
}

var seedFiles = [2]string{seedAFile, seedBFile}

// insideSeeds checks the seeds that a specimen's folder holds, and takes them if none are given.
func (a *audit) insideSeeds() {
	var seeds [2]seal.Seed
	for i, want := range []Digest{a.manifest.SeedA, a.manifest.SeedB} {
		if a.inside[i] == nil {
			continue // not there, or missing, which has its finding
		}
		var err error
		seeds[i], err = seal.ParseSeed(a.inside[i])
		switch {
		case err != nil:
			a.find("seed", seedFiles[i], "%v", err)
		case !a.committed(seeds[i], want):
			a.find("seed", seedFiles[i], "it is not the seed that was committed to")
		case string(a.inside[i]) != seeds[i].Hex()+"\n":
			a.find("seed", seedFiles[i], "it is not written as 64 hexadecimal digits and a line end")
		}
	}
	if a.SeedA.Hex() == "" {
		a.SeedA, a.SeedB = seeds[0], seeds[1]
		return
	}
	for i, given := range []seal.Seed{a.SeedA, a.SeedB} {
		if want := []Digest{a.manifest.SeedA, a.manifest.SeedB}[i]; !a.committed(given, want) {
			a.find("seed", seedFiles[i], "the seed given is not the one that was committed to")
		}
	}
}
