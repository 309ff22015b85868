/* What a search reports, as lines of UCI and UCCI. */
#ifndef ENGINE_PROTO_INFO_H
#define ENGINE_PROTO_INFO_H
#include "engine/core/buf.h"
#include "engine/proto/command.h"

/* "info depth 5 seldepth 9 score cp 31 nodes 1234 nps 800000 time 2 hashfull 1 pv h2e2 ..." (UCI), or the same without the
 * word cp and with the fields UCCI knows. No line end. */
void info_line(Protocol protocol, const SearchInfo *info, Buf *out);
/* "visits h2e2 1204 cp 31 b2e2 311 cp 24": the root moves that Monte-Carlo tree search visited most. No line end. */
void visits_text(const SearchInfo *info, Buf *out);
/* "info depth 5 currmove h2e2 currmovenumber 3" (UCI), "info currmove h2e2" (UCCI). No line end. */
void root_move_line(Protocol protocol, int depth, Move move, int number, Buf *out);
/* What a UCCI engine may say with its move. */
typedef enum { ANSWER_PLAY, ANSWER_DRAW, ANSWER_RESIGN } Answer;
/* "bestmove m [ponder m] [draw | resign]"; without a legal move "bestmove 0000" or "nobestmove". No line end. */
void bestmove_line(Protocol protocol, const SearchResult *result, Answer answer, Buf *out);
/* UCCI "pophash [bestmove m] [lowerbound v depth d] [upperbound v depth d]"; entry may be NULL. No line end. */
void pophash_line(const TableEntry *entry, Buf *out);
/* The "option ..." line of a row, with the value that `object` holds as its default. Nothing for rows not offered. */
void option_line(Protocol protocol, const OptRow *row, const void *object, Buf *out);
#endif
