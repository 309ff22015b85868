#!/bin/sh
# xqtune spsa from end to end: configurations, kills, resumes, what is refused.
#   spsa_test.sh BIN_DIR
. "$(dirname "$0")/cli.sh"

# A first configuration is one that runs.
"$bin/xqtune" spsa --init --player 'full name=mine razoring=off' --only 'search.raz*' --only search.lmr_base --only weights.pair >first.yaml
grep -q '^  # "search.razoring_depth".*switched off' first.yaml || fail "what has no effect isn't marked: $(cat first.yaml)"
grep -q 'weights.pair\[2\].eg' first.yaml || fail "weights are missing"
"$bin/xqtune" spsa first.yaml --plan --jobs 1 --set limit=nodes=400 --set "adjudication.max_plies=60" >plan.txt
grep -q 'Expected end' plan.txt || fail "no plan"
"$bin/xqtune" spsa first.yaml --plan --games 300 --set batch=8 --set preflight=off >plan.txt
grep -q ' 304 games in iterations of 8 pairs (300 would end within one)' plan.txt || fail "games are rounded without a word: $(cat plan.txt)"
grep -q '^Warning: so few games teach next to nothing' plan.txt || fail "no warning of a run without hope: $(cat plan.txt)"
"$bin/xqtune" spsa first.yaml --plan --games 1000000 --set batch=8 --set preflight=off | grep -q '^Warning' && fail "a warning of many games"
refuses "called 'nothing'" "$bin/xqtune" spsa --init --player full --only nothing

cat >t.yaml <<'Y'
player: { extends: full, search: { hash: 1 }, weights: hand }
limit: nodes=40
openings: suites/openings/balanced.epd.gz
games: 480
adjudication: { max_plies: 60 }
preflight: off
params:
  search.lmr_base: { c: 40 }
  search.futility_margin: { c: 40 }
  weights.pair: { c: 20 }
Y
run() { "$bin/xqtune" spsa t.yaml --quiet "$@" >out.txt 2>err.txt; }
run --db whole.db --jobs 1 --set out=whole.yaml --csv whole.csv --svg whole.svg --set report=whole.md --validate-every 10 --set validate_pairs=4
grep -q '</svg>' whole.svg || fail "no picture"
[ "$(wc -l <whole.csv)" = 31 ] || fail "the history has not 30 iterations"
grep -q 'setoption name lmr_base value' out.txt || fail "no options to paste"
grep -q '#define WEIGHTS_PAIR_0_MG ' whole.md || fail "no C to paste"
"$bin/xqtune" list whole.db | grep -q 'spsa *proposed' || fail "the tuning isn't proposed"
"$bin/xqtune" list whole.db --run 1 --weights | cmp - whole.yaml || fail "the database proposes something else"
"$bin/xqengine" search 'rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w' --depth 3 --variant whole.yaml >/dev/null

# Killed anywhere, however often, resumed with other workers: the same end.
killed_run() { exec "$bin/xqtune" spsa t.yaml --quiet "$@" >out.txt 2>err.txt; } # in a subshell that the kill meets
killed_run --db killed.db --jobs 2 &
killed=$!
until "$bin/xqtune" list killed.db 2>/dev/null | grep -q running; do sleep 0.05; done
for wait in 0.3 0.4 0.5; do
    sleep "$wait"
    kill -9 "$killed" 2>/dev/null || true
    wait "$killed" 2>/dev/null || true
    killed_run --db killed.db --jobs 3 --resume &
    killed=$!
done
wait "$killed" || fail "the resumed run ended with $?: $(cat err.txt)"
run --db killed.db --jobs 2 --resume --set out=killed.yaml --csv killed.csv
cmp whole.yaml killed.yaml || fail "a killed and resumed run ended otherwise"
cmp whole.csv killed.csv || fail "a killed and resumed run went another way"

# Every game is in the database, once, kills or not, with the outcomes that the iterations were learned from.
query() { sqlite3 -readonly "$1" "$2"; }
for db in whole killed; do
    [ "$(query $db.db 'SELECT count(*), count(DISTINCT idx) FROM pair')" = "240|240" ] || fail "$db.db has not each of the 240 pairs once"
    [ "$(query $db.db 'SELECT sum(half_points) FROM pair')" = "$(query $db.db 'SELECT sum(ld + 2 * dd + 3 * wd + 4 * ww) FROM spsa_iteration')" ] ||
        fail "$db.db: games and iterations don't agree"
    query $db.db 'SELECT idx, leg, outcome, reason, move_hash FROM pair JOIN game ON game.pair = pair.id ORDER BY idx, leg' >$db.games
