#!/bin/sh
# No output replaces an input or another output, and none is tried too late: told before any work, with everything left as it was.
#   outputs_test.sh BIN_DIR
. "$(dirname "$0")/cli.sh"

awk 'BEGIN {
    srand(5)
    print "# xqlab trace 1\nphases 4\nterm rook 1000\nterm horse 300 500\ndata"
    for (g = 0; g < 300; g++) {
        rook = int(rand() * 3) - 1; horse = int(rand() * 5) - 2
        print (rand() < 1 / (1 + exp(-(1000 * rook + 450 * horse) / 400)) ? 1 : 0) " - " int(rand() * 5) " g" g " | rook:" rook " horse:" horse
    }
}' >games.txt
"$bin/xqbench" openings --count 4 --nodes 50 --window 300 --out o.epd --jobs 1 --quiet >/dev/null
"$bin/xqbench" match --player pvsht --player pvsh --limit depth=1 --games 8 --openings o.epd --db g.db --jobs 1 --quiet >/dev/null
"$bin/xqbench" export g.db --pgn --out g.pgn >/dev/null
"$bin/xqengine" eval --print-weights >w.yaml 2>/dev/null
printf 'extends: full\nweights: w.yaml\n' >mine.yaml
mkdir sub
printf 'data: games.txt\ngames_min: 1\nout: fit.yaml\n' >fit.yaml
printf 'player: mine.yaml\nlimit: nodes=20\nopenings: o.epd\ngames: 16\nbatch: 2\npreflight: off\nparams: { search.lmr_base: { c: 30 } }\n' >spsa.yaml
ln -s g.pgn link.pgn
"$bin/xqtune" fit games.txt --quiet --set games_min=1 --db kept.db >/dev/null
head -c 5000 kept.db >cut.db
mkfifo pipe

# What is refused must leave every file as it is, and no new one.
inventory() { find . -type f ! -name out ! -name err ! -name '*.sum' -exec sha256sum {} + | sort -k 2; }
inventory >before.sum
spares() { # TEXT COMMAND...
    refuses "$@"
    inventory >after.sum
    cmp -s before.sum after.sum || fail "$*: files changed: $(diff before.sum after.sum)"
}

extract() { # TEXT OPTION...
    text=$1
    shift
    spares "$text" "$bin/xqtune" extract "$@"
}
extract "g.pgn: is read (games), and --out would replace it" g.pgn --out g.pgn
extract "link.pgn: is read (games), and --out would replace it" g.db g.pgn --out link.pgn
extract "g.pgn: is read (games), and --samples would replace it" g.pgn --out new.trace --samples g.pgn
extract "w.yaml: is read (--weights), and --samples would replace it" g.db --out new.trace --weights w.yaml --samples w.yaml
extract "w.yaml: is read (--variant), and --out would replace it" g.db --variant mine.yaml --out w.yaml
extract "new: both --out and --samples would write it" g.db --out new --samples new
extract "./new: both --out and --samples would write it" g.db --out new --samples ./new
extract "mine.yaml: is read (--variant), and --out would replace it" g.db --compare --variant mine.yaml --out mine.yaml
extract "cannot write nowhere/t" g.db --out nowhere/t --samples new
extract "cannot write nowhere/s" g.db --out new --samples nowhere/s
extract "No space left" g.db --out /dev/full --samples new

fit() { # TEXT OPTION...
    text=$1
    shift
    spares "$text" "$bin/xqtune" fit --quiet --set games_min=1 "$@"
    ! grep -q iteration err || fail "$*: it fitted first"
}
fit "fit.yaml: is read (configuration), and out would replace it" fit.yaml
fit "games.txt: is read (data), and report would replace it" games.txt --set report=games.txt
fit "games.txt: is read (data), and --checkpoint would replace it" games.txt --checkpoint games.txt
fit "w.yaml: is read (start), and report would replace it" games.txt --set start=w.yaml --set report=w.yaml
fit "new.yaml: both out and report would write it" games.txt --set out=new.yaml --set report=new.yaml
fit "sub/../new.yaml: both out and c_out would write it" games.txt --set out=new.yaml --set c_out=sub/../new.yaml
fit "ck: both --checkpoint and out would write it" games.txt --set out=ck --checkpoint ck
fit "new.db: both --db and out would write it" games.txt --set out=new.db --db new.db
fit "p-loss.svg: both report and plots would write it" games.txt --set report=p-loss.svg --set plots=p
fit "cannot write nowhere/w.yaml" games.txt --set out=nowhere/w.yaml --set report=new.md
fit "cannot write nowhere/p-loss.svg" games.txt --set out=new.yaml --set plots=nowhere/p
fit "nowhere/x.db" games.txt --set out=new.yaml --db nowhere/x.db
fit "games.txt: is read (data), and --db would replace it" games.txt --set out=new.yaml --db games.txt
fit "o.epd: is no database" games.txt --set out=new.yaml --db o.epd
fit "cut.db: " games.txt --set out=new.yaml --db cut.db
fit "too few" games.txt --set games_min=9999 --set out=new.yaml --db new.db

spsa() { # TEXT OPTION...
    text=$1
    shift
    spares "$text" "$bin/xqtune" spsa spsa.yaml --quiet "$@"
}
spsa "spsa.yaml: is read (configuration), and out would replace it" --db new.db --set out=spsa.yaml
spsa "spsa.yaml: is read (configuration), and csv would replace it" --db new.db --csv spsa.yaml
spsa "spsa.yaml: is read (configuration), and csv would replace it" --db new.db --csv spsa.yaml --plan
spsa "o.epd: is read (openings), and svg would replace it" --db new.db --svg o.epd
spsa "mine.yaml: is read (player), and out would replace it" --db new.db --set out=mine.yaml
spsa "./w.yaml: is read (player), and report would replace it" --db new.db --set report=./w.yaml
spsa "x.out: both csv and svg would write it" --db new.db --csv x.out --svg x.out
spsa "x.out: both out and report would write it" --db new.db --set out=x.out --set report=x.out --csv y --svg z
spsa "new.db: both --db and out would write it" --db new.db --set out=new.db
spsa "cannot write nowhere/x" --db new.db --set report=nowhere/x
spsa "cut.db: " --db cut.db --set out=new.yaml
spsa "o.epd: is read (openings), and --db would replace it" --db o.epd

# What can be written is: devices as often as one likes, a pipe once somebody reads.
"$bin/xqtune" extract g.db --out /dev/null --samples /dev/null 2>err || [ "$(wc -l <err)" = 1 ] || fail "$(cat err)"
cat pipe >piped &
"$bin/xqtune" fit games.txt --quiet --set games_min=1 --set out=/dev/null --set report=/dev/null --set c_out=pipe >/dev/null
wait
grep -q WEIGHT_HORSE piped || fail "the reader of a pipe got '$(cat piped)'"
