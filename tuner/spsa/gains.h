/* Gains of SPSA: how far apart the two sides of an iteration stand, and how far its result moves the parameters. Plain
 * arithmetic. All tools write the same step (J. Kiiski's form of J. Spall's): a parameter goes r * h * (wins - losses), where
 * the plus side played it h above the minus side's middle; they differ in how h and r change with time. */
#ifndef TUNER_SPSA_GAINS_H
#define TUNER_SPSA_GAINS_H
#include <stdbool.h>
#include <stdint.h>

typedef enum { SCHEDULE_CONSTANT, SCHEDULE_FISHTEST, SCHEDULE_OPENBENCH, SCHEDULE_WEATHER_FACTORY } Schedule;
extern const char *const schedule_names[]; /* constant fishtest openbench weather_factory, NULL-terminated */

/* alpha, gamma and stability are the exponents and Spall's A as a share of the run. */
typedef struct {
    int schedule;                    /* Schedule */
    double r;                        /* constant: the gain; fishtest and openbench: the gain at the end */
    double alpha, gamma, stability;
    double a, c;                     /* weather_factory: factors of its two sequences */
    int64_t pairs;                   /* of the whole run, where gains depend on it */
    int64_t batch;                   /* pairs of an iteration */
} Gains;

typedef struct { double c, r; } GainStep;

/* The step of the iteration before which so many pairs were played. c is the parameter's at the end of the run; for
 * weather_factory the unit of its c. whole: the parameter takes whole numbers. */
GainStep gains_at(const Gains *gains, double c, bool whole, int64_t pairs_before);
#endif
