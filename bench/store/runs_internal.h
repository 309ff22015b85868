/* What makes a run, a run of a suite or an experiment itself: for the files of this folder. */
#ifndef BENCH_STORE_RUNS_INTERNAL_H
#define BENCH_STORE_RUNS_INTERNAL_H
#include "bench/client/player.h"
#include "bench/store/sql.h"
#include "bench/store/store.h"

enum { UID_SIZE = 33 };

/* 128 bits that no other has: time, process and the monotonic clock, mixed. */
void make_uid(char out[UID_SIZE]);
/* This program: version and compiler. */
extern const char build_text[];
/* Fill store->program_hash: what is measured or played must not mix builds. */
bool hash_program(Store *store, Err *err);
/* Put a player down, if it isn't there yet; hash gets what it is known by. */
bool add_player(sqlite3 *db, const PlayerSpec *player, char hash[SHA256_TEXT_SIZE], Err *err);
/* What store_run_add does between BEGIN and COMMIT, when the program's hash is known. */
bool insert_run(Store *store, const MatchSpec *spec, uint64_t openings_hash, int64_t *run, Err *err);
/* The first line in which two configurations differ: "stored 'seed: 7', now 'seed: 8'" with these names. */
void print_difference(const char *old_name, const char *stored, const char *new_name, const char *now, Buf *out);
#endif
