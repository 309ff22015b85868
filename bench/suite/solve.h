/* Players at work on a suite: what each answers to each item, and from when on it knew. */
#ifndef BENCH_SUITE_SOLVE_H
#define BENCH_SUITE_SOLVE_H
#include <stdatomic.h>
#include "bench/suite/suite.h"

typedef struct {
    bool done;             /* false: stopped before */
    bool solved;           /* by the final answer */
    Answer answer;
    int solved_depth;      /* of the iteration from which on every one held the right answer; 0 when not solved */
    uint64_t solved_nodes; /* spent when it ended */
    int64_t solved_ns;
} SuiteResult;

typedef struct {
    Limit limit;             /* of players without their own */
    int jobs;                /* searches at a time, at least 1; timed limits want no more than there are cores */
    const atomic_bool *stop; /* may be NULL */
    void *context;
    /* After each answer, one call at a time; solved: of `done`. May be NULL. */
    void (*progress)(void *context, int done, int total, int solved);
} SolveOptions;

/* Ask every player every item, each as a new game. out[item * players + player] belongs to the caller. Errors: a player
 * can't start, ERR_INTERRUPTED after a stop; answered items are kept then. */
bool suite_solve(const Suite *suite, const PlayerSpec *player, int players, const SolveOptions *options, SuiteResult *out, Err *err);
/* The limit a player has: its own or the common one. */
const Limit *solve_limit(const PlayerSpec *player, const SolveOptions *options);
/* Solve an item twice more, with the wanted moves alone and with the played one alone, so that both evaluations can be
 * set side by side. `right` may be empty (count 0) when no move is the right one. false with *err when this kind of
 * player can't say. */
bool suite_explain(const SuiteItem *item, const PlayerSpec *player, const Limit *limit, Move played, Explanation *right,
                   Explanation *wrong, Err *err);
#endif
