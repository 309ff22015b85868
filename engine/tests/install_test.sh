#!/bin/bash
# Install a build into a folder of its own and use it from elsewhere: every program finds its data beside itself, and its man
# page is there and renders without a warning.
#   install_test.sh CMAKE BUILD_FOLDER
set -euo pipefail

cmake=$1 build=$2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
fail() { echo "$*"; exit 1; }

"$cmake" --install "$build" --prefix "$folder/prefix" >"$folder/log" || { cat "$folder/log"; fail "the installation failed"; }
unset XQLAB_DATA
mkdir "$folder/elsewhere"
cd "$folder/elsewhere"
export PATH="$folder/prefix/bin:$PATH"

answer=$(printf 'uci\nquit\n' | xqengine --variant failsoft)
[[ $answer == *"(failsoft)"*uciok* ]] || fail "the installed xqengine does not play failsoft: $answer"
xqengine perft --max-depth 2 --suite "$folder/prefix/share/xqlab/suites/perft/standard.epd" >/dev/null
# What has just been found was found there and nowhere else.
mv "$folder/prefix/share/xqlab" "$folder/moved"
if printf 'quit\n' | xqengine --variant failsoft >/dev/null 2>"$folder/error"; then fail "xqengine found its variants elsewhere"; fi
[ "$(wc -l <"$folder/error")" = 1 ] || fail "more than one line of error: $(cat "$folder/error")"
printf 'uci\nquit\n' | XQLAB_DATA="$folder/moved" xqengine --variant failsoft >/dev/null
printf 'uci\nquit\n' | xqengine >/dev/null # the strongest engine needs no file

programs=$(ls "$folder/prefix/bin")
for program in $programs; do
    page=$folder/prefix/share/man/man1/$program.1
    [ -s "$page" ] || fail "$program has no man page"
    groff -ww -Kutf8 -man -Tutf8 "$page" >"$folder/page" 2>"$folder/warnings" || fail "groff refuses $page"
    sed -i 's/.\x08//g' "$folder/page" # bold is struck twice
    [ ! -s "$folder/warnings" ] || { cat "$folder/warnings"; fail "the man page of $program gives warnings"; }
    for word in "${program^^}" "$program" NAME SYNOPSIS COMMANDS "EXIT STATUS"; do
        grep -q "$word" "$folder/page" || fail "the man page of $program does not say $word"
    done
    "$program" --version | grep -q "^$program [0-9]" || fail "$program does not know its version"
done
echo "installed and used:" $programs
