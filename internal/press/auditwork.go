package press

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"sync"

	"filippo.io/age"

	"tirage/fair"
	"tirage/scratch"
	"tirage/seal"
)

// tickets checks every ticket as far as print files and seeds allow, then recounts.
func (a *audit) tickets() error {
	a.begin(checkTickets)
	m := a.manifest
	readable := m.Printer == "" || a.identity != nil
	first, end := m.span()
	total := int64(end - first)
	if a.press != nil {
		a.Progress(StageDeal, 0, int64(m.Block.Tickets))
		a.deal = a.rules.plan.Deal(fair.NewTape(a.press.PlanSeed()))
	} else if why := a.closed(readable); why != "" {
		a.undone(why)
		return nil
	}
	chunks := divide(m.Block, m.Shares, m.Packs)
	results := make([]result, len(chunks))
	queue := make(chan chunk)
	virns := &virns{first: first, keys: make([]uint64, 0)}
	if readable {
		virns.keys = make([]uint64, total)
	}
	var wait sync.WaitGroup
	var mu sync.Mutex
	var done int64
	for range min(a.Workers, len(chunks)) {
		w := a.newWorker(readable, virns)
		wait.Go(func() {
			for c := range queue {
				results[c.index] = w.chunk(c)
				mu.Lock()
				done += int64(c.end - c.first)
				a.Progress(StageRecord, done, total)
				mu.Unlock()
			}
		})
	}
	for _, c := range chunks {
		if a.ctx.Err() != nil {
			break
		}
		queue <- c
	}
	close(queue)
	wait.Wait()
	if err := a.ctx.Err(); err != nil {
		return err
	}
	a.conclude(results, virns)
	return nil
}

// closed says why no ticket can be judged without seeds; "" when some can.
func (a *audit) closed(readable bool) string {
	switch {
	case len(a.manifest.Parts) == a.missingParts():
		return "needs both seeds: there are no print files"
	case !readable:
		return "needs the printer's identity or both seeds"
	}
	return ""
}

// result is what the check of one chunk gave.
type result struct {
	files  Tally // what is wrong with a file as a whole
	tally  Tally
	read   int64 // tickets judged as their print file shows them
	remade int64 // tickets made again from the seeds and judged
	counts []int64
	unread bool // its print file is not there, or cannot be read to its end

	elsewhere bool // its print file was written on a machine of the other kind
}

// elsewhere counts the print files that were written on a machine of the other kind.
func elsewhere(results []result) (n int) {
	for i := range results {
		if results[i].elsewhere {
			n++
		}
	}
	return n
}

// conclude adds the chunks' findings up in their order, looks for repeated VIRNs and compares the recount with the plan.
func (a *audit) conclude(results []result, v *virns) {
	m := a.manifest
	counts := make([]int64, len(a.rules.plan.Compositions))
	var read, remade int64
	for i := range results {
		a.report.merge(&results[i].files, a.alike(), a.MaxFindings)
	}
	for i := range results {
		r := &results[i]
		a.report.merge(&r.tally, a.alike(), a.MaxFindings)
		read, remade = read+r.read, remade+r.remade
		for k, n := range r.counts {
			counts[k] += n
		}
	}
	a.report.Tickets = read + remade
	a.report.Lots = countedLots(a.rules.plan, counts)
	first, end := m.span()
	online := int64(min(max(m.Shares.Online-first, 0), end-first))
	switch {
	case a.press == nil && read < int64(end-first):
		a.current().remark(fmt.Sprintf("%d of %d tickets were judged; the others need both seeds or their print files", read, end-first))
	case read == 0 && remade > online:
		a.current().remark("made again from the seeds: no print file was read")
	case remade > online:
		a.current().remark(fmt.Sprintf("%d tickets without a print file that can be read were made again from the seeds", remade-online))
	}
	if n := elsewhere(results); n > 0 {
		a.current().remark(fmt.Sprintf("the bytes of %d print files were not compared: they were written on a machine of another kind (amd64 with AVX2, or not), and take one to be written again", n))
	}
	a.repeated(v)
	a.begin(checkRecount)
	switch {
	case m.Packs != (Packs{0, m.Block.Packs()}):
		a.undone("the folder holds packs " + m.Packs.String() + " only, not the block")
	case a.press == nil && online > 0:
		a.undone("needs both seeds for the online share")
	case a.press == nil && slices.ContainsFunc(results, func(r result) bool { return r.unread }):
		a.undone("needs every print file, or both seeds")
	default:
		recount(a.rules.plan, counts, a.add)
	}
}

