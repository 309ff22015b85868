#define _DEFAULT_SOURCE /* madvise */
#include "engine/search/tt.h"
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum {
    MOVE_BITS = 14,
    SCORE_BITS = 16,
    DEPTH_BITS = 8,
    BOUND_BITS = 2,
    STAMP_BITS = 12,
    NODES_BITS = 12,
    SCORE_AT = MOVE_BITS,
    DEPTH_AT = SCORE_AT + SCORE_BITS,
    BOUND_AT = DEPTH_AT + DEPTH_BITS,
    STAMP_AT = BOUND_AT + BOUND_BITS,
    NODES_AT = STAMP_AT + STAMP_BITS,
    DEPTH_BIAS = 128,
    STAMP_LIMIT = 1 << STAMP_BITS,
    CACHE_LINE = 64,
    HUGE_PAGE = 1 << 21,
    TT_BITS_MIN = 2,
    NODES_MANTISSA = 7,
    NODES_LIMIT = (1 << NODES_BITS) - 1,
};
_Static_assert(NODES_AT + NODES_BITS == 64, "an entry is two words");

static const int ways_of[] = {
    [REPLACE_ALWAYS] = 1, [REPLACE_OLD] = 1,     [REPLACE_DEPTH] = 1,    [REPLACE_AGE_DEPTH] = 4,
    [REPLACE_BIG1] = 1,   [REPLACE_BIG_ALL] = 1, [REPLACE_TWO_DEEP] = 2, [REPLACE_TWO_BIG1] = 2,
};

void tt_free(TT *tt) {
    free(tt->memory);
    *tt = (TT){ 0 };
}

uint64_t tt_entries(const SearchOptions *options) {
    if (options->tt_bits) return (uint64_t)1 << (options->tt_bits < TT_BITS_MIN ? TT_BITS_MIN : options->tt_bits);
    const uint64_t bytes = (uint64_t)options->hash << (options->algorithm == ALGORITHM_MCTS ? 19 : 20);
    uint64_t entries = 1;
    while (entries * 2 * sizeof(TTEntry) <= bytes) entries *= 2;
    return entries;
}

/* Nearly every probe goes to another page; on large ones most find it in the processor's page table cache. A
 * hint, no more. */
static void ask_for_huge_pages(void *memory, size_t size) {
#ifdef MADV_HUGEPAGE
    madvise(memory, size, MADV_HUGEPAGE);
#else
    (void)memory, (void)size;
#endif
}

bool tt_resize(TT *tt, uint64_t entries, Err *err) {
    const size_t size = entries * sizeof(TTEntry), align = size >= HUGE_PAGE ? HUGE_PAGE : CACHE_LINE;
    void *memory = calloc(size + align, 1);
    if (!memory) return err_set(err, ERR_SYSTEM, "no memory for a transposition table of %zu MB", size >> 20);
    free(tt->memory);
    *tt = (TT){ .memory = memory, .mask = entries - 1, .first = 1, .ways = 1 };
    tt->entry = (TTEntry *)(((uintptr_t)memory + align - 1) & ~(uintptr_t)(align - 1));
    if (align == HUGE_PAGE) ask_for_huge_pages(tt->entry, size);
    return true;
}

static void clear(TT *tt) {
    if (tt->entry) memset(tt->entry, 0, (tt->mask + 1) * sizeof(TTEntry));
    tt->stamp = 0;
    tt->first = 1;
}

/* The stamps must last for the whole game: a table that is cleared in the middle of one would make the game depend on how
 * many were played before it. */
void tt_new_game(TT *tt) {
    if (tt->stamp >= STAMP_LIMIT / 2) clear(tt);
    tt->first = tt->stamp + 1;
}

void tt_new_search(TT *tt, Replacement replacement) {
    if (tt->replacement != (int)replacement) tt_new_game(tt);
    tt->replacement = (int)replacement;
    tt->ways = ways_of[replacement];
    if (tt->stamp + 1 == STAMP_LIMIT) clear(tt);
    tt->stamp++;
}

/* Node counts as a floating point number without sign: monotone, so entries can be compared packed. */
static uint64_t pack_nodes(uint64_t nodes) {
    if (nodes >> NODES_MANTISSA == 0) return nodes;
    const int top = 63 - __builtin_clzll(nodes);
    const uint64_t exponent = (uint64_t)(top - NODES_MANTISSA + 1);
    const uint64_t packed =
        exponent << NODES_MANTISSA | (nodes >> (top - NODES_MANTISSA) & ((1 << NODES_MANTISSA) - 1));
    return packed < NODES_LIMIT ? packed : NODES_LIMIT;
}
static uint64_t unpack_nodes(uint64_t packed) {
    const uint64_t exponent = packed >> NODES_MANTISSA, mantissa = packed & ((1 << NODES_MANTISSA) - 1);
    return exponent ? (mantissa | 1 << NODES_MANTISSA) << (exponent - 1) : mantissa;
}

