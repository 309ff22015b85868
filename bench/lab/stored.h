/* Experiments to the store and back: whatever a report of one needs is in the file, positions and levels included. */
#ifndef BENCH_LAB_STORED_H
#define BENCH_LAB_STORED_H
#include "bench/lab/measure.h"
#include "bench/store/experiments.h"

/* How the store keeps this experiment. Lists live in the arena; other texts are the experiment's own. */
ExperimentRecord stored_record(const Experiment *experiment, Arena *arena);
/* Fill in the measures of all[experiment_measures] that the store holds of experiment `id`; *done grows by their number. */
bool stored_measures(Store *store, int64_t id, const Experiment *experiment, Measure *all, int *done, Err *err);
/* An experiment as it was, but without its players, and its measures (*all is the caller's to free). What an older file
 * doesn't say is missing: then there are no effects, and positions have numbers for names. Free with experiment_free. */
bool stored_read(Store *store, int64_t id, Experiment *out, Measure **all, Err *err);
#endif
