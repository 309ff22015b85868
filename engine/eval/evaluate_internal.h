/* The body of the evaluation, compiled twice: by eval.c as it is, by trace.c with EVAL_TRACED, when every use of a
 * weight is counted too. USE() is the only access to the weights and does both, so that a term can't be scored
 * without being counted. Each term gives to the side it is good for; the other side's sum is subtracted. */
#include <stdlib.h>
#include "engine/eval/eval.h"
#include "engine/xq/attacks.h"

#ifndef EVAL_TRACED
#error "define EVAL_TRACED as 0 or 1 first"
#endif

typedef struct {
    const Pos *pos;
    const Weights *weights;
    int us, them;
    int mg, eg;          /* sums of this side so far */
    uint64_t crossed;    /* own crossed pawns: bit (rank - 5) * 9 + file, ranks as the owner counts */
    uint16_t occ_rank[RANKS], occ_file[FILES]; /* men of both sides */
#if EVAL_TRACED
    Trace *trace;
    int sign;
#endif
} Tally;

static inline void use(Tally *t, const Score *slot, int times) {
    t->mg += times * slot->mg;
    t->eg += times * slot->eg;
#if EVAL_TRACED
    const size_t index = (size_t)((const char *)slot - (const char *)t->weights) / sizeof *slot;
    t->trace->flat[index] = (int16_t)(t->trace->flat[index] + t->sign * times);
#endif
}
#define USE(t, slot, times) use(t, &(t)->weights->term.slot, times)

/* Where a square lies: rank by side, file, folded file. Tables, since a division by nine a man would be felt. */
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
/* The squares of the two men of a kind; false unless both are there. */
static inline bool both_of(const Tally *t, int kind, int *a, int *b) {
    uint32_t men = men_of(t->pos, t->us, kind);
    if (!(men & (men - 1))) return false;
    *a = next_sq(t->pos, t->us, &men);
    *b = next_sq(t->pos, t->us, &men);
    return true;
}

/* Bits strictly between two places of a line; none when they are the same. */
static inline unsigned between(int a, int b) {
    const int low = a < b ? a : b, high = a < b ? b : a;
    return ((1u << high) - 1) & ~((2u << low) - 1);
}
static inline int men_on_file_between(const Tally *t, int file, int a, int b) {
    return __builtin_popcount(t->occ_file[file] & between(a, b));
}
static inline int men_on_rank_between(const Tally *t, int rank, int a, int b) {
    return __builtin_popcount(t->occ_rank[rank] & between(a, b));
}
/* Men between two squares; -1 when they share no line. */
static inline int men_between(const Tally *t, int a, int b) {
    const Place p = place[a], q = place[b];
    if (p.file == q.file) return men_on_file_between(t, p.file, p.rank[RED], q.rank[RED]);
    if (p.rank[RED] == q.rank[RED]) return men_on_rank_between(t, p.rank[RED], p.file, q.file);
    return -1;
}

/* Material and piece-square tables. */

static void material(Tally *t) {
    for (int kind = ADVISOR; kind < KINDS; kind++) USE(t, material[kind], count_of(t->pos, t->us, kind));
    for (int kind = HORSE; kind <= CANNON; kind++)
        if (count_of(t->pos, t->us, kind) == 2) USE(t, pair[kind - HORSE], 1);
}

static void psqt(Tally *t) {
    for (uint32_t men = t->pos->alive >> (t->us << 4) & 0xffff; men;) {
        const int kind = man_kind[__builtin_ctz(men)];
        const Place p = place[next_sq(t->pos, t->us, &men)];
        USE(t, psqt[kind][p.rank[t->us]][p.fold], 1);
    }
}

/* Mobility. */

static void mobility(Tally *t) {
    for (uint32_t men = t->pos->alive >> (t->us << 4) & 0xffff; men;) {
        const int kind = man_kind[__builtin_ctz(men)];
        const int sq = next_sq(t->pos, t->us, &men);
        const int count = kind == ROOK     ? rook_mobility(t->pos, t->us, sq)
                          : kind == CANNON ? cannon_mobility(t->pos, t->us, sq)
                                           : step_mobility(t->pos, pc_make(t->us, kind), sq);
        USE(t, mobility[kind], count);
    }
    if (t->pos->side == t->us) USE(t, tempo, 1);
}

