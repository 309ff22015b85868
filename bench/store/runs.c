/* Runs: adding one, finding the one to resume, and what it holds already. */
#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include "bench/match/schedule.h"
#include "bench/store/owner.h"
#include "bench/store/runs_internal.h"
#include "bench/store/sql.h"
#include "bench/store/store.h"
#include "engine/core/file.h"
#include "engine/core/mono.h"
#include "engine/core/rng.h"
#include "engine/core/sha256.h"

#ifdef __clang__
const char build_text[] = "xqlab " XQLAB_VERSION ", " __VERSION__;
#else
const char build_text[] = "xqlab " XQLAB_VERSION ", gcc " __VERSION__;
#endif

/* All that decides the games of a run. */
static void print_config(const MatchSpec *spec, uint64_t openings_hash, Buf *out) {
    spec_print(spec, out);
    buf_addf(out, "openings_hash: %016" PRIx64 "\n", openings_hash);
}

bool hash_program(Store *store, Err *err) {
    return *store->program_hash || sha256_file("/proc/self/exe", store->program_hash, err);
}

void make_uid(char out[UID_SIZE]) {
    const uint64_t a = (uint64_t)time(NULL), b = (uint64_t)getpid(), c = (uint64_t)mono_ns();
    snprintf(out, UID_SIZE, "%016" PRIx64 "%016" PRIx64, rng_bits(a, b, c), rng_bits(c, a, b));
}

/* Adding. */

bool add_player(sqlite3 *db, const PlayerSpec *player, char hash[SHA256_TEXT_SIZE], Err *err) {
    Sha256 sha;
    sha256_init(&sha);
    sha256_add_text(&sha, player->resolved);
    sha256_text(&sha, hash);
    sqlite3_stmt *stmt = sql_prepare(db, "INSERT INTO player (hash, resolved) VALUES (?, ?) ON CONFLICT DO NOTHING", err);
    if (!stmt) return false;
    SqlCells to = sql_cells(stmt);
    sql_put_text(&to, hash);
    sql_put_text(&to, player->resolved);
    return sql_run_once(stmt, err);
}

static bool add_seat(sqlite3 *db, int64_t run, int seat, const MatchSpec *spec, Err *err) {
    char hash[SHA256_TEXT_SIZE];
    if (!add_player(db, &spec->player[seat], hash, err)) return false;
    sqlite3_stmt *stmt = sql_prepare(db, "INSERT INTO run_player (run, seat, name, limit_text, player) "
                                         "VALUES (?, ?, ?, ?, (SELECT id FROM player WHERE hash = ?))", err);
    if (!stmt) return false;
    Buf limit = { 0 };
    limit_print(spec_limit(spec, seat), &limit);
    SqlCells to = sql_cells(stmt);
    sql_put_int(&to, run);
    sql_put_int(&to, seat);
    sql_put_text(&to, spec->player[seat].name);
    sql_put_text(&to, buf_text(&limit));
    sql_put_text(&to, hash);
    const bool good = sql_run_once(stmt, err);
    buf_free(&limit);
    return good;
}

static void put_sprt(SqlCells *to, const MatchSpec *spec) {
    sql_put_int(to, spec->use_sprt);
    if (!spec->use_sprt) return; /* unbound parameters are NULL */
    sql_put_text(to, sprt_model_names[spec->sprt.model]);
    sql_put_real(to, spec->sprt.elo0);
    sql_put_real(to, spec->sprt.elo1);
    sql_put_real(to, spec->sprt.alpha);
    sql_put_real(to, spec->sprt.beta);
}

