#include "engine/search/tt.h"
#include <stdlib.h>
#include <string.h>

enum { STAMP_BITS = 12, STAMP_LIMIT = 1 << STAMP_BITS, DEPTH_BIAS = 128, CACHE_LINE = 64 };

void tt_free(TT *tt) {
    free(tt->memory);
    *tt = (TT){ 0 };
}

bool tt_resize(TT *tt, int64_t hash_mb, Err *err) {
    size_t slots = 1;
    while (slots * 2 * sizeof(TTEntry) <= (size_t)hash_mb << 20) slots *= 2;
    void *memory = calloc(slots + CACHE_LINE / sizeof(TTEntry), sizeof(TTEntry));
    if (!memory) return err_set(err, ERR_SYSTEM, "no memory for a transposition table of %d MB", (int)hash_mb);
    free(tt->memory);
    *tt = (TT){ .memory = memory, .mask = slots - 1, .first = 1 };
    tt->entry = (TTEntry *)(((uintptr_t)memory + CACHE_LINE - 1) & ~(uintptr_t)(CACHE_LINE - 1));
    return true;
}

void tt_new_search(TT *tt) {
    if (++tt->stamp < STAMP_LIMIT) return;
    memset(tt->entry, 0, (tt->mask + 1) * sizeof(TTEntry)); /* once in four thousand searches */
    tt->stamp = tt->first = 1;
}

void tt_new_game(TT *tt) { tt->first = tt->stamp + 1; }

static uint32_t entry_stamp(const TTEntry *entry) { return (uint32_t)(entry->packed >> 40) & (STAMP_LIMIT - 1); }

bool tt_probe(const TT *tt, uint64_t key, TTHit *hit) {
    const TTEntry *entry = &tt->entry[key & tt->mask];
    if ((entry->key_eval ^ key) >> 16 || entry_stamp(entry) < tt->first) return false;
    const uint64_t packed = entry->packed;
    hit->move = (Move)(packed & 0x3fff);
    hit->score = (int16_t)(packed >> 14 & 0xffff);
    hit->depth = (int)(packed >> 30 & 0xff) - DEPTH_BIAS;
    hit->bound = (Bound)(packed >> 38 & 3);
    hit->eval = (int16_t)(entry->key_eval & 0xffff);
    return true;
}

void tt_store(TT *tt, uint64_t key, const TTHit *hit) {
    TTEntry *entry = &tt->entry[key & tt->mask];
    entry->key_eval = (key & ~(uint64_t)0xffff) | (uint16_t)hit->eval;
    entry->packed = (uint64_t)hit->move | (uint64_t)(uint16_t)hit->score << 14 |
                    (uint64_t)(uint8_t)(hit->depth + DEPTH_BIAS) << 30 | (uint64_t)hit->bound << 38 |
                    (uint64_t)tt->stamp << 40;
}

int tt_full(const TT *tt) {
    if (!tt->entry) return 0;
    int full = 0;
    for (int i = 0; i < 1000; i++) full += entry_stamp(&tt->entry[i & tt->mask]) == tt->stamp;
    return full;
}
