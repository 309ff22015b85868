/* From games to traces: which positions are taken, how they come to rest, what broken files say. */
#define _XOPEN_SOURCE 700 /* mkdtemp */
#include "bench/store/store.h"
#include "bench/tests/recorded.h"
#include "engine/xq/pgn.h"
#include "tuner/data/leaf.h"
#include "tuner/tests/extracting.h"
#include "tuner/tests/positions.h"

static ExtractRules rules_of(int resolve) {
    ExtractRules rules;
    opt_defaults(&extract_options, &rules);
    rules.resolve = resolve;
    return rules;
}

/* Extract one file; false with *err. */
static bool extract(const ExtractRules *rules, const char *path, TraceSet *set, ExtractCounts *counts, Err *err) {
    size_t size;
    void *image = extract_image(rules, path, counts, NULL, &size, err);
    return image && trace_adopt(set, image, size, "extracted", err);
}

static void must_extract(const ExtractRules *rules, const char *path, TraceSet *set, ExtractCounts *counts) {
    Err err = { 0 };
    if (!extract(rules, path, set, counts, &err)) fail_msg("%s", err.text);
}

static void the_leaf_has_the_value_that_the_search_returns(void **state) {
    (void)state;
    EvalTables tables;
    EvalOptions groups;
    opt_defaults(&eval_options, &groups);
    eval_prepare(&tables, &weights_default, &groups);
    int moved = 0;
    for (int i = 0; i < 300; i++) {
        const Pos pos = random_position(i, 20 + i % 60);
        if (pos_in_check(&pos, pos.side)) continue;
        Pos leaf;
        const int value = leaf_find(&tables, &pos, &leaf), there = eval_with(&tables, &leaf);
        assert_int_equal(value, leaf.side == pos.side ? there : -there);
        assert_true(value >= eval_with(&tables, &pos));
        moved += leaf.key != pos.key;
    }
    assert_true(moved > 100);
}

enum { RANDOM_POSITIONS = 100, SUITE_POSITIONS = 40, FORMS = 4 * (RANDOM_POSITIONS + SUITE_POSITIONS) };

/* The position, its mirror image, and both with the colours exchanged, as lines whose score is their number among all. */
static void add_forms(const Pos *pos, Buf *lines, double *evaluation, int *count) {
    Pos form[4] = { *pos };
    EvalOptions groups;
    opt_defaults(&eval_options, &groups);
    pos_mirror(&form[0], &form[1]);
    pos_flip(&form[0], &form[2]);
    pos_mirror(&form[2], &form[3]);
    for (int f = 0; f < 4; f++) {
        char fen[FEN_SIZE];
        buf_addf(lines, "%s 1-0 ce %d\n", fen_text(&form[f], fen), form[f].side == RED ? *count : -*count);
        const int value = eval(&form[f], &weights_default, &groups);
        evaluation[(*count)++] = form[f].side == RED ? value : -value;
    }
}

/* The suite of the search's signature. */
static void add_suite(Buf *lines, double *evaluation, int *count) {
    Buf text = { 0 };
    const char *line;
    size_t len;
    assert_true(file_read(XQ_SOURCE_DIR "/suites/bench/positions.epd", &text, NULL));
    for (const char *at = buf_text(&text); text_next_line(&at, &line, &len);) {
        char board[128], side, fen[sizeof board + 2];
        Pos pos;
        if (*line == '#' || sscanf(line, "%127s %c", board, &side) != 2) continue;
        snprintf(fen, sizeof fen, "%s %c", board, side);
        assert_true(fen_parse(fen, &pos, NULL));
        add_forms(&pos, lines, evaluation, count);
    }
    buf_free(&text);
}

