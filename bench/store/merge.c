#include "bench/store/merge.h"
#include <inttypes.h>
#include <string.h>
#include "bench/store/copy.h"
#include "bench/store/merge_internal.h"
#include "bench/store/owner.h"
#include "bench/store/runs_internal.h"
#include "engine/core/arena.h"

static const CopyTable run_table = { "run", NULL, "id", NULL, "id" };
static const CopyTable player_table = { "run_player", NULL, "run", "player", "seat" };
/* What must be alike in all runs of a merge. */
typedef struct {
    const char *config, *program_hash, *build, *owner;
    bool use_sprt;
} Identity;

static bool read_identity(Store *store, int64_t run, Arena *arena, Identity *out, Err *err) {
    sqlite3_stmt *stmt =
        sql_prepare(store->db, "SELECT config, program_hash, build, owner, use_sprt FROM run WHERE id = ?", err);
    if (!stmt) return false;
    SqlCells to = sql_cells(stmt), from = sql_cells(stmt);
    sql_put_int(&to, run);
    bool row;
    const bool good =
        sql_next(stmt, &row, err) && (row || err_set(err, ERR_INPUT, "%s: has no run %" PRId64, store->path, run));
    if (good) {
        out->config = arena_strdup(arena, sql_get_text(&from));
        out->program_hash = arena_strdup(arena, sql_get_text(&from));
        out->build = arena_strdup(arena, sql_get_text(&from));
        out->owner = arena_strdup(arena, sql_get_text(&from));
        out->use_sprt = sql_get_int(&from);
    }
    sqlite3_finalize(stmt);
    return good;
}

static bool check_alike(const StoreMerge *merge, const Store *from, const Identity *here, const Identity *there,
                        Err *err) {
    if (strcmp(here->config, there->config) != 0) {
        Buf text = { 0 };
        print_difference("one has", here->config, "the other", there->config, &text);
        err_set(err, ERR_INPUT, "%s: its run is of another specification than that in %s: %s", from->path,
                merge->into->path, buf_text(&text));
        buf_free(&text);
        return false;
    }
    if (strcmp(here->program_hash, there->program_hash) == 0) return true;
    return err_set(
        err, ERR_INPUT,
        "%s: its run was played by another build of the program than that in %s: %.12s of %s, and %.12s of %s",
        from->path, merge->into->path, there->program_hash, there->build, here->program_hash, here->build);
}

/* The newest run here of this specification and program, else the newest of all; *out stays 0 when there is none. */
static bool find_run(Store *store, const Identity *identity, int64_t *out, Err *err) {
    sqlite3_stmt *stmt = sql_prepare(
        store->db, "SELECT id FROM run ORDER BY config = ? AND program_hash = ? DESC, id DESC LIMIT 1", err);
    if (!stmt) return false;
    SqlCells to = sql_cells(stmt);
    sql_put_text(&to, identity->config);
    sql_put_text(&to, identity->program_hash);
    bool row;
    const bool good = sql_next(stmt, &row, err);
    if (good && row) *out = sqlite3_column_int64(stmt, 0);
    sqlite3_finalize(stmt);
    return good;
}

/* The number here of a player there. */
static bool copy_player(const StoreMerge *merge, const Store *from, int64_t there, int64_t *here, Err *err) {
    sqlite3_stmt *read = sql_prepare(from->db, "SELECT hash, resolved FROM player WHERE id = ?", err);
    sqlite3_stmt *write =
        sql_prepare(merge->into->db, "INSERT INTO player (hash, resolved) VALUES (?, ?) ON CONFLICT DO NOTHING", err);
    sqlite3_stmt *find = sql_prepare(merge->into->db, "SELECT id FROM player WHERE hash = ?", err);
    bool row, good = read && write && find;
    if (good) {
        sqlite3_bind_int64(read, 1, there);
        good = sql_next(read, &row, err);
    }
    if (good) {
        SqlCells cells = sql_cells(read), to = sql_cells(write), key = sql_cells(find);
        const char *hash = sql_get_text(&cells);
        sql_put_text(&to, hash);
        sql_put_text(&to, sql_get_text(&cells));
        sql_put_text(&key, hash);
        good = sql_run(write, err) && sql_next(find, &row, err);
    }
    if (good) *here = sqlite3_column_int64(find, 0);
    sqlite3_finalize(read);
    sqlite3_finalize(write);
    sqlite3_finalize(find);
    return good;
}

static bool copy_players(const StoreMerge *merge, Store *from, int64_t run, Err *err) {
    RowCopier seats;
    if (!copier_init(&seats, &player_table, from->db, merge->into->db, err)) return false;
    bool good, row;
    int64_t id, player;
    copier_begin(&seats, run);
    while ((good = copier_next(&seats, &row, &id, &player, err)) && row)
        if (!(good = copy_player(merge, from, player, &player, err) &&
                     copier_write(&seats, merge->run, player, NULL, err)))
            break;
    copier_free(&seats);
    return good;
}

