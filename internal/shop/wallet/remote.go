package wallet

import (
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"errors"
	"io"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"tirage/money"
)

// The paths of the calls, behind the wallet's address.
const (
	BetPath      = "/bet"
	WinPath      = "/win"
	RollbackPath = "/rollback"
	BalancePath  = "/balance"
)

// MaxBody is the greatest length of a request or an answer, in bytes.
const MaxBody = 8 << 10

// ErrAddress refuses an address at which no wallet can be.
var ErrAddress = errors.New("wallet: the wallet's address reads https://host/path, without a user, a query or a fragment")

// Options say where a wallet is and how it is asked.
type Options struct {
	Name    string           // of its account in the ledger
	URL     string           // "https://wallet.example/tirage"; http:// only where nobody can listen in
	Key     Key              // that both sides share
	Timeout time.Duration    // of one call; 0: 5 s
	Roots   *x509.CertPool   // who signs the wallet's certificate; nil: as the system has it
	Now     func() time.Time // nil for time.Now
}

// Remote is a wallet on another machine, asked over HTTP. It may be used by many goroutines.
type Remote struct {
	Options
	base, prefix string // prefix is the path of the address
	http         *http.Client
}

// New makes the client of a wallet. It does not call it. It refuses with ErrAddress or ErrKey.
func New(o Options) (*Remote, error) {
	u, err := url.Parse(o.URL)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || u.User != nil || u.RawQuery != "" || u.ForceQuery || u.Fragment != "" {
		return nil, ErrAddress // not err: it may quote a password
	}
	if len(o.Key.secret) == 0 {
		return nil, ErrKey
	}
	if o.Timeout <= 0 {
		o.Timeout = 5 * time.Second
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	return &Remote{
		Options: o, base: u.Scheme + "://" + u.Host, prefix: strings.TrimRight(u.EscapedPath(), "/"),
		http: &http.Client{
			Transport: &http.Transport{
				DialContext:            (&net.Dialer{Timeout: o.Timeout}).DialContext,
				TLSClientConfig:        &tls.Config{RootCAs: o.Roots, MinVersion: tls.VersionTLS12},
				MaxIdleConnsPerHost:    64,
				MaxResponseHeaderBytes: 64 << 10,
				IdleConnTimeout:        time.Minute,
				DisableCompression:     true,
			},
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }, // what is signed for one goes to no other
		},
	}, nil
}

// Close closes the idle connections.
func (r *Remote) Close() { r.http.CloseIdleConnections() }

// Name is Wallet's.
func (r *Remote) Name() string { return r.Options.Name }

// Bet is Wallet's.
func (r *Remote) Bet(ctx context.Context, c Call) (money.Cents, error) {
	return r.call(ctx, BetPath, c)
}

// Win is Wallet's.
func (r *Remote) Win(ctx context.Context, c Call) (money.Cents, error) {
	return r.call(ctx, WinPath, c)
}

// Rollback is Wallet's.
func (r *Remote) Rollback(ctx context.Context, bet Call) (money.Cents, error) {
	return r.call(ctx, RollbackPath, bet)
}

// Balance is Wallet's.
func (r *Remote) Balance(ctx context.Context, player string) (money.Cents, error) {
	return r.call(ctx, BalancePath, Call{Player: player})
}

// BalanceAsked is the body of the call /balance.
type BalanceAsked struct {
	Player string `json:"player"`
}

// Answer is the body of an answer: Balance with status 200, Refusal with any of 400, 401, 409.
type Answer struct {
	Reference string       `json:"reference,omitempty"` // of the call
	Balance   *money.Cents `json:"balance,omitempty"`   // of the player, after the call
	Refusal   string       `json:"refusal,omitempty"`   // its name
}

func (r *Remote) call(ctx context.Context, path string, c Call) (money.Cents, error) {
	var asked any = c
	if path == BalancePath {
		asked = BalanceAsked{c.Player}
	}
	body, err := json.Marshal(asked)
	if err != nil {
		return 0, err
	}
	status, data, err := r.Send(ctx, path, body, nil)
	if err != nil {
		return 0, err
	}
	return read(status, data, c.Reference)
}

// Send signs a request and gives the status and the body of its answer, whatever they are; or ErrUnknown. Change, if it is not nil, may
// spoil the request after it was signed: to see whether a wallet notices.
func (r *Remote) Send(ctx context.Context, path string, body []byte, change func(*http.Request)) (status int, data []byte, err error) {
	ctx, cancel := context.WithTimeout(ctx, r.Timeout)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, r.base+r.prefix+path, bytes.NewReader(body))
	if err != nil {
		return 0, nil, unknown("%w", err)
	}
	stamp := strconv.FormatInt(r.Now().Unix(), 10)
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Accept", "application/json")
	request.Header.Set(TimestampHeader, stamp)
	request.Header.Set(SignatureHeader, r.Key.Sign(http.MethodPost, request.URL.RequestURI(), stamp, body))
	request.Header["Idempotency-Key"] = nil // not sent, but present, so that a lost connection is tried again at once: every call may be made twice
	if change != nil {
		change(request)
	}
	response, err := r.http.Do(request)
	if err != nil {
		return 0, nil, unknown("%w", err)
	}
	defer response.Body.Close()
	data, err = io.ReadAll(io.LimitReader(response.Body, MaxBody+1))
	switch {
	case err != nil:
		return 0, nil, unknown("%w", err)
	case len(data) > MaxBody:
		return 0, nil, unknown("its answer is longer than %d bytes", MaxBody)
	}
	return response.StatusCode, data, nil
}

// read reads an answer: "done" is status 200 with the call's reference and a balance; a refusal is status 409 or 400 with the
// reference and a name of the list. Anything else is unknown.
func read(status int, data []byte, reference string) (money.Cents, error) {
	var a Answer
	if err := json.Unmarshal(data, &a); err != nil {
		return 0, unknown("its answer with status %d is not the JSON that it should be", status)
	}
	switch {
	case status == http.StatusUnauthorized && a.Refusal != "":
		return 0, unknown("it does not accept the signature: %.40q", a.Refusal)
	case a.Reference != reference:
		return 0, unknown("it answers another call")
	case status == http.StatusOK && a.Balance != nil && a.Refusal == "":
		return *a.Balance, nil
	case (status == http.StatusConflict || status == http.StatusBadRequest) && decides(a.Refusal) && a.Balance == nil:
		return 0, Refuse(a.Refusal)
	}
	return 0, unknown("its answer with status %d and refusal %.40q is none of the protocol's", status, a.Refusal)
}
