#include "engine/tests/test.h"
#include <locale.h>
#include <string.h>
#include "engine/core/opt.h"
#include "engine/core/rng.h"

typedef struct {
    bool null_move, quiet;
    int64_t depth, seed;
    double ratio, share;
    int movegen;
    char name[OPT_TEXT_SIZE];
    OptList sets;
} Sample;

static const char *const movegens[] = { "scan", "template", "table", "bitboard", NULL };
static const OptRow rows[] = {
    { .name = "null_move", .kind = OPT_BOOL, .offset = offsetof(Sample, null_move), .initial = "true",
      .help = "skip a turn and search shallower", .group = "Pruning", .aliases = "NullMove nullpruning" },
    { .name = "quiet", .kind = OPT_BOOL, .offset = offsetof(Sample, quiet), .help = "say nothing" },
    { .name = "depth", .kind = OPT_INT, .offset = offsetof(Sample, depth), .initial = "3", .min = 1, .max = 100,
      .help = "plies to search", .requires = "null_move" },
    { .name = "seed", .kind = OPT_INT, .offset = offsetof(Sample, seed), .help = "of the random numbers" },
    { .name = "ratio", .kind = OPT_REAL, .offset = offsetof(Sample, ratio), .initial = "0.5", .min = 0, .max = 1,
      .help = "a part | of the whole", .group = "Numbers" },
    { .name = "share", .kind = OPT_REAL, .offset = offsetof(Sample, share), .help = "any number" },
    { .name = "movegen", .kind = OPT_CHOICE, .offset = offsetof(Sample, movegen), .initial = "table",
      .choices = movegens, .help = "move generator" },
    { .name = "name", .kind = OPT_TEXT, .offset = offsetof(Sample, name), .argument = "NAME", .help = "what to call it" },
    { .name = "set", .kind = OPT_LIST, .offset = offsetof(Sample, sets), .argument = "KEY=VALUE", .help = "change a value" },
};
static const OptTable table = { .title = "sample", .rows = rows, .count = COUNT_OF(rows) };

static void defaults_are_those_of_the_rows(void **state) {
    (void)state;
    Sample sample;
    memset(&sample, 0xff, sizeof sample);
    opt_defaults(&table, &sample);
    assert_true(sample.null_move);
    assert_false(sample.quiet);
    assert_int_equal(sample.depth, 3);
    assert_int_equal(sample.seed, 0);
    assert_near(sample.ratio, 0.5, 0);
    assert_int_equal(sample.movegen, 2);
    assert_string_equal(sample.name, "");
    assert_int_equal(sample.sets.count, 0);
}

static void good_values_are_set_and_read_back(void **state) {
    (void)state;
    static const struct { const char *name, *text, *read; } good[] = {
        { "null_move", "FALSE", "false" }, { "null-move", "on", "true" }, { "NullMove", "No", "false" },
        { "nullpruning", "1", "true" }, { "quiet", "Yes", "true" }, { "quiet", "0", "false" },
        { "DEPTH", "1", "1" }, { "depth", "100", "100" }, { "depth", "+7", "7" },
        { "seed", "-9223372036854775808", "-9223372036854775808" },
        { "seed", "9223372036854775807", "9223372036854775807" },
        { "ratio", "0", "0" }, { "ratio", ".25", "0.25" }, { "ratio", "1e-3", "0.001" },
        { "share", "-1000000", "-1000000" }, { "share", "0.1", "0.1" }, { "share", "5.", "5" },
        { "share", "0.30000000000000004", "0.30000000000000004" },
        { "share", "1.7976931348623157e308", "1.7976931348623157e+308" },
        { "movegen", "Bitboard", "bitboard" }, { "name", "a b: \"c\"", "a b: \"c\"" },
    };
    Sample sample;
    opt_defaults(&table, &sample);
    for (size_t i = 0; i < COUNT_OF(good); i++) {
        Err err = { 0 };
        Buf text = { 0 };
        if (!opt_set(&table, &sample, good[i].name, good[i].text, &err)) fail_msg("%s", err.text);
        opt_get(opt_find(&table, good[i].name), &sample, &text);
        assert_string_equal(buf_text(&text), good[i].read);
        buf_free(&text);
    }
}

