package bingo_test

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"tirage/bingo"
	"tirage/internal/golden"
	"tirage/money"
)

// The vectors in testdata/draws.json are whole draws with everything in between: tags, leaves, roots, seeds, orders. What is in
// between is computed here from docs/draw-format.md, sharing no code with the package; the records are the package's, and hold
// the balls and winners that follow from it.

type vectorFile struct {
	About string   `json:"about"`
	Draws []vector `json:"draws"`
}

type vector struct {
	Rules    rules           `json:"rules"`
	Players  []vectorPlayer  `json:"players"`
	Cards    []vectorCard    `json:"cards"`
	Notes    []string        `json:"note_texts"`
	Seed     string          `json:"tape_seed,omitempty"`
	Order    []int           `json:"order,omitempty"` // of all balls, also those that are not called
	Receipts []vectorReceipt `json:"receipts"`
	Record   json.RawMessage `json:"record"`
}

type vectorPlayer struct {
	Secret string `json:"owner_secret"`
	Tag    string `json:"tag"`
}

type vectorCard struct {
	Data string `json:"leaf_data"`
	Leaf string `json:"leaf"`
	Root string `json:"root"` // of the tree up to this card
}

type vectorReceipt struct {
	Text string `json:"text"`
}

// rules is a formula, as far as a draw is computed from it.
type rules struct {
	ID         string       `json:"id"`
	Code       uint16       `json:"code"`
	Version    uint32       `json:"version"`
	Digest     string       `json:"digest"`
	Mode       string       `json:"mode"`
	Model      string       `json:"model"`
	Winners    int64        `json:"winners_ppm"`
	Pool       int64        `json:"pool_ppm"`
	Jackpot    int64        `json:"jackpot_ppm"`
	Fund       int64        `json:"fund_ppm"`
	Figures    []ruleFigure `json:"figures"`
	Tie        string       `json:"tie"`
	Remainders string       `json:"remainders"`
	End        string       `json:"end"`
	EndBalls   int          `json:"end_balls,omitempty"`
	Guarantee  int64        `json:"guarantee,omitempty"`
	Reading    string       `json:"reading,omitempty"`
}

type ruleFigure struct {
	ID     string `json:"id"`
	Lines  int    `json:"lines,omitempty"`
	Full   bool   `json:"full,omitempty"`
	Within int    `json:"within,omitempty"`
	Prize  string `json:"prize"`
	Share  int64  `json:"share_ppm,omitempty"`
	Times  int64  `json:"times,omitempty"`
	Amount int64  `json:"amount,omitempty"`
}

func rulesOf(f *bingo.Formula) rules {
	r := rules{
		ID: f.ID, Code: f.Code, Version: f.Version, Digest: f.Digest.String(), Mode: f.Mode.String(), Model: f.Model.String(),
		Winners: int64(f.Shares.Winners), Pool: int64(f.Shares.Pool), Jackpot: int64(f.Shares.Jackpot), Fund: int64(f.Shares.Fund),
		Tie: f.Tie.String(), Remainders: f.Remainders.String(), End: f.End.Kind.String(), EndBalls: f.End.Balls,
		Guarantee: int64(f.Jackpot.Guarantee), Reading: f.Jackpot.Reading.String(),
	}
	for _, g := range f.Figures {
		r.Figures = append(r.Figures, ruleFigure{
			ID: g.ID, Lines: g.Lines, Full: g.Full, Within: g.Within, Prize: g.Prize.Kind.String(),
			Share: int64(g.Prize.Share), Times: g.Prize.Times, Amount: int64(g.Prize.Amount),
		})
	}
	return r
}

func mac(key []byte, parts ...[]byte) []byte {
	m := hmac.New(sha256.New, key)
	for _, p := range parts {
		m.Write(p)
	}
	return m.Sum(nil)
}

func hash(parts ...[]byte) []byte {
	h := sha256.New()
	for _, p := range parts {
		h.Write(p)
	}
	return h.Sum(nil)
}

// treeHash is the definition of RFC 6962, section 2.1, over leaf hashes.
func treeHash(leaves [][]byte) []byte {
	switch n := len(leaves); n {
	case 0:
		return hash()
	case 1:
		return leaves[0]
	default:
		k := 1 << (bits.Len(uint(n-1)) - 1)
		return hash([]byte{1}, treeHash(leaves[:k]), treeHash(leaves[k:]))
	}
}

