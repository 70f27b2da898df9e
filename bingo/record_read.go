package bingo

import "slices"

// Bounds of the lists of a record that are no cards, far above what any draw has.
const (
	maxGrids           = 6 // of a card
	maxRecordTransfers = 16 * MaxFigures
	maxRecordNotes     = 16
)

// record reads the whole, after its format.
func (r *recordReader) record(to *Record) {
	r.key("state")
	to.State = r.text()
	r.key("ended")
	to.Ended = r.moment()
	r.key("schedule")
	r.schedule(&to.Schedule)
	if r.has("super") {
		to.Super = new(RecordSuper)
		r.object(func() {
			r.key("amount")
			to.Super.Amount = r.cents()
			r.key("by")
			to.Super.By = r.persons()
		})
	}
	r.key("price")
	to.Price = r.cents()
	r.key("owners")
	to.Owners = []Digest{}
	r.list(MaxCardsOfDraw, func() { to.Owners = append(room(to.Owners), r.digest()) })
	r.key("cards")
	to.Cards = []RecordCard{}
	r.list(MaxCardsOfDraw, func() { to.Cards = append(room(to.Cards), r.card()) })
	if r.has("lock") {
		to.Lock = new(RecordLock)
		r.object(func() {
			r.key("time")
			to.Lock.Time = r.moment()
			r.key("size")
			to.Lock.Size = r.int()
			r.key("root")
			to.Lock.Root = r.digest()
		})
	}
	r.key("secrets")
	r.object(func() {
		to.Secrets.A = r.given("a")
		to.Secrets.B = r.given("b")
		to.Secrets.Beacon = r.given("beacon")
	})
	to.Cancel = r.given("cancel")
	if r.has("void") {
		to.Void = new(RecordVoid)
		r.object(func() {
			r.key("by")
			to.Void.By = r.persons()
			r.key("reason")
			to.Void.Reason = r.text()
		})
	}
	r.key("called")
	to.Called = r.int()
	r.ending(to)
}

// room makes room for one more element. It doubles, so that a list that grows leaves no more behind than it takes itself.
func room[T any](list []T) []T {
	if len(list) < cap(list) {
		return list
	}
	return slices.Grow(list, len(list)+8)
}

// ending reads what follows from the inputs, and the notes.
func (r *recordReader) ending(to *Record) {
	if r.has("result") {
		to.Result = new(RecordResult)
		r.object(func() { r.result(to.Result, len(to.Owners), len(to.Cards)) })
	}
	if r.has("refunds") {
		to.Refunds = new(RecordRefunds)
		r.object(func() {
			to.Refunds.Payments = r.payments(len(to.Owners))
			to.Refunds.Transfers = r.transfers()
		})
	}
	if r.has("balances") {
		to.Balances = new(RecordBalances)
		r.object(func() {
			r.key("before")
			to.Balances.Before = r.pots()
			r.key("after")
			to.Balances.After = r.pots()
		})
	}
	r.key("notes")
	to.Notes = []string{}
	r.list(maxRecordNotes, func() { to.Notes = append(to.Notes, r.text()) })
}

// given reads a text that is left out where there is none.
func (r *recordReader) given(name string) string {
	if !r.has(name) {
		return ""
	}
	text := r.text()
	if text == "" {
		r.fail("%q is left out where there is none", name)
	}
	return text
}

func (r *recordReader) schedule(s *Schedule) {
	r.object(func() {
		r.key("announced")
		s.At = r.moment()
		r.key("draw")
		r.by(&s.Draw)
		r.key("formula")
		s.Formula = r.text()
		r.key("version")
		s.Version = uint32(r.number(0, 1<<32-1))
		r.key("digest")
		s.Digest = r.digest()
		r.key("opens")
		s.Opens = r.moment()
		r.key("closes")
		s.Closes = r.moment()
		r.key("patience")
		s.Patience = r.moment()
		r.key("a")
		s.A = r.digest()
		r.key("b")
		s.B = r.digest()
		r.key("beacon")
		s.Beacon = r.text()
	})
}

func (r *recordReader) card() (c RecordCard) {
	r.object(func() {
		r.key("owner")
		c.Owner = r.int()
		r.key("card")
		c.Card = r.text()
	})
	return c
}

func (r *recordReader) result(to *RecordResult, owners, cards int) {
	r.key("balls")
	to.Balls = []int{}
	r.list(MaxBalls, func() { to.Balls = append(to.Balls, r.int()) })
	r.key("figures")
	to.Figures = []RecordFigure{}
	r.list(MaxFigures, func() {
		f := RecordFigure{Units: []RecordUnit{}}
		r.object(func() {
			r.key("figure")
			f.Figure = r.text()
			r.key("ball")
			f.Ball = r.int()
			r.key("prize")
			f.Prize = r.cents()
			r.key("each")
			f.Each = r.cents()
			r.key("units")
			r.list(maxGrids*cards, func() { f.Units = append(room(f.Units), r.unit()) })
		})
		to.Figures = append(to.Figures, f)
	})
	to.Payments = r.payments(owners)
	to.Transfers = r.transfers()
}

func (r *recordReader) unit() (u RecordUnit) {
	r.object(func() {
		r.key("card")
		u.Card = r.int()
		r.key("grid")
		u.Grid = r.int()
		r.key("ball")
		u.Ball = r.int()
	})
	return u
}

// payments reads at most one payment an owner.
func (r *recordReader) payments(owners int) []RecordPayment {
	list := []RecordPayment{}
	r.key("payments")
	r.list(owners, func() {
		var p RecordPayment
		r.object(func() {
			r.key("owner")
			p.Owner = r.int()
			r.key("amount")
			p.Amount = r.cents()
		})
		list = append(room(list), p)
	})
	return list
}

func (r *recordReader) transfers() []RecordTransfer {
	list := []RecordTransfer{}
	r.key("transfers")
	r.list(maxRecordTransfers, func() {
		var t RecordTransfer
		r.object(func() {
			r.key("from")
			t.From = r.text()
			r.key("to")
			t.To = r.text()
			r.key("amount")
			t.Amount = r.cents()
			r.key("why")
			t.Why = r.text()
			t.Figure = r.given("figure")
		})
		list = append(list, t)
	})
	return list
}

func (r *recordReader) pots() (p RecordPots) {
	r.object(func() {
		r.key("jackpot")
		p.Jackpot = r.cents()
		r.key("fund")
		p.Fund = r.cents()
	})
	return p
}
