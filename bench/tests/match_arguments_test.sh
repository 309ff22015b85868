#!/bin/sh
# xqbench match from outside: exit codes and one-line errors of its arguments.
#   match_arguments_test.sh XQBENCH CLASSICAL.epd
set -u
xqbench=$1 openings=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
failures=0

fail() {
    echo "FAILED: $1"
    [ ! -s err ] || sed 's/^/    /' err
    failures=$((failures + 1))
}

# expect CODE TITLE COMMAND...: runs it, output in `out` and `err`.
expect() {
    want=$1 title=$2
    shift 2
    "$@" >out 2>err
    code=$?
    [ "$code" = "$want" ] || fail "$title: exit code $code, not $want"
}

# refused TITLE MESSAGE ARGUMENTS...: exit code 2, one line that holds the message, and no database.
refused() {
    title=$1 message=$2
    shift 2
    expect 2 "$title" "$xqbench" match --db refused.db "$@"
    [ "$(wc -l <err)" = 1 ] || fail "$title: more than one line"
    grep -qF -- "$message" err || fail "$title: the message lacks '$message'"
    [ ! -e refused.db ] || { fail "$title: left a database"; rm -f refused.db*; }
}

match() { "$xqbench" match --limit nodes=150 --openings "$openings" "$@"; }

# A suite of openings is refused its place before anything is searched.
expect 2 'openings that cannot be written' "$xqbench" openings --count 2 --out no-such-folder/x.epd
grep -qF no-such-folder err || fail 'openings that cannot be written: the message names no place'

# A committed match file is found from every folder.
expect 0 'a committed file' match configs/matches/gauntlet.yaml --set games=2 --set limit=nodes=20 --db committed.db

# What is wrong is said in one line, before anything is written.
refused 'nothing to play' 'match needs a configuration'
refused 'one player' 'a match needs at least two players' --player pvs --limit nodes=10
refused 'no limit' 'has no limit' --player pvs --player full
refused 'a wrong limit' "'nodes=x' is no limit" --player pvs --player full --limit nodes=x
refused 'a depth that no search reaches' 'player pvs: depth=101 is deeper than it can search; its limit is depth=100' \
    --player pvs --player 'full limit=nodes=10' --limit depth=101
refused 'a PGN file that cannot be written' 'no-such-folder' --player pvs --player full --limit nodes=10 --games 2 \
    --pgn-out no-such-folder/games.pgn
cp "$openings" openings.epd
refused 'a log over the openings' 'openings.epd: is read (openings), and --log would replace it' \
    --player pvs --player full --limit nodes=10 --games 2 --openings openings.epd --log openings.epd
cmp -s "$openings" openings.epd || fail 'a log over the openings: they are gone'
refused 'games over the openings' 'openings.epd: is read (openings), and --pgn-out would replace it' \
    --player pvs --player full --limit nodes=10 --games 2 --openings openings.epd --pgn-out openings.epd
refused 'a log over the database' './refused.db: both --db and --log would write it' \
    --player pvs --player full --limit nodes=10 --games 2 --log ./refused.db
refused 'a log over the games' 'both --pgn-out and --log would write it' \
    --player pvs --player full --limit nodes=10 --games 2 --log both --pgn-out both
[ ! -e both ] || fail 'a log over the games: one of them was written'
refused 'odd games' 'is odd' --player pvs --player full --limit nodes=10 --games 3
refused 'no such player' 'is no variant' --player pvs --player nosuch --limit nodes=10
refused 'no such file' 'no/such.yaml' no/such.yaml
refused 'no such openings' 'no/such.epd' --player pvs --player full --limit nodes=10 --openings no/such.epd
refused 'a wrong format' "'swiss' is not one of" --player pvs --player full --limit nodes=10 --format swiss
refused 'a wrong key' "did you mean 'games'" --player pvs --player full --limit nodes=10 --set gmaes=2
refused 'a wrong sprt' 'sprt.elo0=x' --player pvs --player full --limit nodes=10 --sprt elo0=x
refused 'an unknown option' "did you mean '--openings'" --player pvs --player full --limit nodes=10 --opening x
refused 'nothing to resume' 'refused.db' --player pvs --player full --limit nodes=10 --resume
printf 'players: [pvs, full]\nlimit: nodes=10\ngames: ten\n' >bad.yaml
refused 'a wrong value in a file' "bad.yaml:3:8: games: 'ten' is not a whole number" bad.yaml

# The answer of an SPRT is the exit code.
expect 0 'stronger' match --player full --player alphabeta --games 400 --sprt elo0=0,elo1=100 --db sprt.db
grep -q H1 out || fail 'stronger: no H1 in the result'
expect 10 'not stronger' match --player alphabeta --player full --games 400 --sprt elo0=0,elo1=100 --db sprt.db
expect 11 'too few games' match --player full --player alphabeta --games 2 --sprt elo0=0,elo1=100 --db sprt.db

# Check-ups of engines.
expect 0 'a list of checks' "$xqbench" check --list
grep -q 'plays none of banmoves' out || fail 'a list of checks: no banmoves'
expect 2 'a check that there is not' "$xqbench" check pvs --only stap
grep -q "did you mean 'stop'" err || fail 'a check that there is not: no nearest name'
expect 2 'a builtin player' "$xqbench" check pvs
expect 2 'no engine' "$xqbench" check
expect 3 'an engine that ends at once' "$xqbench" check 'cmd=true protocol=uci'
grep -q '^violates  start .*exited with code 0' out || fail 'an engine that ends at once: not said so'

[ "$failures" = 0 ]
