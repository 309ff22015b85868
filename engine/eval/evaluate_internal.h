/* The body of the evaluation, compiled twice: by eval.c as it is, by trace.c with EVAL_TRACED, when every use of a
 * weight is counted too. USE() is the only access to the weights and does both, so that a term can't be scored
 * without being counted. Each term gives to the side it is good for; the other side's sum is subtracted. */
#include <stdlib.h>
#include "engine/eval/eval.h"
#include "engine/eval/survey_internal.h"

#ifndef EVAL_TRACED
#error "define EVAL_TRACED as 0 or 1 first"
#endif

typedef struct {
    const Pos *pos;
    const Survey *survey;
    const EvalOptions *options;
    bool wants_attacks;
    int us, them;
#if EVAL_TRACED
    Trace *trace;
    int sign;
#else
    const PackedWeights *weights;
    int64_t sum; /* of this side so far, packed */
#endif
} Tally;

#if EVAL_TRACED
#define USE(t, slot, times) \
    ((t)->trace->term.slot = (int16_t)((t)->trace->term.slot + (t)->sign * (times)))
#else
#define USE(t, slot, times) ((t)->sum += (times) * (t)->weights->term.slot)
#endif

/* The squares of the two men of a kind; false unless both are there. */
SPECIALISED bool both_of(const Tally *t, int kind, int *a, int *b) {
    const uint8_t *sq = squares_of(t->pos, t->us, kind);
    *a = sq[0];
    *b = sq[1];
    return *a != SQ_NONE && *b != SQ_NONE;
}

/* Material and piece-square tables. */

SPECIALISED void one_man(Tally *t, int kind, int rank, int fold) {
    if (t->options->material) USE(t, material[kind], 1);
    if (t->options->psqt) USE(t, psqt[kind][rank][fold], 1);
}

SPECIALISED void pairs(Tally *t) {
    const uint32_t men = t->pos->alive >> (t->us << 4), both = men & men >> 1;
    for (int kind = HORSE; kind <= CANNON; kind++)
        if (both >> (5 + 2 * (kind - HORSE)) & 1) USE(t, pair[kind - HORSE], 1);
}

SPECIALISED void with_pawns(Tally *t) {
    const int pawns = count_of(t->pos, RED, PAWN) + count_of(t->pos, BLACK, PAWN);
    for (int kind = HORSE; kind <= CANNON; kind++)
        USE(t, with_pawns[kind - HORSE], pawns * count_of(t->pos, t->us, kind));
}

/* Mobility. Guards and pawns are moved all at once, a direction at a time: no two of them share a target then. */

SPECIALISED int advisor_mobility(const Tally *t, uint64_t own) {
    const uint64_t points = 0x28ull | 0x10ull << 9 | 0x28ull << 18; /* d0 f0 e1 d2 f2 */
    const uint64_t free = (t->us == RED ? points : points << 2 * FILES) & ~own;
    const uint64_t men = find_guards(t->pos, t->us, ADVISOR);
    return __builtin_popcountll(men << 10 & free) + __builtin_popcountll(men << 8 & free) +
           __builtin_popcountll(men >> 10 & free) + __builtin_popcountll(men >> 8 & free);
}

SPECIALISED int elephant_mobility(const Tally *t, uint64_t own, uint64_t enemy) {
    const uint64_t free = ELEPHANT_POINTS & ~own, open = ~(own | enemy);
    const uint64_t men = find_guards(t->pos, t->us, ELEPHANT);
    return __builtin_popcountll((men << 10 & open) << 10 & free) + __builtin_popcountll((men << 8 & open) << 8 & free) +
           __builtin_popcountll((men >> 10 & open) >> 10 & free) + __builtin_popcountll((men >> 8 & open) >> 8 & free);
}

SPECIALISED int pawn_mobility(const Tally *t, const Men *own, const Men *pawns) {
    const uint64_t near = pawns->half[t->us], far = pawns->half[t->them];
    const uint64_t free_near = HALF_ALL & ~own->half[t->us], free_far = HALF_ALL & ~own->half[t->them];
    const uint64_t ahead_near = t->us == RED ? near << 9 : near >> 9;
    const uint64_t ahead_far = t->us == RED ? far << 9 | near >> 36 : far >> 9 | near << 36;
    return __builtin_popcountll(ahead_near & free_near) + __builtin_popcountll(ahead_far & free_far) +
           __builtin_popcountll((far & ~FILE_I) << 1 & free_far) + __builtin_popcountll((far & ~FILE_A) >> 1 & free_far);
}