static void bad_values_are_refused_in_a_sentence(void **state) {
    (void)state;
    static const struct { const char *name, *text, *sentence; } bad[] = {
        { "depth", "900", "depth: 900 is out of range; 1 to 100" },
        { "depth", "0", "depth: 0 is out of range; 1 to 100" },
        { "depth", "99999999999999999999", "depth: 99999999999999999999 is out of range; 1 to 100" },
        { "depth", "ten", "depth: 'ten' is not a whole number" },
        { "depth", "7x", "depth: '7x' is not a whole number" },
        { "depth", " 7", "depth: ' 7' is not a whole number" },
        { "depth", "", "depth: '' is not a whole number" },
        { "depth", "-", "depth: '-' is not a whole number" },
        { "depth", "1.5", "depth: '1.5' is not a whole number" },
        { "seed", "9223372036854775808", "seed: 9223372036854775808 is out of range" },
        { "ratio", "1.01", "ratio: 1.01 is out of range; 0 to 1" },
        { "ratio", "nan", "ratio: 'nan' is not a number" },
        { "share", "inf", "share: 'inf' is not a number" },
        { "share", "-INFINITY", "share: '-INFINITY' is not a number" },
        { "share", "1e999", "share: 1e999 is out of range" },
        { "share", "0x10", "share: '0x10' is not a number" },
        { "share", "1.5.2", "share: '1.5.2' is not a number" },
        { "share", "e5", "share: 'e5' is not a number" },
        { "share", "", "share: '' is not a number" },
        { "share", "1,5", "share: '1,5' is not a number" },
        { "null_move", "maybe", "null_move: 'maybe' is neither true nor false" },
        { "movegen", "magic", "movegen: 'magic' is not one of scan, template, table, bitboard" },
        { "dept", "3", "unknown option 'dept'; did you mean 'depth'?" },
        { "nullmvoe", "3", "unknown option 'nullmvoe'; did you mean 'null_move'?" },
        { "nullprunning", "3", "unknown option 'nullprunning'; did you mean 'null_move'?" },
        { "mov", "3", "unknown option 'mov'; did you mean 'movegen'?" },
        { "xyzzy", "3", "unknown option 'xyzzy'" },
        { "", "3", "unknown option ''" },
    };
    Sample sample;
    opt_defaults(&table, &sample);
    const Sample before = sample;
    for (size_t i = 0; i < COUNT_OF(bad); i++) {
        Err err = { 0 };
        assert_false(opt_set(&table, &sample, bad[i].name, bad[i].text, &err));
        assert_string_equal(err.text, bad[i].sentence);
        assert_int_equal(err.kind, ERR_INPUT);
        assert_memory_equal(&sample, &before, sizeof sample);
    }
}

static void a_text_that_does_not_fit_is_refused(void **state) {
    (void)state;
    char text[OPT_TEXT_SIZE + 1];
    memset(text, 'x', sizeof text);
    Sample sample;
    Err err = { 0 };
    opt_defaults(&table, &sample);
    text[OPT_TEXT_SIZE] = 0;
    assert_false(opt_set(&table, &sample, "name", text, &err));
    assert_string_equal(err.text, "name: 'xxxxxxxxxxxxxxxxxxxx...' is too long; 256 bytes, at most 255");
    text[OPT_TEXT_SIZE - 1] = 0;
    assert_true(opt_set(&table, &sample, "name", text, &err));
    assert_string_equal(sample.name, text);
}

static void a_text_of_one_line_has_no_other(void **state) {
    (void)state;
    Sample sample;
    Err err = { 0 };
    opt_defaults(&table, &sample);
    OptRow row = *opt_find(&table, "name");
    assert_true(opt_set_row(&row, &sample, "two\nlines", &err));
    row.flags = OPT_ONE_LINE;
    assert_false(opt_set_row(&row, &sample, "three\nmore", &err));
    assert_string_equal(err.text, "name: 'three?more' is not one line of UTF-8 text without control characters");
    assert_string_equal(sample.name, "two\nlines");
    assert_true(opt_set_row(&row, &sample, "红 1", &err));
}

static void a_list_takes_a_text_each_time_until_it_is_full(void **state) {
    (void)state;
    Sample sample;
    Err err = { 0 };
    opt_defaults(&table, &sample);
    for (int i = 0; i < OPT_LIST_MAX; i++) assert_true(opt_set(&table, &sample, "set", "a=b", &err));
    assert_false(opt_set(&table, &sample, "set", "a=b", &err));
    assert_string_equal(err.text, "set: more than 256 values");
}

static void printed_options_are_those_that_differ(void **state) {
    (void)state;
    Sample sample;
    Err err = { 0 };
    Buf out = { 0 };
    opt_defaults(&table, &sample);
    opt_print(&table, &sample, false, &out);
    assert_string_equal(buf_text(&out), "");
    opt_print(&table, &sample, true, &out);
    assert_string_equal(buf_text(&out), "null_move: true\nquiet: false\ndepth: 3\nseed: 0\nratio: 0.5\nshare: 0\n"
                                        "movegen: table\nname: \"\"\nset: []\n");
    static const char *const sets[][2] = { { "depth", "4" }, { "null_move", "0" }, { "ratio", "0.50" },
                                           { "share", "1e22" }, { "name", "a \"b\"\n\xe2\x80\xa8" },
                                           { "set", "plain_1.5/x" }, { "set", "" }, { "set", "-" }, { "set", "a: b" } };
    for (size_t i = 0; i < COUNT_OF(sets); i++) assert_true(opt_set(&table, &sample, sets[i][0], sets[i][1], &err));
    buf_clear(&out);
    opt_print(&table, &sample, false, &out);
    assert_string_equal(buf_text(&out), "null_move: false\ndepth: 4\nshare: 1e+22\nname: \"a \\\"b\\\"\\x0a\\u2028\"\n"
                                        "set: [plain_1.5/x, \"\", \"-\", \"a: b\"]\n");
    buf_free(&out);
}

