#include "engine/xq/attacks.h"
#include <stdlib.h>
#include <string.h>

Steps piece_steps[PC_COUNT][SQ_COUNT];
Steps piece_attackers[PC_COUNT][SQ_COUNT];
Board90 piece_reach[PC_COUNT][SQ_SLOTS];
Board90 horse_reach[SQ_COUNT][LEG_SETS];
Line rank_lines[FILES][1 << FILES];
Line file_lines[RANKS][1 << RANKS];
uint32_t line_between[SQ_COUNT][SQ_SLOTS];
uint32_t line_bit[SQ_COUNT][SQ_SLOTS];
uint8_t horse_leg[SQ_COUNT][SQ_SLOTS];
uint8_t elephant_eye[SQ_COUNT][SQ_SLOTS];

/* From where men that no block holds back attack a square: king, advisors and pawns of one side. */
typedef struct { struct { uint8_t sq, pc; } from[11]; int count; } Steppers;
static Steppers steppers_to[2][SQ_COUNT];

static bool in_palace(int side, int file, int rank) {
    if (side == BLACK) rank = RANKS - 1 - rank;
    return file >= 3 && file <= 5 && rank <= 2;
}

static bool on_own_half(int side, int rank) {
    return side == RED ? rank < RANKS / 2 : rank >= RANKS / 2;
}

/* May a man of this piece step by (dx, dy) from this square to that one, blocks aside? Both are on the board. */
static bool steps_by(int pc, int from, int to, int dx, int dy) {
    const int side = pc_side(pc);
    switch (pc_kind(pc)) {
    case KING:     return dx * dx + dy * dy == 1 && in_palace(side, sq_file(to), sq_rank(to));
    case ADVISOR:  return dx * dx == 1 && dy * dy == 1 && in_palace(side, sq_file(to), sq_rank(to));
    case ELEPHANT: return dx * dx == 4 && dy * dy == 4 && on_own_half(side, sq_rank(to));
    case HORSE:    return dx * dx + dy * dy == 5;
    case PAWN: {
        const bool crossed = !on_own_half(side, sq_rank(from));
        return (dx == 0 && dy == (side == RED ? 1 : -1)) || (dy == 0 && dx * dx == 1 && crossed);
    }
    default:       return false;
    }
}

/* The point between: dx / 2 is the direction along a step's long side and 0 along a short one. */
static int step_via(int kind, int from, int dx, int dy) {
    return kind == HORSE || kind == ELEPHANT ? from + dy / 2 * FILES + dx / 2 : SQ_NONE;
}

static void add_step(Steps *steps, int to, int via) {
    steps->step[steps->count++] = (Step){ (uint8_t)to, (uint8_t)via };
}

static void add_stepper(Steppers *steppers, int pc, int from) {
    steppers->from[steppers->count].sq = (uint8_t)from;
    steppers->from[steppers->count++].pc = (uint8_t)pc;
}

static void add_steps_from(int pc, int from) {
    for (int dy = -2; dy <= 2; dy++)
        for (int dx = -2; dx <= 2; dx++) {
            const int file = sq_file(from) + dx, rank = sq_rank(from) + dy;
            if (file < 0 || file >= FILES || rank < 0 || rank >= RANKS) continue;
            const int to = sq_of(file, rank);
            if (!steps_by(pc, from, to, dx, dy)) continue;
            const int via = step_via(pc_kind(pc), from, dx, dy);
            add_step(&piece_steps[pc][from], to, via);
            add_step(&piece_attackers[pc][to], from, via);
            if (via == SQ_NONE) add_stepper(&steppers_to[pc_side(pc)][to], pc, from);
            piece_reach[pc][from].half[to / HALF_SQUARES] |= (uint64_t)1 << to % HALF_SQUARES;
            if (pc_kind(pc) == HORSE) horse_leg[to][from] = (uint8_t)via;
            if (pc_kind(pc) == ELEPHANT && on_own_half(pc_side(pc), sq_rank(from)))
                elephant_eye[to][from] = (uint8_t)via;
        }
}

static void init_horses(void) {
    memset(horse_reach, 0, sizeof horse_reach);
    for (int from = 0; from < SQ_COUNT; from++) {
        const Steps *steps = &piece_steps[pc_make(RED, HORSE)][from];
        for (int i = 0; i < steps->count; i++) {
            const int to = steps->step[i].to, way = steps->step[i].via - from;
            const unsigned leg = way == -1 ? LEG_LEFT : way == 1 ? LEG_RIGHT : way < 0 ? LEG_DOWN : LEG_UP;
            for (unsigned free = 0; free < LEG_SETS; free++)
                if (free & leg) horse_reach[from][free].half[to / HALF_SQUARES] |= (uint64_t)1 << to % HALF_SQUARES;
        }
    }
}

