/* Pictures of numbers for files of their own: lines and points over two axes, as SVG. (Charts of pages: chart.h.) */
#ifndef BENCH_REPORT_PLOT_H
#define BENCH_REPORT_PLOT_H
#include <stdbool.h>
#include "engine/core/buf.h"

typedef struct {
    const char *name;      /* in the legend */
    const double *x, *y;   /* count numbers; pairs that are not finite are left out */
    int count;
    bool points;           /* instead of a line */
} PlotSeries;

typedef struct {
    const char *title, *x_label, *y_label;
    const PlotSeries *series;
    int count;
    bool square;           /* both axes 0 to 1, with the diagonal */
    bool around_zero;      /* the vertical axis reaches from -v to v, 1 at least, with a line at zero */
    bool whole_x;          /* the horizontal axis counts something: its ticks are whole numbers */
    bool wide;             /* for many series or long names: the legend stands beside the picture */
} Plot;

/* Append the picture; a plot without any finite pair is an empty frame. Texts are escaped here. */
void plot_svg(const Plot *plot, Buf *out);
#endif
