/* Template match: the men come from the list of men; a template, laid with its centre on the man, names the target
 * points and the point that must be empty for each. Rooks and cannons look along their lines, point by point. */
#include "engine/xq/gen_internal.h"

/* A board with two points of margin on every side, so that a template never hangs over the edge: the margin maps to
 * SQ_WALL, which is nobody's target. */
enum { FRAME_WIDTH = FILES + 4, FRAME_SIZE = FRAME_WIDTH * (RANKS + 4) };
#define FRAME_ROW(r)                                                                                        \
    W, W, 9 * (r), 9 * (r) + 1, 9 * (r) + 2, 9 * (r) + 3, 9 * (r) + 4, 9 * (r) + 5, 9 * (r) + 6, 9 * (r) + 7, \
    9 * (r) + 8, W, W
#define FRAME_EDGE W, W, W, W, W, W, W, W, W, W, W, W, W
enum { W = SQ_WALL };
static const uint8_t frame[FRAME_SIZE] = {
    FRAME_EDGE, FRAME_EDGE,
    FRAME_ROW(0), FRAME_ROW(1), FRAME_ROW(2), FRAME_ROW(3), FRAME_ROW(4),
    FRAME_ROW(5), FRAME_ROW(6), FRAME_ROW(7), FRAME_ROW(8), FRAME_ROW(9),
    FRAME_EDGE, FRAME_EDGE,
};
#undef FRAME_ROW
#undef FRAME_EDGE

static const uint8_t *frame_at(int sq) {
    return &frame[(sq_rank(sq) + 2) * FRAME_WIDTH + sq_file(sq) + 2];
}

/* Offsets in the frame, from the template's centre. */
enum { N = FRAME_WIDTH, S = -N, E = 1, O = -1 };
typedef struct { int8_t to, via; } Offset;
static const Offset cross[] = { { N, 0 }, { S, 0 }, { E, 0 }, { O, 0 } };
static const Offset diagonal[] = { { N + E, 0 }, { N + O, 0 }, { S + E, 0 }, { S + O, 0 } };
static const Offset elephant[] = {
    { 2 * N + 2 * E, N + E }, { 2 * N + 2 * O, N + O }, { 2 * S + 2 * E, S + E }, { 2 * S + 2 * O, S + O },
};
static const Offset horse[] = {
    { 2 * N + E, N }, { 2 * N + O, N }, { 2 * S + E, S }, { 2 * S + O, S },
    { 2 * E + N, E }, { 2 * E + S, E }, { 2 * O + N, O }, { 2 * O + S, O },
};
/* Forward first: an uncrossed pawn uses only that. */
static const Offset pawn[2][3] = { { { N, 0 }, { E, 0 }, { O, 0 } }, { { S, 0 }, { E, 0 }, { O, 0 } } };

/* Regions that hold a template's targets back, by square. */
enum { ANYWHERE = 1, PALACE = 2, RED_HALF = 4, BLACK_HALF = 8 };
static inline int region(int sq) {
    const int file = sq_file(sq), rank = sq_rank(sq);
    const bool palace = file >= 3 && file <= 5 && (rank <= 2 || rank >= 7);
    return ANYWHERE | (palace ? PALACE : 0) | (rank < RANKS / 2 ? RED_HALF : BLACK_HALF);
}

static inline Move *match(const Pos *pos, Move *at, int from, const Offset *offsets, int count, int within,
                          Wanted wanted) {
    const uint8_t *centre = frame_at(from);
    for (int i = 0; i < count; i++) {
        const int to = centre[offsets[i].to];
        const bool open = !offsets[i].via || pos->board[centre[offsets[i].via]] == PC_NONE;
        at = add_if(at, from, to, open && is_target(pos, to, wanted) && (region(to) & within));
    }
    return at;
}

static inline Move *along(const Pos *pos, Move *at, int from, int step, bool cannon, Wanted wanted) {
    const uint8_t *point = frame_at(from) + step;
    for (; pos->board[*point] == PC_NONE; point += step)
        if (wanted == QUIETS) *at++ = mv_make(from, *point);
    if (wanted == QUIETS) return at;
    if (cannon && *point != SQ_WALL)
        for (point += step; pos->board[*point] == PC_NONE; point += step) continue;
    return add_if(at, from, *point, is_target(pos, *point, CAPTURES));
}

static inline Move *slide(const Pos *pos, Move *at, int from, bool cannon, Wanted wanted) {
    for (int i = 0; i < 4; i++) at = along(pos, at, from, cross[i].to, cannon, wanted);
    return at;
}

static inline void match_all(const Pos *pos, MoveList *list, Wanted wanted) {
    const int us = pos->side, half = us == RED ? RED_HALF : BLACK_HALF;
    Move *at = list->move + list->count;
    for (uint32_t men = pos->alive >> (us << 4) & 0xffff; men; men &= men - 1) {
        const int number = __builtin_ctz(men), from = pos->sq_of[us << 4 | number];
        switch (man_kind[number]) {
        case KING:     at = match(pos, at, from, cross, 4, PALACE, wanted); break;
        case ADVISOR:  at = match(pos, at, from, diagonal, 4, PALACE, wanted); break;
        case ELEPHANT: at = match(pos, at, from, elephant, 4, half, wanted); break;
        case HORSE:    at = match(pos, at, from, horse, 8, ANYWHERE, wanted); break;
        case ROOK:     at = slide(pos, at, from, false, wanted); break;
        case CANNON:   at = slide(pos, at, from, true, wanted); break;
        default:       at = match(pos, at, from, pawn[us], region(from) & half ? 1 : 3, ANYWHERE, wanted); break;
        }
    }
    list->count = (int)(at - list->move);
}

void template_captures(const Pos *pos, MoveList *list) { match_all(pos, list, CAPTURES); }
void template_quiets(const Pos *pos, MoveList *list) { match_all(pos, list, QUIETS); }
