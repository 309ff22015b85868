/* What the gate found: one finding a check, and what they come to. */
#ifndef BENCH_REGRESS_FINDING_H
#define BENCH_REGRESS_FINDING_H
#include <stdbool.h>
#include "engine/core/arena.h"
#include "engine/core/buf.h"

/* In the order of their weight: a verdict is the heaviest of its findings. */
typedef enum {
    FINDING_HELD,
    FINDING_CHANGED,      /* different, and nobody forbids it */
    FINDING_INCONCLUSIVE, /* could not be judged */
    FINDING_REGRESSED,
    FINDING_FAULTY,       /* the player failed: crash, illegal move, time loss */
    FINDING_STATES
} FindingState;
extern const char *const finding_state_names[FINDING_STATES]; /* held, changed, ... */

typedef struct {
    const char *check;   /* "signature", "suite suites/mates/short.epd", ... */
    FindingState state;
    const char *text;    /* one line: the figures */
    const char *details; /* further lines, "" without */
    double seconds;      /* that the check took */
    bool measured;       /* the two figures below are set */
    const char *unit;    /* of the figures */
    double value, before; /* before: NAN when there is none to compare with */
} Finding;

enum { FINDINGS_MAX = 32 };
typedef struct { Finding item[FINDINGS_MAX]; int count; Arena arena; } Findings;

/* Take the next finding; details may be NULL. Its texts are copied. Returns it, so that figures can be added. */
Finding *findings_add(Findings *findings, const char *check, FindingState state, const Buf *text, const Buf *details);
/* The heaviest state; FINDING_HELD without any. */
FindingState findings_state(const Findings *findings);
/* What a program says with its exit code. */
int findings_exit_code(const Findings *findings, bool inconclusive_passes);
/* Release; accepts an empty one. */
void findings_free(Findings *findings);
#endif
