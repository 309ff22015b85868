#include "engine/tests/test.h"
#include "bench/report/run_report.h"
#include "bench/report/table.h"

static void fill(Table *table) {
    table_init(table, "Title");
    table_add_column(table, "name", true);
    table_add_column(table, "n", false);
    table_add(table, "%s", "a|b");
    table_add(table, "%d", 7);
    table_add(table, "%s", "炮, \"平\"");
    table_add(table, "%d", 1234);
}

static void text_aligns_by_what_a_terminal_shows(void **state) {
    (void)state;
    Table table;
    Buf out = { 0 };
    fill(&table);
    table_write(&table, TABLE_TEXT, &out);
    assert_string_equal(buf_text(&out), "Title\nname         n\na|b          7\n炮, \"平\"  1234\n");
    buf_free(&out);
    table_free(&table);
}

static void markdown_escapes_bars_and_aligns_numbers_right(void **state) {
    (void)state;
    Table table;
    Buf out = { 0 };
    fill(&table);
    table_write(&table, TABLE_MARKDOWN, &out);
    assert_string_equal(buf_text(&out), "### Title\n\n| name | n |\n| --- | ---: |\n| a\\|b | 7 |\n| 炮, \"平\" | 1234 |\n");
    buf_free(&out);
    table_free(&table);
}

static void csv_quotes_what_needs_it(void **state) {
    (void)state;
    Table table;
    Buf out = { 0 };
    fill(&table);
    table_write(&table, TABLE_CSV, &out);
    assert_string_equal(buf_text(&out), "name,n\na|b,7\n\"炮, \"\"平\"\"\",1234\n");
    buf_free(&out);
    table_free(&table);
}

static void a_table_without_rows_writes_nothing(void **state) {
    (void)state;
    Table table;
    Buf out = { 0 };
    table_init(&table, "Title");
    table_add_column(&table, "name", true);
    table_write(&table, TABLE_TEXT, &out);
    assert_string_equal(buf_text(&out), "");
    table_free(&table);
}

static void widths_count_columns_not_bytes(void **state) {
    (void)state;
    assert_int_equal(text_width(""), 0);
    assert_int_equal(text_width("abc"), 3);
    assert_int_equal(text_width("é"), 1);
    assert_int_equal(text_width("中炮"), 4);
    assert_int_equal(text_width("\xff\xe4"), 2); /* no UTF-8: one a byte, and never past the end */
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(text_aligns_by_what_a_terminal_shows),
        cmocka_unit_test(markdown_escapes_bars_and_aligns_numbers_right),
        cmocka_unit_test(csv_quotes_what_needs_it),
        cmocka_unit_test(a_table_without_rows_writes_nothing),
        cmocka_unit_test(widths_count_columns_not_bytes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
