#!/bin/sh
# The same seed and nodes give the same content with 1, 2 and 8 workers; runs stand beside each other in one file.
#   match_workers_test.sh XQBENCH
. "$(dirname "$0")/cli.sh"

for jobs in 1 2 8; do
    quick_match 40 --jobs $jobs --db one.db >/dev/null || fail "a match with $jobs workers"
done
same "runs in the file" "$(ask one.db 'SELECT count(*) FROM run')" 3
first=$(digest one.db --run 1)
same "2 workers" "$(digest one.db --run 2)" "$first"
same "8 workers" "$(digest one.db --run 3)" "$first"
[ "$(ask one.db 'SELECT count(DISTINCT move_hash) FROM game')" -gt 20 ] || fail "hardly any game differs from the others"

# A clock that counts nodes is no clock.
for jobs in 1 8; do
    "$xqbench" match --player PVSHT --player full --limit 'tc=2+0.02 nodestime=5' --games 20 --name clock --quiet --jobs $jobs --db clock.db \
        --openings "$source_dir/suites/openings/classical.epd" >/dev/null || fail "a match with clocks of nodes"
done
same "clocks of nodes with 8 workers" "$(digest clock.db --run 2)" "$(digest clock.db --run 1)"
same "games lost on time" "$(ask clock.db "SELECT count(*) FROM game WHERE reason = 'time_loss'")" 0
[ "$(ask clock.db 'SELECT count(DISTINCT nodes) FROM move')" -gt 100 ] || fail "the players did not plan their time"

# An SPRT decides on the pairs in schedule order, whatever order they finish in.
for jobs in 1 8; do
    code=0
    "$xqbench" match --player PVS --player PVSHTI --limit nodes=100 --games 400 --sprt elo0=0,elo1=200,model=logistic --name sprt \
        --openings "$source_dir/suites/openings/classical.epd" --quiet --jobs $jobs --db sprt.db >/dev/null || code=$?
    same "the SPRT's verdict" $code 10
done
same "an SPRT with 8 workers" "$(digest sprt.db --run 2)" "$(digest sprt.db --run 1)"

"$xqbench" match --player MM --player AB --player PVSHT --limit nodes=100 --games 8 --name robin --quiet --jobs 1 --db robin.db \
    --openings "$source_dir/suites/openings/classical.epd" >/dev/null
"$xqbench" match --player MM --player AB --player PVSHT --limit nodes=100 --games 8 --name robin --quiet --jobs 8 --db robin.db \
    --openings "$source_dir/suites/openings/classical.epd" >/dev/null
same "a round robin" "$(digest robin.db --run 2)" "$(digest robin.db --run 1)"

other=$("$xqbench" match --player PVSHT --player PVSHTI --limit nodes=101 --games 40 --seed 3 --name quick --quiet --db one.db \
    --openings "$source_dir/suites/openings/classical.epd" >/dev/null && digest one.db)
[ "$other" != "$first" ] || fail "another limit has the same digest"
