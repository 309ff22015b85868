/* `xqbench sprt --simulate`: how often a test errs and how long it takes, found out by running many of them on games
 * that are drawn by lot. */
#ifndef BENCH_CMD_SPRT_SIMULATE_H
#define BENCH_CMD_SPRT_SIMULATE_H
#include "bench/report/table.h"
#include "bench/stats/sprt.h"

typedef struct {
    SprtSpec sprt;
    int64_t tests;        /* of each kind */
    int64_t batch;        /* pairs between two looks */
    int64_t seed, jobs;
    const char *scenario; /* one of sim_scenarios, or "all" */
    bool json;
    TableForm form;       /* without json */
} SimulateArgs;

/* Run the tests and append what came out. Returns an exit code: EXIT_REGRESSED when an error rate is more than 3
 * standard errors above what the test promises. Or fills *err. */
int simulate_sprt(const SimulateArgs *args, Buf *out, Err *err);
#endif