static bool add_run(Store *store, const MatchSpec *spec, const char *config, Err *err) {
    sqlite3_stmt *stmt = sql_prepare(store->db,
        "INSERT INTO run (state, uid, name, config, source, format, games, pairs_total, seed, rule_set, openings, build, program_hash, host, owner, "
        "started_unix, use_sprt, sprt_model, sprt_elo0, sprt_elo1, sprt_alpha, sprt_beta) "
        "VALUES ('running', ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", err);
    if (!stmt) return false;
    char uid[UID_SIZE], host[HOST_SIZE], owner[OWNER_SIZE];
    make_uid(uid);
    SqlCells to = sql_cells(stmt);
    sql_put_text(&to, uid);
    sql_put_text(&to, spec->name);
    sql_put_text(&to, config);
    sql_put_text(&to, spec->source ? spec->source : "");
    sql_put_text(&to, format_names[spec->format]);
    sql_put_int(&to, spec->games);
    sql_put_int(&to, schedule_pairs(spec));
    sql_put_int(&to, spec->seed);
    sql_put_text(&to, rule_set_names[spec->rule_set]);
    sql_put_text(&to, spec->openings);
    sql_put_text(&to, build_text);
    sql_put_text(&to, store->program_hash);
    sql_put_text(&to, host_name(host));
    sql_put_text(&to, owner_text(owner));
    sql_put_int(&to, (int64_t)time(NULL));
    put_sprt(&to, spec);
    return sql_run_once(stmt, err);
}

bool insert_run(Store *store, const MatchSpec *spec, uint64_t openings_hash, int64_t *run, Err *err) {
    Buf config = { 0 };
    print_config(spec, openings_hash, &config);
    bool good = add_run(store, spec, buf_text(&config), err);
    *run = sqlite3_last_insert_rowid(store->db);
    for (int seat = 0; good && seat < spec->player_count; seat++) good = add_seat(store->db, *run, seat, spec, err);
    buf_free(&config);
    return good;
}

bool store_run_add(Store *store, const MatchSpec *spec, uint64_t openings_hash, int64_t *run, Err *err) {
    int64_t id;
    const bool good = hash_program(store, err) && sql_exec(store->db, "BEGIN IMMEDIATE", err) && insert_run(store, spec, openings_hash, &id, err) &&
                      sql_exec(store->db, "COMMIT", err);
    if (good) *run = id;
    else sql_rollback(store->db);
    return good;
}

/* Resuming. */

/* The next line of a text without its indentation; "" after the last. false then. */
static bool next_line(const char **text, const char **line, size_t *len) {
    const bool more = text_next_line(text, line, len);
    const size_t inset = more ? strspn(*line, " ") : 0;
    *line = more ? *line + inset : "";
    *len = more ? *len - inset : 0;
    return more;
}

void print_difference(const char *old_name, const char *stored, const char *new_name, const char *now, Buf *out) {
    const char *old_line, *new_line;
    size_t old_len, new_len;
    bool same = true;
    while (same) {
        const bool old_more = next_line(&stored, &old_line, &old_len), new_more = next_line(&now, &new_line, &new_len);
        same = old_more && new_more && old_len == new_len && memcmp(old_line, new_line, old_len) == 0;
    }
    buf_addf(out, "%s '%.*s', %s '%.*s'", old_name, (int)old_len, old_line, new_name, (int)new_len, new_line);
}

static bool refuse_change(const Store *store, const char *name, const char *stored, const char *now, Err *err) {
    Buf text = { 0 };
    print_difference("stored", stored, "now", now, &text);
    err_set(err, ERR_INPUT, "%s: cannot resume run '%s', its specification changed: %s; so changed it is a new match", store->path,
            name, buf_text(&text));
    buf_free(&text);
    return false;
}

