/* Positions are those of random games, so that openings, middle games and bare endings all count. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include "engine/cmd/bench.h"
#include "engine/core/arena.h"
#include "engine/core/mono.h"
#include "engine/core/rng.h"
#include "engine/xq/fen.h"
#include "engine/xq/perft.h"

enum { POSITIONS = 400, PLIES = 100, PASSES = 100, PERFT_DEPTH = 4, SEED = 90 };

typedef struct {
    double captures_ns, quiets_ns, legal_ns, perft_ns; /* a position, a position, a position, in all */
} Timing;

void bench_positions(Pos *positions, int count) {
    int stored = 0;
    for (uint64_t game = 0; stored < count; game++) {
        Pos pos;
        MoveList list;
        fen_parse(POS_START_FEN, &pos, NULL);
        for (uint64_t ply = 0; ply < PLIES && stored < count && gen_legal(&pos, &list); ply++) {
            Undo undo;
            if (ply % 5 == 0) positions[stored++] = pos;
            /* The generator's order must not decide the game: the move is chosen by its code. */
            Move best = MOVE_NONE;
            for (int i = 0; i < list.count; i++)
                if (best == MOVE_NONE || rng_bits(SEED + game, ply, list.move[i]) < rng_bits(SEED + game, ply, best))
                    best = list.move[i];
            pos_make(&pos, best, &undo);
        }
    }
}

typedef void (*Listing)(const Pos *pos, MoveList *list);

/* Best of the rounds so far, in nanoseconds a position. Returns the number of moves listed in one pass. */
static uint64_t time_listing(Listing listing, const Pos *positions, double *best_ns) {
    uint64_t moves = 0;
    const int64_t start = cpu_thread_ns();
    for (int pass = 0; pass < PASSES; pass++) {
        for (int i = 0; i < POSITIONS; i++) {
            MoveList list;
            list.count = 0;
            listing(&positions[i], &list);
            moves += (uint64_t)list.count;
        }
    }
    const double ns = (double)(cpu_thread_ns() - start) / (PASSES * POSITIONS);
    if (*best_ns == 0 || ns < *best_ns) *best_ns = ns;
    return moves / PASSES;
}

static void time_legal(MoveGen method, const Pos *positions, double *best_ns) {
    int64_t start = cpu_thread_ns();
    uint64_t moves = 0;
    for (int pass = 0; pass < PASSES; pass++)
        for (int i = 0; i < POSITIONS; i++) {
            MoveList list;
            moves += (uint64_t)gen_legal_by(method, &positions[i], &list);
        }
    start = cpu_thread_ns() - start;
    const double ns = (double)start / (PASSES * POSITIONS);
    if (moves && (*best_ns == 0 || ns < *best_ns)) *best_ns = ns;
}

static void time_perft(MoveGen method, double *best_ns) {
    Pos pos;
    fen_parse(POS_START_FEN, &pos, NULL);
    const int64_t start = cpu_thread_ns();
    perft(&pos, PERFT_DEPTH, method, false);
    const double ns = (double)(cpu_thread_ns() - start);
    if (*best_ns == 0 || ns < *best_ns) *best_ns = ns;
}

void bench_movegen(int rounds) {
    Pos *positions = mem_alloc(POSITIONS * sizeof *positions);
    Timing timing[MOVEGENS] = { { 0 } };
    uint64_t captures = 0, quiets = 0;
    bench_positions(positions, POSITIONS);
    for (int round = 0; round < rounds; round++)
        for (int method = 0; method < MOVEGENS; method++) {
            captures = time_listing(generators[method].captures, positions, &timing[method].captures_ns);
            quiets = time_listing(generators[method].quiets, positions, &timing[method].quiets_ns);
            time_legal((MoveGen)method, positions, &timing[method].legal_ns);
            time_perft((MoveGen)method, &timing[method].perft_ns);
        }
    free(positions);

    printf("%d positions of random games, %.1f captures and %.1f quiet moves each; CPU time, best of %d rounds\n\n",
           POSITIONS, (double)captures / POSITIONS, (double)quiets / POSITIONS, rounds);
    printf("%-10s %12s %12s %12s %12s %14s %12s\n", "generator", "captures ns", "quiets ns", "legal ns", "M moves/s",
           "perft 4 made s", "times scan");
    const double listed = (double)(captures + quiets) / POSITIONS;
    for (int method = 0; method < MOVEGENS; method++) {
        const Timing *t = &timing[method], *scan = &timing[MOVEGEN_SCAN];
        const double both = t->captures_ns + t->quiets_ns;
        printf("%-10s %12.1f %12.1f %12.1f %12.1f %14.4f %12.2f\n", generators[method].name, t->captures_ns,
               t->quiets_ns, t->legal_ns, listed * 1e3 / both, t->perft_ns / 1e9,
               (scan->captures_ns + scan->quiets_ns) / both);
    }
    printf("\nthe default is %s\n", generators[MOVEGEN_DEFAULT].name);
}
