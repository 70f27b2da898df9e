package gamefile

import "tirage/bingo"

// FormulaSchema is the JSON Schema (draft 2020-12) of the game files of bingo formulas, for editors.
func FormulaSchema() []byte { return indented(rulingsSchema(formulaSchema, bingo.Questions(), true)) }

var formulaSchema = `{
"$schema": "https://json-schema.org/draft/2020-12/schema",
"$id": "urn:tirage:schema:bingo",
"title": "A bingo formula",
"type": "object",
"additionalProperties": false,
"required": ["kind", "id", "code", "version", "name", "source", "currency", "mode", "model", "stakes", "max_cards", "figures", "end"],
"allOf": [
  {"if": {"properties": {"mode": {"const": "multi"}}, "required": ["mode"]}, "then": {"required": ["minimum", "shares", "remainders"]}},
  {"if": {"not": {"required": ["demonstration"]}}, "then": {"required": ["articles"]}},
  {"if": {"not": ` + rules("tie") + `}, "then": {"required": ["tie"]}},
  {"if": {"not": ` + rules("guarantee") + `}, "then": {"properties": {"jackpot": {"required": ["reading"], "properties": {"reading": {"description": "How the guarantee is kept: reset or at_least."}}}}}}
],
"properties": {
  "kind": {"description": "What the file describes.", "const": "bingo"},
  "id": {"description": "Short name of the formula: lower-case letters and digits with hyphens between them.", "type": "string", "pattern": "^[a-z0-9]+(-[a-z0-9]+)*$", "maxLength": 40},
  "code": {"description": "The formula's number in the identity of draws, from 1 to 9999.", "type": "integer", "minimum": 1, "maximum": 9999},
  "version": {"description": "Version of this file, from 1; raise it with every change.", "type": "integer", "minimum": 1, "maximum": 1000000},
  "name": {"description": "Name of the formula.", "$ref": "#/$defs/text"},
  "source": {"description": "The regulation that the articles belong to.", "$ref": "#/$defs/text"},
  "demonstration": {"description": "Says that no regulation stands behind the formula; shown wherever it is shown.", "$ref": "#/$defs/text"},
  "articles": {
    "description": "Where the regulation says what; only a demonstration has none.",
    "type": "object", "additionalProperties": false, "required": ["cards", "stakes", "minimum", "shares", "figures", "end"],
    "properties": {
      "cards": {"description": "The card model, and how many cards a player may have.", "$ref": "#/$defs/article"},
      "stakes": {"description": "The price of a card, and the number of balls.", "$ref": "#/$defs/article"},
      "lucky": {"description": "Lucky numbers.", "$ref": "#/$defs/article"},
      "minimum": {"description": "The players and cards that a draw needs.", "$ref": "#/$defs/article"},
      "shares": {"description": "How the stakes are shared out.", "$ref": "#/$defs/article"},
      "figures": {"description": "The figures and what they pay.", "$ref": "#/$defs/article"},
      "jackpot": {"description": "The guarantee of the jackpot.", "$ref": "#/$defs/article"},
      "end": {"description": "When a draw ends.", "$ref": "#/$defs/article"}
    }
  },
` + schemaInForce + `  "currency": {"description": "ISO 4217 code, EUR for example.", "type": "string", "pattern": "^[A-Z]{3}$"},
  "mode": {
    "description": "Who plays against whom: multi is a race of several players, single one player against a table.",
    "enum": ["multi", "single"],
    "x-enum-descriptions": ["A figure goes to those who reach it first.", "Every card or grid that reaches a figure in time is paid."]
  },
  "model": {
    "description": "The cards, and with them the balls.",
    "enum": ["75-classic", "75-variant", "90-classic", "90-variant"],
    "x-enum-descriptions": ["75 balls, one grid of 5 by 5", "75 balls, three grids that hold every number once", "90 balls, one grid of 3 by 9", "90 balls, six grids that hold every number once"]
  },
  "layout": {
    "description": "How cards are laid out where the model leaves it open.",
    "type": "object", "additionalProperties": false,
    "properties": {
      "empty_columns": {"description": "90 balls: a column of a grid may hold no number (false).", "type": "boolean"},
      "sorted": {"description": "The numbers of a column ascend from top to bottom (false: their order is random).", "type": "boolean"}
    }
  },
  "stakes": {
    "description": "The price of a card: one, or in single-player mode several to choose from, rising.",
    "type": "array", "minItems": 1, "maxItems": 16, "items": {"$ref": "#/$defs/amount"}
  },
  "lucky": {"description": "How many lucky numbers a player may choose: 0 (none) to 5; multiplayer only.", "type": "integer", "minimum": 0, "maximum": 5},
  "max_cards": {"description": "Cards a player may have in a draw: up to 25 of one grid, up to 12 of several.", "type": "integer", "minimum": 1, "maximum": 25},
  "minimum": {
    "description": "What a draw needs; with less when sales close, every stake goes back.",
    "type": "object", "additionalProperties": false, "required": ["players", "cards"],
    "properties": {
      "players": {"description": "Distinct persons.", "type": "integer", "minimum": 1, "maximum": 1000000},
      "cards": {"description": "Cards of all of them.", "type": "integer", "minimum": 1, "maximum": 1000000}
    }
  },
  "shares": {
    "description": "How the stakes are shared out: winners = pool + jackpot + fund, and the operator has the rest.",
    "type": "object", "additionalProperties": false, "required": ["winners"],
    "properties": {
      "winners": {"description": "All that goes to winners sooner or later, of the stakes: a percentage in quotes, \"65 %\".", "$ref": "#/$defs/share"},
      "pool": {"description": "The pool in play, which the figures share out, of the stakes.", "$ref": "#/$defs/share"},
      "jackpot": {"description": "What the jackpot grows by, of the stakes.", "$ref": "#/$defs/share"},
      "fund": {"description": "What goes to the fund, of the stakes.", "$ref": "#/$defs/share"}
    }
  },
  "remainders": {"description": "Who takes what rounding to whole cents leaves: fund or operator.", "enum": ["fund", "operator"]},
  "figures": {
    "description": "What can be won, from the fewest lines to the full grid.",
    "type": "array", "minItems": 1, "maxItems": 16,
    "items": {
      "type": "object", "additionalProperties": false, "required": ["id", "name", "prize"],
      "properties": {
        "id": {"description": "Short name, unique in the formula.", "type": "string", "pattern": "^[a-z0-9]+(_[a-z0-9]+)*$", "maxLength": 40},
        "name": {"description": "Name of the figure.", "$ref": "#/$defs/text"},
        "lines": {"description": "Horizontal lines of one grid.", "type": "integer", "minimum": 1, "maximum": 5},
        "full": {"description": "The full grid, instead of a number of lines.", "type": "boolean"},
        "within": {"description": "Reached within so many balls; leave it out where there is no limit.", "type": "integer", "minimum": 1, "maximum": 90},
        "prize": {
          "description": "What it pays: jackpot, {pool_share: \"29 %\"}, {multiple: 20} or {from_fund: 10}.",
          "type": ["string", "object"], "pattern": "^jackpot$", "examples": ["jackpot"],
          "additionalProperties": false, "minProperties": 1, "maxProperties": 1,
          "properties": {
            "pool_share": {"description": "A share of the pool in play.", "$ref": "#/$defs/share"},
            "multiple": {"description": "So many times the stake of a card.", "type": "integer", "minimum": 1, "maximum": 1000000},
            "from_fund": {"description": "An amount that the fund pays.", "$ref": "#/$defs/amount"}
          }
        }
      }
    }
  },
  "tie": {"description": "What counts once when several reach a figure at the same ball: player, card or grid. Left out where it is ruled.", "enum": ["player", "card", "grid"]},
  "end": {
    "description": "When a draw ends: first_full_grid, all_figures or {after_balls: 60}.",
    "type": ["string", "object"], "pattern": "^(first_full_grid|all_figures)$", "examples": ["first_full_grid", "all_figures"],
    "additionalProperties": false, "required": ["after_balls"],
    "properties": {"after_balls": {"description": "After so many balls.", "type": "integer", "minimum": 1, "maximum": 90}}
  },
  "jackpot": {
    "description": "The jackpot, which grows by its share of all stakes.",
    "type": "object", "additionalProperties": false, "required": ["guarantee"],
    "properties": {
      "guarantee": {"description": "The least it ever pays.", "$ref": "#/$defs/amount"},
      "reading": {
        "description": "How that is kept: reset or at_least. Left out where it is ruled.",
        "enum": ["reset", "at_least"],
        "x-enum-descriptions": ["It starts at the guarantee, and after a win the fund puts the guarantee back.", "It starts at nothing, and the fund adds what is missing when it is won."]
      }
    }
  },
` + schemaRulings + `
},
"$defs": {
` + schemaDefs + `,
  "share": {"description": "A percentage from 0 to 100 with at most four decimals, in quotes: \"47.72 %\".", "type": ["integer", "string"], "minimum": 0, "maximum": 100}
}
}
`
