/* Runs: adding one, finding the one to resume, and what it holds already. */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include "bench/match/schedule.h"
#include "bench/store/sql.h"
#include "bench/store/store.h"
#include "engine/core/rng.h"
#include "engine/core/mono.h"
#include "engine/core/sha256.h"

static const char build_text[] = "xqlab " XQLAB_VERSION ", " __VERSION__;

/* What of a run must not change while it is played. */
typedef struct { char spec_hash[SHA256_TEXT_SIZE], program_hash[SHA256_TEXT_SIZE]; Buf config; } Identity;

static bool identity_of(const MatchSpec *spec, uint64_t openings_hash, Identity *out, Err *err) {
    Sha256 sha;
    sha256_init(&sha);
    out->config = (Buf){ 0 };
    spec_print(spec, &out->config);
    sha256_add_text(&sha, buf_text(&out->config));
    sha256_add_u64(&sha, openings_hash);
    sha256_text(&sha, out->spec_hash);
    return sha256_file("/proc/self/exe", out->program_hash, err);
}

static void host_name(char out[64]) {
    if (gethostname(out, 64) != 0) snprintf(out, 64, "unknown");
    out[63] = 0;
}

/* "host:pid", so that a second runner sees whether the first is still alive. */
static void owner_text(char out[96]) {
    char host[64];
    host_name(host);
    snprintf(out, 96, "%s:%ld", host, (long)getpid());
}

/* Is another living process of this machine the owner? Of other machines nothing can be known; their owner is taken as gone. */
static bool owner_alive(const char *owner) {
    char host[64];
    host_name(host);
    const char *colon = strrchr(owner, ':');
    if (!colon || (size_t)(colon - owner) != strlen(host) || strncmp(owner, host, strlen(host)) != 0) return false;
    const long pid = strtol(colon + 1, NULL, 10);
    return pid > 0 && pid != (long)getpid() && (kill((pid_t)pid, 0) == 0 || errno == EPERM);
}

/* 128 bits that no other run has: time, process and the monotonic clock, mixed. */
static void make_uid(char out[33]) {
    const uint64_t a = (uint64_t)time(NULL), b = (uint64_t)getpid(), c = (uint64_t)mono_ns();
    snprintf(out, 33, "%016llx%016llx", (unsigned long long)rng_bits(a, b, c), (unsigned long long)rng_bits(c, a, b));
}

static bool add_player(sqlite3 *db, int64_t run, int seat, const PlayerSpec *player, const Limit *match_limit, Err *err) {
    char hash[SHA256_TEXT_SIZE];
    Sha256 sha;
    sha256_init(&sha);
    sha256_add_text(&sha, player->resolved);
    sha256_text(&sha, hash);
    sqlite3_stmt *insert = sql_prepare(db, "INSERT INTO player (hash, resolved) VALUES (?1, ?2) ON CONFLICT (hash) DO NOTHING", err);
    if (!insert) return false;
    sql_bind_text(insert, 1, hash);
    sql_bind_text(insert, 2, player->resolved);
    bool good = sql_run(insert, err);
    sqlite3_finalize(insert);
    sqlite3_stmt *seat_insert =
        good ? sql_prepare(db, "INSERT INTO run_player (run, seat, player, name, limit_text) "
                               "VALUES (?1, ?2, (SELECT id FROM player WHERE hash = ?3), ?4, ?5)", err)
             : NULL;
    if (!seat_insert) return false;
    Buf limit = { 0 };
    limit_print(limit_is_set(&player->limit) ? &player->limit : match_limit, &limit);
    sqlite3_bind_int64(seat_insert, 1, run);
    sqlite3_bind_int(seat_insert, 2, seat);
    sql_bind_text(seat_insert, 3, hash);
    sql_bind_text(seat_insert, 4, player->name);
    sql_bind_text(seat_insert, 5, buf_text(&limit));
    good = sql_run(seat_insert, err);
    sqlite3_finalize(seat_insert);
    buf_free(&limit);
    return good;
}

static void bind_sprt(sqlite3_stmt *stmt, int first, const MatchSpec *spec) {
    if (!spec->use_sprt) return; /* unbound parameters are NULL */
    sql_bind_text(stmt, first, spec->sprt.model == SPRT_LOGISTIC ? "logistic" : "normalized");
    sqlite3_bind_double(stmt, first + 1, spec->sprt.elo0);
    sqlite3_bind_double(stmt, first + 2, spec->sprt.elo1);
    sqlite3_bind_double(stmt, first + 3, spec->sprt.alpha);
    sqlite3_bind_double(stmt, first + 4, spec->sprt.beta);
}

