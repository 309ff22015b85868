#include "engine/tests/test.h"
#include <inttypes.h>
#include "bench/match/runner.h"
#include "bench/tests/scripted.h"

/* What a run hands on, as text: one line a pair with all that must not depend on timing. */
typedef struct {
    Buf lines;
    int pairs, counted, last_index;
    bool *handed; /* by index; may be NULL */
    int *half_points;
    int stop_after; /* set *stop after so many pairs; 0: never */
    atomic_bool *stop;
    int fail_after;    /* refuse the pair after so many; 0: never */
    bool counted_only; /* leave out what came after an SPRT's decision */
} Log;

static void print_game(const GameRecord *game, Buf *out) {
    buf_addf(out, " [%d-%d %s %s", game->side[RED].player, game->side[BLACK].player, outcome_names[game->outcome],
             reason_names[game->reason]);
    buf_addf(out, " %" PRIu64 " %" PRIu64, game->side[RED].nodes, game->side[BLACK].nodes);
    for (int i = 0; i < game->count; i++)
        buf_addf(out, " %d:%d:%" PRIu64, game->move[i].move, game->move[i].score, game->move[i].nodes);
    buf_add_char(out, ']');
}

static bool log_pair(void *context, const PairRecord *pair, const MatchState *state, Err *err) {
    Log *log = context;
    if (log->pairs) assert_true(pair->index > log->last_index);
    if (log->fail_after && log->pairs == log->fail_after) return err_set(err, ERR_SYSTEM, "the disk is full");
    log->last_index = pair->index;
    log->pairs++;
    log->counted += pair->counted;
    if (log->handed) {
        assert_false(log->handed[pair->index]);
        log->handed[pair->index] = true;
        log->half_points[pair->index] = pair->counted ? pair_record_half_points(pair) : -1;
    }
    if (pair->counted || !log->counted_only) {
        buf_addf(&log->lines, "%d %d %d %d %d", pair->index, pair->pairing, pair->round, pair->opening, pair->counted);
        for (int leg = 0; leg < 2; leg++) print_game(&pair->game[leg], &log->lines);
        buf_add_char(&log->lines, '\n');
    }
    assert_true(state->pairs_done <= state->pairs_total);
    if (log->stop_after && log->pairs == log->stop_after) atomic_store(log->stop, true);
    return true;
}

#define START "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w"

/* Eight openings, so that pairs differ. */
static Openings some_openings(void) {
    static const char text[] =
        START " moves h2e2;\n" START " moves b2e2;\n" START " moves h0g2;\n" START " moves c3c4;\n" START
              " moves g3g4;\n" START " moves c0e2;\n" START " moves b2d2;\n" START " moves h2f2;\n";
    Openings openings;
    Err err;
    if (!openings_parse(text, "test", &openings, &err)) fail_msg("%s", err.text);
    return openings;
}

/* Run it; the state is freed but for its numbers. */
static bool run(const MatchSpec *spec, RunOptions options, Log *log, MatchState *state, Err *err) {
    Openings openings = some_openings();
    const MatchListener listener = { .context = log, .pair = log_pair };
    const bool good = match_run(spec, &openings, &options, &listener, state, err);
    assert_int_equal(state->games_running, 0);
    openings_free(&openings);
    return good;
}

static const int worker_counts[] = { 1, 2, 8 };

/* Three that play by rote, lose at odds and take their time. */
static const Script mixed[] = {
    { .seed = 1, .deed = DO_RESIGN, .at_ply = 9, .odds = 3, .sleep_us_max = 400 },
    { .seed = 2, .deed = DO_RESIGN, .at_ply = 12, .odds = 8, .sleep_us_max = 400, .score = 12, .bound = SCORE_EXACT },
    { .seed = 3, .deed = DO_CRASH, .at_ply = 20, .odds = 6, .sleep_us_max = 400 },
};

static void the_same_pairs_come_in_the_same_order_with_any_number_of_workers(void **state) {
    (void)state;
    MatchSpec spec = scripted_match(mixed, 3, 60);
    Buf first = { 0 };
    for (size_t i = 0; i < COUNT_OF(worker_counts); i++) {
        Log log = { 0 };
        MatchState end;
        Err err = { 0 };
        assert_true(run(&spec, (RunOptions){ .jobs = worker_counts[i] }, &log, &end, &err));
        assert_int_equal(log.pairs, 90);
        assert_int_equal(end.pairs_done, 90);
        assert_int_equal(end.games_done, 180);
        assert_true(end.faults > 0);
        if (!i) buf_add(&first, buf_text(&log.lines));
        assert_string_equal(buf_text(&log.lines), buf_text(&first));
        buf_free(&log.lines);
        match_state_free(&end);
    }
    buf_free(&first);
    spec_free(&spec);
}

