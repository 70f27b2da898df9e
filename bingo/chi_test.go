package bingo

import (
	"math"
	"testing"

	"tirage/internal/chisquare"
)

// Statistical tests are at 99 %: of a test that looks at many things at once, all pass together in 99 of 100 runs of a
// right program (Bonferroni). Seeds are fixed, so that a test passes always or never.
const significance = 0.01

// fits tests counts against probabilities, one of several such tests. Cells that expect less than ten are taken together.
func fits(t *testing.T, what string, got []int, chance []float64, tests int) {
	t.Helper()
	n, sum := 0, 0.0
	for i := range got {
		n += got[i]
		sum += chance[i]
		if chance[i] == 0 && got[i] > 0 {
			t.Errorf("%s: case %d cannot be, and was seen %d times", what, i, got[i])
		}
	}
	if math.Abs(sum-1) > 1e-9 || n == 0 {
		t.Fatalf("%s: the chances of %d cases sum to %v", what, n, sum)
	}
	chi, cells := 0.0, 0
	var restGot, restWant float64
	for i := range got {
		want := chance[i] * float64(n)
		if want < 10 {
			restGot += float64(got[i])
			restWant += want
			continue
		}
		chi += (float64(got[i]) - want) * (float64(got[i]) - want) / want
		cells++
	}
	if restWant >= 5 {
		chi += (restGot - restWant) * (restGot - restWant) / restWant
		cells++
	}
	if cells < 2 {
		return
	}
	if bound := chisquare.Bound(cells-1, significance/float64(tests)); chi > bound {
		t.Errorf("%s: chi-square %.1f with %d degrees of freedom, more than %.1f", what, chi, cells-1, bound)
	}
}

// even are n equal chances.
func even(n int) []float64 {
	p := make([]float64, n)
	for i := range p {
		p[i] = 1 / float64(n)
	}
	return p
}

// alikeTests is how many times alike is called over all models, options and lucky numbers.
const alikeTests = 12 * 4 * 183

// alike tests whether two lists of counts come from the same law.
func alike(t *testing.T, what string, a, b []int) {
	t.Helper()
	na, nb := 0.0, 0.0
	for i := range a {
		na, nb = na+float64(a[i]), nb+float64(b[i])
	}
	chi, cells := 0.0, 0
	var restA, restB float64
	add := func(x, y float64) {
		d := x*math.Sqrt(nb/na) - y*math.Sqrt(na/nb)
		chi += d * d / (x + y)
		cells++
	}
	for i := range a {
		if a[i]+b[i] < 20 {
			restA, restB = restA+float64(a[i]), restB+float64(b[i])
			continue
		}
		add(float64(a[i]), float64(b[i]))
	}
	if restA+restB >= 10 {
		add(restA, restB)
	}
	if cells < 2 {
		return
	}
	if bound := chisquare.Bound(cells-1, significance/alikeTests); chi > bound {
		t.Errorf("%s: chi-square %.1f with %d degrees of freedom, more than %.1f", what, chi, cells-1, bound)
	}
}
