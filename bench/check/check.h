/* A protocol check-up of an engine behind pipes: what UCI, UCCI and xboard ask of it, one thing after another, and what
 * it does instead. The engine is started anew after whatever breaks it, so that one failure hides no other. */
#ifndef BENCH_CHECK_CHECK_H
#define BENCH_CHECK_CHECK_H
#include "bench/client/player.h"
#include "engine/core/opt.h"

typedef enum {
    CHECK_OK,
    CHECK_VIOLATES,
    CHECK_NOTE,    /* worth knowing, against no rule */
    CHECK_SKIPPED, /* not of this protocol, not declared, or it could not be found out */
    CHECK_VERDICTS
} CheckVerdict;
extern const char *const check_verdict_names[CHECK_VERDICTS]; /* ok violates note skipped */

/* What came of one check. The texts are owned by the run; each may be "". */
typedef struct {
    const char *name, *asks;
    CheckVerdict verdict;
    char *found; /* what the engine did */
    char *right; /* what would have been right; "" unless it violates */
    char *talk;  /* the last lines of both directions, "> " and "< "; "" unless it violates */
} CheckResult;

typedef struct {
    const OptList *only;    /* names of checks; empty or NULL: all */
    int64_t margin_ms;      /* how late an answer may be */
    int64_t patience_ms;    /* how long an answer without a limit of time is waited for */
    void *context;          /* of done */
    void (*done)(void *context, const CheckResult *result); /* after each check; may be NULL */
} CheckOptions;

typedef struct {
    char name[PLAYER_NAME_SIZE]; /* as the user calls it */
    char id[PLAYER_NAME_SIZE];   /* as it calls itself */
    const char *protocol;        /* uci, ucci, xboard; "" when it never started */
    CheckResult *result;
    int count;
    int verdicts[CHECK_VERDICTS]; /* how many of each */
} CheckRun;

/* Check one engine. ERR_INPUT when the player is no engine, or when `only` names no check (with the nearest);
 * ERR_INPUT and ERR_SYSTEM when its program can't be run. Release with check_run_free. */
bool check_run(const PlayerSpec *spec, const CheckOptions *options, CheckRun *out, Err *err);
void check_run_free(CheckRun *run);
/* Is every name of the list one of a check? */
bool check_names_exist(const OptList *names, Err *err);
/* All checks in order: name, what is asked, and of which protocols ("uci ucci"). false behind the last. */
bool check_describe(int index, const char **name, const char **asks, const char **protocols);
#endif
