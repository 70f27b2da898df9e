package press

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync"

	"filippo.io/age"

	"tirage/fair"
	"tirage/scratch"
	"tirage/seal"
)

// progressTickets is how many tickets a worker makes between two words about progress.
const progressTickets = 4096

// worker makes chunks: everything of a ticket, then the reading back.
type worker struct {
	*run
	press     *seal.Press
	tape      *fair.Tape
	cells     []scratch.Code
	canonical []byte
	records   []byte
	leaves    []byte
	tickets   []seal.Ticket // of the chunk, as dealt
	writer    *partWriter
	screen    *screen // until one print file has passed it: the others have the same shape
	exam      *examiner
	ticket    seal.Ticket // as read
}

// work lets the workers make all chunks. The first error ends it.
func (r *run) work() error {
	ctx, cancel := context.WithCancelCause(r.ctx)
	defer cancel(nil)
	queue := make(chan chunk)
	var wait sync.WaitGroup
	for range min(r.Workers, len(r.chunks)) {
		w := r.newWorker()
		wait.Go(func() {
			for c := range queue {
				if err := w.chunk(ctx, c); err != nil {
					cancel(err)
				}
			}
			r.mu.Lock()
			defer r.mu.Unlock()
			for i, n := range w.exam.counts {
				r.counts[i] += n
			}
		})
	}
	for _, c := range r.chunks {
		queue <- c
	}
	close(queue)
	wait.Wait()
	return context.Cause(ctx)
}

func (r *run) newWorker() *worker {
	return &worker{
		run: r, press: r.press.Clone(), tape: fair.NewTape([32]byte{}), cells: make([]scratch.Code, r.rules.plan.Game.CellCount()),
		writer: newPartWriter(r.rules.table), screen: newScreen(), exam: newExaminer(r.rules),
	}
}

// chunk makes one chunk. After the context's end it does nothing.
func (w *worker) chunk(ctx context.Context, c chunk) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	n := c.end - c.first
	w.records, w.leaves, w.tickets = sized(w.records, n*seal.RecordSize), sized(w.leaves, n*hashSize), sized(w.tickets, n)
	if c.kind == seal.Paper {
		w.writer.begin(&w.manifest.Announcement, c.packs)
	}
	for pos := c.first; pos < c.end; pos++ {
		if err := w.make(c, pos); err != nil {
			return err
		}
		if i := pos - c.first + 1; i%progressTickets == 0 || pos == c.end-1 {
			if ctx.Err() != nil {
				return context.Cause(ctx)
			}
			w.tell((i-1)%progressTickets + 1)
		}
	}
	if c.kind == seal.Paper {
		if err := w.part(ctx, c); err != nil {
			return err
		}
	} else if err := w.reopen(c); err != nil {
		return err
	}
	first, _ := w.manifest.span()
	at := int64(c.first - first)
	if _, err := w.envelopes.WriteAt(w.records, at*seal.RecordSize); err != nil {
		return writing(envelopesFile, err)
	}
	_, err := w.tree.WriteAt(w.leaves, at*hashSize)
	return writing(treeFile, err)
}

// sized gives a slice of length n, the old one if it is large enough.
func sized[T any](old []T, n int) []T {
	if cap(old) < n {
		return make([]T, n)
	}
	return old[:n]
}

func (w *worker) tell(n int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.done += int64(n)
	first, end := w.manifest.span()
	w.Progress(StagePrint, w.done, int64(end-first))
}

// make makes one ticket: numbers, envelopes, face, leaf, columns.
func (w *worker) make(c chunk, pos int) error {
	i := pos - c.first
	t := &w.tickets[i]
	if err := w.press.Ticket(pos, t); err != nil {
		return err
	}
	number := w.deal[pos]
	w.press.Seal((*[seal.RecordSize]byte)(w.records[i*seal.RecordSize:]), t, w.rules.outcome(int(number)))
	w.tape.Reset(seal.FaceSeed(t.Secret, number))
	w.rules.plan.Print(w.tape, int(number), w.cells)
	w.canonical = scratch.Canonical(w.canonical[:0], w.cells)
	leaf := t.Leaf(c.kind, w.canonical)
	copy(w.leaves[i*hashSize:], leaf[:])
	if c.kind == seal.Paper {
		return w.writer.add(pos, t, w.cells)
	}
	return nil
}

