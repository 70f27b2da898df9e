# make demo and make test are for everybody; the rest is for work on the code.
SHELL := /bin/bash
TOOL := go tool -modfile=tools/go.mod
TAGS ?= readers

FUZZTIME  ?= 30
FUZZTOTAL ?= 0
BENCH     ?= .
BENCHTIME ?= 1s
BENCHFLAGS ?=
SOAKTIME  ?= 2h

.NOTPARALLEL:
.PHONY: build demo test test-fast test-unit test-race test-duckdb deps lint vet fmt check-format generate check-generated \
	imports hygiene fuzz bench soak vectors golden clean help

build: ## bin/tirage, without C
	CGO_ENABLED=0 go build -trimpath -o bin/tirage ./cmd/tirage

demo: build ## prints and audits a specimen range of each game, and draws tickets into demo/
	./scripts/demo.sh

test: deps test-unit test-race test-duckdb ## installs what the full tests need and runs them all

deps: ## Debian packages, if their commands are missing
	./scripts/deps.sh

test-unit: ## every package, with the tests that need Debian's programs
	go test -tags '$(TAGS)' -timeout 20m ./...

test-race: ## the packages that start goroutines
	./scripts/race.sh -timeout 20m

test-duckdb: ## somebody else's reader, in a module of its own; PARQUET=file also opens that file
	cd tests/duckdb && CGO_ENABLED=1 go test -timeout 10m ./... $(if $(PARQUET),-args -parquet '$(abspath $(PARQUET))')

test-fast: ## needs Go only
	go test -short ./...

vet:
	go vet -tags '$(TAGS)' ./...
	cd tests/duckdb && go vet ./...

lint: ## golangci-lint, with staticcheck
	$(TOOL) golangci-lint run --build-tags '$(TAGS)' ./...

fmt: ## writes what check-format wants
	$(TOOL) golangci-lint fmt

check-format: ## gofmt and gofumpt, without writing
	$(TOOL) golangci-lint fmt --diff

generate:
	go generate ./...

check-generated:
	./scripts/check-generated.sh

imports: ## the table of allowed imports, with notes on what it allows in vain
	go test -count=1 -v .

hygiene:
	./scripts/hygiene.sh

fuzz: ## every fuzz target for FUZZTIME seconds
	./scripts/fuzz.sh $(FUZZTIME) $(FUZZTOTAL)

bench: ## BENCH=pattern BENCHTIME=1s
	go test -run '^$$' -bench '$(BENCH)' -benchtime $(BENCHTIME) -benchmem -timeout 1h $(BENCHFLAGS) ./...

soak: ## the long tests, those with the build tag soak, under names with Soak
	go test -tags 'soak $(TAGS)' -run Soak -count=1 -timeout $(SOAKTIME) -v ./...

vectors: ## checks the published test vectors
	go test -count=1 -run Vector -v ./fair ./seal ./bingo ./ledger

golden: ## writes the golden files anew: look at the diff before you commit it
	go test -update $$(git grep --untracked -l '"tirage/internal/golden"' -- '*_test.go' | xargs -n1 dirname | sort -u | sed 's|^|./|')

clean:
	rm -rf bin demo

help:
	@awk -F ':.*## ' '/^[a-z-]+:.*## /{printf "%-16s %s\n", $$1, $$2}' Makefile
