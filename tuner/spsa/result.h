/* What a tuning by SPSA has to say: its parameters with their moves, and the values in the forms that are pasted elsewhere. */
#ifndef TUNER_SPSA_RESULT_H
#define TUNER_SPSA_RESULT_H
#include "bench/report/table.h"
#include "tuner/spsa/config.h"

/* The value that a parameter gets: its mean, rounded for whole numbers, frozen ones' own. */
double result_value(const Spsa *spsa, int index);
/* The player with its values as a mapping that is a variant or engine file: results, or (at_start) those it began with. */
bool result_player(const SpsaConfig *config, const Spsa *spsa, bool at_start, Buf *out, Err *err);
/* Parameters, games, and the values as setoption lines, C defines and YAML. */
void result_report(const SpsaConfig *config, const Spsa *spsa, TableForm form, Buf *out);
/* The history, a line an iteration: values of all parameters after it. */
void result_csv(const Spsa *spsa, Buf *out);
/* The same as a picture: moves in units of c, one line a parameter. */
void result_svg(const Spsa *spsa, Buf *out);
#endif
