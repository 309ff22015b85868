/* FEN both ways. Reads the dialects in circulation (H E G for horse, elephant, king or advisor sets; r for Red),
 * writes the standard letters K A B N R C P and w/b. */
#ifndef ENGINE_XQ_FEN_H
#define ENGINE_XQ_FEN_H
#include "engine/core/buf.h"
#include "engine/core/err.h"
#include "engine/xq/pos.h"

/* The largest halfmove and fullmove number read: games go on from it, and the counters of a Pos must hold them. */
enum { FEN_COUNTER_MAX = 30000 };

/* Read a FEN into *pos: board and side, then optionally two dashes, halfmove and fullmove (some programs leave the
 * dashes out); a fullmove of 0 counts as 1. G is the king on a board without K, an advisor ("guard") on one without A.
 * Every malformed or illegal position is refused with the reason: row and file of a bad letter, too many men, a man
 * where it can't stand, no king, facing kings, the side not to move in check, a bad counter, text left over. *pos
 * changes only on success. */
bool fen_parse(const char *text, Pos *pos, Err *err);
/* The same for a board that is only looked at, as collections of notation have them: kings may face, and the side not
 * to move may be in check. */
bool fen_parse_diagram(const char *text, Pos *pos, Err *err);
/* The six-field FEN, appended to out. */
void fen_print(const Pos *pos, Buf *out);
enum { FEN_SIZE = 128 };
/* The same into a caller's array. Returns text. */
char *fen_text(const Pos *pos, char text[FEN_SIZE]);
#endif
