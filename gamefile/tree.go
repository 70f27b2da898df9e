package gamefile

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/lexer"
	"github.com/goccy/go-yaml/parser"
	"github.com/goccy/go-yaml/token"
)

// nodeKind is the kind of a node of the file's tree.
type nodeKind uint8

const (
	nullNode nodeKind = iota
	boolNode
	integerNode // decimal digits as written, that int64 holds
	stringNode
	listNode
	mapNode
	badNode // a scalar that was reported already
)

func (k nodeKind) String() string {
	return [...]string{"nothing", "true or false", "a whole number", "a text", "a list", "a mapping", "a value that cannot be read"}[k]
}

// position is a place in the file, line and column from 1, the column in characters. Width is how many characters to
// underline, at least one.
type position struct{ line, column, width int }

// node is one value of a file with its place. Scalars keep their text as written, so that nothing is rounded or reinterpreted.
type node struct {
	kind nodeKind
	text string
	at   position
	keys []key   // of a mapping
	list []*node // of a list, or the values of a mapping
}

type key struct {
	name string
	at   position
}

// get returns a mapping's value, nil if the key is not there or n is nil.
func (n *node) get(name string) *node {
	if n == nil || n.kind != mapNode {
		return nil
	}
	for i, k := range n.keys {
		if k.name == name {
			return n.list[i]
		}
	}
	return nil
}

// items returns a list's elements.
func (n *node) items() []*node {
	if n == nil || n.kind != listNode {
		return nil
	}
	return n.list
}

// str returns a scalar's text, "" for anything else.
func (n *node) str() string {
	if n == nil {
		return ""
	}
	return n.text
}

// find returns the place of a JSON pointer: of the value, or of the key if the pointer names a mapping's member and
// wantKey is set. What is not there is found at the nearest place that is.
func (n *node) find(pointer string, wantKey bool) position {
	at := n.at
	if pointer == "" {
		return at
	}
	steps := strings.Split(strings.TrimPrefix(pointer, "/"), "/")
	for i, step := range steps {
		step = strings.NewReplacer("~1", "/", "~0", "~").Replace(step)
		var next *node
		last := i == len(steps)-1
		switch n.kind {
		case mapNode:
			if next = n.get(step); next == nil {
				return at
			}
			for _, k := range n.keys {
				if k.name == step && (last && wantKey || next.kind == mapNode || next.kind == listNode || next.kind == nullNode) {
					at = k.at // a block value starts on the line below: its key is the better place
				} else if k.name == step {
					at = next.at
				}
			}
		case listNode:
			j, err := strconv.Atoi(step)
			if err != nil || j < 0 || j >= len(n.list) {
				return at
			}
			next = n.list[j]
			at = next.at
		default:
			return at
		}
		n = next
	}
	return at
}

// value returns the tree as encoding/json would decode it, for validation.
func (n *node) value() any {
	switch n.kind {
	case boolNode:
		return n.text == "true"
	case integerNode:
		return json.Number(n.text)
	case stringNode:
		return n.text
	case listNode:
		list := make([]any, len(n.list))
		for i, e := range n.list {
			list[i] = e.value()
		}
		return list
	case mapNode:
		m := make(map[string]any, len(n.keys))
		for i, k := range n.keys {
			m[k.name] = n.list[i].value()
		}
		return m
	default:
		return nil
	}
}

// appendJSON writes the tree as JSON, keys in the order of the file.
func (n *node) appendJSON(b []byte) []byte {
	switch n.kind {
	case boolNode, integerNode:
		return append(b, n.text...)
	case stringNode:
		return appendQuoted(b, n.text)
	case listNode:
		b = append(b, '[')
		for i, e := range n.list {
			if i > 0 {
				b = append(b, ',')
			}
			b = e.appendJSON(b)
		}
		return append(b, ']')
	case mapNode:
		b = append(b, '{')
		for i, k := range n.keys {
			if i > 0 {
				b = append(b, ',')
			}
			b = append(appendQuoted(b, k.name), ':')
			b = n.list[i].appendJSON(b)
		}
		return append(b, '}')
	default:
		return append(b, "null"...)
	}
}

func appendQuoted(b []byte, text string) []byte {
	quoted, _ := json.Marshal(text) // a string always encodes
	return append(b, quoted...)
}

// parseTree reads the one YAML document of a file into a tree, reporting what a game file may not hold. It returns nil when
// there is no tree to go on with.
func (r *reader) parseTree(text string) (root *node) {
	defer func() {
		// The parser is not ours: should it fail on some input, that input is refused like any other.
		if failure := recover(); failure != nil {
			r.report(position{1, 1, 1}, "", "bad_yaml", "this is not YAML that can be read", "write the file again from one that works")
			root = nil
		}
	}()
	if !r.checkMarks(text) {
		return nil
	}
	tokens := lexer.Tokenize(text)
	if !r.checkTokens(tokens) || !r.checkEntries(tokens) {
		return nil
	}
	file, err := parser.Parse(tokens, 0, parser.AllowDuplicateMapKey())
	if err != nil {
		var syntax *yaml.SyntaxError
		at, message := position{1, 1, 1}, err.Error()
		if errors.As(err, &syntax) && syntax.Token != nil {
			at, message = place(syntax.Token), syntax.Message
		}
		r.report(at, "", "bad_yaml", message, yamlHint)
		return nil
	}
	var body ast.Node
	for _, doc := range file.Docs {
		if doc.Body == nil {
			continue
		}
		if body != nil {
			r.report(start(doc.Body), "", "several_documents", "a second document starts here", "write one game a file")
			return nil
		}
		body = doc.Body
	}
	if body == nil {
		r.report(position{1, 1, 1}, "", "empty_file", "there is nothing in this file", cmp.Or(r.start, startHint))
		return nil
	}
	return r.convert(body, "", 0)
}

