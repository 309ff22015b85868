#define _XOPEN_SOURCE 700 /* mkdtemp */
#include "bench/report/rating_report.h"
#include <string.h>
#include "bench/stats/stats.h"
#include "bench/tests/recorded.h"
#include "bench/tests/scratch.h"

enum { PLIES = 6 };

static Store *new_store(void **state, const char *name) {
    char path[128];
    Err err;
    snprintf(path, sizeof path, "%s/%s", ((const Scratch *)*state)->folder, name);
    Store *store = store_open(path, STORE_CREATE, &err);
    if (!store) fail_msg("%s", err.text);
    return store;
}

/* Add a run of this match with its pairs from `first` to before `end`. */
static void play(Store *store, const MatchSpec *spec, int first, int end) {
    Err err;
    int64_t run;
    if (!store_run_add(store, spec, 1, &run, &err)) fail_msg("%s", err.text);
    StoreWriter *writer = store_writer_new(store, run, &err);
    assert_non_null(writer);
    for (int i = first; i < end; i++) {
        PairRecord pair = recorded_pair(spec, i, PLIES);
        assert_true(store_writer_add(writer, &pair, &err));
        pair_record_free(&pair);
    }
    assert_true(store_writer_finish(writer, &err) && store_run_end(store, run, "finished", &err));
}

/* Take in all runs of a store. */
static void take(RatingPool *pool, Store *store) {
    Arena arena = { 0 };
    RunInfo *run;
    int count;
    Err err;
    assert_true(store_runs(store, &arena, &run, &count, &err));
    for (int i = 0; i < count; i++)
        if (!rating_pool_add(pool, store, &run[i], &err)) fail_msg("%s", err.text);
    arena_free(&arena);
}

static void fit(RatingPool *pool, const char *anchor) {
    Err err;
    if (!rating_pool_fit(pool, anchor, &err)) fail_msg("%s", err.text);
}

static void runs_in_several_files_rate_like_one_run(void **state) {
    Store *whole = new_store(state, "whole"), *a = new_store(state, "a"), *b = new_store(state, "b");
    MatchSpec spec = recorded_spec(FORMAT_ROUND_ROBIN, 4, 40); /* 120 pairs */
    play(whole, &spec, 0, 120);
    play(a, &spec, 0, 50);
    spec.seed++; /* another run, of which the other pairs are kept */
    play(b, &spec, 50, 80);
    spec.seed++;
    play(b, &spec, 80, 120);
    RatingPool one = { 0 }, many = { 0 };
    take(&one, whole);
    take(&many, b);
    take(&many, a);
    fit(&one, NULL);
    fit(&many, NULL);
    assert_int_equal(many.runs, 3);
    assert_int_equal(many.players, 4);
    assert_int_equal(many.alike_runs + many.repeated_runs, 0);
    double sum = 0;
    for (int i = 0; i < 4; i++) {
        assert_string_equal(many.player[i].name, one.player[i].name);
        assert_int_equal(many.player[i].wins, one.player[i].wins);
        assert_int_equal(many.player[i].draws, one.player[i].draws);
        assert_int_equal(many.player[i].losses, one.player[i].losses);
        assert_int_equal(many.list.players[i].games,
                         many.player[i].wins + many.player[i].draws + many.player[i].losses);
        assert_near(many.list.players[i].elo, one.list.players[i].elo, 1e-7);
        assert_near(many.list.players[i].error, one.list.players[i].error, 1e-6);
        for (int k = 0; k < 4; k++) assert_near(many.list.covariance[4 * i + k], one.list.covariance[4 * i + k], 1e-5);
        sum += many.list.players[i].elo;
    }
    assert_near(sum, 0, 1e-8);
    rating_pool_free(&one);
    rating_pool_free(&many);
    store_close(whole);
    store_close(a);
    store_close(b);
    spec_free(&spec);
}