func identity(id bingo.ID) []byte {
	b := binary.BigEndian.AppendUint16(nil, id.Code)
	return binary.BigEndian.AppendUint32(b, id.Number)
}

// referenceOrder is the seed of the tape and the order of the balls.
func referenceOrder(id bingo.ID, balls int, a, b [32]byte, root, beacon []byte) (seed []byte, order []int) {
	extracted := mac([]byte("tirage draw order 1"), a[:], b[:], root, beacon)
	seed = mac(extracted, identity(id), []byte{1})
	for n := range balls {
		order = append(order, n+1)
	}
	words := rand.NewChaCha8([32]byte(seed))
	below := func(n uint64) int {
		for {
			hi, lo := bits.Mul64(words.Uint64(), n)
			if lo >= -n%n { // 2^64 mod n
				return int(hi)
			}
		}
	}
	for i := balls - 1; i > 0; i-- {
		j := below(uint64(i) + 1)
		order[i], order[j] = order[j], order[i]
	}
	return seed, order
}

// vectorOf recomputes what lies between the inputs and the outcome of a draw whose players bought cards[p] cards each.
func vectorOf(t *testing.T, r *rig, cards []int, super money.Cents) vector {
	t.Helper()
	f, id := r.draw.Formula(), r.id()
	v := vector{Rules: rulesOf(f), Players: []vectorPlayer{}, Cards: []vectorCard{}, Receipts: []vectorReceipt{}}
	var leaves [][]byte
	for p, n := range cards {
		secret := seeded(fmt.Sprintf("player %d", p))
		tag := mac(secret[:], []byte("tirage owner 1\x00"), identity(id))
		v.Players = append(v.Players, vectorPlayer{hex.EncodeToString(secret[:]), hex.EncodeToString(tag)})
		for range n {
			c, _, _ := r.draw.Card(len(leaves))
			data := append([]byte{3}, identity(id)...)
			data = binary.BigEndian.AppendUint32(data, uint32(len(leaves)))
			data = binary.BigEndian.AppendUint64(data, uint64(f.Stakes[0]))
			data = append(append(data, tag...), byte(f.Model))
			for _, b := range c.Numbers {
				data = append(data, byte(b))
			}
			leaves = append(leaves, hash([]byte{0}, data))
			root := hex.EncodeToString(treeHash(leaves))
			v.Cards = append(v.Cards, vectorCard{hex.EncodeToString(data), hex.EncodeToString(leaves[len(leaves)-1]), root})
			v.Receipts = append(v.Receipts, vectorReceipt{fmt.Sprintf("tirage receipt 1\ndraw %04d-%08d\nindex %d\nleaf %x\nsize %d\nroot %s\n",
				id.Code, id.Number, len(leaves)-1, leaves[len(leaves)-1], len(leaves), root)})
		}
	}
	rec := record(t, r)
	v.Notes = append(v.Notes, rec.Schedule.Text())
	if rec.Lock != nil {
		opening := openingOf(f)
		v.Notes = append(v.Notes, fmt.Sprintf("tirage lock 2\ndraw %04d-%08d\nsize %d\nroot %x\njackpot %d\nfund %d\nsuper %d\ntime %d\n",
			id.Code, id.Number, len(leaves), treeHash(leaves), opening, -opening, super, rec.Lock.Time))
	}
	v.Notes = append(v.Notes, endText(r, rec, super))
	if rec.Result != nil {
		seed, order := referenceOrder(id, f.Balls(), seeded("a"), seeded("b"), treeHash(leaves), nil)
		v.Seed, v.Order = hex.EncodeToString(seed), order
	}
	text, err := bingo.WriteRecord(rec)
	if err != nil {
		t.Fatal(err)
	}
	v.Record = text
	return v
}

// openingOf is the jackpot before the first draw: what the fund has put there, if it puts a guarantee back each time.
func openingOf(f *bingo.Formula) money.Cents {
	if f.Jackpot.Reading == bingo.Reset {
		return f.Jackpot.Guarantee
	}
	return 0
}

