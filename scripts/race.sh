#!/usr/bin/env bash
# Runs the short tests of every package that starts goroutines or shares memory under the race detector. Packages without
# either cannot race, and the rule packages hold none.
set -euo pipefail
mapfile -t packages < <(git grep --untracked -lE '^\s*(go (func\b|[A-Za-z_.]+\()|(import )?"sync(/atomic)?"$|"golang.org/x/sync)' -- '*.go' ':!tests' ':!tools' ':!*/testdata/*' |
  xargs -r -n1 dirname | sort -u | grep -vx -e internal/artwork -e cmd/tirage | sed 's|^|./|')
if [ ${#packages[@]} -eq 0 ]; then
  echo "race: no package found that starts a goroutine: git must answer here" >&2
  exit 1
fi
echo "race: ${packages[*]}"
CGO_ENABLED=1 go test -race -short "$@" "${packages[@]}"
# Of the drawings only one test draws in several goroutines; under the detector the others would take minutes and find nothing.
echo "race: ./internal/artwork, TestDeterminism"
CGO_ENABLED=1 go test -race -short -run TestDeterminism "$@" ./internal/artwork
# Of the command line, what starts goroutines of its own: servers, simulations, print runs.
echo "race: ./cmd/tirage, servers, simulations and print runs"
CGO_ENABLED=1 go test -race -short -run 'Scripts/(house|house-sale|keeper|bingo-simulate|print)$|Simulation|KeeperServes|WalletServe' "$@" ./cmd/tirage
