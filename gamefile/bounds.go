package gamefile

import (
	"fmt"
	"strings"
	"unicode"

	"github.com/goccy/go-yaml/token"
)

// The bounds of a file: several times what the longest game or test file needs, and little enough that any file is read or refused
// within about half a second. The parser beneath recurses, and compares each key of a mapping with all before it: so depth, parts and
// entries are bounded before it runs, and what its lexer would stumble over before that.
const (
	maxBytes    = 256 << 10
	maxLine     = 2000   // characters, and so also the nesting by indentation
	maxMarks    = 60_000 // line ends and characters that may divide a file into parts
	maxDepth    = 16     // of brackets, and of the tree
	maxTokens   = 40_000
	maxEntries  = 1000 // of one list or mapping
	maxProblems = 100  // in a report
	maxFound    = 400  // before it is sorted
)

// tooManyParts refuses a file that could hold no game.
func (r *reader) tooManyParts() {
	r.report(position{1, 1, 1}, "", "too_large", "this file has more parts than any game needs", "leave out what is no game")
}

// checkMarks refuses a text that would become too many tokens, before they are made.
func (r *reader) checkMarks(text string) bool {
	marks := 0
	for i := range len(text) {
		if strings.IndexByte("\n[]{},:-?#'\"&*!|>%@`", text[i]) >= 0 {
			marks++
		}
	}
	if marks > maxMarks {
		r.tooManyParts()
	}
	return marks <= maxMarks
}

// checkTokens refuses what no game file needs and hostile ones abuse: anchors and aliases, tags, directives, complex keys, deep brackets.
func (r *reader) checkTokens(tokens token.Tokens) bool {
	if len(tokens) > maxTokens {
		r.tooManyParts()
		return false
	}
	depth, before := 0, len(r.problems)
	for _, t := range tokens {
		name, hint := "", "write the value out where it is used"
		switch t.Type {
		case token.AnchorType:
			name = "an anchor"
		case token.AliasType:
			name = "an alias"
		case token.MergeKeyType:
			name = "a merge key"
		case token.TagType:
			name = "a tag"
		case token.DirectiveType:
			name, hint = "a directive", "leave it out"
		case token.MappingKeyType:
			name, hint = "a complex key", "write plain keys"
		case token.MappingStartType, token.SequenceStartType:
			if depth++; depth > maxDepth {
				r.report(place(t), "", "too_deep", fmt.Sprintf("more than %d brackets inside one another", maxDepth), "")
				return false
			}
		case token.MappingEndType, token.SequenceEndType:
			depth--
		case token.InvalidType:
			r.report(place(t), "", "bad_yaml", t.Error, yamlHint)
			return false
		default:
		}
		if name != "" {
			r.report(place(t), "", "yaml_feature", fmt.Sprintf("%s (%s) has no place in a game file", name, strings.TrimSpace(t.Value)), hint)
		}
	}
	return len(r.problems) == before
}

// visible refuses a text that holds what nobody sees, however it is written in the file: an inscription would differ from another that looks
// the same, and a bidirectional mark would show it in another order. It returns the place.
func (r *reader) visible(text string, at position, path string) position {
	for _, c := range text {
		if c != '\n' && invisible(c) {
			r.report(at, path, "invisible_character", fmt.Sprintf("this text holds the invisible character U+%04X", c), "write it again without it")
			break
		}
	}
	return at
}

// invisible reports whether a character has no look of its own. Spaces of all widths are none: figures are compared without their kind.
func invisible(c rune) bool {
	const brailleBlank = '\u2800'
	return unicode.In(c, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp, unicode.Co,
		unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector) || c == brailleBlank
}

// tally counts the entries of a list or mapping that is not yet closed.
type tally struct {
	column  int // of its dashes or keys
	list    bool
	entries int
}

// checkEntries refuses lists and mappings with too many entries. In brackets it counts commas and colons, outside them the dashes and
// keys that stand below one another.
func (r *reader) checkEntries(tokens token.Tokens) bool {
	var block []tally
	var brackets []int
	for i, t := range tokens {
		entries, most := 0, maxEntries
		switch t.Type {
		case token.MappingStartType, token.SequenceStartType:
			brackets = append(brackets, 0)
		case token.MappingEndType, token.SequenceEndType:
			brackets = brackets[:max(0, len(brackets)-1)]
		case token.CollectEntryType, token.MappingValueType, token.SequenceEntryType:
			if n := len(brackets); n > 0 {
				brackets[n-1]++
				entries, most = brackets[n-1], 2*maxEntries
				break
			}
			at := t
			if t.Type == token.MappingValueType && i > 0 {
				at = tokens[i-1]
			}
			block = enter(block, at.Position.Column, t.Type == token.SequenceEntryType)
			entries = block[len(block)-1].entries
		default:
		}
		if entries > most {
			r.report(place(t), "", "too_large", fmt.Sprintf("more than %d entries in one list or mapping", maxEntries), "leave out what is no game")
			return false
		}
	}
	return true
}

// enter counts one more entry at a column, and closes what is further inside. A list may stand at the column of its key.
func enter(open []tally, column int, list bool) []tally {
	for n := len(open); n > 0; n = len(open) {
		top := &open[n-1]
		if top.column == column && top.list == list {
			top.entries++
			return open
		}
		if top.column < column || top.column == column && list {
			break
		}
		open = open[:n-1]
	}
	return append(open, tally{column, list, 1})
}
