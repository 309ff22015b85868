#include "bench/store/proofs.h"
#include <inttypes.h>
#include <string.h>
#include "bench/store/owner.h"
#include "bench/store/rows.h"
#include "bench/store/runs_internal.h"

static bool check_new(Store *store, const ProofRecord *proof, Err *err) {
    sqlite3_stmt *stmt = sql_prepare(store->db, "SELECT 1 FROM tuning_proof WHERE tuning = ? AND attempt = ? AND stage = ?", err);
    if (!stmt) return false;
    SqlCells to = sql_cells(stmt);
    sql_put_int(&to, proof->tuning);
    sql_put_int(&to, proof->attempt);
    sql_put_text(&to, proof->stage);
    bool row;
    bool good = sql_next(stmt, &row, err);
    if (good && row)
        good = err_set(err, ERR_INPUT, "%s: another process has begun this proof of tuning %" PRId64 "; wait for it, or stop it and resume the proof",
                       store->path, proof->tuning);
    sqlite3_finalize(stmt);
    return good;
}

static bool insert_proof(Store *store, const ProofRecord *proof, int64_t run, Err *err) {
    sqlite3_stmt *stmt = sql_prepare(store->db,
                                     "INSERT INTO tuning_proof (tuning, attempt, stage, limit_text, options, run) "
                                     "VALUES (?, ?, ?, ?, ?, (SELECT uid FROM run WHERE id = ?))",
                                     err);
    if (!stmt) return false;
    SqlCells to = sql_cells(stmt);
    sql_put_int(&to, proof->tuning);
    sql_put_int(&to, proof->attempt);
    sql_put_text(&to, proof->stage);
    sql_put_text(&to, proof->limit);
    sql_put_text(&to, proof->options ? proof->options : "");
    sql_put_int(&to, run);
    return sql_run_once(stmt, err);
}

bool store_proof_begin(Store *store, const ProofRecord *proof, const MatchSpec *spec, uint64_t openings_hash, int64_t *run, Err *err) {
    int64_t id;
    const bool good = hash_program(store, err) && sql_exec(store->db, "BEGIN IMMEDIATE", err) && check_new(store, proof, err) &&
                      insert_run(store, spec, openings_hash, &id, err) && insert_proof(store, proof, id, err) && sql_exec(store->db, "COMMIT", err);
    if (good) *run = id;
    else sql_rollback(store->db);
    return good;
}

bool store_proof_end(Store *store, const ProofRecord *proof, Err *err) {
    sqlite3_stmt *stmt = sql_prepare(store->db,
                                     "UPDATE tuning_proof SET verdict = ?, pairs = ?, llr = ?, elo = ?, elo_error = ? "
                                     "WHERE tuning = ? AND attempt = ? AND stage = ?",
                                     err);
    if (!stmt) return false;
    SqlCells to = sql_cells(stmt);
    sql_put_text(&to, proof->verdict);
    sql_put_int(&to, proof->pairs);
    sql_put_figure(&to, proof->llr);
    sql_put_figure(&to, proof->elo);
    sql_put_figure(&to, proof->elo_error);
    sql_put_int(&to, proof->tuning);
    sql_put_int(&to, proof->attempt);
    sql_put_text(&to, proof->stage);
    return sql_run_once(stmt, err);
}

static void read_proof(SqlCells *from, Arena *arena, void *row) {
    ProofRecord *proof = row;
    proof->tuning = sql_get_int(from);
    proof->attempt = (int)sql_get_int(from);
    proof->stage = rows_text(from, arena);
    proof->run = rows_text(from, arena);
    proof->run_id = sql_get_int(from);
    const bool running = !strcmp(sql_get_text(from), "running");
    proof->playing = owner_lives(sql_get_text(from)) && running;
    proof->limit = rows_text(from, arena);
    proof->options = rows_text(from, arena);
    proof->verdict = rows_text(from, arena);
    proof->pairs = sql_get_int(from);
    proof->llr = sql_get_figure(from);
    proof->elo = sql_get_figure(from);
    proof->elo_error = sql_get_figure(from);
}

bool store_proofs(Store *store, Arena *arena, int64_t tuning, ProofRecord **out, int *count, Err *err) {
    sqlite3_stmt *stmt = sql_prepare_for(store->db,
        "SELECT tuning, attempt, stage, p.run, ifnull(run.id, 0), ifnull(run.state, ''), ifnull(run.owner, ''), limit_text, options, verdict, pairs, llr, elo, elo_error "
        "FROM tuning_proof p LEFT JOIN run ON run.uid = p.run WHERE tuning = ?1 OR ?1 = 0 ORDER BY tuning, attempt, stage", tuning, err);
    Rows rows = { .arena = arena, .size = sizeof(ProofRecord) };
    if (!rows_collect(&rows, stmt, read_proof, err)) return false;
    *out = rows.items;
    *count = rows.count;
    return true;
}