/* What horses, rooks and cannons reach together: squares, and those of the enemy's palace among them. */
typedef struct { int squares[3], palace[3]; } Reach;

/* The rows around the horse are moved until its file stands in bit 2 of each; the targets behind a free leg are a
 * mask by legs. Four rows, two below it to one above, are one word; the fifth stands alone. */
SPECIALISED void add_horse(const Tally *t, int sq, Reach *reach) {
    enum { SIDES = LEG_LEFT | LEG_RIGHT };
#define LEGS(legs)                                                                                   \
    ((legs) & LEG_DOWN ? 0x0aull : 0) | ((legs) & LEG_LEFT ? 0x01ull << 16 | 0x01ull << 48 : 0) |    \
        ((legs) & LEG_RIGHT ? 0x10ull << 16 | 0x10ull << 48 : 0)
    static const uint64_t targets[16] = {
        LEGS(0), LEGS(1), LEGS(2),  LEGS(3),  LEGS(4),  LEGS(5),  LEGS(6),  LEGS(7),
        LEGS(8), LEGS(9), LEGS(10), LEGS(11), LEGS(12), LEGS(13), LEGS(14), LEGS(15),
    };
#undef LEGS
    const uint64_t margins = 0xf803f803f803f803ull;
    const int file = place[sq].file, rank = place[sq].rank[RED];
    const unsigned across = ~(pos_rank_men(t->pos, rank) << 1 >> file), along = ~(pos_file_men(t->pos, file) << 1 >> rank);
    const unsigned legs = (across & SIDES) | (along & SIDES) << 1;
    const uint16_t *window = t->survey->rows[t->us] + rank, *palace = palace_rows[t->them] + rank;
    uint64_t rows, palace_window;
    memcpy(&rows, window, sizeof rows);
    memcpy(&palace_window, palace, sizeof palace_window);
    const uint64_t reached = ~((rows << 2 | margins) >> file) & targets[legs];
    const unsigned above = legs & LEG_UP ? ~((window[4] << 2 | 0xf803u) >> file) & 0x0a : 0;
    reach->squares[0] += __builtin_popcountll(reached) + __builtin_popcount(above);
    reach->palace[0] += __builtin_popcountll(reached & palace_window >> file) +
                        __builtin_popcount(above & (unsigned)palace[4] >> file);
}

/* Points of a line word (rank in the low half, file in the high one). */
SPECIALISED void add_lines(const Tally *t, int sq, unsigned along_rank, unsigned along_file, int kind, Reach *reach) {
    const Place p = place[sq];
    const unsigned free_rank = along_rank & ~(unsigned)t->pos->rank_bits[t->us][p.rank[RED]];
    const unsigned free_file = along_file & ~(unsigned)t->pos->file_bits[t->us][p.file];
    const unsigned reached = free_rank | free_file << 16;
    const unsigned palace = (p.rank[t->them] <= 2 ? PALACE_FILES : 0u) |
                            (p.file >= 3 && p.file <= 5 ? (t->them == RED ? 0x007u : 0x380u) << 16 : 0u);
    reach->squares[kind - HORSE] += __builtin_popcount(reached);
    reach->palace[kind - HORSE] += __builtin_popcount(reached & palace);
}

SPECIALISED void find_reach(const Tally *t, Reach *reach) {
    for (uint32_t men = men_of(t->pos, t->us, HORSE); men;) add_horse(t, next_sq(t->pos, t->us, &men), reach);
    for (uint32_t men = men_of(t->pos, t->us, ROOK); men;) {
        const int sq = next_sq(t->pos, t->us, &men);
        const Line *rank = pos_rank_line(t->pos, sq), *file = pos_file_line(t->pos, sq);
        add_lines(t, sq, rank->quiet | rank->rook, file->quiet | file->rook, ROOK, reach);
    }
    for (uint32_t men = men_of(t->pos, t->us, CANNON); men;) {
        const int sq = next_sq(t->pos, t->us, &men);
        const Line *rank = pos_rank_line(t->pos, sq), *file = pos_file_line(t->pos, sq);
        add_lines(t, sq, rank->quiet | rank->cannon, file->quiet | file->cannon, CANNON, reach);
    }
}

