/* Simulated tests: how often an SPRT errs and how long it takes where the truth is known.
 *
 * Games follow R. Coulom's BayesElo model: with an advantage of x a game is won with probability 1 / (1 + 10^((d - x) /
 * 400)) and lost with 1 / (1 + 10^((d + x) / 400)), where d says how frequent draws are. An opening gives Red an
 * advantage of its own, in both games of its pair; otherwise all games are independent. */
#ifndef BENCH_STATS_SPRT_SIM_H
#define BENCH_STATS_SPRT_SIM_H
#include "bench/stats/sprt.h"

enum { SIM_BIASES_MAX = 4 };

/* What openings and players are like. Both numbers are BayesElo. */
typedef struct {
    const char *name;            /* "balanced" */
    const char *help;            /* one line, no full stop */
    double draw_elo;             /* d above: 0 is no draws, 200 about a half, 500 nine in ten */
    double bias[SIM_BIASES_MAX]; /* Red's advantage; each of them in an equal share of the openings */
    int biases;
} SimScenario;
/* What tests are tried in. */
extern const SimScenario sim_scenarios[];
extern const int sim_scenario_count;

/* What is counted: pairs by their half points, as matches do it, or the same games one by one. */
typedef enum { SIM_PAIRS, SIM_GAMES } SimCounting;

typedef struct {
    SprtSpec sprt;
    SimCounting counting;
    int batch;         /* pairs that are added between two looks at the ratio; 1: a look after every pair */
    int64_t pairs_max; /* a test that is not decided by then is given up */
    uint64_t seed;
    double chances[3][3]; /* [i][j]: first player scores i half points with Red and j with Black */
} SimSpec;

/* Sums over tests, whole numbers, so that the order of adding them up doesn't matter. */
typedef struct {
    int64_t tests, accepted_h0, accepted_h1; /* the rest was given up */
    int64_t pairs, pairs_squared;            /* sum of the lengths and of their squares */
} SimResult;

/* Chances of a pair's results when the first player is stronger by `elo` (BayesElo). */
void sim_chances(const SimScenario *scenario, double elo, double chances[3][3]);
/* Strength of the first player under these chances in the unit of the test's elo0 and elo1. */
double sim_strength(SprtModel model, SimCounting counting, const double chances[3][3]);
/* Fill in the chances with which the first player's strength is `strength`, in the unit of spec->sprt as it stands
 * with spec->counting. false when no difference of players gives that. */
bool sim_set_strength(SimSpec *spec, const SimScenario *scenario, double strength, Err *err);
/* Run test number `number` and add it to *result. A pure function of the specification and the number. */
void sim_add_test(const SimSpec *spec, uint64_t number, SimResult *result);
/* Put the sums of `part` into *result. */
void sim_add(const SimResult *part, SimResult *result);
/* The five chances of a pair that sprt_plan reads. */
void sim_plan_chances(const double chances[3][3], double out[ELO_PAIRS]);
#endif
