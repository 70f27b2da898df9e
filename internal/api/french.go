package api

// french holds what the descriptions of the OpenAPI say, in French, for the reading page.
var french = map[string]string{}