/* Cooperation. */

static void crossed_pawns(Tally *t) {
    enum { EDGE = 8 };
    uint64_t last_files = 0;
    for (int rank = 0; rank < 5; rank++) last_files |= 1ull << (rank * FILES + EDGE);
    for (uint64_t pairs = t->crossed & t->crossed >> 1 & ~last_files; pairs; pairs &= pairs - 1)
        USE(t, linked_pawns[__builtin_ctzll(pairs) / FILES], 1);
    for (uint32_t pawns = t->crossed ? men_of(t->pos, t->us, PAWN) : 0; pawns;) {
        const int pawn = next_sq(t->pos, t->us, &pawns);
        if (place[pawn].rank[t->us] < 5) continue;
        for (uint32_t rooks = men_of(t->pos, t->us, ROOK); rooks;)
            if (men_between(t, next_sq(t->pos, t->us, &rooks), pawn) == 0) {
                USE(t, rook_backed_pawn, 1);
                break;
            }
    }
}

/* Do two horses protect each other? Their legs are the two corners of the rectangle's long sides. */
static bool horses_linked(const Tally *t, int a, int b) {
    const int dx = place[b].file - place[a].file, dy = place[b].rank[RED] - place[a].rank[RED];
    if (dx * dx + dy * dy != 5) return false;
    const int leg = dx * dx == 4 ? dx / 2 : dy / 2 * FILES;
    return t->pos->board[a + leg] == PC_NONE && t->pos->board[b - leg] == PC_NONE;
}

static void cooperation(Tally *t) {
    int a, b;
    if (t->crossed) crossed_pawns(t);
    if (both_of(t, HORSE, &a, &b) && horses_linked(t, a, b)) USE(t, linked_horses, 1);
    if (both_of(t, ROOK, &a, &b) && men_between(t, a, b) == 0) USE(t, paired_rooks, 1);
    if (both_of(t, CANNON, &a, &b) && men_between(t, a, b) == 1) USE(t, shoulder_pole, 1);
    if (both_of(t, ELEPHANT, &a, &b) && abs(place[a].file - place[b].file) == 2 &&
        abs(place[a].rank[RED] - place[b].rank[RED]) == 2 && t->pos->board[(a + b) / 2] == PC_NONE)
        USE(t, linked_elephants, 1);
    if (both_of(t, ADVISOR, &a, &b) && abs(place[a].file - place[b].file) == 1) USE(t, linked_advisors, 1);
}

/* King safety: what a side has against the enemy's king. */

static void cannon_threats(Tally *t, Place king) {
    const int king_rank = king.rank[RED];
    const bool at_home = king.rank[t->them] == 0 && king.file == 4;
    for (uint32_t men = men_of(t->pos, t->us, CANNON); men;) {
        const Place p = place[next_sq(t->pos, t->us, &men)];
        if (p.file == king.file) {
            const int count = men_on_file_between(t, p.file, p.rank[RED], king_rank);
            const int front = t->them == RED ? sq_of(4, 1) : sq_of(4, 8);
            if (count == 0) USE(t, hollow_cannon[abs(p.rank[RED] - king_rank)], 1);
            else if (count == 2 && at_home && t->pos->board[front] == pc_make(t->them, HORSE)) USE(t, cannon_over_horse, 1);
            else if (count == 2 && p.file == 4) USE(t, central_cannon, 1);
        } else if (p.rank[RED] == king_rank && king.rank[t->them] == 0 &&
                   men_on_rank_between(t, king_rank, p.file, king.file) == 2) {
            USE(t, bottom_cannon[p.fold], 1);
        }
    }
}

static void rook_threats(Tally *t, Place king, unsigned pawn_files) {
    for (uint32_t men = men_of(t->pos, t->us, ROOK); men;) {
        const Place p = place[next_sq(t->pos, t->us, &men)];
        if (p.file == king.file && men_on_file_between(t, p.file, p.rank[RED], king.rank[RED]) <= 1)
            USE(t, rook_king_file, 1);
        if (!(pawn_files >> p.file & 1)) USE(t, rook_open_file, 1);
    }
}

