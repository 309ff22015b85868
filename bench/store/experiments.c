#include "bench/store/experiments.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "bench/store/owner.h"
#include "bench/store/pairs.h"
#include "bench/store/rows.h"
#include "bench/store/runs_internal.h"
#include "engine/core/arena.h"
#include "engine/core/mono.h"
#include "engine/xq/notation.h"

/* Adding. */

static bool add_experiment(Store *store, const ExperimentRecord *record, Err *err) {
    char uid[UID_SIZE], host[HOST_SIZE];
    if (!hash_program(store, err)) return false;
    sqlite3_stmt *stmt = sql_prepare(store->db, "INSERT INTO experiment (uid, name, config, by_depth, build, program_hash, host, started_unix, "
                                         "base, suite, design, fraction, node_cap, seed, expected, found) "
                                         "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", err);
    if (!stmt) return false;
    make_uid(uid);
    SqlCells to = sql_cells(stmt);
    sql_put_text(&to, uid);
    sql_put_text(&to, record->name);
    sql_put_text(&to, record->config);
    sql_put_int(&to, record->by_depth);
    sql_put_text(&to, build_text);
    sql_put_text(&to, store->program_hash);
    sql_put_text(&to, host_name(host));
    sql_put_int(&to, (int64_t)time(NULL));
    sql_put_text(&to, record->base);
    sql_put_text(&to, record->suite);
    sql_put_text(&to, record->design);
    sql_put_int(&to, record->fraction);
    sql_put_int(&to, record->node_cap);
    sql_put_int(&to, record->seed);
    sql_put_text(&to, record->expected);
    sql_put_text(&to, record->found);
    return sql_run_once(stmt, err);
}

static bool add_cell(sqlite3 *db, int64_t id, int cell, const ExperimentRecord *record, Err *err) {
    char hash[SHA256_TEXT_SIZE];
    if (!add_player(db, &record->player[cell], hash, err)) return false;
    sqlite3_stmt *stmt = sql_prepare(db, "INSERT INTO experiment_cell (experiment, cell, name, player, alike) "
                                         "VALUES (?, ?, ?, (SELECT id FROM player WHERE hash = ?), ?)", err);
    if (!stmt) return false;
    SqlCells to = sql_cells(stmt);
    sql_put_int(&to, id);
    sql_put_int(&to, cell);
    sql_put_text(&to, record->cell[cell]);
    sql_put_text(&to, hash);
    sql_put_int(&to, record->alike[cell]);
    return sql_run_once(stmt, err);
}

static bool add_level(sqlite3 *db, int64_t id, const ExperimentLevel *level, Err *err) {
    sqlite3_stmt *stmt = sql_prepare(db, "INSERT INTO experiment_level (experiment, factor, level, factor_name, name) VALUES (?, ?, ?, ?, ?)", err);
    if (!stmt) return false;
    SqlCells to = sql_cells(stmt);
    sql_put_int(&to, id);
    sql_put_int(&to, level->factor);
    sql_put_int(&to, level->level);
    sql_put_text(&to, level->factor_name);
    sql_put_text(&to, level->name);
    return sql_run_once(stmt, err);
}

static bool add_position(sqlite3 *db, int64_t id, int number, const ExperimentPosition *position, Err *err) {
    sqlite3_stmt *stmt = sql_prepare(db, "INSERT INTO experiment_position (experiment, position, name, fen, moves) VALUES (?, ?, ?, ?, ?)", err);
    if (!stmt) return false;
    SqlCells to = sql_cells(stmt);
    sql_put_int(&to, id);
    sql_put_int(&to, number);
    sql_put_text(&to, position->name);
    sql_put_text(&to, position->fen);
    sql_put_text(&to, position->moves);
    return sql_run_once(stmt, err);
}

bool store_experiment_add(Store *store, const ExperimentRecord *record, int64_t *id, Err *err) {
    bool good = sql_exec(store->db, "BEGIN IMMEDIATE", err) && add_experiment(store, record, err);
    const int64_t added = sqlite3_last_insert_rowid(store->db);
    for (int i = 0; good && i < record->cells; i++) good = add_cell(store->db, added, i, record, err);
    for (int i = 0; good && i < record->levels; i++) good = add_level(store->db, added, &record->level[i], err);
    for (int i = 0; good && i < record->positions; i++) good = add_position(store->db, added, i, &record->position[i], err);
    good = good && sql_exec(store->db, "COMMIT", err);
    if (good) *id = added;
    else sql_rollback(store->db);
    return good;
}

