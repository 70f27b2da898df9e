package store

import (
	"tirage/internal/store/rows"
	"tirage/ledger"
	"tirage/money"
)

// The columns of the tables that bulk reads and writes, in the order in which it scans and gives them.
const (
	actColumns      = "journal, seq, at, kind, actor, role, origin, key, request, subject, note, answer, digest"
	transferColumns = "journal, seq, n, at, debit, credit, amount, debit_held, credit_held"
	blockColumns    = "id, game, issue, number, play, state, price, first, online_end, next, told, folder, manifest, version, ord"
	ticketColumns   = "block, position, owner, play, price, sold_at, journal, seq, digest, revealed_at, lot, composition, secret, paid"
	issueColumns    = "id, state, opened, opening_notice, closed, closing_notice, closing_day, lapses"
	retailerColumns = "person, commission, credit, since"
	packColumns     = "block, pack, state, retailer, at, activated, settled, price, commission"
	claimColumns    = "block, position, state, amount, lot, composition, actor, reference, expires, at, journal, seq, link"
	guessColumns    = "subject, failures, since, until"
	sightingColumns = "block, position, at, n, actor, answer"
)

// scanner is a row, of one or of several.
type scanner interface{ Scan(into ...any) error }

func scanHead(row scanner) (ledger.Head, error) {
	var h ledger.Head
	var digest []byte
	err := row.Scan(&h.Seq, &digest)
	h.Digest = digestOf(digest)
	return h, err
}

func scanBlock(row scanner) (Block, error) {
	var b rows.Block
	err := row.Scan(&b.ID, &b.Game, &b.Issue, &b.Number, &b.Play, &b.State, &b.Price, &b.First, &b.OnlineEnd, &b.Next, &b.Told,
		&b.Folder, &b.Manifest, &b.Version, &b.Ord)
	return blockOf(b), err
}

func scanTicket(row scanner) (Ticket, error) {
	var t rows.Ticket
	err := row.Scan(&t.Block, &t.Position, &t.Owner, &t.Play, &t.Price, &t.SoldAt, &t.Journal, &t.Seq, &t.Digest, &t.RevealedAt,
		&t.Lot, &t.Composition, &t.Secret, &t.Paid)
	return ticketOf(t), err
}

func scanIssue(row scanner) (Issue, error) {
	var i rows.Issue
	err := row.Scan(&i.ID, &i.State, &i.Opened, &i.OpeningNotice, &i.Closed, &i.ClosingNotice, &i.ClosingDay, &i.Lapses)
	return issueOf(i), err
}

func scanRetailer(row scanner) (Retailer, error) {
	var r rows.Retailer
	err := row.Scan(&r.Person, &r.Commission, &r.Credit, &r.Since)
	return retailerOf(r), err
}

func scanPack(row scanner) (Pack, error) {
	var p rows.Pack
	err := row.Scan(&p.Block, &p.Pack, &p.State, &p.Retailer, &p.At, &p.Activated, &p.Settled, &p.Price, &p.Commission)
	return packOf(p), err
}

func scanClaim(row scanner) (Claim, error) {
	var c rows.Claim
	err := row.Scan(&c.Block, &c.Position, &c.State, &c.Amount, &c.Lot, &c.Composition, &c.Actor, &c.Reference, &c.Expires, &c.At,
		&c.Journal, &c.Seq, &c.Link)
	return claimOf(c), err
}

func scanGuess(row scanner) (Guess, error) {
	var g rows.Guess
	err := row.Scan(&g.Subject, &g.Failures, &g.Since, &g.Until)
	return guessOf(g), err
}

// kept is a row of balance.
type kept struct {
	account ledger.Account
	amount  money.Cents
}

func scanBalance(row scanner) (k kept, err error) {
	var account string
	var amount int64
	err = row.Scan(&account, &amount)
	return kept{ledger.Account(account), money.Cents(amount)}, err
}

// standing is a person's, with whose it is.
type standing struct {
	id PersonID
	Standing
}

func scanStanding(row scanner) (p standing, err error) {
	var id string
	err = row.Scan(&id, &p.Role, &p.Locked, &p.Erased)
	p.id = PersonID(id)
	return p, err
}

// keyed is an act that is done, with its key.
type keyed struct {
	ActKey
	Done
}

func scanDone(row scanner) (k keyed, err error) {
	var request []byte
	err = row.Scan(&k.Actor, &k.Key, &request, &k.Answer, &k.Journal, &k.Seq)
	k.Request = digestOf(request)
	return k, err
}

// several is rows, of either database.
type several interface {
	scanner
	Next() bool
	Err() error
}

// scanAll scans every row.
func scanAll[V any](list several, scan func(scanner) (V, error), found func(V)) error {
	for list.Next() {
		v, err := scan(list)
		if err != nil {
			return err
		}
		found(v)
	}
	return list.Err()
}
