#include "engine/tests/test.h"
#include <stdio.h>
#include <string.h>
#include "bench/report/run_report.h"

static SeatSummary seats[] = { { .name = "new", .limit = "tc=10+0.1 margin=50" }, { .seat = 1, .name = "base" } };

/* A run of two players with these pairs, by half points and by level pairs of two draws. */
static RunReport report_of(PairingReport *pairing, const int64_t penta[ELO_PAIRS], int64_t drawn_pairs, int64_t draws) {
    *pairing = (PairingReport){ .second = 1, .drawn_pairs = drawn_pairs, .draws = draws };
    int64_t pairs = 0, points = 0;
    for (int k = 0; k < ELO_PAIRS; k++) {
        pairing->penta[k] = penta[k];
        pairs += penta[k];
        points += k * penta[k];
    }
    pairing->wins = (points - draws) / 2;
    pairing->losses = 2 * pairs - draws - pairing->wins;
    pairing->elo = elo_pairs(penta);
    RunReport report = { .seat = seats, .seats = 2, .pairing = pairing, .pairings = 1 };
    report.run = (RunInfo){ .openings = "suites/openings/balanced.epd.gz" };
    return report;
}

static void the_result_is_told_in_the_lines_of_chess_runners(void **state) {
    (void)state;
    PairingReport pairing;
    RunReport report = report_of(&pairing, (const int64_t[]){ 43, 61, 144, 55, 37 }, 25, 166);
    report.run.use_sprt = true;
    report.run.sprt = (SprtSpec){ .model = SPRT_NORMALIZED, .elo1 = 10, .alpha = .05, .beta = .05 };
    report.sprt = sprt_state(&report.run.sprt, pairing.penta);
    Buf out = { 0 };
    report_write_result(&report, &out);
    const char *rest = strstr(buf_text(&out), "LLR: ");
    assert_non_null(rest);
    assert_int_equal(strncmp(buf_text(&out),
                             "Results of new vs base (tc=10+0.1 margin=50, balanced.epd.gz):\n"
                             "Elo: -9.20 +/- 20.93, nElo: -11.50 +/- 26.11\n"
                             "LOS: 19.41 %, DrawRatio: 42.35 %, PairsRatio: 0.88\n"
                             "Games: 680, Wins: 248, Losses: 266, Draws: 166, Points: 331.0 (48.68 %)\n"
                             "Ptnml(0-2): [43, 61, 144, 55, 37], WL/DD Ratio: 4.76\n",
                             (size_t)(rest - buf_text(&out))),
                     0);
    char expected[200];
    snprintf(expected, sizeof expected,
             "LLR: %.2f (%.1f%%) (-2.94, 2.94) [0.00, 10.00]\nSPRT: normalized, continue (about %.0f more pairs to a "
             "verdict)\n",
             report.sprt.llr, 100 * report.sprt.llr / 2.944438979,
             sprt_plan_rest(&report.run.sprt, pairing.penta).pairs);
    assert_true(report.sprt.llr < 0);
    assert_string_equal(rest, expected);
    buf_free(&out);
}

static void a_verdict_takes_the_place_of_what_is_left(void **state) {
    (void)state;
    PairingReport pairing;
    RunReport report = report_of(&pairing, (const int64_t[]){ 10, 60, 200, 150, 60 }, 150, 510);
    report.run.use_sprt = true;
    report.run.sprt = (SprtSpec){ .model = SPRT_LOGISTIC, .elo1 = 10, .alpha = .05, .beta = .05 };
    report.sprt = sprt_state(&report.run.sprt, pairing.penta);
    Buf out = { 0 };
    report_write_result(&report, &out);
    assert_non_null(strstr(buf_text(&out), "\nSPRT: logistic, H1\n"));
    buf_free(&out);
}

static void a_busy_machine_is_told_of(void **state) {
    (void)state;
    RatingPlayer ratings[2] = { { .elo = 0 } };
    RunReport report = { .seats = 2, .ratings.players = ratings };
    for (int late = 0; late < 2; late++) {
        SeatSummary seat[2] = { { .moves = 100, .overhead_ns = late ? 400000000 : 9000000 },
                                { .moves = 100, .overhead_ns = 100000000 } };
        Buf out = { 0 };
        report.seat = seat;
        report_write_warnings(&report, &out);
        assert_int_equal(strstr(buf_text(&out), "The machine was busy: 2.5 ms a move ") != NULL, late);
        buf_free(&out);
    }
}

static void figures_that_do_not_exist_are_inf_and_nan(void **state) {
    (void)state;
    PairingReport pairing;
    const RunReport won = report_of(&pairing, (const int64_t[]){ 0, 0, 0, 0, 5 }, 0, 0);
    Buf out = { 0 };
    report_write_result(&won, &out);
    assert_non_null(strstr(buf_text(&out), "\nElo: inf, nElo: -\nLOS: nan %, DrawRatio: 0.00 %, PairsRatio: inf\n"));
    assert_non_null(strstr(buf_text(&out), "Points: 10.0 (100.00 %)\nPtnml(0-2): [0, 0, 0, 0, 5], WL/DD Ratio: nan\n"));
    buf_clear(&out);
    const RunReport split = report_of(&pairing, (const int64_t[]){ 0, 1, 3, 1, 0 }, 0, 2);
    report_write_result(&split, &out);
    assert_non_null(strstr(buf_text(&out), "PairsRatio: 1.00\n"));
    assert_non_null(strstr(buf_text(&out), "WL/DD Ratio: inf\n"));
    buf_free(&out);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_result_is_told_in_the_lines_of_chess_runners),
        cmocka_unit_test(a_verdict_takes_the_place_of_what_is_left),
        cmocka_unit_test(a_busy_machine_is_told_of),
        cmocka_unit_test(figures_that_do_not_exist_are_inf_and_nan),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
