#include "bench/store/proofs.h"
#include <math.h>
#include "bench/store/rows.h"

bool store_proof_begin(Store *store, const ProofRecord *proof, int64_t run, Err *err) {
    sqlite3_stmt *stmt = sql_prepare(store->db,
                                     "INSERT INTO tuning_proof (tuning, attempt, stage, limit_text, run) "
                                     "VALUES (?, ?, ?, ?, (SELECT uid FROM run WHERE id = ?))",
                                     err);
    if (!stmt) return false;
    SqlCells to = sql_cells(stmt);
    sql_put_int(&to, proof->tuning);
    sql_put_int(&to, proof->attempt);
    sql_put_text(&to, proof->stage);
    sql_put_text(&to, proof->limit);
    sql_put_int(&to, run);
    return sql_run_once(stmt, err);
}

static void put_figure(SqlCells *to, double value) {
    if (isfinite(value)) sql_put_real(to, value);
    else sql_put_null(to);
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
    put_figure(&to, proof->llr);
    put_figure(&to, proof->elo);
    put_figure(&to, proof->elo_error);
    sql_put_int(&to, proof->tuning);
    sql_put_int(&to, proof->attempt);
    sql_put_text(&to, proof->stage);
    return sql_run_once(stmt, err);
}

static double get_figure(SqlCells *from) {
    const bool null = sql_is_null(from);
    const double value = sql_get_real(from);
    return null ? NAN : value;
}

static void read_proof(SqlCells *from, Arena *arena, void *row) {
    ProofRecord *proof = row;
    proof->tuning = sql_get_int(from);
    proof->attempt = (int)sql_get_int(from);
    proof->stage = arena_strdup(arena, sql_get_text(from));
    proof->run = arena_strdup(arena, sql_get_text(from));
    proof->run_id = sql_get_int(from);
    proof->limit = arena_strdup(arena, sql_get_text(from));
    proof->verdict = arena_strdup(arena, sql_get_text(from));
    proof->pairs = sql_get_int(from);
    proof->llr = get_figure(from);
    proof->elo = get_figure(from);
    proof->elo_error = get_figure(from);
}

bool store_proofs(Store *store, Arena *arena, int64_t tuning, ProofRecord **out, int *count, Err *err) {
    sqlite3_stmt *stmt =
        sql_prepare(store->db,
                    "SELECT tuning, attempt, stage, p.run, ifnull(run.id, 0), limit_text, verdict, pairs, llr, elo, elo_error "
                    "FROM tuning_proof p LEFT JOIN run ON run.uid = p.run WHERE tuning = ?1 OR ?1 = 0 "
                    "ORDER BY tuning, attempt, stage",
                    err);
    if (stmt) {
        SqlCells to = sql_cells(stmt);
        sql_put_int(&to, tuning);
    }
    Rows rows = { .arena = arena, .size = sizeof(ProofRecord) };
    if (!rows_collect(&rows, stmt, read_proof, err)) return false;
    *out = rows.items;
    *count = rows.count;
    return true;
}
