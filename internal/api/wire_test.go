package api

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

// served is the house behind a real server, with short times.
func served(t *testing.T, h *house) (address string) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	server := Server(h)
	go func() { _ = server.Serve(l) }()
	t.Cleanup(func() { server.Close() })
	return l.Addr().String()
}

// endless gives a body of many bytes and counts how many were taken.
type endless struct {
	left  int64
	taken atomic.Int64 // the transport may still read when the answer is there
}

func (e *endless) Read(p []byte) (int, error) {
	if e.left <= 0 {
		return 0, io.EOF
	}
	n := min(int64(len(p)), e.left)
	for i := range p[:n] {
		p[i] = ' '
	}
	e.left -= n
	e.taken.Add(n)
	return int(n), nil
}

// A body of 100 MB is not taken in: neither announced nor in chunks.
func TestHugeBodies(t *testing.T) {
	h := newHouse(t, Options{Limits: free})
	address := served(t, h)
	s := h.rich()
	for _, announced := range []bool{true, false} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		body := &endless{left: 100 << 20}
		r, err := http.NewRequestWithContext(t.Context(), "POST", "http://"+address+"/api/tickets", io.NopCloser(body))
		if err != nil {
			t.Fatal(err)
		}
		if announced {
			r.ContentLength = 100 << 20
		}
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Authorization", "Bearer "+s.token)
		answer, err := http.DefaultClient.Do(r)
		if err == nil {
			if answer.StatusCode != 413 {
				t.Errorf("announced %t: %d", announced, answer.StatusCode)
			}
			answer.Body.Close()
		} // else the connection was closed while it was written, as it may be
		runtime.ReadMemStats(&after)
		if taken := body.taken.Load(); taken > 16<<20 {
			t.Errorf("announced %t: %d bytes were taken", announced, taken)
		}
		if grown := after.TotalAlloc - before.TotalAlloc; grown > 16<<20 {
			t.Errorf("announced %t: %d bytes were allocated", announced, grown)
		}
	}
}

