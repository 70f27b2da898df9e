package ledger_test

import (
	"slices"
	"testing"

	"tirage/ledger"
	"tirage/money"
)

// TestTampering names, for every way of tampering, what finds it: the chain alone, or only what is stored or was noted
// beside it. The case is a small house; the first list is what is found with nothing to compare with, the second what is
// found besides with the stored balances and heads, which the tamperer left as they were.
func TestTampering(t *testing.T) {
	if found, report := small().read(ledger.NewVerifier(nil), small().stored); !report.OK() {
		t.Fatal(found)
	}
	forged := func(amount money.Cents) *ledger.Act {
		act := buying()
		act.Transfers = transfers{move(cash, bob, amount)}
		return act
	}
	for _, c := range []struct {
		name   string
		tamper func(h *house)
		chain  []string // found by the chain and entries alone
		beside []string // and by what is stored
	}{
		{
			"an amount changed", func(h *house) { h.journals["a"][1].act.Transfers[0].Amount = 100 },
			[]string{"wrong_digest a2"},
			[]string{"balance_differs player/alice", "unbalanced"},
		},
		{
			"an amount changed, with its digest",
			func(h *house) {
				h.journals["a"][1].act.Transfers[0].Amount = 100
				h.journals["a"][1].stored = h.journals["a"][0].stored.Next(h.journals["a"][1].act)
			},
			[]string{"wrong_digest a3"},
			[]string{"balance_differs player/alice", "unbalanced"},
		},
		{
			"a note changed in the last act, with its digest: the chain cannot show it",
			func(h *house) { h.journals["a"][5].act.Note = "forged"; h.rechain(5) },
			nil,
			[]string{"head_differs a"},
		},
		{
			"a note changed, and all digests after it: the chain cannot show it",
			func(h *house) { h.journals["a"][1].act.Note = "forged"; h.rechain(1) },
			nil,
			[]string{"head_differs a"},
		},
		{
			"a digest changed", func(h *house) { h.journals["a"][2].stored.Digest[0] ^= 1 },
			[]string{"wrong_digest a3", "wrong_digest a4"},
			nil,
		},
		{
			"an act dropped", func(h *house) { h.journals["a"] = slices.Delete(h.journals["a"], 2, 3) },
			[]string{"broken_chain a4", "below_floor player/alice"},
			[]string{"balance_differs player/alice", "unbalanced"},
		},
		{
			"an act dropped, and those after it renumbered",
			func(h *house) { h.journals["a"] = slices.Delete(h.journals["a"], 2, 3); h.renumber() },
			[]string{"wrong_digest a3", "wrong_digest a4", "wrong_digest a5", "below_floor player/alice"},
			[]string{"truncated a", "balance_differs player/alice", "unbalanced"},
		},
		{
			"the first act dropped", func(h *house) { h.journals["a"] = h.journals["a"][1:] },
			[]string{"broken_chain a2", "below_floor player/alice"},
			[]string{"balance_differs player/alice", "unbalanced"},
		},
		{
			"the first act dropped, and those after it renumbered", func(h *house) { h.journals["a"] = h.journals["a"][1:]; h.renumber() },
			[]string{"wrong_digest a1", "wrong_digest a2", "wrong_digest a3", "wrong_digest a4", "wrong_digest a5", "below_floor player/alice"},
			[]string{"truncated a", "balance_differs player/alice", "unbalanced"},
		},
		{
			"an act inserted, and those after it renumbered",
			func(h *house) {
				rows := h.journals["a"]
				act := forged(5)
				h.journals["a"] = slices.Insert(rows, 3, row{rows[2].stored.Next(act), act})
				h.renumber()
			},
			[]string{"wrong_digest a5", "wrong_digest a6", "wrong_digest a7"},
			[]string{"head_differs a", "balance_differs player/bob", "unbalanced"},
		},
		{
			"an act added at the end: the chain cannot show it",
			func(h *house) {
				act := forged(5)
				h.journals["a"] = append(h.journals["a"], row{h.stored.Heads["a"].Next(act), act})
			},
			nil,
			[]string{"head_differs a", "balance_differs player/bob", "unbalanced"},
		},
		{
			"two acts exchanged",
			func(h *house) { r := h.journals["a"]; r[1].act, r[2].act = r[2].act, r[1].act },
			[]string{"wrong_digest a2", "wrong_digest a3"},
			nil,
		},
		{
			"two acts exchanged with their digests",
			func(h *house) { r := h.journals["a"]; r[1], r[2] = r[2], r[1]; h.renumber() },
			[]string{"wrong_digest a2", "wrong_digest a3", "wrong_digest a4"},
			nil,
		},
		{
			"the tail cut off, balances and all but the chain: the chain cannot show it",
			func(h *house) { h.journals["a"] = h.journals["a"][:4] },
			nil,
			[]string{"truncated a", "balance_differs play/player/alice", "unbalanced"},
		},
		{
			"a whole journal dropped: the others cannot show it", func(h *house) { delete(h.journals, "b") },
			nil,
			[]string{"truncated b", "balance_differs player/alice", "unbalanced"},
		},
		{
			"a journal copied under another name", func(h *house) { h.journals["c"] = h.journals["b"] },
			[]string{"copied_journal c1", "below_floor player/alice"},
			[]string{"head_differs c", "balance_differs player/alice", "unbalanced"},
		},
		{
			"journals exchanged: the chain does not hold their names",
			func(h *house) { h.journals["a"], h.journals["b"] = h.journals["b"], h.journals["a"] },
			nil,
			[]string{"truncated a", "head_differs b"},
		},
		{
			"a forged act that no books could post, at the end",
			func(h *house) {
				act := forged(-5)
				h.journals["a"] = append(h.journals["a"], row{h.stored.Heads["a"].Next(act), act})
			},
			[]string{"bad_amount a7"},
			[]string{"head_differs a"},
		},
		{
			"a forged act that turns play money into money",
			func(h *house) {
				act := forged(5)
				act.Transfers[0].Debit = cash.Play()
				h.journals["a"] = append(h.journals["a"], row{h.stored.Heads["a"].Next(act), act})
			},
			[]string{"mixed_money a7"},
			[]string{"head_differs a"},
		},
		{
			"a stored balance raised", func(h *house) { h.stored.Balances[alice]++ },
			nil,
			[]string{"balance_differs player/alice", "unbalanced"},
		},
		{
			"money moved between stored balances", func(h *house) { h.stored.Balances[alice]++; h.stored.Balances[bob]-- },
			nil,
			[]string{"balance_differs player/alice", "balance_differs player/bob"},
		},
		{
			"a stored balance dropped", func(h *house) { delete(h.stored.Balances, alice.Play()) },
			nil,
			[]string{"balance_differs play/player/alice", "unbalanced"},
		},
		{
			"a stored balance of nobody", func(h *house) { h.stored.Balances[bob] = 1 },
			nil,
			[]string{"balance_differs player/bob", "unbalanced"},
		},
		{
			"a stored head lowered", func(h *house) { h.stored.Heads["a"] = h.journals["a"][3].stored },
			nil,
			[]string{"head_differs a"},
		},
		{
			"a stored head dropped", func(h *house) { delete(h.stored.Heads, "b") },
			nil,
			[]string{"head_differs b"},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			alone, with := small(), small()
			c.tamper(alone)
			c.tamper(with)
			got, report := alone.read(ledger.NewVerifier(nil), ledger.Stored{})
			if !slices.Equal(got, c.chain) || report.OK() != (len(c.chain) == 0) || report.Found != int64(len(got)) {
				t.Errorf("the chain and entries alone show %q, want %q", got, c.chain)
			}
			got, _ = with.read(ledger.NewVerifier(nil), with.stored)
			want := slices.Concat(c.chain, c.beside)
			slices.Sort(got)
			slices.Sort(want)
			if !slices.Equal(got, want) {
				t.Errorf("with what is stored are found %q, want %q", got, want)
			}
		})
	}
}
