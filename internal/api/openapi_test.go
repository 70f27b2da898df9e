package api

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

func openAPI(t *testing.T) (any, *house) {
	t.Helper()
	h := newHouse(t, Options{Version: "1.2.3", Limits: free, Picture: drawn})
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(h.as("").get("/api/openapi.json").is(200, "").text))
	if err != nil {
		t.Fatal(err)
	}
	return doc, h
}

// form is what OpenAPI 3.1 says of the objects that this API uses, written down from its text.
const form = `{
 "$schema": "https://json-schema.org/draft/2020-12/schema",
 "type": "object", "required": ["openapi", "info", "paths"], "additionalProperties": false,
 "properties": {
  "openapi": {"pattern": "^3\\.1\\.[0-9]+$"},
  "info": {"type": "object", "required": ["title", "version"], "properties": {"title": {"type": "string"}, "version": {"type": "string"}, "description": {"type": "string"}},
   "patternProperties": {"^x-": true}, "additionalProperties": false},
  "servers": {"type": "array", "items": {"type": "object", "required": ["url"], "properties": {"url": {"type": "string"}, "description": {"type": "string"}}, "additionalProperties": false}},
  "tags": {"type": "array", "items": {"type": "object", "required": ["name"], "properties": {"name": {"type": "string"}, "description": {"type": "string"}}, "patternProperties": {"^x-": true}, "additionalProperties": false}},
  "paths": {"type": "object", "patternProperties": {"^/": {"type": "object", "properties": {"get": {"$ref": "#/$defs/operation"}, "post": {"$ref": "#/$defs/operation"}}, "additionalProperties": false}}, "additionalProperties": false},
  "components": {"type": "object", "additionalProperties": false, "properties": {
   "schemas": {"type": "object", "propertyNames": {"pattern": "^[a-zA-Z0-9._-]+$"}, "additionalProperties": {"$ref": "https://json-schema.org/draft/2020-12/schema"}},
   "securitySchemes": {"type": "object", "additionalProperties": {"type": "object", "required": ["type"], "additionalProperties": false,
    "properties": {"type": {"enum": ["apiKey", "http"]}, "scheme": {"type": "string"}, "in": {"enum": ["query", "header", "cookie"]}, "name": {"type": "string"}, "description": {"type": "string"}},
    "if": {"properties": {"type": {"const": "apiKey"}}}, "then": {"required": ["name", "in"]}, "else": {"required": ["scheme"]}}}}}
 },
 "$defs": {
  "operation": {"type": "object", "required": ["operationId", "summary", "description", "tags", "responses"], "patternProperties": {"^x-": true}, "additionalProperties": false,
   "properties": {"operationId": {"type": "string"}, "summary": {"type": "string", "minLength": 1}, "description": {"type": "string", "minLength": 1}, "tags": {"type": "array", "items": {"type": "string"}},
    "security": {"type": "array", "items": {"type": "object", "additionalProperties": {"type": "array"}}},
    "parameters": {"type": "array", "items": {"type": "object", "required": ["name", "in", "schema", "description"], "additionalProperties": false,
     "properties": {"name": {"type": "string"}, "in": {"enum": ["path", "query", "header", "cookie"]}, "description": {"type": "string", "minLength": 1}, "required": {"type": "boolean"}, "explode": {"type": "boolean"}, "example": true, "schema": {"$ref": "https://json-schema.org/draft/2020-12/schema"}},
     "if": {"properties": {"in": {"const": "path"}}}, "then": {"required": ["required"], "properties": {"required": {"const": true}}}}},
    "requestBody": {"type": "object", "required": ["content"], "additionalProperties": false, "properties": {"required": {"type": "boolean"}, "content": {"$ref": "#/$defs/content"}}},
    "responses": {"type": "object", "minProperties": 2, "propertyNames": {"pattern": "^[1-5][0-9][0-9]$"}, "additionalProperties": {"type": "object", "required": ["description"], "additionalProperties": false,
     "properties": {"description": {"type": "string", "minLength": 1}, "content": {"$ref": "#/$defs/content"},
      "headers": {"type": "object", "additionalProperties": {"type": "object", "required": ["schema"], "additionalProperties": false, "properties": {"description": {"type": "string"}, "schema": {"$ref": "https://json-schema.org/draft/2020-12/schema"}}}}}}}}},
  "content": {"type": "object", "minProperties": 1, "additionalProperties": {"type": "object", "required": ["schema", "example"], "additionalProperties": false, "properties": {"schema": {"$ref": "https://json-schema.org/draft/2020-12/schema"}, "example": true}}}
 }
}`