static int64_t counted_pairs(const MatchState *state) {
    int64_t sum = 0;
    for (int k = 0; k < ELO_PAIRS; k++) sum += state->penta[0][k];
    return sum;
}

/* A against a B that resigns more often; decides some way into 1000 pairs. */
static const Script uneven[] = {
    { .seed = 1, .deed = DO_RESIGN, .at_ply = 5, .odds = 4, .sleep_us_max = 300 },
    { .seed = 2, .deed = DO_RESIGN, .at_ply = 5, .odds = 12, .sleep_us_max = 300 },
};

static MatchSpec sprt_match(void) {
    MatchSpec spec = scripted_match(uneven, 2, 2000);
    spec.use_sprt = true;
    spec.sprt = (SprtSpec){ .model = SPRT_NORMALIZED, .elo0 = 0, .elo1 = 60, .alpha = 0.05, .beta = 0.05 };
    return spec;
}

static void an_sprt_stops_at_the_same_pair_with_any_number_of_workers(void **state) {
    (void)state;
    MatchSpec spec = sprt_match();
    Buf first = { 0 };
    double llr = 0;
    for (size_t i = 0; i < COUNT_OF(worker_counts); i++) {
        Log log = { .counted_only = true };
        MatchState end;
        assert_true(run(&spec, (RunOptions){ .jobs = worker_counts[i] }, &log, &end, NULL));
        assert_true(end.decided);
        assert_int_equal(end.sprt.verdict, SPRT_ACCEPT_H1);
        assert_true(end.pairs_done > 3 && end.pairs_done < 900);
        if (!i) {
            buf_add(&first, buf_text(&log.lines));
            llr = end.sprt.llr;
        }
        assert_int_equal(log.counted, counted_pairs(&end));
        assert_string_equal(buf_text(&log.lines), buf_text(&first));
        assert_near(end.sprt.llr, llr, 0);
        buf_free(&log.lines);
        match_state_free(&end);
    }
    buf_free(&first);
    spec_free(&spec);
}

static void pairs_in_flight_at_the_decision_are_kept_but_not_counted(void **state) {
    (void)state;
    MatchSpec spec = sprt_match();
    Log log = { 0 };
    MatchState end;
    assert_true(run(&spec, (RunOptions){ .jobs = 8 }, &log, &end, NULL));
    assert_int_equal(log.counted, counted_pairs(&end));
    assert_true(log.pairs > log.counted); /* eight workers: others were under way */
    assert_int_equal(log.pairs, end.pairs_done);
    assert_int_equal(log.last_index, log.pairs - 1); /* no gap */
    buf_free(&log.lines);
    match_state_free(&end);
    spec_free(&spec);
}

enum { PAIRS_MAX = 1000 };

/* Play, stop after some pairs, resume, until it ends; the state at the end. */
static MatchState play_in_pieces(const MatchSpec *spec, int piece, bool *done, int *half_points, int *runs) {
    for (*runs = 1;; ++*runs) {
        atomic_bool stop = false;
        bool before[PAIRS_MAX];
        memcpy(before, done, sizeof before);
        Log log = { .handed = done, .half_points = half_points, .stop = &stop, .stop_after = piece };
        MatchState state;
        Err err = { 0 };
        int points[PAIRS_MAX];
        memcpy(points, half_points, sizeof points);
        const bool good =
            run(spec, (RunOptions){ .jobs = 2, .done = before, .done_half_points = points, .stop = &stop }, &log,
                &state, &err);
        buf_free(&log.lines);
        if (good) return state;
        assert_int_equal(err.kind, ERR_INTERRUPTED);
        match_state_free(&state);
    }
}

static void check_same_state(const MatchState *a, const MatchState *b) {
    assert_int_equal(a->pairings, b->pairings);
    assert_memory_equal(a->penta, b->penta, (size_t)a->pairings * sizeof *a->penta);
    assert_int_equal(a->decided, b->decided);
    assert_near(a->sprt.llr, b->sprt.llr, 0);
}

