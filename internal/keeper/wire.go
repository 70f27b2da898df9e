package keeper

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"net/http"

	"tirage/seal"
)

// The protocol over HTTP: JSON both ways, the token as "Authorization: Bearer". docs/keeper.md shows it.
//
//	POST /tell     tellCall    → ackAnswer
//	POST /halves   halvesCall  → halvesAnswer
//	POST /commit   commitCall  → ackAnswer, whose note is that of Commitment
//	POST /open     openCall    → openAnswer
//	GET  /status?block=ID      → ackAnswer
//	GET  /held?block=ID        → ackAnswer, whose note is that of Held
//	GET  /healthz              → 200 or 503, without a token
//
// A refusal is a problem with the status of its name.
const (
	maxCall   = 128 << 10 // bytes: MaxSales sales are 64,000 in base64
	maxAnswer = 256 << 10 // bytes: MaxPositions halves are 67,000
)

type tellCall struct {
	Block string `json:"block"`
	From  int64  `json:"from"`
	Sales []byte `json:"sales"` // SaleSize bytes each, in base64
}

type halvesCall struct {
	Block     string  `json:"block"`
	Positions []int64 `json:"positions"`
}

type ackAnswer struct {
	Note string `json:"note"`
}

type halvesAnswer struct {
	Halves []string `json:"halves"` // 64 hexadecimal digits each, in the order of the positions
}

// problem is a refusal as it is sent (RFC 9457).
type problem struct {
	Title    string `json:"title"`
	Status   int    `json:"status"`
	Name     string `json:"name"`
	Detail   string `json:"detail,omitempty"`
	Block    string `json:"block,omitempty"`
	Told     int64  `json:"told"`
	Position int64  `json:"position"`
}

// unavailable is the name of a problem that is no refusal: the client takes it for silence.
const unavailable = "unavailable"

// httpStatus gives the status of a refusal.
func httpStatus(n Name) int {
	switch n {
	case Unauthorised:
		return http.StatusUnauthorized
	case UnknownBlock, NotCommitted:
		return http.StatusNotFound
	case OutOfRange, NotSigned:
		return http.StatusUnprocessableEntity
	case OutOfOrder, ToldOtherwise, NotTold, NotPermitted, NoHouse, OtherLock:
		return http.StatusConflict
	default:
		return http.StatusBadRequest
	}
}

func badRequest(detail string) error { return &Refusal{Name: BadRequest, Detail: detail} }

// decode reads one JSON object with exactly the members of v.
func decode(data []byte, v any) error {
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(v); err != nil {
		return badRequest("the body is not the JSON of this call")
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return badRequest("something follows the JSON of the call")
	}
	return nil
}

func parseTell(data []byte) (block string, from int64, sales []Sale, err error) {
	var call tellCall
	if err := decode(data, &call); err != nil {
		return "", 0, nil, err
	}
	if len(call.Sales)%SaleSize != 0 || len(call.Sales) > MaxSales*SaleSize {
		return "", 0, nil, badRequest("the sales are up to 1,000 times 48 bytes, in base64")
	}
	sales = make([]Sale, len(call.Sales)/SaleSize)
	for i := range sales {
		sales[i] = parseSale(call.Sales[i*SaleSize:])
	}
	return call.Block, call.From, sales, nil
}

func formatTell(block string, from int64, sales []Sale) ([]byte, error) {
	raw := make([]byte, 0, len(sales)*SaleSize)
	for i := range sales {
		raw = appendSale(raw, &sales[i])
	}
	return json.Marshal(tellCall{Block: block, From: from, Sales: raw})
}

func formatHalves(halves []seal.Half) halvesAnswer {
	list := make([]string, len(halves))
	for i, h := range halves {
		raw := h.Bytes()
		list[i] = hex.EncodeToString(raw[:])
	}
	return halvesAnswer{Halves: list}
}

// parseHalves reads n halves.
func parseHalves(data []byte, n int) ([]seal.Half, bool) {
	var answer halvesAnswer
	if json.Unmarshal(data, &answer) != nil || len(answer.Halves) != n {
		return nil, false
	}
	list := make([]seal.Half, n)
	for i, text := range answer.Halves {
		var raw [32]byte
		if got, err := hex.DecodeString(text); err != nil || copy(raw[:], got) != len(raw) || len(got) != len(raw) {
			return nil, false
		}
		list[i] = seal.NewHalf(raw)
	}
	return list, true
}
