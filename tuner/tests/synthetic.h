/* Made-up positions whose true weights are known. */
#ifndef TUNER_TESTS_SYNTHETIC_H
#define TUNER_TESTS_SYNTHETIC_H
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "engine/core/arena.h"
#include "engine/core/rng.h"
#include "engine/tests/test.h"
#include "tuner/data/trace_build.h"
#include "tuner/fit/loss.h"

typedef struct {
    int slots, games, per_game, phases;
    double k, step;     /* of the features' walk from one position of a game to the next, 0 to 1 */
    uint64_t seed;
    const double *mg, *eg; /* true weights; eg NULL: one phase */
    bool shared_result; /* the positions of a game share their draw */
} Synthetic;

static inline const char *slot_names(int i) {
    static char names[512][16];
    snprintf(names[i], sizeof names[i], "t%d", i);
    return names[i];
}

/* Counts walk: each slot keeps its count or takes a fresh one, -2 to 2. The result is whether the game's draw lies below the predicted
 * score. */
static inline void synthetic_build(const Synthetic *s, TraceSet *set) {
    Arena arena = { 0 };
    TermTable table = { .slot = arena_alloc(&arena, (size_t)s->slots * sizeof(TermSlot)), .count = s->slots, .phases = s->phases };
    for (int i = 0; i < s->slots; i++) table.slot[i].name = slot_names(i);
    TraceBuilder *builder = trace_builder_new(&table, false);
    int32_t *count = mem_zalloc((size_t)s->slots, sizeof *count);
    uint64_t at = 0, id = 0;
    for (int game = 0; game < s->games; game++) {
        const double draw = rng_real(s->seed, 2, (uint64_t)game);
        for (int i = 0; i < s->slots; i++) count[i] = (int32_t)rng_below(s->seed, 1, at++, 5) - 2;
        for (int position = 0; position < s->per_game; position++, id++) {
            for (int i = 0; position && i < s->slots; i++)
                if (rng_real(s->seed, 3, at++) < s->step) count[i] = (int32_t)rng_below(s->seed, 1, at++, 5) - 2;
            const int phase = s->eg ? (int)rng_below(s->seed, 4, id, (uint64_t)s->phases + 1) : s->phases;
            double e = 0;
            for (int i = 0; i < s->slots; i++) {
                const double share = (double)phase / s->phases;
                e += count[i] * (share * s->mg[i] + (s->eg ? (1 - share) * s->eg[i] : 0));
            }
            const double u = s->shared_result ? draw : rng_real(s->seed, 5, id);
            const int won = u < loss_predict(s->k / 400, e);
            const TraceFacts facts = { .phase = phase, .game = s->shared_result ? (uint64_t)game + 1 : id + 1, .half_points = 2 * won, .score = TRACE_NO_SCORE };
            assert_true(trace_builder_add(builder, &facts, count, NULL));
        }
    }
    size_t size;
    void *image = trace_builder_finish(builder, &size);
    assert_true(trace_adopt(set, image, size, "synthetic", NULL));
    free(count);
    arena_free(&arena);
}

/* Eight phases, games whose positions share their result, and weights that rise in the middle game and fall in the endgame, a step a
 * slot. The true weights are gone afterwards. */
static inline void synthetic_slopes(int slots, int games, int per_game, double mg_step, double eg_step, TraceSet *set) {
    double *mg = mem_alloc(2 * (size_t)slots * sizeof *mg), *eg = mg + slots;
    for (int i = 0; i < slots; i++) {
        mg[i] = 20 + mg_step * i;
        eg[i] = 80 - eg_step * i;
    }
    const Synthetic synthetic = { .slots = slots, .games = games, .per_game = per_game, .phases = 8, .k = 1.5, .step = 0.3, .seed = 11, .mg = mg, .eg = eg,
                                  .shared_result = true };
    synthetic_build(&synthetic, set);
    free(mg);
}
#endif
