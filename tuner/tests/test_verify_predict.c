#include "tuner/verify/predict.h"
#include <string.h>
#include "engine/tests/test.h"

static TuningRecord tuning(int64_t id, const char *kind, const char *settings, double gain) {
    return (TuningRecord){ .id = id, .kind = kind, .settings = settings, .start = "", .valid_start = 0.2, .valid_end = 0.2 - gain };
}

/* What is asked about: our own evaluation, by squared error. */
static const TuningRecord asked = { .settings = "loss: mse\n", .start = "" };

static ProofRecord proof(int64_t id, const char *stage, double elo, double error) {
    return (ProofRecord){ .tuning = id, .stage = stage, .verdict = "H1", .elo = elo, .elo_error = error };
}

static void one_proof_gives_a_rate_with_the_error_of_its_match(void **state) {
    (void)state;
    const TuningRecord t = tuning(1, "fit", "k: 0\nloss: mse\n", 0.002);
    const ProofRecord p = proof(1, "gain", 10, 4);
    const EloPrediction found = predict_elo(&t, 1, &p, 1, &asked, 0.003);
    assert_int_equal(found.proofs, 1);
    assert_near(found.rate, 5, 1e-9);
    assert_near(found.rate_error, 2, 1e-9);
    assert_near(found.elo, 15, 1e-9);
    assert_near(found.error, 6, 1e-9);
}

/* y = x + (1, -1, 1) over x = 1, 2, 4 thousandths with errors of 1.96 * 0.5: slope sum(xy) / sum(x^2) = (2 + 2 + 20) / 21. */
static void several_proofs_are_weighed_and_their_scatter_counts(void **state) {
    (void)state;
    const TuningRecord t[] = { tuning(1, "fit", "loss: mse\n", 0.001), tuning(2, "fit", "loss: mse\n", 0.002), tuning(3, "fit", "loss: mse\n", 0.004) };
    const double error = 0.5 * ELO_Z95;
    const ProofRecord p[] = { proof(1, "gain", 2, error), proof(2, "gain", 1, error), proof(3, "gain", 5, error) };
    const EloPrediction found = predict_elo(t, 3, p, 3, &asked, 0.001);
    assert_int_equal(found.proofs, 3);
    assert_near(found.rate, 24.0 / 21, 1e-9);
    const double rest = (4 + 1 + 25 - 24.0 * 24 / 21) / 0.25 / 2; /* chi-square by freedom */
    assert_near(found.rate_error, ELO_Z95 * sqrt(rest * 0.25 / 21), 1e-9);
}

static void what_can_not_teach_is_left_out(void **state) {
    (void)state;
    const TuningRecord t[] = { tuning(1, "fit", "loss: xent\n", 0.001), tuning(2, "spsa", "loss: mse\n", 0.002), tuning(3, "fit", "loss: mse\n", NAN),
                               tuning(4, "fit", "loss: mse\n", 0.001) };
    const ProofRecord p[] = { proof(1, "gain", 2, 1), proof(2, "gain", 1, 1), proof(3, "gain", 5, 1), proof(4, "keep", 5, 1), proof(4, "gain", INFINITY, NAN) };
    const EloPrediction found = predict_elo(t, 4, p, 5, &asked, 0.001);
    assert_int_equal(found.proofs, 0);
    assert_true(isnan(found.elo));
    Buf out = { 0 };
    predict_text(&found, 0.001, &out);
    assert_non_null(strstr(buf_text(&out), "can't say yet"));
    buf_clear(&out);
    predict_text(&found, -0.000353, &out);
    assert_non_null(strstr(buf_text(&out), "The validation loss rose by 3.53e-04."));
    buf_clear(&out);
    predict_text(&found, NAN, &out);
    assert_non_null(strstr(buf_text(&out), "nothing can be said"));
    buf_free(&out);
}

static void only_the_last_decided_attempt_of_fits_like_it_counts(void **state) {
    (void)state;
    static const char blend[] = "loss: mse\nresult_share: 0.5\n";
    TuningRecord t[] = { tuning(1, "fit", "loss: mse\n", 0.001), tuning(2, "fit", "loss: mse\n", 0.001), tuning(3, "fit", blend, 0.001),
                         tuning(4, "fit", "loss: mse\n", 0.001) };
    t[1].start = "term rook 900 900\nterm horse 400 400\n";
    ProofRecord p[] = { proof(1, "gain", -50, 4), proof(1, "gain", 10, 4), proof(1, "gain", 90, 4), proof(2, "gain", 80, 4), proof(3, "gain", 70, 4),
                        proof(4, "gain", 60, 4) };
    p[0].attempt = 1, p[0].verdict = "H0";
    p[1].attempt = 2;
    p[2].attempt = 3, p[2].verdict = "none";
    p[5].verdict = "";
    EloPrediction found = predict_elo(t, 4, p, 6, &asked, 0.001);
    assert_int_equal(found.proofs, 1);
    assert_near(found.rate, 10, 1e-9);
    /* another evaluation's own proofs are for it alone, whatever values its terms start at */
    const TuningRecord other = { .settings = "loss: mse\n", .start = "term rook 1 2\nterm horse 3 4\n" };
    found = predict_elo(t, 4, p, 6, &other, 0.001);
    assert_int_equal(found.proofs, 1);
    assert_near(found.rate, 80, 1e-9);
    const TuningRecord longer = { .settings = "loss: mse\n", .start = "term rook 1 2\nterm horse 3 4\nterm tempo 3 4\n" };
    assert_int_equal(predict_elo(t, 4, p, 6, &longer, 0.001).proofs, 0);
}

static void a_rate_within_its_error_is_not_translated(void **state) {
    (void)state;
    const TuningRecord t = tuning(1, "fit", "loss: mse\n", 0.001);
    const ProofRecord swamped = proof(1, "gain", 3, 40), clear = proof(1, "gain", 30, 10);
    Buf out = { 0 };
    EloPrediction found = predict_elo(&t, 1, &swamped, 1, &asked, 0.001);
    predict_text(&found, 0.001, &out);
    assert_non_null(strstr(buf_text(&out), "can't say yet"));
    assert_null(strstr(buf_text(&out), "expect"));
    buf_clear(&out);
    found = predict_elo(&t, 1, &clear, 1, &asked, 0.001);
    predict_text(&found, 0.001, &out);
    assert_non_null(strstr(buf_text(&out), "expect +30.0 +/- 10.0"));
    buf_free(&out);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_proof_gives_a_rate_with_the_error_of_its_match),
        cmocka_unit_test(several_proofs_are_weighed_and_their_scatter_counts),
        cmocka_unit_test(only_the_last_decided_attempt_of_fits_like_it_counts),
        cmocka_unit_test(a_rate_within_its_error_is_not_translated),
        cmocka_unit_test(what_can_not_teach_is_left_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
