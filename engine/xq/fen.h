/* FEN both ways. Reads the dialects in circulation (H E G for horse, elephant, king or advisor sets; r for Red),
 * writes the standard letters K A B N R C P and w/b. */
#ifndef ENGINE_XQ_FEN_H
#define ENGINE_XQ_FEN_H
#include "engine/core/buf.h"
#include "engine/core/err.h"
#include "engine/xq/pos.h"

/* Read a FEN of 2 to 6 fields into *pos (board and side; dashes, halfmove, fullmove optional). Every malformed or illegal position is
 * refused with the reason: row and column of a bad letter, too many men, a man where it can't stand, no king,
 * facing kings, the side not to move in check. *pos changes only on success. */
bool fen_parse(const char *text, Pos *pos, Err *err);
/* The six-field FEN, appended to out. */
void fen_print(const Pos *pos, Buf *out);
enum { FEN_SIZE = 128 };
/* The same into a caller's array. Returns text. */
char *fen_text(const Pos *pos, char text[FEN_SIZE]);
#endif
