#include "bench/store/tunings.h"
#include <inttypes.h>
#include <string.h>
#include <time.h>
#include "bench/store/owner.h"
#include "bench/store/rows.h"
#include "bench/store/runs_internal.h"

static void put_tuning(SqlCells *to, const char *uid, const TuningRecord *t) {
    const char *const texts[] = { uid, t->kind, t->state, t->data, t->settings, t->start, t->result, t->report, t->overrides ? t->overrides : "" };
    const int64_t numbers[] = { t->positions, t->games, t->params, t->cpu_ns, (int64_t)time(NULL) };
    const double reals[] = { t->loss_start, t->loss_end, t->valid_start, t->valid_end, t->scale };
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) sql_put_text(to, texts[i]);
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) sql_put_int(to, numbers[i]);
    for (size_t i = 0; i < sizeof reals / sizeof reals[0]; i++) sql_put_figure(to, reals[i]);
}

bool store_tuning_add(Store *store, const TuningRecord *tuning, int64_t *id, Err *err) {
    char uid[UID_SIZE];
    make_uid(uid);
    sqlite3_stmt *stmt = sql_prepare(store->db,
        "INSERT INTO tuning_run (uid, kind, state, data, settings, start, result, report, overrides, positions, games, params, cpu_ns, created_unix, "
        "loss_start, loss_end, valid_start, valid_end, scale) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", err);
    if (!stmt) return false;
    SqlCells to = sql_cells(stmt);
    put_tuning(&to, uid, tuning);
    if (!sql_run_once(stmt, err)) return false;
    *id = sqlite3_last_insert_rowid(store->db);
    return true;
}

/* A tuning whose process was killed still says that it is running; one that is played on may be proposed already. */
static const char *state_of(const char *stored, const char *owner) {
    if (owner_lives(owner)) return "running";
    return strcmp(stored, "running") ? stored : "interrupted";
}

static void read_tuning(SqlCells *from, Arena *arena, void *row) {
    TuningRecord *t = row;
    const char **const texts[] = { &t->uid, &t->kind, &t->state, &t->data, &t->settings, &t->start, &t->result, &t->report, &t->overrides, &t->proof };
    int64_t *const numbers[] = { &t->positions, &t->games, &t->params, &t->cpu_ns, &t->created_unix, &t->decided_unix };
    double *const reals[] = { &t->loss_start, &t->loss_end, &t->valid_start, &t->valid_end, &t->scale };
    t->id = sql_get_int(from);
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) *texts[i] = rows_text(from, arena);
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) *numbers[i] = sql_get_int(from);
    for (size_t i = 0; i < sizeof reals / sizeof reals[0]; i++) *reals[i] = sql_get_figure(from);
    t->state = state_of(t->state, sql_get_text(from));
}

bool store_tunings(Store *store, Arena *arena, TuningRecord **out, int *count, Err *err) {
    sqlite3_stmt *stmt = sql_prepare(store->db,
        "SELECT id, uid, kind, state, data, settings, start, result, report, overrides, proof, positions, games, params, cpu_ns, created_unix, decided_unix, "
        "loss_start, loss_end, valid_start, valid_end, scale, owner FROM tuning_run ORDER BY id", err);
    Rows rows = { .arena = arena, .size = sizeof(TuningRecord) };
    if (!rows_collect(&rows, stmt, read_tuning, err)) return false;
    *out = rows.items;
    *count = rows.count;
    return true;
}

bool store_tuning_try(Store *store, Err *err) {
    static const TuningRecord nothing = { .kind = "fit", .state = "proposed", .data = "", .settings = "", .start = "", .result = "", .report = "" };
    Arena arena = { 0 };
    TuningRecord *tuning;
    int count;
    int64_t id;
    const bool good = sql_exec(store->db, "BEGIN IMMEDIATE", err) && store_tunings(store, &arena, &tuning, &count, err) &&
                      store_tuning_add(store, &nothing, &id, err);
    sql_rollback(store->db);
    arena_free(&arena);
    return good;
}

bool store_tuning(Store *store, Arena *arena, int64_t id, TuningRecord *out, Err *err) {
    TuningRecord *tuning;
    int count;
    if (!store_tunings(store, arena, &tuning, &count, err)) return false;
    for (int i = count - 1; i >= 0; i--)
        if (id == 0 || tuning[i].id == id) {
            *out = tuning[i];
            return true;
        }
    if (!count) return err_set(err, ERR_INPUT, "%s: holds no tuning yet; xqtune fit with --db keeps one", store->path);
    return err_set(err, ERR_INPUT, "%s: has no tuning %" PRId64 "; it holds tunings %" PRId64 " to %" PRId64, store->path, id, tuning[0].id,
                   tuning[count - 1].id);
}

bool store_tuning_decide(Store *store, int64_t id, const char *state, const char *proof, Err *err) {
    Arena arena = { 0 };
    TuningRecord tuning;
    const bool found = id > 0 && store_tuning(store, &arena, id, &tuning, err);
    arena_free(&arena);
    if (!found) return id > 0 ? false : err_set(err, ERR_INPUT, "%s: tunings are numbered from 1", store->path);
    sqlite3_stmt *stmt = sql_prepare(store->db, "UPDATE tuning_run SET state = ?, proof = nullif(?, ''), decided_unix = ? WHERE id = ?", err);
    if (!stmt) return false;
    SqlCells to = sql_cells(stmt);
    sql_put_text(&to, state);
    sql_put_text(&to, proof);
    sql_put_int(&to, (int64_t)time(NULL));
    sql_put_int(&to, id);
    return sql_run_once(stmt, err);
}
