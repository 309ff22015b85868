#define _XOPEN_SOURCE 700 /* mkdtemp */
#include "bench/tests/other_process.h"
#include "bench/tests/scratch.h"
#include <string.h>
#include "bench/store/queries.h"
#include "bench/store/sql.h"
#include "bench/tests/recorded.h"

static const uint64_t openings_hash = 0x1234;

static Store *new_store(void **state) {
    Err err;
    Store *store = store_open(((const Scratch *)*state)->db, STORE_CREATE, &err);
    if (!store) fail_msg("%s", err.text);
    return store;
}

static void change(Store *store, const char *sql) {
    Err err;
    if (!sql_exec(store->db, sql, &err)) fail_msg("%s: %s", sql, err.text);
}

static int64_t number(Store *store, const char *sql) {
    Err err;
    int64_t value = -1;
    if (!sql_number(store->db, sql, &value, &err)) fail_msg("%s: %s", sql, err.text);
    return value;
}

static int64_t add_run(Store *store, const MatchSpec *spec) {
    Err err;
    int64_t run = 0;
    if (!store_run_add(store, spec, openings_hash, &run, &err)) fail_msg("%s", err.text);
    return run;
}

static void a_run_reads_back_as_it_was_specified(void **state) {
    Store *store = new_store(state);
    MatchSpec spec = recorded_spec(FORMAT_PAIRS, 2, 40);
    spec.use_sprt = true;
    spec.sprt = (SprtSpec){ .model = SPRT_LOGISTIC, .elo0 = -1.75, .elo1 = 0.25, .alpha = 0.01, .beta = 0.2 };
    spec.rule_set = 2;
    strcpy(spec.openings, "suites/openings/some.epd");
    spec.player[1].limit = (Limit){ .depth = 5 };
    const int64_t id = add_run(store, &spec);
    Arena arena = { 0 };
    RunInfo run;
    SeatSummary *seat;
    int seats;
    assert_true(store_run(store, &arena, id, &run, NULL));
    assert_int_equal(strlen(run.uid), 32);
    assert_string_equal(run.name, "recorded");
    assert_string_equal(run.state, "interrupted"); /* this very process owns it, so nobody else plays it */
    assert_string_equal(run.format, "pairs");
    assert_string_equal(run.rule_set, rule_set_names[2]);
    assert_string_equal(run.openings, "suites/openings/some.epd");
    assert_int_equal(run.games, 40);
    assert_int_equal(run.pairs_total, 20);
    assert_int_equal(run.pairs_done, 0);
    assert_int_equal(run.seed, RECORDED_SEED);
    assert_true(run.started_unix > 1700000000);
    assert_true(run.use_sprt && run.sprt.model == SPRT_LOGISTIC);
    assert_true(run.sprt.elo0 == -1.75 && run.sprt.elo1 == 0.25 && run.sprt.alpha == 0.01 && run.sprt.beta == 0.2);
    assert_non_null(strstr(run.config, "openings_hash: 0000000000001234\n"));
    assert_non_null(strstr(run.build, "xqlab " XQLAB_VERSION));
    assert_true(store_seats(store, id, &arena, &seat, &seats, NULL));
    assert_int_equal(seats, 2);
    assert_string_equal(seat[0].name, "p0");
    assert_string_equal(seat[0].limit, "nodes=1000");
    assert_string_equal(seat[0].resolved, spec.player[0].resolved);
    assert_string_equal(seat[1].limit, "depth=5");
    assert_int_equal(seat[1].games, 0);
    arena_free(&arena);
    store_close(store);
    spec_free(&spec);
}

static void runs_have_their_own_uid_and_share_players(void **state) {
    Store *store = new_store(state);
    MatchSpec spec = recorded_spec(FORMAT_ROUND_ROBIN, 3, 2);
    assert_int_equal(add_run(store, &spec), 1);
    assert_int_equal(add_run(store, &spec), 2);
    assert_int_equal(number(store, "SELECT count(DISTINCT uid) FROM run"), 2);
    assert_int_equal(number(store, "SELECT count(*) FROM run_player"), 6);
    assert_int_equal(number(store, "SELECT count(*) FROM player"), 3);
    Arena arena = { 0 };
    RunInfo run;
    Err err;
    assert_true(store_run(store, &arena, 0, &run, NULL));
    assert_int_equal(run.id, 2);
    assert_false(store_run(store, &arena, 3, &run, &err));
    assert_non_null(strstr(err.text, "has no run 3; it holds runs 1 to 2"));
    arena_free(&arena);
    store_close(store);
    spec_free(&spec);
}

