/* The rules of movement written as plainly as they are spoken, to hold the fast tables to: squares as file and
 * rank, men counted one by one, moves tried on a copy. Shares nothing with engine/xq but the board. */
#ifndef ENGINE_TESTS_ORACLE_H
#define ENGINE_TESTS_ORACLE_H
#include <string.h>
#include "engine/core/rng.h"
#include "engine/xq/fen.h"
#include "engine/xq/gen.h"

/* Men strictly between two squares of one line; -1 when they share none. */
static inline int oracle_between(const Pos *pos, int a, int b) {
    if (a == b) return -1;
    const int step = sq_file(a) == sq_file(b) ? FILES : sq_rank(a) == sq_rank(b) ? 1 : 0;
    if (!step) return -1;
    int count = 0;
    const int low = a < b ? a : b, high = a < b ? b : a;
    for (int sq = low + step; sq < high; sq += step) count += pos->board[sq] != PC_NONE;
    return count;
}

static inline bool oracle_in_palace(int side, int sq) {
    const int file = sq_file(sq), rank = side == RED ? sq_rank(sq) : RANKS - 1 - sq_rank(sq);
    return file >= 3 && file <= 5 && rank <= 2;
}

static inline bool oracle_own_half(int side, int sq) {
    return side == RED ? sq < SQ_COUNT / 2 : sq >= SQ_COUNT / 2;
}

/* Does a piece on `from` reach `to`, if `to` holds a man of the other side (capture) or nothing? */
static inline bool oracle_reaches(const Pos *pos, int pc, int from, int to, bool capture) {
    const int side = pc_side(pc), dx = sq_file(to) - sq_file(from), dy = sq_rank(to) - sq_rank(from);
    switch (pc_kind(pc)) {
    case KING: return dx * dx + dy * dy == 1 && oracle_in_palace(side, to);
    case ADVISOR: return dx * dx == 1 && dy * dy == 1 && oracle_in_palace(side, to);
    case ELEPHANT:
        return dx * dx == 4 && dy * dy == 4 && oracle_own_half(side, to) && pos->board[(from + to) / 2] == PC_NONE;
    case HORSE: {
        if (dx * dx + dy * dy != 5) return false;
        const int leg = dx * dx == 4 ? from + dx / 2 : from + dy / 2 * FILES;
        return pos->board[leg] == PC_NONE;
    }
    case ROOK: return oracle_between(pos, from, to) == 0;
    case CANNON: return oracle_between(pos, from, to) == (capture ? 1 : 0);
    case PAWN: {
        const int forward = side == RED ? 1 : -1;
        return (dx == 0 && dy == forward) || (dy == 0 && dx * dx == 1 && !oracle_own_half(side, from));
    }
    default: return false;
    }
}

/* Does the man on `from` attack sq? */
static inline bool oracle_man_attacks(const Pos *pos, int from, int sq) {
    const int pc = pos->board[from];
    if (from == sq || pc == PC_NONE) return false;
    if (oracle_reaches(pos, pc, from, sq, true)) return true;
    return pc_kind(pc) == KING && pos->board[sq] == pc_make(pc_side(pc) ^ 1, KING) &&
           sq_file(from) == sq_file(sq) && oracle_between(pos, from, sq) == 0;
}

static inline bool oracle_attacks(const Pos *pos, int by, int sq) {
    for (int from = 0; from < SQ_COUNT; from++)
        if (pos->board[from] != PC_NONE && pc_side(pos->board[from]) == by && oracle_man_attacks(pos, from, sq))
            return true;
    return false;
}

static inline int oracle_king(const Pos *pos, int side) {
    int sq = 0;
    while (pos->board[sq] != pc_make(side, KING)) sq++;
    return sq;
}

static inline bool oracle_in_check(const Pos *pos, int side) {
    return oracle_attacks(pos, side ^ 1, oracle_king(pos, side));
}

