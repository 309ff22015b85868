/* A database with a tuning in it, for the command lines that prove it. */
#ifndef TUNER_TESTS_PROVING_H
#define TUNER_TESTS_PROVING_H
#include "bench/store/proofs.h"
#include "bench/store/sql.h"
#include "bench/store/tunings.h"
#include "bench/tests/shell.h"

/* A set that plays, and one whose rooks and horses are worth nothing. */
static const char good_set[] = "weights:\n  tempo: 20\n", bad_set[] = "weights:\n  material: [0, 0, 0, 0, 0, 0, 0]\n";

static inline Store *open_games(const Scratch *scratch) {
    Err err = { 0 };
    Store *store = store_open(scratch->db, STORE_CREATE, &err);
    if (!store) fail_msg("%s", err.text);
    return store;
}

/* Add a proposal to games.db, which may be there already. */
static inline void propose(const Scratch *scratch, const char *state, const char *start, const char *result) {
    Store *store = open_games(scratch);
    int64_t id;
    const TuningRecord tuning = {
        .kind = "fit", .state = state, .data = "games.trace", .settings = "loss: mse\n", .start = start, .result = result, .report = "# report\n",
        .positions = 1000, .games = 100, .params = 2, .loss_start = 0.11, .loss_end = 0.1, .valid_start = 0.12, .valid_end = 0.115, .scale = 1.5,
    };
    assert_true(store_tuning_add(store, &tuning, &id, NULL));
    store_close(store);
}

static inline int64_t number(const Scratch *scratch, const char *sql) {
    Store *store = open_games(scratch);
    Err err = { 0 };
    int64_t value = -1;
    if (!sql_number(store->db, sql, &value, &err)) fail_msg("%s: %s", sql, err.text);
    store_close(store);
    return value;
}
#endif
