package api

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"mime"
	"net"
	"net/http"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// maxBody is the most bytes of a body, maxDepth how deep its JSON may nest.
const (
	maxBody  = 64 << 10
	maxDepth = 32
)

// takeBody reads the body of a POST whole, within its time, and refuses what is no JSON that can be read in one way only.
func takeBody(w http.ResponseWriter, r *http.Request, within time.Duration) error {
	if r.Method != http.MethodPost || r.Body == nil || r.Body == http.NoBody {
		return nil
	}
	if kind, parameters, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || kind != "application/json" ||
		parameters["charset"] != "" && !strings.EqualFold(parameters["charset"], "utf-8") || r.Header.Get("Content-Encoding") != "" {
		return errMediaType
	}
	if r.ContentLength > maxBody {
		w.Header().Set("Connection", "close")
		return errTooLarge
	}
	// A writer that knows no deadline, of a test, has no slow client. Once the body is there net/http takes the deadline away by itself.
	_ = http.NewResponseController(w).SetReadDeadline(time.Now().Add(within))
	data, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
	var large *http.MaxBytesError
	var network net.Error
	switch {
	case errors.As(err, &large):
		return errTooLarge
	case errors.As(err, &network) && network.Timeout():
		w.Header().Set("Connection", "close")
		return errTooSlow
	case err != nil:
		return errBadJSON
	}
	r.Body = io.NopCloser(bytes.NewReader(data))
	return checkJSON(data)
}

// checkJSON refuses a body that two readers could understand differently: other text than UTF-8, a key twice, a number that is not
// whole or does not fit 64 bits, something behind the end.
func checkJSON(data []byte) error {
	if !utf8.Valid(data) {
		return errNotUTF8
	}
	s := strict{json.NewDecoder(bytes.NewReader(data))}
	s.UseNumber()
	if err := s.value(0); err != nil {
		return err
	}
	if _, err := s.Token(); !errors.Is(err, io.EOF) {
		return errBadJSON
	}
	return nil
}

type strict struct{ *json.Decoder }

func (s strict) value(depth int) error {
	token, err := s.Token()
	if err != nil || depth > maxDepth {
		return errBadJSON
	}
	switch t := token.(type) {
	case json.Number:
		if _, err := strconv.ParseInt(t.String(), 10, 64); err != nil {
			return errBadNumber
		}
	case json.Delim:
		return s.inside(t, depth)
	}
	return nil
}

// folded is what all keys have in common that encoding/json takes for one, whatever their case.
func folded(key string) string {
	return strings.Map(func(r rune) rune {
		least := r
		for next := unicode.SimpleFold(r); next != r; next = unicode.SimpleFold(next) {
			least = min(least, next)
		}
		return least
	}, key)
}

// inside reads an object or a list up to its end.
func (s strict) inside(open json.Delim, depth int) error {
	seen := map[string]bool{}
	for s.More() {
		if open == '{' {
			token, err := s.Token()
			key, ok := token.(string)
			if err != nil || !ok {
				return errBadJSON
			}
			if key = folded(key); seen[key] {
				return errTwice
			}
			seen[key] = true
		}
		if err := s.value(depth + 1); err != nil {
			return err
		}
	}
	if _, err := s.Token(); err != nil {
		return errBadJSON
	}
	return nil
}