static uint64_t field(const TTEntry *entry, int at, int bits) {
    return entry->packed >> at & (((uint64_t)1 << bits) - 1);
}
static int entry_depth(const TTEntry *entry) {
    return (int)field(entry, DEPTH_AT, DEPTH_BITS) - DEPTH_BIAS;
}
static uint64_t entry_nodes(const TTEntry *entry) {
    return field(entry, NODES_AT, NODES_BITS);
}
static uint32_t entry_stamp(const TTEntry *entry) {
    return (uint32_t)field(entry, STAMP_AT, STAMP_BITS);
}
static bool is_empty(const TT *tt, const TTEntry *entry) {
    return entry_stamp(entry) < tt->first;
}
static bool is_of(const TTEntry *entry, uint64_t key) {
    return (entry->key_eval ^ key) >> 16 == 0;
}

static TTEntry *find(const TT *tt, uint64_t key) {
    TTEntry *slot = tt_slot(tt, key);
    for (int i = 0; i < tt->ways; i++)
        if (is_of(&slot[i], key) && !is_empty(tt, &slot[i])) return &slot[i];
    return NULL;
}

bool tt_probe(const TT *tt, uint64_t key, TTHit *hit) {
    const TTEntry *entry = find(tt, key);
    if (!entry) return false;
    hit->move = (Move)field(entry, 0, MOVE_BITS);
    hit->score = (int16_t)field(entry, SCORE_AT, SCORE_BITS);
    hit->depth = entry_depth(entry);
    hit->bound = (Bound)field(entry, BOUND_AT, BOUND_BITS);
    hit->eval = (int16_t)(entry->key_eval & 0xffff);
    hit->nodes = unpack_nodes(entry_nodes(entry));
    return true;
}

static TTEntry pack(const TT *tt, uint64_t key, const TTHit *hit) {
    return (TTEntry){
        .key_eval = (key & ~(uint64_t)0xffff) | (uint16_t)hit->eval,
        .packed = (uint64_t)hit->move | (uint64_t)(uint16_t)hit->score << SCORE_AT |
                  (uint64_t)(uint8_t)(hit->depth + DEPTH_BIAS) << DEPTH_AT | (uint64_t)hit->bound << BOUND_AT |
                  (uint64_t)tt->stamp << STAMP_AT | pack_nodes(hit->nodes) << NODES_AT,
    };
}

/* Does the new entry deserve the place of the old one, of another position? */
static bool outweighs(int replacement, const TTEntry *new, const TTEntry *old) {
    switch (replacement) {
    case REPLACE_OLD: return false;
    case REPLACE_DEPTH:
    case REPLACE_TWO_DEEP: return entry_depth(new) >= entry_depth(old);
    case REPLACE_BIG1:
    case REPLACE_BIG_ALL:
    case REPLACE_TWO_BIG1: return entry_nodes(new) >= entry_nodes(old);
    default: return true;
    }
}

/* The entry of a bucket that is missed least: empty, else of an early search, else shallow. */
static TTEntry *least_valuable(const TT *tt, TTEntry *slot) {
    enum { PLIES_A_SEARCH = 8 };
    TTEntry *least = slot;
    int least_worth = INT32_MAX;
    for (int i = 0; i < tt->ways; i++) {
        if (is_empty(tt, &slot[i])) return &slot[i];
        const int worth = entry_depth(&slot[i]) - PLIES_A_SEARCH * (int)(tt->stamp - entry_stamp(&slot[i]));
        if (worth >= least_worth) continue;
        least_worth = worth;
        least = &slot[i];
    }
    return least;
}

/* Two levels: the first entry stays by weight, the loser of the comparison goes to the second. */
static void store_two(const TT *tt, TTEntry *slot, const TTEntry *new) {
    if (is_empty(tt, &slot[0])) {
        slot[0] = *new;
    } else if (outweighs(tt->replacement, new, &slot[0])) {
        slot[1] = slot[0];
        slot[0] = *new;
    } else {
        slot[1] = *new;
    }
}

/* A deep entry of this search tells more than a shallow bound that comes later. */
static bool is_worth_keeping(const TT *tt, const TTEntry *old, const TTHit *hit) {
    enum { DEEPER = 3 };
    return tt->replacement == REPLACE_AGE_DEPTH && hit->bound != BOUND_EXACT && entry_stamp(old) == tt->stamp &&
           entry_depth(old) > hit->depth + DEEPER;
}

void tt_store(TT *tt, uint64_t key, const TTHit *hit) {
    TTEntry new = pack(tt, key, hit), *slot = tt_slot(tt, key), *old = find(tt, key);
    if (old && is_worth_keeping(tt, old, hit)) return;
    if (old && hit->move == MOVE_NONE) new.packed |= field(old, 0, MOVE_BITS);
    if (tt->ways == 2) {
        if (old == &slot[0]) *old = new;
        else store_two(tt, slot, &new);
    } else if (old) {
        *old = new;
    } else if (tt->ways > 1) {
        *least_valuable(tt, slot) = new;
    } else if (is_empty(tt, slot) || outweighs(tt->replacement, &new, slot)) {
        *slot = new;
    }
}

int tt_full(const TT *tt) {
    enum { SAMPLE = 1000 };
    if (!tt->entry) return 0;
    int full = 0;
    for (int i = 0; i < SAMPLE; i++) full += entry_stamp(&tt->entry[(uint64_t)i & tt->mask]) == tt->stamp;
    return full;
}