// auditor checks chunks.
type auditor struct {
	*audit
	press    *seal.Press
	exam     *examiner
	readable bool
	virns    *virns
	tape     *fair.Tape
	cells    []scratch.Code
	face     []byte
	buffer   bytes.Buffer
	again    *again
	screen   *screen
	records  []byte
	leaves   []byte
	record   [seal.RecordSize]byte
	result   result
}

// opener is the identity that opens the print files of this block, nil for those in clear.
func (a *audit) opener() age.Identity {
	if a.identity == nil || a.manifest.Printer == "" {
		return nil
	}
	return a.identity
}

func (a *audit) newWorker(readable bool, v *virns) *auditor {
	w := &auditor{audit: a, exam: newExaminer(a.rules), readable: readable, virns: v, screen: newScreen(), again: newAgain(a.rules.table), tape: fair.NewTape([32]byte{}), cells: make([]scratch.Code, a.rules.plan.Game.CellCount())}
	if a.press != nil {
		w.press = a.press.Clone()
	}
	return w
}

// damaged lists a finding about a file of the chunk.
func (w *auditor) damaged(check, name, place, format string, args ...any) {
	w.result.files.add(Finding{check, name, place, message(format, args...)}, w.alike(), w.MaxFindings)
}

// say lists a finding about a ticket of the chunk.
func (w *auditor) say(check, name, place, format string, args ...any) {
	w.result.tally.add(Finding{check, name, place, message(format, args...)}, w.alike(), w.MaxFindings)
}

// chunk checks one chunk.
func (w *auditor) chunk(c chunk) result {
	w.result = result{}
	clear(w.exam.counts)
	w.records = w.load(w.envelopes, checkEnvelopes, envelopesFile, c, seal.RecordSize, w.records)
	w.leaves = w.load(w.tree, checkTree, treeFile, c, hashSize, w.leaves)
	var part *partReader
	name := envelopesFile
	if c.kind == seal.Paper && w.readable {
		p := w.part(c)
		name = p.name(w.manifest.Printer != "")
		if !w.absent[c.packs] {
			part = w.open(p, name)
		}
	}
	if part != nil || w.press != nil {
		w.each(c, part, name)
	}
	if part != nil {
		part.close()
	} else {
		w.result.unread = true
	}
	w.result.counts = append([]int64(nil), w.exam.counts...)
	return w.result
}

// part is the manifest's line for a chunk's print file.
func (w *auditor) part(c chunk) Part {
	for _, p := range w.manifest.Parts {
		if p.Packs == c.packs {
			return p
		}
	}
	return Part{Packs: c.packs, Rows: c.end - c.first} // never: the manifest's parts are the chunks'
}

// open reads a print file and checks its digest; nil when there is nothing that can be read.
func (w *auditor) open(p Part, name string) *partReader {
	if err := w.folder.part(name, p.Rows, w.opener(), &w.buffer); err != nil {
		w.damaged(checkTickets, "print_file", name, "%v", err)
		return nil
	}
	if d := DigestOf(w.buffer.Bytes()); d != p.Clear {
		w.damaged(checkTickets, "digest", name, "the digest of its plaintext is %s, the manifest has %s", d, p.Clear)
	}
	part, err := openPart(w.rules.table, w.buffer.Bytes(), p.Rows, w.screen)
	if err != nil {
		w.damaged(checkTickets, "parquet", name, "%v", err)
		return nil
	}
	w.notes(p, name, part)
	return part
}

// load reads a chunk's records of a large file; nil when the file cannot be used.
func (w *auditor) load(f *os.File, check, name string, c chunk, each int, old []byte) []byte {
	if f == nil {
		return nil
	}
	first, _ := w.manifest.span()
	data := sized(old, (c.end-c.first)*each)
	if err := readFull(f, data, int64(c.first-first)*int64(each)); err != nil {
		w.damaged(check, "unreadable", name, "%v", err)
		return nil
	}
	return data
}

