# What the tests of xqtune's command line share: sourced with the programs' folder as first argument.
# shellcheck shell=sh
set -eu
bin=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
fail() { echo "$*" >&2; exit 1; }
# Runs a command that must fail with code 2 and say this in one line.
refuses() { # TEXT COMMAND...
    text=$1
    shift
    set +e
    "$@" >out 2>err
    got=$?
    set -e
    [ "$got" = 2 ] || fail "$*: exit code $got: $(cat err)"
    [ "$(wc -l <err)" = 1 ] || fail "$*: $(wc -l <err) lines of errors"
    grep -qF -- "$text" err || fail "$*: says '$(cat err)', not '$text'"
}
