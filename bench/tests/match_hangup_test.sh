#!/bin/sh
# A closed terminal ends a match as control-C does: code 4, --resume completes it. Under nohup the match plays on.
#   match_hangup_test.sh XQBENCH
. "$(dirname "$0")/cli.sh"

games=$(games_for 4) # pairs are kept after a second at the latest
# until_kept DB: wait for the first pair
until_kept() {
    tries=0
    until [ "$(ask "$1" 'SELECT count(*) FROM pair')" -gt 0 ]; do
        tries=$((tries + 1))
        [ $tries -lt 300 ] || fail "no pair was written"
        sleep 0.05
    done
}

start=exec quick_match $games --jobs 1 --db hung.db >out 2>err &
process=$!
until_kept hung.db
kill -HUP $process
code=0
wait $process || code=$?
same "the code after SIGHUP" $code 4
same "the state" "$(ask hung.db 'SELECT state FROM run')" interrupted
grep -q "interrupted after .* --resume" err || fail "no word on how to resume"
quick_match $games --jobs 2 --db hung.db --resume >out || fail "--resume"

(trap '' HUP && start=exec quick_match $games --jobs 1 --db nohup.db >out 2>err) &
process=$!
until_kept nohup.db
kill -HUP $process
wait $process || fail "SIGHUP ended a match that ignores it"
same "the digest" "$(digest hung.db)" "$(digest nohup.db)"
