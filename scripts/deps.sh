#!/usr/bin/env bash
# Installs the Debian packages that the full tests need, if their commands are missing: programs by other hands that read what
# tirage writes (barcodes, SVG, PDF), PostgreSQL, and the C++ compiler for the race detector and DuckDB. The product itself
# needs none on one machine.
set -euo pipefail

needs=( # command:package
  gcc:gcc g++:g++
  zbarimg:zbar-tools dmtxread:dmtx-utils
  rsvg-convert:librsvg2-bin pdftoppm:poppler-utils
  pg_lsclusters:postgresql
)
missing=()
for need in "${needs[@]}"; do
  command -v "${need%%:*}" >/dev/null || missing+=("${need#*:}")
done
if [ ${#missing[@]} -eq 0 ]; then
  echo "deps: all ${#needs[@]} commands are there"
  exit 0
fi
if ! command -v apt-get >/dev/null; then
  echo "deps: this machine has no apt-get; install what these Debian packages hold, then run again: ${missing[*]}" >&2
  exit 1
fi

as_root=()
[ "$(id -u)" -eq 0 ] || as_root=(sudo)
install() {
  "${as_root[@]}" apt-get -q -o DPkg::Lock::Timeout=300 update &&
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -q -y -o DPkg::Lock::Timeout=300 install --no-install-recommends "${missing[@]}"
}
echo "deps: installing ${missing[*]}"
install || { echo "deps: once more" >&2; sleep 5; install; }
