#include "engine/xq/placement.h"
#include <stddef.h>

typedef struct {
    const char *name[2];  /* by side */
    const char *points;   /* where it can stand, for messages, as Red sees it; NULL: anywhere */
    uint16_t files[RANKS]; /* bit f of [r]: Red's man can stand on file f, rank r */
} KindPlaces;

#define ALL 0x1ff
#define EVEN 0x155 /* a c e g i */
#define PALACE 0x38 /* d e f */
#define AT(file) (1 << (file))
static const KindPlaces places[KINDS] = {
    [KING]     = { { "red king", "black king" }, "kings stay in the palace", { PALACE, PALACE, PALACE } },
    [ADVISOR]  = { { "red advisor", "black advisor" }, "advisors stand on five points of the palace",
                   { AT(3) | AT(5), AT(4), AT(3) | AT(5) } },
    [ELEPHANT] = { { "red elephant", "black elephant" }, "elephants stand on seven points of their half",
                   { AT(2) | AT(6), 0, AT(0) | AT(4) | AT(8), 0, AT(2) | AT(6) } },
    [HORSE]    = { { "red horse", "black horse" }, NULL, { ALL, ALL, ALL, ALL, ALL, ALL, ALL, ALL, ALL, ALL } },
    [ROOK]     = { { "red rook", "black rook" }, NULL, { ALL, ALL, ALL, ALL, ALL, ALL, ALL, ALL, ALL, ALL } },
    [CANNON]   = { { "red cannon", "black cannon" }, NULL, { ALL, ALL, ALL, ALL, ALL, ALL, ALL, ALL, ALL, ALL } },
    [PAWN]     = { { "red pawn", "black pawn" }, "a pawn never goes back, and leaves its file only across the river",
                   { 0, 0, 0, EVEN, EVEN, ALL, ALL, ALL, ALL, ALL } },
};
#undef ALL
#undef EVEN
#undef PALACE
#undef AT

bool placement_allows(int pc, int sq) {
    const int seen = pc_side(pc) == RED ? sq : sq_flip(sq);
    return places[pc_kind(pc)].files[sq_rank(seen)] >> sq_file(seen) & 1;
}

const char *piece_name(int pc) {
    return places[pc_kind(pc)].name[pc_side(pc)];
}

static bool kings_face(const Pos *pos) {
    const int red = pos_king(pos, RED), black = pos_king(pos, BLACK);
    if (sq_file(red) != sq_file(black)) return false;
    for (int sq = red + FILES; sq < black; sq += FILES)
        if (pos->board[sq] != PC_NONE) return false;
    return true;
}

bool placement_check_men(const Pos *pos, Err *err) {
    for (int side = RED; side <= BLACK; side++)
        if (pos_king(pos, side) == SQ_NONE)
            return err_set(err, ERR_INPUT, "there is no %s", piece_name(pc_make(side, KING)));
    for (int sq = 0; sq < SQ_COUNT; sq++) {
        const int pc = pos->board[sq];
        if (pc == PC_NONE || placement_allows(pc, sq)) continue;
        return err_set(err, ERR_INPUT, "a %s cannot stand on %c%d (row %d, file %d): %s", piece_name(pc),
                       'a' + sq_file(sq), sq_rank(sq), RANKS - sq_rank(sq), sq_file(sq) + 1,
                       places[pc_kind(pc)].points);
    }
    return true;
}

bool placement_check(const Pos *pos, Err *err) {
    if (!placement_check_men(pos, err)) return false;
    const int waiting = side_other(pos->side), king = pos_king(pos, waiting);
    if (kings_face(pos)) return err_set(err, ERR_INPUT, "the kings face each other on file %c", 'a' + sq_file(king));
    if (!pos_in_check(pos, waiting)) return true;
    return err_set(err, ERR_INPUT, "%s is to move, but the %s on %c%d is in check", pos->side == RED ? "Red" : "Black",
                   piece_name(pc_make(waiting, KING)), 'a' + sq_file(king), sq_rank(king));
}
