#include "bench/report/chart.h"
#include <math.h>
#include <string.h>
#include "bench/report/chart_internal.h"
#include "bench/report/html.h"
#include "bench/report/table.h"

/* What all charts share. */

void chart_open(const char *title, const char *summary, double height, Buf *out) {
    buf_add(out, "<figure class=\"chart\"><figcaption>");
    html_add(out, title);
    buf_addf(out, "</figcaption><svg viewBox=\"0 0 %d %.0f\" role=\"img\" aria-label=\"", CHART_WIDTH, height);
    html_addf(out, "%s. %s", title, summary);
    buf_add(out, "\">\n");
}

void chart_close(Buf *out) { buf_add(out, "</svg></figure>\n"); }

void chart_number(double value, Buf *out) {
    static const struct { double size; const char *sign; } units[] = { { 1e12, "T" }, { 1e9, "G" }, { 1e6, "M" }, { 1e4, "k" } };
    for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
        if (fabs(value) < units[i].size) continue;
        const double unit = units[i].size == 1e4 ? 1e3 : units[i].size;
        buf_addf(out, "%.3g%s", value / unit, units[i].sign);
        return;
    }
    buf_addf(out, "%.4g", value);
}

void chart_foot(const Axis *axis, double top, double y, const char *name, Buf *out) {
    double free_from = -1; /* numbers that would touch are left out, their lines stay */
    for (int i = 0; i < axis->ticks; i++) {
        const double x = axis_at(axis, axis->tick[i]);
        Buf number = { 0 };
        chart_number(axis->tick[i], &number);
        const double half = 3.2 * (double)number.len;
        buf_addf(out, "<path class=\"grid\" d=\"M%.1f %.1fV%.1f\"/>", x, top, y);
        if (x - half >= free_from) {
            buf_addf(out, "<text class=\"tick\" x=\"%.1f\" y=\"%.1f\">%s</text>", x, y + 12, buf_text(&number));
            free_from = x + half + 4;
        }
        buf_free(&number);
    }
    if (name) {
        buf_addf(out, "<text class=\"axis\" x=\"%d\" y=\"%.1f\">", CHART_WIDTH / 2, y + 25);
        html_add(out, name);
        buf_add(out, "</text>");
    }
    buf_add(out, "\n");
}

/* As much of a text as fits into so many columns, whole characters of UTF-8. */
static void add_cut(const char *text, int columns, Buf *out) {
    if (text_width(text) <= columns) {
        html_add(out, text);
        return;
    }
    Buf cut = { 0 };
    const char *at = text;
    while (*at) {
        const size_t before = cut.len;
        do buf_add_char(&cut, *at++);
        while ((*at & 0xc0) == 0x80);
        if (text_width(cut.text) < columns) continue;
        cut.text[before] = 0;
        break;
    }
    html_add(out, buf_text(&cut));
    buf_add(out, "…");
    buf_free(&cut);
}

void chart_row_text(const char *name, const char *figure, double y, Buf *out) {
    enum { COLUMNS = 56, GAP = 2 }; /* of text across the chart */
    buf_addf(out, "<text class=\"name\" x=\"0\" y=\"%.1f\"><title>", y);
    html_add(out, name);
    buf_add(out, "</title>");
    add_cut(name, COLUMNS - GAP - text_width(figure), out);
    buf_addf(out, "</text><text class=\"figure\" x=\"%d\" y=\"%.1f\">", CHART_WIDTH, y);
    html_add(out, figure);
    buf_add(out, "</text>\n");
}

/* A line or a bar of this class, as it looks in the chart. */
static void add_swatch(const char *class, const char *path, int number, Buf *out) {
    buf_addf(out, "<svg class=\"swatch\" viewBox=\"0 0 28 10\" aria-hidden=\"true\"><path class=\"%s%d\" d=\"%s\"/></svg> ", class, number,
             path);
}

/* Intervals. */

static void draw_interval(const Axis *axis, const IntervalRow *row, double y, Buf *out) {
    if (isnan(row->value)) return;
    const double low = axis_at(axis, row->low), high = axis_at(axis, row->high);
    if (!isnan(row->low) && !isnan(row->high)) {
        buf_addf(out, "<path class=\"error\" d=\"M%.1f %.1fH%.1f", low, y, high);
        buf_addf(out, isinf(row->low) ? "M%.1f %.1fl5 -4m-5 4l5 4" : "M%.1f %.1fm0 -4v8", low, y);
        buf_addf(out, isinf(row->high) ? "M%.1f %.1fl-5 -4m5 4l-5 4" : "M%.1f %.1fm0 -4v8", high, y);
        buf_add(out, "\"/>");
    }
    buf_addf(out, "<circle class=\"dot\" cx=\"%.1f\" cy=\"%.1f\" r=\"4\"/>\n", axis_at(axis, row->value), y);
}