static void another_seed(MatchSpec *spec) { spec->seed++; }
static void another_rule(MatchSpec *spec) { spec->rules.occurrences++; }
static void another_limit(MatchSpec *spec) { spec->limit.nodes++; }
static void another_player(MatchSpec *spec) { strcpy(strstr(spec->player[1].resolved, "number: 1"), "number: 3"); }
static void another_name(MatchSpec *spec) { strcpy(spec->name, "other"); }
static void another_test(MatchSpec *spec) { spec->use_sprt = true; }
static void fewer_games(MatchSpec *spec) { spec->games -= 2; }
static void more_games(MatchSpec *spec) { spec->games += 2; }
static void nothing(MatchSpec *spec) { (void)spec; }

static void what_changed_is_not_resumed_and_shown(void **state) {
    static const struct { void (*change)(MatchSpec *spec); uint64_t openings_hash; const char *sql, *says; } rows[] = {
        { another_seed,   0x1234, NULL, "its specification changed: stored 'seed: 7', now 'seed: 8'" },
        { another_rule,   0x1234, NULL, "stored 'occurrences: 3', now 'occurrences: 4'" },
        { another_limit,  0x1234, NULL, "stored 'limit: nodes=1000', now 'limit: nodes=1001'" },
        { another_player, 0x1234, NULL, "stored 'number: 1', now 'number: 3'" },
        { another_test,   0x1234, NULL, "stored 'players:', now 'sprt:'" },
        { nothing,        0x4321, NULL, "stored 'openings_hash: 0000000000001234', now 'openings_hash: 0000000000004321'" },
        { another_name,   0x1234, NULL, "holds no run 'other' to resume" },
        { fewer_games,    0x1234, NULL, "has 40 games a pairing, and now 38 are asked" },
        { nothing,        0x1234, "UPDATE run SET state = 'finished'", "is finished; raise games to play on" },
        { more_games,     0x1234, "UPDATE run SET program_hash = '0123456789abcdef', build = 'an old one'",
          "with another build of the program (stored 0123456789ab of an old one, now" },
    };
    Store *store = new_store(state);
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        MatchSpec spec = recorded_spec(FORMAT_PAIRS, 2, 40);
        change(store, "DELETE FROM run");
        add_run(store, &spec);
        if (rows[i].sql) change(store, rows[i].sql);
        rows[i].change(&spec);
        Err err = { 0 };
        int64_t run = -1;
        if (store_run_resume(store, &spec, rows[i].openings_hash, &run, &err) || err.kind != ERR_INPUT || !strstr(err.text, rows[i].says))
            fail_msg("row %zu: '%s' instead of '%s'", i, err.text, rows[i].says);
        assert_int_equal(run, -1);
        spec_free(&spec);
    }
    store_close(store);
}

static void an_unchanged_run_is_resumed_and_may_grow(void **state) {
    Store *store = new_store(state);
    MatchSpec spec = recorded_spec(FORMAT_PAIRS, 2, 40);
    Err err;
    int64_t run;
    add_run(store, &spec);
    add_run(store, &spec);
    assert_true(store_run_end(store, 2, "faulted", &err));
    if (!store_run_resume(store, &spec, openings_hash, &run, &err)) fail_msg("%s", err.text);
    assert_int_equal(run, 2); /* the newest of that name */
    assert_int_equal(number(store, "SELECT state = 'running' AND owner IS NOT NULL FROM run WHERE id = 2"), 1);
    assert_true(store_run_end(store, 2, "finished", &err));
    assert_int_equal(number(store, "SELECT state = 'finished' AND owner IS NULL FROM run WHERE id = 2"), 1);
    spec.games = 60;
    if (!store_run_resume(store, &spec, openings_hash, &run, &err)) fail_msg("%s", err.text);
    assert_int_equal(number(store, "SELECT games * 1000 + pairs_total FROM run WHERE id = 2"), 60030);
    store_close(store);
    spec_free(&spec);
}

