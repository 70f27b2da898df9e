package mechanic

import (
	"encoding/json"
	"fmt"
	"strings"
)

// The fragments of JSON Schema (draft 2020-12) that describe parameters to an editor. What a schema cannot say, newParams' questions
// check: a schema completes and points, it does not judge. The fields id, name and article, which every mechanic takes, are written by whoever
// reads the game file and so are not in the schemas.

// field is one property: its name and its schema.
type field struct{ name, schema string }

// objectSchema is the schema of a mechanic's parameters.
func objectSchema(required []string, fields ...field) string {
	props := make([]string, len(fields))
	for i, f := range fields {
		props[i] = quote(f.name) + ":" + f.schema
	}
	return fmt.Sprintf(`{"type":"object","additionalProperties":false,"required":%s,"properties":{%s}}`, quote(required), strings.Join(props, ","))
}

func quote(v any) string {
	b, _ := json.Marshal(v) // texts and lists of texts always marshal
	return string(b)
}

// described writes a schema's body with its description first.
func described(about, body string) string {
	return fmt.Sprintf(`{"description":%s,%s}`, quote(about), body)
}

const (
	amountBody = `"type":["integer","string"],"minimum":0`
	textBody   = `"type":"object","additionalProperties":false,"properties":{"fr":{"type":"string"},"en":{"type":"string"}}`
	symbolBody = `"oneOf":[{"type":["string","integer"]},{"type":"object","additionalProperties":false,"required":["id"],"properties":{"id":{"type":["string","integer"]},"fr":{"type":"string"},"en":{"type":"string"}}}]`
)

func intField(name, about string, lo, hi int) field {
	return field{name, described(about, fmt.Sprintf(`"type":"integer","minimum":%d,"maximum":%d`, lo, hi))}
}

func stringField(name, about string) field { return field{name, described(about, `"type":"string"`)} }

func valueField(name, about string) field {
	return field{name, described(about, `"type":["string","integer"]`)}
}

func amountField(name, about string) field { return field{name, described(about, amountBody)} }

func textField(name, about string) field { return field{name, described(about, textBody)} }

func symbolField(name, about string) field { return field{name, described(about, symbolBody)} }

func listField(name, about, element string) field {
	return field{name, described(about, `"type":"array","minItems":1,"items":{`+element+`}`)}
}

func amountsField(name, about string) field { return listField(name, about, amountBody) }

func numbersField(name, about string) field {
	return listField(name, about+` Numbers, or ranges as "1-75".`, `"type":["integer","string"],"minimum":0,"pattern":"^\\s*[0-9]+(-[0-9]+)?\\s*$"`)
}

func symbolsField(name, about string) field {
	return listField(name, about+" Ids, or {id, fr, en}.", symbolBody)
}

func weightsField(name, about string) field {
	return listField(name, about, `"type":"integer","minimum":0,"maximum":1000000`)
}

// articlesField describes the articles: the required ones, and those of the zones.
func articlesField(required []string, zones ...string) field {
	about := map[string]string{"win": "The article under which it wins.", "lose": "The article under which it loses."}
	var props []string
	for _, key := range required {
		props = append(props, quote(key)+":"+described(about[key]+" As written in the regulation.", `"type":"string"`))
	}
	props = append(props, `"elements":`+described("The article that lists what the zones may show.", `"type":"string"`))
	for _, z := range zones {
		props = append(props, quote(z)+":"+described("The article that lists what this zone may show, where it has one of its own.", `"type":"string"`))
	}
	extra := "false"
	if len(zones) == 0 { // zones that the parameters name themselves
		extra = `{"type":"string"}`
	}
	return field{"articles", described("The articles of the regulation that decide.",
		fmt.Sprintf(`"type":"object","additionalProperties":%s,"required":%s,"properties":{%s}`, extra, quote(required), strings.Join(props, ",")))}
}

// namesField describes the zones' names printed in clear; without zones, any zone that the parameters name.
func namesField(zones ...string) field {
	if len(zones) == 0 {
		return field{"names", described("Names of the zones, as printed in clear.", `"type":"object","additionalProperties":{`+textBody+`}`)}
	}
	props := make([]string, len(zones))
	for i, z := range zones {
		props[i] = quote(z) + ":{" + textBody + "}"
	}
	return field{"names", described("Names of the zones, as printed in clear.", `"type":"object","additionalProperties":false,"properties":{`+strings.Join(props, ",")+`}`)}
}

func captionsField() field {
	return field{"captions", described("Which zones carry an inscription beside the figure: true for those the mechanic usually captions, false for none, or a list of zones.",
		`"oneOf":[{"type":"boolean"},{"type":"array","items":{"type":"string"}}]`)}
}
