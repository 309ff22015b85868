#include "bench/report/plot.h"
#include <math.h>
#include "bench/report/chart_axis.h"
#include "bench/report/html.h"

enum { WIDTH = 640, HEIGHT = 420, LEFT = 90, RIGHT = 20, TOP = 40, BOTTOM = 50, LINE_HEIGHT = 16, LEGEND = 260 };
static const char *const colours[] = { "#1b6ca8", "#c0392b", "#2e8b57", "#8e44ad", "#d68910", "#148f77", "#7f8c8d", "#a04000", "#2c3e50", "#d81b60" };
enum { COLOURS = sizeof colours / sizeof colours[0] };

typedef struct { double low, high; } Range;
typedef struct { const Plot *plot; Range x, y; Buf *out; } Canvas;

static Range range_of(const Plot *plot, bool vertical) {
    Range range = { INFINITY, -INFINITY };
    if (plot->square) return (Range){ 0, 1 };
    for (int s = 0; s < plot->count; s++)
        for (int i = 0; i < plot->series[s].count; i++) {
            const double x = plot->series[s].x[i], y = plot->series[s].y[i], value = vertical ? y : x;
            if (!isfinite(x) || !isfinite(y)) continue;
            range.low = fmin(range.low, value);
            range.high = fmax(range.high, value);
        }
    if (vertical && plot->around_zero) {
        const double most = fmax(1, fmax(range.high, -range.low));
        return (Range){ -most, most };
    }
    if (!(range.low <= range.high)) return (Range){ 0, 1 };
    if (range.low == range.high) return (Range){ range.low - 0.5, range.high + 0.5 };
    const double margin = vertical ? (range.high - range.low) * 0.05 : 0;
    return (Range){ range.low - margin, range.high + margin };
}

static double place_x(const Canvas *c, double x) { return LEFT + (x - c->x.low) / (c->x.high - c->x.low) * (WIDTH - LEFT - RIGHT); }
static double place_y(const Canvas *c, double y) { return HEIGHT - BOTTOM - (y - c->y.low) / (c->y.high - c->y.low) * (HEIGHT - TOP - BOTTOM); }

static void end_text(const Canvas *c, const char *text) {
    html_add(c->out, text);
    buf_add(c->out, "</text>\n");
}

/* Round numbers within a range. */
static Axis ticks_of(Range range, bool whole) {
    Axis axis = axis_none(0, 1, false);
    axis_include(&axis, range.low);
    axis_include(&axis, range.high);
    axis_finish_exact(&axis);
    int kept = 0;
    for (int i = 0; i < axis.ticks; i++)
        if (!whole || axis.tick[i] == round(axis.tick[i])) axis.tick[kept++] = axis.tick[i];
    axis.ticks = kept;
    return axis;
}

/* As many decimals as tell a tick from the next. */
static int decimals_of(const Axis *axis) {
    const double step = axis->ticks > 1 ? axis->tick[1] - axis->tick[0] : 1;
    const int decimals = (int)ceil(-log10(step) - 1e-9);
    return decimals < 0 ? 0 : decimals;
}

static void draw_ticks(const Canvas *c) {
    const Axis x = ticks_of(c->x, c->plot->whole_x), y = ticks_of(c->y, false);
    for (int i = 0; i < x.ticks; i++)
        buf_addf(c->out, "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%.*f</text>\n", place_x(c, x.tick[i]), HEIGHT - BOTTOM + 18, decimals_of(&x), x.tick[i]);
    for (int i = 0; i < y.ticks; i++) {
        const double at = place_y(c, y.tick[i]);
        buf_addf(c->out, "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%.*f</text>\n", LEFT - 6, at + 4, decimals_of(&y), y.tick[i]);
        buf_addf(c->out, "<line x1=\"%d\" y1=\"%.1f\" x2=\"%d\" y2=\"%.1f\" stroke=\"#eee\"/>\n", LEFT, at, WIDTH - RIGHT, at);
    }
}

static void draw_axes(const Canvas *c) {
    buf_addf(c->out, "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"none\" stroke=\"#888\"/>\n", LEFT, TOP, WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM);
    draw_ticks(c);
    buf_addf(c->out, "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">", (LEFT + WIDTH - RIGHT) / 2, HEIGHT - 10);
    end_text(c, c->plot->x_label);
    buf_addf(c->out, "<text x=\"16\" y=\"%d\" text-anchor=\"middle\" transform=\"rotate(-90 16 %d)\">", HEIGHT / 2, HEIGHT / 2);
    end_text(c, c->plot->y_label);
    if (c->plot->around_zero)
        buf_addf(c->out, "<line x1=\"%d\" y1=\"%.1f\" x2=\"%d\" y2=\"%.1f\" stroke=\"#888\"/>\n", LEFT, place_y(c, 0), WIDTH - RIGHT, place_y(c, 0));
    if (c->plot->square)
        buf_addf(c->out, "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"#888\" stroke-dasharray=\"4\"/>\n", place_x(c, 0), place_y(c, 0),
                 place_x(c, 1), place_y(c, 1));
}

static void draw_series(const Canvas *c, int number) {
    const PlotSeries *series = &c->plot->series[number];
    const char *colour = colours[number % COLOURS];
    if (!series->points) buf_addf(c->out, "<polyline fill=\"none\" stroke=\"%s\" stroke-width=\"2\" points=\"", colour);
    for (int i = 0; i < series->count; i++) {
        if (!isfinite(series->x[i]) || !isfinite(series->y[i])) continue;
        const double x = place_x(c, series->x[i]), y = place_y(c, series->y[i]);
        if (series->points) buf_addf(c->out, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"4\" fill=\"%s\"/>\n", x, y, colour);
        else buf_addf(c->out, "%.1f,%.1f ", x, y);
    }
    if (!series->points) buf_add(c->out, "\"/>\n");
    buf_addf(c->out, "<text x=\"%d\" y=\"%d\" fill=\"%s\">", c->plot->wide ? WIDTH : LEFT + 10, TOP + 18 + LINE_HEIGHT * number, colour);
    end_text(c, series->name);
}

void plot_svg(const Plot *plot, Buf *out) {
    const Canvas canvas = { .plot = plot, .x = range_of(plot, false), .y = range_of(plot, true), .out = out };
    const int legend = TOP + 18 + LINE_HEIGHT * plot->count, width = plot->wide ? WIDTH + LEGEND : WIDTH, height = legend > HEIGHT ? legend : HEIGHT;
    buf_addf(out, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" font-family=\"sans-serif\" font-size=\"12\">\n"
                  "<rect width=\"%d\" height=\"%d\" fill=\"white\"/>\n<text x=\"%d\" y=\"22\" font-size=\"15\">",
             width, height, width, height, LEFT);
    end_text(&canvas, plot->title);
    draw_axes(&canvas);
    for (int i = 0; i < plot->count; i++) draw_series(&canvas, i);
    buf_add(out, "</svg>\n");
}
