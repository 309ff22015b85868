#!/bin/sh
# SIGINT ends a match with code 4 and a word on how to go on, --resume completes it; meanwhile reports can be read.
#   match_interrupt_test.sh XQBENCH
. "$(dirname "$0")/cli.sh"

games=$(games_for 10) # pairs are kept after a second at the latest; then reports are read before it is stopped
quick_match $games --jobs 2 --db whole.db >/dev/null
whole=$(digest whole.db)

start=exec quick_match $games --jobs 1 --db stopped.db >out 2>err &
process=$!
tries=0
until [ "$(ask stopped.db 'SELECT count(*) FROM pair')" -gt 0 ]; do
    tries=$((tries + 1))
    [ $tries -lt 300 ] || fail "no pair was written"
    sleep 0.05
done
expect 0 report stopped.db --json
kill -0 $process || fail "the match ended before its report was read"
same "JSON" "$(sqlite3 :memory: "SELECT json_valid(cast(readfile('stdout') AS text))")" 1
same "the state" "$(sqlite3 :memory: "SELECT json_extract(cast(readfile('stdout') AS text), '\$.runs[0].state')")" running
expect 0 digest stopped.db
refuse "is being played by process" match --player PVSHT --player PVSHTI --limit nodes=100 --games $games --seed 3 --name quick \
    --openings "$source_dir/suites/openings/classical.epd" --db stopped.db --resume
kill -INT $process
code=0
wait $process || code=$?
same "the code after SIGINT" $code 4
[ "$(wc -l <err)" = 1 ] && grep -q "interrupted after .* --resume" err || { cat err; fail "no word on how to resume"; }
done=$(ask stopped.db 'SELECT count(*) FROM pair')
[ "$done" -gt 0 ] && [ "$done" -lt $((games / 2)) ] || fail "$done pairs were kept"
[ ! -e stopped.db-wal ] || fail "the log was left"
expect 0 report stopped.db
grep -q "^interrupted, $done of $((games / 2)) pairs" stdout || fail "the report of an interrupted run"

quick_match $games --jobs 2 --db stopped.db --resume >out || fail "--resume"
same "the digest" "$(digest stopped.db)" "$whole"
