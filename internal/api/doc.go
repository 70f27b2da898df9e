// Package api is the house over HTTP: JSON by OpenAPI 3.1, refusals as problem+json (RFC 9457), sessions by cookie or bearer token.
//
// Its invariant: it holds no rule and no SQL; what it refuses by itself is a request that is none (malformed, too large, too often,
// from another site, by nobody). Every route stands in one list with the roles that may use it; a sealed ticket has no way into an
// answer but sealedOf, which takes nothing that the ticket hides; and no token, password, query string or address is ever logged.
//
// What is allowed, sold, paid and recorded is left to package shop, listening and certificates to the command.
package api