done
cmp whole.games killed.games || fail "a killed and resumed run played other games"
"$bin/xqbench" export whole.db --pgn --out whole.pgn >/dev/null
[ "$(grep -c '^\[Event ' whole.pgn)" = 480 ] || fail "not every game is exported"
"$bin/xqtune" list whole.db --run 1 | grep -q '480 games, run 1$' || fail "the tuning doesn't name the run of its games"
"$bin/xqbench" report killed.db --json | grep -q '"interrupted"' && fail "runs of killed sessions are left open"
# Two tunings from two seeds: what both moved the same way is a third.
for seed in 1 2; do run --db two.db --set seed="$seed" --set r=0.1; done
"$bin/xqtune" agree two.db --run 1 --with 2 >out.txt
grep -q '^weights.pair\[0\].mg ' out.txt && grep -q 'Kept in two.db as tuning 3, proposed' out.txt || fail "nothing is agreed on: $(cat out.txt)"
"$bin/xqtune" list two.db | grep -q '3  spsa *proposed .*tuning 1 where 2 agrees' || fail "what is agreed on isn't listed"
"$bin/xqtune" list two.db --run 3 --weights >agreed.yaml
"$bin/xqengine" search startpos --depth 2 --variant agreed.yaml >/dev/null || fail "what is agreed on is no player"
refuses "agree: name two tunings" "$bin/xqtune" agree two.db --run 1
refuses "has no tuning 9" "$bin/xqtune" agree two.db --run 1 --with 9

run --db none.db --set keep_games=off
[ "$(query none.db 'SELECT count(*) FROM run')" = 0 ] || fail "games are kept that are not wanted"

# Two half-runs in one: how far they end apart is told, and a run that goes on is the same.
run --db halves.db --set halves=on --csv halves.csv --svg halves.svg
grep -q '^The two halves, .* c apart' out.txt || fail "nothing is told of the halves: $(cat out.txt)"
grep -q 'parameter .* apart ' out.txt || fail "no column tells how far they are apart"
[ "$(grep -o '>search.lmr_base<' halves.svg | wc -l)" = 2 ] || fail "the picture has not a line for each half"
run --db parts.db --set halves=on --games 240
run --db parts.db --resume --games 480 --csv parts.csv
cmp halves.csv parts.csv || fail "halves went another way when they were resumed"

# A longer run is the same as far as it goes; parameters join and freeze, anything else is refused.
run --db killed.db --resume --games 640 --csv longer.csv
head -31 longer.csv | cmp - whole.csv || fail "a longer run changed what had been played"
sed 's/search.lmr_base: { c: 40 }/search.lmr_base: { c: 30 }/' t.yaml >other.yaml && cp t.yaml kept.yaml
cp other.yaml t.yaml
refuses "c 40; the configuration has" "$bin/xqtune" spsa t.yaml --db killed.db --resume
sed 's/nodes=40/nodes=41/' kept.yaml >t.yaml
refuses "'limit: nodes=40', the configuration has 'limit: nodes=41'" "$bin/xqtune" spsa t.yaml --db killed.db --resume
grep -v futility_margin kept.yaml >t.yaml
refuses "which the configuration leaves out" "$bin/xqtune" spsa t.yaml --db killed.db --resume
sed 's/search.lmr_base: { c: 40 }/search.lmr_base: { c: 40, freeze: on }/' kept.yaml >t.yaml
echo '  search.razoring_margin: { c: 100 }' >>t.yaml
run --db killed.db --resume --games 800 --csv joined.csv
head -41 joined.csv | cut -d, -f1-10 | cmp - longer.csv || fail "joining changed what had been played"
[ "$(tail -10 joined.csv | cut -d, -f3 | sort -u | wc -l)" = 1 ] || fail "a frozen parameter moved"
[ "$(sed -n 41p joined.csv | cut -d, -f11)" = "" ] && [ "$(tail -1 joined.csv | cut -d, -f11)" != "" ] || fail "the new parameter didn't join"
run --db killed.db --resume --games 800 --csv again.csv
cmp joined.csv again.csv || fail "a run with a boundary isn't replayed"
sed -i 's/, freeze: on//' t.yaml
refuses "search.lmr_base is frozen since iteration 40" "$bin/xqtune" spsa t.yaml --db killed.db --resume
cp kept.yaml t.yaml

# By the clock; a disk that is full leaves nothing half-written.
run --db hours.db --hours 0.0002
"$bin/xqtune" list hours.db | grep -q proposed || fail "a run by hours doesn't end"
mkdir some
refuses "No space left" "$bin/xqtune" spsa t.yaml --quiet --db whole.db --resume --set out=some/new.yaml --set report=/dev/full
[ -z "$(ls some)" ] || fail "values were written though the disk was full"