static void pawn_threats(Tally *t, Place king) {
    for (uint64_t pawns = t->crossed; pawns; pawns &= pawns - 1) {
        const int bit = __builtin_ctzll(pawns), rank = 5 + bit / FILES, file = bit % FILES;
        const int ahead = king.rank[t->us] - rank, aside = abs(king.file - file);
        const int steps = ahead > aside ? ahead : aside;
        if (ahead >= 0 && steps <= 3) USE(t, pawn_near_king[steps - 1], 1);
    }
}

/* Only attackers and pawns ever stand across the river, so the line bits of that half count them. */
static void wing_threat(Tally *t) {
    const int first = t->us == RED ? 5 : 0;
    uint64_t half = 0;
    for (int i = 0; i < 5; i++) half |= (uint64_t)t->pos->rank_bits[t->us][first + i] << (i * FILES);
    const uint64_t left = 0x1full | 0x1full << 9 | 0x1full << 18 | 0x1full << 27 | 0x1full << 36;
    const int on_left = __builtin_popcountll(half & left), on_right = __builtin_popcountll(half & left << 4);
    const int most = on_left > on_right ? on_left : on_right;
    USE(t, wing_attackers[most < 5 ? most : 5], 1);
}

static void king_safety(Tally *t, unsigned pawn_files) {
    const Pos *pos = t->pos;
    const Place king = place[pos_king(pos, t->them)];
    const int horses = count_of(pos, t->us, HORSE), rooks = count_of(pos, t->us, ROOK);
    const int cannons = count_of(pos, t->us, CANNON), attackers = horses + rooks + cannons;
    const int by_kind[4] = { horses, rooks, cannons, __builtin_popcountll(t->crossed) };
    const int advisors_gone = 2 - count_of(pos, t->them, ADVISOR);
    const int elephants_gone = 2 - count_of(pos, t->them, ELEPHANT);
    for (int i = 0; advisors_gone && i < 4; i++) USE(t, advisor_gone[i], advisors_gone * by_kind[i]);
    for (int i = 0; elephants_gone && i < 4; i++) USE(t, elephant_gone[i], elephants_gone * by_kind[i]);
    if (king.rank[t->them] > 0) USE(t, king_advanced[king.rank[t->them] - 1], attackers);
    if (king.file != 4) USE(t, king_off_centre, attackers);
    cannon_threats(t, king);
    rook_threats(t, king, pawn_files);
    if (t->crossed) pawn_threats(t, king);
    wing_threat(t);
}

/* The files with a pawn of either side; fills the crossed pawns of each side. */
static unsigned find_pawns(const Pos *pos, uint64_t crossed[2]) {
    unsigned files = 0;
    for (int side = RED; side <= BLACK; side++) {
        crossed[side] = 0;
        for (uint32_t men = men_of(pos, side, PAWN); men;) {
            const Place p = place[next_sq(pos, side, &men)];
            files |= 1u << p.file;
            if (p.rank[side] >= 5) crossed[side] |= 1ull << ((p.rank[side] - 5) * FILES + p.file);
        }
    }
    return files;
}

static void find_lines(Tally *t) {
    for (int rank = 0; rank < RANKS; rank++) t->occ_rank[rank] = t->pos->rank_bits[RED][rank] | t->pos->rank_bits[BLACK][rank];
    for (int file = 0; file < FILES; file++) t->occ_file[file] = t->pos->file_bits[RED][file] | t->pos->file_bits[BLACK][file];
}

/* All groups that are on, for the side t->us; sums and counts go to *t. */
static void evaluate_side(Tally *t, const EvalOptions *options, unsigned pawn_files) {
    if (options->material) material(t);
    if (options->psqt) psqt(t);
    if (options->mobility) mobility(t);
    if (options->cooperation) cooperation(t);
    if (options->king_safety) king_safety(t, pawn_files);
}
