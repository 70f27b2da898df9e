package seal_test

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"math/big"
	"slices"
	"strings"
)

// This file computes a block's seal again from docs/block-seal.md, with nothing of package seal: it writes the vectors.

type vectors struct {
	About     string         `json:"about"`
	SeedA     string         `json:"seed_a"`
	SeedB     string         `json:"seed_b"`
	CommitA   string         `json:"commitment_a"`
	CommitB   string         `json:"commitment_b"`
	Block     blockVector    `json:"block"`
	Identity  string         `json:"identity"`
	K         string         `json:"k"`
	PlanSeed  string         `json:"plan_seed"`
	TicketKey string         `json:"ticket_key"`
	HouseKey  string         `json:"house_key"`
	KeeperKey string         `json:"keeper_key"`
	ClaimKey  string         `json:"claim_key"`
	Tickets   []ticketVector `json:"tickets"`
}

type blockVector struct {
	Game     uint16 `json:"game"`
	Issue    uint16 `json:"issue"`
	Number   uint16 `json:"number"`
	Tickets  uint32 `json:"tickets"`
	PackSize uint16 `json:"pack_size"`
	GameFile string `json:"game_file_sha256"`
}

type ticketVector struct {
	Position       int    `json:"position"`
	Serial         string `json:"serial"`
	Barcode        string `json:"barcode"`
	Secret         string `json:"secret"`
	VIRN           string `json:"virn"`
	TicketCode     string `json:"ticket_code"`
	Lot            uint16 `json:"lot"`
	Composition    uint16 `json:"composition"`
	FaceSeed       string `json:"face_seed"`
	HouseHalf      string `json:"house_half"`
	KeeperHalf     string `json:"keeper_half"`
	PaperKey       string `json:"paper_envelope_key"`
	TwoKey         string `json:"two_key_envelope_key"`
	PaperEnvelope  string `json:"paper_envelope"`
	TwoKeyEnvelope string `json:"two_key_envelope"`
	Face           string `json:"face"`
	PaperLeaf      string `json:"paper_leaf"`
	OnlineLeaf     string `json:"online_leaf"`
}

// recompute makes the vectors of a block. The positions, outcomes and faces are chosen for their edges.
func recompute() vectors {
	a := sha256.Sum256([]byte("example house seed"))
	b := sha256.Sum256([]byte("example keeper seed"))
	file := sha256.Sum256([]byte("example game file"))
	blk := blockVector{Game: 123, Issue: 4, Number: 56, Tickets: 9_000_000, PackSize: 150, GameFile: hexa(file[:])}
	id := slices.Concat(be16(blk.Game), be16(blk.Issue), be16(blk.Number), be32(blk.Tickets), be16(blk.PackSize), file[:])
	k := hkdf(slices.Concat(a[:], b[:]), "block", id)
	ticketKey := hm(k, []byte("ticket\x01"))
	house, keeper, claim := hkdf(a[:], "house", id), hkdf(b[:], "keeper", id), hkdf(a[:], "claim", id)
	v := vectors{
		About: "Vectors of docs/block-seal.md. All bytes in hexadecimal. Made by an independent recomputation, not by package seal.",
		SeedA: hexa(a[:]), SeedB: hexa(b[:]), CommitA: hash(a[:]), CommitB: hash(b[:]),
		Block: blk, Identity: hexa(id), K: hexa(k),
		PlanSeed: hexa(hm(k, []byte("plan\x01"))), TicketKey: hexa(ticketKey),
		HouseKey: hexa(house), KeeperKey: hexa(keeper), ClaimKey: hexa(claim),
	}
	faces := [][]byte{{}, {0, 7}, {0, 1, 0, 2, 0xff, 0xff}, []byte(strings.Repeat("\x00\x4b", 150)), []byte(strings.Repeat("\x12\x34", 400))}
	for i, c := range []struct {
		pos       int
		lot, comp uint16
	}{{0, 0, 0}, {1, 1, 0}, {149, 12, 3}, {150, 0, 65535}, {8_999_999, 65535, 258}} {
		pack, n := c.pos/int(blk.PackSize), c.pos%int(blk.PackSize)
		digits := fmt.Sprintf("%04d%02d%04d%06d%03d", blk.Game, blk.Issue, blk.Number, pack, n)
		m := hm(ticketKey, []byte(digits))
		secret, virn := m[:16], crockford(m[16:26])
		paperKey := hm(claim, []byte(digits+virn+"\x01"))
		hHalf, kHalf := hm(house, []byte(digits)), hm(keeper, []byte(digits))
		two := new(big.Int).Xor(new(big.Int).SetBytes(hHalf), new(big.Int).SetBytes(kHalf)).FillBytes(make([]byte, 32))
		outcome := slices.Concat(be16(c.lot), be16(c.comp))
		face := faces[i]
		check := fmt.Sprint(damm(digits))
		v.Tickets = append(v.Tickets, ticketVector{
			Position:   c.pos,
			Serial:     fmt.Sprintf("%04d-%02d-%04d-%06d-%03d-%s", blk.Game, blk.Issue, blk.Number, pack, n, check),
			Barcode:    digits + check,
			Secret:     hexa(secret),
			VIRN:       virn + checkCharacter(virn),
			TicketCode: digits + check + virn + checkCharacter(virn),
			Lot:        c.lot, Composition: c.comp,
			FaceSeed:  hash([]byte("tirage face 1"), secret, be16(c.comp)),
			HouseHalf: hexa(hHalf), KeeperHalf: hexa(kHalf),
			PaperKey: hexa(paperKey), TwoKey: hexa(two),
			PaperEnvelope:  hexa(sealed(paperKey, append(outcome, make([]byte, 16)...), digits+"\x01")),
			TwoKeyEnvelope: hexa(sealed(two, slices.Concat(outcome, secret), digits+"\x02")),
			Face:           hexa(face),
			PaperLeaf:      hash([]byte{0, 1}, []byte(digits), []byte(virn), face),
			OnlineLeaf:     hash([]byte{0, 2}, []byte(digits), secret, face),
		})
	}
	return v
}

