/* What moves did elsewhere in the tree: killers live in the frames of the line, everything that outlives a line is
 * here. Belongs to one session. */
#ifndef ENGINE_SEARCH_HISTORY_H
#define ENGINE_SEARCH_HISTORY_H
#include <stdint.h>
#include "engine/search/options.h"
#include "engine/xq/pos.h"

/* A piece on a square, as one number: who moved where. */
enum { PIECE_SQUARES = PC_COUNT * SQ_COUNT, NOTHING_MOVED = PC_NONE * SQ_COUNT };
static inline int piece_square(int pc, int sq) {
    return pc * SQ_COUNT + sq;
}

enum { HISTORY_BOUND = 1 << 14, HISTORY_OVERFLOW = 1 << 24 };

typedef struct {
    int32_t score[SQ_COUNT * SQ_COUNT];     /* by from and to, or by piece and to: history_index */
    Move counter[PIECE_SQUARES];            /* the quiet move that refuted this one */
    int16_t (*continuation)[PIECE_SQUARES]; /* [earlier piece, square][piece, square]; NULL until used */
    uint32_t row_game[PIECE_SQUARES];       /* game in which a row of continuation was last cleared */
    uint32_t game;                          /* counts new games, so that rows are cleared when first used */
} History;

void history_free(History *history);
/* Forget everything: rows of the large table are cleared when they are used next. */
void history_new_game(History *history);
/* Begin a search: age the scores. */
void history_new_search(History *history, const SearchOptions *options);
/* The row of moves that follow this one (allocates the table when first asked). */
int16_t *history_row(History *history, int moved);

static inline int history_index(const SearchOptions *options, int pc, Move mv) {
    return options->history == HISTORY_PIECE_TO ? piece_square(pc, mv_to(mv)) : mv_from(mv) * SQ_COUNT + mv_to(mv);
}
/* Worth of a success at this depth. */
int history_bonus(const SearchOptions *options, int depth);
/* Add to one score, keeping the table within its limits. */
void history_add(History *history, const SearchOptions *options, int index, int bonus);
/* Add to one entry of a row; always bounded. */
void history_add_row(int16_t *row, int moved, int bonus);
#endif
