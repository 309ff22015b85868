#include "engine/tests/test.h"
#include <string.h>
#include "bench/report/chart.h"
#include "bench/report/chart_axis.h"

/* Axes. */

static void axes_put_the_ends_at_the_ends_and_keep_the_order(void **state) {
    static const double values[] = { 0.02, 0.5, 3, 700 };
    (void)state;
    for (int logarithmic = 0; logarithmic < 2; logarithmic++) {
        Axis axis = axis_none(100, 20, logarithmic);
        for (size_t i = 0; i < COUNT_OF(values); i++) axis_include(&axis, values[i]);
        axis_finish_exact(&axis);
        assert_near(axis_at(&axis, 0.02), 100, 1e-9);
        assert_near(axis_at(&axis, 700), 20, 1e-9);
        for (size_t i = 1; i < COUNT_OF(values); i++) assert_true(axis_at(&axis, values[i]) < axis_at(&axis, values[i - 1]));
    }
}

static void values_beyond_an_axis_are_drawn_at_its_ends(void **state) {
    Axis axis = axis_none(0, 10, false);
    (void)state;
    axis_include(&axis, -1);
    axis_include(&axis, 1);
    axis_include(&axis, NAN);
    axis_include(&axis, INFINITY);
    axis_finish_exact(&axis);
    assert_near(axis_at(&axis, -INFINITY), 0, 0);
    assert_near(axis_at(&axis, 5), 10, 0);
    assert_near(axis_at(&axis, 0), 5, 1e-12);
}

static void ticks_are_round_and_few(void **state) {
    static const struct { double low, high; bool logarithmic; double first; int least; } rows[] = {
        { 0, 100, false, 0, 5 }, { -37, 41, false, -20, 3 }, { 0, 1e7, false, 0, 5 }, { 0.3, 0.31, false, 0.3, 5 },
        { 1, 1000, true, 1, 4 }, { 0.4, 90, true, 0.5, 5 },  { 0.8, 1.2, true, 0.8, 3 }, { 1, 1e30, true, 1, 8 },
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        Axis axis = axis_none(0, 400, rows[i].logarithmic);
        axis_include(&axis, rows[i].low);
        axis_include(&axis, rows[i].high);
        axis_finish_exact(&axis);
        if (axis.ticks < rows[i].least || axis.ticks > AXIS_TICKS_MAX) fail_msg("row %zu: %d ticks", i, axis.ticks);
        assert_near(axis.tick[0], rows[i].first, 1e-9);
        for (int k = 1; k < axis.ticks; k++) assert_true(axis.tick[k] > axis.tick[k - 1]);
    }
}

static void an_axis_of_one_value_has_it_in_the_middle(void **state) {
    (void)state;
    for (int logarithmic = 0; logarithmic < 2; logarithmic++) {
        Axis axis = axis_none(0, 10, logarithmic);
        axis_include(&axis, 3);
        axis_finish(&axis);
        assert_near(axis_at(&axis, 3), 5, 1e-9);
        Axis empty = axis_none(0, 10, logarithmic);
        axis_finish(&empty);
        assert_true(empty.low < empty.high && empty.ticks > 0);
    }
}

/* Charts. */

static int count_of(const char *text, const char *what) {
    int count = 0;
    for (; (text = strstr(text, what)); text += strlen(what)) count++;
    return count;
}

static void intervals_have_a_dot_a_row_and_arrows_where_unbounded(void **state) {
    const IntervalRow row[] = { { "a<b", "+1 & 2", 1, -1, 3 }, { "open", "+5", 5, 2, INFINITY }, { "unknown", "-", NAN, NAN, NAN } };
    Buf out = { 0 };
    (void)state;
    chart_intervals(&(IntervalChart){ .title = "\"T\"", .row = row, .rows = 3 }, &out);
    assert_int_equal(count_of(out.text, "<circle"), 2);
    assert_int_equal(count_of(out.text, "class=\"error\""), 2);
    assert_int_equal(count_of(out.text, "l-5 -4m5 4l-5 4"), 1);
    assert_int_equal(count_of(out.text, "a&lt;b</text>"), 1);
    assert_non_null(strstr(out.text, "+1 &amp; 2</text>"));
    assert_non_null(strstr(out.text, "aria-label=\"&quot;T&quot;."));
    assert_null(strstr(out.text, "nan"));
    assert_null(strstr(out.text, "inf"));
    buf_free(&out);
}

