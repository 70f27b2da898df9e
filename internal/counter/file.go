package counter

import (
	"context"
	"errors"
	"fmt"
	"unicode/utf8"

	"tirage/internal/shop"
	"tirage/internal/store"
	"tirage/internal/visible"
	"tirage/ledger"
	"tirage/money"
	"tirage/retail"
)

// The lot of a ticket above what a centre pays goes through a file: who claims it, where the money goes, and two persons who decide. The file
// is the claim: one that was opened in time is paid after the issue has lapsed too.

// Claimant is who claims a large lot, and the ticket.
type Claimant struct {
	Look

	Identity string `json:"identity"` // who claims it, by which paper
	Transfer string `json:"transfer"` // to which account it is paid
}

// File is the file of a large lot. Times are microseconds since 1970, UTC.
type File struct {
	ID       string           `json:"id"`
	Serial   string           `json:"serial"`
	Amount   money.Cents      `json:"amount"`
	Play     bool             `json:"play"`
	State    retail.FileState `json:"state"`
	Opened   int64            `json:"opened"`
	By       store.PersonID   `json:"by"`
	Identity string           `json:"identity,omitempty"` // to operators; "" once it was erased
	Transfer string           `json:"transfer,omitempty"`
	Decided  int64            `json:"decided,omitempty"`
	Decider  store.PersonID   `json:"decider,omitempty"`
	Note     string           `json:"note,omitempty"`
}

// The refusals of files.
var (
	ErrUnknownFile = shop.Say("unknown_file", "there is no such file", "il n’y a pas de tel dossier")
	errFileDecided = shop.Say("file_decided", "this file is decided already", "ce dossier est déjà décidé")
	errFileOpen    = shop.Say("file_open", "this file is open: it is decided first", "ce dossier est ouvert : il faut d’abord en décider")
	errClaimant    = shop.Say("bad_claimant", "say who claims the lot and to which account it is paid: a line of 3 to 300 characters each", "dites qui demande le lot et sur quel compte il est payé : une ligne de 3 à 300 caractères chacun")
	errNotForFile  = shop.Say("not_for_file", "this lot is paid at the counter: reserve the ticket", "ce lot est payé au comptoir : réservez le billet")
)

// OpenFile opens the file of a large lot. It refuses with ErrRole, ErrKeyMissing, bad_serial, bad_virn, bad_claimant, no_claim_key,
// ErrKeyReused, too_many_guesses, not_for_file, or by the name of an answer: see retail.Judge.
func (c *Counter) OpenFile(ctx context.Context, by shop.By, key string, who Claimant) (File, error) {
	if err := by.May(shop.Operator); err != nil {
		return File{}, err
	}
	s, err := c.show(ctx, by, who.Look)
	if err != nil {
		return File{}, err
	}
	a, err := by.Keyed(shop.ActOpenFile, key, s.serial, s.virn.Text(), who.ControlOpen, who.Identity, who.Transfer)
	if err != nil {
		return File{}, err
	}
	for _, text := range []string{who.Identity, who.Transfer} {
		if !visible.Sentence(text, 3) || utf8.RuneCountInString(text) > 300 {
			return File{}, errClaimant
		}
	}
	nonce, err := c.shop.Identifier()
	if err != nil {
		return File{}, err
	}
	row := store.ClaimFile{TicketRef: s.TicketRef, Amount: s.amount, State: retail.FileOpen, By: by.Person, Identity: who.Identity, Transfer: who.Transfer}
	if s.right {
		if row.ID, err = s.reference("", nonce, int64(s.outcome.Lot), int64(s.outcome.Composition)); err != nil {
			return File{}, err
		}
	}
	var f File               // the writer's until it answers
	var answer retail.Answer // as well
	err = c.shop.Do(ctx, shop.Task{
		Person: by.Person,
		Ask: func(ask *store.Ask) {
			ask.Keys = append(ask.Keys, store.ActKey{Actor: a.Actor, Key: a.Key})
			s.ask(ask, by)
			askGuesses(ask, guessers(by, s.serial))
		},
		Decide: func(b *shop.Batch) error {
			f, answer, row.Opened = File{}, retail.ReferFile, 0
			if done, err := b.Again(a, &f); done {
				return err
			}
			var err error
			answer, err = s.file(b, by, a, &row, &f)
			return err
		},
		Also: func(ctx context.Context, tx *store.Tx) error {
			if row.Opened == 0 {
				return nil
			}
			return taken(tx.AddFile(ctx, row), sayAnswer(retail.IsFiled))
		},
	})
	switch {
	case err != nil:
		return File{}, err
	case answer == retail.Pay:
		return File{}, errNotForFile
	case answer != retail.ReferFile:
		if err := c.expired(ctx, s, answer); err != nil {
			return File{}, err
		}
		return File{}, sayAnswer(answer)
	}
	return f, nil
}