// part completes a print file, reads all of it back, and only then seals and stores it.
func (w *worker) part(ctx context.Context, c chunk) error {
	data, err := w.writer.end()
	if err != nil {
		return err
	}
	if !w.unread {
		if err := w.proofread(ctx, c, data); err != nil {
			return err
		}
	}
	w.clear[c.index] = DigestOf(data)
	name := Part{Packs: c.packs}.name(w.recipient != nil)
	f, err := w.folder.createPart(name)
	if err != nil {
		return err
	}
	return settle(name, f, w.store(f, data))
}

// store writes a print file, encrypted for a printer.
func (w *worker) store(f file, data []byte) error {
	if w.recipient == nil {
		_, err := f.Write(data)
		return err
	}
	sealed, err := age.Encrypt(f, w.recipient)
	if err != nil {
		return err
	}
	if _, err := sealed.Write(data); err != nil {
		return err
	}
	return sealed.Close()
}

// proofread reads a print file from its bytes and finds in it, ticket by ticket, what was dealt.
func (w *worker) proofread(ctx context.Context, c chunk, data []byte) error {
	n := c.end - c.first
	if int64(len(data)) > int64(n)*rowBytes+smallBytes {
		return fmt.Errorf("%w: %d bytes for %d tickets: no audit would read it", ErrPart, len(data), n)
	}
	part, err := openPart(w.rules.table, data, n, w.screen)
	if err != nil {
		return err
	}
	defer part.close()
	for pos := c.first; ; pos++ {
		row, err := part.next()
		if errors.Is(err, io.EOF) && pos == c.end {
			w.screen = nil
			return nil
		}
		if err != nil {
			return err
		}
		if pos%progressTickets == 0 && ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if err := w.compare(c, pos, row); err != nil {
			return err
		}
	}
}

// compare finds the ticket that was dealt in a row read back: numbers, face, both envelopes, leaf.
func (w *worker) compare(c chunk, pos int, row *row) (err error) {
	say := func(name, format string, args ...any) {
		if err == nil {
			err = fmt.Errorf("%w: %s", ErrJudged, Finding{checkTickets, name, w.rules.place(printFolder, pos), fmt.Sprintf(format, args...)})
		}
	}
	i := pos - c.first
	dealt, read := &w.tickets[i], &w.ticket
	number, ok := w.exam.read(row, pos, dealt, read, say)
	if !ok || err != nil {
		return err
	}
	if number != int(w.deal[pos]) {
		say("dealt", "composition %d was read, %d was dealt", number, w.deal[pos])
	}
	if dealt.VIRN != read.VIRN {
		say("virn", "another VIRN was read than was dealt")
	}
	read.Secret = dealt.Secret
	inside, refused := w.press.Open((*[seal.RecordSize]byte)(w.records[i*seal.RecordSize:]), read)
	if refused != nil || inside != w.rules.outcome(number) {
		say("envelope", "with the numbers that were read it does not open to composition %d", number)
	}
	if leaf := seal.PaperLeaf(read.Serial, read.VIRN, w.exam.canonical); leaf != [hashSize]byte(w.leaves[i*hashSize:]) {
		say("leaf", "the face that was read is not the leaf's")
	}
	return err
}

// reopen makes the faces of an online chunk again from what its envelopes hold, and judges them.
func (w *worker) reopen(c chunk) (err error) {
	if w.unread {
		return nil
	}
	for pos := c.first; pos < c.end && err == nil; pos++ {
		say := func(name, format string, args ...any) {
			if err == nil {
				err = fmt.Errorf("%w: %s", ErrJudged, Finding{checkTickets, name, w.rules.place(envelopesFile, pos), fmt.Sprintf(format, args...)})
			}
		}
		i := pos - c.first
		dealt := &w.tickets[i]
		inside, refused := w.press.Open((*[seal.RecordSize]byte)(w.records[i*seal.RecordSize:]), dealt)
		if refused != nil || inside != w.rules.outcome(int(w.deal[pos])) {
			say("envelope", "it does not open to composition %d", w.deal[pos])
			return err
		}
		w.tape.Reset(seal.FaceSeed(dealt.Secret, inside.Composition))
		w.rules.plan.Print(w.tape, int(inside.Composition), w.exam.cells)
		w.exam.canonical = scratch.Canonical(w.exam.canonical[:0], w.exam.cells)
		number, _ := w.exam.judge(nil, say)
		if number != int(inside.Composition) {
			say("dealt", "composition %d shows, %d was dealt", number, inside.Composition)
		}
		if leaf := dealt.Leaf(seal.Online, w.exam.canonical); leaf != [hashSize]byte(w.leaves[i*hashSize:]) {
			say("leaf", "the face is not the leaf's")
		}
	}
	return err
}