/* Finding. row: id, config, program_hash, build. */
static bool check_same(Store *store, const ExperimentRecord *record, SqlCells *row, int64_t *id, Err *err) {
    const int64_t found = sql_get_int(row);
    const char *config = sql_get_text(row), *program = sql_get_text(row), *build = sql_get_text(row);
    if (!hash_program(store, err)) return false;
    if (strcmp(config, record->config)) {
        Buf text = { 0 };
        print_difference("stored", config, "now", record->config, &text);
        err_set(err, ERR_INPUT, "%s: cannot resume experiment '%s', it changed: %s; run without --resume to start another", store->path,
                record->name, buf_text(&text));
        buf_free(&text);
        return false;
    }
    if (strcmp(program, store->program_hash))
        return err_set(err, ERR_INPUT, "%s: cannot resume experiment '%s' with another build of the program (stored %.12s of %s, now %.12s of "
                       "%s); nodes would not be comparable", store->path, record->name, program, build, store->program_hash, build_text);
    *id = found;
    return true;
}

bool store_experiment_find(Store *store, const ExperimentRecord *record, int64_t *id, Err *err) {
    sqlite3_stmt *stmt = sql_prepare(store->db, "SELECT id, config, program_hash, build FROM experiment WHERE name = ? ORDER BY id DESC LIMIT 1", err);
    bool row = false;
    if (!stmt) return false;
    SqlCells to = sql_cells(stmt);
    sql_put_text(&to, record->name);
    bool good = sql_next(stmt, &row, err) &&
                (row || err_set(err, ERR_INPUT, "%s: there is no experiment '%s' to resume", store->path, record->name));
    SqlCells from = sql_cells(stmt);
    good = good && check_same(store, record, &from, id, err);
    sqlite3_finalize(stmt);
    return good;
}

/* Reading. */

static void read_info(SqlCells *from, Arena *arena, void *row) {
    ExperimentInfo *info = row;
    info->id = sql_get_int(from);
    info->uid = rows_text(from, arena);
    info->name = rows_text(from, arena);
    info->build = rows_text(from, arena);
    info->started_unix = sql_get_int(from);
}

bool store_experiments(Store *store, Arena *arena, ExperimentInfo **out, int *count, Err *err) {
    Rows rows = { .arena = arena, .size = sizeof(ExperimentInfo) };
    sqlite3_stmt *stmt = sql_prepare(store->db, "SELECT e.id, uid, e.name, build, started_unix FROM experiment e "
                                     "JOIN (SELECT name, min(id) AS first, max(id) AS last FROM experiment GROUP BY name) ON last = e.id "
                                     "ORDER BY first", err);
    if (!rows_collect(&rows, stmt, read_info, err)) return false;
    *out = rows.items;
    *count = rows.count;
    return true;
}

static void read_experiment(SqlCells *from, Arena *arena, void *row) {
    ExperimentRecord *record = row;
    record->name = rows_text(from, arena);
    record->config = rows_text(from, arena);
    record->by_depth = sql_get_int(from);
    record->base = rows_text(from, arena);
    record->suite = rows_text(from, arena);
    record->design = rows_text(from, arena);
    record->fraction = sql_get_int(from);
    record->node_cap = sql_get_int(from);
    record->seed = sql_get_int(from);
    record->expected = rows_text(from, arena);
    record->found = rows_text(from, arena);
}

typedef struct { const char *name; int alike; } ReadCell;

static void read_cell(SqlCells *from, Arena *arena, void *row) {
    ReadCell *cell = row;
    cell->name = rows_text(from, arena);
    cell->alike = (int)sql_get_int(from);
}

static void read_level(SqlCells *from, Arena *arena, void *row) {
    ExperimentLevel *level = row;
    level->factor = (int)sql_get_int(from);
    level->level = (int)sql_get_int(from);
    level->factor_name = rows_text(from, arena);
    level->name = rows_text(from, arena);
}

static void read_position(SqlCells *from, Arena *arena, void *row) {
    ExperimentPosition *position = row;
    position->name = rows_text(from, arena);
    position->fen = rows_text(from, arena);
    position->moves = rows_text(from, arena);
}

