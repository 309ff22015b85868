/* A look before a tuning begins, which costs seconds: does each parameter's c change any answer, do games differ, how fast are
 * they? */
#ifndef TUNER_SPSA_PREFLIGHT_H
#define TUNER_SPSA_PREFLIGHT_H
#include "tuner/spsa/config.h"
#include "tuner/spsa/games.h"

enum { PREFLIGHT_POSITIONS = 32 };
/* Positions, of `positions`, in which a parameter c above and c below its start gave different answers at all (move, score, depth
 * or nodes), and different moves. */
typedef struct { int answers, moves; } PreflightParam;
typedef struct {
    PreflightParam *param; /* by parameter; frozen ones 0 */
    int params, positions;
    int games, distinct;   /* games that were played; different ones among them */
    int twins, pairs;      /* pairs whose two games are alike; all */
    double games_a_second;
} Preflight;

/* Play two iterations' pairs with the values of the first, then ask both sides of every parameter about positions of those games. Free
 * with preflight_free. */
bool preflight_run(const SpsaConfig *config, const Openings *openings, const Spsa *spsa, int jobs, const atomic_bool *stop, Preflight *out, Err *err);
/* ERR_INPUT names the parameters whose c changes nothing, or says that games repeat. */
bool preflight_check(const Preflight *preflight, const Spsa *spsa, Err *err);
void preflight_free(Preflight *preflight);
#endif
