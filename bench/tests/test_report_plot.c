/* Pictures for files of their own. */
#include "engine/tests/test.h"
#include <math.h>
#include <string.h>
#include "bench/report/plot.h"

static void must_have(const Buf *out, const char *part) {
    if (!strstr(buf_text(out), part)) fail_msg("no '%s' in\n%s", part, buf_text(out));
}

static int count_of(const Buf *out, const char *part) {
    int count = 0;
    for (const char *at = buf_text(out); (at = strstr(at, part)); at++) count++;
    return count;
}

static void texts_stand_for_themselves(void **state) {
    (void)state;
    const double x[] = { 0, 1 }, y[] = { 3, 4 };
    const PlotSeries series = { .name = "options.A<B & \"C\"", .x = x, .y = y, .count = 2 };
    const Plot plot = { .title = "a < b", .x_label = "x & y", .y_label = "y", .series = &series, .count = 1 };
    Buf out = { 0 };
    plot_svg(&plot, &out);
    must_have(&out, "options.A&lt;B &amp; &quot;C&quot;</text>");
    must_have(&out, "a &lt; b</text>");
    must_have(&out, "x &amp; y</text>");
    buf_free(&out);
}

/* Three values, one of them infinite: the others stand at a quarter and at the top of an axis from -4 to 4. */
static void an_axis_around_zero_is_even(void **state) {
    (void)state;
    const double x[] = { 0, 5, 10 }, y[] = { -2, INFINITY, 4 };
    const PlotSeries series = { .name = "moved", .x = x, .y = y, .count = 3 };
    const Plot plot = { .title = "t", .x_label = "x", .y_label = "y", .series = &series, .count = 1, .around_zero = true };
    Buf out = { 0 };
    plot_svg(&plot, &out);
    must_have(&out, "points=\"90.0,287.5 620.0,40.0 \""); /* 40 to 370, zero at 205 */
    must_have(&out, "<line x1=\"90\" y1=\"205.0\" x2=\"620\" y2=\"205.0\" stroke=\"#888\"/>");
    must_have(&out, ">-4</text>");
    buf_free(&out);
}

static void ticks_are_round(void **state) {
    (void)state;
    const double x[] = { 0, 3 }, y[] = { -2.65018, 0.530036 };
    const PlotSeries series = { .name = "moved", .x = x, .y = y, .count = 2 };
    Plot plot = { .title = "t", .x_label = "x", .y_label = "y", .series = &series, .count = 1, .whole_x = true };
    static const char *const whole[] = { ">0</text>", ">1</text>", ">2</text>", ">3</text>", ">-2.5</text>", ">-0.5</text>", ">0.0</text>", ">0.5</text>" };
    Buf out = { 0 };
    plot_svg(&plot, &out);
    for (size_t i = 0; i < COUNT_OF(whole); i++) must_have(&out, whole[i]);
    assert_int_equal(count_of(&out, ">0.5</text>"), 1); /* of the vertical axis alone */
    buf_clear(&out);
    plot.whole_x = false;
    plot_svg(&plot, &out);
    assert_int_equal(count_of(&out, ">0.5</text>"), 2);
    buf_free(&out);
}

static void many_lines_have_a_legend_of_their_own(void **state) {
    (void)state;
    enum { LINES = 40 };
    const double x[] = { 0, 1 }, y[] = { 0, 1 };
    PlotSeries series[LINES];
    for (int i = 0; i < LINES; i++) series[i] = (PlotSeries){ .name = "line", .x = x, .y = y, .count = 2 };
    const Plot plot = { .title = "t", .x_label = "x", .y_label = "y", .series = series, .count = LINES, .wide = true };
    Buf out = { 0 };
    plot_svg(&plot, &out);
    must_have(&out, "viewBox=\"0 0 900 698\"");
    assert_int_equal(count_of(&out, ">line</text>"), LINES);
    assert_int_equal(count_of(&out, "<text x=\"640\""), LINES);
    assert_int_equal(count_of(&out, "<polyline"), LINES);
    buf_free(&out);
}

static void without_a_number_there_is_an_empty_frame(void **state) {
    (void)state;
    const double x[] = { NAN }, y[] = { 1 };
    const PlotSeries series = { .name = "none", .x = x, .y = y, .count = 1, .points = true };
    const Plot plot = { .title = "t", .x_label = "x", .y_label = "y", .series = &series, .count = 1 };
    Buf out = { 0 };
    plot_svg(&plot, &out);
    must_have(&out, "<rect x=\"90\" y=\"40\"");
    assert_int_equal(count_of(&out, "<circle"), 0);
    assert_int_equal(count_of(&out, "nan"), 0);
    buf_free(&out);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(texts_stand_for_themselves),
        cmocka_unit_test(an_axis_around_zero_is_even),
        cmocka_unit_test(ticks_are_round),
        cmocka_unit_test(many_lines_have_a_legend_of_their_own),
        cmocka_unit_test(without_a_number_there_is_an_empty_frame),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
