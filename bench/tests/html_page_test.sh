#!/bin/sh
# A real match and an experiment, reported as HTML and looked at with Chromium.
#   html_page_test.sh XQBENCH
# Exit code 77 (skipped) without python3 or a browser.
set -eu
xqbench=$1
here=$(cd "$(dirname "$0")" && pwd)
root=$here/../..
command -v python3 >/dev/null 2>&1 || { echo "html_page_test: skipped, there is no python3"; exit 77; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cat > "$folder/match.yaml" <<'YAML'
name: a <b>page</b>
players:
  - { name: "</script><b>'x' & \"象棋\"", variant: PVSTI }
  - { name: full, variant: full }
  - { name: PVSHTIQ, variant: PVSHTIQ }
limit: nodes=100
games: 8
YAML
cat > "$folder/experiment.yaml" <<'YAML'
name: small & simple
base: PVS
design: factorial
depths: [2]
positions: 3
suite: suites/bench/positions.epd
factors:
  - { name: C, set: { capture_order: see } }
  - { name: H, set: { history: butterfly } }
YAML
"$xqbench" match "$folder/match.yaml" --set openings="$root/suites/openings/classical.epd" --db "$folder/test.db" --quiet >"$folder/out"
"$xqbench" experiment "$folder/experiment.yaml" --db "$folder/test.db" --quiet >"$folder/out"
"$xqbench" report "$folder/test.db" --html "$folder/test.html"
python3 -B "$here/html_page_test.py" "$xqbench" "$folder/test.html" "$folder/test.db"
