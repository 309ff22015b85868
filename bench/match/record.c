#include "bench/match/record.h"
#include <stdlib.h>

void pair_record_free(PairRecord *pair) {
    for (int leg = 0; leg < 2; leg++) free(pair->game[leg].move);
    free(pair->opening_move);
    *pair = (PairRecord){ 0 };
}

int pair_record_half_points(const PairRecord *pair) {
    int points = 0;
    for (int leg = 0; leg < 2; leg++) {
        const Outcome won = leg == 0 ? OUTCOME_RED : OUTCOME_BLACK, outcome = pair->game[leg].outcome;
        if (outcome == OUTCOME_NONE) return -1;
        points += outcome == OUTCOME_DRAW ? 1 : outcome == won ? 2 : 0;
    }
    return points;
}