static void a_run_that_another_process_plays_is_not_resumed(void **state) {
    Store *store = new_store(state);
    MatchSpec spec = recorded_spec(FORMAT_PAIRS, 2, 40);
    Arena arena = { 0 };
    RunInfo info;
    Err err;
    int64_t run;
    char owner[OWNER_SIZE];
    Buf sql = { 0 };
    const pid_t child = start_child(owner);
    buf_addf(&sql, "UPDATE run SET owner = '%s'", owner);
    add_run(store, &spec);
    change(store, buf_text(&sql));
    assert_false(store_run_resume(store, &spec, openings_hash, &run, &err));
    assert_non_null(strstr(err.text, "is being played by process"));
    assert_non_null(strstr(err.text, owner));
    assert_true(store_run(store, &arena, 0, &info, NULL));
    assert_string_equal(info.state, "running");
    /* Dead, though nobody has asked for its exit code yet. */
    siginfo_t how;
    kill(child, SIGKILL);
    assert_int_equal(waitid(P_PID, (id_t)child, &how, WEXITED | WNOWAIT), 0);
    assert_true(store_run(store, &arena, 0, &info, NULL));
    assert_string_equal(info.state, "interrupted");
    assert_true(store_run_resume(store, &spec, openings_hash, &run, &err));
    waitpid(child, NULL, 0);
    arena_free(&arena);
    buf_free(&sql);
    store_close(store);
    spec_free(&spec);
}

static void a_process_with_the_number_of_a_dead_one_is_another(void **state) {
    (void)state;
    char owner[OWNER_SIZE], host[HOST_SIZE], other[2 * OWNER_SIZE];
    const pid_t child = start_child(owner);
    assert_true(owner_lives(owner));
    snprintf(other, sizeof other, "%s:%ld:1", host_name(host), (long)child);
    assert_false(owner_lives(other));
    snprintf(other, sizeof other, "elsewhere%s", owner);
    assert_false(owner_lives(other));
    assert_false(owner_lives(""));
    kill(child, SIGKILL);
    waitpid(child, NULL, 0);
    assert_false(owner_lives(owner));
    assert_false(owner_lives(owner_text(owner))); /* ourselves: nobody else */
}

static void a_run_is_extended_by_its_number_whatever_its_name(void **state) {
    Store *store = new_store(state);
    MatchSpec spec = recorded_spec(FORMAT_PAIRS, 2, 40);
    Arena arena = { 0 };
    RunInfo info;
    Err err;
    spec.source = mem_strdup("players: [p0, p1]\n");
    add_run(store, &spec);
    add_run(store, &spec);
    assert_true(store_run(store, &arena, 1, &info, NULL));
    assert_string_equal(info.source, "players: [p0, p1]\n");
    assert_true(store_run_end(store, 1, "finished", &err));
    assert_false(store_run_extend(store, 1, &spec, openings_hash, &err));
    assert_non_null(strstr(err.text, "is finished; raise games"));
    spec.games = 60;
    strcpy(spec.name, "called otherwise");
    if (!store_run_extend(store, 1, &spec, openings_hash, &err)) fail_msg("%s", err.text);
    assert_int_equal(number(store, "SELECT games * 1000 + pairs_total FROM run WHERE id = 1 AND name = 'recorded'"), 60030);
    assert_int_equal(number(store, "SELECT games FROM run WHERE id = 2"), 40);
    spec.seed++;
    spec.games = 80;
    assert_false(store_run_extend(store, 1, &spec, openings_hash, &err));
    assert_non_null(strstr(err.text, "stored 'seed: 7', now 'seed: 8'"));
    arena_free(&arena);
    store_close(store);
    spec_free(&spec);
}

static void a_finished_run_is_known_by_its_specification_and_its_part(void **state) {
    Store *store = new_store(state);
    MatchSpec spec = recorded_spec(FORMAT_ROUND_ROBIN, 3, 4); /* 6 pairs */
    static const struct {
        const char *sql;
        int64_t run, games;
        uint64_t openings_hash;
        int shard, shards;
        int64_t finished;
    } rows[] = {
        { "UPDATE run SET state = 'finished'",                       0, 4, openings_hash,     0, 0, 2 },
        { "UPDATE run SET state = 'finished'",                       1, 4, openings_hash,     0, 0, 1 },
        { "UPDATE run SET state = 'finished'",                       0, 4, openings_hash,     1, 3, 2 }, /* all of it */
        { "UPDATE run SET state = 'finished', program_hash = 'old'", 0, 4, openings_hash,     0, 0, 2 }, /* nothing to mix */
        { "UPDATE run SET state = 'finished'",                       0, 6, openings_hash,     0, 0, 0 },
        { "UPDATE run SET state = 'finished'",                       0, 2, openings_hash,     0, 0, 0 },
        { "UPDATE run SET state = 'finished'",                       0, 4, openings_hash + 1, 0, 0, 0 },
        { "UPDATE run SET state = 'finished' WHERE id = 1",          0, 4, openings_hash,     0, 0, 0 }, /* not the newest */
        { "UPDATE run SET state = 'finished', shard = '2/3'",        0, 4, openings_hash,     0, 0, 0 },
        { "UPDATE run SET state = 'finished', shard = '2/3'",        0, 4, openings_hash,     2, 3, 0 },
        { "UPDATE run SET state = 'finished', shard = '2/3'",        0, 4, openings_hash,     1, 3, 2 },
        { "DELETE FROM run",                                         0, 4, openings_hash,     0, 0, 0 },
    };
    add_run(store, &spec);
    add_run(store, &spec);
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        int64_t finished = -1;
        change(store, "UPDATE run SET state = 'interrupted', shard = NULL");
        change(store, rows[i].sql);
        spec.games = rows[i].games;
        assert_true(store_run_finished(store, rows[i].run, &spec, rows[i].openings_hash, rows[i].shard, rows[i].shards, &finished, NULL));
        if (finished != rows[i].finished) fail_msg("row %zu: %d", i, (int)finished);
    }
    store_close(store);
    spec_free(&spec);
}

