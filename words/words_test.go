package words

import (
	"math"
	"strings"
	"testing"

	"tirage/money"
)

// french100 has the numbers from 0 to 100, written out by hand.
const french100 = `zéro un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dix-sept dix-huit dix-neuf
vingt vingt_et_un vingt-deux vingt-trois vingt-quatre vingt-cinq vingt-six vingt-sept vingt-huit vingt-neuf
trente trente_et_un trente-deux trente-trois trente-quatre trente-cinq trente-six trente-sept trente-huit trente-neuf
quarante quarante_et_un quarante-deux quarante-trois quarante-quatre quarante-cinq quarante-six quarante-sept quarante-huit quarante-neuf
cinquante cinquante_et_un cinquante-deux cinquante-trois cinquante-quatre cinquante-cinq cinquante-six cinquante-sept cinquante-huit cinquante-neuf
soixante soixante_et_un soixante-deux soixante-trois soixante-quatre soixante-cinq soixante-six soixante-sept soixante-huit soixante-neuf
soixante-dix soixante_et_onze soixante-douze soixante-treize soixante-quatorze soixante-quinze soixante-seize soixante-dix-sept soixante-dix-huit soixante-dix-neuf
quatre-vingts quatre-vingt-un quatre-vingt-deux quatre-vingt-trois quatre-vingt-quatre quatre-vingt-cinq quatre-vingt-six quatre-vingt-sept quatre-vingt-huit quatre-vingt-neuf
quatre-vingt-dix quatre-vingt-onze quatre-vingt-douze quatre-vingt-treize quatre-vingt-quatorze quatre-vingt-quinze quatre-vingt-seize quatre-vingt-dix-sept quatre-vingt-dix-huit quatre-vingt-dix-neuf
cent`

const english100 = `zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen
twenty twenty-one twenty-two twenty-three twenty-four twenty-five twenty-six twenty-seven twenty-eight twenty-nine
thirty thirty-one thirty-two thirty-three thirty-four thirty-five thirty-six thirty-seven thirty-eight thirty-nine
forty forty-one forty-two forty-three forty-four forty-five forty-six forty-seven forty-eight forty-nine
fifty fifty-one fifty-two fifty-three fifty-four fifty-five fifty-six fifty-seven fifty-eight fifty-nine
sixty sixty-one sixty-two sixty-three sixty-four sixty-five sixty-six sixty-seven sixty-eight sixty-nine
seventy seventy-one seventy-two seventy-three seventy-four seventy-five seventy-six seventy-seven seventy-eight seventy-nine
eighty eighty-one eighty-two eighty-three eighty-four eighty-five eighty-six eighty-seven eighty-eight eighty-nine
ninety ninety-one ninety-two ninety-three ninety-four ninety-five ninety-six ninety-seven ninety-eight ninety-nine
one_hundred`

func TestToAHundred(t *testing.T) {
	for lang, table := range map[money.Lang]string{money.FR: french100, money.EN: english100} {
		list := strings.Fields(table)
		if len(list) != 101 {
			t.Fatalf("the table in %s has %d numbers", lang, len(list))
		}
		for n, want := range list {
			want = strings.ReplaceAll(want, "_", " ")
			if got := Number(int64(n), lang); got != want {
				t.Errorf("%d in %s: %q, want %q", n, lang, got, want)
			}
		}
	}
}

func TestNumber(t *testing.T) {
	for _, c := range []struct {
		n      int64
		fr, en string
	}{
		{101, "cent un", "one hundred and one"},
		{171, "cent soixante et onze", "one hundred and seventy-one"},
		{180, "cent quatre-vingts", "one hundred and eighty"},
		{200, "deux cents", "two hundred"},
		{201, "deux cent un", "two hundred and one"},
		{280, "deux cent quatre-vingts", "two hundred and eighty"},
		{999, "neuf cent quatre-vingt-dix-neuf", "nine hundred and ninety-nine"},
		{1000, "mille", "one thousand"},
		{1001, "mille un", "one thousand and one"},
		{1080, "mille quatre-vingts", "one thousand and eighty"},
		{1100, "mille cent", "one thousand one hundred"},
		{1200, "mille deux cents", "one thousand two hundred"},
		{2000, "deux mille", "two thousand"},
		{2004, "deux mille quatre", "two thousand and four"},
		{21000, "vingt et un mille", "twenty-one thousand"},
		{71000, "soixante et onze mille", "seventy-one thousand"},
		{80000, "quatre-vingt mille", "eighty thousand"},
		{81000, "quatre-vingt-un mille", "eighty-one thousand"},
		{100000, "cent mille", "one hundred thousand"},
		{200000, "deux cent mille", "two hundred thousand"},
		{200200, "deux cent mille deux cents", "two hundred thousand two hundred"},
		{280000, "deux cent quatre-vingt mille", "two hundred and eighty thousand"},
		{1000000, "un million", "one million"},
		{1000001, "un million un", "one million and one"},
		{1001000, "un million mille", "one million one thousand"},
		{2500000, "deux millions cinq cent mille", "two million five hundred thousand"},
		{9000000, "neuf millions", "nine million"},
		{80000000, "quatre-vingts millions", "eighty million"},
		{200000000, "deux cents millions", "two hundred million"},
		{280000000, "deux cent quatre-vingts millions", "two hundred and eighty million"},
		{1000000000, "un milliard", "one billion"},
		{80200080200, "quatre-vingts milliards deux cents millions quatre-vingt mille deux cents", "eighty billion two hundred million eighty thousand two hundred"},
		{1000000000000, "un billion", "one trillion"},
		{-80, "moins quatre-vingts", "minus eighty"},
		{
			math.MinInt64, "moins neuf trillions deux cent vingt-trois billiards trois cent soixante-douze billions trente-six milliards huit cent cinquante-quatre millions sept cent soixante-quinze mille huit cent huit",
			"minus nine quintillion two hundred and twenty-three quadrillion three hundred and seventy-two trillion thirty-six billion eight hundred and fifty-four million seven hundred and seventy-five thousand eight hundred and eight",
		},
	} {
		if got := Number(c.n, money.FR); got != c.fr {
			t.Errorf("%d in French: %q, want %q", c.n, got, c.fr)
		}
		if got := Number(c.n, money.EN); got != c.en {
			t.Errorf("%d in English: %q, want %q", c.n, got, c.en)
		}
	}
}

