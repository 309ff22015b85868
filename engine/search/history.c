#include "engine/search/history.h"
#include <stdlib.h>
#include <string.h>
#include "engine/core/arena.h"

enum { BONUS_SCALE = 16, BONUS_MAX = 1 << 11, EXPONENT_MAX = 20 };

void history_free(History *history) {
    free(history->continuation);
    *history = (History){ 0 };
}

void history_new_game(History *history) {
    memset(history->score, 0, sizeof history->score);
    memset(history->counter, 0, sizeof history->counter);
    history->game++;
}

void history_new_search(History *history, const SearchOptions *options) {
    if (options->history == HISTORY_OFF || options->history_aging == AGING_KEEP) return;
    if (options->history_aging == AGING_CLEAR) memset(history->score, 0, sizeof history->score);
    else
        for (int i = 0; i < SQ_COUNT * SQ_COUNT; i++) history->score[i] /= 2;
}

int16_t *history_row(History *history, int moved) {
    if (!history->continuation) history->continuation = mem_zalloc(PIECE_SQUARES, sizeof *history->continuation);
    if (history->row_game[moved] != history->game) {
        memset(history->continuation[moved], 0, sizeof history->continuation[moved]);
        history->row_game[moved] = history->game;
    }
    return history->continuation[moved];
}

int history_bonus(const SearchOptions *options, int depth) {
    if (options->history_increment == INCREMENT_2D) return 1 << (depth < EXPONENT_MAX ? depth : EXPONENT_MAX);
    return depth * depth;
}

/* Saturating sum: the nearer to the bound, the less is added. */
static int bounded_sum(int score, int bonus) {
    const int limit = BONUS_MAX / BONUS_SCALE;
    bonus = (bonus > limit ? limit : bonus < -limit ? -limit : bonus) * BONUS_SCALE;
    return score + bonus - score * abs(bonus) / HISTORY_BOUND;
}

void history_add(History *history, const SearchOptions *options, int index, int bonus) {
    int32_t *score = &history->score[index];
    if (options->history_bounded) {
        *score = bounded_sum(*score, bonus);
        return;
    }
    *score += bonus;
    if (abs(*score) < HISTORY_OVERFLOW) return;
    for (int i = 0; i < SQ_COUNT * SQ_COUNT; i++) history->score[i] /= 2;
}

void history_add_row(int16_t *row, int moved, int bonus) {
    row[moved] = (int16_t)bounded_sum(row[moved], bonus);
}
