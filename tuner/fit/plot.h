/* Pictures of numbers: lines and points over two axes, as SVG. */
#ifndef TUNER_FIT_PLOT_H
#define TUNER_FIT_PLOT_H
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
    PlotSeries series[4];
    int count;
    bool square;           /* both axes 0 to 1, with the diagonal */
} Plot;

/* Append the picture; a plot without any finite pair is an empty frame. */
void plot_svg(const Plot *plot, Buf *out);
#endif
