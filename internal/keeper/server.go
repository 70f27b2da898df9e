package keeper

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"time"
)

// MinToken is the least number of characters of the token that the house shows.
const MinToken = 32

// ErrToken refuses a token that could be guessed, or that no header can carry.
var ErrToken = errors.New("keeper: the token is 32 to 1024 printable characters without spaces, alone in its file")

// checkToken trims a token as it is read from its file.
func checkToken(token string) (string, error) {
	token = strings.TrimSpace(token)
	if len(token) < MinToken || len(token) > 1024 || strings.ContainsFunc(token, func(r rune) bool { return r <= ' ' || r > '~' }) {
		return "", ErrToken
	}
	return token, nil
}

// Service answers the house over HTTP.
type Service struct {
	keeper  Keeper
	draws   Draws
	healthy func() error
	token   [32]byte // its SHA-256
	log     *slog.Logger
}

// NewService makes the service of a Book for those who show the token. It writes one line a call to the log, and no secret.
func NewService(b *Book, token string, log *slog.Logger) (*Service, error) {
	token, err := checkToken(token)
	if err != nil {
		return nil, err
	}
	return &Service{keeper: b, draws: b, healthy: b.Healthy, token: sha256.Sum256([]byte(token)), log: log}, nil
}

// ServeHTTP answers one call.
func (s *Service) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	start := time.Now()
	h := w.Header()
	h.Set("Cache-Control", "no-store")
	h.Set("X-Content-Type-Options", "nosniff")
	if r.URL.Path == "/healthz" {
		s.health(w)
		return
	}
	block, answer, err := s.call(w, r)
	status, name := http.StatusOK, ""
	var body []byte
	if err == nil {
		h.Set("Content-Type", "application/json")
		body, err = json.Marshal(answer)
	}
	if err != nil {
		p := problemOf(err)
		status, name = p.Status, p.Name
		h.Set("Content-Type", "application/problem+json")
		if status == http.StatusUnauthorized {
			h.Set("WWW-Authenticate", "Bearer")
		}
		body, _ = json.Marshal(p) // it has nothing that could fail
	}
	w.WriteHeader(status)
	_, writeErr := w.Write(append(body, '\n'))
	level := slog.LevelInfo
	attrs := []slog.Attr{
		slog.String("method", r.Method), slog.String("path", r.URL.Path), slog.String("block", block), slog.Int("status", status),
		slog.String("from", r.RemoteAddr), slog.Duration("took", time.Since(start)),
	}
	if name != "" {
		level = slog.LevelWarn
		attrs = append(attrs, slog.String("refused", name), slog.String("why", err.Error()))
	}
	if writeErr != nil {
		attrs = append(attrs, slog.String("lost", writeErr.Error()))
	}
	s.log.LogAttrs(r.Context(), level, "call", attrs...)
}

func (s *Service) health(w http.ResponseWriter) {
	if err := s.healthy(); err != nil {
		s.log.Error("unhealthy", "why", err.Error())
		w.WriteHeader(http.StatusServiceUnavailable)
		_, _ = io.WriteString(w, "unavailable\n") // who asked is gone if it fails
		return
	}
	_, _ = io.WriteString(w, "ok\n")
}

