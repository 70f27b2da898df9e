package shop

import (
	"context"
	"encoding/base64"
	"fmt"
	"strconv"
	"strings"

	"tirage/internal/press"
	"tirage/internal/store"
	"tirage/ledger"
	"tirage/money"
	"tirage/seal"
)

// MaxPage is how many rows one page holds at most.
const MaxPage = 200

// Page is a part of a list, newest first. Next is where the rest begins, "" at the end.
type Page[T any] struct {
	Items []T    `json:"items"`
	Next  string `json:"next"`
}

// paged cuts a list of one more than a page holds.
func paged[T any](rows []T, limit int, cursor func(T) store.Cursor) Page[T] {
	p := Page[T]{Items: rows}
	if len(rows) > limit {
		p.Items = rows[:limit]
		c := cursor(rows[limit-1])
		p.Next = base64.RawURLEncoding.EncodeToString(fmt.Appendf(nil, "%d %d %d %s", c.At, c.Pos, c.N, c.In))
	}
	return p
}

// page reads a cursor and a limit. It refuses with bad_cursor or bad_limit.
func page(after string, limit int) (c store.Cursor, err error) {
	if limit < 1 || limit > MaxPage {
		return c, bad("bad_limit", "a page holds 1 to %d rows", "une page contient de 1 à %d lignes", MaxPage)
	}
	if after == "" {
		return c, nil
	}
	refusal := bad("bad_cursor", "this is no place in the list: use what the page before gave as next", "ce n’est pas un endroit de la liste : servez-vous de ce que la page précédente a donné")
	raw, err := base64.RawURLEncoding.DecodeString(after)
	if err != nil || len(after) > 200 {
		return c, refusal
	}
	fields := strings.Split(string(raw), " ")
	if len(fields) != 4 || strings.ContainsFunc(fields[3], func(r rune) bool { return r <= ' ' || r > '~' }) {
		return store.Cursor{}, refusal
	}
	for i, number := range []*int64{&c.At, &c.Pos, &c.N} {
		if *number, err = strconv.ParseInt(fields[i], 10, 64); err != nil {
			return store.Cursor{}, refusal
		}
	}
	c.In = fields[3]
	return c, nil
}

// History lists the asking player's tickets, newest first, as they are: sealed ones sealed, revealed ones as they showed. It refuses
// with ErrRole, bad_cursor or bad_limit.
func (s *Shop) History(ctx context.Context, by By, after string, limit int) (Page[*Ticket], error) {
	if err := by.may(Player); err != nil {
		return Page[*Ticket]{}, err
	}
	cursor, err := page(after, limit)
	if err != nil {
		return Page[*Ticket]{}, err
	}
	rows, err := s.store.History(ctx, by.Person, cursor, limit+1)
	if err != nil {
		return Page[*Ticket]{}, err
	}
	cut := paged(rows, limit, func(t store.Ticket) store.Cursor { return t.Cursor() })
	shown := Page[*Ticket]{Next: cut.Next, Items: make([]*Ticket, 0, len(cut.Items))}
	for i := range cut.Items {
		opened := s.catalog.shelf(cut.Items[i].Block)
		if opened == nil {
			return Page[*Ticket]{}, ErrUnavailable
		}
		ticket, err := s.show(&cut.Items[i], opened)
		if err != nil {
			return Page[*Ticket]{}, err
		}
		shown.Items = append(shown.Items, ticket)
	}
	return shown, nil
}

// Line is a line of a player's statement.
type Line struct {
	At      int64       `json:"at"` // microseconds since 1970, UTC
	Kind    string      `json:"kind"`
	Subject string      `json:"subject,omitempty"`
	Amount  money.Cents `json:"amount"` // more than zero: it came; less: it left
}

// Statement lists what came to the asking player's account and what left it, newest first. It refuses with ErrRole, bad_cursor or
// bad_limit.
func (s *Shop) Statement(ctx context.Context, by By, play bool, after string, limit int) (Page[Line], error) {
	if err := by.may(Player); err != nil {
		return Page[Line]{}, err
	}
	cursor, err := page(after, limit)
	if err != nil {
		return Page[Line]{}, err
	}
	rows, err := s.store.Statement(ctx, by.account(play), cursor, limit+1)
	if err != nil {
		return Page[Line]{}, err
	}
	cut := paged(rows, limit, func(l store.Line) store.Cursor { return l.Cursor() })
	shown := Page[Line]{Next: cut.Next, Items: make([]Line, 0, len(cut.Items))}
	for _, l := range cut.Items {
		shown.Items = append(shown.Items, Line{At: l.At, Kind: l.Kind, Subject: l.Subject, Amount: l.Amount})
	}
	return shown, nil
}

// Proof is the proof that a block's signed root commits to a ticket. Whoever has the ticket revealed can compute its leaf from it.
type Proof struct {
	Serial   string
	Block    store.BlockID
	SignedBy string
	*press.Proof
}

// Proof proves that a ticket of the asking player stands in its block as it was sealed before any sale: also before it is revealed. It
// refuses with ErrUnknownTicket.
func (s *Shop) Proof(ctx context.Context, by By, serial string) (*Proof, error) {
	t, opened, err := s.find(ctx, by, serial)
	if err != nil {
		return nil, err
	}
	number, err := seal.ParseSerial(serial)
	if err != nil {
		return nil, ErrUnknownTicket
	}
	proof, err := opened.stock.Proof(t.Position)
	if err != nil {
		return nil, err
	}
	return &Proof{Serial: number.String(), Block: t.Block, SignedBy: opened.stock.SignedBy, Proof: proof}, nil
}

// Act is an act as the record shows it.
type Act struct {
	Journal   string            `json:"journal"`
	Seq       int64             `json:"seq"`
	At        int64             `json:"at"`
	Kind      string            `json:"kind"`
	Actor     string            `json:"actor"`
	Role      string            `json:"role"`
	Origin    string            `json:"origin,omitempty"`
	Subject   string            `json:"subject,omitempty"`
	Note      string            `json:"note,omitempty"`
	Digest    string            `json:"digest"` // base64
	Transfers []ledger.Transfer `json:"transfers"`
}

// Acts lists a journal's acts after a sequence number, in order: the record of who did what, when and from where. It refuses with ErrRole
// or bad_limit.
func (s *Shop) Acts(ctx context.Context, by By, journal string, after int64, limit int) ([]Act, error) {
	if err := by.may(Operator, Auditor, Administrator); err != nil {
		return nil, err
	}
	if limit < 1 || limit > MaxPage {
		return nil, bad("bad_limit", "a page holds 1 to %d rows", "une page contient de 1 à %d lignes", MaxPage)
	}
	acts := []Act{}
	for r, err := range s.store.Acts(ctx, journal, after) {
		if err != nil {
			return nil, err
		}
		acts = append(acts, Act{
			Journal: r.Journal, Seq: r.Seq, At: r.Act.At, Kind: r.Act.Kind, Actor: r.Act.Actor, Role: r.Act.Role, Origin: r.Act.Origin,
			Subject: r.Act.Subject, Note: r.Act.Note, Digest: base64.StdEncoding.EncodeToString(r.Digest[:]), Transfers: r.Act.Transfers,
		})
		if len(acts) == limit {
			break
		}
	}
	return acts, nil
}