// raw sends bytes as they are and reads the first line of the answer.
func raw(t *testing.T, address, text string) string {
	t.Helper()
	conn, err := (&net.Dialer{}).DialContext(t.Context(), "tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	_ = conn.SetDeadline(time.Now().Add(30 * time.Second))
	if _, err := conn.Write([]byte(text)); err != nil {
		t.Fatal(err)
	}
	line, _ := bufio.NewReader(conn).ReadString('\n')
	return strings.TrimSpace(line)
}

// Requests that are none by HTTP's own rules do not come through, nor headers in headers.
func TestRawRequests(t *testing.T) {
	h := newHouse(t, Options{Limits: free})
	address := served(t, h)
	for name, c := range map[string]struct{ text, want string }{
		"no host":            {"GET /api/games HTTP/1.1\r\n\r\n", "HTTP/1.1 400"},
		"a bare return":      {"GET /api/games HTTP/1.1\r\nHost: h\r\nX: a\rSet-Cookie: b\r\n\r\n", "HTTP/1.1 400"},
		"a space in a name":  {"GET /api/games HTTP/1.1\r\nHost: h\r\nX : a\r\n\r\n", "HTTP/1.1 400"},
		"two lengths":        {"POST /api/login HTTP/1.1\r\nHost: h\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}", "HTTP/1.1 400"},
		"length and chunks":  {"POST /api/login HTTP/1.1\r\nHost: h\r\nContent-Type: text/plain\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", "HTTP/1.1 4"},
		"a huge header":      {"GET /api/games HTTP/1.1\r\nHost: h\r\nX: " + strings.Repeat("a", 64<<10) + "\r\n\r\n", "HTTP/1.1 431"},
		"a proxy's request":  {"GET http://evil.example/api/games HTTP/1.1\r\nHost: evil.example\r\n\r\n", "HTTP/1.1 404"},
		"an odd method":      {"GE\tT /api/games HTTP/1.1\r\nHost: h\r\n\r\n", "HTTP/1.1 400"},
		"an honest question": {"GET /api/games HTTP/1.1\r\nHost: h\r\n\r\n", "HTTP/1.1 200"},
	} {
		if got := raw(t, address, c.text); !strings.HasPrefix(got, c.want) {
			t.Errorf("%s: %q, want %s", name, got, c.want)
		}
	}
}

// What has chunks may have had a length beside them, by which something before the house went: whatever follows is not answered.
func TestChunksEndTheConnection(t *testing.T) {
	h := newHouse(t, Options{Limits: free})
	address := served(t, h)
	body := `{"login":"nobody","password":"dix tickets bleus"}`
	for name, header := range map[string]string{
		"both":   fmt.Sprintf("Content-Length: %d\r\nTransfer-Encoding: chunked\r\n", 4),
		"chunks": "Transfer-Encoding: chunked\r\n",
	} {
		conn, err := (&net.Dialer{}).DialContext(t.Context(), "tcp", address)
		if err != nil {
			t.Fatal(err)
		}
		_ = conn.SetDeadline(time.Now().Add(30 * time.Second))
		fmt.Fprintf(conn, "POST /api/login HTTP/1.1\r\nHost: h\r\nContent-Type: application/json\r\n%s\r\n%x\r\n%s\r\n0\r\n\r\n"+
			"GET /api/games HTTP/1.1\r\nHost: h\r\n\r\n", header, len(body), body)
		answered, err := io.ReadAll(conn)
		conn.Close()
		if n := bytes.Count(answered, []byte("HTTP/1.1 ")); err != nil || n != 1 || !bytes.Contains(answered, []byte("\r\nConnection: close\r\n")) {
			t.Errorf("%s: %d answers, %v:\n%s", name, n, err, answered)
		}
	}
}

// A header that does not end, and a body that comes a byte at a time, end; meanwhile others are answered.
func TestSlowClients(t *testing.T) {
	h := newHouse(t, Options{Limits: free})
	h.bodyTime = 300 * time.Millisecond
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	server := Server(h)
	if server.ReadHeaderTimeout != headerTime || server.ReadTimeout != headerTime+bodyTime || server.WriteTimeout != writeTime || server.IdleTimeout != idleTime || server.MaxHeaderBytes != maxHeader {
		t.Error("the server has not the times that it should have")
	}
	server.ReadHeaderTimeout, server.ReadTimeout = 300*time.Millisecond, 600*time.Millisecond
	go func() { _ = server.Serve(l) }()
	t.Cleanup(func() { server.Close() })
	began := time.Now()
	slow := make(chan string, 3)
	go func() { slow <- raw(t, l.Addr().String(), "GET /api/games HTTP/1.1\r\nHost: h\r\nX: ") }()
	go func() {
		slow <- raw(t, l.Addr().String(), "POST /api/login HTTP/1.1\r\nHost: h\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{")
	}()
	go func() { // a body that nobody wants, and that does not come: answered, and then left
		conn, err := (&net.Dialer{}).DialContext(t.Context(), "tcp", l.Addr().String())
		if err != nil {
			slow <- err.Error()
			return
		}
		defer conn.Close()
		_ = conn.SetDeadline(time.Now().Add(20 * time.Second))
		_, _ = conn.Write([]byte("GET /api/games HTTP/1.1\r\nHost: h\r\nContent-Length: 1000\r\n\r\n"))
		answer, err := io.ReadAll(conn)
		if err != nil || !strings.HasPrefix(string(answer), "HTTP/1.1 200") {
			slow <- fmt.Sprintf("%q, %v", answer, err)
			return
		}
		slow <- ""
	}()
	if got := raw(t, l.Addr().String(), "GET /api/games HTTP/1.1\r\nHost: h\r\n\r\n"); !strings.HasPrefix(got, "HTTP/1.1 200") {
		t.Errorf("somebody else gets %q", got)
	}
	for range 3 {
		if got := <-slow; got != "" && !strings.HasPrefix(got, "HTTP/1.1 408") {
			t.Errorf("a slow client gets %q", got)
		}
	}
	if took := time.Since(began); took > 20*time.Second {
		t.Errorf("slow clients were kept for %s", took)
	}
}

// The bound on a body's time is gone once the body is there: an act that takes longer is not cut off. (net/http sees to that.)
func TestBodyTimeEndsWithTheBody(t *testing.T) {
	h := newHouse(t, Options{Limits: free})
	h.bodyTime = 100 * time.Millisecond
	done := make(chan error, 1)
	slow := http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		select {
		case <-time.After(400 * time.Millisecond):
			done <- nil
		case <-r.Context().Done():
			done <- context.Cause(r.Context())
		}
	})
	l := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { h.guard(w, r, slow) }))
	defer l.Close()
	r, err := http.NewRequestWithContext(t.Context(), "POST", l.URL+"/api/login", bytes.NewReader([]byte("{}")))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	answer.Body.Close()
	if err := <-done; err != nil {
		t.Errorf("the act was cut off: %v", err)
	}
}