/* Names in one list, who must agree with whom in another. */
static void split_cells(const Rows *rows, ExperimentRecord *out) {
    const ReadCell *cell = rows->items;
    const char **name = arena_alloc(rows->arena, (size_t)(rows->count + 1) * sizeof *name);
    int *alike = arena_alloc(rows->arena, (size_t)(rows->count + 1) * sizeof *alike);
    for (int i = 0; i < rows->count; i++) {
        name[i] = cell[i].name;
        alike[i] = cell[i].alike;
    }
    out->cell = name;
    out->alike = alike;
    out->cells = rows->count;
}

bool store_experiment_read(Store *store, int64_t id, Arena *arena, ExperimentRecord *out, Err *err) {
    Rows one = { .arena = arena, .size = sizeof *out }, cells = { .arena = arena, .size = sizeof(ReadCell) },
         levels = { .arena = arena, .size = sizeof(ExperimentLevel) }, positions = { .arena = arena, .size = sizeof(ExperimentPosition) };
    sqlite3_stmt *const base = sql_prepare_for(store->db, "SELECT name, config, by_depth, base, suite, design, fraction, node_cap, seed, expected, found "
                                               "FROM experiment WHERE id = ?", id, err);
    if (!rows_collect(&one, base, read_experiment, err)) return false;
    sqlite3_stmt *const cell = sql_prepare_for(store->db, "SELECT name, ifnull(alike, cell) FROM experiment_cell WHERE experiment = ? ORDER BY cell", id, err);
    if (!rows_collect(&cells, cell, read_cell, err)) return false;
    sqlite3_stmt *const level = sql_prepare_for(store->db, "SELECT factor, level, factor_name, name FROM experiment_level WHERE experiment = ? "
                                                "ORDER BY factor, level", id, err);
    if (!rows_collect(&levels, level, read_level, err)) return false;
    sqlite3_stmt *const position = sql_prepare_for(store->db, "SELECT name, fen, moves FROM experiment_position WHERE experiment = ? ORDER BY position", id, err);
    if (!rows_collect(&positions, position, read_position, err)) return false;
    if (!one.count) return err_set(err, ERR_INPUT, "%s: has no experiment %" PRId64, store->path, id);
    *out = *(ExperimentRecord *)one.items;
    split_cells(&cells, out);
    out->level = levels.items;
    out->levels = levels.count;
    out->position = positions.items;
    out->positions = positions.count;
    return true;
}

/* Measures. Columns in one order for writing and reading: what is said of the search, then its counters. */

static const char columns[] = "cell, budget, position, censored, answer, score, bound, fault, depth, nodes, time_ns";
enum { FIXED_COLUMNS = 11 };

/* A counter is a column of its name; `nodes` is one already. */
static bool has_column(int counter) { return strcmp(player_counter_names[counter], "nodes") != 0; }

static void print_columns(Buf *out) {
    buf_add(out, columns);
    for (int i = 0; i < player_counter_count; i++)
        if (has_column(i)) buf_addf(out, ", %s", player_counter_names[i]);
}

static ScoreBound bound_of(const char *name) {
    for (int bound = SCORE_UPPER; bound <= SCORE_LOWER; bound++)
        if (!strcmp(bound_names[bound], name)) return (ScoreBound)bound;
    return SCORE_EXACT;
}

static Fault fault_of(const char *name) {
    for (int fault = FAULT_ILLEGAL; fault <= FAULT_STALL; fault++)
        if (!strcmp(fault_names[fault], name)) return (Fault)fault;
    return FAULT_NONE;
}

static MeasureRecord read_measure(SqlCells *from) {
    MeasureRecord record = { .cell = (int)sql_get_int(from), .answer.move = MOVE_NONE };
    Answer *answer = &record.answer;
    record.budget = sql_get_int(from);
    record.position = (int)sql_get_int(from);
    record.censored = sql_get_int(from);
    answer->move = move_parse_coord(sql_get_text(from), false);
    const bool scored = !sql_is_null(from);
    answer->score = (int)sql_get_int(from);
    const char *bound = sql_get_text(from);
    answer->bound = scored ? bound_of(bound) : SCORE_NONE;
    answer->fault = fault_of(sql_get_text(from));
    answer->depth = (int)sql_get_int(from);
    answer->nodes = (uint64_t)sql_get_int(from);
    answer->time_ns = sql_get_int(from);
    for (int i = 0; i < player_counter_count; i++) answer->counter[i] = has_column(i) ? (uint64_t)sql_get_int(from) : answer->nodes;
    return record;
}

