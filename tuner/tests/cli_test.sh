#!/bin/sh
# The commands from end to end on small files: results, errors, and nothing half-written.
#   cli_test.sh BIN_DIR
. "$(dirname "$0")/cli.sh"

awk 'BEGIN {
    srand(5)
    print "# xqlab trace 1\nphases 4\nterm rook 1000\nterm horse 300 500\nterm tempo 0\nterm never 7\ndata"
    for (g = 0; g < 600; g++) {
        rook = int(rand() * 3) - 1; horse = int(rand() * 5) - 2
        e = 1000 * rook + 450 * horse
        print (rand() < 1 / (1 + exp(-e / 400)) ? 1 : 0) " - " int(rand() * 5) " g" g " | rook:" rook " horse:" horse " tempo:" int(rand() * 2) * 2 - 1
    }
}' >games.txt

"$bin/xqtune" fit games.txt --quiet --set out=new.txt --set report=new.md --set plots=new --db t.db >report.txt
grep -q '^term horse ' new.txt || fail "no weights"
grep -q 'horse mg' new.md || fail "no report"
grep -q 'loss by iteration' new.md && grep -q '^calibration' report.txt || fail "no curve, or no calibration"
grep -q '</svg>' new-loss.svg && grep -q '</svg>' new-calibration.svg || fail "no pictures"
grep -q 'not tuned.*never' report.txt || fail "the term that is never seen isn't named"
"$bin/xqtune" fit games.txt --quiet --set c_out=new.c >/dev/null
grep -q "\[WEIGHT_HORSE\] = { $(awk '$2 == "horse" { print $3 ", " $4 }' new.txt) }" new.c || fail "the table in C has other weights"
"$bin/xqtune" fit games.txt --quiet --set out=new.yaml >/dev/null
awk '$1 == "term" { print "\"" $2 "\": [" $3 ", " $4 "]" }' new.txt >wanted.yaml
grep -v '^#' new.yaml | cmp - wanted.yaml || fail "YAML has other weights: $(cat new.yaml)"
grep -q '^prior_games  *iteration' report.txt && grep -q 'has the least loss of the games that judge, and was taken' report.txt || fail "the priors that were tried can't be told apart"
[ "$(grep -c '(taken)</text>' new-loss.svg)" = 2 ] || fail "the picture doesn't tell the prior that was taken"
"$bin/xqtune" fit games.txt --quiet --set prior_games=0 >loose.txt
grep -q 'prior_games is 0' loose.txt && ! grep -q 'seen in 0 games' loose.txt || fail "no prior is called one of no games"
"$bin/xqtune" fit games.txt --quiet --jobs 1 --set 'only=[horse, tempo]' --set anchor=rook --set out=some.txt >out
grep -q '^term rook 1000 1000' some.txt && ! grep -q '^term horse 300 500' some.txt || fail "not the terms that were listed: $(cat some.txt)"
grep -q 'the anchor rook is not held' out || fail "an anchor that can't be held is passed over: $(cat out)"
"$bin/xqtune" list t.db | grep -q proposed || fail "the tuning isn't in the database"
"$bin/xqtune" list t.db --run 1 --weights | cmp - new.txt || fail "the database has other weights"
# A table that came out goes in again.
{ echo "# xqlab trace 1"; echo "phases 4"; grep ^term new.txt; sed -n '/^data/,$p' games.txt; } >again.txt
"$bin/xqtune" fit again.txt --quiet >/dev/null

cat >fit.yaml <<'Y'
data: games.txt
freeze: [rook]
loss: xent
Y
"$bin/xqtune" fit fit.yaml --quiet --set out=frozen.txt >/dev/null
grep -q '^term rook 1000 1000' frozen.txt || fail "a frozen term moved"
"$bin/xqtune" fit fit.yaml --check-gradient | grep -q 'right$' || fail "the gradient is wrong"

# Counts that don't give the evaluation are told before anything is learned from them.
awk 'BEGIN {
    srand(7)
    print "# xqlab trace 1\nphases 4\nterm rook 1000\nterm horse 300 500\ndata"
    for (g = 0; g < 50; g++) {
        rook = int(rand() * 3) - 1; horse = int(rand() * 5) - 2; phase = int(rand() * 5)
        print 1, int(1000 * rook + horse * (300 * phase + 500 * (4 - phase)) / 4), phase, "g" g, "| rook:" rook " horse:" horse
    }
}' >own.txt
"$bin/xqtune" fit own.txt --check-trace >out || fail "a right trace is called wrong: $(cat out)"
grep -q 'against 50 scores: .*: right$' out || fail "says '$(cat out)'"
sed '$s/horse:.*/horse:3/' own.txt >forgets.txt
set +e
"$bin/xqtune" fit forgets.txt --check-trace >out
[ $? = 1 ] || fail "a count that was forgotten isn't noticed: $(cat out)"
set -e
grep -q 'in 1: WRONG$' out && grep -q '^The worst counts .*: phase . | .*horse:3$' out || fail "says '$(cat out)'"
refuses "no position has a score" "$bin/xqtune" fit games.txt --check-trace

