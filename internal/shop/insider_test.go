package shop

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"maps"
	"path/filepath"
	"slices"
	"testing"

	"filippo.io/age"

	"tirage/fair"
	"tirage/internal/keeper"
	"tirage/internal/press"
	"tirage/money"
	"tirage/scratch"
	"tirage/seal"
)

// Row 1: the database, its backups and the logs, with the block's folder, tell nothing of tickets that are not opened.
func TestInsiderWithDatabase(t *testing.T) {
	onEach(t, func(t *testing.T, d database) {
		s := newSelling(t, d)
		has := slices.Concat(s.dump(t), s.log.text.Bytes(), files(t, s.folder))
		s.nowhere(t, "the dump", has, opened, false)
		if secret := s.tickets[0].Secret.Bytes(); !bytes.Contains(has, secret[:]) {
			t.Error("the secret of a ticket that was opened is not found in the dump: neither would another be")
		}
		key, err := hex.DecodeString(s.forSale.house.Hex())
		must(t, err)
		for _, form := range forms(key) {
			if bytes.Contains(has, form) {
				t.Error("the house's key is in the dump")
			}
		}
		db := openSQL(t, s.dsn)
		defer db.Close()
		var told int
		must(t, db.QueryRow(`select count(*) from ticket where revealed_at = 0 and (lot <> 0 or composition <> 0 or paid <> 0 or length(secret) <> 0)`).Scan(&told))
		if told > 0 {
			t.Errorf("%d sealed tickets have a lot", told)
		}
		must(t, db.QueryRow(`select count(*) from ticket`).Scan(&told))
		if told != sold {
			t.Errorf("%d tickets are in the database, %d are sold", told, sold)
		}
		// Of the envelopes nothing is alike, winning or not, and nothing that the insider can make up opens one.
		seen := map[string]bool{}
		for pos := range s.tickets {
			record := s.record(pos)
			seen[string(seal.PaperEnvelope(record))], seen[string(seal.TwoKeyEnvelope(record))] = true, true
			for _, half := range []seal.Half{{}, seal.NewHalf(s.manifest.Block.GameFile), seal.NewHalf(s.manifest.Root), seal.NewHalf(s.manifest.SeedA), seal.NewHalf(s.manifest.SeedB)} {
				s.sealedTo(t, "the database", pos, half, half)
				s.sealedTo(t, "the database", pos, half, seal.Half{})
			}
		}
		if len(seen) != 2*len(s.tickets) {
			t.Errorf("%d envelopes are different", len(seen))
		}
		s.sound()
		s.reconcile(nil)
	})
}

// Row 2: with every key of the house besides, nothing is opened offline. The keeper refuses a position that it was not told of, and writes
// nothing down; to be answered it must be told that the ticket is sold, and then this is on its record, and the house's own sale of
// the position contradicts it.
func TestInsiderWithEveryServerKey(t *testing.T) {
	s := newSelling(t, onFile)
	has := slices.Concat(s.dump(t), s.log.text.Bytes(), files(t, s.folder), files(t, s.Keys))
	s.nowhere(t, "what the house has", has, sold, true)
	given := s.given(t)
	var neighbours []seal.Half // what the keeper answered lawfully
	for pos := range opened {
		_, theirs := s.halves(t, pos)
		neighbours = append(neighbours, theirs)
	}
	for pos := opened; pos < len(s.tickets); pos++ {
		ours, err := s.forSale.house.Half(s.tickets[pos].Serial)
		must(t, err)
		for _, half := range append(neighbours, ours, seal.Half{}) {
			s.sealedTo(t, "the house", pos, ours, half)
			s.sealedTo(t, "the house", pos, half, ours)
		}
		if _, err := seal.OpenPaper(s.claim, s.tickets[pos].Serial, s.tickets[(pos+1)%len(s.tickets)].VIRN, seal.PaperEnvelope(s.record(pos))); !errors.Is(err, seal.ErrSealed) {
			t.Errorf("another VIRN opens ticket %d: %v", pos, err)
		}
	}
	const target = sold + 2
	for _, positions := range [][]int64{{target}, {sold}, {0, sold}, {onlineShare - 1}} {
		if halves, err := s.book.Halves(t.Context(), string(s.id), positions); !errors.Is(err, keeper.NotTold) {
			t.Fatalf("the keeper answers %v for %v, which are not sold: %v", halves, positions, err)
		}
	}
	if now := s.given(t); !maps.Equal(now, given) {
		t.Errorf("refused calls are among the answers: %v", now)
	}
	// To peek at a ticket, it and all before it must be told as sold.
	digest := sha256.Sum256([]byte("a sale that never was"))
	lie := []keeper.Sale{{Digest: digest}, {Digest: digest}, {Digest: digest}}
	if _, err := s.book.Tell(t.Context(), string(s.id), target, lie[:1]); !errors.Is(err, keeper.OutOfOrder) {
		t.Errorf("told out of order: %v", err)
	}
	_, err := s.book.Tell(t.Context(), string(s.id), sold, lie)
	must(t, err)
	halves, err := s.book.Halves(t.Context(), string(s.id), []int64{target})
	must(t, err)
	ours, _ := s.halves(t, target)
	if o, _, err := seal.OpenTwo(ours, halves[0], s.tickets[target].Serial, seal.TwoKeyEnvelope(s.record(target))); err != nil || o != s.outcomes[target] {
		t.Errorf("opened %v, %v", o, err)
	}
	if s.given(t)[target] != 1 {
		t.Error("the keeper did not write down that it was asked")
	}
	// Whoever buys now is not told what was peeked at: the two records contradict each other.
	_, err = s.Buy(t.Context(), s.buyer, "c", Order{Game: "tiny", Count: 1})
	must(t, err)
	await(t, "the contradiction is found", func() bool { return s.told.get(s.id).doubted != "" })
	if _, err := s.Buy(t.Context(), s.buyer, "d", Order{Game: "tiny", Count: 1}); !errors.Is(err, ErrKeeperAway) {
		t.Errorf("the block is still sold: %v", err)
	}
}

