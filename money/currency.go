package money

import (
	"errors"
	"fmt"

	"github.com/bojanz/currency"
)

// Currency is a currency: its ISO 4217 code and how many decimals its minor unit has.
type Currency struct {
	Code   string `json:"code" yaml:"code"`
	Digits uint8  `json:"digits" yaml:"digits"`
}

// EUR is the euro, FRF the French franc of 1960 to 2001 and BEF the Belgian one, in which older games were sold.
var (
	EUR = Currency{Code: "EUR", Digits: 2}
	FRF = Currency{Code: "FRF", Digits: 2}
	BEF = Currency{Code: "BEF", Digits: 2}
)

// ErrCurrency reports a code that is no currency.
var ErrCurrency = errors.New("money: unknown currency")

// ParseCurrency returns the currency of an ISO 4217 code in capitals, or ErrCurrency. Of the codes that ISO has withdrawn
// it knows FRF and BEF alone.
func ParseCurrency(code string) (Currency, error) {
	switch code {
	case FRF.Code:
		return FRF, nil
	case BEF.Code:
		return BEF, nil
	}
	digits, ok := currency.GetDigits(code)
	if !ok {
		return Currency{}, fmt.Errorf("%w %q: give a code of ISO 4217 in capitals, such as EUR", ErrCurrency, code)
	}
	return Currency{Code: code, Digits: digits}, nil
}

// Unit returns how many minor units make one unit: 100 for two decimals. Currencies have at most four decimals; a
// Currency with more than 18, which no code gives, has a Unit of 0.
func (c Currency) Unit() Cents {
	if c.Digits > maxDigits {
		return 0
	}
	unit := Cents(1)
	for range c.Digits {
		unit *= 10
	}
	return unit
}

// maxDigits is the most decimals that still let an int64 hold one unit.
const maxDigits = 18

// Symbol returns the sign that a language writes for the currency ("€", "F"), or its code where there is none.
func (c Currency) Symbol(lang Lang) string {
	if c.Code == FRF.Code && lang == FR {
		return "F"
	}
	symbol, _ := currency.GetSymbol(c.Code, currency.Locale{Language: string(lang)})
	if symbol == "" {
		return c.Code
	}
	return symbol
}
