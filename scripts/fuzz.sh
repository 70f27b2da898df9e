#!/usr/bin/env bash
# Fuzzes every target of the module, one after another: scripts/fuzz.sh SECONDS [TOTAL]. Each runs for SECONDS, or for less
# when all together would pass TOTAL seconds. A failing input is left in the package's testdata/fuzz.
set -euo pipefail
each=${1:?seconds for each target}
total=${2:-0}

mapfile -t targets < <(git grep --untracked -E '^func Fuzz[A-Za-z0-9_]*\(' -- '*_test.go' | sed -E 's/^([^:]+):func (Fuzz[A-Za-z0-9_]*).*/\1 \2/' | sort)
if [ ${#targets[@]} -eq 0 ]; then
  echo "fuzz: no target found" >&2
  exit 1
fi
if [ "$total" -gt 0 ] && [ $((each * ${#targets[@]})) -gt "$total" ]; then
  each=$((total / ${#targets[@]}))
  [ "$each" -ge 1 ] || each=1
fi

log=$(mktemp)
trap 'rm -f "$log"' EXIT
# The engine now and then reports its own deadline as a failure; it has found no input then, and one more try is fair.
try() {
  go test -run='^$' -fuzz="^$2\$" -fuzztime="${each}s" -fuzzminimizetime=10x "./$1" >"$log" 2>&1 && return
  grep -q 'context deadline exceeded' "$log" && ! grep -q 'Failing input written' "$log" || return 1
  go test -run='^$' -fuzz="^$2\$" -fuzztime="${each}s" -fuzzminimizetime=10x "./$1" >"$log" 2>&1
}
failed=0
for target in "${targets[@]}"; do
  dir=$(dirname "${target% *}") name=${target#* }
  if try "$dir" "$name"; then
    printf 'fuzz: %-24s %-32s %ss  %s\n' "$dir" "$name" "$each" "$(grep -oE 'execs: [0-9]+' "$log" | tail -1)"
  else
    printf 'fuzz: %-24s %-32s FAILED\n' "$dir" "$name"
    cat "$log"
    failed=$((failed + 1))
  fi
done
echo "fuzz: $((${#targets[@]} - failed)) passed, $failed failed"
[ "$failed" -eq 0 ]
