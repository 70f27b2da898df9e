package press

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"sync"

	"tirage/fair"
	"tirage/scratch"
	"tirage/seal"
)

// tickets checks every ticket as far as print files and seeds allow, then recounts.
func (a *audit) tickets() error {
	m := a.manifest
	readable := m.Printer == "" || a.identity != nil
	first, end := m.span()
	total := int64(end - first)
	if a.press != nil {
		a.Progress(StageDeal, 0, int64(m.Block.Tickets))
		a.deal = a.rules.plan.Deal(fair.NewTape(a.press.PlanSeed()))
	}
	if !readable && a.press == nil {
		a.check("tickets", false, "needs the printer's identity or both seeds")
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
	return a.conclude(results, virns, readable)
}

// result is what the check of one chunk gave.
type result struct {
	findings []Finding
	more     int
	judged   int64
	counts   []int64
}

// conclude adds the chunks' findings up in their order, looks for repeated VIRNs and compares the recount with the plan.
func (a *audit) conclude(results []result, v *virns, readable bool) error {
	m := a.manifest
	counts := make([]int64, len(a.rules.plan.Compositions))
	for _, r := range results {
		for _, f := range r.findings {
			a.add(f)
		}
		a.report.More += r.more
		a.report.Tickets += r.judged
		for i, n := range r.counts {
			counts[i] += n
		}
	}
	note := ""
	if !readable {
		note = "from the seeds alone: the print files are sealed"
	}
	a.check("tickets", true, note)
	a.report.Lots = countedLots(a.rules.plan, counts)
	a.repeated(v)
	first, end := m.span()
	online := min(max(m.Shares.Online-first, 0), end-first)
	switch {
	case m.Packs != (Packs{0, m.Block.Packs()}):
		a.check("recount", false, "the folder holds packs "+m.Packs.String()+" only, not the block")
	case online > 0 && a.press == nil:
		a.check("recount", false, "needs both seeds for the online share")
	default:
		recount(a.rules.plan, counts, a.add)
		a.check("recount", true, "")
	}
	return nil
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
	records  []byte
	leaves   []byte
	record   [seal.RecordSize]byte
	result   result
}

func (a *audit) newWorker(readable bool, v *virns) *auditor {
	w := &auditor{audit: a, exam: newExaminer(a.rules), readable: readable, virns: v, tape: fair.NewTape([32]byte{}), cells: make([]scratch.Code, a.rules.plan.Game.CellCount())}
	if a.press != nil {
		w.press = a.press.Clone()
	}
	return w
}

// sameKind is how many findings of one name are listed for one chunk, so that the first of many do not hide others.
const sameKind = 5

// say lists a finding of the chunk.
func (w *auditor) say(name, place, format string, args ...any) {
	alike := 0
	for _, f := range w.result.findings {
		if f.Name == name {
			alike++
		}
	}
	if alike >= sameKind {
		w.result.more++
		return
	}
	w.result.findings = append(w.result.findings, Finding{name, place, fmt.Sprintf(format, args...)})
}

// chunk checks one chunk.
func (w *auditor) chunk(c chunk) result {
	w.result = result{}
	clear(w.exam.counts)
	w.records = w.load(w.envelopes, envelopesFile, c, seal.RecordSize, w.records)
	w.leaves = w.load(w.tree, treeFile, c, hashSize, w.leaves)
	var part *partReader
	name := envelopesFile
	if c.kind == seal.Paper && w.readable {
		p := w.part(c)
		name = p.name(w.manifest.Printer != "")
		part = w.open(p, name)
	}
	if part != nil || w.press != nil {
		w.each(c, part, name)
	}
	if part != nil {
		part.close()
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
	identity := w.identity
	if w.manifest.Printer == "" {
		identity = nil
	}
	if err := w.folder.part(name, p.Rows, identity, &w.buffer); err != nil {
		w.say("print_file", name, "%v", err)
		return nil
	}
	if d := DigestOf(w.buffer.Bytes()); d != p.Clear {
		w.say("digest", name, "the digest of its plaintext is %s, the manifest has %s", d, p.Clear)
	}
	part, err := openPart(w.rules.table, w.buffer.Bytes(), p.Rows)
	if err != nil {
		w.say("parquet", name, "%v", err)
		return nil
	}
	return part
}

// load reads a chunk's records of a large file; nil when the file cannot be used.
func (w *auditor) load(f *os.File, name string, c chunk, each int, old []byte) []byte {
	if f == nil {
		return nil
	}
	first, _ := w.manifest.span()
	data := sized(old, (c.end-c.first)*each)
	if err := readFull(f, data, int64(c.first-first)*int64(each)); err != nil {
		w.say("unreadable", name, "%v", err)
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
		say := func(kind, format string, args ...any) { w.say(kind, w.rules.place(name, pos), format, args...) }
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
				w.say("parquet", w.rules.place(name, pos), "%v", err)
				part = nil
			} else if shown, judged = w.exam.read(row, pos, dealt, &t, say); judged {
				w.result.judged++
				w.virns.put(pos, t.VIRN)
			}
		}
		if w.press != nil {
			w.remake(c, pos, dealt, &t, shown, judged, say)
		} else if judged && w.leaves != nil && seal.PaperLeaf(t.Serial, t.VIRN, w.exam.canonical) != [hashSize]byte(w.leaves[(pos-c.first)*hashSize:]) {
			say("leaf", "the face is not the one that the tree commits to")
		}
	}
	if part == nil {
		return
	}
	if _, err := part.next(); !errors.Is(err, io.EOF) {
		w.say("parquet", name, "there are more rows than tickets")
	}
}

// remake makes a ticket again from the seeds and compares it with everything that is there of it: t and shown hold what its row says, if judged.
func (w *auditor) remake(c chunk, pos int, made, t *seal.Ticket, shown int, judged bool, say report) {
	i := pos - c.first
	number := w.deal[pos]
	if w.records != nil {
		w.press.Seal(&w.record, made, w.rules.outcome(int(number)))
		if w.record != [seal.RecordSize]byte(w.records[i*seal.RecordSize:]) {
			w.say("envelope", w.rules.place(envelopesFile, pos), "the record is not the one that the seeds make")
		}
	}
	w.tape.Reset(seal.FaceSeed(made.Secret, number))
	w.rules.plan.Print(w.tape, int(number), w.cells)
	w.face = scratch.Canonical(w.face[:0], w.cells)
	if w.leaves != nil && made.Leaf(c.kind, w.face) != [hashSize]byte(w.leaves[i*hashSize:]) {
		w.say("leaf", w.rules.place(treeFile, pos), "the leaf is not the one that the seeds make")
	}
	if !judged {
		w.remade(c, number, say)
		return
	}
	plan := w.rules.plan
	if shown != int(number) {
		say("dealt", "it shows %s, %s was dealt", describe(plan, shown), describe(plan, int(number)))
	}
	if t.VIRN != made.VIRN {
		say("virn", "the VIRN is not the one that the seeds make")
	}
	if !bytes.Equal(w.face, w.exam.canonical) {
		say("face", "the face is not the one that the seeds make")
	}
}

// remade judges and counts a face made from the seeds where no print file shows one.
func (w *auditor) remade(c chunk, number uint16, say report) {
	if c.kind == seal.Paper && w.readable {
		return // its row is there and was found wrong
	}
	copy(w.exam.cells, w.cells)
	shown, ok := w.exam.judge(nil, say)
	if !ok {
		return
	}
	w.result.judged++
	if shown != int(number) {
		say("dealt", "it shows %s, %s was dealt", describe(w.rules.plan, shown), describe(w.rules.plan, int(number)))
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