// endText is the end of a draw as the events and the rig's own books have it, which share nothing with the record.
func endText(r *rig, rec *bingo.Record, super money.Cents) string {
	reason, by, called := "none", [2]string{"none", "none"}, len(r.draw.Called())
	if r.draw.State() == bingo.Voided {
		reason, by = "the hall lost its power", [2]string{"one", "two"}
	}
	if r.draw.State() == bingo.Cancelled {
		reason = "too_few"
	}
	superBy := [2]string{"none", "none"}
	if super > 0 {
		superBy = [2]string{"one", "two"}
	}
	opening := openingOf(r.draw.Formula())
	return fmt.Sprintf("tirage end 1\ndraw %04d-%08d\nstate %s\nreason %s\nby %s\nand %s\ncalled %d\nsuper %d\nsuper_by %s\nsuper_and %s\n"+
		"jackpot_before %d\nfund_before %d\njackpot_after %d\nfund_after %d\ntime %d\n",
		r.id().Code, r.id().Number, r.draw.State(), reason, by[0], by[1], called, super, superBy[0], superBy[1],
		opening, -opening, r.balances[bingo.JackpotAccount], r.balances[bingo.FundAccount], rec.Ended)
}

// TestVectors compares the vectors with the file, and the package with both.
func TestVectors(t *testing.T) {
	file := vectorFile{About: "Draws as docs/draw-format.md describes them. Amounts are in cents, shares in parts per million."}
	super := money.Cents(0)
	end := func(f *bingo.Formula, seed string, cards []int, end func(*rig)) {
		r := newRig(t, f, seed)
		r.do(r.schedule())
		if super > 0 {
			r.do(bingo.AnnounceSuper{At: r.at, Amount: super, By: [2]string{"one", "two"}})
		}
		r.at += 1_000_000
		r.do(bingo.OpenSale{At: r.at})
		for p, n := range cards {
			r.buy(fmt.Sprintf("player %d", p), n)
		}
		end(r)
		v := vectorOf(t, r, cards, super)
		file.Draws = append(file.Draws, v)
		agree(t, r, &v)
	}
	end(bingoExtra(), "vectors", []int{1, 1, 1, 1}, (*rig).finish)
	for _, c := range tied {
		end(bingoExtra(), c.seed, []int{1, 1, 1, 1}, (*rig).finish)
	}
	end(classic75(), "vectors", []int{2, 1, 3}, (*rig).finish)
	end(solo75(), "vectors", []int{5}, (*rig).finish)
	end(classic75(), "vectors, void", []int{1, 2}, func(r *rig) {
		r.do(r.lock())
		r.do(r.open())
		for range 7 {
			b, _ := r.draw.Next()
			r.do(bingo.Call{At: r.at, Ball: b})
		}
		r.do(bingo.Void{At: r.at, By: [2]string{"one", "two"}, Reason: "the hall lost its power"})
	})
	end(bingoExtra(), "vectors, too few", []int{2, 1}, func(r *rig) { r.do(r.lock()) })
	super = 1000_00
	easy := bingoExtra()
	easy.ID, easy.Figures[3].Within = "extra-75", 75
	end(easy, "vectors, jackpot", []int{1, 2, 3, 4}, (*rig).finish)
	text, err := json.MarshalIndent(file, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	golden.Check(t, "draws.json", append(text, '\n'))
}

// agree compares the package with what was recomputed.
func agree(t *testing.T, r *rig, v *vector) {
	t.Helper()
	for i, receipt := range r.receipts {
		if receipt.Text() != v.Receipts[i].Text || receipt.Leaf.String() != v.Cards[i].Leaf || receipt.Root.String() != v.Cards[i].Root {
			t.Errorf("receipt %d: %s, recomputed %s", i, receipt.Text(), v.Receipts[i].Text)
		}
		c, _, owner := r.draw.Card(i)
		if data := hex.EncodeToString(bingo.AppendLeaf(nil, r.id(), i, r.draw.Formula().Stakes[0], owner, c)); data != v.Cards[i].Data {
			t.Errorf("leaf %d: %s, recomputed %s", i, data, v.Cards[i].Data)
		}
	}
	if r.draw.Lock().At > 0 {
		if text := r.draw.Statement().Text(); text != v.Notes[1] {
			t.Errorf("lock %q, recomputed %q", text, v.Notes[1])
		}
	}
	if texts := record(t, r).Statements(); !slices.Equal(texts, v.Notes) {
		t.Errorf("to be signed %q, recomputed %q", texts, v.Notes)
	}
	for i, b := range r.draw.Called() {
		if int(b) != v.Order[i] {
			t.Fatalf("ball %d is %d, recomputed %d", i, b, v.Order[i])
		}
	}
	var rec bingo.Record
	if err := json.Unmarshal(v.Record, &rec); err != nil {
		t.Fatal(err)
	}
	if found := bingo.VerifyRecord(&rec, r.draw.Formula()); len(found) > 0 {
		t.Errorf("%+v", found)
	}
}

// TestBeaconAndIdentityGoIntoTheOrder compares orders with the reference, with beacons of several lengths.
func TestBeaconAndIdentityGoIntoTheOrder(t *testing.T) {
	seen := map[string]bool{}
	for _, id := range []bingo.ID{{Code: 1, Number: 1}, {Code: 1, Number: 2}, {Code: 9999, Number: 99_999_999}} {
		for _, beacon := range [][]byte{nil, {0}, {0, 0}, make([]byte, bingo.MaxBeacon)} {
			for _, m := range []bingo.Machine{bingo.Machine75, bingo.Machine90} {
				root := seeded("root")
				got, err := bingo.Order(m, id, secretA, secretB, bingo.Digest(root), beacon)
				if err != nil {
					t.Fatal(err)
				}
				_, want := referenceOrder(id, m.Balls(), seeded("a"), seeded("b"), root[:], beacon)
				if numbersOf(got) != fmt.Sprint(want) || seen[numbersOf(got)] {
					t.Errorf("%s %x: %v, recomputed %v", id, beacon, got, want)
				}
				seen[numbersOf(got)] = true
			}
		}
	}
	for name, call := range map[string]func() error{
		"secret_missing": func() error {
			_, err := bingo.Order(75, bingo.ID{Code: 1, Number: 1}, secretA, bingo.Secret{}, bingo.Digest{}, nil)
			return err
		},
		"same_secret": func() error {
			_, err := bingo.Order(75, bingo.ID{Code: 1, Number: 1}, secretA, secretA, bingo.Digest{}, nil)
			return err
		},
		"machine_unknown": func() error {
			_, err := bingo.Order(80, bingo.ID{Code: 1, Number: 1}, secretA, secretB, bingo.Digest{}, nil)
			return err
		},
		"draw_form": func() error {
			_, err := bingo.Order(75, bingo.ID{Code: 1}, secretA, secretB, bingo.Digest{}, nil)
			return err
		},
		"beacon_form": func() error {
			_, err := bingo.Order(75, bingo.ID{Code: 1, Number: 1}, secretA, secretB, bingo.Digest{}, make([]byte, bingo.MaxBeacon+1))
			return err
		},
	} {
		if got := bingo.RefusalName(call()); got != name {
			t.Errorf("%s: %s", name, got)
		}
	}
}

// TestOrdersAreUniform counts which ball is called at which place, over roots: chi-squared with 75·75 cells at 99 %.
func TestOrdersAreUniform(t *testing.T) {
	const draws = 75 * 40
	var count [75][76]int
	for n := range uint64(draws) {
		root := seeded(fmt.Sprint("uniform ", n))
		order, err := bingo.Order(bingo.Machine75, bingo.ID{Code: 1, Number: 1}, secretA, secretB, bingo.Digest(root), nil)
		if err != nil {
			t.Fatal(err)
		}
		for place, b := range order {
			count[place][b]++
		}
	}
	squares := 0
	for place := range count {
		for _, c := range count[place][1:] {
			squares += (c - draws/75) * (c - draws/75)
		}
	}
	// 74·74 degrees of freedom: mean 5476, standard deviation 104.7; 2.576 of them
	if chi := squares / (draws / 75); chi < 5476-270 || chi > 5476+270 {
		t.Errorf("chi-squared is %d, expected 5476 ± 270", chi)
	}
}
