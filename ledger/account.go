package ledger

import "strings"

// Kind says what an account is for.
type Kind string

// The kinds of account, all there are.
const (
	Player   Kind = "player"   // what the house owes a player: never below zero
	Retailer Kind = "retailer" // what the house owes a retailer; below zero, what the retailer owes, down to a limit
	Game     Kind = "game"     // of a game code: stakes in, lots and refunds out
	Draw     Kind = "draw"     // of one bingo draw: stakes until it is settled
	Jackpot  Kind = "jackpot"  // of a formula
	Fund     Kind = "fund"     // of a formula's super jackpots
	Levy     Kind = "levy"     // what is owed to the state
	Rounding Kind = "rounding" // cents that a rule leaves over
	Cash     Kind = "cash"     // the world outside, by the adapter through which money comes and goes
	Wallet   Kind = "wallet"   // an operator's own wallet, by its name: lots it was paid less stakes it paid
	House    Kind = "house"    // the operator's own: adjustments
)

// MaxOwner is the greatest length of an account's owner, in bytes.
const MaxOwner = 64

// Account names an account: a kind, a slash and an owner ("player/3k9…", "game/3002"), with "play/" before it when it holds
// play money. Make it with Of and Play, read it with ParseAccount. Names that differ in any byte, capitals too, are
// different accounts.
type Account string

const playPrefix = "play/"

// Of names the account of a kind and an owner. It checks nothing: Post and Check refuse an account that is not Valid.
func Of(k Kind, owner string) Account { return Account(string(k) + "/" + owner) }

// ParseAccount returns the account that a text names, or the refusal BadAccount.
func ParseAccount(text string) (Account, error) {
	if a := Account(text); a.Valid() {
		return a, nil
	}
	return "", badAccount(Account(text))
}

// Play names the account of play money beside this one: the same owner's, apart from all real money.
func (a Account) Play() Account {
	if a.IsPlay() {
		return a
	}
	return playPrefix + a
}

// IsPlay reports whether the account holds play money.
func (a Account) IsPlay() bool { return strings.HasPrefix(string(a), playPrefix) }

// Kind is what the account is for: one of the constants, if the account is Valid.
func (a Account) Kind() Kind {
	kind, _ := a.parts()
	return kind
}

// Owner is whose account it is.
func (a Account) Owner() string {
	_, owner := a.parts()
	return owner
}

func (a Account) parts() (Kind, string) {
	kind, owner, _ := strings.Cut(strings.TrimPrefix(string(a), playPrefix), "/")
	return Kind(kind), owner
}

// Held reports whether the account has a floor, so that its balance must be known before it is debited. The balances of all
// other accounts are only ever added up.
func (a Account) Held() bool {
	switch a.Kind() {
	case Player, Retailer:
		return true
	default:
		return false
	}
}

// Valid reports whether the account is of a kind there is, with an owner of 1 to MaxOwner ASCII letters, digits, '-', '_'
// and '.'.
func (a Account) Valid() bool {
	kind, owner := a.parts()
	switch kind {
	case Player, Retailer, Game, Draw, Jackpot, Fund, Levy, Rounding, Cash, Wallet, House:
	default:
		return false
	}
	if owner == "" || len(owner) > MaxOwner {
		return false
	}
	for i := range len(owner) {
		switch c := owner[i]; {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9', c == '-', c == '_', c == '.':
		default:
			return false
		}
	}
	return true
}