# An interruption says how to go on.
"$bin/xqtune" spsa t.yaml --db stopped.db --games 100000 >/dev/null 2>err &
stopped=$!
until grep -q ^iteration err; do sleep 0.05; done
"$bin/xqtune" list stopped.db | grep -q 'spsa *running' || fail "a run in play isn't called so: $("$bin/xqtune" list stopped.db)"
mv err first.err
refuses "stopped.db: tuning 1 is being played by process " "$bin/xqtune" spsa t.yaml --db stopped.db --resume --games 100000
mv first.err err
kill -INT "$stopped"
set +e
wait "$stopped"
[ $? = 4 ] || fail "interrupted with another code: $(cat err)"
set -e
grep -q -- '--resume goes on' err || fail "says '$(cat err)'"
"$bin/xqtune" list stopped.db | grep -q 'spsa *interrupted' || fail "a stopped run isn't called so: $("$bin/xqtune" list stopped.db)"

# A kill leaves no more than the store has: the list tells how far it came, a second start of the same that there was a first one.
killed_run --jobs 1 --games 100000 --db left.db &
killed=$!
until [ "$(sqlite3 -readonly left.db 'SELECT count(*) FROM spsa_iteration' 2>/dev/null || echo 0)" -gt 1 ]; do sleep 0.05; done
kill -9 "$killed"
wait "$killed" 2>/dev/null || true
games=$(sqlite3 left.db 'SELECT 16 * count(*) FROM spsa_iteration')
"$bin/xqtune" list left.db >left.list
grep -q "spsa *interrupted .* t.yaml  *0  *$games " left.list || fail "the list knows nothing of $games games: $(cat left.list)"
grep -q '^tuning 1 was stopped, or killed, .*: xqtune spsa t.yaml --db left.db --resume$' left.list || fail "the list doesn't say what to do with it: $(cat left.list)"
"$bin/xqtune" list left.db --run 1 | grep -q '^tuning 1 was stopped' || fail "the tuning's own page doesn't say what to do with it"
# That command is enough: what the command line of the run set is kept with it.
killed_run --jobs 1 --games 64 --set seed=7 --set gain_multiple=50 --db told.db &
killed=$!
until [ "$(query told.db 'SELECT count(*) FROM spsa_iteration' 2>/dev/null || echo 0)" -gt 0 ]; do sleep 0.02; done
kill -9 "$killed"
wait "$killed" 2>/dev/null || true
"$bin/xqtune" list told.db | sed -n 's/^tuning 1 was .* to go on: //p' >command.txt
PATH=$bin:$PATH sh command.txt >out.txt 2>err || fail "$(cat command.txt): $(cat err)"
run --db whole64.db --games 64 --set seed=7 --set gain_multiple=50
query whole64.db 'SELECT iteration, param, plus, minus, value FROM spsa_value' >wanted
query told.db 'SELECT iteration, param, plus, minus, value FROM spsa_value' | cmp - wanted || fail "a run that was resumed as the list says goes another way"
"$bin/xqtune" list told.db --run 1 --settings >out
grep -q '^games: 64$' out && grep -q '^seed: 7$' out || fail "the settings don't tell: $(cat out)"
refuses "'seed: 7', the configuration has 'seed: 8'" "$bin/xqtune" spsa t.yaml --db told.db --resume --set seed=8
refuses "'seed: 7', the configuration has 'seed: 8'" "$bin/xqtune" spsa t.yaml --db told.db --resume --set seed=8 # what is refused is not kept
run --db told.db --resume
grep -q '^Nothing was played: the run has 64 games already' out.txt || fail "a run that is over is resumed without a word: $(cat out.txt)"
sqlite3 told.db 'ALTER TABLE tuning_run DROP COLUMN overrides' # as it was before they were kept
run --db told.db --resume --games 64 --set seed=7 --set gain_multiple=50

sqlite3 left.db 'ALTER TABLE tuning_run DROP COLUMN overrides; ALTER TABLE tuning_run DROP COLUMN owner' # as it was before these were kept
"$bin/xqtune" list left.db | cmp - left.list || fail "an older file tells something else: $("$bin/xqtune" list left.db)"
run --db left.db --games 64
grep -q "^warning: tuning 1 of t.yaml has $games games and is not finished; .*--resume" err.txt || fail "a second run begins without a word: $(cat err.txt)"
run --db left.db --games 64
[ ! -s err.txt ] || fail "a finished run is called unfinished: $(cat err.txt)"
refuses "--games and --hours are alternatives" "$bin/xqtune" spsa t.yaml --db left.db --games 32 --hours 1

