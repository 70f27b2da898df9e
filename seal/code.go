package seal

import "errors"

// TicketCodeLength is the number of characters of a ticket code.
const TicketCodeLength = SerialDigits + VIRNLength

// ErrCodeLength refuses a ticket code that is not as long as a serial and a VIRN together.
var ErrCodeLength = errors.New("seal: a ticket code has 36 characters: the 20 digits of the serial, then the 16 of the VIRN")

// AppendTicketCode adds to dst the payload of the DataMatrix under the coating: the 20 digits of the serial and the 16
// characters of the VIRN, without separators.
func AppendTicketCode(dst []byte, s Serial, v VIRN) []byte {
	d := s.Digits()
	return v.Append(append(dst, d[:]...))
}

// ParseTicketCode reads a ticket code as scanned or typed: spaces and dashes are ignored, the VIRN is read as ParseVIRN
// reads it. It refuses with ErrCodeLength, then as ParseSerial, then as ParseVIRN.
func ParseTicketCode(text string) (Serial, VIRN, error) {
	n, cut := 0, len(text)
	for i, r := range text {
		if separator(r) {
			continue
		}
		if n++; n == SerialDigits+1 {
			cut = i // where the VIRN begins
		}
	}
	if n != TicketCodeLength {
		return Serial{}, VIRN{}, ErrCodeLength
	}
	s, err := ParseSerial(text[:cut])
	if err != nil {
		return Serial{}, VIRN{}, err
	}
	v, err := ParseVIRN(text[cut:])
	if err != nil {
		return Serial{}, VIRN{}, err
	}
	return s, v, nil
}
