#!/bin/sh
# What xqtune does with broken input: one line that names the place and the fault, code 2, nothing half-written.
#   bad_input_test.sh BIN_DIR
. "$(dirname "$0")/cli.sh"

# A text trace with this line of data.
row() { # TEXT LINE
    printf '# xqlab trace 1\nphases 4\nterm rook 1000\nterm horse 300 500\ndata\n1 - 2 first | rook:1\n%b\n' "$2" >t.txt
    refuses "$1" "$bin/xqtune" fit t.txt --quiet --set games_min=1 --set out=w.txt
    [ ! -e w.txt ] || fail "$2: weights were written"
}
long=$(head -c 300 /dev/zero | tr '\0' x)
row "t.txt:7: the line is not of the form" "1 - 2 g rook:1"
row "t.txt:7: '2' is no result" "2 - 2 g | rook:1"
row "t.txt:7: 'x' is no score" "1 x 2 g | rook:1"
row "t.txt:7: '40000' is no score" "1 40000 2 g | rook:1"
row "t.txt:7: phase 9 is not within 0 to 4" "1 - 9 g | rook:1"
row "t.txt:7: there is no term queen" "1 - 2 g | queen:1"
row "t.txt:7: there is no term 7" "1 - 2 g | 7:1"
row "t.txt:7: 'rook' is not of the form term:count" "1 - 2 g | rook"
row "t.txt:7: the count of rook, '1.5', is not a whole number" "1 - 2 g | rook:1.5"
row "t.txt:7: the count of rook, '99999999999999999999', is not" "1 - 2 g | rook:99999999999999999999"
row "t.txt:7: the counts of rook add up to" "1 - 2 g | $(yes rook:1000000 | head -3000 | tr '\n' ' ')"
row "t.txt:7: a game can't have two results" "0 - 2 first | rook:1"
row "t.txt:7: the game's name '" "1 - 2 $long | rook:1"
row "t.txt:7: holds a zero byte" "1 - 2 g | rook:1\\0"
row "all positions have one result (Red won)" "1 - 2 g | rook:1\n1 - 2 h | horse:1\n1 - 2 i | horse:1"

head() { # TEXT LINE
    printf '# xqlab trace 1\n%b\ndata\n1 - 1 g | 0:1\n0 - 1 h | 0:-1\n' "$2" >t.txt
    refuses "$1" "$bin/xqtune" fit t.txt --quiet --set games_min=1
}
head "t.txt:2: '-rook' can't be a name" "term -rook"
head "t.txt:2: 'inf' is not a number" "term rook inf"
head "t.txt:2: '7' is too much" "term rook 1 2 7 # values"
head "t.txt:2: a name is missing" "term # rook"
head "t.txt:2: 'nan' is not a number" "term rook 1 nan"
head "t.txt:3: term rook stands here twice" "term rook\nterm rook"
head "t.txt:2: 'tern' is none of phases, term, data" "tern rook"
head "t.txt:2: phases N" "phases 0\nterm rook"
head "t.txt:2: the name '" "term $long"
head "no term before the data" ""
unset -f head

printf '# xqlab trace 1\nterm rook\n' >t.txt
refuses "has no line 'data'" "$bin/xqtune" fit t.txt
: >t.txt
refuses "neither a trace file nor a text trace" "$bin/xqtune" fit t.txt
printf '\357\273\277# xqlab trace 1\nterm rook\n' >t.txt
refuses "has no line 'data'" "$bin/xqtune" fit t.txt
refuses "cannot read ." "$bin/xqtune" fit .
printf 'data: [1, 2]\n' >t.yaml
refuses "t.yaml:1:" "$bin/xqtune" fit t.yaml
printf 'loss: mse\n' >t.yaml
refuses "the key 'data'" "$bin/xqtune" fit t.yaml

# A term that is never seen, and two that always go together, end no fit: both are named.
awk 'BEGIN {
    srand(2); print "# xqlab trace 1\nphases 1\nterm rook 900\nterm twin\nterm dead 7\ndata"
    for (g = 0; g < 400; g++) { r = int(rand() * 3) - 1; print (rand() < 1 / (1 + exp(-2.5 * r)) ? 1 : 0) " - 1 g" g " | rook:" r " twin:" r }
}' >t.txt
"$bin/xqtune" fit t.txt --quiet --set anchor= >report.txt
grep -q 'not tuned.*dead' report.txt || fail "the dead term isn't named"
grep -q '^- .*twin' report.txt || fail "the two that go together aren't named"
grep -Eq '^rook mg .* open ' report.txt || fail "a weight that the data leave open has an error"
refuses "no weight is left to tune" "$bin/xqtune" fit t.txt --quiet --set only=dead
refuses "no term is named 'quen'" "$bin/xqtune" fit t.txt --quiet --set only=quen
refuses "too few for a fit" "$bin/xqtune" fit t.txt --quiet --set games_min=1000
refuses "validation" "$bin/xqtune" fit t.txt --quiet --set validation=2

# Databases.
"$bin/xqtune" fit t.txt --quiet --db kept.db >/dev/null
cp kept.db before.db
for command in list verify apply extract; do
    out=""; [ "$command" != extract ] || out="--out z"
    printf 'this is no database, though it is as long as one could be' >no.db
    if [ "$command" = extract ]; then refuses "no.db:1: " "$bin/xqtune" extract no.db $out
    else refuses "no.db: is no database file" "$bin/xqtune" "$command" no.db; fi
    refuses "missing.db" "$bin/xqtune" "$command" missing.db $out
done
[ ! -e z ] && [ ! -e missing.db ] || fail "something was written"
"$bin/xqbench" match --player pvs --player AB --limit nodes=5 --games 2 --set adjudication.max_plies=10 --quiet --db games.db >/dev/null
refuses "games.db: is neither a trace file nor" "$bin/xqtune" fit games.db
sqlite3 games.db "UPDATE opening SET fen = 'x'"
refuses "games.db: FEN: " "$bin/xqtune" extract games.db --out z
refuses "has no tuning 5" "$bin/xqtune" list kept.db --run 5
refuses "has no tuning 5" "$bin/xqtune" verify kept.db --run 5
refuses "has no tuning 5" "$bin/xqtune" apply kept.db --run 5

# A full disk: files may not grow beyond so many blocks here. What was there stays.
full() { # BLOCKS TEXT OPTION...
    blocks=$1 text=$2
    shift 2
    said=$(ulimit -f "$blocks"; { "$bin/xqtune" fit t.txt --quiet "$@" >/dev/null || echo "code $?"; } 2>&1)
    case $said in
    *"$text"*"code 2") ;;
    *) fail "$*: on a full disk it says $said" ;;
    esac
}
printf 'old\n' >w.txt
full 0 "w.txt" --set out=w.txt
[ "$(cat w.txt)" = old ] || fail "the old weights are lost"
full 8 "kept.db" --db kept.db --set out=new.txt
[ ! -e new.txt ] || fail "weights were written though the database could not keep them"
"$bin/xqtune" list kept.db >now.txt
"$bin/xqtune" list before.db | cmp - now.txt || fail "a tuning was kept by halves"
refuses "No space left" "$bin/xqtune" fit t.txt --quiet --set report=/dev/full
[ -z "$(find . -name '*.tmp*' -o -name '.*.??????')" ] || fail "temporary files are left: $(ls -A)"