SPECIALISED void mobility(Tally *t, const Reach *reach) {
    const Men own = t->survey->own[t->us];
    USE(t, mobility[ADVISOR], advisor_mobility(t, own.half[t->us]));
    USE(t, mobility[ELEPHANT], elephant_mobility(t, own.half[t->us], t->survey->own[t->them].half[t->us]));
    for (int kind = HORSE; kind <= CANNON; kind++) USE(t, mobility[kind], reach->squares[kind - HORSE]);
    USE(t, mobility[PAWN], pawn_mobility(t, &own, &t->survey->pawns[t->us]));
    if (t->pos->side == t->us) USE(t, tempo, 1);
}

/* Cooperation. */

/* How far behind the river a row of the enemy's half lies. */
SPECIALISED int rows_crossed(const Tally *t, int row) {
    return t->us == RED ? row : HALF_ROWS - 1 - row;
}

SPECIALISED void crossed_pawns(Tally *t, uint64_t pawns) {
    for (uint64_t pairs = pawns & pawns >> 1 & ~FILE_I; pairs; pairs &= pairs - 1)
        USE(t, linked_pawns[rows_crossed(t, __builtin_ctzll(pairs) / FILES)], 1);
    for (; pawns; pawns &= pawns - 1) {
        const int sq = __builtin_ctzll(pawns) + t->them * HALF_SQUARES;
        const uint8_t *rooks = squares_of(t->pos, t->us, ROOK);
        const uint32_t lines = pos_lines(t->pos, sq);
        if (line_count(lines, sq, rooks[0]) == 0 || line_count(lines, sq, rooks[1]) == 0) USE(t, rook_backed_pawn, 1);
    }
}

SPECIALISED void attacked_men(Tally *t) {
    const Attacks *ours = &t->survey->attacks[t->us], *theirs = &t->survey->attacks[t->them];
    const int king = pos_king(t->pos, t->them);
    for (int half = 0; half < 2; half++) {
        uint64_t men = t->survey->own[t->them].half[half] & ~square_bit[king].half[half];
        uint64_t by_least = 0;
        for (int by = BY_PAWN; by < ATTACKER_KINDS; by++) by_least |= ours->by[by].half[half];
        for (men &= by_least; men; men &= men - 1) {
            const uint64_t man = men & -men;
            const int kind = pc_kind(t->pos->board[half * HALF_SQUARES + __builtin_ctzll(men)]);
            int by = BY_PAWN;
            while (!(ours->by[by].half[half] & man)) by++;
            if (theirs->all.half[half] & man) USE(t, attacked_held[kind][by], 1);
            else USE(t, attacked_free[kind][by], 1);
        }
    }
}

SPECIALISED void cooperation(Tally *t) {
    const Pos *pos = t->pos;
    const uint64_t pawns = t->survey->pawns[t->us].half[t->them];
    int a, b;
    if (pawns) crossed_pawns(t, pawns);
    if (both_of(t, HORSE, &a, &b) && pos->board[horse_leg[a][b]] == PC_NONE && pos->board[horse_leg[b][a]] == PC_NONE)
        USE(t, linked_horses, 1);
    if (both_of(t, ROOK, &a, &b) && men_between(pos, a, b) == 0) USE(t, paired_rooks, 1);
    if (both_of(t, CANNON, &a, &b) && men_between(pos, a, b) == 1) USE(t, shoulder_pole, 1);
    if (both_of(t, ELEPHANT, &a, &b) && pos->board[elephant_eye[a][b]] == PC_NONE) USE(t, linked_elephants, 1);
    if (both_of(t, ADVISOR, &a, &b) && (place[a].file == 4 || place[b].file == 4)) USE(t, linked_advisors, 1);
}

/* King safety: what a side has against the enemy's king. */

