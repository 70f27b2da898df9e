package tirage_test

// layer is what one package may import, besides nothing. It is data: a new edge is a line here, read by a person, or the
// test fails.
type layer struct {
	rules   bool     // a rule package: only ruleStd of the standard library, and no float
	ours    []string // packages of this module
	outside []string // modules or packages of others, by prefix
	std     []string // for a rule package, what it may import besides ruleStd
}

// rules lists every rule package, for those that may import all of them.
var rules = []string{"money", "words", "problem", "ruling", "secret", "fair", "seal", "scratch", "scratch/mechanic", "bingo", "odds", "gamefile", "games", "ledger", "retail"}

// layers holds every package that may exist, by its path in the module, lowest first. Imports go downwards only.
var layers = map[string]layer{
	"money":   {rules: true, outside: []string{"github.com/bojanz/currency"}},
	"words":   {rules: true, ours: []string{"money"}},
	"problem": {rules: true},
	"ruling":  {rules: true, ours: []string{"money", "problem"}},
	"secret":  {rules: true},
	"fair": {
		rules:   true,
		outside: []string{"golang.org/x/mod/sumdb/tlog"},
		std:     []string{"math/rand/v2", "crypto/sha256", "crypto/subtle"},
	},
	"seal": {
		rules: true, ours: []string{"secret"},
		outside: []string{"golang.org/x/crypto/chacha20poly1305"},
		std:     []string{"crypto/cipher", "crypto/hkdf", "crypto/hmac", "crypto/sha256", "crypto/subtle", "encoding/base32"},
	},
	"scratch":          {rules: true, ours: []string{"money", "fair", "problem", "ruling"}, std: []string{"time"}, outside: []string{"golang.org/x/text/unicode/norm"}},
	"scratch/mechanic": {rules: true, ours: []string{"scratch", "money", "words", "fair", "ruling"}},
	"bingo": {
		rules: true, ours: []string{"fair", "money", "problem", "ruling", "secret"},
		outside: []string{"golang.org/x/mod/sumdb/note"},
		std:     []string{"crypto/hkdf", "crypto/hmac", "crypto/sha256", "time"},
	},
	"odds": {rules: true, ours: []string{"scratch", "bingo", "money", "fair"}},
	"gamefile": {
		rules: true, ours: []string{"scratch", "scratch/mechanic", "bingo", "money", "fair", "ruling"},
		outside: []string{"github.com/goccy/go-yaml", "github.com/santhosh-tekuri/jsonschema/v6"},
		std:     []string{"embed", "time", "crypto/sha256"},
	},
	"games":  {rules: true, std: []string{"embed", "io/fs"}},
	"ledger": {rules: true, ours: []string{"money"}, std: []string{"crypto/sha256"}},
	"retail": {rules: true, ours: []string{"money"}, std: []string{"time"}},

	"internal/artwork/canvas":   {outside: []string{"codeberg.org/go-pdf/fpdf"}},
	"internal/artwork/icon":     {ours: []string{"internal/artwork/canvas"}},
	"internal/artwork/typeface": {ours: []string{"internal/artwork/canvas"}, outside: []string{"golang.org/x/image"}},
	"internal/artwork": {
		ours: []string{
			"scratch", "bingo", "money",
			"internal/artwork/canvas", "internal/artwork/icon", "internal/artwork/typeface",
		},
		outside: []string{"github.com/boombuler/barcode"},
	},
	"internal/press": {
		ours:    append([]string{"internal/visible"}, rules...),
		outside: []string{"filippo.io/age", "github.com/parquet-go/parquet-go", "github.com/klauspost/compress", "golang.org/x/mod/sumdb"},
	},
	"internal/keeper":     {ours: []string{"bingo", "seal", "secret"}, outside: []string{"golang.org/x/mod/sumdb/note"}},
	"internal/visible":    {outside: []string{"golang.org/x/text/unicode/norm"}},
	"internal/store/rows": {},
	"internal/store": {
		ours: []string{"internal/store/rows", "ledger", "money", "retail"},
		outside: []string{
			"github.com/jackc/pgx/v5", "github.com/pressly/goose/v3", "modernc.org/sqlite",
		},
	},
	"internal/shop/wallet":     {ours: []string{"money"}},
	"internal/shop/wallettest": {ours: []string{"internal/shop/wallet", "money"}},
	"internal/shop": {
		ours:    []string{"bingo", "fair", "internal/keeper", "internal/press", "internal/shop/wallet", "internal/store", "internal/visible", "ledger", "money", "retail", "scratch", "seal"},
		outside: []string{"github.com/alexedwards/argon2id", "golang.org/x/text/unicode/norm"},
	},
	"internal/counter": {
		ours: []string{"internal/press", "internal/shop", "internal/store", "internal/visible", "ledger", "money", "retail", "scratch", "seal"},
	},
	"internal/hall": {
		ours:    []string{"bingo", "fair", "gamefile", "games", "internal/keeper", "internal/shop", "internal/store", "internal/visible", "ledger", "money", "secret"},
		outside: []string{"golang.org/x/crypto", "golang.org/x/mod/sumdb/note"},
	},
	"internal/live": {
		ours:    []string{"internal/hall", "internal/store"},
		outside: []string{"github.com/centrifugal/centrifuge"},
	},
	"internal/api": {
		ours:    []string{"bingo", "internal/counter", "internal/hall", "internal/shop", "internal/store", "ledger", "money", "odds", "retail", "scratch"},
		outside: []string{"github.com/danielgtaylor/huma/v2", "github.com/prometheus/client_golang/prometheus"},
	},
	// These are for tests, so no package lists them.
	"internal/golden":       {},
	"internal/store/testdb": {outside: []string{"github.com/jackc/pgx/v5"}},
	"internal/chisquare":    {},
	"cmd/tirage": {
		ours: append([]string{
			"internal/api", "internal/artwork", "internal/counter", "internal/hall", "internal/keeper", "internal/live", "internal/press", "internal/shop", "internal/shop/wallet", "internal/shop/wallettest", "internal/store", "internal/visible",
		}, rules...),
		outside: []string{
			"filippo.io/age", "github.com/goccy/go-yaml", "golang.org/x/mod/sumdb", "github.com/mattn/go-runewidth", "github.com/spf13/cobra", "github.com/spf13/pflag", "github.com/vbauerster/mpb/v8",
			"golang.org/x/term", "github.com/coder/websocket",
		},
	},
}