// each checks the tickets of a chunk one after the other.
func (w *auditor) each(c chunk, part *partReader, name string) {
	var t, made seal.Ticket
	var dealt *seal.Ticket // nil without seeds
	for pos := c.first; pos < c.end; pos++ {
		if pos%progressTickets == 0 && w.ctx.Err() != nil {
			return
		}
		flawed := false
		say := func(kind, format string, args ...any) {
			flawed = true
			w.say(checkTickets, kind, w.rules.place(name, pos), format, args...)
		}
		if w.press != nil {
			dealt = &made
			if err := w.press.Ticket(pos, dealt); err != nil {
				say("position", "%v", err)
				continue
			}
		}
		shown, judged := 0, false
		if part != nil {
			row, err := part.next()
			if err != nil {
				w.say(checkTickets, "parquet", w.rules.place(name, pos), "%v", err)
				part, w.result.unread = nil, true
			} else {
				if shown, judged = w.exam.read(row, pos, dealt, &t, say); judged {
					w.result.read++
					w.virns.put(pos, t.VIRN)
				}
				w.again.row(row, flawed)
			}
		}
		if w.press != nil {
			w.remake(c, pos, dealt)
			switch {
			case judged:
				w.agree(pos, dealt, &t, shown, say)
			case part == nil:
				w.remade(pos, say)
			}
		} else if judged && w.leaves != nil && seal.PaperLeaf(t.Serial, t.VIRN, w.exam.canonical) != [hashSize]byte(w.leaves[(pos-c.first)*hashSize:]) {
			say("leaf", "the face is not the one that the tree commits to")
		}
	}
	if part == nil {
		return
	}
	if _, err := part.next(); !errors.Is(err, io.EOF) {
		w.say(checkTickets, "parquet", name, "there are more rows than tickets")
		return
	}
	w.rewritten(name)
}

// remake makes a ticket again from the seeds and compares it with its envelopes and its leaf.
func (w *auditor) remake(c chunk, pos int, made *seal.Ticket) {
	i := pos - c.first
	number := w.deal[pos]
	if w.records != nil {
		w.press.Seal(&w.record, made, w.rules.outcome(int(number)))
		if w.record != [seal.RecordSize]byte(w.records[i*seal.RecordSize:]) {
			w.say(checkEnvelopes, "envelope", w.rules.place(envelopesFile, pos), "the record is not the one that the seeds make")
		}
	}
	w.tape.Reset(seal.FaceSeed(made.Secret, number))
	w.rules.plan.Print(w.tape, int(number), w.cells)
	w.face = scratch.Canonical(w.face[:0], w.cells)
	if w.leaves != nil && made.Leaf(c.kind, w.face) != [hashSize]byte(w.leaves[i*hashSize:]) {
		w.say(checkTree, "leaf", w.rules.place(treeFile, pos), "the leaf is not the one that the seeds make")
	}
}

// agree compares a ticket read from its print file, t, with the one that the seeds make.
func (w *auditor) agree(pos int, made, t *seal.Ticket, shown int, say report) {
	if number := int(w.deal[pos]); shown != number {
		say("dealt", "it shows %s, %s was dealt", describe(w.rules.plan, shown), describe(w.rules.plan, number))
	}
	if t.VIRN != made.VIRN {
		say("virn", "the VIRN is not the one that the seeds make")
	}
	if !bytes.Equal(w.face, w.exam.canonical) {
		say("face", "the face is not the one that the seeds make")
	}
}

// remade judges and counts a face made from the seeds where no print file shows one.
func (w *auditor) remade(pos int, say report) {
	copy(w.exam.cells, w.cells)
	shown, ok := w.exam.judge(nil, say)
	if !ok {
		return
	}
	w.result.remade++
	if number := int(w.deal[pos]); shown != number {
		say("dealt", "it shows %s, %s was dealt", describe(w.rules.plan, shown), describe(w.rules.plan, number))
	}
}

// describe names a composition by what it pays.
func describe(p *scratch.Plan, number int) string {
	c := p.Compositions[number]
	if c.Lot < 0 {
		return "a losing ticket"
	}
	return fmt.Sprintf("composition %d of lot %s", number, p.Game.Currency.Plain(c.Amount))
}