static bool add_run_row(sqlite3 *db, const MatchSpec *spec, const Identity *identity, Err *err) {
    static const char *const formats[] = { [FORMAT_PAIRS] = "pairs", [FORMAT_ROUND_ROBIN] = "round_robin", [FORMAT_GAUNTLET] = "gauntlet" };
    sqlite3_stmt *stmt = sql_prepare(
        db,
        "INSERT INTO run (uid, name, state, config, spec_hash, format, games, pairs_total, seed, rule_set, openings, use_sprt, build, "
        "program_hash, host, owner, started_unix, sprt_model, sprt_elo0, sprt_elo1, sprt_alpha, sprt_beta) "
        "VALUES (?1, ?2, 'running', ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19, ?20, ?21)",
        err);
    if (!stmt) return false;
    char uid[33], host[64], owner[96];
    make_uid(uid);
    host_name(host);
    owner_text(owner);
    sql_bind_text(stmt, 1, uid);
    sql_bind_text(stmt, 2, spec->name);
    sql_bind_text(stmt, 3, buf_text(&identity->config));
    sql_bind_text(stmt, 4, identity->spec_hash);
    sql_bind_text(stmt, 5, formats[spec->format]);
    sqlite3_bind_int64(stmt, 6, spec->games);
    sqlite3_bind_int(stmt, 7, schedule_pairs(spec));
    sqlite3_bind_int64(stmt, 8, spec->seed);
    sql_bind_text(stmt, 9, rule_set_names[spec->rule_set]);
    sql_bind_text(stmt, 10, spec->openings);
    sqlite3_bind_int(stmt, 11, spec->use_sprt);
    sql_bind_text(stmt, 12, build_text);
    sql_bind_text(stmt, 13, identity->program_hash);
    sql_bind_text(stmt, 14, host);
    sql_bind_text(stmt, 15, owner);
    sqlite3_bind_int64(stmt, 16, (int64_t)time(NULL));
    bind_sprt(stmt, 17, spec);
    const bool good = sql_run(stmt, err);
    sqlite3_finalize(stmt);
    return good;
}

bool store_run_add(Store *store, const MatchSpec *spec, uint64_t openings_hash, int64_t *run, Err *err) {
    Identity identity;
    bool good = identity_of(spec, openings_hash, &identity, err) && sql_exec(store->db, "BEGIN IMMEDIATE", err);
    if (good) {
        good = add_run_row(store->db, spec, &identity, err);
        const int64_t id = sqlite3_last_insert_rowid(store->db);
        for (int seat = 0; good && seat < spec->player_count; seat++)
            good = add_player(store->db, id, seat, &spec->player[seat], &spec->limit, err);
        good = good && sql_exec(store->db, "COMMIT", err);
        if (good) *run = id;
        else sqlite3_exec(store->db, "ROLLBACK", NULL, NULL, NULL);
    }
    buf_free(&identity.config);
    return good;
}

/* The first line in which two canonical specifications differ, as "here / there" for the user. */
static void first_difference(const char *stored, const char *now, Buf *out) {
    while (*stored && *stored == *now) {
        stored++;
        now++;
    }
    /* Back to the start of the line: both texts agree up to here. */
    const char *line_stored = stored, *line_now = now;
    while (line_stored[-1] && line_stored[-1] != '\n' && line_now[-1] == line_stored[-1]) {
        line_stored--;
        line_now--;
    }
    buf_addf(out, "stored '%.*s', now '%.*s'", (int)strcspn(line_stored, "\n"), line_stored, (int)strcspn(line_now, "\n"), line_now);
}