static void a_player_is_what_it_resolves_to_and_its_limit(void **state) {
    Store *store = new_store(state, "games");
    MatchSpec spec = recorded_spec(FORMAT_PAIRS, 2, 20);
    play(store, &spec, 0, 10);
    /* The same two, called otherwise. */
    strcpy(spec.player[0].name, "zero");
    strcpy(spec.player[1].name, "one");
    spec.seed = 8;
    play(store, &spec, 0, 10);
    /* p1 at another limit, then another player called p1. */
    strcpy(spec.player[0].name, "p0");
    strcpy(spec.player[1].name, "p1");
    spec.player[1].limit = (Limit){ .depth = 9 };
    play(store, &spec, 0, 10);
    spec.player[1].limit = (Limit){ 0 };
    strcpy(strstr(spec.player[1].resolved, "number: 1"), "number: 5");
    play(store, &spec, 0, 10);
    RatingPool pool = { 0 };
    take(&pool, store);
    fit(&pool, NULL);
    static const char *const names[] = { "p0", "p1 (nodes=1000) #1", "p1 (depth=9)", "p1 (nodes=1000) #2" };
    assert_int_equal(pool.players, 4);
    for (int i = 0; i < 4; i++) assert_string_equal(pool.player[i].name, names[i]);
    assert_int_equal(pool.list.players[0].games, 80);
    assert_int_equal(pool.list.players[1].games, 40);
    rating_pool_free(&pool);
    store_close(store);
    spec_free(&spec);
}

static void what_would_count_twice_is_left_out_or_told(void **state) {
    Store *store = new_store(state, "games");
    MatchSpec spec = recorded_spec(FORMAT_PAIRS, 2, 20);
    play(store, &spec, 0, 10);
    play(store, &spec, 0, 10);
    strstr(spec.player[1].resolved, "number: 1")[8] = '0'; /* p0 against itself */
    play(store, &spec, 0, 7);
    RatingPool pool = { 0 };
    take(&pool, store);
    take(&pool, store);
    fit(&pool, NULL);
    assert_int_equal(pool.runs, 3);
    assert_int_equal(pool.repeated_runs, 3);
    assert_int_equal(pool.alike_runs, 1);
    assert_int_equal(pool.own_pairs, 7);
    assert_int_equal(pool.list.players[0].games, 40);
    Buf out = { 0 };
    rating_report_write(&pool, TABLE_TEXT, &out);
    assert_non_null(strstr(buf_text(&out), "3 runs, 2 players, 40 games; the players' mean is 0; Red's advantage is "));
    assert_non_null(strstr(buf_text(&out), "\nLeft out: 7 pairs of a player against itself.\nLeft out: 3 runs that "
                                           "were given twice.\n1 of the runs repeat"));
    buf_free(&out);
    rating_pool_free(&pool);
    store_close(store);
    spec_free(&spec);
}

static void the_anchor_sets_the_scale(void **state) {
    Store *store = new_store(state, "games");
    MatchSpec spec = recorded_spec(FORMAT_ROUND_ROBIN, 3, 40);
    strcpy(spec.player[1].name, "a=b");
    play(store, &spec, 0, 60);
    RatingPool free_scale = { 0 }, anchored = { 0 };
    take(&free_scale, store);
    take(&anchored, store);
    fit(&free_scale, NULL);
    fit(&anchored, "a=b=2500.5");
    assert_int_equal(anchored.anchor, 1);
    assert_true(anchored.list.players[1].elo == 2500.5 && anchored.list.players[1].error == 0);
    for (int i = 0; i < 3; i++)
        assert_near(anchored.list.players[i].elo - 2500.5,
                    free_scale.list.players[i].elo - free_scale.list.players[1].elo, 1e-7);
    rating_pool_free(&anchored);
    rating_pool_free(&free_scale);
    static const struct {
        const char *anchor, *says;
    } rows[] = {
        { "p9=2500", "there is no player 'p9'; did you mean 'p0'?" },
        { "nobody=1", "there is no player 'nobody'" },
        { "p0", "'p0' is no anchor; write a player's name and its rating, such as full=2500" },
        { "p0=", "is no anchor" },
        { "p0=12x", "is no anchor" },
        { "p0=nan", "is no anchor" },
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        RatingPool pool = { 0 };
        Err err = { 0 };
        take(&pool, store);
        if (rating_pool_fit(&pool, rows[i].anchor, &err) || !strstr(err.text, rows[i].says))
            fail_msg("%s: '%s'", rows[i].anchor, err.text);
        rating_pool_free(&pool);
    }
    store_close(store);
    spec_free(&spec);
}

