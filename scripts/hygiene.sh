#!/usr/bin/env bash
# What no tool for Go looks at: big files, lock files that name a registry, tests that are skipped, and modules out of order.
set -euo pipefail
tracked=$(git ls-files | wc -l)
if [ "$tracked" -eq 0 ]; then
  echo "hygiene: git tracks no file here" >&2
  exit 1
fi
limit=$((1024 * 1024))
big=( # tracked files that may pass the limit, each with its reason
)

failed=0
fail() {
  echo "hygiene: $1" >&2
  [ -z "${2:-}" ] || printf '%s\n' "$2" | head -20 | sed 's/^/  /' >&2
  failed=1
}

while IFS= read -r -d '' file; do
  [ -f "$file" ] || continue
  size=$(wc -c <"$file")
  if [ "$size" -gt "$limit" ] && [[ " ${big[*]-} " != *" $file "* ]]; then
    fail "$file has $size bytes, more than $limit: make it smaller or list it here with its reason"
  fi
done < <(git ls-files -z)

# The hosts are asked of the tools, so that this file names none.
hosts=$({
  go env GOPROXY | tr ',|' '\n\n'
  ! command -v npm >/dev/null || npm config get registry
} | sed -nE 's#^https?://([^/]+).*#\1#p' | sort -u)
for host in $hosts; do
  hits=$(git grep -nIF "$host" || true)
  [ -z "$hits" ] || fail "tracked files name a package registry's host" "$hits"
done
for lock in $(git ls-files '*package-lock.json'); do
  hits=$(grep -n '"resolved": "http' "$lock" || true)
  [ -z "$hits" ] || fail "$lock names a registry: npm config set omit-lockfile-registry-resolved true" "$hits"
done

hits=$(git grep -nIE '\b[tbf]\.(Skip|Skipf|SkipNow)\(' -- '*_test.go' || true)
[ -z "$hits" ] || fail "tests may skip; a test that needs a program of others has the build tag readers instead" "$hits"

for module in . tests/duckdb; do
  hits=$(cd "$module" && go mod tidy -diff 2>&1) || fail "module $module is not tidy: run go mod tidy there" "$hits"
done
[ "$failed" -eq 0 ] || exit 1
echo "hygiene: $tracked tracked files looked at"
