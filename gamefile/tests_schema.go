package gamefile

// testSchema is the JSON Schema of test files.
const testSchema = `{
"$schema": "https://json-schema.org/draft/2020-12/schema",
"title": "Tests of a game",
"type": "object",
"additionalProperties": false,
"required": ["game"],
"properties": {
  "game": {"description": "Id of the game.", "type": "string"},
  "expect": {
    "description": "What a block holds.",
    "type": "object", "additionalProperties": false,
    "properties": {
      "lots": {"description": "Number of lots.", "type": "integer"},
      "total": {"description": "Total of all lots.", "type": ["integer", "string"]},
      "return": {"description": "Total over sales: a fraction or a percentage, exact.", "type": "string"},
      "counts": {"description": "Lot: tickets.", "type": "object", "additionalProperties": {"type": "integer"}},
      "compositions": {"description": "Lot: number of its compositions.", "type": "object", "additionalProperties": {"type": "integer"}},
      "odds": {"description": "Lot or any: chance of a ticket, as \"2/2000000\" or \"1 in 3.81\".", "type": "object", "additionalProperties": {"type": "string"}}
    }
  },
  "faces": {
    "description": "Faces and their verdicts.",
    "type": "array", "maxItems": 1000,
    "items": {
      "type": "object", "additionalProperties": false, "required": ["name", "expect"],
      "properties": {
        "name": {"description": "What the face shows, in a few words.", "type": "string", "minLength": 1, "maxLength": 200},
        "base": {"description": "The face to start from: losing (default), empty, or the name of a face above.", "type": "string"},
        "control_box": {"description": "Whether the control box has been scratched.", "enum": ["covered", "uncovered"]},
        "face": {"description": "Surface: zone: elements, written over the base.", "type": "object", "additionalProperties": {"type": "object"}},
        "expect": {
          "description": "The verdict.",
          "type": "object", "required": ["verdict"],
          "properties": {
            "verdict": {"description": "void, misprint, win or lose.", "enum": ["void", "misprint", "win", "lose"]},
            "amount": {"description": "What the ticket pays.", "type": ["integer", "string"]},
            "lot": {"description": "Whether the amount is in the prize table.", "type": "boolean"},
            "fault": {
              "description": "The fault of a misprint.",
              "type": "object", "additionalProperties": false, "minProperties": 1,
              "properties": {
                "kind": {"description": "The fault.", "enum": ["element_missing", "element_unlisted", "element_repeated", "caption_missing", "caption_disagrees"]},
                "surface": {"type": "string"}, "zone": {"type": "string"}, "element": {"type": "integer"}, "article": {"type": "string"}
              }
            }
          },
          "additionalProperties": {
            "description": "What one game of the ticket pays, and the article that decides.",
            "type": "object", "additionalProperties": false, "minProperties": 1,
            "properties": {
              "pays": {"type": ["integer", "string"]},
              "article": {"type": "string"},
              "note": {"enum": ["none", "above_table", "unprinted"]}
            }
          }
        }
      }
    }
  }
}
}`
