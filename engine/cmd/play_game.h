/* A person's game against the engine, apart from the terminal: whose turn it is, what was played, what every search cost, and
 * how it ended. */
#ifndef ENGINE_CMD_PLAY_GAME_H
#define ENGINE_CMD_PLAY_GAME_H
#include "engine/search/session.h"
#include "engine/xq/notation.h"
#include "engine/xq/rules.h"

/* What a search found and cost. */
typedef struct {
    int score; /* for the side that searched */
    int depth; /* 0: no search, a person moved */
    uint64_t nodes, leaf_nodes;
    int64_t time_ns;
} Effort;

typedef struct {
    Session *session;    /* owned; its game holds the position */
    SearchLimits limits; /* of every search */
    RuleSet rules;
    Pos start;
    int human;       /* side */
    Move *moves;     /* count of them since start, owned */
    Effort *efforts; /* one a move, owned */
    int count, cap;
    Verdict verdict; /* OUTCOME_NONE: the game goes on */
} PlayGame;

/* A new game from start; limits, rules and human are the caller's to set first. */
bool play_game_init(PlayGame *game, const Variant *variant, const Pos *start, Err *err);
void play_game_free(PlayGame *game);
/* Begin again from start; the engine forgets what it has learned. */
void play_game_restart(PlayGame *game);

static inline const Pos *play_game_pos(const PlayGame *game) {
    return &session_game(game->session)->pos;
}
static inline bool play_game_over(const PlayGame *game) {
    return game->verdict.outcome != OUTCOME_NONE;
}
static inline bool play_game_engine_moves(const PlayGame *game) {
    return !play_game_over(game) && play_game_pos(game)->side != game->human;
}
/* The last move, or MOVE_NONE. */
static inline Move play_game_last(const PlayGame *game) {
    return game->count ? game->moves[game->count - 1] : MOVE_NONE;
}

/* Make a legal move and ask for the verdict. */
void play_game_push(PlayGame *game, Move mv, const Effort *effort);
/* Take moves back up to the person's last one; false when there is none. Also takes back a resignation. */
bool play_game_undo(PlayGame *game);
/* The person resigns. */
void play_game_resign(PlayGame *game);
/* Search the position, whoever is to move; there must be a legal move. */
Move play_game_search(PlayGame *game, Effort *effort);

/* "value 31, depth 9, 123456 nodes, 45678 leaf nodes, 1.002 s" */
void effort_print(const Effort *effort, Buf *out);
/* The record by move numbers, with the leaf nodes and time of every search, and their sums. */
void play_game_record(const PlayGame *game, Notation notation, Buf *out);
/* The game as PGN, played today, the searches as comments. */
void play_game_pgn(const PlayGame *game, Notation notation, Buf *out);
#endif
