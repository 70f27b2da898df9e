package keeper

import (
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"

	"golang.org/x/mod/sumdb/note"

	"tirage/seal"
)

// ErrAddress refuses an address at which no keeper can be.
var ErrAddress = errors.New("keeper: the keeper's address reads https://host:port, without anything behind it")

// ClientOptions says where a keeper is and how it is known.
type ClientOptions struct {
	URL      string         // "https://keeper.example:8443"; http:// only where nobody can listen in
	Token    string         // as it stands in its file
	Verifier string         // the keeper's verifier key, had from the keeper's people
	Timeout  time.Duration  // of one call; 0: 5 s
	Roots    *x509.CertPool // who signs the keeper's certificate; nil: as the system has it
}

// Client is a keeper on another machine. It checks every acknowledgement: the signature, that it is about what was asked, and that the
// chain goes on from the acknowledgements it saw before. It may be used by many goroutines.
type Client struct {
	base     string
	token    string
	verifier note.Verifier
	timeout  time.Duration
	http     *http.Client

	mu    sync.Mutex
	marks map[string][]Chain // of each block, the last chains that were acknowledged, the newest last
}

const maxMarks = 32

// NewClient makes the client of a keeper. It does not call it. It refuses with ErrAddress, ErrToken or ErrVerifier.
func NewClient(o ClientOptions) (*Client, error) {
	u, err := url.Parse(o.URL)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || u.User != nil || u.RawQuery != "" || u.Fragment != "" ||
		strings.Trim(u.Path, "/") != "" {
		return nil, ErrAddress // not err: it may quote a password
	}
	token, err := checkToken(o.Token)
	if err != nil {
		return nil, err
	}
	v, err := note.NewVerifier(strings.TrimSpace(o.Verifier))
	if err != nil {
		return nil, ErrVerifier
	}
	if o.Timeout <= 0 {
		o.Timeout = 5 * time.Second
	}
	return &Client{
		base: u.Scheme + "://" + u.Host, token: token, verifier: v, timeout: o.Timeout, marks: map[string][]Chain{},
		http: &http.Client{
			Transport: &http.Transport{
				DialContext:         (&net.Dialer{Timeout: o.Timeout}).DialContext,
				TLSClientConfig:     &tls.Config{RootCAs: o.Roots, MinVersion: tls.VersionTLS12},
				MaxIdleConnsPerHost: 128, // as many reveals as may wait at once: a new connection costs more than a call
				IdleConnTimeout:     time.Minute,
				DisableCompression:  true,
			},
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }, // a keeper sends nobody elsewhere
		},
	}, nil
}

// Close closes the idle connections.
func (c *Client) Close() { c.http.CloseIdleConnections() }

// Know tells the client what the keeper acknowledged before, by the house's records, as Compare gives it. Without it the first
// acknowledgement of a block is held against its signature alone, unless it begins at position 0.
func (c *Client) Know(chain Chain) { c.learn(chain) }

// Tell is Keeper's, with the doubts Behind, Differs and Unsigned.
func (c *Client) Tell(ctx context.Context, block string, from int64, sales []Sale) (Ack, error) {
	known := c.known(block)
	body, err := formatTell(block, from, sales)
	if err != nil {
		return Ack{}, err
	}
	ack, err := c.askAck(ctx, http.MethodPost, "/tell", body, block)
	if err != nil {
		return Ack{}, behind(err, block, known)
	}
	if ack.Told != from+int64(len(sales)) {
		return Ack{}, &Doubt{Name: Unsigned, Block: block, Told: ack.Told, Known: from + int64(len(sales)), Text: "it acknowledges other sales than it was told"}
	}
	if base, ok := c.mark(block, from); ok {
		base.Add(sales...)
		if base.Hash != ack.Chain {
			return Ack{}, differs(ack, known)
		}
	}
	return ack, c.check(ack, known)
}

// Status is Keeper's, with the doubts Behind, Differs and Unsigned.
func (c *Client) Status(ctx context.Context, block string) (Ack, error) {
	known := c.known(block)
	ack, err := c.askAck(ctx, http.MethodGet, "/status?block="+url.QueryEscape(block), nil, block)
	if err != nil {
		return Ack{}, err
	}
	if err := c.check(ack, known); err != nil {
		return Ack{}, err
	}
	if ack.Told < known.Told {
		return Ack{}, &Doubt{Name: Behind, Block: block, Told: ack.Told, Known: known.Told, Text: "tell it again from there"}
	}
	return ack, nil
}

// Held is Keeper's, with the doubt Unsigned.
func (c *Client) Held(ctx context.Context, block string) (Held, error) {
	data, err := c.ask(ctx, http.MethodGet, "/held?block="+url.QueryEscape(block), nil)
	if err != nil {
		return Held{}, err
	}
	var answer ackAnswer
	if err := json.Unmarshal(data, &answer); err != nil {
		return Held{}, fmt.Errorf("%w: what it answered says nothing of what it holds", ErrSilent)
	}
	held, err := openHeld([]byte(answer.Note), c.verifier)
	if err == nil && held.Block != block {
		err = errors.New("it speaks of another block")
	}
	if err != nil {
		return Held{}, &Doubt{Name: Unsigned, Block: block, Known: c.known(block).Told, Text: err.Error()}
	}
	return held, nil
}

