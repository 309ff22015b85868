/* The matches that decide whether what a tuning proposes is taken. */
#ifndef BENCH_STORE_PROOFS_H
#define BENCH_STORE_PROOFS_H
#include "bench/store/store.h"
#include "engine/core/arena.h"

typedef struct {
    int64_t tuning;         /* number of the tuning */
    int attempt;            /* from 1 */
    const char *stage;      /* gain or keep */
    const char *run;        /* uid of the run that holds the games */
    int64_t run_id;         /* its number in this file; 0: it isn't here */
    bool playing;           /* a living process of this machine plays that run */
    const char *limit;
    const char *options;    /* what it was asked for with: options of xqtune verify, as YAML; NULL and "" for none */
    const char *verdict;    /* H0, H1, none (the games ran out), "" while it is not played to its end */
    int64_t pairs;          /* what stood when the verdict was given */
    double llr, elo, elo_error; /* NAN: undetermined */
} ProofRecord;

/* Add a run for the proof's match (store_run_add), and that it is the proof's, both or neither; verdict and figures come later.
 * ERR_INPUT when there is such a proof already: another process was faster. */
bool store_proof_begin(Store *store, const ProofRecord *proof, const MatchSpec *spec, uint64_t openings_hash, int64_t *run, Err *err);
/* Verdict and figures of a proof that was begun. An earlier verdict of none is overwritten: more games were played. */
bool store_proof_end(Store *store, const ProofRecord *proof, Err *err);
/* The proofs of this tuning (0: of all tunings) by attempt, the first match before the second. In the arena. */
bool store_proofs(Store *store, Arena *arena, int64_t tuning, ProofRecord **out, int *count, Err *err);
#endif