refuses "fit.yaml:4:1: " sh -c 'echo "los: mse" >>fit.yaml; "$0" fit fit.yaml' "$bin/xqtune"
refuses "no term is named 'rok'" "$bin/xqtune" fit games.txt --quiet --set 'freeze=rok'
refuses "left to tune: freeze holds every term" "$bin/xqtune" fit games.txt --quiet --set 'freeze=*'
refuses "freeze holds every term that only names" "$bin/xqtune" fit games.txt --quiet --set only=tempo --set freeze=tempo
refuses "missing.txt" "$bin/xqtune" fit missing.txt
refuses "start" "$bin/xqtune" fit games.txt --set start=hand
refuses "too few" sh -c 'head -50 games.txt >few.txt; "$0" fit few.txt' "$bin/xqtune"
mkdir some
ln -s games.txt other-name.txt
refuses "other-name.txt: is read (data), and out would replace it" "$bin/xqtune" fit games.txt --quiet --set out=other-name.txt
refuses "nowhere/new.md" "$bin/xqtune" fit games.txt --quiet --set out=some/new.txt --set report=nowhere/new.md
[ -z "$(ls some)" ] || fail "weights were written though the report could not be"
refuses "No space left" "$bin/xqtune" fit games.txt --quiet --set out=some/new.txt --set report=/dev/full
[ -z "$(ls some)" ] || fail "weights were written though the disk was full"

# A checkpoint outlives a fit that could not be finished; cut anywhere, the fit ends the same.
refuses "No space left" "$bin/xqtune" fit games.txt --quiet --checkpoint fit.done --set report=/dev/full
size=$(wc -c <fit.done)
for part in 0 1 30 99 104 "$((size / 3))" "$((size - 1))" "$size"; do
    head -c "$part" fit.done >cut.done
    "$bin/xqtune" fit games.txt --quiet --resume --checkpoint cut.done --set jobs=2 --set out=resumed.txt >/dev/null
    cmp new.txt resumed.txt || fail "a checkpoint cut at $part leads elsewhere"
    [ ! -e cut.done ] || fail "a checkpoint is left behind"
done
refuses "fit.done: holds a fit that was not finished; --resume goes on with it" "$bin/xqtune" fit games.txt --quiet --checkpoint fit.done
[ "$(wc -c <fit.done)" = "$size" ] || fail "a checkpoint was overwritten without --resume"
"$bin/xqtune" fit games.txt --quiet --resume --checkpoint none.done --set out=resumed.txt >/dev/null 2>err
[ "$(cat err)" = "none.done: holds nothing of this fit yet; it begins from the start" ] || fail "a fit from the start is resumed without a word: $(cat err)"
cmp new.txt resumed.txt || fail "a resumed fit that began from the start leads elsewhere"
refuses "checkpoint of another fit" "$bin/xqtune" fit games.txt --quiet --resume --checkpoint fit.done --set prior_games=7
echo precious >other.txt
refuses "other.txt: is no checkpoint" "$bin/xqtune" fit games.txt --quiet --checkpoint other.txt
[ "$(cat other.txt)" = precious ] || fail "a file that is no checkpoint was replaced"
refuses "--resume needs --checkpoint FILE" "$bin/xqtune" fit games.txt --resume
refuses "No space left" "$bin/xqtune" fit games.txt --quiet --checkpoint /dev/full
"$bin/xqtune" fit games.txt --quiet --learning-curve | grep -q '^0.125 ' || fail "no learning curve"
refuses "a curve is only shown" "$bin/xqtune" fit games.txt --learning-curve --db t.db
refuses "no position has a score" "$bin/xqtune" fit games.txt --quiet --share-curve
sed '/^data/,$s/ - / 35 /' games.txt >scored.txt
"$bin/xqtune" fit scored.txt --quiet --set k=1 --share-curve | grep -q 'like result_share=1 best' || fail "scores that say nothing are liked"
"$bin/xqtune" fit games.txt --quiet --db t.db | grep -q "can't say yet" || fail "a prediction without a proof"