// Halves is Keeper's, with the doubt Behind. A half cannot be checked by itself: a wrong one does not open its envelope.
func (c *Client) Halves(ctx context.Context, block string, positions []int64) ([]seal.Half, error) {
	known := c.known(block)
	body, err := json.Marshal(halvesCall{Block: block, Positions: positions})
	if err != nil {
		return nil, err
	}
	data, err := c.ask(ctx, http.MethodPost, "/halves", body)
	if err != nil {
		return nil, behind(err, block, known)
	}
	halves, ok := parseHalves(data, len(positions))
	if !ok {
		return nil, fmt.Errorf("%w: what it answered is not the halves that were asked for", ErrSilent)
	}
	return halves, nil
}

// behind turns a refusal that denies what was acknowledged into the doubt that it is.
func behind(err error, block string, known Chain) error {
	var r *Refusal
	if !errors.As(err, &r) {
		return err
	}
	if r.Name == OutOfOrder && r.Told < known.Told || r.Name == NotTold && r.Position < known.Told {
		return &Doubt{Name: Behind, Block: block, Told: r.Told, Known: known.Told, Text: "tell it again from there"}
	}
	return err
}

func differs(ack Ack, known Chain) error {
	return &Doubt{Name: Differs, Block: ack.Block, Told: ack.Told, Known: known.Told, Text: "its chain is not the one that follows from what it acknowledged before"}
}

// check holds an acknowledgement against those before, and remembers it.
func (c *Client) check(ack Ack, known Chain) error {
	if before, ok := c.mark(ack.Block, ack.Told); ok && before.Hash != ack.Chain {
		return differs(ack, known)
	}
	c.learn(Chain{Block: ack.Block, Told: ack.Told, Hash: ack.Chain})
	return nil
}

// known is the newest chain that was acknowledged.
func (c *Client) known(block string) Chain {
	c.mu.Lock()
	defer c.mu.Unlock()
	if marks := c.marks[block]; len(marks) > 0 {
		return marks[len(marks)-1]
	}
	return NewChain(block)
}

// mark is the chain after so many sales, if it is known.
func (c *Client) mark(block string, told int64) (Chain, bool) {
	if told == 0 {
		return NewChain(block), true
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, m := range c.marks[block] {
		if m.Told == told {
			return m, true
		}
	}
	return Chain{}, false
}

func (c *Client) learn(chain Chain) {
	c.mu.Lock()
	defer c.mu.Unlock()
	marks := c.marks[chain.Block]
	at, there := slices.BinarySearchFunc(marks, chain.Told, func(m Chain, told int64) int { return int(min(max(m.Told-told, -1), 1)) })
	if there {
		return
	}
	marks = slices.Insert(marks, at, chain)
	if len(marks) > maxMarks {
		marks = slices.Delete(marks, 0, 1)
	}
	c.marks[chain.Block] = marks
}

// askAck makes a call that is answered by an acknowledgement of the block, and checks its signature.
func (c *Client) askAck(ctx context.Context, method, path string, body []byte, block string) (Ack, error) {
	data, err := c.ask(ctx, method, path, body)
	if err != nil {
		return Ack{}, err
	}
	var answer ackAnswer
	if err := json.Unmarshal(data, &answer); err != nil {
		return Ack{}, fmt.Errorf("%w: what it answered is no acknowledgement", ErrSilent)
	}
	ack, err := openAck([]byte(answer.Note), c.verifier)
	if err != nil {
		return Ack{}, &Doubt{Name: Unsigned, Block: block, Known: c.known(block).Told, Text: err.Error()}
	}
	if ack.Block != block {
		return Ack{}, &Doubt{Name: Unsigned, Block: block, Told: ack.Told, Known: c.known(block).Told, Text: "it acknowledges another block"}
	}
	return ack, nil
}

// ask makes a call and gives the body of its answer, or a refusal, or ErrSilent for anything else.
func (c *Client) ask(ctx context.Context, method, path string, body []byte) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, c.timeout)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, method, c.base+path, bytes.NewReader(body))
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrSilent, err)
	}
	r.Header.Set("Authorization", "Bearer "+c.token)
	r.Header.Set("Content-Type", "application/json")
	r.Header["Idempotency-Key"] = nil // not sent, but present, so that a lost connection is tried again at once: every call may be made twice
	response, err := c.http.Do(r)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrSilent, err)
	}
	defer response.Body.Close()
	data, err := io.ReadAll(io.LimitReader(response.Body, maxAnswer+1))
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrSilent, err)
	}
	if len(data) > maxAnswer {
		return nil, fmt.Errorf("%w: its answer is larger than any of the protocol", ErrSilent)
	}
	if response.StatusCode == http.StatusOK {
		return data, nil
	}
	var p problem
	if err := json.Unmarshal(data, &p); err == nil && response.StatusCode < 500 && slices.Contains(names, Name(p.Name)) {
		return nil, &Refusal{Name: Name(p.Name), Block: p.Block, Told: p.Told, Position: p.Position, Detail: p.Detail}
	}
	return nil, fmt.Errorf("%w: HTTP status %d from %s", ErrSilent, response.StatusCode, c.base)
}
