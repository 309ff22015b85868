#include "engine/xq/game.h"
#include <stdlib.h>
#include <string.h>
#include "engine/core/arena.h"

void game_init(Game *game, const Pos *start) {
    *game = (Game){ 0 };
    game_reset(game, start);
}

void game_free(Game *game) {
    free(game->ply);
    *game = (Game){ 0 };
}

void game_reset(Game *game, const Pos *start) {
    game->start = game->pos = *start;
    game->count = 0;
    game->start_check = pos_in_check(start, start->side);
}

void game_reserve(Game *game, int plies) {
    if (game->count + plies <= game->cap) return;
    game->cap = game->count + plies + game->cap / 2;
    game->ply = mem_realloc(game->ply, (size_t)game->cap * sizeof *game->ply);
}

void game_copy(Game *to, const Game *from) {
    game_reset(to, &from->start);
    game_reserve(to, from->count);
    if (from->count) memcpy(to->ply, from->ply, (size_t)from->count * sizeof *from->ply);
    to->count = from->count;
    to->pos = from->pos;
}

void game_push(Game *game, Move mv) {
    game_reserve(game, 1);
    Ply *ply = &game->ply[game->count++];
    ply->move = mv;
    pos_make(&game->pos, mv, &ply->undo);
    ply->check = pos_in_check(&game->pos, game->pos.side);
}

void game_push_null(Game *game) {
    game_reserve(game, 1);
    Ply *ply = &game->ply[game->count++];
    *ply = (Ply){ .move = MOVE_NONE };
    pos_make_null(&game->pos, &ply->undo);
    game->pos.halfmove = 0; /* what ends the history at captures ends it here too */
}

void game_pop(Game *game) {
    const Ply *ply = &game->ply[--game->count];
    if (ply->move == MOVE_NONE) pos_undo_null(&game->pos, &ply->undo);
    else pos_undo(&game->pos, ply->move, &ply->undo);
}
