/* What a search reports, as lines of UCI and UCCI. */
#ifndef ENGINE_PROTO_INFO_H
#define ENGINE_PROTO_INFO_H
#include "engine/core/buf.h"
#include "engine/proto/command.h"

/* "info depth 5 seldepth 9 score cp 31 nodes 1234 nps 800000 time 2 hashfull 1 pv h2e2 ..." (UCI), or the same without the
 * word cp and with the fields UCCI knows. No line end. */
void info_line(Protocol protocol, const SearchInfo *info, Buf *out);
/* "bestmove m [ponder m] [draw]"; without a legal move "bestmove 0000" or "nobestmove". accepts_draw is UCCI's. */
void bestmove_line(Protocol protocol, const SearchResult *result, bool accepts_draw, Buf *out);
/* The "option ..." line of a row, with the value that `object` holds as its default. Nothing for rows not offered. */
void option_line(Protocol protocol, const OptRow *row, const void *object, Buf *out);
#endif
