#!/bin/bash
# The protocol's `bench` gives the same signature as the command, by default and with an option set.
#   bench_uci_test.sh XQENGINE
set -euo pipefail

xqengine=$1
signature() { grep '^signature [1-9]' || { echo "no signature" >&2; exit 1; }; }
command=$("$xqengine" bench --depth 4 | signature)
protocol=$(printf 'uci\nbench 4\nquit\n' | "$xqengine" | signature)
echo "$command, over UCI $protocol"
[ "$command" = "$protocol" ]
command=$("$xqengine" bench --depth 4 --set null_move=0 | signature)
changed=$(printf 'uci\nsetoption name null_move value 0\nbench 4\nquit\n' | "$xqengine" | signature)
echo "without null moves $command, over UCI $changed"
[ "$command" = "$changed" ]
[ "$changed" != "$protocol" ]
