/* The board as text for a terminal, with coordinates and the last move marked. */
#ifndef ENGINE_XQ_BOARD_TEXT_H
#define ENGINE_XQ_BOARD_TEXT_H
#include "engine/core/buf.h"
#include "engine/xq/pos.h"

typedef enum {
    BOARD_LETTERS, /* the letters of a FEN, lower case for Black; ASCII only */
    BOARD_CHINESE, /* characters that differ by side, two columns wide, with the file numbers of both players */
    BOARD_SETS
} BoardSet;
extern const char *const board_set_names[]; /* letters chinese, NULL-terminated, for option rows */

typedef struct {
    BoardSet set;
    bool black_below; /* seen from Black's side */
    bool colour;      /* ANSI escapes: Red's men red, Black's green (black is unseen on most terminals) */
} BoardStyle;

/* Append the board in lines; `last` is the move that led to it (its origin in round, its end in square brackets) or
 * MOVE_NONE. */
void board_text(const Pos *pos, Move last, const BoardStyle *style, Buf *out);
#endif
