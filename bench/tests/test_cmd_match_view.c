#include "engine/tests/test.h"
#include <string.h>
#include "bench/cmd/match_view.h"

/* The line of a state, in a buffer that the caller frees. */
static Buf line_of(MatchView *view, const MatchState *state) {
    Buf line = { 0 };
    match_view_line(view, state, &line);
    return line;
}

static void a_line_says_how_far_the_match_is(void **state) {
    (void)state;
    int64_t penta[1][ELO_PAIRS] = { { 10, 20, 40, 25, 5 } };
    const MatchSpec spec = { .format = FORMAT_PAIRS, .games = 400 };
    const struct {
        MatchState match;
        int played;
        uint32_t openings;
        const char *line;
    } rows[] = {
        { { .pairs_total = 200, .pairings = 1, .penta = penta, .pairs_done = 100, .elapsed_ns = 20000000000 },
          100,
          1000,
          "100/200 pairs  score 48.8%  Elo -8.7 +/- 35.0  10 games/s  0:20 left  openings 100/1000" },
        { { .pairs_total = 200,
            .pairings = 1,
            .penta = penta,
            .pairs_done = 100,
            .elapsed_ns = 100000000000,
            .faults = 1 },
          100,
          50,
          "100/200 pairs  score 48.8%  Elo -8.7 +/- 35.0  2.0 games/s  1:40 left  openings used up, round 2 of them  1 "
          "fault" },
        /* Three pairings share their openings; a resumed match counts what was played now. */
        { { .pairs_total = 30000,
            .pairings = 3,
            .penta = penta,
            .pairs_done = 301,
            .elapsed_ns = 10000000000,
            .faults = 7 },
          10,
          1000,
          "301/30000 pairs  2.0 games/s  8:14:59 left  openings 101/1000  7 faults" },
        { { .pairs_total = 30, .pairings = 3, .penta = penta }, 0, 1, "0/30 pairs" },
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        MatchView view = match_view(&spec, stderr, true);
        view.pairs_played = rows[i].played;
        view.openings = rows[i].openings;
        Buf line = line_of(&view, &rows[i].match);
        assert_string_equal(buf_text(&line), rows[i].line);
        buf_free(&line);
    }
}

static void an_sprt_says_what_it_still_needs(void **state) {
    (void)state;
    int64_t penta[1][ELO_PAIRS] = { { 10, 62, 124, 72, 12 } };
    const MatchSpec spec = { .format = FORMAT_PAIRS,
                             .games = 40000,
                             .use_sprt = true,
                             .sprt = { .model = SPRT_NORMALIZED, .elo1 = 10, .alpha = .05, .beta = .05 } };
    MatchState match = {
        .pairs_total = 20000, .pairings = 1, .penta = penta, .pairs_done = 280, .elapsed_ns = 28000000000
    };
    match.sprt = sprt_state(&spec.sprt, penta[0]);
    MatchView view = match_view(&spec, stderr, true);
    view.pairs_played = 280;
    view.openings = 50000;
    const double left = sprt_plan_rest(&spec.sprt, penta[0]).pairs;
    assert_true(left > 800 && left < 2000);
    char expected[160];
    snprintf(expected, sizeof expected,
             ", about %.0f pairs to go  20 games/s  %d:%02d left, 32:52 at most  openings 280/50000",
             10 * round(left / 10), (int)(left / 600), (int)(left / 10 + .5) % 60);
    Buf line = line_of(&view, &match);
    if (!strstr(buf_text(&line), expected)) fail_msg("'%s' lacks '%s'", buf_text(&line), expected);
    buf_free(&line);

    /* The schedule may be shorter than the test; and of a few pairs nothing is foretold. */
    match.pairs_total = 300;
    line = line_of(&view, &match);
    assert_non_null(strstr(buf_text(&line), "about 20 pairs to go"));
    buf_free(&line);
    int64_t few[1][ELO_PAIRS] = { { 0, 1, 5, 3, 0 } };
    match.penta = few;
    line = line_of(&view, &match);
    assert_null(strstr(buf_text(&line), "to go"));
    assert_non_null(strstr(buf_text(&line), "LLR"));
    buf_free(&line);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_line_says_how_far_the_match_is),
        cmocka_unit_test(an_sprt_says_what_it_still_needs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
