/* A database with a tuning in it, and the command line that proves it. */
#ifndef TUNER_TESTS_PROVING_H
#define TUNER_TESTS_PROVING_H
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include "bench/store/proofs.h"
#include "bench/store/sql.h"
#include "bench/store/tunings.h"
#include "bench/tests/scratch.h"
#include "engine/core/buf.h"

/* A set that plays, and one whose rooks and horses are worth nothing. */
static const char good_set[] = "weights:\n  tempo: 20\n", bad_set[] = "weights:\n  material: [0, 0, 0, 0, 0, 0, 0]\n";

/* Run a shell command in the scratch folder with our programs in $BIN; both outputs go to *out. Returns the exit code. */
static inline int shell(const Scratch *scratch, const char *line, Buf *out) {
    char part[1024];
    Buf command = { 0 };
    buf_clear(out);
    buf_addf(&command, "cd '%s' && export BIN='%s' && { %s; } 2>&1", scratch->folder, XQ_BIN_DIR, line);
    FILE *pipe = popen(buf_text(&command), "r");
    buf_free(&command);
    assert_non_null(pipe);
    while (fgets(part, sizeof part, pipe)) buf_add(out, part);
    const int status = pclose(pipe);
    assert_true(WIFEXITED(status));
    return WEXITSTATUS(status);
}

/* The command must end with this code and say this. */
static inline void expect(const Scratch *scratch, int code, const char *line, const char *part) {
    Buf out = { 0 };
    const int got = shell(scratch, line, &out);
    if (got != code || !strstr(buf_text(&out), part)) fail_msg("%s: code %d, not %d with '%s'\n%s", line, got, code, part, buf_text(&out));
    buf_free(&out);
}

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