/* Every use of a term is counted: traces times weights are the evaluation, mirrored and with the colours exchanged too. */
static void traces_times_weights_are_the_evaluation_on_every_position_of_a_suite(void **state) {
    char path[128];
    Buf lines = { 0 };
    double evaluations[FORMS];
    int count = 0;
    add_suite(&lines, evaluations, &count);
    assert_int_equal(count, 4 * SUITE_POSITIONS);
    for (int i = 0; i < RANDOM_POSITIONS; i++) {
        const Pos pos = random_position(i, 10 + i % 80);
        add_forms(&pos, &lines, evaluations, &count);
    }
    write_file(file_at(state, "a.epd", path), buf_text(&lines));
    buf_free(&lines);
    ExtractRules rules = rules_of(0);
    rules.in_check = true;
    TraceSet set;
    ExtractCounts counts;
    must_extract(&rules, path, &set, &counts);
    assert_int_equal(counts.samples, FORMS);
    uint16_t term[WEIGHT_COUNT];
    int32_t uses[WEIGHT_COUNT];
    int seen = 0;
    for (int phase = 0; phase <= set.table.phases; phase++)
        for (TraceCursor at = trace_cursor(&set, set.phase_first[phase]); at.row < set.phase_first[phase + 1]; trace_next(&at)) {
            const int n = trace_entries(&at, term, uses);
            const double share = (double)phase / set.table.phases;
            double sum = 0;
            for (int i = 0; i < n; i++)
                sum += uses[i] * (share * set.table.slot[term[i]].start[0] + (1 - share) * set.table.slot[term[i]].start[1]);
            for (uint32_t l = set.label_first[at.row]; l < set.label_first[at.row + 1]; l++, seen++)
                assert_near(sum, evaluations[set.label[l].score], 1); /* the evaluation is cut to a whole number */
        }
    assert_int_equal(seen, FORMS);
    trace_close(&set);
}

static void epd_lines_take_results_in_any_writing(void **state) {
    static const struct { const char *rest; int half_points; } rows[] = {
        { "w - - 0 1 1-0", 2 }, { "w 0-1", 0 }, { "w - - 0 1 c9 \"1/2-1/2\";", 1 }, { "b [0.5]", 1 }, { "b - - [1.0]", 2 }, { "w - - 3 9 ce 12; 0.0", 0 },
    };
    char path[128];
    Buf lines = { 0 };
    for (size_t i = 0; i < COUNT_OF(rows); i++) buf_addf(&lines, "4k4/9/9/9/9/9/9/9/%zuR%zu/3K5 %s\n", i + 1, 7 - i, rows[i].rest);
    write_file(file_at(state, "a.epd", path), buf_text(&lines));
    buf_free(&lines);
    ExtractRules rules = rules_of(0);
    rules.in_check = true;
    TraceSet set;
    ExtractCounts counts;
    must_extract(&rules, path, &set, &counts);
    assert_int_equal(counts.samples, COUNT_OF(rows));
    assert_int_equal(counts.results[0], 2);
    assert_int_equal(counts.results[1], 2);
    assert_int_equal(counts.results[2], 2);
    assert_int_equal(counts.scored, 1);
    assert_int_equal(set.games, COUNT_OF(rows));
    trace_close(&set);
}

static void broken_lines_are_named_or_with_lenient_counted(void **state) {
    static const struct { const char *line, *says; } rows[] = {
        { "4k4/9/9/9/9/9/9/9/3R5/3K5 w", "a.epd:2: the line has no result" },
        { "4k4/9/9/9/9/9/9/9/3R5/3K4 w 1-0", "a.epd:2:" },
        { "4k4/9/9/9/9/9/9/9/3R5/3K5 w 1-0 0-1", "a.epd:2: the line has two results" },
        { "4k4/9/9/9/9/9/9/9/3R5/3K5 w 1-0 ce much", "a.epd:2: 'much' is no score" },
        { "rubbish", "a.epd:2:" },
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        char path[128], text[512];
        TraceSet set;
        ExtractCounts counts;
        Err err = { 0 };
        snprintf(text, sizeof text, "# a comment\n%s\n3k5/9/9/9/9/9/9/9/4R4/4K4 w 1-0\n", rows[i].line);
        write_file(file_at(state, "a.epd", path), text);
        ExtractRules rules = rules_of(0);
        assert_false(extract(&rules, path, &set, &counts, &err));
        if (!strstr(err.text, rows[i].says)) fail_msg("row %zu says: %s", i, err.text);
        rules.lenient = true;
        must_extract(&rules, path, &set, &counts);
        assert_int_equal(counts.source.broken, 1);
        assert_int_equal(counts.samples, 1);
        assert_non_null(strstr(counts.source.first_broken, "a.epd:2:"));
        trace_close(&set);
    }
}

