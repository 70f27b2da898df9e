package press

import "encoding/binary"

// structSize measures a structure in Thrift's compact protocol, in which Parquet writes its footer and the headers of its pages. It is false
// if the structure claims more bytes than there are, a list longer than listLimit, or a depth that no Parquet file has: a decoder makes
// room for what is claimed before it reads it.
func structSize(data []byte) (n int, ok bool) {
	w := walk{rest: data}
	ok = w.fields(0)
	return len(data) - len(w.rest), ok
}

// The types of the compact protocol.
const (
	thriftStop   = 0
	thriftTrue   = 1
	thriftFalse  = 2
	thriftByte   = 3
	thriftInt16  = 4
	thriftInt32  = 5
	thriftInt64  = 6
	thriftDouble = 7
	thriftBinary = 8
	thriftList   = 9
	thriftStruct = 12

	thriftDepth = 16
)

type walk struct{ rest []byte }

func (w *walk) skip(n uint64) bool {
	if n > uint64(len(w.rest)) {
		return false
	}
	w.rest = w.rest[n:]
	return true
}

func (w *walk) number() (uint64, bool) {
	v, n := binary.Uvarint(w.rest)
	return v, n > 0 && w.skip(uint64(n))
}

func (w *walk) next() (b byte, ok bool) {
	if len(w.rest) == 0 {
		return 0, false
	}
	b, w.rest = w.rest[0], w.rest[1:]
	return b, true
}

// fields goes through a structure's fields up to its stop.
func (w *walk) fields(depth int) bool {
	for depth < thriftDepth {
		head, ok := w.next()
		if !ok || head == thriftStop {
			return ok
		}
		if head>>4 == 0 { // the field's number follows
			if _, ok := w.number(); !ok {
				return false
			}
		}
		kind := head & 15
		if kind != thriftTrue && kind != thriftFalse && !w.value(kind, depth) {
			return false
		}
	}
	return false
}

func (w *walk) value(kind byte, depth int) bool {
	switch kind {
	case thriftTrue, thriftFalse, thriftByte: // in a list; in a structure the truth is in the type
		return w.skip(1)
	case thriftInt16, thriftInt32, thriftInt64:
		_, ok := w.number()
		return ok
	case thriftDouble:
		return w.skip(8)
	case thriftBinary:
		n, ok := w.number()
		return ok && w.skip(n)
	case thriftList:
		return w.list(depth)
	case thriftStruct:
		return w.fields(depth + 1)
	default:
		return false
	}
}

func (w *walk) list(depth int) bool {
	head, ok := w.next()
	size := uint64(head >> 4)
	if ok && size == 15 {
		size, ok = w.number()
	}
	if !ok || size > listLimit {
		return false
	}
	for range size {
		if !w.value(head&15, depth+1) {
			return false
		}
	}
	return true
}
