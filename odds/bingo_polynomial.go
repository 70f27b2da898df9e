package odds

import "math/big"

// polynomial counts sets by their size: the coefficient of x^n is how many have n elements.
type polynomial []*big.Int

// powers returns (1+x)^n: all sets of n elements.
func powers(n int) polynomial {
	p := make(polynomial, n+1)
	for i := range p {
		p[i] = new(big.Int).Binomial(int64(n), int64(i))
	}
	return p
}

// monomial returns a·x^n.
func monomial(a *big.Int, n int) polynomial {
	p := make(polynomial, n+1)
	for i := range p {
		p[i] = new(big.Int)
	}
	p[n].Set(a)
	return p
}

// at returns a coefficient, 0 beyond the last.
func (p polynomial) at(n int) *big.Int {
	if n >= len(p) {
		return new(big.Int)
	}
	return p[n]
}

func (p polynomial) plus(q polynomial) polynomial {
	sum := make(polynomial, max(len(p), len(q)))
	for n := range sum {
		sum[n] = new(big.Int).Add(p.at(n), q.at(n))
	}
	return sum
}

func (p polynomial) times(q polynomial) polynomial {
	product := make(polynomial, len(p)+len(q)-1)
	for n := range product {
		product[n] = new(big.Int)
	}
	term := new(big.Int)
	for i, a := range p {
		if a.Sign() == 0 {
			continue
		}
		for j, b := range q {
			product[i+j].Add(product[i+j], term.Mul(a, b))
		}
	}
	return product
}
