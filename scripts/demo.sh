#!/usr/bin/env bash
# The main job in small: prints, re-judges, recounts and audits a SPECIMEN range of each shipped game, draws one ticket of each
# covered and scratched, has a printed face judged, and plays and verifies a draw of live bingo. Everything it writes is in demo/.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
packs=${PACKS:-20}
out=demo
tirage=bin/tirage

say() { printf '\n\033[1m$ %s\033[0m\n' "$*"; }
[ -t 1 ] || say() { printf '\n$ %s\n' "$*"; }
run() {
  say "${*/#$tirage/tirage}"
  "$@"
}

rm -rf "$out"
mkdir -p "$out"
run $tirage games
for game in bingo-10eur vegas-3eur sports-2004-5eur; do
  run $tirage print "$game" --packs "$packs" --out "$out/$game"
  run $tirage audit "$out/$game"
  run $tirage ticket "$game" --svg "$out/$game.svg" --pdf "$out/$game.pdf"
  run $tirage ticket "$game" --covered --svg "$out/$game-covered.svg"
done
say "tirage ticket vegas-3eur --lot 50 --json > $out/face.json"
$tirage ticket vegas-3eur --lot 50 --json >"$out/face.json"
run $tirage judge vegas-3eur "$out/face.json"
say "tirage cards bingo-extra --n 2 --players 4 --json > $out/cards.json"
$tirage cards bingo-extra --n 2 --players 4 --json >"$out/cards.json"
run $tirage cards bingo-extra --n 1 --svg "$out/card.svg"
run $tirage draw bingo-extra --cards "$out/cards.json" --out "$out/draw.json"
run $tirage verify "$out/draw.json"
printf '\nLook at the tickets and the card: %s\n' "$(ls "$out"/*.svg | tr '\n' ' ')"
printf '\nTry the house that sells them online: %s serve --demo\n' "$tirage"
