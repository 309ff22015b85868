#!/bin/sh
# scripts/check-floors finds each kind of violation in a small tree, and nothing in what is allowed.
#   check_floors_test.sh CHECK_FLOORS
set -eu
check=$1
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
failed=0

# put FILE LINE...: one source file of the tree
put() {
    file=$tree/$1
    shift
    mkdir -p "$(dirname "$file")"
    printf '%s\n' "$@" > "$file"
}
# expect WHAT TEXT: the report holds exactly this line
expect() {
    "$check" "$tree" > "$tree/report" && code=0 || code=$?
    if [ "$(cat "$tree/report")" != "$2" ] || { [ -n "$2" ] && [ "$code" != 1 ]; }; then
        echo "$1: code $code, expected '$2', got:"
        cat "$tree/report"
        failed=1
    fi
    rm -rf "$tree/engine" "$tree/bench" "$tree/tuner"
}

put engine/core/a.c '#include "engine/core/a.h"' '#include <stdio.h>' '#include <zlib.h>'
put engine/eval/a.c '#include "engine/conf/conf.h"' '#include "engine/xq/pos.h"'
put bench/client/builtin.c '#include "engine/search/session.h"'
put bench/store/a.c '#include <sqlite3.h>' '// #include "tuner/fit/a.h"'
put bench/tests/a.c '#include "engine/tests/test.h"' '#include "bench/cmd/a.h"' '#include <cmocka.h>'
expect "what is allowed" ""

put engine/core/a.h '' '#include "engine/conf/conf.h"'
expect "an arrow upwards" "engine/core/a.h:2: engine/core may not include engine/conf"
put engine/xq/a.c '  #  include  "engine/conf/conf.h"'
expect "a side step, written with blanks" "engine/xq/a.c:1: engine/xq may not include engine/conf"
put engine/cmd/a.c '#include "bench/stats/sprt.h"'
expect "an arrow between packages" "engine/cmd/a.c:1: engine/cmd may not include bench/stats"
put bench/client/a.c '#include "engine/search/session.h"'
expect "a search outside builtin.c" "bench/client/a.c:1: bench/client may not include engine/search"
put bench/match/referee.c '#include "bench/client/player.h"'
expect "a referee who knows a player" "bench/match/referee.c:1: bench/match/referee.c may not include bench/client"
put bench/match/a.c '#include <sqlite3.h>'
expect "SQLite outside the store" "bench/match/a.c:1: only bench/store may include <sqlite3.h>"
put bench/report/a.c '#include <gsl/gsl_cdf.h>'
expect "GSL outside the statistics" "bench/report/a.c:1: only bench/stats tuner/fit may include <gsl/gsl_cdf.h>"
put bench/stats/a.c '#include <yaml.h>'
expect "libyaml outside conf" "bench/stats/a.c:1: only engine/conf may include <yaml.h>"
put engine/xq/a.c '#include "pos.h"'
expect "an include beside the file" "engine/xq/a.c:1: \"pos.h\" is not a path from the root"
put engine/new/a.c '#include <stdio.h>'
expect "a folder without a floor" "engine/new/a.c:0: the table of floors has no row for engine/new"
exit $failed
