/* What the charts of this folder are drawn with. Lengths are units of the viewBox: CHART_WIDTH across, which is about a
 * phone's width in pixels. */
#ifndef BENCH_REPORT_CHART_INTERNAL_H
#define BENCH_REPORT_CHART_INTERNAL_H
#include "bench/report/chart.h"
#include "bench/report/chart_axis.h"

enum { CHART_WIDTH = 400, CHART_MARGIN = 8, CHART_FOOT = 30 /* ticks and the axis's name below a plot */ };

/* <figure>, the title as its caption, and the <svg>; its name for those who don't see it is the title and a summary. */
void chart_open(const char *title, const char *summary, double height, Buf *out);
void chart_close(Buf *out); /* </svg></figure> */
/* Ticks with their numbers below y, lines up from there; a name (may be NULL) under them. */
void chart_foot(const Axis *axis, double top, double y, const char *name, Buf *out);
/* A row's name at the left and its figure at the right, at the line y; long names are cut, whole as a tooltip. */
void chart_row_text(const char *name, const char *figure, double y, Buf *out);
/* A number as ticks show it: 0.05, 250, 1.2M. */
void chart_number(double value, Buf *out);
#endif
