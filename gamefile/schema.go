package gamefile

import (
	"bytes"
	"encoding/json"
	"strings"

	"tirage/scratch/mechanic"
)

// Schema is the JSON Schema (draft 2020-12) of the game files of scratch games, for editors: the game, and the parameters of every mechanic.
func Schema() []byte { return indented(gameSchema(true)) }

// indented writes a schema for people.
func indented(schema string) []byte {
	var b bytes.Buffer
	if err := json.Indent(&b, []byte(schema), "", "  "); err != nil {
		return []byte(schema) // a fragment that is no JSON: the schema's own test finds it
	}
	b.WriteByte('\n')
	return b.Bytes()
}

// gameSchema assembles the schema. Without parameters it leaves out what the mechanics check themselves, and better.
func gameSchema(parameters bool) string {
	var names, abouts, branches []string
	for _, k := range mechanic.All() {
		name, about := mustJSON(k.Name), mustJSON(k.Name+": "+k.About.EN)
		names, abouts = append(names, name), append(abouts, about)
		if parameters {
			branches = append(branches, `{"if":{"properties":{"mechanic":{"const":`+name+`}},"required":["mechanic"]},"then":{"properties":{"with":`+fragment(k.Schema)+`}}}`)
		}
	}
	mechanics := `{"description":"The kind of surface.","enum":[` + strings.Join(names, ",") + `],"x-enum-descriptions":[` + strings.Join(abouts, ",") + `]}`
	all := ""
	if len(branches) > 0 {
		all = `,"allOf":[` + strings.Join(branches, ",") + `]`
	}
	return strings.NewReplacer("@MECHANICS@", mechanics, "@BRANCHES@", all).Replace(rulingsSchema(schemaText, gameQuestions(), parameters))
}

// fragment is a mechanic's schema without what the surface itself says.
func fragment(schema string) string {
	var object map[string]json.RawMessage
	var properties map[string]json.RawMessage
	if json.Unmarshal([]byte(schema), &object) != nil || json.Unmarshal(object["properties"], &properties) != nil {
		return schema
	}
	for _, own := range surfaceFields {
		delete(properties, own)
	}
	object["properties"] = json.RawMessage(mustJSON(properties))
	return mustJSON(object)
}

// surfaceFields are the parameters that a mechanic gets from the surface it stands on.
var surfaceFields = []string{"id", "name", "article"}

// mustJSON writes texts and trees of texts, which always encode.
func mustJSON(v any) string {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	_ = e.Encode(v)
	return strings.TrimSuffix(b.String(), "\n")
}