// file opens the file, if that is what the ticket is referred to.
func (s *shown) file(b *shop.Batch, by shop.By, a *ledger.Act, row *store.ClaimFile, f *File) (retail.Answer, error) {
	answer, claim, err := s.judge(b, by, retail.ReferFile)
	if err != nil || answer != retail.ReferFile {
		return answer, err
	}
	row.Opened = b.At()
	*f = fileOf(*row, s.serial.String(), s.row.Play)
	f.Identity, f.Transfer = "", "" // the answer is kept with the act, for ever
	kept := s.claim(b, retail.Filed, by.Person, claim)
	kept.Amount, kept.Lot, kept.Composition, kept.Reference = s.amount, int64(s.outcome.Lot), int64(s.outcome.Composition), row.ID
	done := *a
	done.Subject, done.Note = f.Serial, shop.ClaimNote(claim, kept)
	if _, err := b.Post(&done, f); err != nil {
		row.Opened = 0
		return answer, err
	}
	b.SetClaim(kept)
	return answer, nil
}

func fileOf(row store.ClaimFile, serial string, play bool) File {
	return File{
		ID: row.ID, Serial: serial, Amount: row.Amount, Play: play, State: row.State, Opened: row.Opened, By: row.By, Identity: row.Identity, Transfer: row.Transfer,
		Decided: row.Decided, Decider: row.Decider, Note: row.Note,
	}
}

// viewFile is a file as it is shown: personal data to operators alone.
func (c *Counter) viewFile(by shop.By, row store.ClaimFile) File {
	f := fileOf(row, "", false)
	if s, _, ok := c.referred(row.ID); ok {
		f.Serial, f.Play = s.serial.String(), s.row.Play
	}
	if by.Role != shop.Operator {
		f.Identity, f.Transfer = "", ""
	}
	return f
}

// File shows a file. It refuses with ErrRole or ErrUnknownFile.
func (c *Counter) File(ctx context.Context, by shop.By, id string) (File, error) {
	if err := by.May(shop.Operator, shop.Auditor); err != nil {
		return File{}, err
	}
	row, err := c.store.File(ctx, id)
	if errors.Is(err, store.ErrUnknown) {
		return File{}, ErrUnknownFile
	}
	if err != nil {
		return File{}, err
	}
	return c.viewFile(by, row), nil
}

// Files lists files, newest first, in one state or in all (""). It refuses with ErrRole, bad_cursor or bad_limit.
func (c *Counter) Files(ctx context.Context, by shop.By, state retail.FileState, after string, limit int) (shop.Page[File], error) {
	if err := by.May(shop.Operator, shop.Auditor); err != nil {
		return shop.Page[File]{}, err
	}
	at, err := shop.Place(after, limit)
	if err != nil {
		return shop.Page[File]{}, err
	}
	rows, err := c.store.Files(ctx, state, at, limit+1)
	if err != nil {
		return shop.Page[File]{}, err
	}
	page := shop.Cut(rows, limit, func(f store.ClaimFile) store.Cursor { return f.Cursor() })
	list := shop.Page[File]{Next: page.Next, Items: make([]File, 0, len(page.Items))}
	for _, row := range page.Items {
		list.Items = append(list.Items, c.viewFile(by, row))
	}
	return list, nil
}

