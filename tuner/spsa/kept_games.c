#include "tuner/spsa/kept_games.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include "bench/store/spsa.h"

struct KeptGames {
    KeptGamesSpec spec;
    Store *store;        /* NULL before the first pair; then the writer's until the end */
    StoreWriter *writer;
    int64_t run;
    Err failure;         /* of the beginning */
};

KeptGames *kept_games_new(const KeptGamesSpec *spec) {
    KeptGames *games = mem_zalloc(1, sizeof *games);
    games->spec = *spec;
    return games;
}

/* The match of the run. Its players change from pair to pair, so they must not be taken for the one that they are made from. */
static void describe(const KeptGames *games, PlayerSpec player[2], Arena *arena, MatchSpec *out) {
    *out = *games->spec.match;
    out->player = player;
    out->games = 2 * games->spec.pairs;
    snprintf(out->name, sizeof out->name, "SPSA of %s, tuning %" PRId64, games->spec.player, games->spec.tuning);
    for (int side = 0; side < 2; side++) {
        player[side] = games->spec.match->player[side];
        player[side].resolved = arena_printf(arena, "%svaries: %s of tuning %" PRId64 "\n", player[side].resolved, player[side].name, games->spec.tuning);
    }
}

static void begin(KeptGames *games) {
    PlayerSpec player[2];
    MatchSpec match;
    Arena arena = { 0 };
    Err *err = &games->failure;
    describe(games, player, &arena, &match);
    games->store = store_open(games->spec.db, STORE_WRITE, err);
    if (games->store && store_run_add(games->store, &match, games->spec.openings_hash, &games->run, err) &&
        store_spsa_add_run(games->store, games->spec.tuning, games->run, err))
        games->writer = store_writer_new(games->store, games->run, err);
    arena_free(&arena);
}

bool kept_games_add(KeptGames *games, const PairRecord *pair, Err *err) {
    PairRecord counted = *pair;
    counted.counted = true;
    if (!games->writer && games->failure.kind == ERR_NONE) begin(games);
    if (games->writer) return store_writer_add(games->writer, &counted, err);
    *err = games->failure;
    return false;
}

bool kept_games_flush(KeptGames *games, Err *err) { return !games->writer || store_writer_flush(games->writer, err); }

bool kept_games_finish(KeptGames *games, Err *err) {
    if (!games) return true;
    const bool good = !games->writer || (store_writer_finish(games->writer, err) && store_run_end_open(games->store, games->run, err));
    store_close(games->store);
    free(games);
    return good;
}
