package seal

import "testing"

func benchPress(b *testing.B) *Press {
	p, err := NewPress(NewSeed([32]byte{1}), NewSeed([32]byte{2}), Block{Game: 1, Issue: 1, Number: 1, Tickets: 9_000_000, PackSize: 150})
	if err != nil {
		b.Fatal(err)
	}
	return p
}

// BenchmarkTicket is everything this package does for one printed ticket: numbers, two envelopes, face seed, leaf of a
// face of 150 cells.
func BenchmarkTicket(b *testing.B) {
	p := benchPress(b)
	face := make([]byte, 300)
	var t Ticket
	var record [RecordSize]byte
	b.ReportAllocs()
	pos := 0
	for b.Loop() {
		if p.Ticket(pos%9_000_000, &t) != nil {
			b.Fatal(pos)
		}
		p.Seal(&record, &t, Outcome{3, 4})
		seed := FaceSeed(t.Secret, 4)
		face[0] = seed[0]
		leaf := t.Leaf(Paper, face)
		face[1] = leaf[0]
		pos++
	}
}

func BenchmarkParts(b *testing.B) {
	p := benchPress(b)
	face := make([]byte, 300)
	var t Ticket
	var record [RecordSize]byte
	if err := p.Ticket(12345, &t); err != nil {
		b.Fatal(err)
	}
	p.Seal(&record, &t, Outcome{3, 4})
	parts := []struct {
		name string
		do   func()
	}{
		{"numbers", func() { _ = p.Ticket(12345, &t) }},
		{"seal", func() { p.Seal(&record, &t, Outcome{3, 4}) }},
		{"open", func() { _, _ = p.Open(&record, &t) }},
		{"face-seed", func() { FaceSeed(t.Secret, 4) }},
		{"leaf", func() { t.Leaf(Paper, face) }},
		{"digits", func() { t.Serial.Digits() }},
	}
	for _, part := range parts {
		b.Run(part.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				part.do()
			}
		})
	}
}