# Options of an engine behind pipes: c suits the value where the bounds are those of what can be typed; a pattern leaves memory alone.
"$bin/xqtune" spsa --init --player "cmd=$bin/xqengine protocol=uci" >piped.yaml
grep -qE '"options.iid_delta": \{ value: 50, min: 0, max: [0-9]*, c: 17 \}' piped.yaml || fail "c suits nothing: $(grep iid_delta piped.yaml)"
grep -qi '^  # "options.hash".*no matter of strength' piped.yaml || fail "memory is tuned: $(grep -i hash piped.yaml)"
cat >faulty <<'S'
#!/bin/sh
told=
while read -r line; do
    case $line in
    uci) printf '%s\n' 'option name Hash type spin default 16 min 1 max 1024' 'option name Depth type spin default 50 min 0 max 100' \
        'option name Skill Level type spin default 20 min 0 max 20' uciok ;;
    isready) echo readyok ;;
    setoption*Depth*) told=1 ;; # it bears its own value alone
    go*) [ -z "$told" ] || exit 1; echo bestmove e0e1 ;;
    esac
done
S
chmod +x faulty
printf '%s\n' 'player: { cmd: ./faulty, protocol: uci, dialect: { ranks: 0 } }' 'limit: depth=1' 'games: 64' 'preflight: off' 'params: { options.*: {} }' >faulty.yaml
set +e
"$bin/xqtune" spsa faulty.yaml --quiet --db faulty.db >out 2>err
[ $? = 3 ] || fail "faults end with another code: $(cat err)"
set -e
grep -q ' 10 games in a row .*, with options.Depth [0-9]*$' err || fail "the options are not named, or others: $(cat err)"
"$bin/xqtune" spsa --init --player 'cmd=./faulty protocol=uci' >out
grep -q '^  # "options.Skill Level".* # weakens on purpose$' out || fail "says $(cat out)"
"$bin/xqtune" spsa --init --player 'cmd=./faulty protocol=uci' --only options.Hash | grep -q '^  "options.Hash"' || fail "what is named is not tuned"
sed -i 's/options.\*/options.H*/' faulty.yaml
refuses "'options.H*' finds nothing but options.Hash (no matter of strength)" "$bin/xqtune" spsa faulty.yaml --db faulty.db

bad() { # TEXT LINE...
    text=$1
    shift
    printf '%s\n' "$@" >bad.yaml
    refuses "$text" "$bin/xqtune" spsa bad.yaml --db bad.db
}
bad "did you mean 'search.lmr_base'?" 'player: full' 'limit: nodes=9' 'params: { search.lmr_bas: { c: 3 } }'
bad "c: 0.4 is less than 0.5" 'player: full' 'limit: nodes=9' 'params: { search.lmr_base: { c: 0.4 } }'
bad "is not within its bounds" 'player: full' 'limit: nodes=9' 'params: { search.lmr_base: { value: 5, min: 10 } }'
bad "beyond what the player takes" 'player: full' 'limit: nodes=9' 'params: { search.lmr_base: { max: 301 } }'
bad "named twice" 'player: full' 'limit: nodes=9' 'params: { search.lmr_base: {}, "search.lmr*": {} }'
bad "limit: is missing" 'player: full' 'params: { search.lmr_base: {} }'
bad "bad.yaml:3:9: params: nothing is left to tune" 'player: full' 'limit: nodes=9' 'params: { search.lmr_base: { freeze: on }, search.futility_margin: { freeze: on } }'
bad "needs to know its end" 'player: full' 'limit: nodes=9' 'schedule: fishtest' 'params: { search.lmr_base: {} }'
bad "c changes no answer for search.razoring_margin" 'player: { extends: full, search: { razoring: off } }' 'limit: nodes=40' 'games: 64' \
    'adjudication: { max_plies: 40 }' 'openings: suites/openings/balanced.epd.gz' 'params: { search.razoring_margin: {} }'
bad "there are too few openings" 'player: full' 'limit: depth=1' 'games: 64' 'adjudication: { max_plies: 40 }' 'params: { "weights.material[4].mg": { c: 400, min: 100, max: 1900 } }'
cat >bad.yaml <<'Y'
player: full
limit: nodes=9
openings: nofile.epd
params: { search.lmr_base: {} }
Y
refuses "bad.yaml:3:11: openings: cannot read nofile.epd" "$bin/xqtune" spsa bad.yaml --db bad.db
refuses "--set openings=other.epd: openings: cannot read other.epd" "$bin/xqtune" spsa bad.yaml --db bad.db --set openings=other.epd
[ ! -e bad.db ] || fail "a run that can't be played was begun"
