/* A game: a start position and the moves since, with what the rules need to know of each. The search keeps its
 * line in one too, so the referee and the search read the same history. */
#ifndef ENGINE_XQ_GAME_H
#define ENGINE_XQ_GAME_H
#include "engine/xq/pos.h"

typedef struct {
    Move move;
    Undo undo;   /* undo.key is the key before the move */
    bool check;  /* the move gave check */
} Ply;

typedef struct {
    Pos start, pos;  /* before the first move, and now */
    Ply *ply;        /* count plies, owned */
    int count, cap;
    bool start_check; /* the side to move at the start stood in check */
} Game;

/* A game without moves from this position. Free with game_free. */
void game_init(Game *game, const Pos *start);
void game_free(Game *game);
/* Back to another start, memory kept. */
void game_reset(Game *game, const Pos *start);
void game_copy(Game *to, const Game *from);
/* Room for this many further plies, so that pushing in the search never allocates. */
void game_reserve(Game *game, int plies);
/* Make a pseudo-legal move and record it; pop takes it back. */
void game_push(Game *game, Move mv);
/* Pass, as a search does out of check: no repetition reaches back behind a pass. Pop takes it back. */
void game_push_null(Game *game);
void game_pop(Game *game);
/* Is the side to move in check? (Recorded, not computed.) */
static inline bool game_in_check(const Game *game) {
    return game->count ? game->ply[game->count - 1].check : game->start_check;
}
/* Key of the position after `count` plies. */
static inline uint64_t game_key(const Game *game, int count) {
    return count == game->count ? game->pos.key : game->ply[count].undo.key;
}
#endif