static void a_resumed_run_ends_like_one_that_was_never_stopped(void **state) {
    (void)state;
    MatchSpec specs[] = { scripted_match(mixed, 3, 60), sprt_match() };
    for (size_t i = 0; i < COUNT_OF(specs); i++) {
        Log log = { 0 };
        MatchState whole;
        assert_true(run(&specs[i], (RunOptions){ .jobs = 2 }, &log, &whole, NULL));
        buf_free(&log.lines);
        bool done[PAIRS_MAX] = { 0 };
        int half_points[PAIRS_MAX] = { 0 }, runs;
        MatchState pieces = play_in_pieces(&specs[i], 7, done, half_points, &runs);
        assert_true(runs > 2);
        check_same_state(&pieces, &whole);
        match_state_free(&pieces);
        match_state_free(&whole);
        spec_free(&specs[i]);
    }
}

static void a_resumed_run_plays_only_what_is_missing(void **state) {
    (void)state;
    MatchSpec spec = scripted_match(mixed, 3, 60);
    bool done[90] = { 0 };
    int half_points[90] = { 0 };
    Log log = { .handed = done, .half_points = half_points };
    MatchState whole, rest;
    assert_true(run(&spec, (RunOptions){ .jobs = 2 }, &log, &whole, NULL));
    buf_free(&log.lines);
    int missing = 0;
    for (int i = 0; i < 90; i++) { /* every other pair, and a run of them at the end */
        done[i] = i % 2 && i < 80;
        missing += !done[i];
    }
    bool handed[90] = { 0 };
    int new_points[90];
    Log second = { .handed = handed, .half_points = new_points };
    assert_true(
        run(&spec, (RunOptions){ .jobs = 2, .done = done, .done_half_points = half_points }, &second, &rest, NULL));
    buf_free(&second.lines);
    assert_int_equal(second.pairs, missing);
    for (int i = 0; i < 90; i++) {
        assert_int_equal(handed[i], !done[i]);
        if (handed[i]) assert_int_equal(new_points[i], half_points[i]);
    }
    check_same_state(&rest, &whole);
    assert_int_equal(rest.pairs_done, 90);
    match_state_free(&rest);
    match_state_free(&whole);
    spec_free(&spec);
}

static void shards_together_play_what_the_whole_plays(void **state) {
    (void)state;
    MatchSpec spec = scripted_match(mixed, 3, 60);
    Log whole = { 0 }, part = { 0 };
    MatchState end;
    assert_true(run(&spec, (RunOptions){ .jobs = 2 }, &whole, &end, NULL));
    match_state_free(&end);
    bool handed[90] = { 0 };
    int half_points[90];
    for (int shard = 0; shard < 4; shard++) {
        Log log = { .handed = handed, .half_points = half_points };
        assert_true(run(&spec, (RunOptions){ .jobs = 2, .shard = shard, .shards = 4 }, &log, &end, NULL));
        assert_int_equal(end.pairs_total, shard < 2 ? 23 : 22);
        assert_int_equal(end.pairs_done, end.pairs_total);
        assert_int_equal(log.last_index % 4, shard);
        buf_add(&part.lines, buf_text(&log.lines));
        buf_free(&log.lines);
        match_state_free(&end);
    }
    for (int i = 0; i < 90; i++) assert_true(handed[i]);
    /* Each line is the same as in the whole. */
    for (const char *line = buf_text(&part.lines); *line; line = strchr(line, '\n') + 1) {
        Buf one = { 0 };
        buf_add_n(&one, line, (size_t)(strchr(line, '\n') + 1 - line));
        const char *found = strstr(buf_text(&whole.lines), buf_text(&one));
        assert_true(found && (found == whole.lines.text || found[-1] == '\n'));
        buf_free(&one);
    }
    buf_free(&part.lines);
    buf_free(&whole.lines);
    spec_free(&spec);
}

static void a_shard_is_resumed_like_a_whole(void **state) {
    (void)state;
    MatchSpec spec = scripted_match(mixed, 2, 4000); /* 2000 pairs: more shards than the window holds pairs */
    bool done[2000] = { 0 };
    int half_points[2000] = { 0 };
    atomic_bool stop = false;
    Log log = { .handed = done, .half_points = half_points, .stop = &stop, .stop_after = 1 };
    MatchState end;
    Err err = { 0 };
    assert_false(run(&spec, (RunOptions){ .jobs = 1, .shard = 7, .shards = 1500, .stop = &stop }, &log, &end, &err));
    assert_int_equal(err.kind, ERR_INTERRUPTED);
    buf_free(&log.lines);
    match_state_free(&end);
    assert_true(done[7] && !done[1507]);
    bool before[2000];
    memcpy(before, done, sizeof before);
    Log rest = { .handed = done, .half_points = half_points };
    assert_true(run(&spec, (RunOptions){ .jobs = 2, .shard = 7, .shards = 1500, .done = before, .done_half_points = half_points }, &rest, &end, NULL));
    assert_int_equal(rest.pairs, 1);
    assert_int_equal(end.pairs_total, 2);
    assert_int_equal(end.pairs_done, 2);
    assert_true(done[1507]);
    buf_free(&rest.lines);
    match_state_free(&end);
    spec_free(&spec);
}