SPECIALISED void cannon_threats(Tally *t, int king_sq, uint32_t king_lines) {
    const Place king = place[king_sq];
    for (uint32_t men = men_of(t->pos, t->us, CANNON); men;) {
        const int sq = next_sq(t->pos, t->us, &men);
        const Place p = place[sq];
        const int count = line_count(king_lines, king_sq, sq);
        if (p.file == king.file) {
            const int front = t->them == RED ? sq_of(4, 1) : sq_of(4, 8);
            const bool at_home = king_sq == (t->them == RED ? sq_of(4, 0) : sq_of(4, 9));
            if (count == 0) USE(t, hollow_cannon[abs(p.rank[RED] - king.rank[RED])], 1);
            else if (count == 2 && at_home && t->pos->board[front] == pc_make(t->them, HORSE)) USE(t, cannon_over_horse, 1);
            else if (count == 2 && p.file == 4) USE(t, central_cannon, 1);
        } else if (count == 2 && king.rank[t->them] == 0) {
            USE(t, bottom_cannon[p.fold], 1);
        }
    }
}

SPECIALISED void rook_threats(Tally *t, int king_sq, uint32_t king_lines) {
    for (uint32_t men = men_of(t->pos, t->us, ROOK); men;) {
        const int sq = next_sq(t->pos, t->us, &men), file = place[sq].file;
        if (file == place[king_sq].file && line_count(king_lines, king_sq, sq) <= 1) USE(t, rook_king_file, 1);
        if (!(t->survey->pawn_files >> file & 1)) USE(t, rook_open_file, 1);
    }
}

SPECIALISED void pawn_threats(Tally *t, Place king, uint64_t pawns) {
    for (; pawns; pawns &= pawns - 1) {
        const int bit = __builtin_ctzll(pawns), rank = 5 + rows_crossed(t, bit / FILES);
        const int ahead = king.rank[t->us] - rank, aside = abs(king.file - bit % FILES);
        const int steps = ahead > aside ? ahead : aside;
        if (ahead >= 0 && steps <= 3) USE(t, pawn_near_king[steps - 1], 1);
    }
}

/* Only attackers and pawns ever stand across the river. */
SPECIALISED void wing_threat(Tally *t) {
    const uint64_t across = t->survey->own[t->us].half[t->them], left = FILE_A * 0x1f; /* files a to e */
    const int on_left = __builtin_popcountll(across & left), on_right = __builtin_popcountll(across & left << 4);
    const int most = on_left > on_right ? on_left : on_right;
    USE(t, wing_attackers[most < 5 ? most : 5], 1);
}

SPECIALISED void king_safety(Tally *t, const Reach *reach) {
    const Pos *pos = t->pos;
    const int king_sq = pos_king(pos, t->them);
    const Place king = place[king_sq];
    const uint32_t king_lines = pos_lines(pos, king_sq);
    const uint64_t pawns = t->survey->pawns[t->us].half[t->them];
    const int horses = count_of(pos, t->us, HORSE), rooks = count_of(pos, t->us, ROOK);
    const int cannons = count_of(pos, t->us, CANNON), attackers = horses + rooks + cannons;
    const int by_kind[4] = { horses, rooks, cannons, __builtin_popcountll(pawns) };
    const int advisors_gone = 2 - count_of(pos, t->them, ADVISOR);
    const int elephants_gone = 2 - count_of(pos, t->them, ELEPHANT);
    for (int i = 0; advisors_gone && i < 4; i++) USE(t, advisor_gone[i], advisors_gone * by_kind[i]);
    for (int i = 0; elephants_gone && i < 4; i++) USE(t, elephant_gone[i], elephants_gone * by_kind[i]);
    if (king.rank[t->them] > 0) USE(t, king_advanced[king.rank[t->them] - 1], attackers);
    if (king.file != 4) USE(t, king_off_centre, attackers);
    for (int i = 0; i < 3; i++) USE(t, palace_attack[i], reach->palace[i]);
    cannon_threats(t, king_sq, king_lines);
    rook_threats(t, king_sq, king_lines);
    pawn_threats(t, king, pawns);
    wing_threat(t);
}

/* The groups that are on, men by themselves left out, for the side t->us. */
SPECIALISED void evaluate_side(Tally *t) {
    if (t->options->material) {
        pairs(t);
        with_pawns(t);
    }
    Reach reach = { { 0 }, { 0 } };
    if (t->options->mobility || t->options->king_safety) find_reach(t, &reach);
    if (t->options->mobility) mobility(t, &reach);
    if (t->options->cooperation) cooperation(t);
    if (t->wants_attacks) attacked_men(t);
    if (t->options->king_safety) king_safety(t, &reach);
}
