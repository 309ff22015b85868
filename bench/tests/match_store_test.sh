#!/bin/sh
# The database of a match: what can't be written is refused before a game is played, runs are added and resumed, a full
# disk keeps what was finished; reports and exports of it.
#   match_store_test.sh XQBENCH XQENGINE
. "$(dirname "$0")/cli.sh"
xqengine=$2

play="match --player PVSHT --player PVSHTI --limit nodes=100 --games 20 --seed 3 --name quick --quiet"
openings="$source_dir/suites/openings/classical.epd"

# Before playing.
mkdir folder
sqlite3 foreign.db 'CREATE TABLE results (id INTEGER)'
# shellcheck disable=SC2086 # words of a command, split on purpose
"$xqbench" $play --games 2 --db newer.db >/dev/null
sqlite3 newer.db 'PRAGMA user_version = 99'
echo "players: [pvs, full]" >text.db
cp foreign.db foreign.copy
cp newer.db newer.copy
while IFS='|' read -r db text; do
    # shellcheck disable=SC2086
    refuse "$text" $play --db "$db"
    [ ! -s stdout ] || fail "$db: something was played"
done <<'ROWS'
foreign.db|is a database of another program
newer.db|was written by a newer xqlab (store version 99
text.db|is no database file
folder|is a folder
no/such/games.db|No such file or directory
/dev/null|is no ordinary file
ROWS
cmp -s foreign.db foreign.copy && cmp -s newer.db newer.copy || fail "a refused database was changed"
# shellcheck disable=SC2086
refuse "No such file" $play --db missing.db --resume
[ ! -e missing.db ] || fail "--resume made a database"
for command in report digest "export --pgn"; do
    # shellcheck disable=SC2086
    refuse "No such file" $command missing.db
    # shellcheck disable=SC2086
    refuse "another program" $command foreign.db
done

# A run beside another; what --resume refuses.
# shellcheck disable=SC2086
expect 0 $play --openings "$openings" --db games.db
one=$(digest games.db)
# shellcheck disable=SC2086
expect 0 $play --openings "$openings" --db games.db
same "runs" "$(ask games.db 'SELECT count(*) FROM run')" 2
same "the second run" "$(digest games.db)" "$one"
# shellcheck disable=SC2086
expect 0 $play --openings "$openings" --db games.db --resume
grep -q "Run 2 is finished already" stderr || fail "a finished run is resumed without a word"
same "the finished run" "$(digest games.db)" "$one"
# shellcheck disable=SC2086
refuse "stored 'seed: 3', now 'seed: 4'" $play --openings "$openings" --db games.db --resume --games 30 --seed 4
# shellcheck disable=SC2086
refuse "stored 'openings_hash: " $play --db games.db --resume --games 30
# shellcheck disable=SC2086
expect 0 $play --openings "$openings" --db games.db --resume --games 30
same "pairs of the grown run" "$(ask games.db 'SELECT count(*) FROM pair WHERE run = 2')" 15
same "the first run" "$(digest games.db --run 1)" "$one"
refuse "has no run 7; it holds runs 1 to 2" report games.db --run 7

# Reports.
expect 0 report games.db --json
mv stdout report.json
value() { sqlite3 :memory: "SELECT json_extract(cast(readfile('report.json') AS text), '$1')"; }
same "JSON" "$(sqlite3 :memory: "SELECT json_valid(cast(readfile('report.json') AS text))")" 1
same "runs in JSON" "$(value '$.runs[#-1].run')" 2
same "games in JSON" "$(value '$.runs[1].games')" 30
same "penta in JSON" "$(sqlite3 :memory: "SELECT sum(value) FROM json_each(cast(readfile('report.json') AS text), '\$.runs[1].penta')")" 15
same "keys of a run in JSON" "$(sqlite3 :memory: "SELECT count(*) FROM json_each(cast(readfile('report.json') AS text), '\$.runs[1]')
    WHERE key IN ('uid', 'name', 'players', 'games', 'pairs', 'penta', 'score', 'elo', 'elo_error')")" 9
for form in --markdown --csv --all; do
    expect 0 report games.db $form
    [ -s stdout ] || fail "report $form says nothing"
done
expect 0 report games.db --markdown
same "the result of a match stands as it is in Markdown" "$(grep -A1 '^```$' stdout | grep -c '^Results of ')" 1
mkdir copy
cp games.db copy/
chmod 444 copy/games.db
chmod 555 copy
same "a read-only copy" "$(digest copy/games.db --run 1)" "$one"
same "files beside the copy" "$(ls copy)" games.db
chmod 755 copy

# Exports.
for style in xqlab fairy; do
    expect 0 export games.db --pgn --style $style --comments --out $style.pgn
    "$xqengine" pgn $style.pgn >stdout || fail "a $style export can't be read"
    grep -q "^30 games, .* 0 refused" stdout || fail "a $style export"
    expect 0 export games.db --pgn --style $style --comments
    cmp -s stdout $style.pgn || fail "a $style export to standard output is another"
done
expect 0 export games.db --pgn --run 1 --out games.pgn.gz
"$xqengine" pgn games.pgn.gz | grep -q "^20 games, .* 0 refused" || fail "a packed export"
refuse "cannot write no/games.pgn" export games.db --pgn --out no/games.pgn
refuse "say what to export" export games.db

# Replays.
expect 0 replay games.db 20 --run 1
same "boards" "$(grep -c '^Ply ' stdout)" "$(($(ask games.db 'SELECT plies FROM v_games WHERE game = 20') + $(ask games.db \
    "SELECT (length(opening_moves) + 1) / 5 FROM v_games WHERE game = 20") + 1))"
grep -q "^The game is over: .*($(ask games.db 'SELECT reason FROM game WHERE id = 20'))" stdout || fail "the replay doesn't end"
refuse "holds no game 21" replay games.db 21 --run 1
refuse "is no number of a game" replay games.db first

# The questions that the handbook asks.
awk '/^```sql/ { sql = 1; next } /^```/ { sql = 0 } sql' "$source_dir/bench/README.md" >questions.sql
[ "$(grep -c '^SELECT' questions.sql)" -gt 5 ] || fail "no questions in bench/README.md"
sqlite3 -bail -readonly games.db <questions.sql >stdout 2>stderr || fail "a question of bench/README.md"

# A file that is opened where a standard stream was closed gets nothing of it.
"$xqbench" match --player "cmd=$xqengine name=e" --player pvs --limit nodes=5 --games 2 --db closed.db --log closed.log >/dev/null 2>&-
[ -s closed.log ] && ! grep -q "2 players" closed.log || fail "the progress went into the log"

# A disk that is full before the run is there.
code=0
# shellcheck disable=SC2086
(ulimit -f 16 && exec "$xqbench" $play --openings "$openings" --db none.db --games 4) >stdout 2>stderr || code=$?
same "the code without room for a run" $code 2
[ "$(wc -l <stderr)" = 1 ] && grep -q "none.db: cannot write: " stderr || fail "no room for a run"
# shellcheck disable=SC2086
expect 0 $play --openings "$openings" --db none.db --games 4

# A disk that is full midway (files may not grow beyond 700 kB): one line, code 2, what was finished is kept.
code=0
# shellcheck disable=SC2086
(ulimit -f 1400 && exec "$xqbench" $play --openings "$openings" --db full.db --games 400) >stdout 2>stderr || code=$?
same "the code on a full disk" $code 2
[ "$(wc -l <stderr)" = 1 ] && grep -q "full.db: cannot write: " stderr || fail "a full disk"
same "integrity" "$(sqlite3 full.db 'PRAGMA integrity_check')" ok
kept=$(ask full.db 'SELECT count(*) FROM pair')
[ "$kept" -gt 0 ] && [ "$kept" -lt 200 ] || fail "$kept pairs were kept"
# shellcheck disable=SC2086
expect 0 $play --openings "$openings" --db full.db --games 400 --resume
# shellcheck disable=SC2086
expect 0 $play --openings "$openings" --db room.db --games 400
same "the digest" "$(digest full.db)" "$(digest room.db)"

# What is named as the next step shows the games that were just played, be the run the newest or not.
hints="--limit nodes=50 --games 2 --db hints.db"
for seed in 1 2; do
    # shellcheck disable=SC2086
    "$xqbench" match --player PVSHT --player PVSHTI --seed $seed $hints >out 2>/dev/null
    grep -q '^Next: xqbench report hints.db, xqbench replay hints.db 1, xqbench export hints.db --pgn$' out || fail "hints: $(tail -1 out)"
done
"$xqbench" extend hints.db --run 1 --games 4 >out 2>/dev/null
grep -q '^Next: xqbench report hints.db --run 1, xqbench replay hints.db 1 --run 1, xqbench export hints.db --run 1 --pgn$' out || fail "hints: $(tail -1 out)"
"$xqbench" report hints.db --html hints.html
grep -q 'Run 2 of the 2 that the database holds' hints.html || fail "the page doesn't tell that there are other runs"
"$xqbench" report hints.db --all --html hints.html
grep -q 'that the database holds' hints.html && fail "the page of all runs tells of others"
exit 0
