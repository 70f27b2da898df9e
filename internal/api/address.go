package api

import (
	"net/http"
	"net/netip"
	"slices"
	"strings"
)

// peer is the address of the other end of the connection; the zero Addr if it has none.
func peer(r *http.Request) netip.Addr {
	at, err := netip.ParseAddrPort(r.RemoteAddr)
	if err != nil {
		return netip.Addr{}
	}
	return at.Addr().Unmap().WithZone("")
}

func within(at netip.Addr, prefixes []netip.Prefix) bool {
	return at.IsValid() && slices.ContainsFunc(prefixes, func(p netip.Prefix) bool { return p.Contains(at) })
}

// client is the address of who asks: that of the connection, or, behind trusted proxies, the last one in X-Forwarded-For that is no
// trusted proxy's. What stands before it anybody can write.
func client(r *http.Request, proxies []netip.Prefix) netip.Addr {
	at := peer(r)
	if !within(at, proxies) {
		return at
	}
	steps := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")
	for _, step := range slices.Backward(steps) {
		next, err := netip.ParseAddr(strings.TrimSpace(step))
		if err != nil {
			return at
		}
		if at = next.Unmap().WithZone(""); !within(at, proxies) {
			return at
		}
	}
	return at
}

// forwarded tells whether a request has a header that proxies add, whatever stands in it: then the connection's own address is not that
// of who asks.
func forwarded(r *http.Request) bool {
	for name := range r.Header {
		switch name {
		case "Forwarded", "Via", "X-Real-Ip", "X-Client-Ip", "X-Cluster-Client-Ip", "True-Client-Ip", "Cf-Connecting-Ip", "Fastly-Client-Ip":
			return true
		}
		if strings.HasPrefix(name, "X-Forwarded") {
			return true
		}
	}
	return false
}

// place is the part of an address by which requests are counted: one customer of a provider has a whole /64 of IPv6.
func place(at netip.Addr) string {
	if at.Is6() {
		if p, err := at.Prefix(64); err == nil {
			return p.Addr().String()
		}
	}
	return at.String()
}
