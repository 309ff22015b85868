#include "engine/tests/test.h"
#include <string.h>
#include "bench/report/html.h"
#include "bench/report/html_page.h"
#include "bench/report/table.h"

static void texts_stand_for_themselves_in_html(void **state) {
    static const struct { const char *text, *html; } rows[] = {
        { "", "" },
        { "plain", "plain" },
        { "</script><script>alert(1)</script>", "&lt;/script&gt;&lt;script&gt;alert(1)&lt;/script&gt;" },
        { "\" onload='x'", "&quot; onload=&#39;x&#39;" },
        { "a & b &amp; c", "a &amp; b &amp;amp; c" },
        { "炮二平五", "炮二平五" },
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        Buf out = { 0 };
        html_add(&out, rows[i].text);
        assert_string_equal(buf_text(&out), rows[i].html);
        buf_free(&out);
    }
}

static void formatted_texts_are_escaped_as_a_whole(void **state) {
    Buf out = { 0 };
    (void)state;
    html_addf(&out, "%s < %d", "<b>", 3);
    assert_string_equal(out.text, "&lt;b&gt; &lt; 3");
    buf_free(&out);
}

static void json_cannot_end_its_script(void **state) {
    Buf out = { 0 };
    (void)state;
    html_add_json(&out, "{\"a\": \"</script><!--\", \"b\": \"x<\"}");
    assert_string_equal(out.text, "{\"a\": \"\\u003c/script>\\u003c!--\", \"b\": \"x\\u003c\"}");
    buf_free(&out);
}

static void slots_are_filled_once_and_what_fills_them_is_left_alone(void **state) {
    const HtmlSlot slots[] = { { "a", "{{b}}" }, { "b", "2" } };
    Buf out = { 0 };
    (void)state;
    html_fill(&out, "<{{a}}|{{b}}|{{a}}>", slots, 2);
    assert_string_equal(out.text, "<{{b}}|2|{{b}}>");
    buf_free(&out);
}

static void a_table_as_html_has_a_name_heads_and_escaped_cells(void **state) {
    Buf out = { 0 };
    Table table;
    (void)state;
    table_init(&table, "Who & what");
    table_add_column(&table, "name", true);
    table_add_column(&table, "<n>", false);
    table_add(&table, "%s", "<i>\"x\"");
    table_add(&table, "%d", 7);
    table_write(&table, TABLE_HTML, &out);
    assert_non_null(strstr(out.text, "aria-label=\"Who &amp; what\""));
    assert_non_null(strstr(out.text, "<caption>Who &amp; what</caption>"));
    assert_non_null(strstr(out.text, "<tr><th scope=\"col\" class=\"left\">name</th><th scope=\"col\">&lt;n&gt;</th></tr>"));
    assert_non_null(strstr(out.text, "<tr><td class=\"left\">&lt;i&gt;&quot;x&quot;</td><td>7</td></tr>"));
    table_free(&table);
    buf_free(&out);
}

/* Nothing in the page may name another place to load something from. */
static void a_page_loads_nothing(void **state) {
    static const char *const loads[] = { "http://", "https://", "src=", "@import", "url(//", "fetch(", "XMLHttp", "import " };
    Buf out = { 0 };
    (void)state;
    html_page_write("a <title>", "<p>body</p>\n", true, &out);
    assert_non_null(strstr(out.text, "<title>a &lt;title&gt;</title>"));
    assert_non_null(strstr(out.text, "<p>body</p>"));
    assert_non_null(strstr(out.text, "default-src 'none'"));
    assert_null(strstr(out.text, "{{"));
    for (size_t i = 0; i < COUNT_OF(loads); i++) {
        const char *at = strstr(out.text, loads[i]);
        if (at && strncmp(at, "http://www.w3.org/2000/svg", 26) == 0) at = strstr(at + 1, loads[i]); /* a name, not a place */
        if (at) fail_msg("the page says '%.40s'", at);
    }
    buf_free(&out);
}

static void a_page_without_games_has_no_script(void **state) {
    Buf out = { 0 };
    (void)state;
    html_page_write("t", "", false, &out);
    assert_null(strstr(out.text, "<script"));
    buf_free(&out);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(texts_stand_for_themselves_in_html),
        cmocka_unit_test(formatted_texts_are_escaped_as_a_whole),
        cmocka_unit_test(json_cannot_end_its_script),
        cmocka_unit_test(slots_are_filled_once_and_what_fills_them_is_left_alone),
        cmocka_unit_test(a_table_as_html_has_a_name_heads_and_escaped_cells),
        cmocka_unit_test(a_page_loads_nothing),
        cmocka_unit_test(a_page_without_games_has_no_script),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