bool store_experiment_measures(Store *store, int64_t id, void *context, void (*measure)(void *context, const MeasureRecord *record), Err *err) {
    Buf sql = { 0 };
    buf_add(&sql, "SELECT ");
    print_columns(&sql);
    buf_add(&sql, " FROM experiment_measure WHERE experiment = ?");
    sqlite3_stmt *stmt = sql_prepare_for(store->db, buf_text(&sql), id, err);
    buf_free(&sql);
    bool good = stmt != NULL, row = true;
    while (good && (good = sql_next(stmt, &row, err)) && row) {
        SqlCells from = sql_cells(stmt);
        const MeasureRecord record = read_measure(&from);
        measure(context, &record);
    }
    sqlite3_finalize(stmt);
    return good;
}

/* Writing. */

struct ExperimentWriter { Store *store; int64_t id; sqlite3_stmt *insert; int64_t begun_ns; /* of the transaction; 0: none */ };

ExperimentWriter *store_experiment_writer(Store *store, int64_t id, Err *err) {
    Buf sql = { 0 };
    buf_add(&sql, "INSERT OR REPLACE INTO experiment_measure (experiment, ");
    print_columns(&sql);
    buf_add(&sql, ") VALUES (?");
    for (int i = 0; i < FIXED_COLUMNS; i++) buf_add(&sql, ", ?");
    for (int i = 0; i < player_counter_count; i++)
        if (has_column(i)) buf_add(&sql, ", ?");
    buf_add(&sql, ")");
    sqlite3_stmt *insert = sql_prepare(store->db, buf_text(&sql), err);
    buf_free(&sql);
    if (!insert) return NULL;
    ExperimentWriter *writer = mem_zalloc(1, sizeof *writer);
    *writer = (ExperimentWriter){ .store = store, .id = id, .insert = insert };
    return writer;
}

static void put_measure(SqlCells *to, const MeasureRecord *record, char move[MOVE_TEXT_SIZE]) {
    const Answer *answer = &record->answer;
    sql_put_int(to, record->cell);
    sql_put_int(to, record->budget);
    sql_put_int(to, record->position);
    sql_put_int(to, record->censored);
    sql_put_text(to, answer->move == MOVE_NONE ? NULL : move_coord(answer->move, false, move));
    if (answer->bound == SCORE_NONE) sql_put_null(to);
    else sql_put_int(to, answer->score);
    sql_put_text(to, bound_names[answer->bound]);
    sql_put_text(to, fault_names[answer->fault]);
    sql_put_int(to, answer->depth);
    sql_put_int(to, (int64_t)answer->nodes);
    sql_put_int(to, answer->time_ns);
    uint64_t counted = 0; /* engines behind pipes count nothing for us: then the columns are NULL */
    for (int i = 0; i < player_counter_count; i++) counted |= answer->counter[i];
    for (int i = 0; i < player_counter_count; i++) {
        if (!has_column(i)) continue;
        if (counted) sql_put_int(to, (int64_t)answer->counter[i]);
        else sql_put_null(to);
    }
}

bool store_experiment_put(ExperimentWriter *writer, const MeasureRecord *record, Err *err) {
    const int64_t second_ns = 1000000000;
    char move[MOVE_TEXT_SIZE];
    if (!writer->begun_ns && !sql_exec(writer->store->db, "BEGIN IMMEDIATE", err)) return false;
    if (!writer->begun_ns) writer->begun_ns = mono_ns();
    SqlCells to = sql_cells(writer->insert);
    sql_put_int(&to, writer->id);
    put_measure(&to, record, move);
    if (!sql_run(writer->insert, err)) return false;
    if (mono_ns() - writer->begun_ns < second_ns) return true;
    writer->begun_ns = 0;
    return sql_exec(writer->store->db, "COMMIT", err);
}

bool store_experiment_finish(ExperimentWriter *writer, Err *err) {
    if (!writer) return true;
    sqlite3_finalize(writer->insert);
    const bool good = !writer->begun_ns || sql_exec(writer->store->db, "COMMIT", err);
    if (!good) sql_rollback(writer->store->db);
    free(writer);
    return good;
}
