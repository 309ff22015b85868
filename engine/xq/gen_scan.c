/* The board scan: every point is looked at, and the men found there go by rules over regions of the board. Clear,
 * and the slowest of the four. */
#include "engine/xq/gen_internal.h"

typedef struct { const Pos *pos; MoveList *list; Wanted wanted; } Scan;

static bool on_board(int file, int rank) {
    return file >= 0 && file < FILES && rank >= 0 && rank < RANKS;
}
static bool in_palace(int side, int file, int rank) {
    return file >= 3 && file <= 5 && (side == RED ? rank >= 0 && rank <= 2 : rank >= 7 && rank < RANKS);
}
static bool on_own_half(int side, int file, int rank) {
    return on_board(file, rank) && (rank < RANKS / 2) == (side == RED);
}

static void try_point(const Scan *scan, int from, int file, int rank) {
    const int to = sq_of(file, rank);
    if (is_target(scan->pos, to, scan->wanted)) scan->list->move[scan->list->count++] = mv_make(from, to);
}
static bool is_empty(const Scan *scan, int file, int rank) {
    return scan->pos->board[sq_of(file, rank)] == PC_NONE;
}

static void scan_king(const Scan *scan, int from, int file, int rank) {
    const int side = scan->pos->side;
    for (int d = -1; d <= 1; d += 2) {
        if (in_palace(side, file + d, rank)) try_point(scan, from, file + d, rank);
        if (in_palace(side, file, rank + d)) try_point(scan, from, file, rank + d);
    }
}

static void scan_advisor(const Scan *scan, int from, int file, int rank) {
    for (int dy = -1; dy <= 1; dy += 2)
        for (int dx = -1; dx <= 1; dx += 2)
            if (in_palace(scan->pos->side, file + dx, rank + dy)) try_point(scan, from, file + dx, rank + dy);
}

static void scan_elephant(const Scan *scan, int from, int file, int rank) {
    for (int dy = -1; dy <= 1; dy += 2)
        for (int dx = -1; dx <= 1; dx += 2)
            if (on_own_half(scan->pos->side, file + 2 * dx, rank + 2 * dy) && is_empty(scan, file + dx, rank + dy))
                try_point(scan, from, file + 2 * dx, rank + 2 * dy);
}

static void scan_horse(const Scan *scan, int from, int file, int rank) {
    for (int dy = -2; dy <= 2; dy++)
        for (int dx = -2; dx <= 2; dx++)
            if (dx * dx + dy * dy == 5 && on_board(file + dx, rank + dy) &&
                is_empty(scan, file + dx / 2, rank + dy / 2))
                try_point(scan, from, file + dx, rank + dy);
}

/* Along one direction: quiet moves up to the first man; then a rook's capture there, a cannon's at the next man. */
static void scan_line(const Scan *scan, int from, int file, int rank, int dx, int dy, bool cannon) {
    for (file += dx, rank += dy; on_board(file, rank) && is_empty(scan, file, rank); file += dx, rank += dy)
        if (scan->wanted == QUIETS) try_point(scan, from, file, rank);
    if (scan->wanted == QUIETS) return;
    if (cannon)
        for (file += dx, rank += dy; on_board(file, rank) && is_empty(scan, file, rank); file += dx, rank += dy)
            continue;
    if (on_board(file, rank)) try_point(scan, from, file, rank);
}

static void scan_slider(const Scan *scan, int from, int file, int rank, bool cannon) {
    scan_line(scan, from, file, rank, 1, 0, cannon);
    scan_line(scan, from, file, rank, -1, 0, cannon);
    scan_line(scan, from, file, rank, 0, 1, cannon);
    scan_line(scan, from, file, rank, 0, -1, cannon);
}

static void scan_pawn(const Scan *scan, int from, int file, int rank) {
    const int side = scan->pos->side, forward = side == RED ? 1 : -1;
    if (on_board(file, rank + forward)) try_point(scan, from, file, rank + forward);
    if (on_own_half(side, file, rank)) return;
    if (on_board(file - 1, rank)) try_point(scan, from, file - 1, rank);
    if (on_board(file + 1, rank)) try_point(scan, from, file + 1, rank);
}

static void scan_board(const Pos *pos, MoveList *list, Wanted wanted) {
    const Scan scan = { pos, list, wanted };
    for (int rank = 0; rank < RANKS; rank++)
        for (int file = 0; file < FILES; file++) {
            const int from = sq_of(file, rank), pc = pos->board[from];
            if (pc == PC_NONE || pc_side(pc) != pos->side) continue;
            switch (pc_kind(pc)) {
            case KING:     scan_king(&scan, from, file, rank); break;
            case ADVISOR:  scan_advisor(&scan, from, file, rank); break;
            case ELEPHANT: scan_elephant(&scan, from, file, rank); break;
            case HORSE:    scan_horse(&scan, from, file, rank); break;
            case ROOK:     scan_slider(&scan, from, file, rank, false); break;
            case CANNON:   scan_slider(&scan, from, file, rank, true); break;
            case PAWN:     scan_pawn(&scan, from, file, rank); break;
            default:       break;
            }
        }
}

void scan_captures(const Pos *pos, MoveList *list) { scan_board(pos, list, CAPTURES); }
void scan_quiets(const Pos *pos, MoveList *list) { scan_board(pos, list, QUIETS); }