static void a_decided_run_that_is_resumed_plays_nothing(void **state) {
    (void)state;
    MatchSpec spec = sprt_match();
    bool done[PAIRS_MAX] = { 0 };
    int half_points[PAIRS_MAX] = { 0 };
    Log log = { .handed = done, .half_points = half_points };
    MatchState end, again;
    assert_true(run(&spec, (RunOptions){ .jobs = 2 }, &log, &end, NULL));
    buf_free(&log.lines);
    Log second = { 0 };
    assert_true(
        run(&spec, (RunOptions){ .jobs = 2, .done = done, .done_half_points = half_points }, &second, &again, NULL));
    assert_int_equal(second.pairs, 0);
    check_same_state(&again, &end);
    match_state_free(&end);
    match_state_free(&again);
    spec_free(&spec);
}

static void faults_lose_games_and_the_run_goes_on(void **state) {
    (void)state;
    static const Deed deeds[] = { DO_ILLEGAL, DO_NOTHING, DO_CRASH, DO_STALL, DO_FAIL_NEW_GAME };
    for (size_t i = 0; i < COUNT_OF(deeds); i++) {
        const Script scripts[] = { { 0 }, { .deed = deeds[i], .at_ply = 3 } };
        MatchSpec spec = scripted_match(scripts, 2, 20);
        Log log = { 0 };
        MatchState end;
        assert_true(run(&spec, (RunOptions){ .jobs = 2 }, &log, &end, NULL));
        assert_int_equal(end.faults, 20);
        assert_int_equal(end.penta[0][4], 10);
        buf_free(&log.lines);
        match_state_free(&end);
        spec_free(&spec);
    }
}

static void a_player_is_started_anew_only_after_it_broke(void **state) {
    (void)state;
    static const struct { Deed deed; int starts; } rows[] = { { DO_PLAY, 1 }, { DO_RESIGN, 1 }, { DO_ILLEGAL, 1 }, { DO_CRASH, 20 }, { DO_STALL, 20 } };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        atomic_int sound = 0, broken = 0;
        const Script scripts[] = { { .starts = &sound }, { .deed = rows[i].deed, .starts = &broken } };
        MatchSpec spec = scripted_match(scripts, 2, 20);
        Log log = { 0 };
        MatchState end;
        assert_true(run(&spec, (RunOptions){ .jobs = 1 }, &log, &end, NULL));
        assert_int_equal(sound, 1);
        assert_int_equal(broken, rows[i].starts);
        buf_free(&log.lines);
        match_state_free(&end);
        spec_free(&spec);
    }
}

static void too_many_faults_in_a_row_stop_the_run(void **state) {
    (void)state;
    const Script scripts[] = { { 0 }, { .deed = DO_CRASH } };
    for (size_t i = 0; i < COUNT_OF(worker_counts); i++) {
        MatchSpec spec = scripted_match(scripts, 2, 1000);
        spec.max_faults = 7;
        Log log = { 0 };
        MatchState end;
        Err err = { 0 };
        assert_false(run(&spec, (RunOptions){ .jobs = worker_counts[i] }, &log, &end, &err));
        assert_int_equal(err.kind, ERR_FAULT);
        assert_string_equal(err.text,
                            "8 games in a row were lost by a player's fault; the last by B: crash (as scripted)");
        assert_int_equal(end.pairs_done, 4);
        assert_int_equal(log.pairs, 4);
        buf_free(&log.lines);
        match_state_free(&end);
        spec_free(&spec);
    }
}

static void a_pair_that_can_not_be_kept_ends_the_run(void **state) {
    (void)state;
    MatchSpec spec = scripted_match(mixed, 2, 200);
    Log log = { .fail_after = 5 };
    MatchState end;
    Err err = { 0 };
    assert_false(run(&spec, (RunOptions){ .jobs = 2 }, &log, &end, &err));
    assert_string_equal(err.text, "the disk is full");
    assert_int_equal(log.pairs, 5);
    buf_free(&log.lines);
    match_state_free(&end);
    spec_free(&spec);
}

