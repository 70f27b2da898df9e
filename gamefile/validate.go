package gamefile

import (
	"errors"
	"fmt"
	"maps"
	"strconv"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"

	"tirage/scratch"
)

// validate checks the tree against a schema and reports every leaf error in the designer's words.
func (r *reader) validate(schemaText string) {
	document, err := jsonschema.UnmarshalJSON(strings.NewReader(schemaText))
	if err != nil {
		r.report(position{1, 1, 1}, "", "schema", "the program's own schema is broken: "+err.Error(), "report this")
		return
	}
	compiler := jsonschema.NewCompiler()
	if err = compiler.AddResource(schemaURL, document); err == nil {
		var schema *jsonschema.Schema
		if schema, err = compiler.Compile(schemaURL); err == nil {
			err = schema.Validate(r.root.value())
		}
	}
	if invalid, ok := errors.AsType[*jsonschema.ValidationError](err); ok {
		v := validation{r, document, r.flagged()}
		v.leaves(invalid)
	} else if err != nil {
		r.report(position{1, 1, 1}, "", "schema", "the program's own schema is broken: "+err.Error(), "report this")
	}
}

const schemaURL = "urn:tirage:schema"

// flagged is the set of pointers at which something was reported so far.
func (r *reader) flagged() map[string]bool { return maps.Clone(r.seen) }

type validation struct {
	*reader
	document any
	known    map[string]bool // pointers with a problem already
}

func (v validation) leaves(e *jsonschema.ValidationError) {
	if len(e.Causes) > 0 {
		for _, c := range e.Causes {
			if v.leaves(c); v.full() {
				return // and count no further
			}
		}
		return
	}
	steps := make([]string, len(e.InstanceLocation))
	for i, s := range e.InstanceLocation {
		steps[i] = "/" + escape(s)
	}
	pointer := strings.Join(steps, "")
	if !v.known[pointer] {
		v.leaf(e, pointer)
	}
}

// leaf reports one error of the schema.
func (v validation) leaf(e *jsonschema.ValidationError, pointer string) {
	hint := v.description(e.SchemaURL)
	switch k := e.ErrorKind.(type) {
	case *kind.Required:
		for _, name := range k.Missing {
			about := v.description(e.SchemaURL + "/properties/" + name)
			if about == "" && pointer == "" { // what a condition demands is described where all fields are
				about = v.description("#/properties/" + name)
			}
			v.missing(pointer, name, about)
		}
	case *kind.AdditionalProperties:
		for _, name := range k.Properties {
			v.at(pointer+"/"+escape(name), "unknown_field", fmt.Sprintf("there is no field %q here", clip(name)), scratch.Suggest(name, v.properties(e.SchemaURL)), false)
		}
	case *kind.Type:
		v.at(pointer, "wrong_type", fmt.Sprintf("%s is expected here, not %s", kinds(k.Want), kinds([]string{k.Got})), hint, false)
	case *kind.Enum:
		var known []string
		for _, w := range k.Want {
			known = append(known, fmt.Sprint(w))
		}
		v.at(pointer, "not_in_list", fmt.Sprintf("%.60q is not one of the possible values", fmt.Sprint(k.Got)), scratch.Suggest(fmt.Sprint(k.Got), known), false)
	case *kind.Pattern:
		if k.Want == articlePattern {
			v.at(pointer, "no_article", "no article is named", "write the article of the regulation", false)
			break
		}
		v.at(pointer, "bad_form", fmt.Sprintf("%.60q does not have the form it needs", k.Got), hint, false)
	case *kind.Minimum:
		v.at(pointer, "out_of_range", fmt.Sprintf("%s is less than %s", k.Got.RatString(), k.Want.RatString()), hint, false)
	case *kind.Maximum:
		v.at(pointer, "out_of_range", fmt.Sprintf("%s is more than %s", k.Got.RatString(), k.Want.RatString()), hint, false)
	case *kind.MinLength, *kind.MinItems, *kind.MinProperties:
		v.at(pointer, "empty", "nothing is written here", hint, false)
	case *kind.MaxProperties:
		v.at(pointer, "too_many_fields", fmt.Sprintf("%d fields are written, at most %d may be", k.Got, k.Want), hint, false)
	case *kind.MaxLength:
		v.at(pointer, "too_long", fmt.Sprintf("this has %d characters, at most %d fit", k.Got, k.Want), hint, false)
	case *kind.MaxItems:
		v.at(pointer, "too_long", fmt.Sprintf("this list has %d elements, at most %d fit", k.Got, k.Want), hint, false)
	default:
		v.at(pointer, "not_valid", strings.TrimSpace(fmt.Sprint(e)), hint, false)
	}
}

// missing reports a field that is not there.
func (r *reader) missing(pointer, name, hint string) {
	r.at(pointer, "missing_field", fmt.Sprintf("%q is missing here", name), hint, false)
	if r.absent == nil {
		r.absent = map[string]bool{}
	}
	r.absent[pointer+"/"+escape(name)] = true
}

// kinds names JSON types.
func kinds(types []string) string {
	names := map[string]string{
		"null": "nothing", "boolean": "true or false", "integer": "a whole number", "number": "a number",
		"string": "a text", "array": "a list", "object": "a mapping",
	}
	list := make([]string, len(types))
	for i, t := range types {
		list[i] = names[t]
	}
	return strings.Join(list, " or ")
}

// description is what the schema says at a place of its own, or at what that place refers to.
func (v validation) description(url string) string {
	object, _ := v.schemaAt(url).(map[string]any)
	text, _ := object["description"].(string)
	return text
}

// properties lists the fields that the schema knows at a place of its own.
func (v validation) properties(url string) (names []string) {
	object, _ := v.schemaAt(url).(map[string]any)
	fields, _ := object["properties"].(map[string]any)
	for name := range fields {
		names = append(names, name)
	}
	return names
}

func (v validation) schemaAt(url string) any {
	_, fragment, _ := strings.Cut(url, "#")
	at := v.document
	for _, step := range strings.Split(fragment, "/") {
		if step == "" {
			continue
		}
		switch here := at.(type) {
		case map[string]any:
			at = here[strings.NewReplacer("~1", "/", "~0", "~", "%24", "$").Replace(step)]
		case []any:
			i, err := strconv.Atoi(step)
			if err != nil || i >= len(here) {
				return nil
			}
			at = here[i]
		default:
			return nil
		}
	}
	return at
}