void chart_intervals(const IntervalChart *chart, Buf *out) {
    enum { ROW = 32 };
    if (!chart->rows) return;
    Axis axis = axis_none(CHART_MARGIN, CHART_WIDTH - CHART_MARGIN, chart->logarithmic);
    axis_include(&axis, chart->reference);
    for (int i = 0; i < chart->rows; i++) {
        axis_include(&axis, chart->row[i].value);
        axis_include(&axis, chart->row[i].low);
        axis_include(&axis, chart->row[i].high);
    }
    axis_finish(&axis);
    const double foot = ROW * chart->rows + 4, reference = axis_at(&axis, chart->reference);
    chart_open(chart->title, "The figures stand in the table.", foot + CHART_FOOT - 12, out);
    chart_foot(&axis, 0, foot, NULL, out);
    buf_addf(out, "<path class=\"level\" d=\"M%.1f 0V%.1f\"/>\n", reference, foot);
    for (int i = 0; i < chart->rows; i++) {
        chart_row_text(chart->row[i].name, chart->row[i].figure, ROW * i + 11, out);
        draw_interval(&axis, &chart->row[i], ROW * i + 23, out);
    }
    chart_close(out);
}

/* Histograms. */

static void draw_histogram(const HistogramChart *chart, const Axis *axis, const double *count, double top, double bottom, Buf *out) {
    double most = 0;
    for (int k = 0; k < chart->bins; k++)
        if (count[k] > most) most = count[k];
    buf_add(out, "<path class=\"bars\" d=\"");
    for (int k = 0; k < chart->bins; k++) {
        if (count[k] <= 0) continue;
        const double from = axis_at(axis, chart->edge[k]), to = axis_at(axis, chart->edge[k + 1]);
        const double gap = to - from > 4 ? 0.6 : 0;
        buf_addf(out, "M%.1f %.1fV%.1fH%.1fV%.1fz", from + gap, bottom, bottom - fmax(1, (bottom - top) * count[k] / most), to - gap,
                 bottom);
    }
    buf_addf(out, "\"/><path class=\"base\" d=\"M%.1f %.1fH%.1f\"/>\n", axis->start, bottom, axis->end);
}

void chart_histograms(const HistogramChart *chart, Buf *out) {
    enum { ROW = 56, TEXT = 16 };
    if (!chart->rows || !chart->bins) return;
    Axis axis = axis_none(CHART_MARGIN, CHART_WIDTH - CHART_MARGIN, chart->logarithmic);
    axis_include(&axis, chart->edge[0]);
    axis_include(&axis, chart->edge[chart->bins]);
    axis_finish_exact(&axis);
    const double foot = ROW * chart->rows;
    chart_open(chart->title, "A row a player.", foot + CHART_FOOT, out);
    chart_foot(&axis, 0, foot, chart->x_name, out);
    for (int i = 0; i < chart->rows; i++) {
        chart_row_text(chart->row[i].name, chart->row[i].figure, ROW * i + 12, out);
        draw_histogram(chart, &axis, chart->row[i].count, ROW * i + TEXT, ROW * (i + 1), out);
    }
    chart_close(out);
}

/* Bars. */

static double bar_length(const BarChart *chart, int row) {
    double sum = 0;
    for (int k = 0; k < chart->parts; k++) sum += chart->row[row].part[k];
    return sum;
}

static void draw_bar(const BarChart *chart, int row, double most, double y, Buf *out) {
    double x = 0;
    for (int k = 0; k < chart->parts; k++) {
        const double width = CHART_WIDTH * chart->row[row].part[k] / most;
        if (width <= 0) continue;
        buf_addf(out, "<rect class=\"part%d\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"11\"><title>", k, x, y, width);
        html_addf(out, "%s: %s %.0f", chart->row[row].name, chart->part[k], chart->row[row].part[k]);
        buf_add(out, "</title></rect>");
        x += width;
    }
    buf_add(out, "\n");
}

void chart_bars(const BarChart *chart, Buf *out) {
    enum { ROW = 34 };
    double most = 0;
    for (int i = 0; i < chart->rows; i++) most = fmax(most, bar_length(chart, i));
    if (most <= 0) return;
    chart_open(chart->title, "The figures stand in the table.", ROW * chart->rows, out);
    for (int i = 0; i < chart->rows; i++) {
        chart_row_text(chart->row[i].name, chart->row[i].figure, ROW * i + 12, out);
        draw_bar(chart, i, most, ROW * i + 17, out);
    }
    buf_add(out, "</svg><ul class=\"legend\">");
    for (int k = 0; k < chart->parts; k++) {
        buf_add(out, "<li>");
        add_swatch("part", "M1 1H27V9H1Z", k, out);
        html_add(out, chart->part[k]);
        buf_add(out, "</li>");
    }
    buf_add(out, "</ul></figure>\n");
}

