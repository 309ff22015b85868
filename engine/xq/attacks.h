/* Who reaches what: step tables of the short-range men, preset line tables of rook and cannon, and the attackers of
 * a square. All tables are filled once by xq_init.
 *
 * The lines of a square are its rank and its file in one word: bit f of the low half is set when a man stands on
 * file f of the square's rank, bit r of the high half when one stands on rank r of its file. Bits that stand for no
 * point are always set, so that a mask of them counts as "more men than anybody jumps over" (LINE_OUTSIDE). */
#ifndef ENGINE_XQ_ATTACKS_H
#define ENGINE_XQ_ATTACKS_H
#include "engine/xq/pos.h"

/* A step of a man: where to, and the point that must be empty for it (horse's leg, elephant's eye). Kings,
 * advisors and pawns need none: their via is SQ_NONE, where every board is empty. */
typedef struct { uint8_t to, via; } Step;
typedef struct { Step step[8]; int count; } Steps;

/* By piece and square: the steps of a man standing there, none where it can't stand. Empty for rook and cannon. */
extern Steps piece_steps[PC_COUNT][SQ_COUNT];
/* The other way round: from where a man of this piece attacks the square (step.to), and past which point. */
extern Steps piece_attackers[PC_COUNT][SQ_COUNT];

/* A set of squares: bit sq of the two words put end to end, one for each side of the river. */
enum { HALF_SQUARES = SQ_COUNT / 2 };
typedef struct { uint64_t half[2]; } Board90;
/* All squares that the steps of a piece lead to, blocks aside; none from SQ_NONE. */
extern Board90 piece_reach[PC_COUNT][SQ_SLOTS];

/* The squares that a horse attacks, by the sides on which the point next to it is empty. */
enum { LEG_LEFT = 1, LEG_DOWN = 2, LEG_RIGHT = 4, LEG_UP = 8, LEG_SETS = 16 };
extern Board90 horse_reach[SQ_COUNT][LEG_SETS];

/* The men of one side as a set. */
static inline Board90 pos_board(const Pos *pos, int side) {
    const uint16_t *rank = pos->rank_bits[side];
    return (Board90){ {
        rank[0] | (uint64_t)rank[1] << 9 | (uint64_t)rank[2] << 18 | (uint64_t)rank[3] << 27 | (uint64_t)rank[4] << 36,
        rank[5] | (uint64_t)rank[6] << 9 | (uint64_t)rank[7] << 18 | (uint64_t)rank[8] << 27 | (uint64_t)rank[9] << 36,
    } };
}
static inline bool boards_meet(Board90 a, Board90 b) {
    return ((a.half[0] & b.half[0]) | (a.half[1] & b.half[1])) != 0;
}

/* What rook and cannon reach along one line, own and hostile men alike: bit i is point i of the line. */
typedef struct {
    uint16_t quiet;  /* empty points up to the first man on either side: quiet moves of both */
    uint16_t rook;   /* the first man on either side: a rook captures it */
    uint16_t cannon; /* the second: a cannon captures it */
    uint16_t third;  /* the third: a cannon would capture it if one of the two before left */
} Line;
extern Line rank_lines[FILES][1 << FILES]; /* by file of the man and occupancy of its rank */
extern Line file_lines[RANKS][1 << RANKS]; /* by rank of the man and occupancy of its file */

#define LINE_OUTSIDE 0xfc00fe00u
/* Tables by two squares; the second may be SQ_NONE, so captured men need no test.
 * Points strictly between the two, as bits of the first one's lines; LINE_OUTSIDE when they share no line. */
extern uint32_t line_between[SQ_COUNT][SQ_SLOTS];
/* The second square as a bit of the first one's lines; 0 when they share none. A square has both bits of itself. */
extern uint32_t line_bit[SQ_COUNT][SQ_SLOTS];
/* The point that must be empty for a horse (an elephant) on the second square to attack the first; SQ_WALL when it
 * never does. */
extern uint8_t horse_leg[SQ_COUNT][SQ_SLOTS];
extern uint8_t elephant_eye[SQ_COUNT][SQ_SLOTS];

/* Fill the tables above. Called by xq_init. */
void attacks_init(void);

