package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"tirage/internal/api"
	"tirage/money"
)

// maxAnswer bounds an answer of a house.
const maxAnswer = 8 << 20

// caller asks a house over HTTP, as a person.
type caller struct {
	server, login, passwordFile string
	asJSON, anybody             bool   // anybody: a person may ask, and need not
	key                         string // of the one act that a call does
	token                       string // of the session; from TIRAGE_TOKEN, or from logging in
	password                    string // that was logged in with; "" with a token
	lang                        money.Lang
}

// flags adds what says which house, and who asks.
func (c *caller) flags(cmd *cobra.Command, person bool) {
	f := cmd.Flags()
	f.StringVar(&c.server, "server", "http://127.0.0.1:8080", "`URL` of the house")
	if person {
		f.StringVar(&c.login, "login", "", "who asks; without it the session whose token is in TIRAGE_TOKEN")
		f.StringVar(&c.passwordFile, "password-file", "", "`FILE` with the password alone in it, or - for standard input (default: asks on the terminal)")
	}
	f.String("config", "", "`FILE` with settings, one a line, named as the flags: \"server: https://house.example\"; flags and TIRAGE_… come first")
	f.BoolVar(&c.asJSON, "json", false, "write the answer as JSON")
	addLang(cmd)
}

// with settles the call, logs in if a person is to ask, and logs out after what do does.
func (c *caller) with(cmd *cobra.Command, person bool, do func(ctx context.Context) error) (err error) {
	ctx, stop := interruptible()
	defer stop()
	if err := settle(cmd); err != nil {
		return err
	}
	if c.lang, err = langOf(cmd); err != nil {
		return err
	}
	u, err := url.Parse(c.server)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || u.User != nil || strings.Trim(u.Path, "/") != "" {
		return refuse("--server: the address of a house reads https://house.example, without anything behind it")
	}
	c.server = u.Scheme + "://" + u.Host
	if !person || c.anybody && c.login == "" && os.Getenv("TIRAGE_TOKEN") == "" {
		return do(ctx)
	}
	if u.Scheme == "http" && !loopback(u.Hostname()) {
		fmt.Fprintln(cmd.ErrOrStderr(), tongue(c.lang).in("Mind: over http:// whoever listens in on the network reads the password."))
	}
	if c.login == "" {
		if c.token = os.Getenv("TIRAGE_TOKEN"); c.token == "" {
			return refuse("who asks? Give --login, or a session's token in TIRAGE_TOKEN")
		}
		return do(ctx)
	}
	if c.password, _, err = readPassword(cmd, c.passwordFile, "password: "); err != nil {
		return err
	}
	var in api.LoggedIn
	if err := c.ask(ctx, http.MethodPost, "/api/login", api.Credentials{Login: c.login, Password: c.password}, &in); err != nil {
		return err
	}
	c.token = in.Token
	defer func() {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
		defer cancel()
		err = errors.Join(err, c.ask(ctx, http.MethodPost, "/api/logout", nil, nil))
	}()
	return do(ctx)
}

func loopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// ask sends a request and reads the answer into a value. A refusal of the house is an error with its name and its own words.
func (c *caller) ask(ctx context.Context, method, path string, body, into any) error {
	_, err := c.send(ctx, method, path, "", body, into)
	return err
}

// send is ask with an idempotency key, "" for none. It tells whether, after an error, what was asked for may be done or not.
func (c *caller) send(ctx context.Context, method, path, key string, body, into any) (lost bool, err error) {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	var sent io.Reader
	if body != nil {
		text, err := json.Marshal(body)
		if err != nil {
			return false, err
		}
		sent = bytes.NewReader(text)
	}
	r, err := http.NewRequestWithContext(ctx, method, c.server+path, sent)
	if err != nil {
		return false, err
	}
	r.Header.Set("Accept-Language", string(c.lang))
	if body != nil {
		r.Header.Set("Content-Type", "application/json")
	}
	if key != "" {
		r.Header.Set("Idempotency-Key", key)
	}
	if c.token != "" {
		r.Header.Set("Authorization", "Bearer "+c.token)
	}
	client := http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }} // no token goes elsewhere
	answer, err := client.Do(r)
	if err != nil {
		return true, refuse("the house does not answer: %s", err)
	}
	defer answer.Body.Close()
	text, err := readAll(answer.Body, c.server, maxAnswer)
	if err != nil {
		return true, err
	}
	if wait, ok := soon(answer); ok {
		select {
		case <-time.After(wait):
			return c.send(ctx, method, path, key, body, into)
		case <-ctx.Done():
		}
	}
	if answer.StatusCode >= 300 {
		return answer.StatusCode >= http.StatusInternalServerError, refusedBy(c.server, answer.StatusCode, text)
	}
	if into == nil {
		return false, nil
	}
	if plain, ok := into.(*string); ok {
		*plain = string(text)
		return false, nil
	}
	if json.Unmarshal(text, into) != nil {
		return false, refuse("%s answers something else than a house does", c.server)
	}
	return false, nil
}

// soon tells how long a house that was asked too often wants to be waited for, if that is a matter of seconds: then nothing was done, and
// the verb waits by itself.
func soon(answer *http.Response) (time.Duration, bool) {
	seconds, err := strconv.Atoi(answer.Header.Get("Retry-After"))
	return time.Duration(seconds) * time.Second, err == nil && answer.StatusCode == http.StatusTooManyRequests && seconds >= 0 && seconds <= 10
}

// refusedBy makes an error of what a house refuses.
func refusedBy(server string, status int, text []byte) error {
	var p api.Problem
	if json.Unmarshal(text, &p) != nil || p.Name == "" {
		return refuse("%s answers something else than a house does: status %d", server, status)
	}
	detail := p.Detail
	for _, f := range p.Errors {
		detail += "; " + f.Where + ": " + f.Message
	}
	return refuse("%s: %s", p.Name, detail)
}
