package main

// frenchCounter is the French of the verbs of the counter: issue, pack, retailer, claim, report.
var frenchCounter = map[string]string{}
