/* A session: one engine at work. The protocol server and the in-process player both use it, the only way that the
 * same variant plays the same game both ways. */
#ifndef ENGINE_SEARCH_SESSION_H
#define ENGINE_SEARCH_SESSION_H
#include <stdbool.h>
#include <stdint.h>
#include "engine/core/err.h"
#include "engine/search/counters.h"
#include "engine/search/variant.h"
#include "engine/xq/game.h"

enum { SCORE_MATE = 30000, SCORE_MATE_MIN = SCORE_MATE - 1000, SCORE_INF = 31000, MAX_PLY = 128 };
enum { DEPTH_MAX = MAX_PLY - 28 }; /* of an iteration; a deeper limit is this one */
typedef enum { BOUND_NONE, BOUND_UPPER, BOUND_LOWER, BOUND_EXACT } Bound;

/* When a search ends; zero means "no such limit". Without any limit it ends by session_stop alone. */
typedef struct {
    int depth;
    uint64_t nodes;
    int64_t movetime_ns;
    int64_t time_ns, increment_ns; /* own clock; time_ns > 0 switches the clock on */
    int moves_to_go;               /* 0: the whole game */
    int64_t nodestime;             /* times count nodes, so many a millisecond; 0: as the option nodestime says */
    int mate;                      /* search for a mate in this many moves */
    bool ponder;                   /* limits of time start with session_ponderhit */
    bool infinite;
    const Move *root_moves; /* only these moves at the root; NULL: all */
    int root_move_count;
    const Move *banned; /* not these (UCCI banmoves) */
    int banned_count;
} SearchLimits;

/* A root move of Monte-Carlo tree search: how often it was visited and what it is worth. */
typedef struct {
    Move move;
    uint32_t visits;
    int score;
} VisitedMove;

typedef struct {
    int depth, seldepth;
    int score; /* for the side to move; mate in n plies is +-(SCORE_MATE - n) */
    Bound bound;
    int64_t time_ns;
    Counters counters; /* up to now, this search */
    const Move *pv;
    int pv_len;
    int hashfull; /* permille */
    const VisitedMove *visited; /* the most visited root moves, best first; none from other algorithms */
    int visited_count;
} SearchInfo;

/* What a search tells on the way; every function may be NULL. Called on the searching thread. */
typedef struct {
    void *context;
    void (*iteration)(void *context, const SearchInfo *info);           /* an iteration or a failed window ended */
    void (*root_move)(void *context, int depth, Move move, int number); /* about to search this root move */
} Listener;

typedef struct {
    Move best, ponder; /* MOVE_NONE: no legal move; no guess */
    int score;
    Bound bound;
    int depth, seldepth; /* the last iteration finished */
    int64_t time_ns;
    Counters counters;
    Move pv[MAX_PLY];
    int pv_len;
} SearchResult;

/* What the transposition table holds of a position: a bound on its value for the side to move. */
typedef struct {
    Move move; /* MOVE_NONE: unknown */
    Bound bound;
    int score, depth;
} TableEntry;

typedef struct Session Session;
/* An engine with the start position; the variant is copied. NULL with *err when memory for its table is out. */
Session *session_new(const Variant *variant, Err *err);
void session_delete(Session *session);
/* The variant as it is now; session_set changes one option of it ("hash", "null_move" ...). Not while searching. */
const Variant *session_variant(const Session *session);
bool session_set(Session *session, const char *name, const char *text, Err *err);
/* Forget everything learned: the next search is that of a fresh session. */
void session_new_game(Session *session);
/* Set the position: start and moves since. The moves must be legal (checked: false with *err names the first bad
 * one). */
bool session_set_position(Session *session, const Pos *start, const Move *moves, int count, Err *err);
const Game *session_game(const Session *session);
/* Look a position up in the transposition table; false when it isn't there or there is no table. Between searches, or
 * from a listener. */
bool session_probe(const Session *session, const Pos *pos, TableEntry *out);
/* Search; returns when a limit is reached or session_stop was called. listener may be NULL. */
void session_go(Session *session, const SearchLimits *limits, const Listener *listener, SearchResult *result);
/* From any thread: end the running search soon (or the next one at once); pondering turns into a timed search. */
void session_stop(Session *session);
/* Forget a stop or ponderhit that came too late for the last search. Not while searching. */
void session_forget_stop(Session *session);
void session_ponderhit(Session *session);
#endif
