/* The schedule: a pure function of the specification's shape and an index. Rounds outermost; every pairing plays
 * opening k in round k, so all pairings see the same openings. */
#ifndef BENCH_MATCH_SCHEDULE_H
#define BENCH_MATCH_SCHEDULE_H
#include <stdint.h>
#include "bench/match/spec.h"

typedef struct { int first, second; } Pairing; /* players; the first has Red in leg 0, the Elo is his */
typedef struct { int index, pairing, round; Pairing players; uint32_t opening; } PairTask;

int schedule_pairings(const MatchSpec *spec);
Pairing schedule_pairing(const MatchSpec *spec, int pairing);
/* How many pairs of games the match has in all. */
int schedule_pairs(const MatchSpec *spec);
/* The task of this index; opening is chosen among opening_count by order and seed (each once before any comes
 * again). */
PairTask schedule_pair(const MatchSpec *spec, uint32_t opening_count, int index);
#endif
