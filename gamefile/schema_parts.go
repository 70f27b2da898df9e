package gamefile

// The parts that game files of both kinds have.
const (
	schemaInForce = `  "in_force": {
    "description": "From when this version applies; leave out what is not known yet.",
    "type": "object", "additionalProperties": false,
    "properties": {
      "planned": {"description": "Date planned, YYYY-MM-DD.", "type": "string"},
      "actual": {"description": "Date from which it applied, YYYY-MM-DD.", "type": "string"},
      "notice": {"description": "The notice that announced it.", "type": "string", "maxLength": 500}
    }
  },
`

	// @NAMES@ and @CHOICES@ are for editors: see rulingsSchema.
	schemaRulings = `  "rulings": {
    "description": "Choices made where the regulation is silent. The program follows them.",
    "type": "array", "maxItems": 100,
    "items": {
      "type": "object", "additionalProperties": false, "required": ["name", "choice", "article", "why"],@CHOICES@
      "properties": {
        "name": {"description": "Name of the question.", @NAMES@"type": "string", "minLength": 1, "maxLength": 60},
        "choice": {"description": "The choice, one of those that the question has.", "type": "string", "minLength": 1, "maxLength": 60},
        "article": {"description": "The article that leaves it open.", "$ref": "#/$defs/article"},
        "why": {"description": "Why, in a sentence.", "$ref": "#/$defs/text"}
      }
    }
  }`

	articlePattern = `[\p{L}\p{N}]` // what is not blank

	schemaDefs = `  "text": {
    "type": "object", "additionalProperties": false, "required": ["fr", "en"],
    "properties": {
      "fr": {"description": "In French.", "type": "string", "minLength": 1, "maxLength": 1000},
      "en": {"description": "In English.", "type": "string", "minLength": 1, "maxLength": 1000}
    }
  },
  "article": {"type": "string", "maxLength": 40, "pattern": "[\\p{L}\\p{N}]"},
  "amount": {"description": "An amount in the main unit: a whole number, or in quotes with decimals, \"0.50\".", "type": ["integer", "string"], "minimum": 0}`
)
