package main

import (
	"context"
	"crypto/tls"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"sync"
	"time"

	"tirage/internal/api"
	"tirage/internal/counter"
	"tirage/internal/hall"
	"tirage/internal/keeper"
	"tirage/internal/live"
	"tirage/internal/shop"
	"tirage/internal/store"
	"tirage/money"
)

// stopTime is for what is being answered when the house is stopped.
const stopTime = 30 * time.Second

// openHouse is a house with all that it needs open.
type openHouse struct {
	*serveCall
	log   *slog.Logger
	store *store.Store
	shop  *shop.Shop
	paper *counter.Counter
	hall  *hall.Hall // nil where there are no rooms

	hallVerifier string
	live         *live.Live // of the hall
	done         func()     // closes the way to the wallet
}

// client is the keeper as the flags name it.
func (c *serveCall) client() (*keeper.Client, error) {
	token, err := readFile(c.keeperToken, maxInput)
	if err != nil {
		return nil, err
	}
	o := keeper.ClientOptions{URL: c.keeper, Token: strings.TrimSpace(string(token)), Verifier: c.keeperVerifier}
	if o.Roots, err = certificates(c.keeperRoots); err != nil {
		return nil, err
	}
	return keeper.NewClient(o)
}

// open opens the database and the house on it, and waits for the lease of a node of the same name that was killed. The keeper may be
// away: tickets are sold for a while without it, and opened once it is back.
func (c *serveCall) open(ctx context.Context, log *slog.Logger, address string, second party) (_ *openHouse, err error) {
	currency, err := money.ParseCurrency(c.currency)
	if err != nil {
		return nil, err
	}
	h := &openHouse{serveCall: c, log: log, done: func() {}}
	if h.store, err = openStore(ctx, address, store.Options{}); err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, h.store.Close())
		}
	}()
	if err := h.await(ctx); err != nil {
		return nil, err
	}
	o := shop.Options{
		Store: h.store, Node: c.node, Keeper: second, KeeperVerifier: c.keeperVerifier, Single: c.demo, Demo: c.demo, Keys: c.keys,
		Verifier: c.verifier, Currency: currency, Log: log, LeaseTTL: c.lease,
	}
	if !c.demo {
		if h.done, err = c.purse.open(&o, log); err != nil {
			return nil, err
		}
	}
	h.shop, err = shop.Open(ctx, o)
	if errors.Is(err, store.ErrLeased) {
		return nil, c.leased()
	}
	if err != nil {
		return nil, err
	}
	h.paper = counter.Open(h.shop, h.store)
	if err := h.openHall(second); err != nil {
		return nil, errors.Join(err, h.shop.Close())
	}
	return h, nil
}

func (c *serveCall) leased() error {
	return refuse("another program is at work on this database as node %q: stop it, or give this one a --node of its own", c.node)
}

// await waits until the lease of this node's journal has run out, if the one who had it does not renew it.
func (h *openHouse) await(ctx context.Context) error {
	for until := time.Now().Add(h.lease + time.Second); ; {
		journals, err := h.store.Journals(ctx)
		if err != nil {
			return err
		}
		var left time.Duration
		for _, j := range journals {
			if j.Name == h.node {
				left = time.Until(time.UnixMicro(j.Expires))
			}
		}
		switch {
		case left <= 0:
			return nil
		case time.Now().Add(left).After(until):
			return h.leased()
		}
		h.log.Warn("the journal is held by a node of this name that was not stopped in order: waiting for its lease to run out", "left", left.Round(time.Millisecond).String())
		select {
		case <-time.After(left + 50*time.Millisecond):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// serve answers until the context ends, then lets what was asked for be done, and closes the house. Ready is told the address once the
// house answers.
func (h *openHouse) serve(ctx context.Context, ready func(url string) error) (err error) {
	lapsing, rooms := h.lapse(ctx), h.runHall(ctx)
	defer func() {
		lapsing()
		rooms()
		err = errors.Join(err, h.shop.Close(), h.store.Close())
		h.done()
		h.log.Info("stopped")
	}()
	l, url, err := h.listener(ctx)
	if err != nil {
		return err
	}
	server := api.Server(h.handler())
	server.ErrorLog = slog.NewLogLogger(h.log.Handler(), slog.LevelWarn)
	ended := make(chan error, 1)
	go func() { ended <- server.Serve(l) }()
	if h.addressFile != "" {
		err = writeWhole(h.addressFile, []byte(url+"\n"))
	}
	if err == nil {
		err = ready(url)
	}
	if err != nil {
		return errors.Join(err, server.Close())
	}
	h.log.Info("the house answers", "address", url, "started_in", time.Since(h.began).Round(time.Millisecond).String())
	select {
	case err := <-ended:
		return err
	case <-ctx.Done():
	}
	h.log.Info("stopping: what was asked for is done first")
	ending, cancel := context.WithTimeout(context.Background(), stopTime)
	defer cancel()
	if err := server.Shutdown(ending); err != nil {
		h.log.Warn("some were still being answered", "error", err)
		return server.Close()
	}
	return nil
}

// lapse has claims lapse when their time is over, until what it gives back is called.
func (h *openHouse) lapse(ctx context.Context) (stop func()) {
	ctx, cancel := context.WithCancel(ctx)
	var work sync.WaitGroup
	work.Go(func() {
		h.paper.Run(ctx, func(err error) {
			h.log.Error("what time does at the counter was not done: tried again in a minute", "error", err)
		})
	})
	return func() {
		cancel()
		work.Wait()
	}
}

func (h *openHouse) handler() http.Handler {
	o := api.Options{
		Version: version(), Secure: h.secure || h.tlsCert != "", Proxies: h.behind, Scrape: h.scrapers, Measure: h.measurers, Log: h.log, Counter: h.paper, Picture: pictureOf,
		Hall: h.hall, HallVerifier: h.hallVerifier,
	}
	if h.live != nil {
		o.Live = h.live.WebSocket()
	}
	return api.New(h.shop, o)
}

// listener listens, and warns where others could listen in.
func (h *openHouse) listener(ctx context.Context) (l net.Listener, url string, err error) {
	scheme := "http"
	var config *tls.Config
	if h.tlsCert != "" {
		pair, err := tls.LoadX509KeyPair(h.tlsCert, h.tlsKey)
		if err != nil {
			return nil, "", refuse("the certificate cannot be used: %s", err)
		}
		scheme, config = "https", &tls.Config{Certificates: []tls.Certificate{pair}, MinVersion: tls.VersionTLS12, NextProtos: []string{"h2", "http/1.1"}}
	}
	if l, err = new(net.ListenConfig).Listen(ctx, "tcp", h.listen); err != nil {
		return nil, "", refuse("--listen %s: %s", h.listen, err)
	}
	if config != nil {
		l = tls.NewListener(l, config)
	} else if a, ok := l.Addr().(*net.TCPAddr); ok && !a.IP.IsLoopback() && !h.secure {
		h.log.Warn("passwords cross the network in clear: give --tls-cert and --tls-key, or put something that encrypts before the house and say --behind-https", "listen", a.String())
	}
	return l, scheme + "://" + l.Addr().String(), nil
}
