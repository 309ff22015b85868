#include "engine/xq/pos.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include "engine/core/rng.h"
#include "engine/xq/attacks.h"

const char POS_START_FEN[] = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";

const uint8_t man_kind[MAN_COUNT] = {
    KING, ADVISOR, ADVISOR, ELEPHANT, ELEPHANT, HORSE, HORSE, ROOK, ROOK, CANNON, CANNON, PAWN, PAWN, PAWN, PAWN, PAWN,
    KING, ADVISOR, ADVISOR, ELEPHANT, ELEPHANT, HORSE, HORSE, ROOK, ROOK, CANNON, CANNON, PAWN, PAWN, PAWN, PAWN, PAWN,
};
const uint8_t man_first[KINDS + 1] = { 0, 1, 3, 5, 7, 9, 11, 16 };

uint64_t zobrist_piece[PC_COUNT][SQ_COUNT];
uint64_t zobrist_side;

void xq_init(void) {
    for (int pc = 0; pc < PC_COUNT; pc++)
        for (int sq = 0; sq < SQ_COUNT; sq++)
            zobrist_piece[pc][sq] = pc_kind(pc) < KINDS ? rng_bits(2006, (uint64_t)pc, (uint64_t)sq) : 0;
    zobrist_side = rng_bits(2006, PC_COUNT, 0);
    attacks_init();
}

void pos_clear(Pos *pos) {
    memset(pos, 0, sizeof *pos);
    memset(pos->board, PC_NONE, sizeof pos->board);
    memset(pos->man, MAN_NONE, sizeof pos->man);
    pos->board[SQ_WALL] = PC_WALL;
    pos->man[SQ_WALL] = MAN_WALL;
    memset(pos->sq_of, SQ_NONE, sizeof pos->sq_of);
    pos->fullmove = 1;
}

/* Set or clear the line bits of one square: both are the same exclusive or. */
static inline void toggle_lines(Pos *pos, int side, int sq) {
    const int file = sq_file(sq), rank = sq_rank(sq);
    pos->rank_bits[side][rank] = (uint16_t)(pos->rank_bits[side][rank] ^ 1u << file);
    pos->file_bits[side][file] = (uint16_t)(pos->file_bits[side][file] ^ 1u << rank);
}

bool pos_put(Pos *pos, int pc, int sq) {
    assert(pos->board[sq] == PC_NONE);
    const int side = pc_side(pc), kind = pc_kind(pc);
    for (int number = man_first[kind]; number < man_first[kind + 1]; number++) {
        const int man = side << 4 | number;
        if (pos->alive >> man & 1) continue;
        pos->board[sq] = (uint8_t)pc;
        pos->man[sq] = (uint8_t)man;
        pos->sq_of[man] = (uint8_t)sq;
        pos->alive |= 1u << man;
        toggle_lines(pos, side, sq);
        pos->key ^= zobrist_piece[pc][sq];
        return true;
    }
    return false;
}

uint64_t pos_compute_key(const Pos *pos) {
    uint64_t key = pos->side == BLACK ? zobrist_side : 0;
    for (int sq = 0; sq < SQ_COUNT; sq++) key ^= zobrist_piece[pos->board[sq]][sq];
    return key;
}

void pos_make(Pos *pos, Move mv, Undo *undo) {
    const int from = mv_from(mv), to = mv_to(mv), us = pos->side;
    const int pc = pos->board[from], man = pos->man[from], captured = pos->man[to];
    *undo = (Undo){ .key = pos->key, .halfmove = pos->halfmove, .captured = (uint8_t)captured };
    pos->key ^= zobrist_piece[pc][from] ^ zobrist_piece[pc][to] ^ zobrist_piece[pos->board[to]][to] ^ zobrist_side;
    pos->halfmove++;
    if (captured != MAN_NONE) {
        pos->sq_of[captured] = SQ_NONE;
        pos->alive &= ~(1u << captured);
        toggle_lines(pos, us ^ 1, to);
        pos->halfmove = 0;
    }
    pos->board[from] = PC_NONE;
    pos->man[from] = MAN_NONE;
    pos->board[to] = (uint8_t)pc;
    pos->man[to] = (uint8_t)man;
    pos->sq_of[man] = (uint8_t)to;
    toggle_lines(pos, us, from);
    toggle_lines(pos, us, to);
    pos->side = (uint8_t)(us ^ 1);
    pos->fullmove = (uint16_t)(pos->fullmove + us);
}

void pos_undo(Pos *pos, Move mv, const Undo *undo) {
    const int from = mv_from(mv), to = mv_to(mv), us = pos->side ^ 1;
    const int pc = pos->board[to], man = pos->man[to], captured = undo->captured;
    pos->side = (uint8_t)us;
    pos->fullmove = (uint16_t)(pos->fullmove - us);
    pos->key = undo->key;
    pos->halfmove = undo->halfmove;
    pos->board[from] = (uint8_t)pc;
    pos->man[from] = (uint8_t)man;
    pos->sq_of[man] = (uint8_t)from;
    pos->board[to] = PC_NONE;
    pos->man[to] = (uint8_t)captured;
    toggle_lines(pos, us, from);
    toggle_lines(pos, us, to);
    if (captured != MAN_NONE) {
        pos->board[to] = (uint8_t)man_piece(captured);
        pos->sq_of[captured] = (uint8_t)to;
        pos->alive |= 1u << captured;
        toggle_lines(pos, us ^ 1, to);
    }
}

