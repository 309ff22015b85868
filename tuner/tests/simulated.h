/* A player for tests of SPSA whose strength falls off quadratically from a best setting: games are drawn at random with the
 * expected score of the Elo difference and a fixed share of draws. */
#ifndef TUNER_TESTS_SIMULATED_H
#define TUNER_TESTS_SIMULATED_H
#include "engine/core/rng.h"
#include "tuner/spsa/spsa.h"

enum { SIMULATED_PARAMS_MAX = 16 };
typedef struct {
    double best[SIMULATED_PARAMS_MAX], elo[SIMULATED_PARAMS_MAX]; /* by parameter; Elo lost a unit away from its best value */
    double draws;
    uint64_t seed;
} Simulated;

static inline double simulated_loss(const Simulated *s, const double *value, int count) {
    double loss = 0;
    for (int i = 0; i < count; i++) loss += s->elo[i] * (value[i] - s->best[i]) * (value[i] - s->best[i]);
    return loss;
}

/* Half points of the plus side in one game. */
static inline int simulated_game(const Simulated *s, double elo, int64_t number) {
    const double draw = rng_real(s->seed, 1, (uint64_t)number), win = elo_to_score(elo) - s->draws / 2;
    return draw < win ? 2 : draw < win + s->draws ? 1 : 0;
}

typedef struct { Simulated player; int params; } SimulatedPlayers;

static inline bool simulated_submit(void *context, const SpsaTask *task, Err *err) {
    (void)context;
    (void)task;
    (void)err;
    return true;
}

static inline bool simulated_collect(void *context, const SpsaTask *task, SpsaOutcome *out, Err *err) {
    const SimulatedPlayers *s = context;
    const double elo = simulated_loss(&s->player, task->minus, s->params) - simulated_loss(&s->player, task->plus, s->params);
    (void)err;
    *out = (SpsaOutcome){ 0 };
    for (int64_t pair = task->first_pair; pair < task->first_pair + task->pairs; pair++)
        out->pairs[simulated_game(&s->player, elo, 2 * pair) + simulated_game(&s->player, elo, 2 * pair + 1)]++;
    return true;
}
#endif
