package bingo

import (
	"bytes"
	"encoding/json"

	"tirage/money"
)

// RecordFormat names the form of a record. Another form would have another name.
const RecordFormat = "tirage-draw/1"

// MaxRecordBytes bounds a record: one of a million strips takes about 230 MB.
const MaxRecordBytes = 256 << 20

// Record is all that is published of a draw when it has ended, whatever its end. From the inputs anyone computes the rest:
// VerifyRecord. Amounts are in minor units, cards, grids and owners are counted from 0, balls from 1. No player is named:
// owners are tags that only the player can recognise. docs/draw-format.md says how it is written.
type Record struct {
	Format   string        `json:"format"`
	State    string        `json:"state"` // settled, cancelled or void
	Ended    Moment        `json:"ended"`
	Schedule Schedule      `json:"schedule"`
	Super    *RecordSuper  `json:"super,omitempty"`
	Price    money.Cents   `json:"price"`
	Owners   []Digest      `json:"owners"` // by first purchase
	Cards    []RecordCard  `json:"cards"`  // in the order of sale
	Lock     *RecordLock   `json:"lock,omitempty"`
	Secrets  RecordSecrets `json:"secrets"`
	Cancel   string        `json:"cancel,omitempty"` // the reason
	Void     *RecordVoid   `json:"void,omitempty"`
	Called   int           `json:"called"` // balls that were called

	Result   *RecordResult   `json:"result,omitempty"`  // once the secrets were opened: what was paid, or would have been
	Refunds  *RecordRefunds  `json:"refunds,omitempty"` // of a draw that was cancelled or voided
	Balances *RecordBalances `json:"balances,omitempty"`

	Notes []string `json:"notes"` // signed notes of the draw: its schedule, its lock, its end
}

// RecordSuper is what the fund added to the jackpot, and who decided it.
type RecordSuper struct {
	Amount money.Cents `json:"amount"`
	By     [2]string   `json:"by"`
}

// RecordCard is a card sold: its owner's number and its canonical bytes in hexadecimal digits.
type RecordCard struct {
	Owner int    `json:"owner"`
	Card  string `json:"card"`
}

// RecordLock is the lock of a draw.
type RecordLock struct {
	Time Moment `json:"time"`
	Size int    `json:"size"`
	Root Digest `json:"root"`
}

// RecordSecrets are the secrets as far as they were opened, in hexadecimal digits.
type RecordSecrets struct {
	A      string `json:"a,omitempty"`
	B      string `json:"b,omitempty"`
	Beacon string `json:"beacon,omitempty"`
}

// RecordVoid says who voided a draw and why.
type RecordVoid struct {
	By     [2]string `json:"by"`
	Reason string    `json:"reason"`
}

// RecordResult is what the order of the balls decided. Its transfers are all of the draw, from the sale on.
type RecordResult struct {
	Balls     []int            `json:"balls"` // in their order, up to the end of the draw
	Figures   []RecordFigure   `json:"figures"`
	Payments  []RecordPayment  `json:"payments"`
	Transfers []RecordTransfer `json:"transfers"`
}

// RecordFigure is what became of a figure.
type RecordFigure struct {
	Figure string       `json:"figure"`
	Ball   int          `json:"ball"` // 0 when it was not won
	Prize  money.Cents  `json:"prize"`
	Each   money.Cents  `json:"each"`
	Units  []RecordUnit `json:"units"`
}

// RecordUnit is a grid that won a figure for its unit.
type RecordUnit struct {
	Card int `json:"card"`
	Grid int `json:"grid"`
	Ball int `json:"ball"`
}

// RecordPayment is what one owner got for all figures together, or got back.
type RecordPayment struct {
	Owner  int         `json:"owner"`
	Amount money.Cents `json:"amount"`
}

// RecordTransfer is one movement between accounts.
type RecordTransfer struct {
	From   string      `json:"from"`
	To     string      `json:"to"`
	Amount money.Cents `json:"amount"`
	Why    string      `json:"why"`
	Figure string      `json:"figure,omitempty"`
}

// RecordRefunds is what went back. Its transfers are all that really moved, from the sale on.
type RecordRefunds struct {
	Payments  []RecordPayment  `json:"payments"`
	Transfers []RecordTransfer `json:"transfers"`
}

// RecordBalances is the formula's jackpot and fund at the lock, before anything was taken from them, and at the end.
type RecordBalances struct {
	Before RecordPots `json:"before"`
	After  RecordPots `json:"after"`
}

// RecordPots is a jackpot and a fund.
type RecordPots struct {
	Jackpot money.Cents `json:"jackpot"`
	Fund    money.Cents `json:"fund"`
}

// WriteRecord writes a record in its one form, spaces apart: JSON, keys in a fixed order, a newline at the end.
func WriteRecord(r *Record) ([]byte, error) {
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	e.SetIndent("", " ")
	if err := e.Encode(r); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

// ReadRecord reads what WriteRecord wrote, and takes little more memory than the text itself, whatever it says. It refuses
//
//   - record_too_large: more than MaxRecordBytes;
//   - record_json: no JSON, or JSON that is no record: it does not begin with the format;
//   - record_format: another format;
//   - record_form: a record, but keys that are missing, unknown, in another order or twice, values of another kind or written otherwise,
//     more of them than a draw can have.
//
// Whether what it says is true is left to VerifyRecord.
func ReadRecord(data []byte) (*Record, error) {
	if len(data) > MaxRecordBytes {
		return nil, refuse("record_too_large", "a record has at most %d bytes, this one %d", MaxRecordBytes, len(data))
	}
	record, refused := readRecord(data)
	if refused == nil {
		return record, nil
	}
	if refused.Name == "record_form" && json.Valid(data) {
		return nil, refused
	}
	var nothing struct{}
	if err := json.Unmarshal(data, &nothing); err != nil {
		return nil, notJSON("record_json", err)
	}
	return nil, refused
}

// readRecord reads a record, or says what is the first thing that is not as expected.
func readRecord(data []byte) (*Record, *Refusal) {
	r := &recordReader{data: data}
	to := new(Record)
	if r.next() != '{' {
		return nil, notRecord()
	}
	r.object(func() {
		if !r.has("format") || r.next() != '"' {
			r.err = notRecord()
			return
		}
		if to.Format = r.text(); r.err == nil && to.Format != RecordFormat {
			r.err = refuse("record_format", "this program reads %s, not %.40q", RecordFormat, to.Format)
		}
		if r.err == nil {
			r.record(to)
		}
	})
	if r.next(); r.at < len(data) {
		r.fail("here the record ends")
	}
	if r.err != nil {
		return nil, r.err
	}
	return to, nil
}

func notRecord() *Refusal {
	return refuse("record_json", `this is no record of a draw: it does not begin with {"format": %q`, RecordFormat)
}