static void players_that_never_met_are_listed_by_group(void **state) {
    Store *store = new_store(state, "games");
    MatchSpec spec = recorded_spec(FORMAT_PAIRS, 2, 20);
    play(store, &spec, 0, 10);
    RatingPool pool = { 0 };
    Buf text = { 0 }, csv = { 0 };
    take(&pool, store);
    fit(&pool, NULL);
    rating_report_write(&pool, TABLE_TEXT, &text);
    assert_null(strstr(buf_text(&text), "group"));
    rating_pool_free(&pool);
    for (int i = 0; i < 2; i++) {
        strstr(spec.player[i].resolved, "number: ")[8] = (char)('5' + i);
        spec.player[i].name[0] = 'q';
    }
    play(store, &spec, 0, 10);
    take(&pool, store);
    fit(&pool, NULL);
    buf_clear(&text);
    rating_report_write(&pool, TABLE_TEXT, &text);
    rating_report_write(&pool, TABLE_CSV, &csv);
    assert_non_null(strstr(buf_text(&text), "  group\n"));
    assert_non_null(strstr(buf_text(&text), "The players fall into 2 groups"));
    assert_null(strstr(buf_text(&csv), "group"));
    for (int i = 0; i < 4; i++) {
        const size_t player = pool.order[i];
        assert_int_equal(pool.list.players[player].group, i / 2);
        assert_int_equal(pool.player[player].name[0], i < 2 ? 'p' : 'q');
    }
    buf_free(&text);
    buf_free(&csv);
    rating_pool_free(&pool);
    store_close(store);
    spec_free(&spec);
}

static void without_games_there_is_no_list(void **state) {
    Store *store = new_store(state, "games");
    MatchSpec spec = recorded_spec(FORMAT_PAIRS, 2, 20);
    RatingPool pool = { 0 };
    Err err = { 0 };
    play(store, &spec, 0, 0);
    take(&pool, store);
    assert_false(rating_pool_fit(&pool, NULL, &err));
    assert_string_equal(err.text, "there are no games to rate");
    rating_pool_free(&pool);
    store_close(store);
    spec_free(&spec);
}

/* The number after the n-th '[' or ',' of a text's matrix. */
static double cell(const char *matrix, int row, int column) {
    for (int i = 0; i <= row; i++) matrix = strchr(matrix + 1, '[');
    for (int i = 0; i < column; i++) matrix = strchr(matrix + 1, ',');
    return strtod(matrix + 1, NULL);
}

static void tables_and_json_show_the_same_figures(void **state) {
    Store *store = new_store(state, "games");
    MatchSpec spec = recorded_spec(FORMAT_ROUND_ROBIN, 3, 60);
    play(store, &spec, 0, 90);
    RatingPool pool = { 0 };
    take(&pool, store);
    fit(&pool, NULL);
    const size_t *order = pool.order;
    assert_true(pool.list.players[order[0]].elo >= pool.list.players[order[1]].elo);
    Buf json = { 0 }, csv = { 0 }, los = { 0 }, line = { 0 };
    rating_report_write_json(&pool, &json);
    rating_report_write(&pool, TABLE_CSV, &csv);
    rating_report_write_los(&pool, TABLE_CSV, &los);
    const char *covariance = strstr(buf_text(&json), "\"covariance\": ["),
               *chances = strstr(buf_text(&json), "\"los\": [");
    assert_true(covariance && chances);
    covariance = strchr(covariance, '[');
    chances = strchr(chances, '[');
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++) {
            assert_near(cell(covariance, i, k), pool.list.covariance[3 * order[i] + order[k]], 1e-6);
            if (i != k) assert_near(cell(chances, i, k), rating_difference(&pool.list, order[i], order[k]).los, 1e-9);
            if (i != k) assert_near(cell(chances, i, k) + cell(chances, k, i), 1, 1e-9);
        }
    const RatingPlayer *best = &pool.list.players[order[0]];
    const double next = rating_difference(&pool.list, order[0], order[1]).los;
    buf_addf(&line, "\n1,%s,%.1f,%.1f,120,%.1f,", pool.player[order[0]].name, best->elo, best->error,
             100 * best->score);
    assert_non_null(strstr(buf_text(&csv), buf_text(&line)));
    buf_clear(&line);
    buf_addf(&line, "1,%s,,%.1f,%.1f\n", pool.player[order[0]].name, 100 * next,
             100 * rating_difference(&pool.list, order[0], order[2]).los);
    assert_non_null(strstr(buf_text(&los), buf_text(&line)));
    buf_free(&line);
    buf_free(&json);
    buf_free(&csv);
    buf_free(&los);
    rating_pool_free(&pool);
    store_close(store);
    spec_free(&spec);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        scratch_test(runs_in_several_files_rate_like_one_run),
        scratch_test(a_player_is_what_it_resolves_to_and_its_limit),
        scratch_test(what_would_count_twice_is_left_out_or_told),
        scratch_test(the_anchor_sets_the_scale),
        scratch_test(players_that_never_met_are_listed_by_group),
        scratch_test(without_games_there_is_no_list),
        scratch_test(tables_and_json_show_the_same_figures),
    };
    xq_init();
    stats_init();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
