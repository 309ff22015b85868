/* Pairs of games as rows: the prepared statements of a writer. */
#ifndef BENCH_STORE_PAIRS_H
#define BENCH_STORE_PAIRS_H
#include <sqlite3.h>
#include "bench/match/record.h"
#include "bench/store/move_source.h"

typedef struct {
    sqlite3 *db;
    int64_t run;
    sqlite3_stmt *opening, *find_opening, *pair, *game, *side, *moves;
    MoveSource source; /* of the moves */
} PairInserter;

/* Prepare the statements for this run; the inserter must stay where it is until it is freed. On failure nothing is left to free. */
bool pair_inserter_init(PairInserter *inserter, sqlite3 *db, int64_t run, Err *err);
void pair_inserter_free(PairInserter *inserter);
/* Insert the pair with its games, sides and moves; the caller holds the transaction. */
bool pair_insert(PairInserter *inserter, const PairRecord *pair, Err *err);

/* How the database spells what records number; NULL where it has no word. */
extern const char *const act_names[], *const bound_names[], *const fault_names[];
#endif
