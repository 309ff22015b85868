/* What tests of external players share: the fake engine, games against it, and what must not be left behind. */
#ifndef BENCH_TESTS_FAKE_H
#define BENCH_TESTS_FAKE_H
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include "bench/match/play.h"
#include "engine/core/arena.h"
#include "engine/core/mono.h"
#include "engine/xq/fen.h"

#define FAKE_ENGINE XQ_BIN_DIR "/../tests/fake_engine"

/* A player of the fake engine: "protocol=uci arg=deed=hang". */
static inline PlayerSpec fake_spec(const char *words) {
    PlayerSpec spec;
    Err err = { 0 };
    Buf line = { 0 };
    buf_addf(&line, "cmd=%s %s", FAKE_ENGINE, words);
    if (!player_spec_parse(line.text, &spec, &err)) fail_msg("%s: %s", words, err.text);
    buf_free(&line);
    return spec;
}

static inline Player *start_player(const PlayerSpec *spec) {
    Err err = { 0 };
    Player *player = player_new(spec, &err);
    if (!player) fail_msg("%s", err.text);
    return player;
}

/* A game of these two from the start position, at most max_plies long, by the asian rules. */
static inline GameRecord play_fakes(Player *red, Player *black, const Limit *limit, int max_plies, Game *game) {
    static RuleSet rules;
    rule_set_find("asian", &rules);
    const Adjudication adjudication = { .max_plies = max_plies };
    const Table table = {
        .player = { red, black }, .limit = { limit, limit }, .rules = &rules, .adjudication = &adjudication
    };
    GameRecord record = { 0 };
    Pos start;
    assert_true(fen_parse(POS_START_FEN, &start, NULL));
    game_reset(game, &start);
    assert_true(play_game(&table, game, &record));
    return record;
}

static inline int open_descriptors(void) {
    DIR *folder = opendir("/proc/self/fd");
    int count = 0;
    while (readdir(folder)) count++;
    closedir(folder);
    return count;
}

/* No child of ours is left, not even dead. */
static inline void assert_no_children(void) {
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
    assert_int_equal(errno, ECHILD);
}
#endif