// call carries out a call and gives the block it is about and its answer.
func (s *Service) call(w http.ResponseWriter, r *http.Request) (block string, answer any, err error) {
	if !s.authorised(r) {
		return "", nil, &Refusal{Name: Unauthorised, Detail: "show the token: Authorization: Bearer TOKEN"}
	}
	method := http.MethodPost
	switch r.URL.Path {
	case "/status", "/held":
		method = http.MethodGet
	case "/tell", "/halves", "/commit", "/open":
	default:
		return "", nil, &httpRefusal{http.StatusNotFound, "there is no such address: /tell, /halves, /commit, /open, /status?block=, /held?block=, /healthz"}
	}
	if r.Method != method {
		w.Header().Set("Allow", method)
		return "", nil, &httpRefusal{http.StatusMethodNotAllowed, "the method of this address is " + method}
	}
	if method == http.MethodGet {
		block = r.URL.Query().Get("block")
		if r.URL.Path == "/held" {
			held, err := s.keeper.Held(r.Context(), block)
			return shown(block), ackAnswer{string(held.Note)}, err
		}
		ack, err := s.keeper.Status(r.Context(), block)
		return shown(block), ackAnswer{string(ack.Note)}, err
	}
	data, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxCall))
	if err != nil {
		var large *http.MaxBytesError
		if errors.As(err, &large) {
			return "", nil, &httpRefusal{http.StatusRequestEntityTooLarge, "the body of a call has 128 KiB at most"}
		}
		return "", nil, badRequest("the body did not arrive whole")
	}
	switch r.URL.Path {
	case "/commit", "/open":
		answer, err = s.drawCall(r.Context(), r.URL.Path, data)
		return "", answer, err
	case "/tell":
		block, from, sales, err := parseTell(data)
		if err != nil {
			return "", nil, err
		}
		ack, err := s.keeper.Tell(r.Context(), block, from, sales)
		return shown(block), ackAnswer{string(ack.Note)}, err
	}
	var call halvesCall
	if err := decode(data, &call); err != nil {
		return "", nil, err
	}
	halves, err := s.keeper.Halves(r.Context(), call.Block, call.Positions)
	return shown(call.Block), formatHalves(halves), err
}

// shown is a block's name for the log, which holds nothing else that a caller wrote.
func shown(block string) string {
	if validID(block) {
		return block
	}
	return ""
}

// authorised compares digests, so that the time it takes says nothing of the token.
func (s *Service) authorised(r *http.Request) bool {
	scheme, token, ok := strings.Cut(r.Header.Get("Authorization"), " ")
	sum := sha256.Sum256([]byte(token))
	return subtle.ConstantTimeCompare(sum[:], s.token[:]) == 1 && ok && strings.EqualFold(scheme, "Bearer")
}

// httpRefusal is a BadRequest with a status of its own.
type httpRefusal struct {
	status int
	detail string
}

func (e *httpRefusal) Error() string { return "keeper: " + string(BadRequest) + ": " + e.detail }

// problemOf sorts an error into what the caller may know. What is no refusal stays in the log.
func problemOf(err error) problem {
	var bad *httpRefusal
	if errors.As(err, &bad) {
		return problem{Title: http.StatusText(bad.status), Status: bad.status, Name: string(BadRequest), Detail: bad.detail}
	}
	var r *Refusal
	if errors.As(err, &r) {
		status := httpStatus(r.Name)
		return problem{
			Title: http.StatusText(status), Status: status, Name: string(r.Name), Detail: r.Detail,
			Block: r.Block, Told: r.Told, Position: r.Position,
		}
	}
	const status = http.StatusServiceUnavailable
	return problem{Title: http.StatusText(status), Status: status, Name: unavailable, Detail: "ask again later; the keeper's log says why"}
}

// Serve answers on a listener until the context ends, then lets the calls at work finish, for ten seconds at most.
func (s *Service) Serve(ctx context.Context, l net.Listener) error {
	server := &http.Server{
		Handler:           s,
		ReadHeaderTimeout: 5 * time.Second,
		ReadTimeout:       10 * time.Second,
		WriteTimeout:      30 * time.Second,
		IdleTimeout:       2 * time.Minute,
		MaxHeaderBytes:    8 << 10,
		ErrorLog:          slog.NewLogLogger(s.log.Handler(), slog.LevelWarn),
	}
	stopped := make(chan error, 1)
	stop := context.AfterFunc(ctx, func() {
		// The calls at work outlive the context that stops the service.
		last, cancel := context.WithTimeout(context.WithoutCancel(ctx), 10*time.Second)
		defer cancel()
		stopped <- errors.Join(server.Shutdown(last), server.Close())
	})
	err := server.Serve(l)
	if errors.Is(err, http.ErrServerClosed) {
		return <-stopped
	}
	stop()
	return errors.Join(err, server.Close())
}
