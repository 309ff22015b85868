/* Move generation: four methods behind one interface. They generate the same pseudo-legal moves, possibly in
 * another order; nothing downstream may depend on the order. */
#ifndef ENGINE_XQ_GEN_H
#define ENGINE_XQ_GEN_H
#include "engine/xq/pos.h"

typedef struct {
    const char *name; /* scan, template, table, bitboard */
    const char *help;
    /* Append the pseudo-legal captures (moves to a square of the other side) or quiet moves to the list. */
    void (*captures)(const Pos *pos, MoveList *list);
    void (*quiets)(const Pos *pos, MoveList *list);
} Generator;

typedef enum { MOVEGEN_SCAN, MOVEGEN_TEMPLATE, MOVEGEN_TABLE, MOVEGEN_BITBOARD, MOVEGENS } MoveGen;
enum { MOVEGEN_DEFAULT = MOVEGEN_TABLE };
extern const Generator generators[MOVEGENS];
extern const char *const movegen_names[]; /* NULL-terminated, for option rows */

/* All legal moves, by the default generator. Returns how many. */
int gen_legal(const Pos *pos, MoveList *list);
/* All legal moves by this generator. */
int gen_legal_by(MoveGen method, const Pos *pos, MoveList *list);
/* Has the side to move a legal move? Without one it has lost. */
bool gen_any_legal(const Pos *pos);
/* Legal moves, counted without being listed (the leaves of perft). */
int gen_count_legal(const Pos *pos);
#endif
