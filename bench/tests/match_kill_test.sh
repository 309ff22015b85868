#!/bin/sh
# A runner killed at random moments and resumed gives the content of one that was left alone.
#   match_kill_test.sh XQBENCH
. "$(dirname "$0")/cli.sh"
seed=${SEED:-$(date +%s)}
games=$(games_for 4)

began=$(now)
quick_match $games --jobs 2 --db whole.db >/dev/null
whole=$(digest whole.db)
# Seconds to wait, from nothing to two thirds of the whole; the first kill comes when pairs have been kept.
moments=$(awk "BEGIN { srand($seed); for (i = 0; i < 5; i++) print 0.05 + 0.6 * ($(now) - $began) * rand() }")

midway=0
for moment in progress $moments; do
    resume=--no-resume
    [ "$(ask killed.db 'SELECT count(*) FROM run')" = 0 ] || resume=--resume
    start=exec quick_match $games --jobs 2 --db killed.db $resume >stdout 2>stderr &
    process=$!
    if [ $moment = progress ]; then
        while kill -0 $process && [ "$(ask killed.db 'SELECT count(*) FROM pair')" = 0 ]; do sleep 0.05; done
    else
        sleep "$moment"
    fi
    kill -9 $process 2>/dev/null || true
    wait $process 2>/dev/null || true
    if [ -s killed.db ]; then
        same "integrity after a kill at $moment (seed $seed)" "$(sqlite3 killed.db 'PRAGMA integrity_check')" ok
        same "games without all their moves (seed $seed)" "$(ask killed.db \
            'SELECT count(*) FROM game WHERE plies <> (SELECT count(*) FROM move WHERE game = game.id)')" 0
    fi
    done=$(ask killed.db 'SELECT count(*) FROM pair')
    [ "$done" = 0 ] || [ "$done" = $((games / 2)) ] || midway=$((midway + 1))
done
[ $midway -gt 0 ] || fail "no kill came midway (seed $seed)"
expect 0 report killed.db
if [ "$done" != $((games / 2)) ]; then
    grep -q "^interrupted, " stdout || fail "the report doesn't say that the run was killed"
    quick_match $games --jobs 2 --db killed.db --resume >stdout 2>stderr || fail "the last resume (seed $seed)"
fi
same "runs" "$(ask killed.db 'SELECT count(*) FROM run')" 1
same "pairs" "$(ask killed.db 'SELECT count(*) FROM pair')" $((games / 2))
same "the digest (seed $seed)" "$(digest killed.db)" "$whole"
