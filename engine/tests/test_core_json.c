#include "engine/tests/test.h"
#include "engine/core/json.h"

static void commas_stand_between_values_and_nowhere_else(void **state) {
    (void)state;
    Buf out = { 0 };
    Json json = json_to(&out);
    json_object(&json, NULL);
    json_list(&json, "empty");
    json_end_list(&json);
    json_list(&json, "numbers");
    json_int(&json, NULL, 1);
    json_real(&json, NULL, 0.5);
    json_object(&json, NULL);
    json_text(&json, "a", "b");
    json_int(&json, "c", INT64_MIN);
    json_end_object(&json);
    json_object(&json, NULL);
    json_end_object(&json);
    json_end_list(&json);
    json_int(&json, "last", 2);
    json_end_object(&json);
    assert_string_equal(buf_text(&out), "{\"empty\": [], \"numbers\": [1, 0.5, {\"a\": \"b\", \"c\": -9223372036854775808}, {}], \"last\": 2}");
    buf_free(&out);
}

static void texts_are_escaped(void **state) {
    (void)state;
    Buf out = { 0 };
    Json json = json_to(&out);
    json_text(&json, NULL, "a\"b\\c\n\x01中");
    assert_string_equal(buf_text(&out), "\"a\\\"b\\\\c\\u000a\\u0001中\"");
    buf_clear(&out);
    json = json_to(&out);
    json_text(&json, NULL, "\xff" "a\xe7\x82");
    assert_string_equal(buf_text(&out), "\"\\ufffda\\ufffd\\ufffd\"");
    buf_free(&out);
}

static void numbers_that_json_lacks_are_null(void **state) {
    (void)state;
    Buf out = { 0 };
    Json json = json_to(&out);
    json_list(&json, NULL);
    json_real(&json, NULL, (double)NAN);
    json_real(&json, NULL, -(double)INFINITY);
    json_real(&json, NULL, -0.0);
    json_real(&json, NULL, 1e300);
    json_real(&json, NULL, 1.0 / 3);
    json_end_list(&json);
    assert_string_equal(buf_text(&out), "[null, null, 0, 1e+300, 0.3333333333]");
    buf_free(&out);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(commas_stand_between_values_and_nowhere_else),
        cmocka_unit_test(texts_are_escaped),
        cmocka_unit_test(numbers_that_json_lacks_are_null),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