const yamlHint = "check the quotes, brackets and indentation here and just above"

// place is where a token stands.
func place(t *token.Token) position {
	if t == nil || t.Position == nil {
		return position{1, 1, 1}
	}
	width := len([]rune(strings.TrimSpace(t.Origin)))
	if i := strings.IndexByte(strings.TrimSpace(t.Origin), '\n'); i >= 0 {
		width = 1
	}
	return position{max(1, t.Position.Line), max(1, t.Position.Column), max(1, width)}
}

// start is where a node starts: a block mapping at its first key, a block list at its first element, whose own tokens are ':' and '-'.
func start(n ast.Node) position {
	switch n := n.(type) {
	case *ast.MappingNode:
		if !n.IsFlowStyle && len(n.Values) > 0 {
			return place(n.Values[0].Key.GetToken())
		}
	case *ast.MappingValueNode:
		return place(n.Key.GetToken())
	case *ast.SequenceNode:
		if !n.IsFlowStyle && len(n.Values) > 0 && n.Values[0] != nil {
			return start(n.Values[0])
		}
	}
	return place(n.GetToken())
}

// convert turns the parser's tree into ours.
func (r *reader) convert(n ast.Node, path string, depth int) *node {
	at := start(n)
	if depth > maxDepth {
		r.report(at, path, "too_deep", fmt.Sprintf("more than %d levels inside one another", maxDepth), "")
		return &node{kind: badNode, at: at}
	}
	switch n := n.(type) {
	case *ast.NullNode:
		return &node{kind: nullNode, at: at}
	case *ast.BoolNode:
		return &node{kind: boolNode, text: strings.ToLower(n.Token.Value), at: at}
	case *ast.StringNode:
		return &node{kind: stringNode, text: n.Value, at: r.visible(n.Value, at, path)}
	case *ast.LiteralNode:
		return &node{kind: stringNode, text: n.Value.Value, at: r.visible(n.Value.Value, place(n.Start), path)}
	case *ast.IntegerNode, *ast.FloatNode, *ast.InfinityNode, *ast.NanNode:
		return r.number(n.GetToken(), path)
	case *ast.SequenceNode:
		list := &node{kind: listNode, at: at}
		for i, e := range n.Values {
			list.list = append(list.list, r.convert(e, path+"/"+strconv.Itoa(i), depth+1))
		}
		return list
	case *ast.MappingNode:
		return r.mapping(n.Values, at, path, depth)
	case *ast.MappingValueNode:
		return r.mapping([]*ast.MappingValueNode{n}, at, path, depth)
	}
	r.report(at, path, "yaml_feature", "this kind of value has no place in a game file", "")
	return &node{kind: badNode, at: at}
}

func (r *reader) mapping(values []*ast.MappingValueNode, at position, path string, depth int) *node {
	m := &node{kind: mapNode, at: at}
	index := map[string]position{}
	for _, v := range values {
		t := v.Key.GetToken()
		k := key{name: t.Value, at: place(t)}
		child := path + "/" + escape(k.name)
		if first, twice := index[k.name]; twice {
			r.report(k.at, child, "duplicate_key", fmt.Sprintf("%q is given twice, first on line %d", clip(k.name), first.line), "keep one")
			continue
		}
		index[k.name] = r.visible(k.name, k.at, child)
		value := &node{kind: nullNode, at: k.at}
		if v.Value != nil {
			value = r.convert(v.Value, child, depth+1)
		}
		m.keys, m.list = append(m.keys, k), append(m.list, value)
	}
	return m
}

// number takes whole numbers as they are written, and refuses those that YAML would read as something else.
func (r *reader) number(t *token.Token, path string) *node {
	text, at := strings.TrimSpace(t.Value), place(t)
	digits := strings.TrimPrefix(text, "-")
	switch {
	case t.Type == token.FloatType || t.Type == token.InfinityType || t.Type == token.NanType:
		r.report(at, path, "unquoted_decimal", fmt.Sprintf("%s without quotes is read as a floating-point number, which is not exact", clip(text)), fmt.Sprintf("quote it: %q", clip(text)))
	case digits == "" || strings.Trim(digits, "0123456789") != "" || len(digits) > 1 && digits[0] == '0':
		r.report(at, path, "ambiguous_number", fmt.Sprintf("%s without quotes is read differently by different programs", clip(text)), "write plain digits, or quote it if it is a text")
	case len(digits) > 18:
		r.report(at, path, "too_large", fmt.Sprintf("%s is larger than any number here", clip(text)), "check the zeros")
	default:
		return &node{kind: integerNode, text: text, at: at}
	}
	return &node{kind: badNode, at: at}
}

// escape makes a key a JSON pointer's step (RFC 6901).
func escape(key string) string { return strings.NewReplacer("~", "~0", "/", "~1").Replace(key) }

// clip shortens what a message repeats of the file.
func clip(text string) string {
	const most = 40
	if runes := []rune(text); len(runes) > most {
		return string(runes[:most]) + "…"
	}
	return text
}