func TestOpenAPIIsValid(t *testing.T) {
	doc, h := openAPI(t)
	c := jsonschema.NewCompiler()
	shape, err := jsonschema.UnmarshalJSON(strings.NewReader(form))
	if err != nil {
		t.Fatal(err)
	}
	if err := c.AddResource("form.json", shape); err != nil {
		t.Fatal(err)
	}
	if err := c.MustCompile("form.json").Validate(doc); err != nil {
		t.Errorf("%#v", err)
	}
	// every operation has a name of its own, and every route is there
	seen := map[string]bool{}
	for _, r := range h.routes {
		op := inside(doc, "paths", r.path, strings.ToLower(r.method))
		id := op["operationId"].(string)
		if seen[id] || id != r.id {
			t.Errorf("%s: operation %s", r.pattern(), id)
		}
		seen[id] = true
	}
	if n := len(inside(doc, "components", "schemas")); n < 25 {
		t.Errorf("only %d schemas", n)
	}
	order := inside(doc, "components", "schemas", "Order", "properties", "count")
	if text, _ := json.Marshal(order["maximum"]); string(text) != "100" {
		t.Errorf("count has no bound: %v", order)
	}
}

// Every example is what its schema says, and every description is there in French.
func TestExamplesAreValid(t *testing.T) {
	doc, _ := openAPI(t)
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	if err := c.AddResource("api.json", doc); err != nil {
		t.Fatal(err)
	}
	checked := 0
	var walk func(v any, pointer string)
	walk = func(v any, pointer string) {
		switch v := v.(type) {
		case map[string]any:
			if example, ok := v["example"]; ok && v["schema"] != nil {
				schema, err := c.Compile("api.json#" + pointer + "/schema")
				if err != nil {
					t.Fatalf("%s: %v", pointer, err)
				}
				if err := schema.Validate(example); err != nil {
					t.Errorf("%s: %v", pointer, err)
				}
				checked++
			}
			if examples, ok := v["examples"].([]any); ok && v["type"] != nil {
				schema, err := c.Compile("api.json#" + pointer)
				if err != nil {
					t.Fatalf("%s: %v", pointer, err)
				}
				for _, example := range examples {
					if err := schema.Validate(example); err != nil {
						t.Errorf("%s: %v", pointer, err)
					}
					checked++
				}
			}
			for _, key := range slices.Sorted(maps.Keys(v)) {
				walk(v[key], pointer+"/"+strings.NewReplacer("~", "~0", "/", "~1", "{", "%7B", "}", "%7D").Replace(key))
			}
		case []any:
			for i, item := range v {
				text, _ := json.Marshal(i)
				walk(item, pointer+"/"+string(text))
			}
		}
	}
	walk(doc, "")
	if checked < 150 {
		t.Errorf("only %d examples were checked", checked)
	}
}

// What the API really answers is what its schemas say.
func TestAnswersAreAsDescribed(t *testing.T) {
	doc, _ := openAPI(t)
	h := newTableHouse(t)
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	if err := c.AddResource("api.json", doc); err != nil {
		t.Fatal(err)
	}
	answers := 0
	for _, r := range h.routes {
		for _, s := range h.askers {
			if r.id == "log-out" && s.token != "" {
				s = &somebody{h: h.house, token: h.session(s.by.Person)}
			}
			got := h.try(s, r.pattern())
			if got.text == "" || r.media != "" && got.code == 200 {
				continue
			}
			media, _, _ := strings.Cut(got.head.Get("Content-Type"), ";")
			escape := strings.NewReplacer("~", "~0", "/", "~1", "{", "%7B", "}", "%7D")
			text, _ := json.Marshal(got.code)
			schema, err := c.Compile("api.json#/paths/" + escape.Replace(r.path) + "/" + strings.ToLower(r.method) + "/responses/" + string(text) + "/content/" + escape.Replace(media) + "/schema")
			if err != nil {
				t.Errorf("%s answers %d %s, which is not described: %v", r.pattern(), got.code, media, err)
				continue
			}
			held, err := jsonschema.UnmarshalJSON(strings.NewReader(got.text))
			if err != nil {
				t.Fatal(err)
			}
			if err := schema.Validate(held); err != nil {
				t.Errorf("%s %d: %v\n%s", r.pattern(), got.code, err, got.text)
			}
			answers++
		}
	}
	if answers < 100 {
		t.Errorf("only %d answers were checked", answers)
	}
}

