/* Charts as SVG inside a <figure>, drawn without a browser: the same data give the same text. Colours come from the
 * page's style sheet by class; whatever a colour tells, a form or a word tells too. Texts are escaped here. */
#ifndef BENCH_REPORT_CHART_H
#define BENCH_REPORT_CHART_H
#include <stdbool.h>
#include "engine/core/buf.h"

enum { CHART_SERIES_MAX = 8 }; /* as many as the style sheet tells apart */

/* A dot with a bar of error a row: ratings, ratios, effects. A value of NAN has no dot, an infinite end an arrow. */
typedef struct { const char *name, *figure; double value, low, high; } IntervalRow;
typedef struct {
    const char *title;
    const IntervalRow *row;
    int rows;
    bool logarithmic;
    double reference; /* a line through all rows, such as 0 Elo or a ratio of 1 */
} IntervalChart;
void chart_intervals(const IntervalChart *chart, Buf *out);

/* Lines over a common count, such as games played, with levels across. A series may have a band around it. */
typedef struct { const char *name, *figure; const double *y, *low, *high; /* low and high may be NULL */ } LineSeries;
typedef struct { const char *name; double y; } LineLevel;
typedef struct {
    const char *title, *x_name, *y_unit;
    const double *x;
    int points;
    const LineSeries *series;
    int series_count;
    const LineLevel *level;
    int levels;
} LineChart;
void chart_lines(const LineChart *chart, Buf *out);

/* A histogram a row over one axis: bin k of a row lies between edge[k] and edge[k + 1]. */
typedef struct { const char *name, *figure; const double *count; } HistogramRow;
typedef struct {
    const char *title, *x_name;
    const double *edge;
    int bins;
    bool logarithmic;
    const HistogramRow *row;
    int rows;
} HistogramChart;
void chart_histograms(const HistogramChart *chart, Buf *out);

/* A bar a row, made of parts that every row has. */
enum { BAR_PARTS_MAX = 4 };
typedef struct { const char *name, *figure; double part[BAR_PARTS_MAX]; } BarRow;
typedef struct {
    const char *title;
    const char *part[BAR_PARTS_MAX]; /* their names */
    int parts;
    const BarRow *row;
    int rows;
} BarChart;
void chart_bars(const BarChart *chart, Buf *out);
#endif