"$bin/xqbench" openings --count 30 --nodes 100 --window 200 --out o.epd --jobs 1 --quiet >/dev/null
"$bin/xqbench" match --player pvsht --player pvsh --limit depth=1 --games 60 --openings o.epd --db g.db --jobs 1 --quiet >/dev/null
"$bin/xqtune" extract g.db --out g.trace --samples g.samples.gz >counts.txt
grep -q '60 games read' counts.txt || fail "games are missing: $(cat counts.txt)"
"$bin/xqtune" extract g.samples.gz --out again.trace >/dev/null
"$bin/xqtune" fit g.trace --quiet --set games_min=10 --set k=4 --set out=new.yaml --set report=all.md >out.txt
[ "$(grep -cE '^[a-z].* (mg|eg)  +[0-9]' out.txt)" = 40 ] || fail "not the 40 weights that changed most: $(cat out.txt)"
weights=$(sed -n 's/^These of the \([0-9]*\) weights changed most; .*/\1/p' out.txt)
[ "$(grep -cE '^\| [a-z].* (mg|eg) \| +[0-9]' all.md)" = "$weights" ] || fail "the report doesn't have all $weights weights"
"$bin/xqengine" eval 'rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w' --weights new.yaml >/dev/null
"$bin/xqtune" extract g.db --check-trace | grep -q 'samples, right$' || fail "traces aren't the evaluation"
refuses "No space left" "$bin/xqtune" extract g.db --out /dev/full
dd if=g.trace of=cut.trace bs=1000 count=3 2>/dev/null
refuses "cut short" "$bin/xqtune" fit cut.trace
refuses "--out FILE" "$bin/xqtune" extract g.db

# What was read is told as what it was: games, or positions of games with names.
"$bin/xqtune" extract g.samples.gz --out again.trace >counts.txt
grep -q '^[0-9]* positions read from EPD or samples$' counts.txt && grep -q ' positions in 30 games,' counts.txt || fail "samples are told as $(cat counts.txt)"
grep -q 'games read' counts.txt && fail "samples are told as games: $(cat counts.txt)"
awk 'BEGIN { for (i = 0; i < 9; i++) print "5k3/9/9/9/9/9/9/9/4R4/3K5 w - - 0 " i + 1 " 1-0 game one;" }' >one.epd
"$bin/xqtune" extract one.epd --out one.trace >counts.txt
grep -q '^9 positions read' counts.txt && grep -q ' of 9 positions in 1 game,' counts.txt || fail "a game is told as $(cat counts.txt)"
refuses "g.trace: is a trace file, which xqtune fit reads" "$bin/xqtune" extract g.trace --out x
refuses "g.trace: is a trace file, which xqtune fit reads" "$bin/xqtune" extract g.trace --compare --out x

# Moves instead of results: from the same games, alone and beside their results, and as the prior of a tree search.
"$bin/xqtune" extract g.db --compare --out g.choices >counts.txt
grep -q 'other moves' counts.txt || fail "no comparisons: $(cat counts.txt)"
"$bin/xqtune" fit g.choices --set loss=compare --set games_min=10 --check-gradient | grep -q 'right$' || fail "the gradient of comparisons is wrong"
"$bin/xqtune" fit g.choices --quiet --set loss=compare --set compare_loss=softmax --set games_min=10 --set out=./moves.yaml --set variant=./prior.yaml \
    --db t.db >report.txt
grep -q 'prior temperature' report.txt && grep -q '^# prior temperature' moves.yaml || fail "no temperature of a prior"
grep -q 'mcts_prior_temperature: [1-9]' prior.yaml && grep -q '^prior_weights: moves.yaml' prior.yaml || fail "the variant has no prior"
"$bin/xqtune" fit g.trace --quiet --set games_min=10 --set k=4 --set compare=g.choices --set compare_share=0.3 >report.txt
grep -q '30% of the loss' report.txt || fail "nothing was blended: $(cat report.txt)"
refuses "set loss to compare" "$bin/xqtune" fit g.choices
refuses "variant names the file" "$bin/xqtune" fit g.choices --set loss=compare --set variant=prior.yaml
refuses "is no file of comparisons" "$bin/xqtune" fit g.trace --set compare=g.db
refuses "leave it out" "$bin/xqtune" extract g.db --compare --out x --samples s
dd if=g.choices of=cut.choices bs=1000 count=3 2>/dev/null
refuses "cut short" "$bin/xqtune" fit cut.choices --set loss=compare

# A byte that changed on the disk is noticed.
for at in 300 5000 20000; do
    for kind in trace choices; do
        cp "g.$kind" "changed.$kind"
        printf '\125\252' | dd of="changed.$kind" bs=1 seek="$at" conv=notrunc 2>/dev/null
        cmp -s "g.$kind" "changed.$kind" && fail "nothing changed at $at of g.$kind"
        [ "$kind" = trace ] && loss=mse || loss=compare
        refuses "changed.$kind: is damaged: its bytes don't fit its checksum" "$bin/xqtune" fit "changed.$kind" --set "loss=$loss"
    done
done