static void done_pairs_are_told_with_their_results(void **state) {
    Store *store = new_store(state);
    MatchSpec spec = recorded_spec(FORMAT_ROUND_ROBIN, 3, 4); /* 6 pairs */
    Err err;
    const int64_t run = add_run(store, &spec), other = add_run(store, &spec);
    static const struct { int index; bool counted; Outcome outcome[2]; int half_points; } rows[] = {
        { 0, true,  { OUTCOME_RED,   OUTCOME_BLACK }, 4 },
        { 2, true,  { OUTCOME_BLACK, OUTCOME_DRAW },  1 },
        { 3, false, { OUTCOME_RED,   OUTCOME_RED },   -1 },
        { 5, true,  { OUTCOME_RED,   OUTCOME_NONE },  -1 },
    };
    for (int twice = 0; twice < 2; twice++) {
        StoreWriter *writer = store_writer_new(store, twice ? other : run, &err);
        assert_non_null(writer);
        for (size_t i = 0; i < COUNT_OF(rows) - (size_t)twice; i++) {
            PairRecord pair = recorded_pair(&spec, rows[i].index, 10);
            pair.counted = rows[i].counted;
            for (int leg = 0; leg < 2; leg++) pair.game[leg].outcome = rows[i].outcome[leg];
            assert_true(store_writer_add(writer, &pair, &err));
            pair_record_free(&pair);
        }
        assert_true(store_writer_finish(writer, &err));
    }
    bool done[6] = { false };
    int half_points[6] = { 0 };
    assert_true(store_run_done(store, run, 6, done, half_points, &err));
    static const bool expected[6] = { true, false, true, true, false, true };
    assert_memory_equal(done, expected, sizeof done);
    for (size_t i = 0; i < COUNT_OF(rows); i++) assert_int_equal(half_points[rows[i].index], rows[i].half_points);
    assert_true(store_run_done(store, other, 6, memset(done, 0, sizeof done), half_points, &err));
    assert_false(done[5]);
    store_close(store);
    spec_free(&spec);
}

/* SQLite would take them for databases in memory. */
static void every_name_of_a_file_is_a_file(void **state) {
    static const char *const names[] = { ":memory:", "file:games.db?mode=memory" };
    char before[512];
    assert_non_null(getcwd(before, sizeof before));
    assert_int_equal(chdir(((const Scratch *)*state)->folder), 0);
    for (size_t i = 0; i < COUNT_OF(names); i++) {
        Err err;
        Store *store = store_open(names[i], STORE_CREATE, &err);
        if (!store) fail_msg("%s", err.text);
        store_close(store);
        assert_int_equal(access(names[i], R_OK), 0);
    }
    assert_int_equal(chdir(before), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        scratch_test(a_run_reads_back_as_it_was_specified),
        scratch_test(runs_have_their_own_uid_and_share_players),
        scratch_test(what_changed_is_not_resumed_and_shown),
        scratch_test(an_unchanged_run_is_resumed_and_may_grow),
        scratch_test(a_run_that_another_process_plays_is_not_resumed),
        scratch_test(a_run_is_extended_by_its_number_whatever_its_name),
        cmocka_unit_test(a_process_with_the_number_of_a_dead_one_is_another),
        scratch_test(a_finished_run_is_known_by_its_specification_and_its_part),
        scratch_test(done_pairs_are_told_with_their_results),
        scratch_test(every_name_of_a_file_is_a_file),
    };
    xq_init();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
