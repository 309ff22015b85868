#include "bench/store/spsa.h"
#include <inttypes.h>
#include <string.h>
#include "bench/store/owner.h"
#include "bench/store/rows.h"

/* Run one of the functions below between BEGIN and COMMIT. */
static bool commit(Store *store, bool good, Err *err) {
    good = good && sql_exec(store->db, "COMMIT", err);
    if (!good) sql_rollback(store->db);
    return good;
}

static bool put_params(Store *store, int64_t tuning, const StoredParam *params, int count, Err *err) {
    sqlite3_stmt *stmt = sql_prepare(store->db,
        "INSERT OR REPLACE INTO spsa_param (tuning, param, name, start, min, max, c, first, frozen) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", err);
    bool good = stmt != NULL;
    for (int i = 0; good && i < count; i++) {
        const StoredParam *p = &params[i];
        SqlCells to = sql_cells(stmt);
        sql_put_int(&to, tuning);
        sql_put_int(&to, i);
        sql_put_text(&to, p->name);
        const double reals[] = { p->start, p->min, p->max, p->c };
        for (size_t k = 0; k < sizeof reals / sizeof reals[0]; k++) sql_put_real(&to, reals[k]);
        sql_put_int(&to, p->first);
        if (p->frozen >= 0) sql_put_int(&to, p->frozen);
        else sql_put_null(&to);
        good = sql_run(stmt, err);
    }
    sqlite3_finalize(stmt);
    return good;
}

static bool put_owner(Store *store, int64_t tuning, Err *err) {
    sqlite3_stmt *stmt = sql_prepare(store->db, "UPDATE tuning_run SET owner = ? WHERE id = ?", err);
    char owner[OWNER_SIZE];
    if (!stmt) return false;
    SqlCells to = sql_cells(stmt);
    sql_put_text(&to, owner_text(owner));
    sql_put_int(&to, tuning);
    return sql_run_once(stmt, err);
}

bool store_spsa_begin(Store *store, const TuningRecord *tuning, const StoredParam *params, int count, int64_t *id, Err *err) {
    if (!sql_exec(store->db, "BEGIN IMMEDIATE", err)) return false;
    return commit(store, store_tuning_add(store, tuning, id, err) && put_params(store, *id, params, count, err) && put_owner(store, *id, err), err);
}

/* Is the tuning free to be played here? */
static bool check_owner(Store *store, int64_t tuning, Err *err) {
    sqlite3_stmt *stmt = sql_prepare_for(store->db, "SELECT owner FROM tuning_run WHERE id = ?", tuning, err);
    bool row = false;
    bool good = stmt && sql_next(stmt, &row, err);
    SqlCells from = sql_cells(stmt);
    const char *owner = row ? sql_get_text(&from) : "";
    if (good && owner_lives(owner))
        good = err_set(err, ERR_INPUT, "%s: tuning %" PRId64 " is being played by process %s; wait for it or stop it", store->path, tuning, owner);
    sqlite3_finalize(stmt);
    return good;
}

bool store_spsa_take(Store *store, int64_t tuning, Err *err) {
    if (!sql_exec(store->db, "BEGIN IMMEDIATE", err)) return false;
    return commit(store, check_owner(store, tuning, err) && put_owner(store, tuning, err), err);
}

bool store_spsa_set_settings(Store *store, int64_t id, const TuningRecord *tuning, Err *err) {
    sqlite3_stmt *stmt = sql_prepare(store->db, "UPDATE tuning_run SET settings = ?, overrides = ? WHERE id = ?", err);
    if (!stmt) return false;
    SqlCells to = sql_cells(stmt);
    sql_put_text(&to, tuning->settings);
    sql_put_text(&to, tuning->overrides ? tuning->overrides : "");
    sql_put_int(&to, id);
    return sql_run_once(stmt, err);
}

bool store_spsa_set_params(Store *store, int64_t tuning, const StoredParam *params, int count, Err *err) {
    if (!sql_exec(store->db, "BEGIN IMMEDIATE", err)) return false;
    return commit(store, put_params(store, tuning, params, count, err), err);
}

static bool put_iteration(Store *store, int64_t tuning, const StoredIteration *it, Err *err) {
    sqlite3_stmt *stmt = sql_prepare(store->db,
        "INSERT INTO spsa_iteration (tuning, iteration, ll, ld, dd, wd, ww, twins, faults, time_ms) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", err);
    if (!stmt) return false;
    SqlCells to = sql_cells(stmt);
    sql_put_int(&to, tuning);
    sql_put_int(&to, it->iteration);
    for (int k = 0; k < ELO_PAIRS; k++) sql_put_int(&to, it->pairs[k]);
    sql_put_int(&to, it->twins);
    sql_put_int(&to, it->faults);
    sql_put_int(&to, it->time_ms);
    return sql_run_once(stmt, err);
}

