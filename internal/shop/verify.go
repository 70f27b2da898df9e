package shop

import (
	"context"
	"maps"

	"tirage/internal/store"
	"tirage/ledger"
)

// Verify reads every journal again, as the database was at one moment, and reports what does not add up: broken chains, entries that no
// rule posts, balances that are not the sum of their entries, money that is nowhere; and rows of tickets, lots, blocks, persons and
// proposals that are not what the acts say. Found is called for each fault on the way, those of rows among them: of these the report
// has only the number. Progress is called now and then with the number of acts read. Both may be nil.
func Verify(ctx context.Context, from *store.Store, noted map[string]ledger.Head, found func(*ledger.Fault), progress func(acts int64)) (*ledger.Report, error) {
	verifier := ledger.NewVerifier(nil)
	for journal, head := range noted {
		verifier.Expect(journal, head)
	}
	held := newHeld(found)
	var report *ledger.Report
	err := from.View(ctx, func(ctx context.Context, v *store.View) error {
		journals, err := v.Journals(ctx)
		if err != nil {
			return err
		}
		heads := map[string]ledger.Head{}
		for _, j := range journals {
			heads[j.Name] = j.Head
			for r, err := range v.Acts(ctx, j.Name, 0) {
				if err != nil {
					return err
				}
				for _, fault := range verifier.Add(j.Name, ledger.Head{Seq: r.Seq, Digest: r.Digest}, &r.Act) {
					if found != nil {
						found(fault)
					}
				}
				held.add(&r)
				if progress != nil && r.Seq%10_000 == 0 {
					progress(r.Seq)
				}
			}
		}
		if err := held.compare(ctx, v); err != nil {
			return err
		}
		balances, err := v.Totals(ctx) // of house accounts, as they are folded
		if err != nil {
			return err
		}
		players, err := v.Held(ctx)
		if err != nil {
			return err
		}
		maps.Copy(balances, players)
		held.floors(verifier)
		report = verifier.End(ledger.Stored{Balances: balances, Heads: heads})
		report.Found += held.count
		return nil
	})
	return report, err
}
