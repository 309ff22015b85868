/* A run as a section of an HTML page: figures, charts, tables, and its games to step through. */
#ifndef BENCH_REPORT_RUN_PAGE_H
#define BENCH_REPORT_RUN_PAGE_H
#include "bench/store/store.h"
#include "engine/core/buf.h"

/* Append the section of run `id` (0: the newest). games: as many as the page may hold, 0 for as many as fit
 * (PACK_BYTES). */
bool run_page_write(Store *store, int64_t id, int64_t games, Buf *out, Err *err);
#endif
