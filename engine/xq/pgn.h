/* Games in PGN (portable game notation), as Xiangqi programs write it: tags with Red and Black or White and Black,
 * moves in coordinates, WXF or Chinese, text in UTF-8 or GB18030. */
#ifndef ENGINE_XQ_PGN_H
#define ENGINE_XQ_PGN_H
#include "engine/core/arena.h"
#include "engine/core/buf.h"
#include "engine/core/err.h"
#include "engine/xq/notation.h"
#include "engine/xq/rules.h"

typedef struct { const char *name, *value; } PgnTag;
typedef struct { Move move; const char *comment; /* after the move; NULL: none */ } PgnMove;

/* A game and what is written beside it. All texts are UTF-8 and live in the arena. */
typedef struct {
    PgnTag *tags;        /* in their order */
    size_t tag_count, tag_cap;
    Pos start;
    PgnMove *moves;      /* legal, from start on */
    size_t move_count, move_cap;
    const char *comment; /* before the first move; NULL: none */
    Outcome result;      /* OUTCOME_NONE: unknown or unfinished */
    Arena arena;
} PgnGame;

/* An empty game from this position; also empties a used one. A PgnGame begins as { 0 }. */
void pgn_game_reset(PgnGame *game, const Pos *start);
void pgn_game_free(PgnGame *game);
/* Value of a tag, NULL when there is none. Red and White are the same tag. */
const char *pgn_tag(const PgnGame *game, const char *name);
/* Append a tag or a move; texts are copied, a comment may be NULL. */
void pgn_add_tag(PgnGame *game, const char *name, const char *value);
void pgn_add_move(PgnGame *game, Move mv, const char *comment);

/* ---- Reading ---- */

/* A word of the moves, kept until the whole game is seen: only then is it known whether ranks count from 0 or 1. */
typedef struct { const char *text, *comment; int line; } PgnWord;

typedef struct {
    const char *name; /* of the file, for messages; the caller's */
    Buf text;         /* UTF-8 */
    const char *at;   /* what is read next */
    int line;         /* its line, from 1 */
    int fault_line;   /* where the last fault is */
    int games;        /* begun so far */
    PgnWord *words;   /* of the game being read */
    size_t word_count, word_cap;
} PgnReader;

typedef enum {
    PGN_GAME, /* *game holds a game */
    PGN_BAD,  /* *game holds what came before the fault, *err names file, line, game and move; reading can go on */
    PGN_END,  /* there are no more games */
} PgnStatus;

/* Read games from these bytes, which are copied; name is for messages. Text that is not UTF-8 is taken for GB18030.
 * Error: the bytes are no text in either (UTF-16), or the system knows no GB18030. Close with pgn_close. */
bool pgn_open(PgnReader *reader, const char *name, const char *bytes, size_t len, Err *err);
void pgn_close(PgnReader *reader);
/* The next game. It begins with a tag or with "1." at the beginning of a line and ends with a result, before the tags
 * of the next game or with the text; what stands between games is passed over, as are variations, numeric annotations
 * and marks (! ?) behind moves. Each move may be in any notation; a game with a rank 10 in it counts ranks from 1. */
PgnStatus pgn_next(PgnReader *reader, PgnGame *game, Err *err);

/* ---- Writing ---- */

typedef struct {
    Notation notation;
    bool fairy; /* White and Black, [Variant "xiangqi"], coordinates with ranks 1-10, as Fairy-Stockfish's users have it;
                 * otherwise Red and Black, [Format "ICCS"], ranks 0-9 */
} PgnStyle;

/* Append the game: the usual tags ("?" where unknown), the game's others, FEN unless it begins at the start position,
 * moves with their comments in lines of at most 80 columns, the result, an empty line. */
void pgn_write(const PgnGame *game, const PgnStyle *style, Buf *out);
#endif
