#!/bin/sh
# The worked example of another engine's evaluation works, on fewer games.
#   example_test.sh BIN_DIR
here=$(cd "$(dirname "$0")" && pwd)
. "$here/cli.sh"
"$here/../../scripts/example-trace" "$bin" 150 >out.txt 2>err.txt || fail "it ends with $?: $(tail -n 3 out.txt) $(cat err.txt)"
grep -q 'scores: .*: right$' out.txt || fail "the engine's trace is called wrong: $(grep scores: out.txt)"
awk '$2 == "rook" { exit $3 + $4 < 1795 || $3 + $4 > 1805 }' example-trace/mine-new.txt || fail "the rook didn't keep its value: $(cat example-trace/mine-new.txt)"
grep -q '^    \[WEIGHT_ROOK\] = { [0-9]*, [0-9]* },$' out.txt || fail "no table in C"
"$bin/xqtune" list example-trace/games.db | grep -q 'fit *proposed .*mine.txt' || fail "the tuning isn't in the database"
# The example of the page is read as it stands there, comments and all; two games are too few to fit.
sed -n '/^# xqlab trace 1/,/^```/{/^```/d;p;}' "$here/../README.md" >page.txt
refuses "are too few for a fit" "$bin/xqtune" fit page.txt
