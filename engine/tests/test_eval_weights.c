#include "engine/tests/test.h"
#include <stdio.h>
#include <string.h>
#include "engine/core/file.h"
#include "engine/core/rng.h"
#include "engine/eval/weights.h"

enum { SEED = 7 };

static bool apply(const char *text, Weights *weights, Err *err) {
    Arena arena = { 0 };
    ConfNode *root = conf_parse(text, strlen(text), "w.yaml", &arena, err);
    const bool good = root && weights_apply(weights, root, err);
    arena_free(&arena);
    return good;
}

static void a_printed_set_reads_back_to_the_same(void **state) {
    (void)state;
    for (uint64_t round = 0; round < 50; round++) {
        Weights weights, read = { 0 };
        for (int i = 0; i < WEIGHT_COUNT; i++) {
            const uint64_t bits = rng_bits(SEED, round, (uint64_t)i);
            weights.flat[i].mg = (int16_t)bits;
            weights.flat[i].eg = bits >> 60 ? (int16_t)(bits >> 16) : (int16_t)bits;
        }
        char path[64];
        snprintf(path, sizeof path, "test_eval_weights_%d.yaml", SEED);
        Buf text = { 0 };
        Err err = { 0 };
        weights_print(&weights, &text);
        assert_true(file_write(path, buf_text(&text), text.len, &err));
        if (!weights_load(path, &read, &err)) fail_msg("%s", err.text);
        assert_memory_equal(&read, &weights, sizeof read);
        buf_free(&text);
        remove(path);
    }
}

/* The committed files are comments and the printed sets. */
static void check_committed(const char *name, const Weights *compiled) {
    Buf path = { 0 }, text = { 0 }, printed = { 0 };
    Weights read = { 0 };
    Err err = { 0 };
    buf_addf(&path, XQ_SOURCE_DIR "/configs/weights/%s.yaml", name);
    if (!weights_load(buf_text(&path), &read, &err)) fail_msg("%s", err.text);
    assert_memory_equal(&read, compiled, sizeof read);
    assert_true(file_read(buf_text(&path), &text, &err));
    weights_print(compiled, &printed);
    const char *body = strstr(buf_text(&text), "\nweights:");
    assert_non_null(body);
    assert_string_equal(body + 1, buf_text(&printed));
    buf_free(&path);
    buf_free(&text);
    buf_free(&printed);
}
static void the_committed_files_are_the_compiled_sets(void **state) {
    (void)state;
    check_committed("default", &weights_default);
    check_committed("hand", &weights_hand);
}

static void terms_not_named_keep_their_weights(void **state) {
    (void)state;
    Weights weights = weights_hand;
    Err err = { 0 };
    if (!apply("tempo: 17\nking_advanced: [[1, 2], -3]\nlinked_horses: [4, 5]\n", &weights, &err)) fail_msg("%s", err.text);
    Weights expected = weights_hand;
    expected.term.tempo = (Score){ 17, 17 };
    expected.term.king_advanced[0] = (Score){ 1, 2 };
    expected.term.king_advanced[1] = (Score){ -3, -3 };
    expected.term.linked_horses = (Score){ 4, 5 };
    assert_memory_equal(&weights, &expected, sizeof weights);
}

static void single_weights_and_phases_change_alone(void **state) {
    (void)state;
    Weights weights = weights_hand;
    Err err = { 0 };
    if (!apply("pair[1]: {eg: 7}\npair: [1, 2, 3]\npsqt[4][9][0]: [12, 15]\ntempo: {mg: 5}\n", &weights, &err)) fail_msg("%s", err.text);
    Weights expected = weights_hand;
    expected.term.pair[0] = (Score){ 1, 1 };
    expected.term.pair[1] = (Score){ 2, 7 };
    expected.term.pair[2] = (Score){ 3, 3 };
    expected.term.psqt[4][9][0] = (Score){ 12, 15 };
    expected.term.tempo.mg = 5;
    assert_memory_equal(&weights, &expected, sizeof weights);
}

static void every_weight_is_found_by_its_name(void **state) {
    (void)state;
    Buf name = { 0 };
    for (int place = 0; place < WEIGHT_COUNT; place++) {
        buf_clear(&name);
        weight_name(place, &name);
        assert_int_equal(weight_find(buf_text(&name)), place);
    }
    buf_clear(&name);
    weight_name(weight_find("psqt[4][9][0]"), &name);
    assert_string_equal(buf_text(&name), "psqt[4][9][0]");
    buf_free(&name);
    static const char *const none[] = { "", "psqt", "psqt[4]", "psqt[4][9][5]", "psqt[4][9][0][0]", "psqt[4][9][0] ", "psqt[ 4][9][0]", "nothing", "tempo[0]" };
    for (size_t i = 0; i < COUNT_OF(none); i++) assert_int_equal(weight_find(none[i]), -1);
}

