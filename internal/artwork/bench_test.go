package artwork

import "testing"

// A ticket is to be drawn in less than 50 ms.

func BenchmarkSVG(b *testing.B) {
	g := shipped(b, "bingo-10eur")
	k := scratched(b, g, printed(g, 3, 1))
	for b.Loop() {
		if _, err := k.SVG(); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkPDF(b *testing.B) {
	g := shipped(b, "bingo-10eur")
	k := scratched(b, g, printed(g, 3, 1))
	for b.Loop() {
		if _, err := k.PDF(); err != nil {
			b.Fatal(err)
		}
	}
}
