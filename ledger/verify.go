package ledger

import (
	"fmt"
	"maps"
	"math/big"
	"slices"

	"tirage/money"
)

// Verifier reads journals again, act by act, and finds what does not add up: in the chains, in the entries, and in what is
// stored beside them. Several journals may be read one after another or interleaved, each in its own order.
//
// Within a journal time never goes back. Between the journals of different nodes the order of acts is known by their times
// alone, and clocks differ; so a floor is checked at the end only, and amounts are added in a way to which order is nothing.
//
// A chain shows what was changed after somebody noted its head. Who can write all of the database can write a whole new
// chain from the changed act on; it is the heads that others noted (Expect) that this cannot fit. A Verifier is not safe
// for concurrent use.
type Verifier struct {
	floors   map[Account]money.Cents
	totals   map[Account]*total
	heads    map[string]Head
	times    map[string]int64          // the latest time of an act of each journal
	firsts   map[[32]byte]string       // the journal that begins with this digest
	expected map[string]map[int64]Head // heads that others noted, by journal and sequence number
	count    Count
}

// Count is how much a Verifier has read, and found.
type Count struct {
	Acts, Transfers, Found int64
}

// Report is what all journals add up to.
type Report struct {
	Count                              // what Add found, and Faults
	Heads      map[string]Head         // where each journal ends, as stored
	Balances   map[Account]money.Cents // what the entries add up to, for every account that was moved
	Real, Play *big.Int                // all stored balances together, the entries' where none is stored: zero
	Faults     []*Fault                // found at the end: of journals by name, then of accounts by name, then of all
}

// OK reports whether nothing was found, by Add or at the end.
func (r *Report) OK() bool { return r.Found == 0 }

// NewVerifier returns a Verifier that has read nothing. The floors are as for NewBooks, those of the time when it is asked.
func NewVerifier(floors map[Account]money.Cents) *Verifier {
	return &Verifier{
		floors:   maps.Clone(floors),
		totals:   map[Account]*total{},
		heads:    map[string]Head{},
		times:    map[string]int64{},
		firsts:   map[[32]byte]string{},
		expected: map[string]map[int64]Head{},
	}
}

// SetFloor gives an account another floor, or one that it had not: End asks for it.
func (v *Verifier) SetFloor(a Account, floor money.Cents) {
	if v.floors == nil {
		v.floors = map[Account]money.Cents{}
	}
	v.floors[a] = floor
}

// Expect adds a head that was noted apart from the journal (on paper, by another party, in an earlier report) and that the
// journal must pass through. It must be told before the journal is read. A head without acts says nothing.
func (v *Verifier) Expect(journal string, noted Head) {
	if noted.Seq <= 0 {
		return
	}
	if v.expected[journal] == nil {
		v.expected[journal] = map[int64]Head{}
	}
	v.expected[journal][noted.Seq] = noted
}

// Add reads the next act of a journal, with the sequence number and digest under which it is stored, and returns what is
// wrong with it, nil if nothing is. It can go on after any fault: a link that does not fit is named once, and the acts
// after it are judged from the digest that is stored. An act that is read a second time or too late is named and not
// counted; one whose transfers could not be posted is named and moves nothing.
func (v *Verifier) Add(journal string, stored Head, a *Act) []*Fault {
	var faults []*Fault
	find := func(name, text string) {
		faults = append(faults, &Fault{Name: name, Journal: journal, Seq: stored.Seq, Text: text})
		v.count.Found++
	}
	head := v.heads[journal]
	switch {
	case stored.Seq <= head.Seq:
		find(BrokenChain, fmt.Sprintf("it is out of order: the next act is %d", head.Seq+1))
		return faults
	case stored.Seq > head.Seq+1:
		find(BrokenChain, fmt.Sprintf("the act before it is %d: %d are missing", head.Seq, stored.Seq-head.Seq-1))
	case head.Next(a) != stored:
		find(WrongDigest, "the act was changed, or the digest before it")
	}
	if noted, has := v.expected[journal][stored.Seq]; has {
		if noted != stored {
			find(HeadDiffers, fmt.Sprintf("its digest is %x, and was noted as %x", stored.Digest, noted.Digest))
		}
		delete(v.expected[journal], stored.Seq)
	}
	if head.Seq == 0 {
		if other, has := v.firsts[stored.Digest]; has {
			find(CopiedJournal, fmt.Sprintf("journal %q begins with the same digest", other))
		}
		v.firsts[stored.Digest] = journal
	}
	if last, has := v.times[journal]; has && a.At < last {
		find(TimeBack, fmt.Sprintf("it is of %d, and an act before it of %d", a.At, last))
	} else {
		v.times[journal] = a.At
	}
	v.heads[journal] = stored
	v.count.Acts++
	if err := checkTransfers(a.Transfers); err != nil {
		find(RefusalName(err), err.Error())
		return faults
	}
	for i := range a.Transfers {
		t := &a.Transfers[i]
		v.total(t.Debit).sub(t.Amount)
		v.total(t.Credit).add(t.Amount)
	}
	v.count.Transfers += int64(len(a.Transfers))
	return faults
}

