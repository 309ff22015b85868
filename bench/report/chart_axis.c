#include "bench/report/chart_axis.h"
#include <math.h>

Axis axis_none(double start, double end, bool logarithmic) {
    return (Axis){ .low = INFINITY, .high = -INFINITY, .start = start, .end = end, .logarithmic = logarithmic };
}

void axis_include(Axis *axis, double value) {
    if (!isfinite(value) || (axis->logarithmic && value <= 0)) return;
    if (value < axis->low) axis->low = value;
    if (value > axis->high) axis->high = value;
}

/* The value on the scale that is drawn evenly. */
static double even(const Axis *axis, double value) { return axis->logarithmic ? log10(value) : value; }

static void add_tick(Axis *axis, double value) {
    if (axis->ticks < AXIS_TICKS_MAX && value >= axis->low && value <= axis->high) axis->tick[axis->ticks++] = value;
}

/* 1, 2 or 5 times a power of ten, so that a handful of steps fill the range. */
static double round_step(double range) {
    const double rough = range / 5, power = pow(10, floor(log10(rough)));
    const double digits = rough / power;
    return power * (digits < 1.5 ? 1 : digits < 3.5 ? 2 : digits < 7.5 ? 5 : 10);
}

static void add_even_ticks(Axis *axis) {
    const double step = round_step(axis->high - axis->low);
    for (double k = ceil(axis->low / step); k * step <= axis->high && axis->ticks < AXIS_TICKS_MAX; k++)
        add_tick(axis, k * step + 0.0); /* -0 becomes 0 */
}

/* Powers of ten, with 2 and 5 between them while there are few. */
static void add_power_ticks(Axis *axis) {
    const int first = (int)floor(log10(axis->low)), last = (int)ceil(log10(axis->high));
    const int stride = (last - first + AXIS_TICKS_MAX - 1) / AXIS_TICKS_MAX;
    const bool finely = last - first <= 3;
    for (int power = first; power <= last; power += stride) {
        add_tick(axis, pow(10, power));
        if (finely) add_tick(axis, 2 * pow(10, power));
        if (finely) add_tick(axis, 5 * pow(10, power));
    }
}

void axis_finish_exact(Axis *axis) {
    if (axis->low > axis->high) axis->low = axis->logarithmic, axis->high = axis->logarithmic ? 10 : 1;
    if (axis->logarithmic && axis->high / axis->low >= 4) add_power_ticks(axis);
    else if (axis->high > axis->low) add_even_ticks(axis);
}

void axis_finish(Axis *axis) {
    if (axis->low <= axis->high) {
        const double range = even(axis, axis->high) - even(axis, axis->low);
        const double room = range > 0 ? range / 20 : axis->logarithmic ? 0.1 : fmax(1, fabs(axis->low) / 10);
        axis->low = axis->logarithmic ? axis->low / pow(10, room) : axis->low - room;
        axis->high = axis->logarithmic ? axis->high * pow(10, room) : axis->high + room;
    }
    axis_finish_exact(axis);
}

double axis_at(const Axis *axis, double value) {
    const double inside = value < axis->low ? axis->low : value > axis->high ? axis->high : value;
    const double range = even(axis, axis->high) - even(axis, axis->low);
    const double share = range > 0 ? (even(axis, inside) - even(axis, axis->low)) / range : 0.5;
    return axis->start + share * (axis->end - axis->start);
}