static void a_game_with_two_results_is_a_contradiction(void **state) {
    char path[128];
    TraceSet set;
    ExtractCounts counts;
    Err err = { 0 };
    write_file(file_at(state, "a.epd", path), "4k4/9/9/9/9/9/9/9/3R5/3K5 w 1-0 game A;\n4k4/9/9/9/9/9/9/9/2R6/3K5 w 0-1 game A;\n");
    const ExtractRules rules = rules_of(0);
    assert_false(extract(&rules, path, &set, &counts, &err));
    assert_non_null(strstr(err.text, "a.epd:2: a game can't have two results: it had 1 before and has 0 here"));
}

/* A store with some recorded games, 30 plies each. */
static void make_store(const char *path) {
    Err err = { 0 };
    MatchSpec spec = recorded_spec(FORMAT_PAIRS, 2, 20);
    Store *store = store_open(path, STORE_CREATE, &err);
    int64_t run;
    assert_non_null(store);
    if (!store_run_add(store, &spec, 1, &run, &err)) fail_msg("%s", err.text);
    StoreWriter *writer = store_writer_new(store, run, &err);
    for (int i = 0; i < 10; i++) {
        PairRecord pair = recorded_pair(&spec, i, 30);
        assert_true(store_writer_add(writer, &pair, &err));
        pair_record_free(&pair);
    }
    assert_true(store_writer_finish(writer, &err));
    store_close(store);
    spec_free(&spec);
}

static void games_of_a_store_give_few_positions_each_with_score_and_game(void **state) {
    const char *path = ((Scratch *)*state)->db;
    make_store(path);
    ExtractRules rules = rules_of(0);
    rules.per_game = 3;
    TraceSet set, again;
    ExtractCounts counts;
    must_extract(&rules, path, &set, &counts);
    assert_int_equal(counts.source.games, 20);
    assert_int_equal(set.games, 20);
    assert_int_equal(counts.samples, 60);
    assert_int_equal(counts.scored, 60);
    int64_t by_game[20] = { 0 };
    for (uint64_t i = 0; i < set.labels; i++) by_game[set.label[i].game]++;
    for (int i = 0; i < 20; i++) assert_int_equal(by_game[i], 3);
    must_extract(&rules, path, &again, &counts);
    assert_int_equal(again.bytes, set.bytes); /* the same choice again */
    assert_memory_equal(again.label, set.label, set.labels * sizeof *set.label);
    trace_close(&again);
    rules.seed = 2;
    must_extract(&rules, path, &again, &counts);
    assert_true(again.rows != set.rows || memcmp(again.counts, set.counts, set.rows * sizeof *set.counts) != 0);
    trace_close(&again);
    trace_close(&set);
}

static void a_game_that_comes_again_is_taken_once(void **state) {
    char path[128];
    static const char game[] = "[Red \"A\"]\n[Result \"1-0\"]\n\n1. h2e2 h9g7 2. h0g2 i9h9 3. i0h0 b9c7 4. b0c2 g6g5 5. c3c4 c9e7 6. a0b0 1-0\n\n";
    char text[2 * sizeof game + 64];
    snprintf(text, sizeof text, "%s%s", game, game);
    write_file(file_at(state, "a.pgn", path), text);
    const ExtractRules rules = rules_of(0);
    TraceSet set;
    ExtractCounts counts;
    must_extract(&rules, path, &set, &counts);
    assert_int_equal(counts.source.games, 2);
    assert_int_equal(counts.repeated, 1);
    assert_int_equal(counts.samples, 3);
    assert_int_equal(set.games, 1);
    trace_close(&set);
}