/* row: what find_run asks for, after the id. */
static bool check_resumable(const Store *store, SqlCells *row, const char *now, const MatchSpec *spec, Err *err) {
    const char *owner = sql_get_text(row), *config = sql_get_text(row), *program_hash = sql_get_text(row), *build = sql_get_text(row);
    const char *state = sql_get_text(row);
    const int64_t games = sql_get_int(row);
    if (owner_lives(owner))
        return err_set(err, ERR_INPUT, "%s: run '%s' is being played by process %s; wait for it or stop it", store->path, spec->name, owner);
    if (strcmp(config, now) != 0) return refuse_change(store, spec->name, config, now, err);
    if (strcmp(program_hash, store->program_hash) != 0)
        return err_set(err, ERR_INPUT,
                       "%s: cannot resume run '%s' with another build of the program (stored %.12s of %s, now %.12s of %s); games would not be "
                       "comparable", store->path, spec->name, program_hash, build, store->program_hash, build_text);
    if (games > spec->games)
        return err_set(err, ERR_INPUT, "%s: run '%s' has %" PRId64 " games a pairing, and now %" PRId64 " are asked; resuming can only add games",
                       store->path, spec->name, games, spec->games);
    const bool whole = sql_is_null(row); /* the shard */
    if (games == spec->games && whole && strcmp(state, "finished") == 0)
        return err_set(err, ERR_INPUT, "%s: run '%s' is finished; raise games to play on",
                       store->path, spec->name);
    return true;
}

/* The run of id *run, or with 0 the newest of the specification's name, which *run becomes. */
static bool find_run(Store *store, const MatchSpec *spec, const char *now, int64_t *run, Err *err) {
    sqlite3_stmt *stmt = sql_prepare(store->db, "SELECT id, owner, config, program_hash, build, state, games, shard FROM run "
                                                "WHERE id = ?1 OR (?1 = 0 AND name = ?2) ORDER BY id DESC LIMIT 1", err);
    if (!stmt) return false;
    SqlCells to = sql_cells(stmt), from = sql_cells(stmt);
    sql_put_int(&to, *run);
    sql_put_text(&to, spec->name);
    bool row;
    bool good = sql_next(stmt, &row, err) &&
                (row || err_set(err, ERR_INPUT, "%s: holds no run '%s' to resume; run without --resume to start one", store->path, spec->name));
    if (good) {
        *run = sql_get_int(&from);
        good = check_resumable(store, &from, now, spec, err);
    }
    sqlite3_finalize(stmt);
    return good;
}

static bool take_run(Store *store, int64_t run, const MatchSpec *spec, Err *err) {
    sqlite3_stmt *stmt = sql_prepare(store->db, "UPDATE run SET state = 'running', shard = NULL, owner = ?, games = ?, pairs_total = ? WHERE id = ?", err);
    if (!stmt) return false;
    char owner[OWNER_SIZE];
    SqlCells to = sql_cells(stmt);
    sql_put_text(&to, owner_text(owner));
    sql_put_int(&to, spec->games);
    sql_put_int(&to, schedule_pairs(spec));
    sql_put_int(&to, run);
    return sql_run_once(stmt, err);
}

static bool resume(Store *store, const MatchSpec *spec, uint64_t openings_hash, int64_t *run, Err *err) {
    Buf config = { 0 };
    int64_t id = *run;
    print_config(spec, openings_hash, &config);
    const bool good = hash_program(store, err) && sql_exec(store->db, "BEGIN IMMEDIATE", err) &&
                      find_run(store, spec, buf_text(&config), &id, err) && take_run(store, id, spec, err) && sql_exec(store->db, "COMMIT", err);
    if (good) *run = id;
    else sql_rollback(store->db);
    buf_free(&config);
    return good;
}

bool store_run_resume(Store *store, const MatchSpec *spec, uint64_t openings_hash, int64_t *run, Err *err) {
    int64_t id = 0;
    if (!resume(store, spec, openings_hash, &id, err)) return false;
    *run = id;
    return true;
}

bool store_run_extend(Store *store, int64_t run, const MatchSpec *spec, uint64_t openings_hash, Err *err) {
    assert(run > 0);
    return resume(store, spec, openings_hash, &run, err);
}

