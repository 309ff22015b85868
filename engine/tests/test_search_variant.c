#include "engine/tests/test.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "engine/core/file.h"
#include "engine/search/variant.h"
#include "engine/xq/pos.h"

static void load(const char *what, Variant *variant) {
    Err err = { 0 };
    if (!variant_load(what, variant, &err)) fail_msg("%s: %s", what, err.text);
}

static void assert_same(const Variant *a, const Variant *b) {
    Buf text_a = { 0 }, text_b = { 0 };
    variant_print(a, &text_a);
    variant_print(b, &text_b);
    assert_string_equal(buf_text(&text_a), buf_text(&text_b));
    buf_free(&text_a);
    buf_free(&text_b);
}

static void committed_variants_are_the_grammars(void **state) {
    (void)state;
    static const char *const pairs[][2] = {
        { "minimax", "MM" },      { "alphabeta", "AB" },      { "failsoft", "FS" }, { "aspiration", "AS" },
        { "pvs", "PVS" },         { "pvsh", "PVSH" },         { "pvsht", "PVSHT" }, { "pvshti", "PVSHTI" },
        { "pvshnti", "PVSHNTI" }, { "pvshntiq", "PVSHNTIQ" },
    };
    for (size_t i = 0; i < COUNT_OF(pairs); i++) {
        Variant committed, named;
        load(pairs[i][0], &committed);
        assert_string_equal(committed.name, pairs[i][0]);
        assert_true(variant_from_grammar(pairs[i][1], &named));
        assert_string_equal(named.name, pairs[i][1]);
        assert_same(&committed, &named);
    }
}

static void the_full_variant_is_the_compiled_default(void **state) {
    (void)state;
    Variant committed, compiled;
    load("full", &committed);
    variant_default(&compiled);
    assert_same(&committed, &compiled);
}

static void letters_switch_on_themselves_in_their_order(void **state) {
    (void)state;
    Variant variant;
    assert_true(variant_from_grammar("pvskchntiq", &variant));
    assert_true(variant.search.killers && variant.search.tt && variant.search.quiescence &&
                variant.search.iterative_deepening);
    assert_int_equal(variant.search.null_move, 2);
    assert_false(variant.search.lmr || variant.search.check_extension || variant.search.counter_moves);
    static const char *const wrong[] = { "", "PV", "PVSX", "PVSQI", "PVSHH", "ABPVS", "T", "full" };
    for (size_t i = 0; i < COUNT_OF(wrong); i++) assert_false(variant_from_grammar(wrong[i], &variant));
}

static void parse(const char *text, Variant *variant, Err *err, bool good) {
    Arena arena = { 0 };
    ConfNode *map = conf_parse(text, strlen(text), "v.yaml", &arena, err);
    assert_non_null(map);
    assert_int_equal(variant_from_conf(map, variant, err), good);
    arena_free(&arena);
}

static void a_mapping_changes_what_it_extends(void **state) {
    (void)state;
    Err err = { 0 };
    Variant variant, base;
    assert_true(variant_from_grammar("PVSHT", &base));
    parse("name: mine\nextends: PVSHT\nsearch: {null_move: 3, Hash: 2}\neval: {mobility: off}\nweights: {tempo: 7}\n",
          &variant, &err, true);
    assert_string_equal(variant.name, "mine");
    assert_int_equal(variant.search.null_move, 3);
    assert_int_equal(variant.search.hash, 2);
    assert_false(variant.eval.mobility);
    assert_int_equal(variant.weights.term.tempo.mg, 7);
    assert_int_equal(variant.search.history, base.search.history);
    assert_int_equal(variant.weights.term.material[4].mg, base.weights.term.material[4].mg);
}

typedef struct {
    const char *text, *message;
} Wrong;
static const Wrong wrong[] = {
    { "serch: {}", "v.yaml:1:1: unknown key 'serch'; did you mean 'search'?" },
    { "search:\n  null_mov: 3", "v.yaml:2:3: unknown key 'null_mov'; did you mean 'null_move'?" },
    { "search: {null_move: 9}", "v.yaml:1:21: null_move: 9 is out of range; 0 to 6" },
    { "search: {algorithm: mcst}", "v.yaml:1:21: algorithm: 'mcst' is not one of minimax, alphabeta, pvs, mtdf, mcts" },
};

static void mistakes_are_named_with_their_place(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT_OF(wrong); i++) {
        Err err = { 0 };
        Variant variant = { .name = "untouched" };
        parse(wrong[i].text, &variant, &err, false);
        assert_string_equal(err.text, wrong[i].message);
        assert_string_equal(variant.name, "untouched");
    }
    Err err = { 0 };
    Variant variant;
    assert_false(variant_load("nonesuch", &variant, &err));
    assert_non_null(strstr(err.text, "'nonesuch' is no variant"));
    assert_false(variant_load("/nowhere/x.yaml", &variant, &err));
}

