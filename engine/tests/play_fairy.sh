#!/bin/bash
# A whole game of xqengine against the real Fairy-Stockfish, in one protocol; both programs keep the game by themselves and must agree on
# the final position.
#   play_fairy.sh XQENGINE uci|ucci [VARIANT]
set -euo pipefail

xqengine=$1 protocol=$2
fairy=$(command -v fairy-stockfish || echo /usr/games/fairy-stockfish)
[ -x "$fairy" ] || { echo "fairy-stockfish is not installed: scripts/setup --test installs it"; exit 1; }

# Fairy-Stockfish counts ranks from 1 in UCI and from 0 in UCCI; we count from 0 in both.
shift_ranks() { # MOVE OFFSET
    local move=$1 offset=$2
    if [ "$offset" = 0 ]; then echo "$move"; return; fi
    if [[ $move =~ ^([a-i])([0-9]+)([a-i])([0-9]+)$ ]]; then
        echo "${BASH_REMATCH[1]}$((BASH_REMATCH[2] + offset))${BASH_REMATCH[3]}$((BASH_REMATCH[4] + offset))"
    else
        echo "$move"
    fi
}
[ "$protocol" = uci ] && shift_by=1 || shift_by=0

folder=$(mktemp -d)
# Both programs may have quit by themselves already: then there is nothing to end, which is no failure.
clean_up() {
    local running
    running=$(jobs -p)
    [ -z "$running" ] || kill $running 2>/dev/null || true
    wait
    rm -rf "$folder"
}
trap clean_up EXIT
mkfifo "$folder/ours.in" "$folder/ours.out" "$folder/theirs.in" "$folder/theirs.out"
"$xqengine" ${3:+--variant "$3"} <"$folder/ours.in" >"$folder/ours.out" &
"$fairy" <"$folder/theirs.in" >"$folder/theirs.out" &
exec 3>"$folder/ours.in" 4<"$folder/ours.out" 5>"$folder/theirs.in" 6<"$folder/theirs.out"

# Read from descriptor $1 until a line begins with $2 (a regular expression); the line is left in $answer.
await() {
    while read -r -t 60 -u "$1" answer; do
        case $answer in *"not legal"* | *"busy"*) echo "xqengine complained: $answer"; exit 1 ;; esac
        [[ $answer =~ ^$2 ]] && return
    done
    echo "no answer matching $2"
    exit 1
}

echo "$protocol" >&3
await 4 "${protocol}ok"
echo "$protocol" >&5
await 6 "${protocol}ok"
if [ "$protocol" = uci ]; then
    echo "setoption name UCI_Variant value xiangqi" >&5
    echo "ucinewgame" >&3
fi

start="rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1"
ours="" theirs="" plies=0
while [ "$plies" -lt 100 ]; do
    if [ $((plies % 2)) = 0 ]; then # we are Red
        echo "position fen $start${ours:+ moves$ours}" >&3
        echo "go depth 4" >&3
        await 4 "(bestmove|nobestmove)"
        move=$(echo "$answer" | cut -d' ' -f2)
        case $answer in nobestmove* | *0000* | *none*) break ;; esac
        ours="$ours $move" theirs="$theirs $(shift_ranks "$move" $shift_by)"
    else
        echo "position fen $start moves$theirs" >&5
        echo "go depth 2" >&5
        await 6 "(bestmove|nobestmove)"
        move=$(echo "$answer" | cut -d' ' -f2)
        case $answer in nobestmove* | *none*) break ;; esac
        theirs="$theirs $move" ours="$ours $(shift_ranks "$move" -$shift_by)"
    fi
    plies=$((plies + 1))
done
[ "$plies" -ge 10 ] || { echo "the game ended after $plies plies"; exit 1; }

# Both saw the same game: the boards agree.
echo "position fen $start moves$ours" >&3
echo d >&3
await 4 "info string fen "
our_fen=$(echo "$answer" | cut -d' ' -f4,5)
echo "position fen $start moves$theirs" >&5
echo d >&5
await 6 "Fen: "
their_fen=$(echo "$answer" | cut -d' ' -f2,3)
echo quit >&3
echo quit >&5
echo "$plies plies, ours $our_fen, theirs $their_fen"
[ "$our_fen" = "$their_fen" ]
