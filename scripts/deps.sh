#!/usr/bin/env bash
# Installs the Debian packages that the full tests need, if their commands are missing: programs by other hands that read what
# tirage writes (barcodes, SVG, PDF), curl, PostgreSQL, and the C++ compiler for the race detector and DuckDB. The product itself
# needs none on one machine.
set -euo pipefail

needs=( # command:package
  gcc:gcc g++:g++
  zbarimg:zbar-tools dmtxread:dmtx-utils
  rsvg-convert:librsvg2-bin pdftoppm:poppler-utils
  curl:curl
)
# missing names the packages whose commands are not there.
missing() {
  for need in "${needs[@]}"; do
    command -v "${need%%:*}" >/dev/null || echo "${need#*:}"
  done
  # Debian keeps the server's programs out of PATH.
  compgen -G '/usr/lib/postgresql/*/bin/initdb' >/dev/null || command -v initdb >/dev/null || echo postgresql
}
mapfile -t wanted < <(missing)
if [ ${#wanted[@]} -eq 0 ]; then
  echo "deps: all $((${#needs[@]} + 1)) commands are there"
  exit 0
fi
if ! command -v apt-get >/dev/null; then
  echo "deps: this machine has no apt-get; install what these Debian packages hold, then run again: ${wanted[*]}" >&2
  exit 1
fi

as_root=()
if [ "$(id -u)" -ne 0 ]; then
  as_root=(sudo)
  if ! command -v sudo >/dev/null; then
    echo "deps: installing takes root, and there is no sudo; have root run: apt-get install --no-install-recommends ${wanted[*]}" >&2
    exit 1
  fi
fi
install() {
  "${as_root[@]}" apt-get -q -o DPkg::Lock::Timeout=300 update &&
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -q -y -o DPkg::Lock::Timeout=300 install --no-install-recommends "${wanted[@]}"
}
echo "deps: installing ${wanted[*]}"
install || { echo "deps: once more" >&2; sleep 5; install; }
hash -r
mapfile -t wanted < <(missing)
if [ ${#wanted[@]} -ne 0 ]; then
  echo "deps: installed, and still without the commands of: ${wanted[*]}" >&2
  exit 1
fi