static void init_steps(void) {
    memset(piece_steps, 0, sizeof piece_steps);
    memset(piece_attackers, 0, sizeof piece_attackers);
    memset(piece_reach, 0, sizeof piece_reach);
    memset(steppers_to, 0, sizeof steppers_to);
    memset(horse_leg, SQ_WALL, sizeof horse_leg);
    memset(elephant_eye, SQ_WALL, sizeof elephant_eye);
    for (int pc = 0; pc < PC_COUNT; pc++)
        for (int from = 0; from < SQ_COUNT; from++) add_steps_from(pc, from);
}

/* What is reached from `at` along a line of `size` points with these men. */
static Line line_from(int at, int size, unsigned men) {
    Line line = { 0 };
    for (int step = -1; step <= 1; step += 2) {
        int met = 0;
        for (int i = at + step; i >= 0 && i < size && met < 3; i += step) {
            const uint16_t bit = (uint16_t)(1u << i);
            const bool man = men & bit;
            met += man;
            if (!man && met == 0) line.quiet |= bit;
            if (man && met == 1) line.rook |= bit;
            if (man && met == 2) line.cannon |= bit;
            if (man && met == 3) line.third |= bit;
        }
    }
    return line;
}

static void init_lines(void) {
    for (int at = 0; at < FILES; at++)
        for (unsigned men = 0; men < 1u << FILES; men++) rank_lines[at][men] = line_from(at, FILES, men);
    for (int at = 0; at < RANKS; at++)
        for (unsigned men = 0; men < 1u << RANKS; men++) file_lines[at][men] = line_from(at, RANKS, men);
}

/* Bits strictly between a and b. */
static uint32_t bits_between(int a, int b) {
    const int low = a < b ? a : b, high = a < b ? b : a;
    return high - low < 2 ? 0 : (1u << high) - (2u << low);
}

static void init_pairs(void) {
    for (int a = 0; a < SQ_COUNT; a++)
        for (int b = 0; b < SQ_SLOTS; b++) {
            line_between[a][b] = LINE_OUTSIDE;
            line_bit[a][b] = 0;
            if (b >= SQ_COUNT) continue;
            const bool same_rank = sq_rank(a) == sq_rank(b), same_file = sq_file(a) == sq_file(b);
            if (same_rank) line_bit[a][b] |= 1u << sq_file(b);
            if (same_file) line_bit[a][b] |= 1u << (16 + sq_rank(b));
            if (a == b) continue;
            if (same_rank) line_between[a][b] = bits_between(sq_file(a), sq_file(b));
            if (same_file) line_between[a][b] = bits_between(sq_rank(a), sq_rank(b)) << 16;
        }
}

void attacks_init(void) {
    init_steps();
    init_horses();
    init_lines();
    init_pairs();
}

/* Men of one side that attack sq by a step without a block: king, advisors, pawns. */
static inline uint32_t steppers(const Pos *pos, int side, int sq) {
    const Steppers *all = &steppers_to[side][sq];
    uint32_t men = 0;
    for (int i = 0; i < all->count; i++)
        men |= (uint32_t)(pos->board[all->from[i].sq] == all->from[i].pc) << (pos->man[all->from[i].sq] & 31);
    return men;
}

uint32_t attackers_of_side(const Pos *pos, int side, int sq, uint32_t lines, uint32_t alive) {
    const uint64_t blocked = (uint64_t)1 << MAN_WALL | alive; /* by values of man[] */
    const uint8_t *at = pos->sq_of + (side << 4);
    uint32_t men = 0;
    for (int n = man_first[ROOK]; n < man_first[CANNON]; n++) men |= (uint32_t)(line_count(lines, sq, at[n]) == 0) << n;
    for (int n = man_first[CANNON]; n < man_first[PAWN]; n++) men |= (uint32_t)(line_count(lines, sq, at[n]) == 1) << n;
    for (int n = man_first[HORSE]; n < man_first[ROOK]; n++)
        men |= (uint32_t)(~blocked >> pos->man[horse_leg[sq][at[n]]] & 1) << n;
    for (int n = man_first[ELEPHANT]; n < man_first[HORSE]; n++)
        men |= (uint32_t)(~blocked >> pos->man[elephant_eye[sq][at[n]]] & 1) << n;
    if (pos->board[sq] == pc_make(side ^ 1, KING)) men |= line_count(lines, sq, at[0]) == 0;
    return (men << (side << 4) | steppers(pos, side, sq)) & alive;
}
