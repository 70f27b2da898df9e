#!/usr/bin/env bash
# Generates everything anew and fails if that changes a file. Compares with the tree as it was, so that uncommitted work does
# no harm.
set -euo pipefail
state() { git ls-files -z --cached --others --exclude-standard | xargs -0 sha256sum 2>/dev/null | sort -k2 || true; }
commands=$(git grep --untracked -cE '^//go:generate' -- '*.go' | awk -F: '{n += $2} END {print n + 0}') || commands=0
if [ "$commands" -eq 0 ]; then
  echo "generated: no command found: git must answer here" >&2
  exit 1
fi
before=$(state)
go generate ./...
if ! changed=$(diff <(printf '%s\n' "$before") <(state) | sed -nE 's/^[<>] [0-9a-f]+  /  /p' | sort -u) || [ -n "$changed" ]; then
  echo "generated files are not up to date (now they are: look at them and commit):" >&2
  echo "$changed" >&2
  exit 1
fi
echo "generated: $commands commands, no file changed"