/* Does a man of the side to move stand there? */
static inline bool oracle_may_move(const Pos *pos, int from) {
    return pos->board[from] != PC_NONE && pc_side(pos->board[from]) == pos->side;
}

static inline bool oracle_pseudo_legal(const Pos *pos, Move mv) {
    const int from = mv_from(mv), to = mv_to(mv);
    if (from >= SQ_COUNT || to >= SQ_COUNT || from == to) return false;
    const int pc = pos->board[from], target = pos->board[to];
    if (pc == PC_NONE || pc_side(pc) != pos->side) return false;
    if (target != PC_NONE && pc_side(target) == pos->side) return false;
    return oracle_reaches(pos, pc, from, to, target != PC_NONE);
}

/* The board alone after the move: all that the predicates above read. */
static inline Pos oracle_after(const Pos *pos, Move mv) {
    Pos after = *pos;
    after.board[mv_to(mv)] = after.board[mv_from(mv)];
    after.board[mv_from(mv)] = PC_NONE;
    return after;
}

/* Is the mover's king safe after this pseudo-legal move? */
static inline bool oracle_legal(const Pos *pos, Move mv) {
    const Pos after = oracle_after(pos, mv);
    return !oracle_in_check(&after, pos->side);
}

/* Positions of every phase, with checks, pins, bare cannons and blocked horses. */
static const char *const oracle_fens[] = {
    "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
    "r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2 w - - 0 1",
    "1cbak4/9/n2a5/2p1p3p/5cp2/2n2N3/6PCP/3AB4/2C6/3A1K1N1 w - - 0 1",
    "r1bakab1r/9/1cn2cn2/p1p1p1p1p/9/9/P1P1P1P1P/1C2C1N2/9/RNBAKABR1 b - - 0 1",
    "3akab2/4R4/4b4/9/4C4/9/9/4B4/4A4/2BAK4 b - - 0 1",
    "4k4/9/4P4/3P1P3/9/4c4/9/3A5/4p4/3K1A3 w - - 0 1",
    "2bak4/3Ca4/4b3n/9/2r3N2/6c2/1N7/4C4/4A4/1R1AK4 w - - 0 1",
    "3k5/4r4/9/4n4/4c4/4R4/3rC4/9/4A4/4KA3 w - - 0 1",
};

/* A legal move chosen by (seed, stream, ply) from the plain list; MOVE_NONE when there is none. */
static inline Move oracle_random_move(const Pos *pos, uint64_t seed, uint64_t stream, uint64_t ply) {
    MoveList list = { .count = 0 };
    for (int from = 0; from < SQ_COUNT; from++) {
        if (!oracle_may_move(pos, from)) continue;
        for (int to = 0; to < SQ_COUNT; to++) {
            const Move mv = mv_make(from, to);
            if (oracle_pseudo_legal(pos, mv) && oracle_legal(pos, mv)) list.move[list.count++] = mv;
        }
    }
    return list.count ? list.move[rng_below(seed, stream, ply, (uint64_t)list.count)] : MOVE_NONE;
}

/* Random games from every start above: visit(pos, ply number) is called before each move. Prints the seed, so that
 * a failure can be repeated. Returns how many positions were visited. */
static inline int oracle_walk(uint64_t seed, int games, int plies, void (*visit)(const Pos *pos, int ply)) {
    int visited = 0;
    print_message("seed %llu\n", (unsigned long long)seed);
    for (int game = 0; game < games; game++) {
        Pos pos;
        Err err = { 0 };
        if (!fen_parse(oracle_fens[(size_t)game % COUNT_OF(oracle_fens)], &pos, &err)) fail_msg("%s", err.text);
        for (int ply = 0; ply < plies; ply++, visited++) {
            visit(&pos, ply);
            const Move mv = oracle_random_move(&pos, seed, (uint64_t)game, (uint64_t)ply);
            if (mv == MOVE_NONE) break;
            Undo undo;
            pos_make(&pos, mv, &undo);
        }
    }
    return visited;
}
#endif
