#include "engine/tests/test.h"
#include <stdio.h>
#include <string.h>
#include "bench/client/talk.h"

static void assert_printed(const Talk *talk, const char *expected) {
    Buf text = { 0 };
    talk_print(talk, &text);
    assert_string_equal(buf_text(&text), expected);
    buf_free(&text);
}

static void say(Talk *talk, bool told, const char *text) {
    talk_add(talk, told, text, strlen(text));
}

static void lines_are_kept_in_their_order(void **state) {
    (void)state;
    Talk talk = { 0 };
    assert_printed(&talk, "");
    say(&talk, true, "position startpos\ngo depth 1\n");
    say(&talk, false, "bestmove h2e2");
    say(&talk, false, "");
    assert_printed(&talk, "> position startpos\n> go depth 1\n< bestmove h2e2\n");
}

static void only_the_newest_are_kept(void **state) {
    (void)state;
    Talk talk = { 0 };
    Buf expected = { 0 };
    for (int i = 0; i < 3 * TALK_LINES + 1; i++) {
        char line[20];
        snprintf(line, sizeof line, "line %d", i);
        say(&talk, i % 2, line);
        if (i > 2 * TALK_LINES) buf_addf(&expected, "%s %s\n", i % 2 ? ">" : "<", line);
    }
    assert_printed(&talk, buf_text(&expected));
    buf_free(&expected);
}

static void of_a_long_line_the_end_is_kept(void **state) {
    (void)state;
    Talk talk = { 0 };
    char line[400], expected[TALK_SIZE + 4];
    memset(line, 'a', sizeof line);
    memcpy(line + sizeof line - 5, "h2e2", 5);
    say(&talk, true, line);
    snprintf(expected, sizeof expected, "> ...%.*s\n", TALK_SIZE - 4, line + strlen(line) - (TALK_SIZE - 4));
    assert_printed(&talk, expected);
    /* A line that just fits stays whole. */
    Talk other = { 0 };
    line[TALK_SIZE - 1] = 0;
    say(&other, false, line);
    snprintf(expected, sizeof expected, "< %.*s\n", TALK_SIZE - 1, line);
    assert_printed(&other, expected);
}

static void what_cannot_be_printed_becomes_a_question_mark(void **state) {
    (void)state;
    Talk talk = { 0 };
    say(&talk, false, "best\x01move \xff\xe5\t.");
    assert_printed(&talk, "< best?move ???.\n");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_are_kept_in_their_order),
        cmocka_unit_test(only_the_newest_are_kept),
        cmocka_unit_test(of_a_long_line_the_end_is_kept),
        cmocka_unit_test(what_cannot_be_printed_becomes_a_question_mark),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
