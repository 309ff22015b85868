#include "tuner/spsa/perturb.h"
#include <math.h>

static double clamp(double value, double min, double max) { return fmin(fmax(value, min), max); }

/* Half of c is kept whatever the room: a parameter at its bound must see what lies inside. Whole numbers need a step. */
static double shrink(const PerturbSpec *spec) {
    const double room = fmin(spec->max - spec->value, spec->value - spec->min);
    const double least = fmax(spec->c / 2, spec->whole ? fmin(spec->c, 1) : 0);
    return fmax(fmin(spec->c, room), least);
}

Perturbed perturb(const PerturbSpec *spec, int sign, double draw) {
    const double c = shrink(spec);
    double plus = spec->value + c * sign, minus = spec->value - c * sign;
    if (spec->whole) {
        plus = floor(plus + draw);
        minus = floor(minus + draw);
    }
    const double plus_in = clamp(plus, spec->min, spec->max), minus_in = clamp(minus, spec->min, spec->max);
    return (Perturbed){ .plus = plus_in, .minus = minus_in, .hindered = c < spec->c || plus_in != plus || minus_in != minus };
}
