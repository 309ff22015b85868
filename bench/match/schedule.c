#include "bench/match/schedule.h"
#include "engine/core/rng.h"

int schedule_pairings(const MatchSpec *spec) {
    const int players = spec->player_count;
    switch ((Format)spec->format) {
    case FORMAT_PAIRS: return 1;
    case FORMAT_GAUNTLET: return players - 1;
    case FORMAT_ROUND_ROBIN: break;
    }
    return players * (players - 1) / 2;
}

Pairing schedule_pairing(const MatchSpec *spec, int pairing) {
    if (spec->format != FORMAT_ROUND_ROBIN) return (Pairing){ 0, pairing + 1 };
    int first = 0;
    for (int rivals = spec->player_count - 1; pairing >= rivals; rivals--) {
        pairing -= rivals;
        first++;
    }
    return (Pairing){ first, first + 1 + pairing };
}

int schedule_pairs(const MatchSpec *spec) { return schedule_pairings(spec) * (int)(spec->games / 2); }

/* A permutation of [0, count) without a table, so that a task costs the same in a book of a million lines: a Feistel
 * network over the next power of four, walked until it falls inside (J. Black and P. Rogaway, "Ciphers with
 * arbitrary finite domains", 2002). Four rounds, enough in theory (M. Luby and C. Rackoff, 1988), leave short lists
 * visibly uneven; eight don't. */
static uint32_t permute(uint64_t seed, uint64_t cycle, uint32_t index, uint32_t count) {
    enum { ROUNDS = 8 };
    int half_bits = 1;
    while (half_bits < 16 && count > 1u << 2 * half_bits) half_bits++;
    const uint32_t mask = (1u << half_bits) - 1;
    do {
        uint32_t left = index >> half_bits, right = index & mask;
        for (unsigned round = 0; round < ROUNDS; round++) {
            const uint32_t mixed = left ^ ((uint32_t)rng_bits(seed, cycle * ROUNDS + round, right) & mask);
            left = right;
            right = mixed;
        }
        index = left << half_bits | right;
    } while (index >= count);
    return index;
}

static uint32_t choose_opening(const MatchSpec *spec, uint32_t count, uint32_t round) {
    const uint32_t index = round % count;
    if (spec->opening_order == ORDER_SEQUENTIAL) return index;
    return permute((uint64_t)spec->seed, round / count, index, count);
}

PairTask schedule_pair(const MatchSpec *spec, uint32_t opening_count, int index) {
    const int pairings = schedule_pairings(spec), pairing = index % pairings, round = index / pairings;
    return (PairTask){
        .index = index,
        .pairing = pairing,
        .round = round,
        .players = schedule_pairing(spec, pairing),
        .opening = choose_opening(spec, opening_count, (uint32_t)round),
    };
}
