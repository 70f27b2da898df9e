package main

import (
	"context"
	"crypto/x509"
	"log/slog"

	"github.com/spf13/pflag"

	"tirage/internal/shop"
	"tirage/internal/shop/wallet"
)

// purse is where players' money comes from, as the flags say.
type purse struct {
	url, keyFile, name, roots string // of an operator's own wallet
	cash                      string
}

func (p *purse) flags(f *pflag.FlagSet) {
	f.StringVar(&p.url, "wallet", "", "`URL` of the operator's own wallet, which then holds the players' money")
	f.StringVar(&p.keyFile, "wallet-key-file", "", "`FILE` with the key that house and wallet share")
	f.StringVar(&p.name, "wallet-name", "wallet", "`NAME` of the wallet's account in the ledger")
	f.StringVar(&p.roots, "wallet-ca", "", "`FILE` with the certificates that the wallet's is signed by (default: those of the system)")
	f.StringVar(&p.cash, "cash", "none", "`HOW` money comes into accounts without a wallet: none, or demo (every deposit is taken for paid: only to try)")
}

// check refuses what cannot be.
func (p *purse) check() error {
	if (p.url == "") != (p.keyFile == "") {
		return refuse("--wallet and --wallet-key-file belong together")
	}
	if p.cash != "none" && p.cash != "demo" {
		return refuse("--cash %s: write none or demo", p.cash)
	}
	return nil
}

// open makes the ports through which a house's money comes and goes. Close what it returns.
func (p *purse) open(o *shop.Options, log *slog.Logger) (closing func(), err error) {
	closing = func() {}
	switch {
	case p.url != "":
		remote, err := p.wallet()
		if err != nil {
			return nil, err
		}
		o.Wallet, closing = remote, remote.Close
	case p.cash == "demo":
		log.Warn("every deposit is taken for paid: this house is only to be tried (--cash demo)")
	default:
		o.Cash = noCash{}
	}
	return closing, nil
}

func (p *purse) wallet() (*wallet.Remote, error) {
	text, err := readFile(p.keyFile, maxInput)
	if err != nil {
		return nil, err
	}
	key, err := wallet.ParseKey(text)
	if err != nil {
		return nil, refuse("%s: %s", p.keyFile, err)
	}
	roots, err := certificates(p.roots)
	if err != nil {
		return nil, err
	}
	return wallet.New(wallet.Options{Name: p.name, URL: p.url, Key: key, Roots: roots})
}

// certificates reads who may sign a certificate; nil for those of the system.
func certificates(path string) (*x509.CertPool, error) {
	if path == "" {
		return nil, nil
	}
	pem, err := readFile(path, maxInput)
	if err != nil {
		return nil, err
	}
	roots := x509.NewCertPool()
	if !roots.AppendCertsFromPEM(pem) {
		return nil, refuse("%s holds no certificate, PEM", path)
	}
	return roots, nil
}

// noCash is the cash of a house to which nobody pays: what money there is comes by adjustments, which two persons decide.
type noCash struct{}

// Name is Cash's.
func (noCash) Name() string { return "none" }

// Collect is Cash's.
func (noCash) Collect(context.Context, shop.Payment) (bool, error) { return false, nil }

// PayOut is Cash's.
func (noCash) PayOut(context.Context, shop.Payment) (bool, error) { return false, nil }
