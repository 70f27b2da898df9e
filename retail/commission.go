package retail

import "tirage/money"

// Commission is what a retailer earns on packs of a price, at so many parts per million of it: rounded down to the minor unit. It refuses
// with money.ErrShare a negative price, and parts below 0 or above a million.
func Commission(price money.Cents, ppm int64) (money.Cents, error) {
	part, _, err := money.Share(ppm).Of(price)
	return part, err
}