// ruleStd is what any rule package may import of the standard library: nothing that reaches a file, a socket, a clock, a
// lock or global randomness.
var ruleStd = []string{
	"bytes", "cmp", "encoding", "encoding/base64", "encoding/binary", "encoding/hex", "encoding/json", "errors", "fmt", "hash",
	"io", "iter", "maps", "math", "math/big", "math/bits", "regexp", "slices", "sort", "strconv", "strings", "unicode", "unicode/utf8",
}

// banned is what no package may import, for any reason.
var banned = map[string]string{
	"C":         "the program is Go only, so that it builds anywhere",
	"math/rand": "use a fair.Tape: its numbers are the same in every later version",
	"plugin":    "nothing is loaded at run time",
	"reflect":   "write the list by hand",
	"unsafe":    "no measured need yet",
}

// onlyNames narrows an import of a rule package to the names that touch neither clock, global randomness nor floats. A name
// ending in * is a prefix.
var onlyNames = map[string][]string{
	"math":         {"Max*", "Min*"},
	"math/rand/v2": {"ChaCha8", "NewChaCha8"},
	"time":         {"Time", "Date", "DateOnly", "Month", "Parse", "UTC"},
}

// floats holds the names with "float" in them that a rule package may use nevertheless, each with its reason. "*" stands for
// all rule packages.
var floats = map[string]map[string]string{
	"*": {"FloatString": "big.Rat's exact decimals of a given length: no float is made"},
	"gamefile": {
		"FloatNode": "the kind of a YAML node, named in order to refuse or keep its text",
		"FloatType": "the kind of a YAML token, named in order to refuse it",
	},
}