func (v *Verifier) total(a Account) *total {
	t := v.totals[a]
	if t == nil {
		t = new(total)
		v.totals[a] = t
	}
	return t
}

// Stored is what is kept beside the journals and must follow from them, of the same moment. A nil map is not compared.
type Stored struct {
	Balances map[Account]money.Cents // of every held account, zero where there is none; of others as far as they are known
	Heads    map[string]Head         // of every journal: where it ends
}

// End compares what was read with what is stored, and returns all that the journals come to. The Verifier can go on
// reading afterwards, and End be called again; each call counts its own faults.
func (v *Verifier) End(stored Stored) *Report {
	r := &Report{Count: v.count, Heads: maps.Clone(v.heads), Balances: map[Account]money.Cents{}}
	v.endChains(r, stored.Heads)
	v.endBalances(r, stored.Balances)
	r.Found += int64(len(r.Faults))
	return r
}

func (v *Verifier) endChains(r *Report, heads map[string]Head) {
	for _, journal := range slices.Sorted(maps.Keys(v.expected)) {
		for _, seq := range slices.Sorted(maps.Keys(v.expected[journal])) {
			if end := v.heads[journal]; end.Seq < seq {
				r.find(Fault{Name: Truncated, Journal: journal, Text: fmt.Sprintf("it ends with act %d, and act %d was noted", end.Seq, seq)})
			} else {
				r.find(Fault{Name: HeadDiffers, Journal: journal, Text: fmt.Sprintf("act %d was noted and is missing", seq)})
			}
		}
	}
	if heads == nil {
		return
	}
	both := maps.Clone(heads)
	maps.Copy(both, v.heads)
	for _, journal := range slices.Sorted(maps.Keys(both)) {
		switch end, want := v.heads[journal], heads[journal]; {
		case end.Seq < want.Seq:
			r.find(Fault{Name: Truncated, Journal: journal, Text: fmt.Sprintf("it ends with act %d, and its head says %d", end.Seq, want.Seq)})
		case end != want:
			r.find(Fault{Name: HeadDiffers, Journal: journal, Text: fmt.Sprintf("it ends with act %d, %x, and its head says %d, %x", end.Seq, end.Digest, want.Seq, want.Digest)})
		}
	}
}

func (v *Verifier) endBalances(r *Report, stored map[Account]money.Cents) {
	accounts := slices.Collect(maps.Keys(v.totals))
	for a := range stored {
		if v.totals[a] == nil {
			accounts = append(accounts, a)
		}
	}
	slices.Sort(accounts)
	var real, play total
	for _, a := range accounts {
		sum := v.endAccount(r, a)
		if kept, has := stored[a]; stored != nil && (has || a.Held()) {
			if of(kept) != sum {
				r.find(Fault{Name: BalanceDiffers, Account: a, Text: fmt.Sprintf("%s is stored with %d, and its entries add up to %s", a, kept, sum.big())})
			}
			sum = of(kept)
		}
		if a.IsPlay() {
			play.plus(sum)
		} else {
			real.plus(sum)
		}
	}
	r.Real, r.Play = real.big(), play.big()
	if r.Real.Sign() != 0 {
		r.find(Fault{Name: Unbalanced, Text: fmt.Sprintf("all balances of money together are %s, and must be 0", r.Real)})
	}
	if r.Play.Sign() != 0 {
		r.find(Fault{Name: Unbalanced, Text: fmt.Sprintf("all balances of play money together are %s, and must be 0", r.Play)})
	}
}

// endAccount reports what the entries of an account add up to, and returns it.
func (v *Verifier) endAccount(r *Report, a Account) total {
	var sum total
	if t := v.totals[a]; t != nil {
		sum = *t
	}
	if balance, fits := sum.cents(); !fits {
		r.find(Fault{Name: Overflow, Account: a, Text: fmt.Sprintf("the entries of %s add up to %s, which is no amount", a, sum.big())})
	} else if v.totals[a] != nil {
		r.Balances[a] = balance
	}
	if floor, has := v.floors[a]; (has || a.Held()) && sum.less(of(floor)) {
		r.find(Fault{Name: BelowFloor, Account: a, Text: fmt.Sprintf("the entries of %s add up to %s, below its floor of %d", a, sum.big(), floor)})
	}
	return sum
}

func (r *Report) find(f Fault) { r.Faults = append(r.Faults, &f) }
