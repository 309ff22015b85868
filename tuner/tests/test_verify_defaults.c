#include "tuner/verify/defaults.h"
#include <string.h>
#include "engine/core/file.h"
#include "engine/tests/test.h"
#include "tuner/verify/default_source.h"

static void read_source(DefaultsFile file, Buf *out) {
    Buf path = { 0 };
    Err err = { 0 };
    buf_addf(&path, "%s/%s", XQ_SOURCE_DIR, defaults_paths[file]);
    if (!file_read(buf_text(&path), out, &err)) fail_msg("%s", err.text);
    buf_free(&path);
}

/* The compiler is the judge of the notation: what it made this set from is what would be written for the set. */
static void the_compiled_weights_give_the_source_they_were_compiled_from(void **state) {
    (void)state;
    Buf committed = { 0 }, made = { 0 };
    read_source(DEFAULTS_WEIGHTS_C, &committed);
    default_source(&weights_default, "From nowhere.", &made);
    const char *old_body = strstr(buf_text(&committed), "const Weights"), *new_body = strstr(buf_text(&made), "const Weights");
    assert_non_null(old_body);
    assert_non_null(new_body);
    assert_string_equal(new_body, old_body);
    assert_non_null(strstr(buf_text(&made), " From nowhere. */\nconst Weights"));
    buf_free(&committed);
    buf_free(&made);
}

static void lines_of_the_source_are_short(void **state) {
    (void)state;
    Weights wide;
    Buf made = { 0 }, origin = { 0 };
    for (int i = 0; i < WEIGHT_COUNT; i++) wide.flat[i] = (Score){ -1999, -1999 };
    for (int i = 0; i < 40; i++) buf_addf(&origin, "word%d ", i);
    default_source(&wide, buf_text(&origin), &made);
    const char *at = buf_text(&made), *line;
    size_t len;
    int lines = 0;
    for (; text_next_line(&at, &line, &len); lines++)
        if (len > 120) fail_msg("%.*s", (int)len, line);
    assert_true(lines > 80);
    buf_free(&made);
    buf_free(&origin);
}

static void the_yaml_keeps_its_head_and_gets_the_new_weights(void **state) {
    (void)state;
    Buf committed = { 0 }, made = { 0 };
    Defaults defaults;
    Variant start, tuned;
    Weights read = weights_default;
    Arena arena = { 0 };
    variant_default(&start);
    tuned = start;
    tuned.weights.term.tempo = (Score){ 99, 98 };
    assert_true(defaults_plan(&start, &tuned, &defaults, NULL));
    assert_true(defaults.weights && !defaults.options);
    assert_true(defaults_change(&defaults, DEFAULTS_WEIGHTS_C) && !defaults_change(&defaults, DEFAULTS_OPTIONS_C));
    read_source(DEFAULTS_WEIGHTS_YAML, &committed);
    assert_true(defaults_write(&defaults, DEFAULTS_WEIGHTS_YAML, buf_text(&committed), "", &made, NULL));
    const size_t head = (size_t)(strstr(buf_text(&committed), "\nweights:") - buf_text(&committed));
    assert_memory_equal(made.text, committed.text, head);
    ConfNode *map = conf_parse(made.text, made.len, "made", &arena, NULL);
    assert_non_null(map);
    assert_true(weights_apply(&read, conf_get(map, "weights"), NULL));
    assert_memory_equal(&read, &tuned.weights, sizeof read);
    arena_free(&arena);
    buf_free(&committed);
    buf_free(&made);
}

static void options_that_were_tuned_change_in_their_rows_alone(void **state) {
    (void)state;
    Buf committed = { 0 }, made = { 0 }, back = { 0 };
    Defaults defaults, other;
    Variant start, tuned;
    variant_default(&start);
    start.search.hash = 16; /* of the player that was tuned: no business of the default */
    tuned = start;
    tuned.search.aspiration_window = 55;
    tuned.search.null_move = 2;
    assert_true(defaults_plan(&start, &tuned, &defaults, NULL));
    assert_int_equal(defaults.options, 2);
    assert_int_equal(defaults.after.search.hash, defaults.before.search.hash);
    read_source(DEFAULTS_OPTIONS_C, &committed);
    assert_true(defaults_write(&defaults, DEFAULTS_OPTIONS_C, buf_text(&committed), "", &made, NULL));
    assert_non_null(strstr(buf_text(&made), "\nINT(aspiration_window, 55, 1, 2000,"));
    assert_non_null(strstr(buf_text(&made), "\nINT(null_move, 2, "));
    /* The same with the values of today gives the file of today. */
    other = defaults;
    other.after = defaults.before;
    assert_true(defaults_write(&other, DEFAULTS_OPTIONS_C, buf_text(&made), "", &back, NULL));
    assert_string_equal(buf_text(&back), buf_text(&committed));
    buf_clear(&committed);
    buf_clear(&made);
    read_source(DEFAULTS_FULL_YAML, &committed);
    assert_true(defaults_write(&defaults, DEFAULTS_FULL_YAML, buf_text(&committed), "", &made, NULL));
    assert_non_null(strstr(buf_text(&made), "\n  null_move: 2\n"));
    assert_null(strstr(buf_text(&made), "aspiration_window"));
    buf_free(&committed);
    buf_free(&made);
    buf_free(&back);
}

static void what_has_no_place_in_the_sources_is_refused(void **state) {
    (void)state;
    Defaults defaults;
    Variant start, tuned;
    Buf out = { 0 };
    Err err = { 0 };
    variant_default(&start);
    tuned = start;
    tuned.search.lmr = !tuned.search.lmr;
    assert_false(defaults_plan(&start, &tuned, &defaults, &err));
    assert_non_null(strstr(err.text, "search.lmr is no number"));
    tuned = start;
    tuned.search.null_move = 2;
    assert_true(defaults_plan(&start, &tuned, &defaults, NULL));
    assert_false(defaults_write(&defaults, DEFAULTS_OPTIONS_C, "nothing\n", "", &out, &err));
    assert_non_null(strstr(err.text, "has no row for null_move"));
    buf_free(&out);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_compiled_weights_give_the_source_they_were_compiled_from),
        cmocka_unit_test(lines_of_the_source_are_short),
        cmocka_unit_test(the_yaml_keeps_its_head_and_gets_the_new_weights),
        cmocka_unit_test(options_that_were_tuned_change_in_their_rows_alone),
        cmocka_unit_test(what_has_no_place_in_the_sources_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
