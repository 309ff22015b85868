/* What several terms ask of a position, found once: where men stand, and what they attack. Nothing here is worth anything
 * yet; weights come in evaluate_internal.h. */
#ifndef ENGINE_EVAL_SURVEY_INTERNAL_H
#define ENGINE_EVAL_SURVEY_INTERNAL_H
#include <string.h>
#include "engine/xq/attacks.h"

/* Inlined whatever the compiler thinks of it: with the side a constant, a fifth of the instructions vanish. */
#define SPECIALISED static inline __attribute__((always_inline))

/* Men or squares. half[side] is the side's own five ranks, bit 9 * row + file; row 0 is always the lower rank (0 or 5), so
 * what counts rows from a side's own edge has to turn them for one of the two. */
typedef Board90 Men;
enum { HALF_ROWS = RANKS / 2 };
#define HALF_ALL ((1ull << HALF_SQUARES) - 1)
#define FILE_A (1ull | 1ull << 9 | 1ull << 18 | 1ull << 27 | 1ull << 36)
#define FILE_I (FILE_A << 8)
#define ELEPHANT_POINTS (0x44ull | 0x111ull << 18 | 0x44ull << 36) /* c0 g0 a2 e2 i2 c4 g4 */

enum { MARGIN = 2 }; /* rows around the board that are full, so that a horse needs no test for the edge */

/* The squares that a side's men attack or protect: by those whose attacks count, least man first, and by all. */
enum { BY_PAWN, BY_HORSE, BY_CANNON, BY_ROOK, ATTACKER_KINDS };
typedef struct { Men by[ATTACKER_KINDS], all; } Attacks;

/* What several terms ask of a position, found once. */
typedef struct {
    Men own[2], pawns[2];                    /* by side */
    uint16_t rows[2][RANKS + 2 * MARGIN];    /* rank_bits with the margin */
    unsigned pawn_files;                     /* files with a pawn of either side */
    Attacks attacks[2];                      /* found only when a weight asks for them */
} Survey;

/* Where a square lies: rank by side, file, folded file. A table, since a division by nine a man would be felt. */
typedef struct { uint8_t rank[2], file, fold; } Place;
#define PLACE(r, f, d) { { r, 9 - r }, f, d }
#define PLACES(r)                                                                                    \
    PLACE(r, 0, 0), PLACE(r, 1, 1), PLACE(r, 2, 2), PLACE(r, 3, 3), PLACE(r, 4, 4), PLACE(r, 5, 3), \
    PLACE(r, 6, 2), PLACE(r, 7, 1), PLACE(r, 8, 0)
static const Place place[SQ_COUNT] = {
    PLACES(0), PLACES(1), PLACES(2), PLACES(3), PLACES(4), PLACES(5), PLACES(6), PLACES(7), PLACES(8), PLACES(9),
};
#undef PLACES
#undef PLACE

/* The palaces by side, rows as in Survey but two files to the left, as the horse wants them. */
#define PALACE_FILES 0x38u
#define ROW (PALACE_FILES << 2)
static const uint16_t palace_rows[2][RANKS + 2 * MARGIN] = {
    { 0, 0, ROW, ROW, ROW },
    { 0, 0, 0, 0, 0, 0, 0, 0, 0, ROW, ROW, ROW },
};
#undef ROW

/* The men of a side and kind that are on the board, as bits by number. */
static inline uint32_t men_of(const Pos *pos, int side, int kind) {
    static const uint16_t mask[KINDS] = { 0x0001, 0x0006, 0x0018, 0x0060, 0x0180, 0x0600, 0xf800 };
    return pos->alive >> (side << 4) & mask[kind];
}
static inline int count_of(const Pos *pos, int side, int kind) {
    return __builtin_popcount(men_of(pos, side, kind));
}
/* Take the next man out of the bits and give its square. */
static inline int next_sq(const Pos *pos, int side, uint32_t *men) {
    const int number = __builtin_ctz(*men);
    *men &= *men - 1;
    return pos->sq_of[side << 4 | number];
}
/* The squares of the two men of a kind, king and pawns left out. */
static inline const uint8_t *squares_of(const Pos *pos, int side, int kind) {
    return pos->sq_of + (side << 4 | (2 * kind - 1));
}
/* Men strictly between two squares; more than any term asks for when they share no line. */
static inline int men_between(const Pos *pos, int a, int b) {
    return line_count(pos_lines(pos, a), a, b);
}

/* Each square as a bit of its half; a captured man is none. */
#define HALVES(n) { { (n) < HALF_SQUARES ? 1ull << (n) % HALF_SQUARES : 0, (n) < HALF_SQUARES ? 0 : 1ull << (n) % HALF_SQUARES } }
#define RANK_HALVES(n)                                                                                       \
    HALVES(n), HALVES(n + 1), HALVES(n + 2), HALVES(n + 3), HALVES(n + 4), HALVES(n + 5), HALVES(n + 6),     \
    HALVES(n + 7), HALVES(n + 8)
static const Men square_bit[SQ_SLOTS] = {
    RANK_HALVES(0), RANK_HALVES(9), RANK_HALVES(18), RANK_HALVES(27), RANK_HALVES(36),
    RANK_HALVES(45), RANK_HALVES(54), RANK_HALVES(63), RANK_HALVES(72), RANK_HALVES(81),
};
#undef RANK_HALVES
#undef HALVES