const schemaText = `{
"$schema": "https://json-schema.org/draft/2020-12/schema",
"$id": "urn:tirage:schema:scratch",
"title": "A scratch game",
"type": "object",
"additionalProperties": false,
"required": ["kind", "id", "game_code", "version", "name", "source", "price", "currency", "block", "pack", "control_box", "claim", "payment", "captions", "lots", "surfaces"],
"properties": {
  "kind": {"description": "What the file describes.", "const": "scratch"},
  "id": {"description": "Short name of the game: lower-case letters and digits with hyphens between them.", "type": "string", "pattern": "^[a-z0-9]+(-[a-z0-9]+)*$", "maxLength": 40},
  "game_code": {"description": "The game's number in serials, from 1 to 9999.", "type": "integer", "minimum": 1, "maximum": 9999},
  "version": {"description": "Version of this file, from 1; raise it with every change.", "type": "integer", "minimum": 1, "maximum": 1000000},
  "name": {"description": "Name of the game.", "$ref": "#/$defs/text"},
  "source": {"description": "The regulation that the articles below belong to.", "$ref": "#/$defs/text"},
  "reconstruction": {"description": "What of the prize table was reconstructed because the regulation does not give it; shown wherever the table is shown.", "$ref": "#/$defs/text"},
  "price": {"description": "Price of a ticket, in the currency's main unit.", "$ref": "#/$defs/amount"},
  "currency": {"description": "ISO 4217 code, EUR for example; FRF for the franc.", "type": "string", "pattern": "^[A-Z]{3}$"},
  "block": {"description": "Tickets per block, at most 99,999,999.", "type": "integer", "minimum": 1, "maximum": 99999999},
  "pack": {"description": "Tickets per pack, at most 1000; must divide the block.", "type": "integer", "minimum": 1, "maximum": 1000},
` + schemaInForce + `  "control_box": {"description": "Words on the box that voids the ticket when it is uncovered.", "$ref": "#/$defs/text"},
  "claim": {
    "description": "When claims lapse.",
    "type": "object", "additionalProperties": false, "required": ["days"],
    "properties": {"days": {"description": "Days after the date in the issue's closing notice.", "type": "integer", "minimum": 1, "maximum": 3650}}
  },
  "payment": {
    "description": "Who pays a ticket's lot, by its amount.",
    "type": "object", "additionalProperties": false, "required": ["retailer", "centre"],
    "properties": {
      "retailer": {"description": "Any retailer pays lots up to this amount.", "$ref": "#/$defs/amount"},
      "centre": {"description": "A payment centre pays lots up to this amount; above it a file is opened.", "$ref": "#/$defs/amount"}
    }
  },
  "captions": {
    "description": "The inscriptions in letters beside figures and symbols.",
    "type": "object", "additionalProperties": false, "required": ["language"],
    "properties": {
      "language": {"description": "Language of the inscriptions, and of figures such as amounts.", "enum": ["fr", "en"]},
      "table": {"description": "Figure: inscription. Overrides what is written by default.", "type": "object", "additionalProperties": {"type": "string", "minLength": 1, "maxLength": 200}}
    }
  },
  "lots": {
    "description": "The prize table of one block.",
    "type": "object", "additionalProperties": false, "required": ["article", "stated", "rows"],
    "properties": {
      "article": {"description": "Article of the prize table.", "$ref": "#/$defs/article"},
      "stated": {
        "description": "What the published table says of itself; the rows must agree.",
        "type": "object", "additionalProperties": false, "required": ["lots", "total"],
        "properties": {
          "lots": {"description": "Number of lots.", "type": "integer", "minimum": 1},
          "total": {"description": "Total of all lots.", "$ref": "#/$defs/amount"}
        }
      },
      "rows": {
        "description": "One row per lot, from the highest amount to the lowest.",
        "type": "array", "minItems": 1, "maxItems": 200,
        "items": {
          "type": "object", "additionalProperties": false, "required": ["amount", "count"],
          "properties": {
            "amount": {"description": "What the whole ticket pays.", "$ref": "#/$defs/amount"},
            "count": {"description": "Tickets per block.", "type": "integer", "minimum": 1, "maximum": 99999999},
            "total": {"description": "The row's total as published: amount times count.", "$ref": "#/$defs/amount"}
          }
        }
      }
    }
  },
  "compositions": {
    "description": "How the lots are spread over what the surfaces can pay together.",
    "type": "object", "additionalProperties": false,
    "properties": {
      "by_winning": {
        "description": "Weight of all compositions together in which 1, 2, 3 … games win, shared equally among them. Without it every composition weighs the same.",
        "type": "array", "minItems": 1, "maxItems": 40, "items": {"type": "integer", "minimum": 0, "maximum": 1000000}
      },
      "constraints": {
        "description": "Limits on the number of winning games.",
        "type": "array", "maxItems": 200,
        "items": {
          "type": "object", "additionalProperties": false, "minProperties": 1,
          "properties": {
            "lots": {"description": "The lots that it concerns; without them, all.", "type": "array", "minItems": 1, "maxItems": 200, "items": {"$ref": "#/$defs/amount"}},
            "min": {"description": "At least so many games win.", "type": "integer", "minimum": 1, "maximum": 40},
            "max": {"description": "At most so many games win.", "type": "integer", "minimum": 1, "maximum": 40}
          }
        }
      },
      "written": {
        "description": "Compositions written out. A lot that has any has no others.",
        "type": "array", "maxItems": 1000,
        "items": {
          "type": "object", "additionalProperties": false, "required": ["lot", "pays"],
          "properties": {
            "lot": {"description": "The lot.", "$ref": "#/$defs/amount"},
            "pays": {"description": "What each game pays, by its id; they add up to the lot.", "type": "object", "minProperties": 1, "additionalProperties": {"$ref": "#/$defs/amount"}},
            "weight": {"description": "Weight among the lot's written compositions (1).", "type": "integer", "minimum": 1, "maximum": 1000000}
          }
        }
      }
    }
  },
` + schemaRulings + `,
  "surfaces": {
    "description": "The parts of the ticket, in the order of printing.",
    "type": "array", "minItems": 1, "maxItems": 16,
    "items": {
      "type": "object", "additionalProperties": false, "required": ["id", "name", "article", "mechanic", "with"],
      "properties": {
        "id": {"description": "Short name, unique in the game.", "type": "string", "pattern": "^[a-z0-9]+(_[a-z0-9]+)*$", "maxLength": 40},
        "name": {"description": "Name printed on the ticket.", "$ref": "#/$defs/text"},
        "article": {"description": "Article that describes the surface.", "$ref": "#/$defs/article"},
        "misprint": {"description": "Article that makes a ticket with this surface badly printed a misprint; without it, the article that lists the elements is shown.", "$ref": "#/$defs/article"},
        "mechanic": @MECHANICS@,
        "decoys": {
          "description": "Amount: weight, of the amounts on losing spots. Without it, in proportion to what the surface pays, each at least one hundredth.",
          "type": "object", "minProperties": 1, "additionalProperties": {"type": "integer", "minimum": 0, "maximum": 1000000}
        },
        "with": {"description": "Parameters of the mechanic.", "type": "object"}
      }@BRANCHES@
    }
  }
},
"$defs": {
` + schemaDefs + `
}
}
`
