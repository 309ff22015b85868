#include "engine/tests/test.h"
#include <string.h>
#include "bench/client/words.h"
#include "engine/core/buf.h"

typedef struct {
    const char *name, *line;
    const char *words; /* joined by |; NULL: refused */
} Row;

static const Row rows[] = {
    { "nothing is no words", "", "" },
    { "blanks alone are no words", " \t ", "" },
    { "blanks separate, however many", "  a  b\tc ", "a|b|c" },
    { "single quotes keep all", "'a  \\ \"b' c", "a  \\ \"b|c" },
    { "double quotes keep blanks", "x=\"a b\" c", "x=a b|c" },
    { "in double quotes a backslash keeps a quote", "\"a\\\"b\\\\c\\d\"", "a\"b\\c\\d" },
    { "a backslash keeps a blank", "a\\ b \\'c", "a b|'c" },
    { "an empty pair of quotes is a word", "a= '' b", "a=||b" },
    { "parts of a word join", "option.'Skill Level'=\"5\"x", "option.Skill Level=5x" },
    { "nothing is expanded", "$HOME ~ * `ls`", "$HOME|~|*|`ls`" },
    { "a single quote must close", "a 'b c", NULL },
    { "a double quote must close", "a \"b c\\\"", NULL },
    { "a backslash must not end the line", "a b\\", NULL },
};

static void cuts_a_line(void **state) {
    const Row *row = *state;
    Arena arena = { 0 };
    Err err = { 0 };
    Buf joined = { 0 };
    char **words;
    int count = -1;
    const bool good = words_cut(row->line, &arena, &words, &count, &err);
    assert_int_equal(good, row->words != NULL);
    if (!good) {
        assert_int_equal(err.kind, ERR_INPUT);
    } else {
        assert_null(words[count]);
        for (int i = 0; i < count; i++) buf_addf(&joined, "%s%s", i ? "|" : "", words[i]);
        assert_string_equal(buf_text(&joined), row->words);
    }
    buf_free(&joined);
    arena_free(&arena);
}

int main(void) {
    struct CMUnitTest tests[COUNT_OF(rows)];
    for (size_t i = 0; i < COUNT_OF(rows); i++)
        tests[i] =
            (struct CMUnitTest){ .name = rows[i].name, .test_func = cuts_a_line, .initial_state = (void *)&rows[i] };
    return _cmocka_run_group_tests("words", tests, COUNT_OF(tests), NULL, NULL);
}
