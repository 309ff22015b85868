#!/bin/sh
# The commands that open the files of configs/tune run as they are printed, one after another: only sizes are cut down here.
#   recipes_test.sh BIN_DIR SOURCE_DIR
top=$2
. "$(dirname "$0")/cli.sh"
ln -s "$top/configs" configs
ln -s "$top/suites" suites
PATH=$bin:$PATH

# The commands of a heading, a line each.
recipe() { # FILE
    sed -n 's/^#   //p' "configs/tune/$1.yaml" | sed -e ':a' -e '/\\$/N; s/\\\n *//; ta'
}

# Fewer nodes and games.
cut_down() {
    sed -e 's/ *#.*//' -e 's/\(nodes=[0-9]*\)00/\1/g' -e 's/--games [0-9]*/--games 60/' \
        -e '/^xqbench match/s/$/ --jobs 2 --quiet --set adjudication.max_plies=50/' -e '/^xqtune fit/s/$/ --quiet --set games_min=10 --set k=1/' \
        -e '/^xqtune spsa/s/$/ --quiet --set limit=nodes=50 --set games=32 --set preflight=off --set validate_every=0 --set adjudication.max_plies=50/' \
        -e '/^xqtune verify/s/$/ --games 4 --set adjudication.max_plies=50/'
}

for file in fit compare spsa record; do
    recipe "$file" >"$file.full"
    [ "$(wc -l <"$file.full")" -ge 2 ] || fail "$file.yaml: no recipe is found"
    cut_down <"$file.full" >"$file.sh"
    rm -f ./*.db
    while read -r line; do
        set +e
        eval "$line" >out 2>err </dev/null
        code=$?
        set -e
        case $line in "xqtune verify"*)
            [ $code != 11 ] || code=0 # what is proved here in four games stays undecided
            grep -q 'openings were played before the tuning' err || fail "configs/tune/$file.yaml: $line: knows no game before the tuning: $(cat err)" ;;
        esac
        [ $code = 0 ] || fail "configs/tune/$file.yaml: $line: exit code $code: $(cat err)"
    done <"$file.sh"
done

# The games that a fit shall learn from differ.
rm -f ./*.db
sed -n '/match/p' fit.sh >match.sh
. ./match.sh >/dev/null
[ "$(sqlite3 -readonly games.db 'SELECT count(DISTINCT move_hash) * 10 > count(*) * 9 FROM game')" = 1 ] || fail "they are alike"