/* Lines. */

enum { LINES_LEFT = 34, LINES_TOP = 8, LINES_BOTTOM = 180 };

static void draw_band(const LineChart *chart, const LineSeries *series, const Axis *x, const Axis *y, int number, Buf *out) {
    buf_addf(out, "<path class=\"band%d\" d=\"", number);
    for (int i = 0; i < chart->points; i++)
        buf_addf(out, "%c%.1f %.1f", i ? 'L' : 'M', axis_at(x, chart->x[i]), axis_at(y, series->low[i]));
    for (int i = chart->points - 1; i >= 0; i--) buf_addf(out, "L%.1f %.1f", axis_at(x, chart->x[i]), axis_at(y, series->high[i]));
    buf_add(out, "z\"/>\n");
}

static void draw_line(const LineChart *chart, const LineSeries *series, const Axis *x, const Axis *y, int number, Buf *out) {
    bool drawn = false;
    buf_addf(out, "<path class=\"line line%d\" d=\"", number);
    for (int i = 0; i < chart->points; i++) {
        if (isnan(series->y[i])) continue;
        buf_addf(out, "%c%.1f %.1f", drawn ? 'L' : 'M', axis_at(x, chart->x[i]), axis_at(y, series->y[i]));
        drawn = true;
    }
    buf_add(out, "\"/>\n");
}

/* The band may leave the picture at the beginning, where it says little; the lines never do. */
static Axis lines_y(const LineChart *chart) {
    Axis y = axis_none(LINES_BOTTOM, LINES_TOP, false);
    for (int i = 0; i < chart->levels; i++) axis_include(&y, chart->level[i].y);
    for (int s = 0; s < chart->series_count; s++)
        for (int i = 0; i < chart->points; i++) axis_include(&y, chart->series[s].y[i]);
    axis_finish(&y);
    return y;
}

static void draw_levels(const LineChart *chart, const Axis *y, Buf *out) {
    for (int i = 0; i < y->ticks; i++) {
        const double at = axis_at(y, y->tick[i]);
        buf_addf(out, "<path class=\"grid\" d=\"M%d %.1fH%d\"/><text class=\"tick left\" x=\"%d\" y=\"%.1f\">", LINES_LEFT, at, CHART_WIDTH,
                 LINES_LEFT - 4, at + 4);
        chart_number(y->tick[i], out);
        html_add(out, chart->y_unit);
        buf_add(out, "</text>");
    }
    for (int i = 0; i < chart->levels; i++) {
        const double at = axis_at(y, chart->level[i].y);
        buf_addf(out, "<path class=\"level\" d=\"M%d %.1fH%d\"/><text class=\"level\" x=\"%d\" y=\"%.1f\">", LINES_LEFT, at, CHART_WIDTH,
                 CHART_WIDTH - 2, at - 3);
        html_add(out, chart->level[i].name);
        buf_add(out, "</text>");
    }
    buf_add(out, "\n");
}

void chart_lines(const LineChart *chart, Buf *out) {
    if (!chart->points || !chart->series_count) return;
    Axis x = axis_none(LINES_LEFT, CHART_WIDTH - CHART_MARGIN, false);
    axis_include(&x, 0);
    axis_include(&x, chart->x[chart->points - 1]);
    axis_finish_exact(&x);
    const Axis y = lines_y(chart);
    chart_open(chart->title, "The last figures stand below.", LINES_BOTTOM + CHART_FOOT, out);
    chart_foot(&x, LINES_TOP, LINES_BOTTOM, chart->x_name, out);
    draw_levels(chart, &y, out);
    for (int s = 0; s < chart->series_count; s++)
        if (chart->series[s].low) draw_band(chart, &chart->series[s], &x, &y, s, out);
    for (int s = 0; s < chart->series_count; s++) draw_line(chart, &chart->series[s], &x, &y, s, out);
    buf_add(out, "</svg><ul class=\"legend\">");
    for (int s = 0; s < chart->series_count; s++) {
        buf_add(out, "<li>");
        add_swatch("line line", "M1 5H27", s, out);
        html_addf(out, "%s %s", chart->series[s].name, chart->series[s].figure);
        buf_add(out, "</li>");
    }
    buf_add(out, "</ul></figure>\n");
}