static inline Men find_pawns(const Pos *pos, int side) {
    Men pawns = { { 0, 0 } };
    for (int number = 11; number < MEN_A_SIDE; number++) {
        const Men *bit = &square_bit[pos->sq_of[side << 4 | number]];
        pawns.half[RED] |= bit->half[RED];
        pawns.half[BLACK] |= bit->half[BLACK];
    }
    return pawns;
}
/* Both men of a kind that never leaves its half. */
SPECIALISED uint64_t find_guards(const Pos *pos, int side, int kind) {
    const uint8_t *sq = squares_of(pos, side, kind);
    return square_bit[sq[0]].half[side] | square_bit[sq[1]].half[side];
}

SPECIALISED void survey_men(const Pos *pos, Survey *s) {
    uint64_t pawns = 0;
    for (int side = RED; side <= BLACK; side++) {
        s->own[side] = pos_board(pos, side);
        s->pawns[side] = find_pawns(pos, side);
        pawns |= s->pawns[side].half[RED] | s->pawns[side].half[BLACK];
        memset(s->rows[side], 0xff, sizeof s->rows[side]);
        memcpy(s->rows[side] + MARGIN, pos->rank_bits[side], sizeof pos->rank_bits[side]);
    }
    pawns |= pawns >> 18;
    s->pawn_files = (unsigned)(pawns | pawns >> 9 | pawns >> 36) & 0x1ff;
}

/* Attacks. */

static inline Men unite(Men a, Men b) { return (Men){ { a.half[0] | b.half[0], a.half[1] | b.half[1] } }; }

/* The steps of elephants, each way of all at once. */
SPECIALISED uint64_t elephant_attacks(uint64_t men, uint64_t free) {
    return ((men << 10 & free) << 10 | (men << 8 & free) << 8 | (men >> 10 & free) >> 10 | (men >> 8 & free) >> 8) & ELEPHANT_POINTS;
}

SPECIALISED Men pawn_attacks(Men pawns, int us) {
    const uint64_t near = pawns.half[us], far = pawns.half[us ^ 1];
    const uint64_t ahead_near = us == RED ? near << FILES : near >> FILES;
    const uint64_t ahead_far = us == RED ? far << FILES | near >> 36 : far >> FILES | near << 36;
    Men attacks;
    attacks.half[us] = ahead_near & HALF_ALL;
    attacks.half[us ^ 1] = (ahead_far | (far & ~FILE_I) << 1 | (far & ~FILE_A) >> 1) & HALF_ALL;
    return attacks;
}

SPECIALISED Men horse_attacks(const Pos *pos, int sq) {
    const unsigned sides = LEG_LEFT | LEG_RIGHT;
    const Place p = place[sq];
    const unsigned across = ~(pos_rank_men(pos, p.rank[RED]) << 1 >> p.file), along = ~(pos_file_men(pos, p.file) << 1 >> p.rank[RED]);
    return horse_reach[sq][(across & sides) | (along & sides) << 1];
}

/* The points of a square's rank and of its file. The multiplication spreads five bits over five rows. */
SPECIALISED Men line_points(int sq, unsigned on_rank, unsigned on_file) {
    const uint64_t spread = 0x0101010101ull;
    const Place p = place[sq];
    Men points = { { ((on_file & 0x1f) * spread & FILE_A) << p.file, ((on_file >> HALF_ROWS) * spread & FILE_A) << p.file } };
    const int upper = p.rank[RED] >= HALF_ROWS;
    points.half[upper] |= (uint64_t)on_rank << FILES * (p.rank[RED] - upper * HALF_ROWS);
    return points;
}

/* The men that rooks and cannons could capture or protect; squares that are empty don't matter. */
SPECIALISED void find_attacks(const Pos *pos, Survey *s, int us) {
    Attacks *a = &s->attacks[us];
    const uint64_t free = ~(s->own[RED].half[us] | s->own[BLACK].half[us]);
    memset(a, 0, sizeof *a);
    a->by[BY_PAWN] = pawn_attacks(s->pawns[us], us);
    for (uint32_t men = men_of(pos, us, HORSE); men;)
        a->by[BY_HORSE] = unite(a->by[BY_HORSE], horse_attacks(pos, next_sq(pos, us, &men)));
    for (uint32_t men = men_of(pos, us, CANNON); men;) {
        const int sq = next_sq(pos, us, &men);
        a->by[BY_CANNON] = unite(a->by[BY_CANNON], line_points(sq, pos_rank_line(pos, sq)->cannon, pos_file_line(pos, sq)->cannon));
    }
    for (uint32_t men = men_of(pos, us, ROOK); men;) {
        const int sq = next_sq(pos, us, &men);
        a->by[BY_ROOK] = unite(a->by[BY_ROOK], line_points(sq, pos_rank_line(pos, sq)->rook, pos_file_line(pos, sq)->rook));
    }
    a->all = unite(unite(a->by[BY_PAWN], a->by[BY_HORSE]), unite(a->by[BY_CANNON], a->by[BY_ROOK]));
    const uint8_t *advisor = squares_of(pos, us, ADVISOR);
    for (int i = 0; i < 2; i++) a->all = unite(a->all, piece_reach[pc_make(us, ADVISOR)][advisor[i]]);
    a->all = unite(a->all, piece_reach[pc_make(us, KING)][pos_king(pos, us)]);
    a->all.half[us] |= elephant_attacks(find_guards(pos, us, ELEPHANT), free);
}

SPECIALISED void survey_position(const Pos *pos, bool wants_attacks, Survey *s) {
    survey_men(pos, s);
    if (!wants_attacks) return;
    find_attacks(pos, s, RED);
    find_attacks(pos, s, BLACK);
}
#endif