// given is how often the keeper answered for each position.
func (s *selling) given(t testing.TB) map[int64]int {
	t.Helper()
	given := map[int64]int{}
	must(t, keeper.ReadAnswered(filepath.Join(s.dir, "keeper"), string(s.id), func(_ keeper.Facts, a keeper.Answered) { given[a.Position]++ }))
	return given
}

// Row 3: the keeper's key, or its seed, with all that is public and even the house's files, opens nothing.
func TestInsiderWithKeeperKey(t *testing.T) {
	s := newSelling(t, onFile)
	s.nowhere(t, "what the keeper has", files(t, filepath.Join(s.dir, "keeper")), 0, false)
	guess, err := seal.NewPress(seal.NewSeed([32]byte{1}), s.b, s.manifest.Block)
	must(t, err)
	if _, err := seal.NewPress(seal.Seed{}, s.b, s.manifest.Block); !errors.Is(err, seal.ErrNoKey) {
		t.Errorf("one seed makes a block: %v", err)
	}
	if _, err := seal.NewPress(s.b, s.b, s.manifest.Block); !errors.Is(err, seal.ErrSameSeed) {
		t.Errorf("one seed makes a block: %v", err)
	}
	fromB, err := seal.NewHouseKey(s.b, s.manifest.Block)
	must(t, err)
	claimB, err := seal.NewClaimKey(s.b, s.manifest.Block)
	must(t, err)
	for pos := range s.tickets {
		_, theirs := s.halves(t, pos)
		made, err := fromB.Half(s.tickets[pos].Serial)
		must(t, err)
		for _, half := range []seal.Half{{}, theirs, made} {
			s.sealedTo(t, "the keeper", pos, half, theirs)
		}
		var ticket seal.Ticket
		must(t, guess.Ticket(pos, &ticket))
		if o, err := guess.Open(s.record(pos), &ticket); !errors.Is(err, seal.ErrSealed) {
			t.Errorf("one seed opens ticket %d: %v, %v", pos, o, err)
		}
		if _, err := seal.OpenPaper(claimB, s.tickets[pos].Serial, s.tickets[pos].VIRN, seal.PaperEnvelope(s.record(pos))); !errors.Is(err, seal.ErrSealed) {
			t.Errorf("the keeper's seed reads the claim of ticket %d", pos)
		}
	}
}

// Row 4: the house and the keeper together know everything.
func TestInsidersTogether(t *testing.T) {
	f := newForSale(t)
	stock, err := press.OpenStock(f.folder, f.verifier, nil)
	must(t, err)
	defer stock.Close()
	lots := map[money.Cents]int64{}
	for pos := range f.tickets {
		house, theirs := f.halves(t, pos)
		o, err := stock.Open(int64(pos), house, theirs)
		must(t, err)
		if o.Outcome != f.outcomes[pos] {
			t.Errorf("ticket %d opens as %v, sealed is %v", pos, o.Outcome, f.outcomes[pos])
		}
		lots[o.Amount]++
	}
	if want := map[money.Cents]int64{0: 860, 50_00: 5, 10_00: 20, 4_00: 10, 2_00: 105}; !maps.Equal(lots, want) {
		t.Errorf("the lots are %v, the game file has %v", lots, want)
	}
}