static void long_names_are_cut_between_characters(void **state) {
    const IntervalRow row = { "一二三四五六七八九十一二三四五六七八九十一二三四五六七八九十一二三四五六七八九十", "+1.0", 1, 0, 2 };
    Buf out = { 0 };
    (void)state;
    chart_intervals(&(IntervalChart){ .title = "t", .row = &row, .rows = 1 }, &out);
    const char *cut = strstr(out.text, "</title>") + strlen("</title>"), *end = strstr(cut, "…</text>");
    assert_non_null(end);
    assert_true(end > cut && end - cut < (long)strlen(row.name));
    assert_int_equal((end - cut) % 3, 0); /* whole characters of three bytes */
    assert_memory_equal(cut, row.name, (size_t)(end - cut));
    buf_free(&out);
}

static void lines_skip_what_is_unknown(void **state) {
    const double x[] = { 2, 4, 6 }, known[] = { 50, 60, 55 }, late[] = { NAN, 10, 20 };
    const LineSeries series[] = { { .name = "p", .figure = "55 %", .y = known, .low = known, .high = known },
                                  { .name = "q", .figure = "20 %", .y = late } };
    const LineLevel level = { "half", 50 };
    Buf out = { 0 };
    (void)state;
    chart_lines(&(LineChart){ .title = "t", .x_name = "games", .y_unit = "%", .x = x, .points = 3, .series = series, .series_count = 2,
                              .level = &level, .levels = 1 }, &out);
    const char *second = strstr(out.text, "class=\"line line1\" d=\"");
    assert_non_null(second);
    assert_int_equal(second[strlen("class=\"line line1\" d=\"")], 'M');
    assert_null(strstr(out.text, "nan"));
    assert_int_equal(count_of(out.text, "class=\"band0\""), 1);
    assert_int_equal(count_of(out.text, "<li>"), 2);
    assert_non_null(strstr(out.text, ">half</text>"));
    buf_free(&out);
}

static void histograms_draw_the_bins_that_hold_something(void **state) {
    const double edge[] = { 1, 2, 4, 8 }, count[] = { 5, 0, 10 };
    const HistogramRow row = { "p", "mean 3", count };
    Buf out = { 0 };
    (void)state;
    chart_histograms(&(HistogramChart){ .title = "t", .x_name = "nodes", .edge = edge, .bins = 3, .logarithmic = true, .row = &row, .rows = 1 }, &out);
    const char *bars = strstr(out.text, "class=\"bars\" d=\"");
    assert_non_null(bars);
    assert_int_equal(count_of(bars, "z"), 2);
    buf_free(&out);
}

static void bars_share_the_width_by_their_parts(void **state) {
    const BarRow row[] = { { "r", "4", { 1, 0, 3 } }, { "s", "2", { 2 } } };
    Buf out = { 0 };
    (void)state;
    chart_bars(&(BarChart){ .title = "t", .part = { "a", "b", "c" }, .parts = 3, .row = row, .rows = 2 }, &out);
    assert_int_equal(count_of(out.text, "<rect"), 3);
    assert_non_null(strstr(out.text, "class=\"part0\" x=\"0.0\" y=\"17.0\" width=\"100.0\""));
    assert_non_null(strstr(out.text, "class=\"part2\" x=\"100.0\" y=\"17.0\" width=\"300.0\""));
    assert_non_null(strstr(out.text, "<title>r: c 3</title>"));
    buf_free(&out);
}

static void charts_of_nothing_are_left_out(void **state) {
    Buf out = { 0 };
    (void)state;
    chart_intervals(&(IntervalChart){ .title = "t" }, &out);
    chart_lines(&(LineChart){ .title = "t" }, &out);
    chart_histograms(&(HistogramChart){ .title = "t" }, &out);
    chart_bars(&(BarChart){ .title = "t" }, &out);
    assert_int_equal(out.len, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(axes_put_the_ends_at_the_ends_and_keep_the_order),
        cmocka_unit_test(values_beyond_an_axis_are_drawn_at_its_ends),
        cmocka_unit_test(ticks_are_round_and_few),
        cmocka_unit_test(an_axis_of_one_value_has_it_in_the_middle),
        cmocka_unit_test(intervals_have_a_dot_a_row_and_arrows_where_unbounded),
        cmocka_unit_test(long_names_are_cut_between_characters),
        cmocka_unit_test(lines_skip_what_is_unknown),
        cmocka_unit_test(histograms_draw_the_bins_that_hold_something),
        cmocka_unit_test(bars_share_the_width_by_their_parts),
        cmocka_unit_test(charts_of_nothing_are_left_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