static void rules_leave_out_plies_scores_and_reasons(void **state) {
    const char *path = ((Scratch *)*state)->db;
    make_store(path);
    ExtractRules rules = rules_of(0);
    rules.per_game = 0;
    rules.in_check = true;
    TraceSet set;
    ExtractCounts counts;
    must_extract(&rules, path, &set, &counts);
    assert_int_equal(counts.samples, 20 * (30 - 8));
    trace_close(&set);
    rules.skip_plies = 25;
    must_extract(&rules, path, &set, &counts);
    assert_int_equal(counts.samples, 20 * 5);
    trace_close(&set);
    rules.max_score = 100;
    must_extract(&rules, path, &set, &counts);
    assert_int_equal(counts.samples + counts.extreme, 20 * 5);
    for (uint64_t i = 0; i < set.labels; i++) assert_true(abs(set.label[i].score) <= 100);
    trace_close(&set);
    rules.without = (OptList){ .item = { "natural_limit" }, .count = 1 };
    must_extract(&rules, path, &set, &counts);
    assert_true(counts.games_left_out > 0);
    assert_int_equal(counts.results[1], 0); /* only the limit draws there */
    trace_close(&set);
    Err err = { 0 };
    rules.without.item[0] = "natural_limits";
    assert_false(extract_check(&rules, &err));
    assert_non_null(strstr(err.text, "is 'natural_limit' meant?"));
}

static void resting_positions_have_no_capture_that_pays(void **state) {
    const char *path = ((Scratch *)*state)->db;
    char samples[128];
    make_store(path);
    for (int resolve = RESOLVE_QUIET; resolve <= RESOLVE_PV; resolve++) {
        ExtractRules rules = rules_of(resolve);
        rules.pv_depth = 2;
        rules.per_game = 4;
        snprintf(rules.samples, sizeof rules.samples, "%s", file_at(state, "s.txt", samples));
        TraceSet set, again;
        ExtractCounts counts;
        must_extract(&rules, path, &set, &counts);
        EvalTables tables;
        EvalOptions groups;
        opt_defaults(&eval_options, &groups);
        eval_prepare(&tables, &weights_default, &groups);
        Buf text = { 0 };
        assert_true(file_read(samples, &text, NULL));
        const char *cursor = buf_text(&text), *line;
        size_t len;
        int read = 0;
        while (text_next_line(&cursor, &line, &len)) {
            Sample sample;
            Pos leaf;
            Err err = { 0 };
            if (*line == '#') continue;
            if (!sample_read(line, len, &sample, &err)) fail_msg("%s", err.text);
            assert_false(pos_in_check(&sample.pos, sample.pos.side));
            assert_int_equal(leaf_find(&tables, &sample.pos, &leaf), eval_with(&tables, &sample.pos));
            assert_int_equal(!!(sample.flags & SAMPLE_LEAF), resolve != RESOLVE_QUIET);
            read++;
        }
        assert_int_equal(read, counts.samples);
        buf_free(&text);
        /* The samples give the same traces again. */
        *rules.samples = 0;
        must_extract(&rules, samples, &again, &counts);
        assert_int_equal(again.rows, set.rows);
        assert_int_equal(again.labels, set.labels);
        assert_memory_equal(again.index, set.index, 16 * set.rows);
        trace_close(&again);
        trace_close(&set);
    }
}

