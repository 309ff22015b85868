/* Positions and moves as an engine's dialect writes them. */
#include <string.h>
#include "bench/client/external.h"
#include "engine/xq/fen.h"
#include "engine/xq/notation.h"

/* Horse and elephant by the other letters; the board is the text before the first blank. */
static void change_letters(char *fen) {
    for (; *fen && *fen != ' '; fen++) {
        static const char from[] = "NnBb", to[] = "HhEe";
        const char *found = strchr(from, *fen);
        if (found) *fen = to[found - from];
    }
}

void position_add_fen(const Dialect *dialect, const Pos *pos, Buf *out) {
    char text[FEN_SIZE];
    fen_text(pos, text);
    if (dialect->letters == LETTERS_HE) change_letters(text);
    char *dashes = strstr(text, " - - ");
    if (dialect->fields == 6 || !dashes) {
        buf_add(out, text);
        return;
    }
    buf_add_n(out, text, (size_t)(dashes - text));
    if (dialect->fields == 4) buf_add(out, dashes + strlen(" - -"));
}

void position_add_move(const Dialect *dialect, Move mv, Buf *out) {
    char text[MOVE_TEXT_SIZE];
    buf_add(out, move_coord(mv, dialect->ranks == RANKS_FROM_1, text));
}

Move position_read_move(const Dialect *dialect, const char *text) {
    return move_parse_coord(text, dialect->ranks == RANKS_FROM_1);
}

/* The position after so many plies of the game. */
static Pos position_at(const Game *game, int plies) {
    Pos pos = game->pos;
    for (int i = game->count; i-- > plies;) pos_undo(&pos, game->ply[i].move, &game->ply[i].undo);
    return pos;
}

static void begin(External *self, const Game *game, int plies) {
    const Pos pos = position_at(game, plies);
    PositionText *position = &self->position;
    buf_clear(&position->text);
    buf_add(&position->text, "position fen ");
    position_add_fen(&self->dialect, &pos, &position->text);
    position->plies = plies;
    position->has_moves = false;
}

/* Nothing before a capture can come again, so a position may be told from there. */
static int last_capture(const Game *game, int from) {
    for (int i = game->count; i-- > from;)
        if (game->ply[i].undo.captured != MAN_NONE) return i + 1;
    return -1;
}

void position_update(External *self, const Game *game) {
    PositionText *position = &self->position;
    const bool fresh = position->plies < 0 || position->plies > game->count;
    const int capture = self->dialect.history == HISTORY_CAPTURE ? last_capture(game, fresh ? 0 : position->plies) : -1;
    if (fresh || capture >= 0) begin(self, game, capture >= 0 ? capture : 0);
    for (; position->plies < game->count; position->plies++) {
        buf_add(&position->text, position->has_moves ? " " : " moves ");
        position_add_move(&self->dialect, game->ply[position->plies].move, &position->text);
        position->has_moves = true;
    }
}