static bool check_resumable(Store *store, sqlite3_stmt *row, const Identity *identity, const MatchSpec *spec, Err *err) {
    const char *state = sql_text(row, 1), *config = sql_text(row, 2), *owner = sql_text(row, 5);
    if (owner_alive(owner))
        return err_set(err, ERR_INPUT, "%s: run '%s' is being played by process %s; wait for it or stop it", store->path, spec->name, owner);
    if (strcmp(sql_text(row, 3), identity->spec_hash) != 0) {
        Buf text = { 0 };
        if (strcmp(config, buf_text(&identity->config)) == 0) buf_add(&text, "the openings' content changed");
        else {
            /* One byte before both texts, so that the search backwards always meets an end. */
            Buf a = { 0 }, b = { 0 };
            buf_addf(&a, "\n%s", config);
            buf_addf(&b, "\n%s", buf_text(&identity->config));
            first_difference(a.text + 1, b.text + 1, &text);
            buf_free(&a);
            buf_free(&b);
        }
        err_set(err, ERR_INPUT, "%s: cannot resume run '%s', its specification changed: %s; run without --resume to start another",
                store->path, spec->name, buf_text(&text));
        buf_free(&text);
        return false;
    }
    if (strcmp(sql_text(row, 4), identity->program_hash) != 0)
        return err_set(err, ERR_INPUT,
                       "%s: cannot resume run '%s' with another build of the program (stored %.12s of %s, now %.12s); games would not be "
                       "comparable", store->path, spec->name, sql_text(row, 4), sql_text(row, 6), identity->program_hash);
    if (strcmp(state, "finished") == 0 && sqlite3_column_int64(row, 7) >= spec->games)
        return err_set(err, ERR_INPUT, "%s: run '%s' is finished; raise games to play on, or run without --resume to start another",
                       store->path, spec->name);
    return true;
}

bool store_run_resume(Store *store, const MatchSpec *spec, uint64_t openings_hash, int64_t *run, Err *err) {
    Identity identity;
    sqlite3_stmt *find = NULL, *take = NULL;
    bool good = identity_of(spec, openings_hash, &identity, err) && sql_exec(store->db, "BEGIN IMMEDIATE", err);
    if (!good) goto end;
    find = sql_prepare(store->db, "SELECT id, state, config, spec_hash, program_hash, owner, build, games FROM run WHERE name = ?1 "
                                  "ORDER BY id DESC LIMIT 1", err);
    if ((good = find != NULL)) {
        sql_bind_text(find, 1, spec->name);
        good = sql_next(find, err) ||
               err_set(err, ERR_INPUT, "%s: holds no run '%s' to resume; run without --resume to start one", store->path, spec->name);
    }
    good = good && check_resumable(store, find, &identity, spec, err);
    if (good) good = (take = sql_prepare(store->db, "UPDATE run SET state = 'running', owner = ?1, games = ?2, pairs_total = ?3 WHERE id = ?4", err)) != NULL;
    if (good) {
        char owner[96];
        owner_text(owner);
        sql_bind_text(take, 1, owner);
        sqlite3_bind_int64(take, 2, spec->games);
        sqlite3_bind_int(take, 3, schedule_pairs(spec));
        sqlite3_bind_int64(take, 4, sqlite3_column_int64(find, 0));
        *run = sqlite3_column_int64(find, 0);
        good = sql_run(take, err);
    }
    sqlite3_finalize(find);
    sqlite3_finalize(take);
    if (good) good = sql_exec(store->db, "COMMIT", err);
    else sqlite3_exec(store->db, "ROLLBACK", NULL, NULL, NULL);
end:
    buf_free(&identity.config);
    return good;
}

bool store_run_done(Store *store, int64_t run, int pairs, bool *done, int *half_points, Err *err) {
    sqlite3_stmt *stmt = sql_prepare(store->db, "SELECT idx, counted, half_points FROM pair WHERE run = ?1", err);
    if (!stmt) return false;
    sqlite3_bind_int64(stmt, 1, run);
    Err failure = { .kind = ERR_NONE };
    while (sql_next(stmt, &failure)) {
        const int index = sqlite3_column_int(stmt, 0);
        if (index < 0 || index >= pairs) continue;
        done[index] = true;
        half_points[index] = sqlite3_column_int(stmt, 1) && sqlite3_column_type(stmt, 2) != SQLITE_NULL ? sqlite3_column_int(stmt, 2) : -1;
    }
    sqlite3_finalize(stmt);
    if (failure.kind == ERR_NONE) return true;
    *err = failure;
    return false;
}

bool store_run_state(Store *store, int64_t run, const char *state, int64_t elapsed_ns, Err *err) {
    sqlite3_stmt *stmt = sql_prepare(store->db, "UPDATE run SET state = ?1, elapsed_ns = elapsed_ns + ?2, "
                                                "owner = CASE ?1 WHEN 'running' THEN owner END WHERE id = ?3", err);
    if (!stmt) return false;
    sql_bind_text(stmt, 1, state);
    sqlite3_bind_int64(stmt, 2, elapsed_ns);
    sqlite3_bind_int64(stmt, 3, run);
    const bool good = sql_run(stmt, err);
    sqlite3_finalize(stmt);
    return good;
}