static void a_player_that_can_not_start_ends_the_run(void **state) {
    (void)state;
    const Script scripts[] = { { 0 }, { .cannot_start = true } };
    MatchSpec spec = scripted_match(scripts, 2, 200);
    Log log = { 0 };
    MatchState end;
    Err err = { 0 };
    assert_false(run(&spec, (RunOptions){ .jobs = 2 }, &log, &end, &err));
    assert_int_equal(err.kind, ERR_SYSTEM);
    assert_string_equal(err.text, "cannot start player B: it cannot start");
    assert_int_equal(log.pairs, 0);
    match_state_free(&end);
    spec_free(&spec);
}

/* The real thing: search in this process. */
static MatchSpec builtin_match(const char *limit, int players, int games) {
    static const char *const names[] = { "PVSCT", "AB", "PVS" };
    MatchSpec spec = { .format = FORMAT_ROUND_ROBIN,
                       .games = games,
                       .seed = 5,
                       .opening_order = ORDER_RANDOM,
                       .max_faults = 1,
                       .adjudication = { .max_plies = 40 },
                       .player_count = players };
    rule_set_find("asian", &spec.rules);
    assert_true(limit_parse(limit, &spec.limit, NULL));
    spec.player = mem_zalloc((size_t)players, sizeof *spec.player);
    for (int i = 0; i < players; i++) {
        Err err = { 0 };
        if (!player_spec_builtin(names[i], NULL, NULL, &spec.player[i], &err)) fail_msg("%s", err.text);
    }
    return spec;
}

static void builtin_players_play_the_same_games_with_any_number_of_workers(void **state) {
    (void)state;
    MatchSpec spec = builtin_match("nodes=150", 3, 4);
    Buf first = { 0 };
    for (size_t i = 0; i < COUNT_OF(worker_counts); i++) {
        Log log = { 0 };
        MatchState end;
        Err err = { 0 };
        if (!run(&spec, (RunOptions){ .jobs = worker_counts[i] }, &log, &end, &err)) fail_msg("%s", err.text);
        assert_int_equal(log.pairs, 6);
        if (!i) buf_add(&first, buf_text(&log.lines));
        assert_string_equal(buf_text(&log.lines), buf_text(&first));
        buf_free(&log.lines);
        match_state_free(&end);
    }
    buf_free(&first);
    spec_free(&spec);
}

/* Tables that age, wrap or fill up must not show. */
static void a_players_hundredth_game_is_like_its_first(void **state) {
    (void)state;
    MatchSpec spec = builtin_match("nodes=40", 2, 400);
    spec.opening_order = ORDER_SEQUENTIAL;
    Log log = { 0 };
    MatchState end;
    Err err = { 0 };
    if (!run(&spec, (RunOptions){ .jobs = 1 }, &log, &end, &err)) fail_msg("%s", err.text);
    const char *first[8] = { 0 };
    const char *line = buf_text(&log.lines);
    for (int pair = 0; *line; pair++) { /* eight openings in turn: every eighth line tells the same games */
        const char *games = strchr(line, '['), *end_of_line = strchr(line, '\n');
        if (!first[pair % 8]) first[pair % 8] = games;
        else if (memcmp(first[pair % 8], games, (size_t)(end_of_line - games)) != 0)
            fail_msg("pair %d went another way", pair);
        line = end_of_line + 1;
    }
    buf_free(&log.lines);
    match_state_free(&end);
    spec_free(&spec);
}

int main(void) {
    xq_init();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_same_pairs_come_in_the_same_order_with_any_number_of_workers),
        cmocka_unit_test(an_sprt_stops_at_the_same_pair_with_any_number_of_workers),
        cmocka_unit_test(pairs_in_flight_at_the_decision_are_kept_but_not_counted),
        cmocka_unit_test(a_resumed_run_ends_like_one_that_was_never_stopped),
        cmocka_unit_test(a_resumed_run_plays_only_what_is_missing),
        cmocka_unit_test(shards_together_play_what_the_whole_plays),
        cmocka_unit_test(a_shard_is_resumed_like_a_whole),
        cmocka_unit_test(a_decided_run_that_is_resumed_plays_nothing),
        cmocka_unit_test(faults_lose_games_and_the_run_goes_on),
        cmocka_unit_test(a_player_is_started_anew_only_after_it_broke),
        cmocka_unit_test(too_many_faults_in_a_row_stop_the_run),
        cmocka_unit_test(a_pair_that_can_not_be_kept_ends_the_run),
        cmocka_unit_test(a_player_that_can_not_start_ends_the_run),
        cmocka_unit_test(a_players_hundredth_game_is_like_its_first),
        cmocka_unit_test(builtin_players_play_the_same_games_with_any_number_of_workers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