func TestDescriptionsAreInFrench(t *testing.T) {
	doc, h := openAPI(t)
	var all []string
	var walk func(v any)
	walk = func(v any) {
		switch v := v.(type) {
		case map[string]any:
			for key, item := range v {
				if text, ok := item.(string); ok && key == "description" {
					all = append(all, text)
				}
				walk(item)
			}
		case []any:
			for _, item := range v {
				walk(item)
			}
		}
	}
	walk(inside(doc, "components", "schemas"))
	spec := h.huma.OpenAPI()
	for i := range h.routes {
		for _, p := range operation(spec, &h.routes[i]).Parameters {
			all = append(all, p.Description)
		}
	}
	for _, text := range all {
		if text == "" || french[text] == "" {
			t.Errorf("%q is not in French", text)
		}
	}
	schemas := spec.Components.Schemas.Map()
	for name, s := range schemas {
		for property, of := range s.Properties {
			if of.Description == "" && of.Ref == "" {
				t.Errorf("%s.%s is not described", name, property)
			}
		}
	}
	for text := range french {
		if !slices.Contains(all, text) && !slices.Contains([]string{"string", "integer", "boolean", "object", "array", "path", "query", "header", "player", "retailer", "operator", "auditor", "administrator"}, text) {
			t.Errorf("nothing says %q any more", text)
		}
	}
}

// The page is whole in both languages, and asks nothing of anybody else.
func TestPage(t *testing.T) {
	h := newHouse(t, Options{Version: "<1>", Limits: free, Picture: drawn})
	for lang, want := range map[string]string{"fr": "Acheter des billets", "en": "Buy tickets"} {
		for _, r := range []reply{h.as("").get("/api/?lang=" + lang), h.as("").get("/api/", "Accept-Language: "+lang)} {
			r.is(200, "")
			page := r.text
			if !strings.Contains(page, want) || !strings.Contains(page, `<html lang="`+lang+`">`) || !strings.Contains(page, "&lt;1&gt;") {
				t.Errorf("%s: not the page", lang)
			}
			for _, bad := range []string{"<script", "style=", "http://", "https://", "onclick", "%!", "<nil>"} {
				if strings.Contains(page, bad) {
					t.Errorf("%s: the page holds %q", lang, bad)
				}
			}
			for name := range names {
				if !strings.Contains(page, `id="`+name+`"`) {
					t.Errorf("%s: no place for %s", lang, name)
				}
			}
			for link := range strings.SplitSeq(page, "href=\"#") {
				if to, _, ok := strings.Cut(link, "\""); ok && !strings.HasPrefix(link, "<!doctype") && strings.Count(page, ` id="`+to+`"`) != 1 {
					t.Errorf("%s: the link to %s leads nowhere, or to two places", lang, to)
				}
			}
			for _, route := range h.routes {
				if !strings.Contains(page, `<h3 id="`+route.id+`">`) {
					t.Errorf("%s: no place for %s", lang, route.id)
				}
			}
			if csp := r.head.Get("Content-Security-Policy"); !strings.Contains(csp, "default-src 'none'") || strings.Contains(csp, "unsafe") {
				t.Errorf("policy %q", csp)
			}
			tag := r.head.Get("ETag")
			if again := h.as("").get("/api/?lang="+lang, "If-None-Match: "+tag); again.code != 304 || again.text != "" {
				t.Errorf("asked again: %d", again.code)
			}
		}
	}
	if !bytes.Equal(h.write("fr"), h.write("fr")) {
		t.Error("the page is not the same each time")
	}
}
