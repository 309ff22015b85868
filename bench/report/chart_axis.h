/* The scale of a chart: numbers to places, and the round numbers that are marked on it. Pure. */
#ifndef BENCH_REPORT_CHART_AXIS_H
#define BENCH_REPORT_CHART_AXIS_H
#include <stdbool.h>

enum { AXIS_TICKS_MAX = 12 };

typedef struct {
    double low, high;   /* values at the ends; positive when logarithmic */
    double start, end;  /* where the ends are drawn */
    bool logarithmic;
    double tick[AXIS_TICKS_MAX];
    int ticks;
} Axis;

/* Begin with no values; those that are not finite, or not positive on a logarithmic axis, never widen it. */
Axis axis_none(double start, double end, bool logarithmic);
void axis_include(Axis *axis, double value);
/* After the last value: room at both ends, ticks at round numbers. An axis without values goes from 0 to 1 (1 to 10). */
void axis_finish(Axis *axis);
/* The same with the ends as they are, such as 0 and 100 %. */
void axis_finish_exact(Axis *axis);
/* Where a value is drawn; values beyond the ends, infinite ones too, are drawn at them. */
double axis_at(const Axis *axis, double value);
#endif
