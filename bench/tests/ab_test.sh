#!/bin/bash
# xqbench ab over a repository of two revisions of a fake engine.
#   ab_test.sh XQBENCH FAKE_ENGINE
. "$(dirname "$0")/cli.sh"
fake=$2
export GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@b GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@b TMPDIR=$folder/tmp
mkdir "$folder/tmp" && git init -q repo

# revision NAME DEED: a build that makes an engine with this deed
revision() {
    printf '%s\n' "printf '#!/bin/sh\nexec $fake deed=$2\n' >engine && chmod +x engine" >repo/build.sh
    [ -n "$2" ] || sed -i 's/ deed=//' repo/build.sh
    git -C repo add build.sh && git -C repo commit -q -m "$1" && git -C repo tag "$1"
}
revision good "" && revision crashing crash
echo 'exit 5' >repo/build.sh && git -C repo commit -qam broken && git -C repo tag broken

cat >ab.yaml <<'YAML'
signature: { limit: depth=1 }
match: { games: 2, limit: depth=1 }
speed: { limit: depth=1, seconds: 60, width: 100, threshold: 500 }
YAML
ab() { code=$1; shift; expect "$code" ab "$@" --repo repo --build 'sh build.sh' --player protocol=uci --baseline ab.yaml --quiet --jobs 1; }
clean() {
    [ -z "$(ls tmp)" ] || fail "left behind: $(ls tmp)"
    same worktrees "$(git -C repo worktree list | wc -l)" 1
}
ab 0 good good
grep -q 'as good (old)' stdout || fail "the signatures are not compared"
clean
ab 3 good crashing
grep -q 'faulty' stdout || fail "no fault"
clean
ab 0 good good --engine engine --sprt elo0=-150,elo1=-50,games=40,limit=depth=1 --inconclusive pass
grep -q '^sprt ' stdout || fail "no test was played"
clean
refuse "building 'broken' by 'sh build.sh': exited with code 5" ab good broken --repo repo --build 'sh build.sh' --baseline ab.yaml
clean
refuse "git can't check out 'nowhere'" ab nowhere good --repo repo --build 'sh build.sh' --baseline ab.yaml
refuse "there is no program other" ab good good --repo repo --build 'sh build.sh' --engine other --baseline ab.yaml
refuse "made no program" ab good good --repo repo --build true --baseline ab.yaml
refuse "ab needs --build" ab good good
refuse "two revisions" ab good --build true
clean
