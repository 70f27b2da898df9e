package seal_test

import (
	"encoding/binary"
	"encoding/hex"
	"math/big"
	"math/bits"
	"slices"
	"testing"
)

// rfc8439 is ChaCha20-Poly1305 written from the text of RFC 8439, slowly: the recomputation of the vectors must not share
// the library that made them.
func rfc8439(key, nonce, plain, aad []byte) []byte {
	var out []byte
	for i := 0; i < len(plain); i += 64 {
		stream := chachaBlock(key, uint32(1+i/64), nonce)
		for j := i; j < min(i+64, len(plain)); j++ {
			out = append(out, plain[j]^stream[j-i])
		}
	}
	message := slices.Concat(padded(aad), padded(out))
	message = binary.LittleEndian.AppendUint64(message, uint64(len(aad)))
	message = binary.LittleEndian.AppendUint64(message, uint64(len(plain)))
	return append(out, poly1305(chachaBlock(key, 0, nonce)[:32], message)...)
}

// padded fills up to a multiple of 16 bytes with zeros (2.8.1).
func padded(b []byte) []byte { return append(slices.Clone(b), make([]byte, -len(b)&15)...) }

// chachaBlock is section 2.3: the key stream of one counter.
func chachaBlock(key []byte, counter uint32, nonce []byte) []byte {
	state := []uint32{0x61707865, 0x3320646e, 0x79622d32, 0x6b206574}
	for i := 0; i < 32; i += 4 {
		state = append(state, binary.LittleEndian.Uint32(key[i:]))
	}
	state = append(state, counter)
	for i := 0; i < 12; i += 4 {
		state = append(state, binary.LittleEndian.Uint32(nonce[i:]))
	}
	x := slices.Clone(state)
	quarter := func(a, b, c, d int) {
		for _, turn := range [][4]int{{a, b, d, 16}, {c, d, b, 12}, {a, b, d, 8}, {c, d, b, 7}} {
			x[turn[0]] += x[turn[1]]
			x[turn[2]] = bits.RotateLeft32(x[turn[2]]^x[turn[0]], turn[3])
		}
	}
	for range 10 {
		for i := range 4 {
			quarter(i, 4+i, 8+i, 12+i)
		}
		for i := range 4 {
			quarter(i, 4+(i+1)%4, 8+(i+2)%4, 12+(i+3)%4)
		}
	}
	var out []byte
	for i := range x {
		out = binary.LittleEndian.AppendUint32(out, x[i]+state[i])
	}
	return out
}

// poly1305 is section 2.5, in whole numbers.
func poly1305(key, message []byte) []byte {
	mask, _ := new(big.Int).SetString("0ffffffc0ffffffc0ffffffc0fffffff", 16)
	r := new(big.Int).And(little(key[:16]), mask)
	prime := new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), 130), big.NewInt(5))
	sum := new(big.Int)
	for block := range slices.Chunk(message, 16) {
		sum.Add(sum, little(append(slices.Clone(block), 1)))
		sum.Mul(sum, r).Mod(sum, prime)
	}
	sum.Add(sum, little(key[16:32]))
	sum.And(sum, new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), 128), big.NewInt(1)))
	tag := sum.FillBytes(make([]byte, 16))
	slices.Reverse(tag)
	return tag
}

func little(b []byte) *big.Int {
	big := new(big.Int)
	b = slices.Clone(b)
	slices.Reverse(b)
	return big.SetBytes(b)
}

// The example of RFC 8439, 2.8.2: its first ciphertext bytes and its tag.
func TestOwnReadingOfRFC8439(t *testing.T) {
	key := make([]byte, 32)
	for i := range key {
		key[i] = byte(0x80 + i)
	}
	nonce, _ := hex.DecodeString("070000004041424344454647")
	aad, _ := hex.DecodeString("50515253c0c1c2c3c4c5c6c7")
	plain := []byte("Ladies and Gentlemen of the class of '99: If I could offer you only one tip for the future, sunscreen would be it.")
	got := hex.EncodeToString(rfc8439(key, nonce, plain, aad))
	const begin, tag = "d31a8d34648e60db7b86afbc53ef7ec2", "1ae10b594f09e26a7e902ecbd0600691"
	if got[:32] != begin || got[len(got)-32:] != tag {
		t.Errorf("sealed to %s…%s, want %s…%s", got[:32], got[len(got)-32:], begin, tag)
	}
}