static void files_extend_files_beside_them_but_not_in_a_circle(void **state) {
    (void)state;
    char folder[] = "/tmp/xqlab-variant-XXXXXX", base[64], top[64];
    assert_non_null(mkdtemp(folder));
    snprintf(base, sizeof base, "%s/base.yaml", folder);
    snprintf(top, sizeof top, "%s/top.yaml", folder);
    static const char base_text[] = "extends: AB\nsearch: {killers: on}\n",
                      top_text[] = "extends: base.yaml\nsearch: {tt: on}\n", circle[] = "extends: top.yaml\n";
    assert_true(file_write(base, base_text, sizeof base_text - 1, NULL) &&
                file_write(top, top_text, sizeof top_text - 1, NULL));
    Variant variant;
    load(top, &variant);
    assert_string_equal(variant.name, "top");
    assert_true(variant.search.killers && variant.search.tt);
    Err err = { 0 };
    assert_true(file_write(base, circle, sizeof circle - 1, NULL));
    assert_false(variant_load(top, &variant, &err));
    assert_non_null(strstr(err.text, "does it lead back here?"));
    unlink(base);
    unlink(top);
    rmdir(folder);
}

static void weights_are_found_beside_the_file_and_single_ones_laid_over_them(void **state) {
    (void)state;
    char folder[] = "/tmp/xqlab-variant-XXXXXX", set[64], top[64];
    assert_non_null(mkdtemp(folder));
    snprintf(set, sizeof set, "%s/set.yaml", folder);
    snprintf(top, sizeof top, "%s/top.yaml", folder);
    static const char set_text[] = "weights: {tempo: 31, pair: [1, 2, 3]}\n", by_name[] = "extends: full\nweights: set.yaml\n",
                      laid_over[] = "weights: {extends: set.yaml, \"pair[1]\": {eg: 9}}\n";
    Variant variant;
    assert_true(file_write(set, set_text, sizeof set_text - 1, NULL) && file_write(top, by_name, sizeof by_name - 1, NULL));
    load(top, &variant);
    assert_int_equal(variant.weights.term.tempo.mg, 31);
    assert_true(file_write(top, laid_over, sizeof laid_over - 1, NULL));
    load(top, &variant);
    assert_int_equal(variant.weights.term.tempo.mg, 31);
    assert_int_equal(variant.weights.term.pair[1].mg, 2);
    assert_int_equal(variant.weights.term.pair[1].eg, 9);
    unlink(set);
    unlink(top);
    rmdir(folder);
}

static void single_options_are_set_by_their_path(void **state) {
    (void)state;
    Err err = { 0 };
    Variant variant;
    variant_default(&variant);
    assert_true(variant_set(&variant, "null_move=1", &err) && variant_set(&variant, "search.killers=off", &err));
    assert_true(variant_set(&variant, "eval.psqt=off", &err) && variant_set(&variant, "weights.tempo=3", &err));
    assert_int_equal(variant.search.null_move, 1);
    assert_false(variant.search.killers || variant.eval.psqt);
    assert_int_equal(variant.weights.term.tempo.eg, 3);
    assert_false(variant_set(&variant, "killer=on", &err));
    assert_non_null(strstr(err.text, "'killers'"));
    assert_false(variant_set(&variant, "null_move", &err));
    assert_int_equal(variant.search.null_move, 1);
}

static void equal_players_print_equal_text(void **state) {
    (void)state;
    Variant a, b;
    variant_default(&a);
    variant_default(&b);
    snprintf(b.name, sizeof b.name, "another name");
    assert_same(&a, &b);
    Buf before = { 0 }, after = { 0 };
    variant_print(&b, &before);
    b.weights.term.tempo.mg++;
    variant_print(&b, &after);
    assert_string_not_equal(buf_text(&before), buf_text(&after));
    buf_free(&before);
    buf_free(&after);
}

int main(void) {
    xq_init();
    assert_int_equal(setenv("XQLAB_DATA", XQ_SOURCE_DIR, 1), 0);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(committed_variants_are_the_grammars),
        cmocka_unit_test(the_full_variant_is_the_compiled_default),
        cmocka_unit_test(letters_switch_on_themselves_in_their_order),
        cmocka_unit_test(a_mapping_changes_what_it_extends),
        cmocka_unit_test(mistakes_are_named_with_their_place),
        cmocka_unit_test(files_extend_files_beside_them_but_not_in_a_circle),
        cmocka_unit_test(weights_are_found_beside_the_file_and_single_ones_laid_over_them),
        cmocka_unit_test(single_options_are_set_by_their_path),
        cmocka_unit_test(equal_players_print_equal_text),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
