/* The two matches that decide whether what a tuning proposes is taken: does it gain at the tuning's limit, and does it keep
 * that at a longer one, where a set tuned on fast games may be worse than its start. */
#ifndef TUNER_VERIFY_PROOF_H
#define TUNER_VERIFY_PROOF_H
#include "bench/match/spec.h"
#include "bench/store/tunings.h"

typedef enum { PROOF_GAIN, PROOF_KEEP, PROOF_STAGES } ProofStage;
extern const char *const proof_stage_names[]; /* gain keep */

/* What the matches are made of. Texts are the caller's; "" takes the default. */
typedef struct {
    const TuningRecord *tuning;
    int attempt;                     /* from 1; another one gets another seed */
    const char *variant;             /* the builtin player that gets a fit's weights: full */
    const char *player, *against;    /* players as lines, in place of those made from the tuning; both or none */
    const char *limit[PROOF_STAGES]; /* nodes=5000, and four times the first */
    const char *sprt[PROOF_STAGES];  /* "elo0=E,elo1=E,...": 0 and 5, -5 and 0 normalized */
    const char *openings;            /* suites/openings/balanced.epd.gz */
    int64_t games, seed;             /* at most; 0: from the tuning's uid */
    const OptList *set;              /* KEY=VALUE of match files, last of all; NULL: none */
} ProofPlan;

/* Four times this: nodes and times as they are, a depth two plies on, which costs about as much. */
Limit proof_longer(const Limit *limit);
/* The match of this stage, the tuned set first. Free with spec_free. ERR_INPUT: nothing to play with, values that no player has. */
bool proof_spec(const ProofPlan *plan, ProofStage stage, MatchSpec *out, Err *err);
#endif
