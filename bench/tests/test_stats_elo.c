#include "engine/tests/test.h"
#include "bench/stats/elo.h"

typedef struct {
    const char *name;
    int kinds;
    int64_t counts[ELO_PAIRS]; /* lost first */
    double score, variance, elo, elo_error, nelo, nelo_error, los_percent;
} Row;

/* Figures to the digits given, worked out from the formulas in higher precision; several are also what well-known
 * match runners print for the same counts. A variance below 0 is not compared. */
static const Row rows[] = {
    { "a slightly worse player, games", 3, { 89, 123, 76 }, .47743, -1, -15.694, 30.458, -20.756, 40.126, 15.533 },
    { "a better player, games", 3, { 96, 111, 136 }, .55831, -1, 40.702, 30.427, 49.768, 36.768, 99.601 },
    { "a much worse player without draws", 3, { 356, 0, 34 }, .08718, -1, -407.988, 63.165, -508.435, 34.482, 0 },
    { "a better player, pairs", 5, { 34, 54, 63, 64, 75 }, .57931, -1, 55.580, 27.653, 57.936, 28.275, 99.997 },
    { "a slightly worse player, pairs", 5, { 332, 433, 498, 333, 334 },
      .48756, -1, -8.643, 10.334, -9.173, 10.960, 5.047 },
    { "many pairs", 5, { 7895, 8757, 5685, 568, 9999 }, .46975, -1, -21.044, 2.945, -19.013, 2.655, 0 },
    { "a clear lead", 3, { 100, 200, 150 }, .555556, .13580247, 38.7640, 23.9944, 52.3779, 32.1008, 99.9308 },
    { "all games won", 3, { 0, 0, 10 }, 1, 0, INFINITY, NAN, NAN, NAN, NAN },
    { "one game lost", 3, { 1, 0, 0 }, 0, 0, -INFINITY, NAN, NAN, NAN, NAN },
    { "level with few decisions", 3, { 5, 90, 5 }, .5, .025, 0, 21.5615, 0, 68.0961, 50 },
    { "a small lead in pairs", 5, { 10, 100, 300, 120, 15 },
      .513761, .03650787, 9.5649, 11.1590, 17.6942, 20.6257, 95.3657 },
    { "every pair level", 5, { 0, 0, 50, 0, 0 }, .5, 0, 0, NAN, NAN, NAN, NAN },
    { "one pair", 5, { 0, 0, 0, 1, 0 }, .75, 0, 190.848502, NAN, NAN, NAN, NAN },
    { "no pair lost twice", 5, { 0, 3, 20, 9, 1 }, .560606, .02662994, 42.3215, 39.4413, 91.2411, 83.8205, 98.3557 },
    { "mostly level pairs", 5, { 39, 8843, 26675, 9240, 44 },
      .502269, .02566193, 1.5768, 1.0303, 3.4800, 2.2739, 99.8648 },
    { "wide pairs", 5, { 10789, 19328, 33806, 19402, 10543 },
      .498887, .08260013, -.7736, 1.2776, -.9516, 1.5716, 11.7659 },
    { "nothing played", 5, { 0, 0, 0, 0, 0 }, NAN, NAN, NAN, NAN, NAN, NAN, NAN },
};

/* Equal to the digits of the rows; infinities and NAN must be the same. */
static void check_figure(const Row *row, const char *figure, double actual, double expected, double tolerance) {
    if (isnan(expected) ? isnan(actual) : actual == expected || fabs(actual - expected) <= tolerance) return;
    fail_msg("%s: %s is %.10g, expected %.10g", row->name, figure, actual, expected);
}

static void figures_agree_with_the_formulas_to_the_last_digit_given(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        const Row *row = &rows[i];
        const EloStats s = row->kinds == 3 ? elo_games(row->counts) : elo_pairs(row->counts);
        check_figure(row, "score", s.score, row->score, 5.1e-6);
        if (!(row->variance < 0)) check_figure(row, "variance", s.variance, row->variance, 5.1e-9);
        const double half_digit = row->variance < 0 ? 5.1e-4 : 5.1e-5;
        check_figure(row, "elo", s.elo, row->elo, half_digit);
        check_figure(row, "elo_error", s.elo_error, row->elo_error, half_digit);
        check_figure(row, "nelo", s.nelo, row->nelo, half_digit);
        check_figure(row, "nelo_error", s.nelo_error, row->nelo_error, half_digit);
        check_figure(row, "los", 100 * s.los, row->los_percent, half_digit);
    }
}

