package shop

import (
	"fmt"
	"strconv"
	"strings"

	"tirage/internal/store"
	"tirage/money"
	"tirage/retail"
)

// The counter is a room above this package. Verify holds its rows against its acts all the same: what it calls them, and what their notes
// say of the rows that they change, stands here.

// The acts of the counter.
const (
	ActReserve     = "reserve_claim"
	ActPay         = "pay_claim"
	ActCancel      = "cancel_claim"
	ActMisprint    = "misprint"
	ActOppose      = "oppose"
	ActOpenFile    = "open_file"
	ActEraseFile   = "erase_file"
	ActOpenIssue   = "open_issue"
	ActLapse       = "lapse"
	ActAddRetailer = "add_retailer"
	ActSetRetailer = "set_retailer"
	ActCollect     = "collect"
	ActReceive     = "receive_packs"
	ActConfirm     = "confirm_packs"
	ActActivate    = "activate_packs"
	ActSettle      = "settle_packs"
	ActReturn      = "return_packs"
	ActLose        = "lose_packs"
	ActSteal       = "steal_packs"
)

// The acts of the counter that need two persons.
const (
	CloseIssue     Kind = "close_issue"
	PublishSeeds   Kind = "publish_seeds"
	RefundTicket   Kind = "refund_ticket"
	PayFile        Kind = "pay_file"
	LiftOpposition Kind = "lift_opposition"
	RestorePack    Kind = "restore_pack"
)

// ClaimNote says all that an act makes of the claim of a paper ticket, but for what the act says anyway, by whom and when; and which act
// was the last one about it, so that all acts about a ticket are one chain, whichever nodes did them:
//
//	3002-00-0001:17 lot 3 composition 5 reference R reserved 2000 expires 1775080800000000 link S after one/17
//
// What is zero is left out. It is the whole note of an act, or ends one in brackets, behind another after "; ".
func ClaimNote(was, c store.Claim) string {
	var t strings.Builder
	fmt.Fprintf(&t, "%s:%d", c.Block, c.Position)
	if c.Lot != 0 || c.Composition != 0 {
		fmt.Fprintf(&t, " lot %d composition %d", c.Lot, c.Composition)
	}
	if c.Reference != "" {
		t.WriteString(" reference " + c.Reference)
	}
	t.WriteString(" " + string(c.State))
	if c.Amount != 0 {
		fmt.Fprintf(&t, " %d", c.Amount)
	}
	if c.Expires != 0 {
		fmt.Fprintf(&t, " expires %d", c.Expires)
	}
	if c.Link != "" {
		t.WriteString(" link " + c.Link)
	}
	if was.Seq != 0 { // of this journal, if the row does not name it yet
		fmt.Fprintf(&t, " after %s/%d", was.Journal, was.Seq)
	}
	return t.String()
}

// place is an act, by its journal and its number there.
type place struct {
	journal string
	seq     int64
}

// claimed is what an act makes of a claim.
type claimed struct {
	store.Claim
	after place // zero for nothing
}

// claimsOf reads what an act's note says of claims; none if it does not say it in this form.
func claimsOf(note string) (claims []claimed) {
	if begin := strings.LastIndexByte(note, '('); begin >= 0 && strings.HasSuffix(note, ")") {
		note = note[begin+1 : len(note)-1]
	}
	for clause := range strings.SplitSeq(note, "; ") {
		c, ok := claimOf(clause)
		if !ok {
			return nil
		}
		claims = append(claims, c)
	}
	return claims
}

func claimOf(clause string) (c claimed, ok bool) {
	words := strings.Split(clause, " ")
	id, position, _ := strings.Cut(words[0], ":")
	c.TicketRef = store.TicketRef{Block: store.BlockID(id), Position: whole(position)}
	if id == "" || c.Position < 0 {
		return c, false
	}
	for words = words[1:]; len(words) > 0; words = words[1:] {
		word := words[0]
		if c.State == "" && word != "lot" && word != "composition" && word != "reference" {
			c.State = retail.ClaimState(word)
			if len(words) > 1 {
				if cents, err := strconv.ParseInt(words[1], 10, 64); err == nil {
					c.Amount, words = money.Cents(cents), words[1:]
				}
			}
			continue
		}
		if len(words) < 2 {
			return c, false
		}
		words = words[1:]
		if !c.set(word, words[0]) {
			return c, false
		}
	}
	return c, c.State != ""
}

// set reads what follows a word of a clause.
func (c *claimed) set(word, value string) bool {
	n := whole(value)
	switch word {
	case "lot":
		c.Lot = n
	case "composition":
		c.Composition = n
	case "expires":
		c.Expires = n
	case "reference":
		c.Reference = value
		return true
	case "link":
		c.Link = value
		return true
	case "after":
		journal, seq, _ := strings.Cut(value, "/")
		n = whole(seq)
		c.after = place{journal, n}
	default:
		return false
	}
	return n >= 0
}
