package counter

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"

	"tirage/internal/press"
	"tirage/internal/shop"
	"tirage/internal/store"
	"tirage/ledger"
	"tirage/retail"
	"tirage/seal"
)

// Seeds are the published seeds of a block: whoever has them makes the whole block again and recounts it.
type Seeds struct {
	Block store.BlockID `json:"block"`
	SeedA string        `json:"seed_a"` // 64 hexadecimal digits
	SeedB string        `json:"seed_b"`
	At    int64         `json:"at"` // microseconds since 1970, UTC
}

// Seeds shows the seeds of a block to anybody. It refuses with unknown_block or seeds_secret.
func (c *Counter) Seeds(ctx context.Context, block store.BlockID) (Seeds, error) {
	row, err := c.store.Seeds(ctx, block)
	if err == nil {
		return Seeds{Block: block, SeedA: hex.EncodeToString(row.A), SeedB: hex.EncodeToString(row.B), At: row.At}, nil
	}
	if !errors.Is(err, store.ErrUnknown) {
		return Seeds{}, err
	}
	if _, err := c.store.Block(ctx, block); errors.Is(err, store.ErrUnknown) {
		return Seeds{}, shop.ErrUnknownBlock
	} else if err != nil {
		return Seeds{}, err
	}
	return Seeds{}, shop.Say("seeds_secret", "the seeds of this block are not published: they are after its claims have lapsed", "les graines de ce bloc ne sont pas publiées : elles le sont une fois écoulé le délai de paiement")
}

// PublishSeeds is the kind of the act that publishes the seeds of a block, by two persons.
const PublishSeeds = shop.PublishSeeds

// publication publishes the seeds of a block of which nothing is paid any more.
type publication struct {
	shop.Nothing `json:"-"`

	Block store.BlockID `json:"block"`
	SeedA string        `json:"seed_a"` // 64 hexadecimal digits
	SeedB string        `json:"seed_b"`

	counter *Counter
	row     store.Seeds
}

var (
	errSeedsEarly     = shop.Say("seeds_early", "the claims of this block’s issue have not lapsed: its seeds tell every lot, and stay secret until then", "le délai de paiement de l’émission de ce bloc n’est pas écoulé : ses graines disent chaque lot, et restent secrètes jusque-là")
	errWrongSeeds     = shop.Say("wrong_seeds", "these are not the two seeds of this block, in order: the house’s is A, the keeper’s B, 64 hexadecimal digits each", "ce ne sont pas les deux graines de ce bloc, dans l’ordre : A est celle de la maison, B celle du dépositaire, 64 chiffres hexadécimaux chacune")
	errSeedsPublished = shop.Say("seeds_published", "the seeds of this block are published", "les graines de ce bloc sont publiées")
)

// Prepare refuses with ErrUnknownBlock, unknown_issue, seeds_early, seeds_published or wrong_seeds. Until then, seeds that are sent are
// not kept anywhere.
func (e *publication) Prepare(ctx context.Context, s *shop.Shop) (string, error) {
	stock, _, err := s.Stock(e.Block)
	if err != nil {
		return "", err
	}
	i, err := e.counter.store.Issue(ctx, e.Block.Issue())
	if errors.Is(err, store.ErrUnknown) {
		return "", ErrUnknownIssue
	} else if err != nil {
		return "", err
	}
	if i.State != retail.Lapsed {
		return "", errSeedsEarly
	}
	if _, err := e.counter.store.Seeds(ctx, e.Block); err == nil {
		return "", errSeedsPublished
	} else if !errors.Is(err, store.ErrUnknown) {
		return "", err
	}
	e.row = store.Seeds{Block: e.Block}
	if e.row.A, err = committed(&e.SeedA, stock.Manifest.SeedA); err != nil {
		return "", err
	}
	if e.row.B, err = committed(&e.SeedB, stock.Manifest.SeedB); err != nil {
		return "", err
	}
	return fmt.Sprintf("%s a %s b %s", e.Block, e.SeedA, e.SeedB), nil
}

// committed reads a seed and writes it as it is kept. It refuses with wrong_seeds one that was not committed to.
func committed(text *string, to press.Digest) ([]byte, error) {
	seed, err := seal.ParseSeed([]byte(*text))
	if err != nil {
		return nil, errWrongSeeds
	}
	if digest, err := seed.Commitment(); err != nil || press.Digest(digest) != to {
		return nil, errWrongSeeds
	}
	*text = seed.Hex()
	return hex.DecodeString(*text)
}

// Ask asks for the issue.
func (e *publication) Ask(ask *store.Ask) { ask.Issues = append(ask.Issues, e.Block.Issue()) }

// Decide refuses with seeds_early.
func (e *publication) Decide(b *shop.Batch, _ *ledger.Act) error {
	if b.Found().Issues[e.Block.Issue()].State != retail.Lapsed {
		return errSeedsEarly
	}
	e.row.At = b.At()
	return nil
}

// Also refuses with seeds_published.
func (e *publication) Also(ctx context.Context, tx *store.Tx) error {
	return taken(tx.AddSeeds(ctx, e.row), errSeedsPublished)
}