void pos_make_null(Pos *pos, Undo *undo) {
    *undo = (Undo){ .key = pos->key, .halfmove = pos->halfmove, .captured = MAN_NONE };
    pos->key ^= zobrist_side;
    pos->side ^= 1;
    pos->halfmove++;
}

void pos_undo_null(Pos *pos, const Undo *undo) {
    pos->key = undo->key;
    pos->halfmove = undo->halfmove;
    pos->side ^= 1;
}

/* How many men stand strictly between two squares of one line; -1 when they share none. */
static int men_between(const Pos *pos, int a, int b) {
    if (a == b) return -1;
    const int step = sq_file(a) == sq_file(b) ? FILES : sq_rank(a) == sq_rank(b) ? 1 : 0;
    if (!step) return -1;
    int count = 0;
    const int low = a < b ? a : b, high = a < b ? b : a;
    for (int sq = low + step; sq < high; sq += step) count += pos->board[sq] != PC_NONE;
    return count;
}

static bool in_palace(int side, int sq) {
    const int file = sq_file(sq), rank = side == RED ? sq_rank(sq) : RANKS - 1 - sq_rank(sq);
    return file >= 3 && file <= 5 && rank <= 2;
}

static bool own_half(int side, int sq) {
    return side == RED ? sq < SQ_COUNT / 2 : sq >= SQ_COUNT / 2;
}

/* Does a piece of this kind on `from` reach `to`, if `to` holds a man of the other side (capture) or nothing? */
static bool reaches(const Pos *pos, int pc, int from, int to, bool capture) {
    const int side = pc_side(pc), dx = sq_file(to) - sq_file(from), dy = sq_rank(to) - sq_rank(from);
    switch (pc_kind(pc)) {
    case KING: return dx * dx + dy * dy == 1 && in_palace(side, to);
    case ADVISOR: return dx * dx == 1 && dy * dy == 1 && in_palace(side, to);
    case ELEPHANT:
        return dx * dx == 4 && dy * dy == 4 && own_half(side, to) && pos->board[(from + to) / 2] == PC_NONE;
    case HORSE: {
        if (dx * dx + dy * dy != 5) return false;
        const int leg = dx * dx == 4 ? from + dx / 2 : from + dy / 2 * FILES;
        return pos->board[leg] == PC_NONE;
    }
    case ROOK: return men_between(pos, from, to) == 0;
    case CANNON: return men_between(pos, from, to) == (capture ? 1 : 0);
    case PAWN: {
        const int forward = side == RED ? 1 : -1;
        return (dx == 0 && dy == forward) || (dy == 0 && dx * dx == 1 && !own_half(side, from));
    }
    default: return false;
    }
}

bool pos_is_pseudo_legal(const Pos *pos, Move mv) {
    const int from = mv_from(mv), to = mv_to(mv);
    if (from >= SQ_COUNT || to >= SQ_COUNT || from == to) return false;
    const int pc = pos->board[from], target = pos->board[to];
    if (pc == PC_NONE || pc_side(pc) != pos->side) return false;
    if (target != PC_NONE && pc_side(target) == pos->side) return false;
    return reaches(pos, pc, from, to, target != PC_NONE);
}

bool pos_attacks(const Pos *pos, int by, int sq) {
    for (uint32_t men = pos->alive >> (by << 4) & 0xffff; men; men &= men - 1) {
        const int from = pos->sq_of[by << 4 | __builtin_ctz(men)];
        if (from != sq && reaches(pos, pos->board[from], from, sq, true)) return true;
    }
    return pos->board[sq] == pc_make(by ^ 1, KING) && men_between(pos, pos_king(pos, by), sq) == 0 &&
           sq_file(pos_king(pos, by)) == sq_file(sq);
}

bool pos_in_check(const Pos *pos, int side) {
    return pos_attacks(pos, side ^ 1, pos_king(pos, side));
}

bool pos_is_legal(const Pos *pos, Move mv) {
    Pos after = *pos;
    Undo undo;
    pos_make(&after, mv, &undo);
    return !pos_in_check(&after, pos->side);
}

static void transform(const Pos *pos, Pos *out, int (*map)(int), int swap) {
    pos_clear(out);
    for (int man = 0; man < MAN_COUNT; man++) /* in order of men, so that identities keep their order */
        if (pos->alive >> man & 1) pos_put(out, man_piece(man) ^ swap << 3, map(pos->sq_of[man]));
    out->side = (uint8_t)(pos->side ^ swap);
    out->halfmove = pos->halfmove;
    out->fullmove = pos->fullmove;
    out->key = pos_compute_key(out);
}

void pos_flip(const Pos *pos, Pos *out) { transform(pos, out, sq_flip, 1); }
void pos_mirror(const Pos *pos, Pos *out) { transform(pos, out, sq_mirror, 0); }
