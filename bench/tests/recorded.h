/* Matches for tests of the store: specifications whose players never play, and pairs of random legal games with figures
 * like those of a search. A pair is a pure function of its index. */
#ifndef BENCH_TESTS_RECORDED_H
#define BENCH_TESTS_RECORDED_H
#include <stdio.h>
#include <string.h>
#include "bench/match/schedule.h"
#include "engine/core/arena.h"
#include "engine/core/rng.h"
#include "engine/xq/fen.h"
#include "engine/xq/gen.h"

enum { RECORDED_SEED = 7 };

/* Players called p0, p1, ... at nodes=1000 under the asian rules. Free with spec_free. */
static inline MatchSpec recorded_spec(Format format, int players, int64_t games) {
    MatchSpec spec = { .name = "recorded", .format = format, .player_count = players, .games = games, .seed = RECORDED_SEED,
                       .limit = { .nodes = 1000 }, .max_faults = 10 };
    opt_defaults(&rule_options, &spec.rules);
    opt_defaults(&adjudication_options, &spec.adjudication);
    opt_defaults(&sprt_options, &spec.sprt);
    spec.player = mem_zalloc((size_t)players, sizeof *spec.player);
    for (int i = 0; i < players; i++) {
        PlayerSpec *player = &spec.player[i];
        snprintf(player->name, sizeof player->name, "p%d", i);
        Buf resolved = { 0 };
        buf_addf(&resolved, "kind: recorded\nnumber: %d\n", i);
        player->resolved = resolved.text;
        player->what = mem_strdup(player->name);
        player->deterministic = true;
    }
    return spec;
}

static inline void recorded_move(GameRecord *game, Move mv, int64_t stream) {
    const uint64_t bits = rng_bits(RECORDED_SEED, (uint64_t)stream, (uint64_t)game->count);
    MoveRecord *move = &game->move[game->count];
    *move = (MoveRecord){ .move = mv, .score = (int16_t)((int)(bits % 600) - 300), .bound = SCORE_EXACT, .depth = (uint8_t)(5 + bits % 8),
                          .nodes = 1000 + (bits >> 10) % 9000, .time_ns = 500000 + (int64_t)((bits >> 20) % 900000),
                          .overhead_ns = (int32_t)(900 + (bits >> 30) % 900), .says_time = bits >> 40 & 1 };
    if (move->says_time) move->latency_ns = (int32_t)((bits >> 41) % 90000);
    if (bits >> 50 & 1) {
        move->wdl[0] = (int16_t)((bits >> 51) % 600);
        move->wdl[1] = 400;
        move->wdl[2] = (int16_t)(600 - move->wdl[0]);
    }
    SideRecord *side = &game->side[game->count++ % 2];
    side->moves++;
    side->nodes += move->nodes;
    side->depth_sum += move->depth;
    side->time_ns += move->time_ns;
    side->overhead_ns += move->overhead_ns;
    if (move->time_ns > side->time_max_ns) side->time_max_ns = move->time_ns;
    for (int i = 0; i < player_counter_count; i++) side->counter[i] += strcmp(player_counter_names[i], "nodes") ? move->nodes / (uint64_t)(i + 2) : move->nodes;
}

/* A game of at most this many plies; the record's players and leg are set. */
static inline void recorded_game(GameRecord *game, const Pos *start, int plies, int64_t stream) {
    static const Outcome outcomes[] = { OUTCOME_RED, OUTCOME_BLACK, OUTCOME_DRAW };
    static const Reason reasons[] = { REASON_CHECKMATE, REASON_CHECKMATE, REASON_NATURAL_LIMIT };
    Pos pos = *start;
    game->cap = plies;
    game->move = mem_zalloc((size_t)plies + 1, sizeof *game->move);
    while (game->count < plies) {
        MoveList list;
        if (!gen_legal(&pos, &list)) break;
        const Move mv = list.move[rng_below(RECORDED_SEED, (uint64_t)stream + 1000000000, (uint64_t)game->count, (uint64_t)list.count)];
        recorded_move(game, mv, stream);
        Undo undo;
        pos_make(&pos, mv, &undo);
    }
    const int result = (int)rng_below(RECORDED_SEED, (uint64_t)stream + 2000000000, 0, 3);
    game->outcome = outcomes[result];
    game->reason = reasons[result];
    game->started_ns = stream * 1000000;
    game->ended_ns = game->started_ns + 900000;
}

/* The pair of this index. Free with pair_record_free. */
static inline PairRecord recorded_pair(const MatchSpec *spec, int index, int plies) {
    const PairTask task = schedule_pair(spec, 1, index);
    PairRecord pair = { .index = index, .pairing = task.pairing, .round = task.round, .counted = true };
    Pos start;
    fen_parse(POS_START_FEN, &start, NULL);
    fen_text(&start, pair.start_fen);
    for (int leg = 0; leg < 2; leg++) {
        GameRecord *game = &pair.game[leg];
        game->leg = leg;
        game->side[RED].player = leg ? task.players.second : task.players.first;
        game->side[BLACK].player = leg ? task.players.first : task.players.second;
        recorded_game(game, &start, plies, 2 * (int64_t)index + leg);
    }
    return pair;
}
#endif