static bool put_values(Store *store, int64_t tuning, int64_t iteration, const StoredValue *values, int count, Err *err) {
    sqlite3_stmt *stmt = sql_prepare(store->db, "INSERT INTO spsa_value (tuning, iteration, param, plus, minus, value) VALUES (?, ?, ?, ?, ?, ?)", err);
    bool good = stmt != NULL;
    for (int i = 0; good && i < count; i++) {
        SqlCells to = sql_cells(stmt);
        sql_put_int(&to, tuning);
        sql_put_int(&to, iteration);
        sql_put_int(&to, i);
        sql_put_real(&to, values[i].plus);
        sql_put_real(&to, values[i].minus);
        sql_put_real(&to, values[i].value);
        good = sql_run(stmt, err);
    }
    sqlite3_finalize(stmt);
    return good;
}

/* How many iterations the tuning has. */
static bool count_iterations(Store *store, int64_t tuning, int64_t *count, Err *err) {
    char question[96];
    sqlite3_snprintf(sizeof question, question, "SELECT count(*) FROM spsa_iteration WHERE tuning = %lld", (long long)tuning);
    return sql_number(store->db, question, count, err);
}

/* So that the record of a run that is killed says how far it came. */
static bool count_games(Store *store, int64_t tuning, Err *err) {
    sqlite3_stmt *stmt = sql_prepare(store->db,
        "UPDATE tuning_run SET games = (SELECT 2 * sum(ll + ld + dd + wd + ww) FROM spsa_iteration WHERE tuning = ?1) WHERE id = ?1", err);
    if (!stmt) return false;
    SqlCells to = sql_cells(stmt);
    sql_put_int(&to, tuning);
    return sql_run_once(stmt, err);
}

bool store_spsa_add(Store *store, int64_t tuning, const StoredIteration *iteration, const StoredValue *values, int count, Err *err) {
    int64_t there;
    if (!sql_exec(store->db, "BEGIN IMMEDIATE", err)) return false;
    bool good = count_iterations(store, tuning, &there, err);
    if (good && there != iteration->iteration)
        good = err_set(err, ERR_INPUT, "%s: tuning %" PRId64 " has %" PRId64 " iterations already: another process goes on with it", store->path, tuning,
                       there);
    return commit(store, good && put_iteration(store, tuning, iteration, err) && put_values(store, tuning, iteration->iteration, values, count, err) &&
                         count_games(store, tuning, err), err);
}

bool store_spsa_add_check(Store *store, int64_t tuning, int64_t iteration, const int64_t pairs[ELO_PAIRS], Err *err) {
    sqlite3_stmt *stmt = sql_prepare(store->db, "INSERT OR REPLACE INTO spsa_check (tuning, iteration, ll, ld, dd, wd, ww) VALUES (?, ?, ?, ?, ?, ?, ?)", err);
    if (!stmt) return false;
    SqlCells to = sql_cells(stmt);
    sql_put_int(&to, tuning);
    sql_put_int(&to, iteration);
    for (int k = 0; k < ELO_PAIRS; k++) sql_put_int(&to, pairs[k]);
    return sql_run_once(stmt, err);
}

/* Games. */

bool store_spsa_add_run(Store *store, int64_t tuning, int64_t run, Err *err) {
    sqlite3_stmt *stmt = sql_prepare(store->db, "INSERT INTO tuning_games (tuning, run, settled) SELECT ?, uid, 0 FROM run WHERE id = ?", err);
    if (!stmt) return false;
    SqlCells to = sql_cells(stmt);
    sql_put_int(&to, tuning);
    sql_put_int(&to, run);
    return sql_run_once(stmt, err);
}

static void read_pair(SqlCells *from, Arena *arena, void *row) {
    StoredPair *pair = row;
    (void)arena;
    pair->index = sql_get_int(from);
    pair->half_points = (int)sql_get_int(from);
    pair->faults = (int)sql_get_int(from);
    pair->twin = sql_get_int(from);
}

bool store_spsa_pairs(Store *store, Arena *arena, int64_t tuning, int64_t from, StoredPair **out, int *count, Err *err) {
    Rows rows = { .arena = arena, .size = sizeof(StoredPair) };
    sqlite3_stmt *stmt = sql_prepare_for(store->db,
        "SELECT idx, half_points, (SELECT count(*) FROM game WHERE pair = p.id AND EXISTS (SELECT 1 FROM game_side s WHERE s.game = game.id AND fault IS NOT NULL)), "
        "(SELECT count(DISTINCT move_hash) = 1 FROM game WHERE pair = p.id) FROM tuning_games g JOIN run ON run.uid = g.run JOIN pair p ON p.run = run.id "
        "WHERE g.tuning = ?1 AND NOT settled AND idx >= ?2 AND half_points IS NOT NULL GROUP BY idx ORDER BY idx", tuning, err);
    if (stmt) sqlite3_bind_int64(stmt, 2, from);
    if (!rows_collect(&rows, stmt, read_pair, err)) return false;
    *out = rows.items;
    *count = rows.count;
    return true;
}