static void elo_and_score_are_inverse_to_each_other(void **state) {
    (void)state;
    assert_near(elo_to_score(5), .5071950817090514, 1e-15);
    assert_near(elo_to_score(10), .5143871841659987, 1e-15);
    for (double elo = -900; elo <= 900; elo += 37.5) assert_near(elo_from_score(elo_to_score(elo)), elo, 1e-9);
    assert_true(elo_from_score(0) == -INFINITY && elo_from_score(-.2) == -INFINITY);
    assert_true(elo_from_score(1) == INFINITY && elo_from_score(1.3) == INFINITY);
}

static void turning_the_match_round_turns_the_figures_round(void **state) {
    (void)state;
    const int64_t pairs[5] = { 7, 31, 90, 55, 12 }, turned[5] = { 12, 55, 90, 31, 7 };
    const EloStats a = elo_pairs(pairs), b = elo_pairs(turned);
    assert_near(a.elo, -b.elo, 1e-10);
    assert_near(a.elo_low, -b.elo_high, 1e-10);
    assert_near(a.nelo, -b.nelo, 1e-10);
    assert_near(a.los, 1 - b.los, 1e-12);
    assert_near(a.elo_error, b.elo_error, 1e-10);
    assert_near(a.pairs_ratio, 1 / b.pairs_ratio, 1e-12);
}

static void ratios_count_what_they_say(void **state) {
    (void)state;
    const EloStats games = elo_games((const int64_t[3]){ 10, 25, 15 });
    assert_int_equal(games.games, 50);
    assert_near(games.draw_ratio, .5, 1e-15);
    assert_true(isnan(games.pairs_ratio));
    const EloStats pairs = elo_pairs((const int64_t[5]){ 1, 3, 10, 5, 1 });
    assert_int_equal(pairs.games, 40);
    assert_near(pairs.draw_ratio, .5, 1e-15);
    assert_near(pairs.pairs_ratio, 1.5, 1e-15);
    assert_true(elo_pairs((const int64_t[5]){ 0, 0, 3, 1, 0 }).pairs_ratio == INFINITY);
}

static void an_interval_that_leaves_the_scale_is_unbounded(void **state) {
    (void)state;
    const EloStats s = elo_games((const int64_t[3]){ 1, 0, 9 });
    assert_true(isfinite(s.elo) && isfinite(s.elo_low) && s.elo_low < s.elo);
    assert_true(s.elo_high == INFINITY && s.elo_error == INFINITY);
}

static void text_shows_unbounded_and_undetermined_figures(void **state) {
    (void)state;
    static const struct { double value, error; int decimals; const char *text, *runner; } texts[] = {
        { 9.5649, 11.159, 2, "9.56 +/- 11.16", NULL },
        { -408, INFINITY, 1, "-408.0 +/- -", "-408.0 +/- inf" },
        { 0, 0, 2, "0.00 +/- 0.00", NULL },
        { 190.88, NAN, 1, "190.9 +/- -", "190.9 +/- nan" },
        { INFINITY, NAN, 2, "inf", NULL },
        { -INFINITY, NAN, 2, "-inf", NULL },
        { NAN, NAN, 2, "-", NULL },
        { -0.001, 1, 2, "0.00 +/- 1.00", NULL },
    };
    Buf buf = { 0 };
    for (size_t i = 0; i < COUNT_OF(texts); i++) {
        buf_clear(&buf);
        elo_text(texts[i].value, texts[i].error, texts[i].decimals, &buf);
        assert_string_equal(buf_text(&buf), texts[i].text);
        buf_clear(&buf);
        elo_runner_text(texts[i].value, texts[i].error, texts[i].decimals, &buf);
        assert_string_equal(buf_text(&buf), texts[i].runner ? texts[i].runner : texts[i].text);
    }
    buf_free(&buf);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(figures_agree_with_the_formulas_to_the_last_digit_given),
        cmocka_unit_test(elo_and_score_are_inverse_to_each_other),
        cmocka_unit_test(turning_the_match_round_turns_the_figures_round),
        cmocka_unit_test(ratios_count_what_they_say),
        cmocka_unit_test(an_interval_that_leaves_the_scale_is_unbounded),
        cmocka_unit_test(text_shows_unbounded_and_undetermined_figures),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