/* A new run like that there, without its pairs, under a uid of its own. */
static bool copy_run(StoreMerge *merge, Store *from, int64_t run, Err *err) {
    RowCopier runs;
    char uid[UID_SIZE];
    int64_t id, reference;
    bool row;
    if (!sql_number(merge->into->db, "SELECT ifnull(max(id), 0) + 1 FROM run", &merge->run, err)) return false;
    if (!copier_init(&runs, &run_table, from->db, merge->into->db, err)) return false;
    copier_begin(&runs, run);
    bool good = copier_next(&runs, &row, &id, &reference, err) && copier_write(&runs, merge->run, 0, NULL, err);
    copier_free(&runs);
    sqlite3_stmt *stmt =
        good ? sql_prepare(merge->into->db, "UPDATE run SET uid = ?, elapsed_ns = 0, owner = NULL WHERE id = ?", err)
             : NULL;
    if (!stmt) return false;
    make_uid(uid);
    SqlCells to = sql_cells(stmt);
    sql_put_text(&to, uid);
    sql_put_int(&to, merge->run);
    return sql_run_once(stmt, err) && copy_players(merge, from, run, err);
}

/* Find or make the run that takes the pairs, and see that both are of one kind. */
static bool prepare_run(StoreMerge *merge, Store *from, int64_t run, Arena *arena, Err *err) {
    Identity here, there;
    if (!read_identity(from, run, arena, &there, err)) return false;
    if (there.use_sprt)
        return err_set(err, ERR_INPUT,
                       "%s: run %" PRId64 " has an SPRT, which counts its pairs in order and can't be pooled; "
                       "xqbench ratings pools results",
                       from->path, run);
    if (!merge->run && !find_run(merge->into, &there, &merge->run, err)) return false;
    if (!merge->run) return copy_run(merge, from, run, err);
    if (!read_identity(merge->into, merge->run, arena, &here, err) || !check_alike(merge, from, &here, &there, err))
        return false;
    return !owner_lives(here.owner) || err_set(err, ERR_INPUT, "%s: run %" PRId64 " is being played by process %s",
                                               merge->into->path, merge->run, here.owner);
}

/* The run here has as many games as the longest part, and has been played as long as all of them. */
static bool add_figures(const StoreMerge *merge, Store *from, int64_t run, Err *err) {
    sqlite3_stmt *there =
        sql_prepare(from->db, "SELECT games, pairs_total, elapsed_ns, started_unix FROM run WHERE id = ?", err);
    sqlite3_stmt *here = sql_prepare(merge->into->db,
                                     "UPDATE run SET games = max(games, ?), pairs_total = max(pairs_total, ?), "
                                     "elapsed_ns = elapsed_ns + ?, started_unix = min(started_unix, ?) WHERE id = ?",
                                     err);
    bool row, good = there && here;
    if (good) {
        sqlite3_bind_int64(there, 1, run);
        good = sql_next(there, &row, err);
    }
    if (good) {
        SqlCells cells = sql_cells(there), to = sql_cells(here);
        for (int i = 0; i < 4; i++) sql_put_int(&to, sql_get_int(&cells));
        sql_put_int(&to, merge->run);
        good = sql_run(here, err);
    }
    sqlite3_finalize(there);
    sqlite3_finalize(here);
    return good;
}

bool store_merge_begin(StoreMerge *merge, Store *into, Err *err) {
    *merge = (StoreMerge){ .into = into };
    return sql_exec(into->db, "BEGIN IMMEDIATE", err);
}

bool store_merge_add(StoreMerge *merge, Store *from, int64_t run, Err *err) {
    Arena arena = { 0 };
    const int64_t before = merge->added;
    const bool good = prepare_run(merge, from, run, &arena, err) && merge_pairs(merge, from, run, err) &&
                      (merge->added == before || add_figures(merge, from, run, err));
    arena_free(&arena);
    return good;
}

bool store_merge_commit(StoreMerge *merge, Err *err) {
    sqlite3_stmt *stmt =
        sql_prepare(merge->into->db,
                    "UPDATE run SET state = CASE WHEN (SELECT count(*) FROM pair WHERE run = run.id) >= pairs_total "
                    "THEN 'finished' ELSE 'interrupted' END, owner = NULL, shard = NULL WHERE id = ?",
                    err);
    if (!stmt) return false;
    sqlite3_bind_int64(stmt, 1, merge->run);
    return sql_run_once(stmt, err) && sql_exec(merge->into->db, "COMMIT", err);
}

void store_merge_drop(StoreMerge *merge) {
    sql_rollback(merge->into->db);
}