// Row 5: the printer's key and the print file tell every paper ticket, and no other.
func TestInsiderWithPrintFile(t *testing.T) {
	f := newForSale(t)
	report, err := press.Audit(t.Context(), f.folder, press.AuditOptions{Verifier: f.verifier, Identity: f.printer.String(), Workers: 1})
	must(t, err)
	if !report.OK || report.Tickets != int64(len(f.tickets))-onlineShare {
		t.Errorf("read %d tickets: %+v", report.Tickets, report.Findings)
	}
	for _, part := range f.manifest.Parts {
		if part.Packs.First < onlineShare/int(f.manifest.Block.PackSize) {
			t.Errorf("packs %s of the online share are printed", part.Packs)
		}
	}
	paid := map[string]int64{}
	for pos := onlineShare; pos < len(f.tickets); pos++ {
		if lot := f.outcomes[pos].Lot; lot > 0 {
			paid[report.Lots[lot-1].Amount]++
		}
	}
	for _, lot := range report.Lots {
		if lot.Found != paid[lot.Amount] {
			t.Errorf("the printer finds %d lots of %s, %d are on paper", lot.Found, lot.Amount, paid[lot.Amount])
		}
	}
	without, err := press.Audit(t.Context(), f.folder, press.AuditOptions{Verifier: f.verifier, Workers: 1})
	must(t, err)
	if without.Tickets != 0 {
		t.Errorf("%d tickets are read without the printer's key", without.Tickets)
	}
	other, err := age.GenerateX25519Identity()
	must(t, err)
	if _, err := press.Audit(t.Context(), f.folder, press.AuditOptions{Verifier: f.verifier, Identity: other.String(), Workers: 1}); !errors.Is(err, press.ErrIdentity) {
		t.Errorf("another identity: %v", err)
	}
}

// Row 6: a ticket's VIRN opens that ticket only, and only where the claim key is.
func TestInsiderWithVIRN(t *testing.T) {
	f := newForSale(t)
	for _, pos := range []int{onlineShare, onlineShare + 1, len(f.tickets) - 1} {
		virn := f.tickets[pos].VIRN
		o, err := seal.OpenPaper(f.claim, f.tickets[pos].Serial, virn, seal.PaperEnvelope(f.record(pos)))
		if err != nil || o != f.outcomes[pos] {
			t.Errorf("ticket %d is claimed as %v, %v", pos, o, err)
		}
		raw := sha256.Sum256([]byte(virn.Text()))
		for other := range f.tickets {
			if other == pos {
				continue
			}
			for _, envelope := range []int{other, pos} {
				if _, err := seal.OpenPaper(f.claim, f.tickets[other].Serial, virn, seal.PaperEnvelope(f.record(envelope))); !errors.Is(err, seal.ErrSealed) {
					t.Errorf("the VIRN of ticket %d opens ticket %d: %v", pos, other, err)
				}
			}
			if _, err := seal.OpenPaper(f.claim, f.tickets[pos].Serial, virn, seal.PaperEnvelope(f.record(other))); !errors.Is(err, seal.ErrSealed) {
				t.Errorf("the envelope of ticket %d opens by the VIRN of ticket %d: %v", other, pos, err)
			}
			f.sealedTo(t, "a VIRN", other, seal.NewHalf(raw), seal.Half{})
		}
		if _, err := seal.OpenPaper(seal.ClaimKey{}, f.tickets[pos].Serial, virn, seal.PaperEnvelope(f.record(pos))); err == nil {
			t.Error("a VIRN opens its ticket without the claim key")
		}
		ours, _ := f.halves(t, pos)
		f.sealedTo(t, "a VIRN and the house", pos, ours, seal.NewHalf(raw))
	}
}

// Row 7: manifest, tree and proofs tell nothing: a leaf is confirmed by whoever has the ticket's secret or VIRN, and by no guess of its
// face, of which there are few.
func TestInsiderWithTree(t *testing.T) {
	f := newForSale(t)
	f.nowhere(t, "what is published", slices.Concat(f.public, f.tree), 0, false)
	stock, err := press.OpenStock(f.folder, f.verifier, nil)
	must(t, err)
	defer stock.Close()
	leaves := map[fair.Hash]int{}
	for pos := range f.tickets {
		proof, err := stock.Proof(int64(pos))
		must(t, err)
		leaves[proof.Leaf]++
		if pos%10 != 0 {
			continue
		}
		own := &f.tickets[pos]
		cells, _, err := stock.Face(f.outcomes[pos], own.Secret)
		must(t, err)
		face := scratch.Canonical(nil, cells)
		leaf := func(secret seal.Secret, virn seal.VIRN) fair.Hash {
			if pos < onlineShare {
				return fair.Hash(seal.OnlineLeaf(own.Serial, secret, face))
			}
			return fair.Hash(seal.PaperLeaf(own.Serial, virn, face))
		}
		if leaf(own.Secret, own.VIRN) != proof.Leaf {
			t.Errorf("ticket %d does not confirm its leaf", pos)
		}
		for other := range f.tickets {
			if other != pos && leaf(f.tickets[other].Secret, f.tickets[other].VIRN) == proof.Leaf {
				t.Errorf("the leaf of ticket %d is confirmed without its secret", pos)
			}
		}
	}
	if len(leaves) != len(f.tickets) {
		t.Errorf("%d leaves are different", len(leaves))
	}
}
