# What the tests of xqbench's command line share: sourced with the path of xqbench as first argument.
# shellcheck shell=sh
set -eu
xqbench=$1
source_dir=$(cd "$(dirname "$0")/../.." && pwd)
folder=$(mktemp -d)
trap 'chmod -R u+w "$folder"; rm -rf "$folder"' EXIT
cd "$folder"

fail() {
    echo "$*" >&2
    [ ! -s stdout ] || { echo "standard output:"; tail -n 20 stdout; } >&2
    [ ! -s stderr ] || { echo "standard error:"; tail -n 20 stderr; } >&2
    exit 1
}
# expect CODE ARGUMENT...: run xqbench; its output is in stdout and stderr
expect() {
    expected=$1
    shift
    code=0
    "$xqbench" "$@" >stdout 2>stderr || code=$?
    [ "$code" = "$expected" ] || fail "xqbench $*: code $code instead of $expected"
}
# refuse TEXT ARGUMENT...: code 2 and one line that holds the text
refuse() {
    text=$1
    shift
    expect 2 "$@"
    [ "$(wc -l <stderr)" = 1 ] || fail "xqbench $*: not one line"
    grep -qF -- "$text" stderr || fail "xqbench $*: no '$text'"
}
# ask DB SQL: a number from a database that may be in use or not yet there
ask() { sqlite3 -readonly "$1" "$2" 2>/dev/null || echo 0; }
digest() {
    expect 0 digest "$@"
    cat stdout
}
now() { cut -d' ' -f1 /proc/uptime; } # seconds
same() { [ "$2" = "$3" ] || fail "$1: $2, not $3"; }
# quick_match GAMES ARGUMENT...: fast games that hardly repeat. With `start=exec` before it and & behind, $! is xqbench.
quick_match() {
    games=$1
    shift
    ${start:-} "$xqbench" match --player PVSHT --player PVSHTI --limit nodes=100 --games "$games" --seed 3 --name quick \
        --openings "$source_dir/suites/openings/classical.epd" --quiet "$@"
}
# games_for SECONDS: how many of them one worker plays here in about that time, an even number
games_for() {
    began=$(now)
    quick_match 40 --jobs 1 --db try.db >/dev/null
    awk "BEGIN { games = $1 * 40 / ($(now) - $began + 0.01); print 2 * int((games < 80 ? 80 : games > 4000 ? 4000 : games) / 2) }"
}
