#include "bench/match/record.h"
#include <stdlib.h>

void game_record_free(GameRecord *game) {
    for (int side = RED; side <= BLACK; side++) free(game->side[side].talk);
    free(game->move);
    *game = (GameRecord){ 0 };
}

void pair_record_free(PairRecord *pair) {
    for (int leg = 0; leg < 2; leg++) game_record_free(&pair->game[leg]);
    free(pair->opening_move);
    *pair = (PairRecord){ 0 };
}

int outcome_half_points(Outcome outcome, int side) {
    if (outcome == OUTCOME_NONE) return -1;
    if (outcome == OUTCOME_DRAW) return 1;
    return outcome == (side == RED ? OUTCOME_RED : OUTCOME_BLACK) ? 2 : 0;
}

int pair_record_half_points(const PairRecord *pair) {
    const int with_red = outcome_half_points(pair->game[0].outcome, RED),
              with_black = outcome_half_points(pair->game[1].outcome, BLACK);
    return with_red < 0 || with_black < 0 ? -1 : with_red + with_black;
}
