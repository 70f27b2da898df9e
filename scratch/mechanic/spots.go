package mechanic

import (
	"math/big"

	"tirage/money"
	"tirage/scratch"
)

// spots are several amounts on one surface, each of which wins or loses by itself; those that win add up. Every multiset of one
// amount or more is an outcome.
type spots struct {
	n      int              // spots
	padded [][]scratch.Code // by outcome: the codes of the winning spots, then zeros up to n
	wins   []int            // by outcome: winning spots
}

// defaultSpotWeights is the weight of winning with one spot, with two, and so on, among the ways to the same total.
var defaultSpotWeights = []uint64{60, 25, 10, 4, 1, 1, 1, 1}

const maxSpots = 8

// spotOutcomes makes the outcomes of n spots of which up to most can win, by the parameter weights_by_spots. A number of winning spots
// of weight zero is not printed at all.
func (s *surface) spotOutcomes(p *params, amounts []money.Cents, n, most int) *spots {
	weights := p.weights("weights_by_spots", n, defaultSpotWeights[:n])
	sp := &spots{n: n}
	s.outcomes = []scratch.Outcome{losing}
	if !p.clean() {
		return sp
	}
	count := 1
	for k := 1; k <= most; k++ {
		if weights[k-1] > 0 {
			count += multisets(len(amounts), k)
		}
	}
	if count > maxOutcomes {
		p.wrong("amounts", "too_many_outcomes", "list fewer amounts, or give winning with many spots the weight 0 in weights_by_spots",
			"%d amounts on %d spots make more than %d ways to win", len(amounts), n, maxOutcomes)
		return sp
	}
	for k := 1; k <= most; k++ {
		if weights[k-1] > 0 {
			s.addMultisets(amounts, make([]scratch.Code, 0, k), k)
		}
	}
	if len(s.outcomes) == 1 {
		p.wrong("weights_by_spots", "no_weight", "raise the weight of a number of spots that can win", "no number of winning spots can be printed: at most %d spots can win", most)
	}
	if !s.weighBySpots(weights) {
		p.wrong("weights_by_spots", "weights_too_large", "write smaller weights", "the weights of the ways to one total do not fit 64 bits")
	}
	for _, o := range s.outcomes {
		row := make([]scratch.Code, n)
		copy(row, o.Shown)
		sp.padded = append(sp.padded, row)
		sp.wins = append(sp.wins, len(o.Shown))
	}
	return sp
}

// multisets is the number of multisets of k of n things, at most maxOutcomes+1.
func multisets(n, k int) int {
	c := big.NewInt(0).Binomial(int64(n+k-1), int64(k))
	if !c.IsInt64() || c.Int64() > maxOutcomes {
		return maxOutcomes + 1
	}
	return int(c.Int64())
}

// addMultisets adds the outcomes that extend a rising row of codes to length k.
func (s *surface) addMultisets(amounts []money.Cents, row []scratch.Code, k int) {
	if len(row) == k {
		o := scratch.Outcome{Shown: append([]scratch.Code(nil), row...)}
		var fr, en []money.Text
		for _, c := range row {
			o.Pays[0] += amounts[c-1]
			fr, en = append(fr, s.env.money(amounts[c-1])), append(en, s.env.money(amounts[c-1]))
		}
		o.Label = money.Text{FR: plus(fr, money.FR), EN: plus(en, money.EN)}
		s.outcomes = append(s.outcomes, o)
		return
	}
	first := scratch.Code(1)
	if len(row) > 0 {
		first = row[len(row)-1]
	}
	for c := first; int(c) <= len(amounts); c++ {
		s.addMultisets(amounts, append(row, c), k)
	}
}

func plus(list []money.Text, lang money.Lang) (text string) {
	for i, t := range list {
		if i > 0 {
			text += " + "
		}
		text += t.In(lang)
	}
	return text
}

// weighBySpots gives the ways to one total their weights: weights[k-1] shared equally by those with k winning spots, as the smallest
// whole numbers in that proportion. It reports false if one does not fit.
func (s *surface) weighBySpots(weights []uint64) bool {
	ways := map[money.Cents][]int64{} // by total and winning spots
	for _, o := range s.outcomes[1:] {
		if ways[o.Pays[0]] == nil {
			ways[o.Pays[0]] = make([]int64, len(weights)+1)
		}
		ways[o.Pays[0]][len(o.Shown)]++
	}
	known := map[money.Cents][]*big.Int{}
	for i := range s.outcomes[1:] {
		o := &s.outcomes[i+1]
		w := byTotal(known, o.Pays[0], ways[o.Pays[0]], weights)[len(o.Shown)]
		if !w.IsUint64() {
			return false
		}
		o.Weight = w.Uint64()
	}
	return true
}

// byTotal returns, for the ways to one total, the weight of one way with k winning spots, for each k that has any.
func byTotal(known map[money.Cents][]*big.Int, total money.Cents, ways []int64, weights []uint64) []*big.Int {
	if list, ok := known[total]; ok {
		return list
	}
	list := make([]*big.Int, len(ways))
	shares := make([]*big.Rat, len(ways))
	common, divisor := big.NewInt(1), new(big.Int)
	for k, n := range ways { // the least common multiple of the shares' denominators …
		if n > 0 {
			shares[k] = new(big.Rat).SetFrac(new(big.Int).SetUint64(weights[k-1]), big.NewInt(n))
			d := shares[k].Denom()
			common.Mul(common, new(big.Int).Div(d, new(big.Int).GCD(nil, nil, common, d)))
		}
	}
	for k, r := range shares { // … makes them whole, and the greatest common divisor makes them small
		if r != nil {
			list[k] = new(big.Int).Mul(r.Num(), new(big.Int).Div(common, r.Denom()))
			divisor.GCD(nil, nil, divisor, list[k])
		}
	}
	for k := range list {
		if list[k] != nil {
			list[k].Div(list[k], divisor)
		}
	}
	known[total] = list
	return list
}

// deal lays an outcome's amounts out over the spots, zero on a losing spot, in an order uniform over all distinct ones: Fisher and Yates from
// the end, with picks[i] below n-i.
func (sp *spots) deal(outcome int, picks []uint32, out []scratch.Code) {
	copy(out, sp.padded[outcome])
	for i := range picks {
		last := sp.n - 1 - i
		out[last], out[picks[i]] = out[picks[i]], out[last]
	}
}
