package mechanic

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

func compile(t *testing.T, k Kind) *jsonschema.Schema {
	t.Helper()
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(k.Schema))
	if err != nil {
		t.Fatalf("%s: %v", k.Name, err)
	}
	c := jsonschema.NewCompiler()
	c.DefaultDraft(jsonschema.Draft2020)
	if err := c.AddResource("mem:schema", doc); err != nil {
		t.Fatalf("%s: %v", k.Name, err)
	}
	s, err := c.Compile("mem:schema")
	if err != nil {
		t.Fatalf("%s: %v", k.Name, err)
	}
	return s
}

// TestSchemas: what New takes, the schema takes, and a parameter that New does not know, it refuses. Every kind has an example.
func TestSchemas(t *testing.T) {
	for _, k := range All() {
		if k.About.FR == "" || k.About.EN == "" || !strings.HasSuffix(k.About.FR, ".") {
			t.Errorf("%s: about %+v", k.Name, k.About)
		}
		schema := compile(t, k)
		examples := 0
		for _, f := range slices.Concat(whole, small) {
			if f.kind != k.Name {
				continue
			}
			examples++
			var params map[string]any
			if err := json.Unmarshal([]byte(f.params), &params); err != nil {
				t.Fatal(err)
			}
			if err := schema.Validate(params); err != nil {
				t.Errorf("%s: %v", f.name, err)
			}
			params["unheard_of"] = true
			if schema.Validate(params) == nil {
				t.Errorf("%s: the schema takes unknown parameters", f.name)
			}
		}
		if examples == 0 {
			t.Errorf("%s: no example", k.Name)
		}
	}
}

// TestSchemaKnowsEveryParameter: each property of a schema is a parameter that New asks for.
func TestSchemaKnowsEveryParameter(t *testing.T) {
	for _, k := range All() {
		var schema struct{ Properties map[string]any }
		if err := json.Unmarshal([]byte(k.Schema), &schema); err != nil {
			t.Fatal(err)
		}
		for name := range schema.Properties {
			_, problems := k.New([]byte(`{`+quote(name)+`: null}`), Env{})
			for _, p := range problems {
				if p.Name == "unknown_field" {
					t.Errorf("%s: the schema offers %q, but %v", k.Name, name, p)
				}
			}
		}
	}
}
