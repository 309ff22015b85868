#!/bin/sh
# xqtune spsa on engines behind pipes: ours, and Fairy-Stockfish's own options.
#   spsa_engines_test.sh BIN_DIR
. "$(dirname "$0")/cli.sh"

"$bin/xqtune" spsa --init --player "cmd=$bin/xqengine protocol=uci name=piped option.hash=1" --only 'options.lmr*' >piped.yaml
grep -q '"options.lmr_base": { value: 60' piped.yaml || fail "the engine's options are missing: $(cat piped.yaml)"
piped() { # JOBS
    "$bin/xqtune" spsa piped.yaml --quiet --db "piped$1.db" --games 64 --jobs "$1" --csv "piped$1.csv" --set limit=nodes=100 --set batch=4 \
        --set adjudication.max_plies=60 --set preflight=off --set "out=piped$1.yaml"
}
piped 1 >out.txt
piped 3 >/dev/null
cmp piped1.csv piped3.csv || fail "results depend on the number of workers"
grep -q '^setoption name lmr_base value' out.txt || fail "no options to paste"
# The result is an engine file.
"$bin/xqbench" match --player piped1.yaml --player pvs --limit depth=1 --games 2 --db m.db --quiet >/dev/null || fail "the result is no player"

fairy=$(command -v fairy-stockfish || echo /usr/games/fairy-stockfish)
[ -x "$fairy" ] || { echo "fairy-stockfish is not installed: scripts/setup --test installs it"; exit 77; }
"$bin/xqtune" spsa --init --player fairy-stockfish >fairy.yaml
grep -q '^  "options.Contempt"' fairy.yaml || fail "its options are missing: $(cat fairy.yaml)"
grep -q '^  # "options.Hash"' fairy.yaml || fail "a matter of memory is tuned: $(cat fairy.yaml)"
# Low skill plays at random now and then: its number must rise, and be seen to matter.
cat >skill.yaml <<'Y'
player: fairy-stockfish
limit: depth=3
openings: suites/openings/balanced.epd.gz
games: 240
batch: 4
r: 0.02
tail: 0.5
preflight: off
params:
  options.Skill Level: { value: 2, min: -20, max: 20, c: 6 }
  options.Contempt: { c: 5 }
Y
"$bin/xqtune" spsa skill.yaml --quiet --db fairy.db >out.txt 2>err.txt || fail "$(cat err.txt)"
grep 'options.Skill Level ' out.txt
awk '$1 " " $2 == "options.Skill Level" { exit !($4 > $3 && $9 > 2) } END { if (!NR) exit 1 }' out.txt || fail "skill doesn't rise: $(cat out.txt)"
