#include "engine/tests/command.h"
#include <stdio.h>
#include <string.h>

/* Run `xqbench sprt ARGUMENTS`; both outputs go to *out. Returns the exit code. */
static int run(const char *arguments, Buf *out) {
    Buf command = { 0 };
    buf_addf(&command, "sprt %s", arguments);
    const int code = run_program("xqbench", buf_text(&command), out);
    buf_free(&command);
    return code;
}

static void the_exit_code_tells_the_verdict(void **state) {
    (void)state;
    static const struct { const char *arguments, *verdict; int code; } rows[] = {
        { "--counts 100,1000,3000,1200,150 --elo0 0 --elo1 5", ": H1\n", 0 },
        { "--counts 150,1200,3000,1000,100 --elo0 0 --elo1 5", ": H0\n", 10 },
        { "--counts 10,100,300,120,15 --elo0 0 --elo1 5", ": continue\n", 11 },
        { "--counts 20431,20431,20431 --elo0 -1.75 --elo1 .25 --model logistic --beta 0.2", ": continue\n", 11 },
    };
    Buf out = { 0 };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        const int code = run(rows[i].arguments, &out);
        if (code != rows[i].code || !strstr(buf_text(&out), rows[i].verdict))
            fail_msg("%s: code %d\n%s", rows[i].arguments, code, buf_text(&out));
    }
    buf_free(&out);
}

static void json_has_the_figures_under_their_names(void **state) {
    (void)state;
    Buf out = { 0 };
    assert_int_equal(run("--counts 10,100,300,120,15 --elo0 0 --elo1 5 --json", &out), 11);
    assert_string_equal(buf_text(&out),
                        "{\"llr\": 0.6845013347, \"lower\": -2.944438979, \"upper\": 2.944438979, "
                        "\"verdict\": \"continue\", \"elo\": 9.564862962, \"elo_error\": 11.15902185, "
                        "\"nelo\": 17.69419526, \"nelo_error\": 20.62572107, \"los\": 0.9536568975}\n");
    assert_int_equal(run("--counts 0,0,10 --elo0 0 --elo1 5 --json", &out), 11);
    assert_non_null(strstr(buf_text(&out), "\"elo\": null, \"elo_error\": null, \"nelo\": null"));
    buf_free(&out);
}

static void without_counts_a_plan_is_printed(void **state) {
    (void)state;
    Buf out = { 0 };
    double elo, nelo, draws, pairs, pass;
    assert_int_equal(run("--elo0 0 --elo1 5 --true-elo 3 --draw-ratio 0.4 --json", &out), 0);
    assert_int_equal(sscanf(buf_text(&out),
                            "{\"true_elo\": %lf, \"true_nelo\": %lf, \"draw_ratio\": %lf, \"expected_pairs\": %lf, "
                            "\"accept_h1\": %lf}",
                            &elo, &nelo, &draws, &pairs, &pass),
                     5);
    /* Games won and lost by 0.30432 and 0.29568: nElo from their moments; the walk in units of nElo per pair. */
    const double score = .5043172, variance = .15 - (score - .5) * (score - .5);
    assert_near(nelo, 347.43558552 * (score - .5) / sqrt(variance), 1e-3);
    const double unit = sqrt(2) / 347.43558552, drift = unit * unit * 5 * (nelo - 2.5), spread = unit * unit * 25;
    const double up = 1 / (1 + exp(-2.944438979 * 2 * drift / spread));
    assert_near(pass, up, 2e-3);
    assert_near(pairs / ((2 * up - 1) * 2.944438979 / drift), 1, 1e-2);

    assert_int_equal(run("--elo0 0 --elo1 5 --true-elo 3", &out), 0);
    assert_non_null(strstr(buf_text(&out), " expected ("));
    buf_free(&out);
}

static void simulated_tests_are_the_same_with_any_number_of_workers(void **state) {
    (void)state;
    Buf one = { 0 }, two = { 0 };
    assert_int_equal(run("--elo1 60 --simulate 90 --scenario biased --jobs 1 --json", &one), 0);
    assert_int_equal(run("--elo1 60 --simulate 90 --scenario biased --jobs 2 --json", &two), 0);
    assert_string_equal(buf_text(&one), buf_text(&two));
    assert_non_null(strstr(buf_text(&one), "\"scenario\": \"biased\", \"counted\": \"games\", \"verdict\": \"held\""));
    assert_int_equal(run("--elo1 60 --simulate 40 --scenario draw_heavy --markdown", &two), 0);
    assert_non_null(strstr(buf_text(&two), "40 tests of each kind: SPRT normalized [0, 60], alpha 0.05, beta 0.05"));
    assert_non_null(strstr(buf_text(&two), "\n| draw_heavy | pairs | "));
    buf_free(&one);
    buf_free(&two);
}

static void wrong_use_is_one_line_and_code_2(void **state) {
    (void)state;
    static const struct { const char *arguments, *part; } rows[] = {
        { "--counts 1,2,3,4 --elo1 5", "--counts: '1,2,3,4' has 4 numbers, five are needed" },
        { "--counts 1,2,3,4,5,6 --elo1 5", "has 6 numbers" },
        { "--counts 1,2,x,4,5 --elo1 5", "'x,4,5' is not a number of games or pairs" },
        { "--counts 1,-2,3,4,5 --elo1 5", "'-2,3,4,5' is not a number" },
        { "--counts 1,2,3,4, --elo1 5", "is not a number" },
        { "--counts '1 2,3' --elo1 5", "a comma should stand before '2,3'" },
        { "--counts 99999999999999999999,2,3 --elo1 5", "is not a number" },
        { "--counts 0,0,0,0,0 --elo1 5", "holds no games" },
        { "--counts 1,2,3,4,5 --elo0 5 --elo1 5", "elo0 must be the smaller one" },
        { "--counts 1,2,3,4,5 --elo1 5 --alpha 0.7 --beta 0.5", "add up to 1.2" },
        { "--counts 1,2,3,4,5 --elo1 5 --model bayes", "normalized" },
        { "--elo1 5 --true-elo 400 --draw-ratio 0.5", "room for a draw ratio" },
        { "--elo1 5 --simulate 10 --scenario odd", "--scenario: there is no 'odd'; there are balanced, decisive," },
        { "--elo1 5 --simulate 10 --counts 1,2,3", "leave --counts or --simulate out" },
        { "--elo1 5 --simulate 10 --batch 0", "--batch:" },
        { "counts --elo1 5", "sprt takes no argument 'counts'" },
    };
    Buf out = { 0 };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        const int code = run(rows[i].arguments, &out);
        const char *text = buf_text(&out), *end = strchr(text, '\n');
        if (code != 2 || !strstr(text, rows[i].part) || !end || end[1])
            fail_msg("%s: code %d\n%s", rows[i].arguments, code, text);
    }
    buf_free(&out);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_exit_code_tells_the_verdict),
        cmocka_unit_test(json_has_the_figures_under_their_names),
        cmocka_unit_test(without_counts_a_plan_is_printed),
        cmocka_unit_test(simulated_tests_are_the_same_with_any_number_of_workers),
        cmocka_unit_test(wrong_use_is_one_line_and_code_2),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
