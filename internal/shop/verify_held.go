package shop

import (
	"context"
	"fmt"
	"hash/maphash"

	"tirage/internal/store"
	"tirage/ledger"
)

// The names of what Verify finds besides the faults of package ledger: rows that are not what the acts say.
const (
	TicketDiffers   = "ticket_differs"    // a ticket's row is not what the acts that sold and opened it say, or no act did
	TicketMissing   = "ticket_missing"    // an act sold or opened a ticket that has no row
	OwnerDiffers    = "owner_differs"     // a ticket is another's than the act's that sold it, or an act takes another's money or pays another
	SoldTwice       = "sold_twice"        // two acts sold one ticket
	RevealedTwice   = "revealed_twice"    // two acts opened one ticket
	ClaimDiffers    = "claim_differs"     // the claim of a paper ticket is not what the acts say, or acts about it do not follow each other
	PaidTwice       = "paid_twice"        // two acts paid a paper ticket, or made it good
	IssueDiffers    = "issue_differs"     // an issue's row is not what its notices and its lapse say
	PackDiffers     = "pack_differs"      // a pack's row is not what became of it, or its settlement is not the money that moved
	RetailerDiffers = "retailer_differs"  // a retailer's row is not on the terms that were given
	FileDiffers     = "file_differs"      // the file of a large lot is not what was opened and decided, or was erased by nobody
	SeedsDiffer     = "seeds_differ"      // published seeds are not those of the act of two persons
	LotCountsDiffer = "lot_counts_differ" // the counts of a lot are not those of the acts
	BlockDiffers    = "block_differs"     // a block's row is not what the acts of two persons and the sales say
	ProposalDiffers = "proposal_differs"  // a proposal's row is not what was proposed and decided
	PersonDiffers   = "person_differs"    // a person's row has another role or state than the acts gave, or nobody made it
)

const (
	ticketsOfAChunk  = 1024 // positions that are kept together
	ticketsExplained = 1000 // changed tickets of which is looked up what was changed
	pageOfRows       = 5000 // rows that are read at a time
)

// held is what the acts say of the rows beside them: gathered act by act, of any journal and in any order between journals, then compared.
// Of a ticket it keeps 16 bytes: a keyed digest of what its row must say once it is sold, and one of what it must say once it is opened.
// The keys are new each time, so that nobody can make a row that has the digest of another.
type held struct {
	report    func(*ledger.Fault)
	count     int64
	explained int
	seed      maphash.Seed
	tickets   map[chunkRef]*chunk
	lots      map[store.LotRef]store.LotCount
	blocks    map[store.BlockID]*blockActs
	persons   map[store.PersonID]*personActs
	roles     map[string]store.Recorded // of each journal, the act that gave a role and must be followed by an approval
	proposals map[string]*proposalActs
	issues    map[store.IssueID]bool // that were closed
	claims    map[store.TicketRef]*claimRun
	words     map[string]string // of claims
	counter   counterActs
	live      liveActs
	paper     map[store.BlockID]*paperActs
}

type chunkRef struct {
	block  store.BlockID
	number int64
}

// chunk is what is kept of a run of tickets: 0 for what no act says, or once it was compared.
type chunk [ticketsOfAChunk]struct{ sold, opened uint64 }

func newHeld(report func(*ledger.Fault)) *held {
	return &held{
		report: report, seed: maphash.MakeSeed(), tickets: map[chunkRef]*chunk{}, lots: map[store.LotRef]store.LotCount{},
		blocks: map[store.BlockID]*blockActs{}, persons: map[store.PersonID]*personActs{}, roles: map[string]store.Recorded{}, proposals: map[string]*proposalActs{},
		issues: map[store.IssueID]bool{}, claims: map[store.TicketRef]*claimRun{}, words: map[string]string{}, paper: map[store.BlockID]*paperActs{}, counter: newCounterActs(), live: newLiveActs(),
	}
}

// find reports a fault of a row.
func (h *held) find(name, text string, args ...any) {
	h.at(name, nil, text, args...)
}

// at reports a fault of an act; nil for one of a row.
func (h *held) at(name string, r *store.Recorded, text string, args ...any) {
	h.count++
	if h.report == nil {
		return
	}
	f := &ledger.Fault{Name: name, Text: fmt.Sprintf(text, args...)}
	if r != nil {
		f.Journal, f.Seq = r.Journal, r.Seq
	}
	h.report(f)
}

// add learns what an act says.
func (h *held) add(r *store.Recorded) {
	h.byTwo(r)
	h.lived(r)
	switch a := &r.Act; a.Kind {
	case "buy":
		h.bought(r)
	case "reveal":
		h.opened(r)
	case "register", "set_role", "lock", "unlock", "erase":
		h.staffed(r)
	case ActReserve, ActPay, ActCancel, ActMisprint, ActOppose:
		h.claimed(r)
	case ActOpenFile:
		h.claimed(r)
		h.fileOpened(r)
	case ActEraseFile:
		made(h.counter.files, a.Subject).erased++
	case ActOpenIssue:
		h.issueOpened(r)
	case ActLapse:
		h.issueLapsed(r)
	case ActCollect:
		h.collected(r)
	case ActAddRetailer, ActSetRetailer:
		h.terms(r)
	case "propose":
		p := h.proposal(a.Subject)
		p.proposed = append(p.proposed, *r)
	case "approve", "reject":
		p := h.proposal(a.Subject)
		p.decided = append(p.decided, *r)
		if a.Kind == "approve" {
			h.approved(r)
		}
	default:
		for _, s := range packStates {
			if s.act == a.Kind {
				h.packsMoved(r, s.state)
			}
		}
	}
}

// compare reads the rows and reports what is not as the acts say.
func (h *held) compare(ctx context.Context, v *store.View) error {
	for _, rows := range []func(context.Context, *store.View) error{h.ticketRows, h.claimRows, h.counterRows, h.lotRows, h.blockRows, h.personRows, h.proposalRows, h.roomRows} {
		if err := rows(ctx, v); err != nil {
			return err
		}
	}
	return nil
}

// slot is what is kept of a ticket; nil if nothing is and none is to be made.
func (h *held) slot(ref store.TicketRef, make bool) *struct{ sold, opened uint64 } {
	if ref.Position < 0 {
		return nil
	}
	at := chunkRef{ref.Block, ref.Position / ticketsOfAChunk}
	c := h.tickets[at]
	if c == nil {
		if !make {
			return nil
		}
		c = new(chunk)
		h.tickets[at] = c
	}
	return &c[ref.Position%ticketsOfAChunk]
}

// mark is a digest that is not 0.
func mark[T comparable](h *held, of T) uint64 { return max(1, maphash.Comparable(h.seed, of)) }
