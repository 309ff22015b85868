#include "engine/tests/test.h"
#include <string.h>
#include "engine/core/text.h"

static void utf8_is_told_from_other_bytes(void **state) {
    (void)state;
    static const struct { const char *bytes; bool valid; } rows[] = {
        { "", true },           { "abc", true },        { "\xc3\xa9", true },         { "炮二平五", true },
        { "\xf0\x9f\x80\x80", true }, { "\xf4\x8f\xbf\xbf", true },
        { "\xc5\xda", false },  { "\xc0\x80", false },  { "\xc3", false },            { "\xe7\x82", false },
        { "\xed\xa0\x80", false }, { "\xe0\x80\x80", false }, { "\xf0\x80\x80\x80", false }, { "\xf4\x90\x80\x80", false },
        { "\x80", false },      { "\xff", false },      { "a\xe7\x82z", false },
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++)
        assert_int_equal(utf8_valid(rows[i].bytes, strlen(rows[i].bytes)), rows[i].valid);
}

static void a_character_has_its_size(void **state) {
    (void)state;
    assert_int_equal(utf8_size("a", TEXT_CHAR_MAX), 1);
    assert_int_equal(utf8_size("\xc3\xa9z", TEXT_CHAR_MAX), 2);
    assert_int_equal(utf8_size("炮", TEXT_CHAR_MAX), 3);
    assert_int_equal(utf8_size("炮", 2), 0);
    assert_int_equal(utf8_size("\xf0\x9f\x80\x80", TEXT_CHAR_MAX), 4);
    assert_int_equal(utf8_size("\xf0\x9f", TEXT_CHAR_MAX), 0);
}

static void a_line_has_no_control_characters(void **state) {
    (void)state;
    static const struct { const char *text; bool line; } rows[] = {
        { "", true },         { "full null_move=0", true }, { "马炮 é \xf0\x9f\x80\x80", true }, { "~", true },
        { "a\nb", false },    { "a\tb", false },            { "\x1b[2J", false },             { "\x7f", false },
        { "\xc2\x9b", false }, { "\xc2\xa0", true },        { "a\xe2\x80\xa8", false },       { "\xe2\x80\xa9", false },
        { "\xff", false },    { "\xe7\x82", false },
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++)
        if (text_is_line(rows[i].text) != rows[i].line) fail_msg("row %zu", i);
}

static void what_yaml_cannot_hold_is_escaped(void **state) {
    (void)state;
    Buf out = { 0 };
    text_add_quoted("a\"\\\n\x1b\x7f\xc2\x9b\xe2\x80\xa8\xef\xbb\xbf\xef\xbf\xbf红\xff", &out);
    assert_string_equal(buf_text(&out), "\"a\\\"\\\\\\x0a\\x1b\\x7f\\x9b\\u2028\\ufeff\\uffff红\xff\"");
    buf_free(&out);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(utf8_is_told_from_other_bytes),
        cmocka_unit_test(a_character_has_its_size),
        cmocka_unit_test(a_line_has_no_control_characters),
        cmocka_unit_test(what_yaml_cannot_hold_is_escaped),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
