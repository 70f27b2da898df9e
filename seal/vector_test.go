package seal_test

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"flag"
	"os"
	"testing"

	"golang.org/x/mod/sumdb/tlog"

	"tirage/seal"
)

var update = flag.Bool("update", false, "write testdata/vectors.json from the independent recomputation")

const vectorFile = "testdata/vectors.json"

func readVectors(t testing.TB) vectors {
	t.Helper()
	b, err := os.ReadFile(vectorFile)
	if err != nil {
		t.Fatal(err)
	}
	var v vectors
	if err := json.Unmarshal(b, &v); err != nil {
		t.Fatal(err)
	}
	return v
}

func TestVectorsAreRecomputed(t *testing.T) {
	want, err := json.MarshalIndent(recompute(), "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	want = append(want, '\n')
	if *update {
		if err := os.WriteFile(vectorFile, want, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(vectorFile)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Fatalf("%s is not what the recomputation gives; if the format was changed on purpose, raise its domain strings and run with -update", vectorFile)
	}
}

func unhex[T ~[16]byte | ~[32]byte | ~[]byte](t testing.TB, s string) (out T) {
	t.Helper()
	b, err := hex.DecodeString(s)
	if err != nil {
		t.Fatal(err)
	}
	switch p := any(&out).(type) {
	case *[16]byte:
		*p = [16]byte(b)
	case *[32]byte:
		*p = [32]byte(b)
	case *[]byte:
		*p = b
	}
	return out
}

type opened struct {
	block  seal.Block
	a, b   seal.Seed
	press  *seal.Press
	house  seal.HouseKey
	keeper seal.KeeperKey
	claim  seal.ClaimKey
}

func open(t testing.TB, v vectors) (o opened) {
	t.Helper()
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	o.block = seal.Block{
		Game: v.Block.Game, Issue: v.Block.Issue, Number: v.Block.Number, Tickets: v.Block.Tickets,
		PackSize: v.Block.PackSize, GameFile: unhex[[32]byte](t, v.Block.GameFile),
	}
	var err error
	o.a, err = seal.ParseSeed([]byte(v.SeedA + "\n"))
	must(err)
	o.b, err = seal.ParseSeed([]byte("  " + v.SeedB))
	must(err)
	o.press, err = seal.NewPress(o.a, o.b, o.block)
	must(err)
	o.house, err = seal.NewHouseKey(o.a, o.block)
	must(err)
	o.keeper, err = seal.NewKeeperKey(o.b, o.block)
	must(err)
	o.claim, err = seal.NewClaimKey(o.a, o.block)
	must(err)
	return o
}

func same(t testing.TB, what, got, want string) {
	t.Helper()
	if got != want {
		t.Errorf("%s:\n got %s\nwant %s", what, got, want)
	}
}

func TestVectors(t *testing.T) {
	v := readVectors(t)
	o := open(t, v)
	for _, c := range []struct {
		seed seal.Seed
		want string
	}{{o.a, v.CommitA}, {o.b, v.CommitB}} {
		commit, err := c.seed.Commitment()
		if err != nil {
			t.Fatal(err)
		}
		same(t, "commitment", hexa(commit[:]), c.want)
	}
	plan := o.press.PlanSeed()
	same(t, "identity", hexa(o.block.Identity()), v.Identity)
	same(t, "plan seed", hexa(plan[:]), v.PlanSeed)
	same(t, "house key", o.house.Hex(), v.HouseKey)
	same(t, "keeper key", o.keeper.Hex(), v.KeeperKey)
	same(t, "claim key", o.claim.Hex(), v.ClaimKey)
	for _, w := range v.Tickets {
		t.Run(w.Serial, func(t *testing.T) { checkTicket(t, o, w) })
	}
}

func checkTicket(t *testing.T, o opened, w ticketVector) {
	var tk seal.Ticket
	if err := o.press.Ticket(w.Position, &tk); err != nil {
		t.Fatal(err)
	}
	digits, secret := tk.Serial.Digits(), tk.Secret.Bytes()
	same(t, "serial", tk.Serial.String(), w.Serial)
	same(t, "barcode", string(digits[:]), w.Barcode)
	same(t, "secret", hexa(secret[:]), w.Secret)
	same(t, "VIRN", tk.VIRN.Text(), w.VIRN)
	same(t, "ticket code", string(seal.AppendTicketCode(nil, tk.Serial, tk.VIRN)), w.TicketCode)

	outcome := seal.Outcome{Lot: w.Lot, Composition: w.Composition}
	var record [seal.RecordSize]byte
	o.press.Seal(&record, &tk, outcome)
	same(t, "record", hexa(record[:]), w.PaperEnvelope+w.TwoKeyEnvelope)
	if got, err := o.press.Open(&record, &tk); err != nil || got != outcome {
		t.Errorf("audit reads %v, %v", got, err)
	}
	seed := seal.FaceSeed(tk.Secret, w.Composition)
	same(t, "face seed", hexa(seed[:]), w.FaceSeed)

	if got, err := seal.OpenPaper(o.claim, tk.Serial, tk.VIRN, seal.PaperEnvelope(&record)); err != nil || got != outcome {
		t.Errorf("claim reads %v, %v", got, err)
	}
	house, errH := o.house.Half(tk.Serial)
	keeper, errK := o.keeper.Half(tk.Serial)
	if errH != nil || errK != nil {
		t.Fatal(errH, errK)
	}
	h, k := house.Bytes(), keeper.Bytes()
	same(t, "house half", hexa(h[:]), w.HouseHalf)
	same(t, "keeper half", hexa(k[:]), w.KeeperHalf)
	got, s, err := seal.OpenTwo(seal.NewHalf(h), seal.NewHalf(k), tk.Serial, seal.TwoKeyEnvelope(&record))
	if err != nil || got != outcome || s != tk.Secret {
		t.Errorf("two halves read %v, %v", got, err)
	}

	face := unhex[[]byte](t, w.Face)
	paper, online := tk.Leaf(seal.Paper, face), tk.Leaf(seal.Online, face)
	same(t, "paper leaf", hexa(paper[:]), w.PaperLeaf)
	same(t, "online leaf", hexa(online[:]), w.OnlineLeaf)
	if tlog.RecordHash(seal.AppendPaperLeaf(nil, tk.Serial, tk.VIRN, face)) != tlog.Hash(paper) ||
		tlog.RecordHash(seal.AppendOnlineLeaf(nil, tk.Serial, tk.Secret, face)) != tlog.Hash(online) {
		t.Error("a leaf is not the record hash of a transparency log")
	}
	if pos, err := o.block.Position(tk.Serial); err != nil || pos != w.Position {
		t.Errorf("position %d, %v", pos, err)
	}
}

// The example of the specification is the first vector.
func TestSpecificationExample(t *testing.T) {
	doc, err := os.ReadFile("../docs/block-seal.md")
	if err != nil {
		t.Fatal(err)
	}
	w := readVectors(t).Tickets[0]
	v, err := seal.ParseVIRN(w.VIRN)
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range []string{w.Serial, v.Grouped(), w.PaperEnvelope} {
		if !bytes.Contains(doc, []byte(part)) {
			t.Errorf("docs/block-seal.md does not show %s", part)
		}
	}
}