// hkdf is RFC 5869 for one block of output, step by step.
func hkdf(secret []byte, label string, id []byte) []byte {
	prk := hm([]byte("tirage block seal 1"), secret)
	return hm(prk, slices.Concat([]byte(label), []byte{0}, id, []byte{1}))
}

func hm(key, message []byte) []byte {
	m := hmac.New(sha256.New, key)
	m.Write(message)
	return m.Sum(nil)
}

func sealed(key, plain []byte, aad string) []byte {
	return rfc8439(key, make([]byte, 12), plain, []byte(aad))
}

func hash(parts ...[]byte) string {
	h := sha256.Sum256(slices.Concat(parts...))
	return hexa(h[:])
}

func hexa(b []byte) string { return hex.EncodeToString(b) }

func be16(n uint16) []byte { return binary.BigEndian.AppendUint16(nil, n) }

func be32(n uint32) []byte { return binary.BigEndian.AppendUint32(nil, n) }

const letters = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"

// crockford writes the first 75 of 80 bits, by long division.
func crockford(ten []byte) string {
	n := new(big.Int).SetBytes(ten)
	n.Rsh(n, 5)
	out := ""
	for range 15 {
		var r big.Int
		n.DivMod(n, big.NewInt(32), &r)
		out = string(letters[r.Int64()]) + out
	}
	return out
}

// checkCharacter evaluates v1·x^15 + … + v15·x in GF(32), through a table of the powers of x modulo x^5+x^2+1.
func checkCharacter(bare string) string {
	powers := []int{1}
	for len(powers) < 31 {
		p := powers[len(powers)-1] * 2
		if p >= 32 {
			p ^= 37
		}
		powers = append(powers, p)
	}
	sum := 0
	for i, c := range bare {
		if v := strings.IndexRune(letters, c); v != 0 {
			sum ^= powers[(slices.Index(powers, v)+15-i)%31]
		}
	}
	return string(letters[sum])
}

// damm takes the quasigroup's rows one after another, as they are published.
func damm(digits string) int {
	const rows = "0317598642" + "7092154863" + "4206871359" + "1750983426" + "6123045978" +
		"3674209581" + "5869720134" + "8945362017" + "9438617205" + "2581436790"
	d := 0
	for _, c := range digits {
		d = int(rows[10*d+int(c-'0')] - '0')
	}
	return d
}