static inline unsigned pos_rank_men(const Pos *pos, int rank) {
    return (unsigned)pos->rank_bits[RED][rank] | pos->rank_bits[BLACK][rank];
}
static inline unsigned pos_file_men(const Pos *pos, int file) {
    return (unsigned)pos->file_bits[RED][file] | pos->file_bits[BLACK][file];
}
/* What a rook or cannon on sq reaches along its rank and its file. */
static inline const Line *pos_rank_line(const Pos *pos, int sq) {
    return &rank_lines[sq_file(sq)][pos_rank_men(pos, sq_rank(sq))];
}
static inline const Line *pos_file_line(const Pos *pos, int sq) {
    return &file_lines[sq_rank(sq)][pos_file_men(pos, sq_file(sq))];
}
/* The lines of a square as one word, see above. */
static inline uint32_t pos_lines(const Pos *pos, int sq) {
    return LINE_OUTSIDE | pos_rank_men(pos, sq_rank(sq)) | (uint32_t)pos_file_men(pos, sq_file(sq)) << 16;
}
/* The square behind bit number `bit` of the lines of sq. */
static inline int line_square(int sq, int bit) {
    return bit < 16 ? sq_of(bit, sq_rank(sq)) : sq_of(sq_file(sq), bit - 16);
}
/* Men strictly between two squares of one line, more than any man jumps over when they share none. `lines` are
 * those of sq. 0: a rook on `from` attacks sq; 1: a cannon does. */
static inline int line_count(uint32_t lines, int sq, int from) {
    return __builtin_popcount(lines & line_between[sq][from]);
}

/* Squares that a man of `side` on sq could move to, captures included, king safety not asked: the mobility of the
 * evaluation. What stands on sq doesn't matter. */
static inline int rook_mobility(const Pos *pos, int side, int sq) {
    const Line *rank = pos_rank_line(pos, sq), *file = pos_file_line(pos, sq);
    const unsigned along_rank = (rank->quiet | rank->rook) & ~(unsigned)pos->rank_bits[side][sq_rank(sq)];
    const unsigned along_file = (file->quiet | file->rook) & ~(unsigned)pos->file_bits[side][sq_file(sq)];
    return __builtin_popcount(along_rank | along_file << 16);
}
static inline int cannon_mobility(const Pos *pos, int side, int sq) {
    const Line *rank = pos_rank_line(pos, sq), *file = pos_file_line(pos, sq);
    const unsigned along_rank = (rank->quiet | rank->cannon) & ~(unsigned)pos->rank_bits[side][sq_rank(sq)];
    const unsigned along_file = (file->quiet | file->cannon) & ~(unsigned)pos->file_bits[side][sq_file(sq)];
    return __builtin_popcount(along_rank | along_file << 16);
}
/* The same for the men that step: any piece but rook and cannon. */
static inline int step_mobility(const Pos *pos, int pc, int sq) {
    const Steps *steps = &piece_steps[pc][sq];
    int count = 0;
    for (int i = 0; i < steps->count; i++) {
        const int target = pos->board[steps->step[i].to];
        count += pos->board[steps->step[i].via] == PC_NONE && (target == PC_NONE || pc_side(target) != pc_side(pc));
    }
    return count;
}

/* The men of one side (bit m: man m) that attack sq, pins aside, if only the men of `alive` stood on the board and the
 * lines of sq were `lines`. For exchanges: clear line_bit[sq][s] and the man for each man that has left s.
 * A king attacks the squares of its palace next to it, and the other king along an open file. */
uint32_t attackers_of_side(const Pos *pos, int side, int sq, uint32_t lines, uint32_t alive);
/* The men of both sides. */
static inline uint32_t attackers_among(const Pos *pos, int sq, uint32_t lines, uint32_t alive) {
    return attackers_of_side(pos, RED, sq, lines, alive) | attackers_of_side(pos, BLACK, sq, lines, alive);
}
/* The same as the board stands. */
static inline uint32_t pos_attackers(const Pos *pos, int sq) {
    return attackers_among(pos, sq, pos_lines(pos, sq), pos->alive);
}
#endif