func TestRectified(t *testing.T) {
	for n, want := range map[int64]string{21: "vingt-et-un", 71: "soixante-et-onze", 80: "quatre-vingts", 101: "cent-un", 200000: "deux-cent-mille", -21: "moins vingt-et-un", 1000: "mille"} {
		if got := Rectified(n); got != want {
			t.Errorf("%d: %q, want %q", n, got, want)
		}
	}
}

// currency is one that ParseCurrency knows.
func currency(code string) money.Currency {
	c, err := money.ParseCurrency(code)
	if err != nil {
		panic(err)
	}
	return c
}

// TestKnows: what has no words says so, and never passes for words.
func TestKnows(t *testing.T) {
	for code, want := range map[string]bool{"EUR": true, "CHF": true, "GBP": true, "XPF": true, "BEF": true, "JPY": false, "KWD": false} {
		if Knows(currency(code)) != want {
			t.Errorf("%s: %t", code, !want)
		}
	}
}

func TestAmount(t *testing.T) {
	for _, c := range []struct {
		a      money.Cents
		cur    money.Currency
		fr, en string
	}{
		{0, money.EUR, "zéro euro", "zero euros"},
		{1, money.EUR, "un centime", "one cent"},
		{50, money.EUR, "cinquante centimes", "fifty cents"},
		{80, money.EUR, "quatre-vingts centimes", "eighty cents"},
		{100, money.EUR, "un euro", "one euro"},
		{150, money.EUR, "un euro et cinquante centimes", "one euro and fifty cents"},
		{201, money.EUR, "deux euros et un centime", "two euros and one cent"},
		{2000, money.EUR, "vingt euros", "twenty euros"},
		{8000, money.EUR, "quatre-vingts euros", "eighty euros"},
		{100000, money.EUR, "mille euros", "one thousand euros"},
		{20000000, money.EUR, "deux cent mille euros", "two hundred thousand euros"},
		{100000000, money.EUR, "un million d'euros", "one million euros"},
		{100000100, money.EUR, "un million un euros", "one million and one euros"},
		{100000050, money.EUR, "un million d'euros et cinquante centimes", "one million euros and fifty cents"},
		{200000000, money.EUR, "deux millions d'euros", "two million euros"},
		{250000000, money.EUR, "deux millions cinq cent mille euros", "two million five hundred thousand euros"},
		{300000000000, money.EUR, "trois milliards d'euros", "three billion euros"},
		{-2000, money.EUR, "moins vingt euros", "minus twenty euros"},
		{-50, money.EUR, "moins cinquante centimes", "minus fifty cents"},
		{100, money.FRF, "un franc", "one franc"},
		{1050, money.FRF, "dix francs et cinquante centimes", "ten francs and fifty centimes"},
		{100000, money.FRF, "mille francs", "one thousand francs"},
		{100000000, money.FRF, "un million de francs", "one million francs"},
		{1025, currency("CHF"), "dix francs et vingt-cinq centimes", "ten francs and twenty-five centimes"},
		{2000, currency("BEF"), "vingt francs", "twenty francs"},
		{101, currency("USD"), "un dollar et un cent", "one dollar and one cent"},
		{250, currency("CAD"), "deux dollars et cinquante cents", "two dollars and fifty cents"},
		{101, currency("GBP"), "une livre et un penny", "one pound and one penny"},
		{2150, currency("GBP"), "vingt et une livres et cinquante pence", "twenty-one pounds and fifty pence"},
		{8100, currency("GBP"), "quatre-vingt-une livres", "eighty-one pounds"},
		{7100, currency("GBP"), "soixante et onze livres", "seventy-one pounds"},
		{100000000, currency("GBP"), "un million de livres", "one million pounds"},
		{500, currency("XPF"), "cinq cents francs", "five hundred francs"},
		{5000, money.Currency{Code: "KWD", Digits: 3}, "5\u00a0KWD", "KWD\u00a05"}, // no names: in figures
		{500, money.Currency{Code: "EUR", Digits: 200}, money.Currency{Code: "EUR", Digits: 200}.Format(500, money.FR), money.Currency{Code: "EUR", Digits: 200}.Format(500, money.EN)},
	} {
		if got := Amount(c.a, c.cur, money.FR); got != c.fr {
			t.Errorf("%d %s in French: %q, want %q", c.a, c.cur.Code, got, c.fr)
		}
		if got := Amount(c.a, c.cur, money.EN); got != c.en {
			t.Errorf("%d %s in English: %q, want %q", c.a, c.cur.Code, got, c.en)
		}
	}
}

func TestUpper(t *testing.T) {
	for text, want := range map[string]string{"zéro": "ZÉRO", "un million d'euros": "UN MILLION D'EUROS", "cœur brisé à noël": "CŒUR BRISÉ À NOËL"} {
		if got := Upper(text, money.FR); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
