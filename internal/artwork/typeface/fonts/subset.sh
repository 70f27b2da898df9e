#!/bin/sh
# Makes the .ttf files of this folder from the fonts' own releases, as packed for npm. They are cut down to the Latin letters, figures and
# signs that a ticket sets, without hinting (tickets are drawn as outlines). The names are taken out, as the licence asks of changed
# fonts with a reserved name; copyright and licence stay inside.
#   apt-get install -y fonttools
#   cd "$(mktemp -d)" && npm install @fontsource/barlow-condensed@5.3.0 @fontsource/barlow-semi-condensed@5.3.0 \
#     @fontsource/lilita-one@5.3.0 @fontsource/limelight@5.3.0 @fontsource/kanit@5.3.0 && sh …/fonts/subset.sh
set -eu
out=$(cd "$(dirname "$0")" && pwd)
signs=U+0020-007E,U+00A0-00FF,U+0152,U+0153,U+2009,U+2013,U+2014,U+2018,U+2019,U+201C,U+201D,U+2022,U+2026,U+202F,U+20AC,U+2212,U+2192,U+2116
cut() {
	pyftsubset "node_modules/@fontsource/$1/files/$1-latin-$2.woff" --output-file="$out/$3.ttf" --unicodes="$signs" \
		--layout-features=kern --no-hinting --desubroutinize --name-IDs=0,13,14 --notdef-outline --no-recalc-timestamp \
		--drop-tables+=DSIG,GSUB,GDEF,gasp
	cp "node_modules/@fontsource/$1/LICENSE" "$out/$1.OFL.txt"
}
cut barlow-semi-condensed 500-normal text
cut barlow-semi-condensed 700-normal bold
cut barlow-condensed 600-normal narrow
cut barlow-condensed 800-normal figures
cut lilita-one 400-normal round
cut limelight 400-normal marquee
cut kanit 800-italic speed
