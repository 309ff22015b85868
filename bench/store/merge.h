/* Runs of one specification pooled: shards that several machines played, or parts of an interrupted match. */
#ifndef BENCH_STORE_MERGE_H
#define BENCH_STORE_MERGE_H
#include "bench/store/store.h"

/* A merge is one transaction of the store that it goes into. */
typedef struct {
    Store *into;
    int64_t run;           /* that takes the pairs; 0: not found yet */
    int64_t added, held;   /* pairs copied; pairs that were there already */
} StoreMerge;

bool store_merge_begin(StoreMerge *merge, Store *into, Err *err);
/* Pool this run of another store: its pairs go into the newest run of the same specification and program, made when
 * the store holds no run. A pair that is there already is passed over. Errors (ERR_INPUT): another specification or
 * program, showing both; a pair that is there with other games; an SPRT, which counts pairs in order; a run that
 * another process is playing. */
bool store_merge_add(StoreMerge *merge, Store *from, int64_t run, Err *err);
/* Keep it all, the run finished when no pair is missing; or nothing of it. */
bool store_merge_commit(StoreMerge *merge, Err *err);
void store_merge_drop(StoreMerge *merge);
#endif
