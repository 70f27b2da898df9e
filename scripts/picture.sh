#!/usr/bin/env bash
# Draws docs/tickets.png, the picture of the README: each shipped ticket covered and scratched. Needs rsvg-convert and ImageMagick.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
pictures=()
draw() { # name, arguments of tirage ticket
  bin/tirage ticket "${@:2}" --seed picture --svg "$work/$1.svg"
  rsvg-convert -h 780 "$work/$1.svg" -o "$work/$1.png"
  pictures+=("$work/$1.png")
}
draw bingo-covered bingo-10eur --covered
draw bingo bingo-10eur --lot 30
draw vegas-covered vegas-3eur --covered
draw vegas vegas-3eur --lot 50
draw sports-covered sports-2004-5eur --covered
draw sports sports-2004-5eur --lot 10
convert "${pictures[@]}" -background none -gravity center -bordercolor none -border 8 +append -colors 255 PNG8:docs/tickets.png
