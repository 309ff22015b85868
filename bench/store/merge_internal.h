/* The pairs of a merge; for bench/store alone. */
#ifndef BENCH_STORE_MERGE_INTERNAL_H
#define BENCH_STORE_MERGE_INTERNAL_H
#include "bench/store/merge.h"

/* Put the pairs of this run of `from` into the merge's run, see store_merge_add. */
bool merge_pairs(StoreMerge *merge, Store *from, int64_t run, Err *err);
#endif
