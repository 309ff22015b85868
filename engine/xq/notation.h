/* Moves as text: coordinates (ICCS and its dialects), WXF and Chinese, both ways.
 *
 * WXF and Chinese name the man, where it stands, the direction and a number: files are counted 1 to 9 from the
 * mover's right, forward is towards the other side. A man alone of its kind on its file is named by the file
 * (C2=5), one of two by front or rear (C+=5). Pawns: three or more on a file, or two or more on each of several
 * files, are numbered. WXF counts from the front within the file and gives the file (15=6: the first of file 5);
 * Chinese says front, middle, rear for up to three on the only such file, else counts through all such files from the
 * mover's right to left, front to back. */
#ifndef ENGINE_XQ_NOTATION_H
#define ENGINE_XQ_NOTATION_H
#include <stddef.h>
#include "engine/core/buf.h"
#include "engine/core/err.h"
#include "engine/xq/pos.h"

typedef enum { NOTATION_ICCS, NOTATION_WXF, NOTATION_CHINESE, NOTATIONS } Notation;
extern const char *const notation_names[]; /* iccs wxf chinese, NULL-terminated */
enum { MOVE_TEXT_SIZE = 32 };

/* "h2e2" (ranks 0-9), or with one_based "h3e3" (ranks 1-10, as Fairy-Stockfish speaks UCI). Returns out. */
char *move_coord(Move mv, bool one_based, char out[MOVE_TEXT_SIZE]);
/* Append the coordinates of these moves, ranks 0-9, with blanks between them. */
void moves_coord(const Move *move, int count, Buf *out);
/* Read coordinates: "h2e2", "H2-E2", "h3e3" with one_based. Squares only; the caller asks whether the move is legal.
 * MOVE_NONE when the text is none. */
Move move_parse_coord(const char *text, bool one_based);

/* A legal move of pos in this notation: "h2e2"; "C2=5", horse and elephant H and E, front + and rear - after the
 * letter; simplified Chinese in UTF-8, Red with Chinese numerals, Black with full-width digits. Returns out. */
char *move_text(const Pos *pos, Move mv, Notation notation, char out[MOVE_TEXT_SIZE]);
/* Read a move in any notation and usual spelling; it must be legal in pos. Coordinates count ranks from 0, unless
 * there is a rank 10; letters of either case, N or H, B or E; +C=5 and C+=5; simplified and traditional characters;
 * digits of any sort. A text that leaves several men is taken if only one of them can go there. MOVE_NONE with *err
 * otherwise (says whether the text is no move, matches no man, is ambiguous or illegal). */
Move move_parse(const Pos *pos, const char *text, Err *err);
/* The same where coordinates are known to count ranks from 1 (one_based) or from 0. */
Move move_parse_based(const Pos *pos, const char *text, bool one_based, Err *err);
#endif
