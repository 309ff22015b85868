/* Which openings games were played from before. */
#ifndef BENCH_STORE_OPENINGS_PLAYED_H
#define BENCH_STORE_OPENINGS_PLAYED_H
#include "bench/match/openings.h"
#include "bench/store/store.h"

/* Set played[i] for every opening i of the list that a run of this store used which began at or before `until_unix`, but for
 * the proofs of this tuning (its number; 0: none). Others are left as they are. An opening is its start position and moves. */
bool store_openings_played(Store *store, const Openings *openings, int64_t until_unix, int64_t tuning, bool *played, Err *err);
#endif
