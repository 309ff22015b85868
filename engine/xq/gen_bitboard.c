/* Bitboards: a set of points is two words of 45 bits, one for each side of the river. A man's targets are a set,
 * and the wanted ones are those in the set of hostile men or of empty points. */
#include <string.h>
#include "engine/xq/gen_internal.h"

static inline Board90 board_or(Board90 a, Board90 b) {
    return (Board90){ { a.half[0] | b.half[0], a.half[1] | b.half[1] } };
}
static inline Board90 board_and(Board90 a, Board90 b) {
    return (Board90){ { a.half[0] & b.half[0], a.half[1] & b.half[1] } };
}
static inline Board90 board_not(Board90 a) {
    return (Board90){ { ~a.half[0], ~a.half[1] } };
}
static inline bool board_has(Board90 a, int sq) {
    return a.half[sq >= HALF_SQUARES] >> (sq >= HALF_SQUARES ? sq - HALF_SQUARES : sq) & 1;
}

/* The targets of a stepping man that share one point to be passed; a man has at most four of them. */
typedef struct { Board90 targets; uint8_t via; } Ray;
typedef struct { Ray ray[4]; int count; } Rays;
static Rays rays[PC_COUNT][SQ_COUNT];
/* A file's ten bits spread over the board's first file. */
static Board90 spread_file[1 << RANKS];

static void board_add(Board90 *board, int sq) {
    board->half[sq >= HALF_SQUARES] |= (uint64_t)1 << sq % HALF_SQUARES;
}

static void add_step(Rays *to, Step step) {
    int i = 0;
    while (i < to->count && to->ray[i].via != step.via) i++;
    if (i == to->count) to->ray[to->count++].via = step.via;
    board_add(&to->ray[i].targets, step.to);
}

void bitboard_init(void) {
    memset(rays, 0, sizeof rays);
    for (int pc = 0; pc < PC_COUNT; pc++)
        for (int sq = 0; sq < SQ_COUNT; sq++)
            for (int i = 0; i < piece_steps[pc][sq].count; i++) add_step(&rays[pc][sq], piece_steps[pc][sq].step[i]);
    memset(spread_file, 0, sizeof spread_file);
    for (unsigned bits = 0; bits < 1u << RANKS; bits++)
        for (int rank = 0; rank < RANKS; rank++)
            if (bits >> rank & 1) board_add(&spread_file[bits], sq_of(0, rank));
}

/* The bits of a file stand nine apart; a multiplication brings the five of a half side by side. */
static inline unsigned gather_file(Board90 board, int file) {
    const uint64_t column = 0x1008040201, collect = 0x101010101;
    return (unsigned)((board.half[0] >> file & column) * collect >> 32 & 31) |
           (unsigned)((board.half[1] >> file & column) * collect >> 32 & 31) << 5;
}

static inline Board90 slider_targets(Board90 men, int from, bool cannon) {
    const int file = sq_file(from), rank = sq_rank(from), half = rank / 5, shift = rank % 5 * FILES;
    const Line *on_rank = &rank_lines[file][men.half[half] >> shift & 511];
    const Line *on_file = &file_lines[rank][gather_file(men, file)];
    const unsigned rank_bits = on_rank->quiet | (cannon ? on_rank->cannon : on_rank->rook);
    const Board90 column = spread_file[on_file->quiet | (cannon ? on_file->cannon : on_file->rook)];
    Board90 targets = { { column.half[0] << file, column.half[1] << file } };
    targets.half[half] |= (uint64_t)rank_bits << shift;
    return targets;
}

static inline Board90 step_targets(Board90 men, int pc, int from) {
    const Rays *all = &rays[pc][from];
    Board90 targets = { { 0, 0 } };
    for (int i = 0; i < all->count; i++)
        if (all->ray[i].via == SQ_NONE || !board_has(men, all->ray[i].via))
            targets = board_or(targets, all->ray[i].targets);
    return targets;
}

static inline Move *to_moves(Move *at, int from, Board90 targets) {
    for (uint64_t bits = targets.half[0]; bits; bits &= bits - 1) *at++ = mv_make(from, __builtin_ctzll(bits));
    for (uint64_t bits = targets.half[1]; bits; bits &= bits - 1)
        *at++ = mv_make(from, HALF_SQUARES + __builtin_ctzll(bits));
    return at;
}

/* Moves of the men of one kind to the points wanted. */
static inline Move *kind_moves(const Pos *pos, Move *at, int kind, Board90 men, Board90 wanted) {
    const uint8_t *square = pos->sq_of + (pos->side << 4);
    for (int n = man_first[kind]; n < man_first[kind + 1]; n++) {
        const int from = square[n];
        if (from == SQ_NONE) continue;
        const Board90 targets = kind == ROOK || kind == CANNON ? slider_targets(men, from, kind == CANNON)
                                                               : step_targets(men, pc_make(pos->side, kind), from);
        at = to_moves(at, from, board_and(targets, wanted));
    }
    return at;
}

static inline void bitboard_moves(const Pos *pos, MoveList *list, Wanted wanted) {
    const Board90 hostile = pos_board(pos, pos->side ^ 1), men = board_or(pos_board(pos, pos->side), hostile);
    const Board90 points = wanted == CAPTURES ? hostile : board_not(men);
    Move *at = list->move + list->count;
    at = kind_moves(pos, at, ROOK, men, points);
    at = kind_moves(pos, at, CANNON, men, points);
    at = kind_moves(pos, at, HORSE, men, points);
    at = kind_moves(pos, at, PAWN, men, points);
    at = kind_moves(pos, at, ADVISOR, men, points);
    at = kind_moves(pos, at, ELEPHANT, men, points);
    at = kind_moves(pos, at, KING, men, points);
    list->count = (int)(at - list->move);
}

void bitboard_captures(const Pos *pos, MoveList *list) { bitboard_moves(pos, list, CAPTURES); }
void bitboard_quiets(const Pos *pos, MoveList *list) { bitboard_moves(pos, list, QUIETS); }
