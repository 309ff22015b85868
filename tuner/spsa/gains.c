#include "tuner/spsa/gains.h"
#include <math.h>
#include <stddef.h>

const char *const schedule_names[] = { [SCHEDULE_CONSTANT] = "constant", [SCHEDULE_FISHTEST] = "fishtest", [SCHEDULE_OPENBENCH] = "openbench",
                                       [SCHEDULE_WEATHER_FACTORY] = "weather_factory", NULL };

/* Sequences that end at (c, r) after `steps`: c_k = c (steps / k)^gamma, r_k = r (c / c_k)^2 ((A + steps) / (A + k))^alpha. */
static GainStep decaying(const Gains *gains, double c, double least, double steps, double k) {
    const double stability = floor(gains->stability * steps);
    const double a = gains->r * c * c * pow(stability + steps, gains->alpha);
    const double c_k = fmax(c * pow(steps, gains->gamma) / pow(k, gains->gamma), least);
    return (GainStep){ .c = c_k, .r = a / pow(stability + k, gains->alpha) / (c_k * c_k) };
}

/* Time counts games, those of the iteration included. */
static GainStep weather_factory(const Gains *gains, double step, int64_t pairs_before) {
    const double t = 2.0 * (double)(pairs_before + gains->batch), stability = gains->stability * 2 * (double)gains->pairs;
    const double a_t = gains->a / pow(t + stability, gains->alpha), c_t = gains->c / pow(t, gains->gamma);
    return (GainStep){ .c = step * c_t, .r = a_t / (c_t * c_t) };
}

GainStep gains_at(const Gains *gains, double c, bool whole, int64_t pairs_before) {
    const double pairs = (double)gains->pairs, batch = (double)gains->batch;
    switch ((Schedule)gains->schedule) {
    case SCHEDULE_FISHTEST: return decaying(gains, c, 0, pairs, (double)pairs_before + 1);
    case SCHEDULE_OPENBENCH: return decaying(gains, c, whole ? 0.5 : 0, pairs / batch, floor((double)pairs_before / batch) + 1);
    case SCHEDULE_WEATHER_FACTORY: return weather_factory(gains, c, pairs_before);
    case SCHEDULE_CONSTANT: break;
    }
    return (GainStep){ .c = c, .r = gains->r };
}