static void every_real_number_reads_back_as_itself(void **state) {
    (void)state;
    Sample sample, again;
    Err err = { 0 };
    Buf text = { 0 };
    const OptRow *row = opt_find(&table, "share");
    opt_defaults(&table, &sample);
    for (uint64_t i = 0; i < 20000; i++) {
        const uint64_t bits = rng_bits(1, 2, i);
        memcpy(&sample.share, &bits, sizeof bits);
        if (!isfinite(sample.share)) continue;
        buf_clear(&text);
        opt_get(row, &sample, &text);
        if (!opt_set_row(row, &again, text.text, &err)) fail_msg("%s", err.text);
        if (memcmp(&again.share, &sample.share, sizeof bits) != 0) fail_msg("%s is not %.17g", text.text, sample.share);
    }
    buf_free(&text);
}

/* A locale with a decimal comma, where the machine has one: numbers are the same. */
static void numbers_do_not_depend_on_the_locale(void **state) {
    (void)state;
    static const char *const comma[] = { "de_DE.UTF-8", "fr_FR.UTF-8", "ru_RU.UTF-8" };
    bool found = false;
    for (size_t i = 0; i < COUNT_OF(comma) && !found; i++) found = setlocale(LC_ALL, comma[i]) != NULL;
    if (!found) skip();
    Sample sample;
    Err err = { 0 };
    Buf text = { 0 };
    opt_defaults(&table, &sample);
    assert_true(opt_set(&table, &sample, "share", "1.5", &err));
    opt_get(opt_find(&table, "share"), &sample, &text);
    setlocale(LC_ALL, "C");
    assert_string_equal(buf_text(&text), "1.5");
    buf_free(&text);
}

static void the_nearest_name_is_near(void **state) {
    (void)state;
    static const char *const names[] = { "perft", "bench", "search", "eval", "go", NULL };
    static const struct { const char *wrong, *nearest; } cases[] = {
        { "pertf", "perft" }, { "Perft", "perft" }, { "benhc", "bench" }, { "serch", "search" }, { "sea", "search" },
        { "evla", "eval" }, { "goo", "go" }, { "x", NULL }, { "", NULL }, { "zzzzz", NULL }, { "perftsuite", NULL },
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        const char *nearest = text_nearest(names, cases[i].wrong);
        if (!cases[i].nearest) assert_null(nearest);
        else assert_string_equal(nearest ? nearest : "(none)", cases[i].nearest);
    }
    char longest[500];
    memset(longest, 'p', sizeof longest - 1);
    longest[sizeof longest - 1] = 0;
    assert_null(text_nearest(names, longest));
}

static void rows_are_found_by_any_spelling(void **state) {
    (void)state;
    assert_ptr_equal(opt_find(&table, "Null-Move"), &rows[0]);
    assert_ptr_equal(opt_find(&table, "NULLMOVE"), &rows[0]);
    assert_ptr_equal(opt_find(&table, "nullpruning"), &rows[0]);
    assert_null(opt_find(&table, "null"));
    assert_null(opt_find(&table, "null_moves"));
    assert_null(opt_find(&table, "NullMove nullpruning"));
    assert_null(opt_find(&table, ""));
}

static void the_markdown_table_holds_every_row(void **state) {
    (void)state;
    Buf out = { 0 };
    opt_markdown(&table, &out);
    assert_string_equal(buf_text(&out),
                        "**Pruning**\n\n"
                        "| key | values | default | meaning |\n| --- | --- | --- | --- |\n"
                        "| `null_move` | true or false | `true` | skip a turn and search shallower |\n"
                        "| `quiet` | true or false | `false` | say nothing |\n"
                        "| `depth` | 1 to 100 | `3` | plies to search (needs `null_move`) |\n"
                        "| `seed` | whole number | `0` | of the random numbers |\n"
                        "\n**Numbers**\n\n"
                        "| key | values | default | meaning |\n| --- | --- | --- | --- |\n"
                        "| `ratio` | 0 to 1 | `0.5` | a part \\| of the whole |\n"
                        "| `share` | number | `0` | any number |\n"
                        "| `movegen` | scan, template, table, bitboard | `table` | move generator |\n"
                        "| `name` | NAME |  | what to call it |\n"
                        "| `set` | KEY=VALUE |  | change a value |\n");
    buf_free(&out);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(defaults_are_those_of_the_rows),
        cmocka_unit_test(good_values_are_set_and_read_back),
        cmocka_unit_test(bad_values_are_refused_in_a_sentence),
        cmocka_unit_test(a_text_that_does_not_fit_is_refused),
        cmocka_unit_test(printed_options_are_those_that_differ),
        cmocka_unit_test(every_real_number_reads_back_as_itself),
        cmocka_unit_test(numbers_do_not_depend_on_the_locale),
        cmocka_unit_test(the_nearest_name_is_near),
        cmocka_unit_test(rows_are_found_by_any_spelling),
        cmocka_unit_test(the_markdown_table_holds_every_row),
        cmocka_unit_test(a_text_of_one_line_has_no_other),
        cmocka_unit_test(a_list_takes_a_text_each_time_until_it_is_full),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
