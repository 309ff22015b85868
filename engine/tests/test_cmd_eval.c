#include "engine/tests/command.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FEN "r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2"

/* Run `xqengine eval ARGUMENTS`, both outputs into text; returns the exit code. */
static int run_eval(const char *arguments, char *text, size_t size) {
    char command[1024];
    snprintf(command, sizeof command, "eval %s", arguments);
    return run_into("xqengine", command, text, size);
}

/* The number behind the key, the first one from `from` on. */
static double number_behind(const char *from, const char *key) {
    const char *at = strstr(from, key);
    if (!at) fail_msg("no %s", key);
    return strtod(at + strlen(key), NULL);
}

static void the_groups_of_the_json_add_up_to_its_value(void **state) {
    (void)state;
    static const char *const groups[] = { "material", "psqt", "mobility", "cooperation", "king_safety" };
    char text[16384];
    assert_int_equal(run_eval(FEN " b - - 3 20 --json", text, sizeof text), 0);
    const char *part = strstr(text, "\"groups\": {");
    assert_non_null(part);
    double sum = 0;
    for (size_t i = 0; i < COUNT_OF(groups); i++) {
        char key[32];
        snprintf(key, sizeof key, "\"%s\": {", groups[i]);
        const char *group = strstr(part, key);
        assert_non_null(group);
        const char *difference = strstr(group, "\"difference\"");
        assert_non_null(difference);
        sum += number_behind(difference, "\"blended\": ");
    }
    const double value = number_behind(text, "\"value\": ");
    assert_near(sum, value, 1.0); /* the value is cut towards zero */
    assert_near(number_behind(text, "\"value_for_mover\": "), -value, 0);
    assert_near(number_behind(text, "\"phase\": "), 48, 0);
}

static void a_fen_is_one_word_or_several(void **state) {
    (void)state;
    char words[16384], word[16384];
    assert_int_equal(run_eval(FEN " w - - 0 1", words, sizeof words), 0);
    assert_int_equal(run_eval("'" FEN " w - - 0 1'", word, sizeof word), 0);
    assert_string_equal(words, word);
    assert_int_equal(run_eval(FEN " w", word, sizeof word), 0);
    assert_string_equal(words, word);
}

static void a_group_switched_off_is_said_to_be_off(void **state) {
    (void)state;
    char text[16384];
    assert_int_equal(run_eval(FEN " w --set eval.mobility=off --set weights.tempo=900", text, sizeof text), 0);
    assert_non_null(strstr(text, "\nmobility (off)\n"));
    assert_null(strstr(text, "tempo"));
    assert_int_equal(run_eval(FEN " w --set weights.tempo=900", text, sizeof text), 0);
    assert_near(number_behind(strstr(text, "  tempo"), "tempo "), 900, 0);
}

static void printed_weights_load_again(void **state) {
    (void)state;
    char printed[16384], again[16384];
    assert_int_equal(run_eval("--print-weights --set weights.tempo=123 | tee test_cmd_eval.yaml", printed, sizeof printed), 0);
    assert_non_null(strstr(printed, "\n  tempo: 123\n"));
    assert_int_equal(run_eval("--print-weights --weights test_cmd_eval.yaml", again, sizeof again), 0);
    assert_string_equal(again, printed);
    remove("test_cmd_eval.yaml");
}

typedef struct { const char *arguments, *message; } ErrorRow;
static const ErrorRow error_rows[] = {
    { "", "xqengine: a position (FEN) is missing" },
    { FEN " w extra", "xqengine: eval: 'extra' is no part of a FEN" },
    { FEN " w --set eval.mobilty=off", "did you mean 'mobility'?" },
    { FEN " w --set weights.tempo=fast", "--set weights.tempo=fast: 'fast' is not a whole number" },
    { FEN " w --weights nowhere.yaml", "there is no weights file nowhere.yaml" },
    { FEN "/9 w", "xqengine: FEN: " },
};
static void bad_arguments_end_with_one_line_and_code_2(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT_OF(error_rows); i++) {
        char text[16384];
        assert_int_equal(run_eval(error_rows[i].arguments, text, sizeof text), 2);
        if (!strstr(text, error_rows[i].message)) fail_msg("'%s' gave: %s", error_rows[i].arguments, text);
        assert_ptr_equal(strchr(text, '\n'), text + strlen(text) - 1);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_groups_of_the_json_add_up_to_its_value),
        cmocka_unit_test(a_fen_is_one_word_or_several),
        cmocka_unit_test(a_group_switched_off_is_said_to_be_off),
        cmocka_unit_test(printed_weights_load_again),
        cmocka_unit_test(bad_arguments_end_with_one_line_and_code_2),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