// EraseFile forgets who claimed a large lot and where the money went, once the file is decided; what was paid stays in the record. It refuses
// with ErrRole, bad_reason, ErrUnknownFile or file_open.
func (c *Counter) EraseFile(ctx context.Context, by shop.By, id, reason string) error {
	if err := by.May(shop.Operator, shop.Administrator); err != nil {
		return err
	}
	if err := shop.CheckReason(reason); err != nil {
		return err
	}
	if _, err := c.store.File(ctx, id); errors.Is(err, store.ErrUnknown) {
		return ErrUnknownFile
	} else if err != nil {
		return err
	}
	a := by.Act(shop.ActEraseFile)
	a.Subject, a.Note = id, reason
	return c.shop.Do(ctx, shop.Task{
		Person: by.Person,
		Ask:    func(*store.Ask) {},
		Decide: func(b *shop.Batch) error { done := *a; _, err := b.Post(&done, nil); return err },
		Also: func(ctx context.Context, tx *store.Tx) error {
			if err := tx.EraseFile(ctx, id); errors.Is(err, store.ErrStale) {
				return errFileOpen
			} else if err != nil {
				return err
			}
			return nil
		},
	})
}

// PayFile is the kind of the act that decides a file, by two persons.
const PayFile = shop.PayFile

// filePayment pays a file, or refuses it.
type filePayment struct {
	shop.Nothing `json:"-"`

	File string `json:"file"`
	Pay  bool   `json:"pay"`  // false: it is not paid, and the ticket may be claimed again
	Note string `json:"note"` // why, without naming anybody

	counter *Counter
	ticket  *shown
	nonce   string
	row     store.ClaimFile
}

// Prepare refuses with bad_reason, ErrUnknownFile or file_decided.
func (e *filePayment) Prepare(ctx context.Context, _ *shop.Shop) (string, error) {
	if err := shop.CheckReason(e.Note); err != nil {
		return "", err
	}
	s, nonce, ok := e.counter.referred(e.File)
	if !ok {
		return "", ErrUnknownFile
	}
	row, err := e.counter.store.File(ctx, e.File)
	switch {
	case errors.Is(err, store.ErrUnknown):
		return "", ErrUnknownFile
	case err != nil:
		return "", err
	case row.State != retail.FileOpen:
		return "", errFileDecided
	}
	e.ticket, e.nonce, e.row = s, nonce, row
	if e.Pay {
		return fmt.Sprintf("%s pay %q", e.File, e.Note), nil
	}
	return fmt.Sprintf("%s refuse %q", e.File, e.Note), nil
}

// Ask is Effect's.
func (e *filePayment) Ask(ask *store.Ask) { e.ticket.ask(ask, centre("")) }

// Decide refuses with file_decided; to pay, with opposed, pack_not_active or shop.ErrTicketDoubted too.
func (e *filePayment) Decide(b *shop.Batch, a *ledger.Act) error {
	s, by := e.ticket, centre(a.Actor)
	f, claim := s.facts(b, by)
	opposed := claim.State == retail.Opposed
	if claim.Reference != e.File || claim.State != retail.Filed && !opposed {
		return errFileDecided
	}
	e.row.Decided, e.row.Decider, e.row.Note = b.At(), by.Person, e.Note
	if !e.Pay {
		e.row.State = retail.FileRefused
		state := retail.Free
		if opposed {
			state = retail.Opposed
		}
		undone := s.claim(b, state, by.Person, claim)
		a.Note += " (" + shop.ClaimNote(claim, undone) + ")"
		b.SetClaim(undone)
		return nil
	}
	switch err := s.believed(&claim, "", e.nonce); {
	case opposed:
		return sayAnswer(retail.IsOpposed)
	case err != nil:
		return err
	case claim.Amount != e.row.Amount:
		return shop.ErrTicketDoubted
	case !f.Pack.Payable():
		return sayAnswer(retail.PackNotActive)
	}
	e.row.State = retail.FilePaid
	paid := handled(b, retail.Paid, by.Person, claim)
	a.Note += " (" + shop.ClaimNote(claim, paid) + ")"
	a.Transfers = append(a.Transfers, ledger.Transfer{Debit: s.stakes(), Credit: s.account(ledger.Cash, "transfer"), Amount: s.amount})
	b.SetClaim(paid)
	b.Paid(store.LotRef{Block: s.Block, Lot: claim.Lot})
	return nil
}

// Also refuses with file_decided.
func (e *filePayment) Also(ctx context.Context, tx *store.Tx) error {
	if err := tx.DecideFile(ctx, e.row); errors.Is(err, store.ErrStale) {
		return errFileDecided
	} else if err != nil {
		return err
	}
	return nil
}
