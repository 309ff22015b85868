#include "bench/match/adjudicate.h"
#include <stdlib.h>

void agreement_add(Agreement *agreement, const Adjudication *rules, Side mover, const Answer *answer) {
    const bool at_least = answer->bound == SCORE_EXACT || answer->bound == SCORE_LOWER;
    const bool at_most = answer->bound == SCORE_EXACT || answer->bound == SCORE_UPPER;
    const bool wins = at_least && answer->score >= rules->win_score;
    const bool loses = at_most && answer->score <= -rules->win_score;
    const bool level = answer->bound == SCORE_EXACT && abs(answer->score) <= rules->draw_score;
    const int other = side_other(mover);
    agreement->winning[mover] = wins ? agreement->winning[mover] + 1 : 0;
    agreement->winning[other] = loses ? agreement->winning[other] + 1 : 0;
    agreement->drawn = level ? agreement->drawn + 1 : 0;
}

Outcome agreement_outcome(const Agreement *agreement, const Adjudication *rules, int plies) {
    const int64_t win_plies = 2 * rules->win_moves, draw_plies = 2 * rules->draw_moves;
    if (win_plies && agreement->winning[RED] >= win_plies) return OUTCOME_RED;
    if (win_plies && agreement->winning[BLACK] >= win_plies) return OUTCOME_BLACK;
    if (draw_plies && agreement->drawn >= draw_plies && plies >= rules->draw_after) return OUTCOME_DRAW;
    return OUTCOME_NONE;
}
