package press

import (
	"encoding/binary"

	"github.com/klauspost/compress/huff0"
	"github.com/parquet-go/parquet-go/compress/zstd"
	"github.com/parquet-go/parquet-go/format"
)

// literals compresses to Zstandard frames without looking for repetitions: each block is one entropy-coded run of literals (RFC
// 8878, 3.1.1.3.1). Random numbers repeat by chance only, and looking for that took most of the time of printing; any Zstandard
// reader reads the frames. It is for one goroutine.
type literals struct {
	zstd.Codec
	scratch huff0.Scratch
}

// zstdBlock is the most that a block holds, zstdRaw and zstdCompressed are the types of blocks.
const (
	zstdBlock      = 128 << 10
	zstdRaw        = 0 << 1
	zstdCompressed = 2 << 1
)

// CompressionCodec says that a Zstandard reader is needed.
func (c *literals) CompressionCodec() format.CompressionCodec { return format.Zstd }

// Encode writes src as one frame into dst.
func (c *literals) Encode(dst, src []byte) ([]byte, error) {
	dst = append(dst[:0], 0x28, 0xb5, 0x2f, 0xfd, 0xa0) // magic number; one segment whose size follows in four bytes
	dst = binary.LittleEndian.AppendUint32(dst, uint32(len(src)))
	for {
		piece := src[:min(len(src), zstdBlock)]
		src = src[len(piece):]
		last := uint32(0)
		if len(src) == 0 {
			last = 1
		}
		dst = c.block(dst, piece, last)
		if last == 1 {
			return dst, nil
		}
	}
}

// block appends a block. What entropy coding does not shorten is stored as it is.
func (c *literals) block(dst, piece []byte, last uint32) []byte {
	const around = 5 + 1 // the header of the literals, and the word that there are no sequences
	if len(piece) >= 64 {
		c.scratch.Reuse = huff0.ReusePolicyNone // the bytes depend on nothing that went before
		coded, _, err := huff0.Compress4X(piece, &c.scratch)
		if err == nil && len(coded)+around < len(piece) {
			dst = blockHeader(dst, last|zstdCompressed, len(coded)+around)
			sizes := uint64(2 | 3<<2 | len(piece)<<4 | len(coded)<<22)
			dst = append(dst, byte(sizes), byte(sizes>>8), byte(sizes>>16), byte(sizes>>24), byte(sizes>>32))
			return append(append(dst, coded...), 0)
		}
	}
	return append(blockHeader(dst, last|zstdRaw, len(piece)), piece...)
}

func blockHeader(dst []byte, kind uint32, size int) []byte {
	h := kind | uint32(size)<<3
	return append(dst, byte(h), byte(h>>8), byte(h>>16))
}
