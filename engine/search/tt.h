/* The transposition table: what is known of positions already searched. Belongs to one search; not thread-safe. */
#ifndef ENGINE_SEARCH_TT_H
#define ENGINE_SEARCH_TT_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "engine/core/err.h"
#include "engine/search/options.h"
#include "engine/search/session.h"

/* 16 bytes. The key's low bits choose the slot, so its upper 48 decide equality beyond doubt in practice. */
typedef struct {
    uint64_t key_eval; /* upper 48 bits of the key; static evaluation, TT_NO_EVAL if unknown */
    uint64_t packed;   /* move 14, score 16, depth 8, bound 2, stamp 12, nodes 12 bits */
} TTEntry;

typedef struct {
    TTEntry *entry; /* NULL: no table; begins at a cache line of `memory` */
    void *memory;
    uint64_t mask;   /* of entries */
    uint32_t stamp;  /* of the search running now, from 1 */
    uint32_t first;  /* stamp of this game's first search: older entries are empty in effect */
    int replacement; /* of the search running now */
    int ways;        /* entries of a slot */
} TT;

enum { TT_NO_EVAL = -32768 };

/* An entry, unpacked. Mate scores count from this position, not from the root. */
typedef struct {
    Move move;
    int score, eval, depth;
    Bound bound;
    uint64_t nodes; /* size of the subtree behind it, to within a hundredth */
} TTHit;

/* An empty table of this many entries (a power of two, at least 4) instead of the old one. The memory is zero pages that
 * cost nothing until touched. False when there is not so much; the old table stays then. */
bool tt_resize(TT *tt, uint64_t entries, Err *err);
/* The size that the options ask for; a tree of Monte-Carlo tree search takes half of the memory. */
uint64_t tt_entries(const SearchOptions *options);
void tt_free(TT *tt);
/* Begin a search: ages the entries. Another replacement scheme than before empties the table. */
void tt_new_search(TT *tt, Replacement replacement);
/* Forget everything, without touching the memory. */
void tt_new_game(TT *tt);
bool tt_probe(const TT *tt, uint64_t key, TTHit *hit);
/* Store by the replacement scheme (Breuker, Uiterwijk and van den Herik 1994; age_depth: buckets of four). An entry of
 * the same position is overwritten, its move kept when the new one has none. */
void tt_store(TT *tt, uint64_t key, const TTHit *hit);
/* Share of the entries sampled that belong to this search, permille. */
int tt_full(const TT *tt);

static inline TTEntry *tt_slot(const TT *tt, uint64_t key) {
    return &tt->entry[key & tt->mask & ~(uint64_t)(tt->ways - 1)];
}
static inline void tt_prefetch(const TT *tt, uint64_t key) {
    __builtin_prefetch(tt_slot(tt, key));
}

/* Mate scores are distances from the root in the search and from the node in the table. */
static inline int tt_score_out(int score, int ply) {
    return score >= SCORE_MATE_MIN ? score + ply : score <= -SCORE_MATE_MIN ? score - ply : score;
}
static inline int tt_score_in(int score, int ply) {
    return score >= SCORE_MATE_MIN ? score - ply : score <= -SCORE_MATE_MIN ? score + ply : score;
}
#endif
