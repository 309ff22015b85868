/* SPSA, iteration by iteration: values are proposed, outcomes come in, parameters move. Nothing here plays or writes; random
 * draws are by counter, so that a run is a pure function of its settings and the outcomes, and is resumed by replaying them. */
#ifndef TUNER_SPSA_SPSA_H
#define TUNER_SPSA_SPSA_H
#include "bench/stats/elo.h"
#include "engine/core/err.h"
#include "tuner/spsa/gains.h"
#include "tuner/spsa/plan.h"

enum { SPSA_LAG_MAX = 64 };

typedef struct {
    Gains gains;
    uint64_t seed;
    int lag;             /* iterations that are played while the one before them is: their values don't know its outcome */
    double tail;         /* share of the run whose mean is the result */
    bool halves;         /* even and odd iterations walk by themselves, as two runs of half the games; the result is their mean */
    /* Constant gains without a given r: multiple times what the plan asks for, with the variance of the pairs so far. The
     * plan's variance is believed like prior_pairs pairs. */
    bool live;
    PlanSpec plan;
    double multiple, prior_pairs;
} SpsaRules;

typedef struct {
    const char *name;    /* the caller's; decides its draws */
    double start, min, max, c;
    bool whole;
} SpsaParamSpec;

typedef struct {
    SpsaParamSpec spec;
    uint64_t key;        /* of its draws */
    double value;        /* where it stands; of two halves the one that moved last */
    int first, end;      /* iterations that moved it: from first to before end; end -1: it still moves */
    double *path, *push; /* by iteration from first: its value after it; how far it was taken by each game won, with its sign */
    int hindered, level; /* iterations that a bound disturbed; in which both sides had the same value */
} SpsaParam;

/* One iteration's question: which values play each other. Arrays are by parameter, frozen ones included. */
typedef struct {
    int iteration;
    int64_t first_pair;  /* number of its first pair in the run */
    int pairs;
    double *plus, *minus;
    bool *hindered;
} SpsaTask;

typedef struct {
    int64_t pairs[ELO_PAIRS]; /* by half points of the plus side */
    int64_t twins;            /* pairs whose two games were the same move for move: the sides played alike */
    int64_t faults;           /* games that a side lost by a fault */
} SpsaOutcome;

typedef struct {
    SpsaRules rules;
    SpsaParam *param;
    int count, iterations; /* parameters; iterations learned from */
    int cap;               /* of every path */
    SpsaOutcome sum;       /* of all iterations */
} Spsa;

/* What became of a parameter. error is of the mean, by batch means (NAN: too few iterations); z is the move from the start over
 * what a parameter without effect would have moved, standard normal for such a one (NAN: none played). apart is how far the first
 * half's mean lies above the second's (NAN without halves): in the root mean square twice the error of the mean. */
typedef struct { double mean, final, error, z, apart; } SpsaFinding;

void spsa_init(Spsa *spsa, const SpsaRules *rules);
void spsa_free(Spsa *spsa);
/* A parameter that takes part from the next iteration on. Returns its index. */
int spsa_add(Spsa *spsa, const SpsaParamSpec *spec);
/* It moves no more and stays at its mean so far. */
void spsa_freeze(Spsa *spsa, int index);
bool spsa_is_frozen(const SpsaParam *param);
/* The variance of one game's result, as the pairs so far and the plan have it. */
double spsa_variance(const Spsa *spsa);
/* The task of this iteration, from where the parameters stand now. Free with spsa_task_free. */
void spsa_propose(const Spsa *spsa, int iteration, SpsaTask *task);
void spsa_task_free(SpsaTask *task);
/* Take the outcome of the oldest task not yet learned from. */
void spsa_learn(Spsa *spsa, const SpsaTask *task, const SpsaOutcome *outcome);
/* The result for a parameter; whole ones are not rounded here. */
SpsaFinding spsa_finding(const Spsa *spsa, int index);

/* Who plays. The loop collects tasks in the order of submission; at most lag + 1 are out. */
typedef struct {
    void *context;
    bool (*submit)(void *context, const SpsaTask *task, Err *err);
    bool (*collect)(void *context, const SpsaTask *task, SpsaOutcome *out, Err *err);
} SpsaPlayers;
typedef struct {
    void *context;
    /* After every iteration; false ends the run with *err. May be NULL. */
    bool (*iteration)(void *context, const Spsa *spsa, const SpsaTask *task, const SpsaOutcome *outcome, Err *err);
    /* Shall no further iteration begin? Those that are out are still collected. May be NULL. */
    bool (*enough)(void *context, const Spsa *spsa);
} SpsaListener;
/* Run on until so many iterations are learned from; all tasks are collected then. */
bool spsa_run(Spsa *spsa, int until, const SpsaPlayers *players, const SpsaListener *listener, Err *err);
#endif