bool store_spsa_settle_pairs(Store *store, int64_t tuning, Err *err) {
    sqlite3_stmt *stmt = sql_prepare_for(store->db, "UPDATE tuning_games SET settled = 1 WHERE tuning = ?", tuning, err);
    return stmt && sql_run_once(stmt, err);
}

static void read_run(SqlCells *from, Arena *arena, void *row) {
    (void)arena;
    *(int64_t *)row = sql_get_int(from);
}

bool store_spsa_runs(Store *store, Arena *arena, int64_t tuning, int64_t **out, int *count, Err *err) {
    Rows rows = { .arena = arena, .size = sizeof(int64_t) };
    sqlite3_stmt *stmt = sql_prepare_for(store->db, "SELECT id FROM run WHERE uid IN (SELECT run FROM tuning_games WHERE tuning = ?) ORDER BY id", tuning, err);
    if (!rows_collect(&rows, stmt, read_run, err)) return false;
    *out = rows.items;
    *count = rows.count;
    return true;
}

/* Reading. */

static void read_param(SqlCells *from, Arena *arena, void *row) {
    StoredParam *p = row;
    double *const reals[] = { &p->start, &p->min, &p->max, &p->c };
    p->name = rows_text(from, arena);
    for (size_t k = 0; k < sizeof reals / sizeof reals[0]; k++) *reals[k] = sql_get_real(from);
    p->first = sql_get_int(from);
    p->frozen = sql_get_int(from);
}

static void read_iteration(SqlCells *from, Arena *arena, void *row) {
    StoredIteration *it = row;
    (void)arena;
    it->iteration = sql_get_int(from);
    for (int k = 0; k < ELO_PAIRS; k++) it->pairs[k] = sql_get_int(from);
    it->twins = sql_get_int(from);
    it->faults = sql_get_int(from);
    it->time_ms = sql_get_int(from);
}

bool store_spsa_load(Store *store, Arena *arena, int64_t tuning, StoredSpsa *out, Err *err) {
    Rows params = { .arena = arena, .size = sizeof(StoredParam) }, iterations = { .arena = arena, .size = sizeof(StoredIteration) };
    sqlite3_stmt *stmt = sql_prepare_for(store->db,
        "SELECT name, start, min, max, c, first, ifnull(frozen, -1) FROM spsa_param WHERE tuning = ? ORDER BY param", tuning, err);
    if (!rows_collect(&params, stmt, read_param, err)) return false;
    stmt = sql_prepare_for(store->db,
        "SELECT iteration, ll, ld, dd, wd, ww, twins, faults, time_ms FROM spsa_iteration WHERE tuning = ? ORDER BY iteration", tuning, err);
    if (!rows_collect(&iterations, stmt, read_iteration, err)) return false;
    *out = (StoredSpsa){ .param = params.items, .params = params.count, .iteration = iterations.items, .iterations = iterations.count };
    for (int i = 0; i < out->iterations; i++)
        if (out->iteration[i].iteration != i)
            return err_set(err, ERR_INPUT, "%s: iteration %d of tuning %" PRId64 " is missing", store->path, i, tuning);
    return true;
}

bool store_spsa_find(Store *store, Arena *arena, const char *data, TuningRecord *out, Err *err) {
    TuningRecord *tuning;
    int count;
    if (!store_tunings(store, arena, &tuning, &count, err)) return false;
    for (int i = count - 1; i >= 0; i--)
        if (!strcmp(tuning[i].kind, "spsa") && !strcmp(tuning[i].data, data)) {
            *out = tuning[i];
            return true;
        }
    return err_set(err, ERR_INPUT, "%s: holds no tuning of %s to resume", store->path, data);
}

bool store_tuning_update(Store *store, int64_t id, const TuningRecord *tuning, Err *err) {
    sqlite3_stmt *stmt = sql_prepare(store->db,
        "UPDATE tuning_run SET state = ?, start = ?, result = ?, report = ?, games = ?, params = ?, cpu_ns = ?, owner = NULL WHERE id = ?", err);
    if (!stmt) return false;
    SqlCells to = sql_cells(stmt);
    const char *const texts[] = { tuning->state, tuning->start, tuning->result, tuning->report };
    const int64_t numbers[] = { tuning->games, tuning->params, tuning->cpu_ns, id };
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) sql_put_text(&to, texts[i]);
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) sql_put_int(&to, numbers[i]);
    return sql_run_once(stmt, err);
}