typedef struct { const char *text, *message; } ErrorRow;
static const ErrorRow error_rows[] = {
    { "tempoo: 3\n", "w.yaml:1:1: unknown key 'tempoo'; did you mean 'tempo'?" },
    { "tempo: ten\n", "w.yaml:1:8: 'ten' is not a whole number" },
    { "tempo: 1.5\n", "w.yaml:1:8: '1.5' is not a whole number" },
    { "tempo: 40000\n", "w.yaml:1:8: 40000 is out of range; -32768 to 32767" },
    { "tempo: 99999999999999999999\n", "w.yaml:1:8: 99999999999999999999 is out of range; -32768 to 32767" },
    { "tempo: [1, 2, 3]\n", "w.yaml:1:8: a weight is one number or [middle game, endgame]" },
    { "tempo: [1, [2]]\n", "w.yaml:1:12: a whole number is wanted here" },
    { "tempo: {mid: 1}\n", "w.yaml:1:14: 'mid' is no phase; a weight has mg and eg" },
    { "tempo: {mg: 1, eg: x}\n", "w.yaml:1:20: 'x' is not a whole number" },
    { "pair[3]: 1\n", "w.yaml:1:10: 'pair[3]' names no weight; xqengine eval --print-weights shows the terms and their shapes" },
    { "psqt[0][0]: 1\n", "w.yaml:1:13: 'psqt[0][0]' names no weight; xqengine eval --print-weights shows the terms and their shapes" },
    { "tempo[0]: 1\n", "w.yaml:1:11: 'tempo[0]' names no weight; xqengine eval --print-weights shows the terms and their shapes" },
    { "pair[-1]: 1\n", "w.yaml:1:11: 'pair[-1]' names no weight; xqengine eval --print-weights shows the terms and their shapes" },
    { "pair: 3\n", "w.yaml:1:7: a list of 3 is wanted here" },
    { "pair: [1,\n  2]\n", "w.yaml:1:7: a list of 3 is wanted here, this one has 2" },
    { "pair:\n  - 1\n  - two\n  - 3\n", "w.yaml:3:5: 'two' is not a whole number" },
    { "psqt: [1, 2, 3, 4, 5, 6, 7]\n", "w.yaml:1:8: a list of 10 is wanted here" },
    { "- 1\n", "w.yaml:1:1: weights: a mapping 'term: value' is wanted here" },
};
static void wrong_weights_are_refused_with_their_place(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT_OF(error_rows); i++) {
        Weights weights = weights_hand;
        Err err = { 0 };
        assert_false(apply(error_rows[i].text, &weights, &err));
        assert_string_equal(err.text, error_rows[i].message);
        assert_int_equal(err.kind, ERR_INPUT);
        assert_memory_equal(&weights, &weights_hand, sizeof weights);
    }
}

static void a_missing_file_is_named(void **state) {
    (void)state;
    Weights weights = weights_hand;
    Err err = { 0 };
    assert_false(weights_load("no_such_set", &weights, &err));
    assert_string_equal(err.text, "there is no weights file no_such_set, nor a set of that name in configs/weights");
}

static void a_file_without_weights_is_refused(void **state) {
    (void)state;
    const char *path = "test_eval_weights_none.yaml";
    Weights weights = weights_hand;
    Err err = { 0 };
    assert_true(file_write(path, "# empty\n", 8, &err));
    assert_false(weights_load(path, &weights, &err));
    assert_string_equal(err.text, "test_eval_weights_none.yaml: the key 'weights' is missing");
    assert_true(file_write(path, "wheights: {}\n", 13, &err));
    assert_false(weights_load(path, &weights, &err));
    assert_string_equal(err.text, "test_eval_weights_none.yaml:1:1: unknown key 'wheights'; did you mean 'weights'?");
    remove(path);
}

static void the_terms_cover_every_weight_once(void **state) {
    (void)state;
    int next = 0;
    for (int i = 0; i < term_count; i++) {
        int dim[TERM_DIMS_MAX], slots = 1;
        const int dims = term_dims(&terms[i], dim);
        for (int d = 0; d < dims; d++) slots *= dim[d];
        assert_int_equal(terms[i].first, next);
        assert_int_equal(terms[i].count, slots);
        assert_ptr_equal(term_find(terms[i].name), &terms[i]);
        next += slots;
    }
    assert_int_equal(next, WEIGHT_COUNT);
    assert_null(term_find("no_term"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_printed_set_reads_back_to_the_same),
        cmocka_unit_test(the_committed_files_are_the_compiled_sets),
        cmocka_unit_test(terms_not_named_keep_their_weights),
        cmocka_unit_test(single_weights_and_phases_change_alone),
        cmocka_unit_test(every_weight_is_found_by_its_name),
        cmocka_unit_test(wrong_weights_are_refused_with_their_place),
        cmocka_unit_test(a_missing_file_is_named),
        cmocka_unit_test(a_file_without_weights_is_refused),
        cmocka_unit_test(the_terms_cover_every_weight_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
