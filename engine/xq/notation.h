/* Moves as text: coordinates (ICCS and its dialects), WXF and Chinese, both ways. */
#ifndef ENGINE_XQ_NOTATION_H
#define ENGINE_XQ_NOTATION_H
#include <stddef.h>
#include "engine/core/err.h"
#include "engine/xq/pos.h"

typedef enum { NOTATION_ICCS, NOTATION_WXF, NOTATION_CHINESE, NOTATIONS } Notation;
extern const char *const notation_names[]; /* iccs wxf chinese, NULL-terminated */
enum { MOVE_TEXT_SIZE = 32 };

/* "h2e2" (ranks 0-9), or with one_based "h3e3" (ranks 1-10, as Fairy-Stockfish speaks UCI). Returns out. */
char *move_coord(Move mv, bool one_based, char out[MOVE_TEXT_SIZE]);
/* Read coordinates: "h2e2", "H2-E2", "h3e3" with one_based. Squares only; the caller asks whether the move is legal.
 * MOVE_NONE when the text is none. */
Move move_parse_coord(const char *text, bool one_based);

/* A legal move of pos in this notation. Returns out. */
char *move_text(const Pos *pos, Move mv, Notation notation, char out[MOVE_TEXT_SIZE]);
/* Read a move in any notation and usual spelling; it must be legal in pos. MOVE_NONE with *err otherwise (says
 * whether the text is no move, matches no man, is ambiguous or illegal). */
Move move_parse(const Pos *pos, const char *text, Err *err);
#endif
