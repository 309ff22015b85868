/* Numbers of engines that a tuner does better to leave alone. */
#ifndef TUNER_SPSA_STRENGTH_H
#define TUNER_SPSA_STRENGTH_H

/* Why nothing but its own name should choose this number, "options.Hash", for tuning: it is a matter of resources or of the user's wishes.
 * NULL: it is one of strength. Letter case is of no account. */
const char *strength_why_not(const char *tunable);
#endif