static void games_of_a_pgn_keep_their_reason_and_scores(void **state) {
    char path[128];
    PgnGame game = { 0 };
    Buf text = { 0 };
    Pos start;
    assert_true(fen_parse(POS_START_FEN, &start, NULL));
    pgn_game_reset(&game, &start);
    pgn_add_tag(&game, "Red", "A");
    pgn_add_tag(&game, "Termination", "resign");
    game.result = OUTCOME_BLACK;
    for (int i = 0; i < 20; i++) {
        const Pos before = random_position(7, i);
        MoveList list;
        assert_true(gen_legal(&before, &list) > 0);
        pgn_add_move(&game, list.move[rng_below(5, 7, (uint64_t)i, (uint64_t)list.count)], i % 2 ? "-31/5 1000" : "+30/5 1000");
    }
    const PgnStyle style = { .notation = NOTATION_ICCS };
    pgn_write(&game, &style, &text);
    write_file(file_at(state, "a.pgn", path), buf_text(&text));
    ExtractRules rules = rules_of(0);
    rules.in_check = true;
    TraceSet set;
    ExtractCounts counts;
    must_extract(&rules, path, &set, &counts);
    assert_int_equal(counts.samples, 12);
    assert_int_equal(counts.scored, 12);
    assert_int_equal(counts.results[0], 12);
    assert_int_equal(set.games, 1);
    for (uint64_t i = 0; i < set.labels; i++) assert_true(set.label[i].score == 30 || set.label[i].score == 31);
    trace_close(&set);
    rules.without = (OptList){ .item = { "resign" }, .count = 1 };
    Err err = { 0 };
    assert_false(extract(&rules, path, &set, &counts, &err));
    assert_non_null(strstr(err.text, "no position is left of 1 games"));
    buf_free(&text);
    pgn_game_free(&game);
}

static void broken_samples_are_refused_with_their_line(void **state) {
    static const struct { const char *line, *says; } rows[] = {
        { "3k5/9/9/9/9/9/9/9/4R4/4K4 w - - 0 1\t1\t-\t0\t0f\t3\tcheckmate\tp\t0\t0", NULL },
        { "3k5/9/9/9/9/9/9/9/4R4/4K4 w - - 0 1\t1\t-\t0\t0f\t3\tcheckmate\tp\t0", "a sample has 10 fields" },
        { "3k5/9/9/9/9/9/9/9/4R4/4K4 w - - 0 1\t3\t-\t0\t0f\t3\tcheckmate\tp\t0\t0", "'3' is no result" },
        { "3k5/9/9/9/9/9/9/9/4R4/4K4 w - - 0 1\t1\tx\t0\t0f\t3\tcheckmate\tp\t0\t0", "'x' is no score" },
        { "3k5/9/9/9/9/9/9/9/4R4/4K4 w - - 0 1\t1\t-\t0\t0f\t3\tboredom\tp\t0\t0", "'boredom' is no reason" },
        { "3k5/9/9/9/9/9/9/9/4R4/4K4 w - - 0 1\t1\t-\t0\tgame\t3\tcheckmate\tp\t0\t0", "hexadecimal" },
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        char path[128], text[512];
        TraceSet set;
        ExtractCounts counts;
        Err err = { 0 };
        snprintf(text, sizeof text, "%s%s\n", sample_heading, rows[i].line);
        write_file(file_at(state, "s.txt", path), text);
        const ExtractRules rules = rules_of(0);
        const bool good = extract(&rules, path, &set, &counts, &err);
        if (!rows[i].says) {
            assert_true(good);
            trace_close(&set);
        } else if (good || !strstr(err.text, rows[i].says) || !strstr(err.text, "s.txt:4: ")) {
            fail_msg("row %zu says: %s", i, err.text);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_leaf_has_the_value_that_the_search_returns),
        scratch_test(traces_times_weights_are_the_evaluation_on_every_position_of_a_suite),
        scratch_test(epd_lines_take_results_in_any_writing),
        scratch_test(broken_lines_are_named_or_with_lenient_counted),
        scratch_test(a_game_with_two_results_is_a_contradiction),
        scratch_test(games_of_a_store_give_few_positions_each_with_score_and_game),
        scratch_test(a_game_that_comes_again_is_taken_once),
        scratch_test(rules_leave_out_plies_scores_and_reasons),
        scratch_test(resting_positions_have_no_capture_that_pays),
        scratch_test(games_of_a_pgn_keep_their_reason_and_scores),
        scratch_test(broken_samples_are_refused_with_their_line),
    };
    xq_init();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
