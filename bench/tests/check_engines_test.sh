#!/bin/sh
# Engines that others wrote, checked: xqbench check finds what is known to be wrong with them, and nothing else.
#   check_engines_test.sh XQBENCH
# Each is skipped with a word where it isn't installed (scripts/setup --test does it); the exit code is 77 (skipped) when
# none is. The margin is that of a busy machine.
set -eu
xqbench=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
checked=0

# check ENGINE PROGRAM PROTOCOL PATIENCE_MS [CHECK...]: the checks that it may violate. Some of those hang on who is faster,
# so that they are not always.
check() {
    engine=$1 program=$2 protocol=$3 patience=$4
    shift 4
    command -v "$program" >/dev/null 2>&1 || [ -x "/usr/games/$program" ] || { echo "$engine: skipped, there is no $program"; return 0; }
    code=0
    "$xqbench" check "$engine" --margin 1000 --patience "$patience" --json >"$folder/json" || code=$?
    sed 's/{"name"/\n&/g' "$folder/json" >"$folder/found" # a line a check
    violated=$(sed -n 's/^{"name": "\([^"]*\)", "asks".*"verdict": "violates".*/\1/p' "$folder/found")
    good=$(grep -c '"verdict": "ok"' "$folder/found") || good=0
    for each in $violated; do
        case " $* " in *" $each "*) ;; *) grep "^{\"name\": \"$each\"" "$folder/found"; echo "$engine: violates $each"; exit 1 ;; esac
    done
    [ "$code" = "$([ -z "$violated" ] && echo 0 || echo 1)" ] || { echo "$engine: ended with code $code, having found: $violated"; exit 1; }
    grep -q "\"protocol\": \"$protocol\"" "$folder/found" || { echo "$engine: does not speak $protocol"; exit 1; }
    [ "$good" -gt 10 ] || { echo "$engine: only $good checks are ok"; exit 1; }
    echo "$engine: $good ok, violates${violated:+ }$(echo "${violated:- nothing}" | tr '\n' ' ')"
    checked=$((checked + 1))
}

check fairy-stockfish fairy-stockfish uci 10000
check fairy-stockfish-ucci fairy-stockfish ucci 10000 info # its scores begin with cp, as in UCI
# It says nothing when it is mated or stalemated, nor to isready, stop and quit while it thinks, and knows no limit of nodes.
check sjaakii sjaakii uci 3000 ping_thinking checkmated stalemated nodes infinite stop stop_idle searchmoves quit_thinking
check hoixiangqi hoixiangqi xboard 20000 unknown_command
[ "$checked" -gt 0 ] || exit 77