bool store_run_finished(Store *store, int64_t run, const MatchSpec *spec, uint64_t openings_hash, int shard, int shards, int64_t *finished,
                        Err *err) {
    sqlite3_stmt *stmt = sql_prepare(store->db, "SELECT id FROM (SELECT * FROM run WHERE id = ?1 OR (?1 = 0 AND name = ?2) ORDER BY id DESC LIMIT 1) "
                                                "WHERE state = 'finished' AND config = ?3 AND games = ?4 AND (shard IS NULL OR shard = ?5 || '/' || ?6)", err);
    if (!stmt) return false;
    Buf config = { 0 };
    print_config(spec, openings_hash, &config);
    SqlCells to = sql_cells(stmt);
    sql_put_int(&to, run);
    sql_put_text(&to, spec->name);
    sql_put_text(&to, buf_text(&config));
    sql_put_int(&to, spec->games);
    sql_put_int(&to, shard + 1);
    sql_put_int(&to, shards);
    bool row;
    const bool good = sql_next(stmt, &row, err);
    if (good) *finished = row ? sqlite3_column_int64(stmt, 0) : 0;
    sqlite3_finalize(stmt);
    buf_free(&config);
    return good;
}

bool store_run_unfinished(Store *store, const MatchSpec *spec, uint64_t openings_hash, int64_t *unfinished, Err *err) {
    sqlite3_stmt *stmt = sql_prepare(store->db, "SELECT id, owner FROM run WHERE name = ? AND config = ? AND state <> 'finished' ORDER BY id DESC LIMIT 1", err);
    if (!stmt) return false;
    Buf config = { 0 };
    print_config(spec, openings_hash, &config);
    SqlCells to = sql_cells(stmt), from = sql_cells(stmt);
    sql_put_text(&to, spec->name);
    sql_put_text(&to, buf_text(&config));
    bool row;
    const bool good = sql_next(stmt, &row, err);
    *unfinished = good && row ? sql_get_int(&from) : 0;
    if (*unfinished && owner_lives(sql_get_text(&from))) *unfinished = 0;
    sqlite3_finalize(stmt);
    buf_free(&config);
    return good;
}

bool store_run_done(Store *store, int64_t run, int pairs, bool *done, int *half_points, Err *err) {
    sqlite3_stmt *stmt = sql_prepare_for(store->db, "SELECT idx, CASE WHEN counted THEN ifnull(half_points, -1) ELSE -1 END FROM pair WHERE run = ?", run, err);
    if (!stmt) return false;
    bool good, row;
    while ((good = sql_next(stmt, &row, err)) && row) {
        SqlCells from = sql_cells(stmt);
        const int64_t index = sql_get_int(&from);
        if (index < 0 || index >= pairs) continue;
        done[index] = true;
        half_points[index] = (int)sql_get_int(&from);
    }
    sqlite3_finalize(stmt);
    return good;
}

bool store_run_end(Store *store, int64_t run, const char *state, Err *err) {
    sqlite3_stmt *stmt = sql_prepare(store->db, "UPDATE run SET state = ?, owner = NULL WHERE id = ?", err);
    if (!stmt) return false;
    SqlCells to = sql_cells(stmt);
    sql_put_text(&to, state);
    sql_put_int(&to, run);
    return sql_run_once(stmt, err);
}

bool store_run_end_open(Store *store, int64_t run, Err *err) {
    sqlite3_stmt *stmt = sql_prepare_for(store->db, "UPDATE run SET state = 'finished', owner = NULL, games = 2 * n, pairs_total = n "
                                                    "FROM (SELECT count(*) AS n FROM pair WHERE run = ?1) WHERE id = ?1", run, err);
    return stmt && sql_run_once(stmt, err);
}

bool store_run_end_shard(Store *store, int64_t run, int shard, int shards, Err *err) {
    sqlite3_stmt *stmt = sql_prepare(store->db, "UPDATE run SET state = 'finished', owner = NULL, shard = CASE WHEN "
                                                "(SELECT count(*) FROM pair WHERE run = run.id) < pairs_total THEN ? || '/' || ? END WHERE id = ?", err);
    if (!stmt) return false;
    SqlCells to = sql_cells(stmt);
    sql_put_int(&to, shard + 1);
    sql_put_int(&to, shards);
    sql_put_int(&to, run);
    return sql_run_once(stmt, err);
}
