package gamefile

// The parts that test files of both kinds have.
const (
	testHead = `{
"$schema": "https://json-schema.org/draft/2020-12/schema",
"title": "Tests of a game or formula",
"type": "object",
"additionalProperties": false,
"required": ["game"],
"properties": {
  "game": {"description": "Id of the game or formula.", "type": "string"},
`

	testName = `"name": {"description": "What it shows, in a few words.", "type": "string", "minLength": 1, "maxLength": 200}`
)

// testSchema is the JSON Schema of the test files of scratch games.
const testSchema = testHead + `  "expect": {
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
        ` + testName + `,
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

// formulaTestSchema is the JSON Schema of the test files of formulas.
const formulaTestSchema = testHead + `  "of_stakes": {
    "description": "Exact parts of the stakes: winners, pool, jackpot, fund, operator, or a figure that shares the pool.",
    "type": "object", "additionalProperties": {"type": "string"}
  },
  "lucky": {
    "description": "Choices of lucky numbers and what becomes of them.",
    "type": "array", "maxItems": 500,
    "items": {
      "type": "object", "additionalProperties": false, "required": ["name", "numbers", "expect"],
      "properties": {
        ` + testName + `,
        "numbers": {"description": "The numbers.", "type": "array", "maxItems": 90, "items": {"type": "integer"}},
        "expect": {"description": "taken, or why not.", "enum": ["taken", "not_offered", "too_many", "lucky_count", "lucky_range", "lucky_repeats", "lucky_column"]}
      }
    }
  },
  "cards": {
    "description": "Cards, to play with below, and whether they are good.",
    "type": "array", "maxItems": 500,
    "items": {
      "type": "object", "additionalProperties": false, "required": ["name", "rows"],
      "properties": {
        "name": {"description": "Name of the card.", "type": "string", "minLength": 1, "maxLength": 200},
        "rows": {"description": "The rows of all grids, each with its five numbers.", "type": "array", "maxItems": 18, "items": {"type": "array", "maxItems": 9, "items": {"type": "integer"}}},
        "expect": {"description": "good (default), or why not.", "enum": ["good", "card_length", "card_range", "card_repeats", "card_order", "card_empty_column", "card_unsorted"]}
      }
    }
  },
  "draws": {
    "description": "Draws and their money.",
    "type": "array", "maxItems": 1000,
    "items": {
      "type": "object", "additionalProperties": false, "required": ["name", "expect"],
      "properties": {
        ` + testName + `,
        "after": {"description": "The draw above whose balances it starts from; without it, those before the first draw.", "type": "string"},
        "stake": {"description": "Price of a card (the formula's first stake).", "type": ["integer", "string"]},
        "super": {"description": "What the fund adds to the jackpot of this draw.", "type": ["integer", "string"]},
        "cards": {"description": "How many cards were sold; instead of players and balls.", "type": "integer", "minimum": 0, "maximum": 1000000},
        "won": {"description": "Figure: how many win it.", "type": "object", "additionalProperties": {"type": "integer", "minimum": 0, "maximum": 6000000}},
        "players": {"description": "Player: names of cards.", "type": "object", "minProperties": 1, "additionalProperties": {"type": "array", "minItems": 1, "maxItems": 25, "items": {"type": "string"}}},
        "balls": {"description": "The balls in their order; those left out follow in ascending order.", "type": "array", "maxItems": 90, "items": {"type": "integer"}},
        "expect": {
          "description": "What comes out.",
          "type": "object", "additionalProperties": false, "minProperties": 1,
          "properties": {
            "stakes": {"description": "What all cards cost.", "type": ["integer", "string"]},
            "winners": {"description": "The winners' part of it.", "type": ["integer", "string"]},
            "operator": {"description": "The operator's part.", "type": ["integer", "string"]},
            "growth": {"description": "What the jackpot grows by.", "type": ["integer", "string"]},
            "fund": {"description": "The fund's part.", "type": ["integer", "string"]},
            "jackpot": {"description": "The jackpot of the draw.", "type": ["integer", "string"]},
            "prizes": {"description": "Figure: what it pays, before it is shared.", "type": "object", "additionalProperties": {"type": ["integer", "string"]}},
            "each": {"description": "Figure: what each winner gets.", "type": "object", "additionalProperties": {"type": ["integer", "string"]}},
            "paid": {"description": "What all winners get.", "type": ["integer", "string"]},
            "balances": {
              "description": "What stands on the accounts after the draw; the fund may be below zero.",
              "type": "object", "additionalProperties": false, "minProperties": 1,
              "properties": {"operator": {"type": ["integer", "string"]}, "fund": {"type": ["integer", "string"]}, "jackpot": {"type": ["integer", "string"]}}
            },
            "balls": {"description": "The ball at which the draw ends.", "type": "integer"},
            "won": {
              "description": "Figure: the ball at which it is won, and the players, once for each unit.",
              "type": "object",
              "additionalProperties": {
                "type": "object", "additionalProperties": false, "minProperties": 1,
                "properties": {"ball": {"description": "The ball; 0 if nobody wins it.", "type": "integer"}, "by": {"type": "array", "items": {"type": "string"}}}
              }
            }
          }
        }
      }
    }
  }
}
}`
