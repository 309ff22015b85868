/* A baseline: what the gate checks of a player, how far each figure may move, and the figures accepted last. */
#ifndef BENCH_REGRESS_BASELINE_H
#define BENCH_REGRESS_BASELINE_H
#include "bench/client/limit.h"
#include "bench/stats/sprt.h"
#include "engine/core/arena.h"
#include "engine/core/opt.h"

struct ConfNode;

enum { BASELINE_SUITES_MAX = 16, BASELINE_HASH_SIZE = 17 };

/* Nodes over positions: what changes as soon as the search or the evaluation does. */
typedef struct {
    bool wanted;
    char suite[OPT_TEXT_SIZE], limit_text[OPT_TEXT_SIZE];
    Limit limit;
} SignatureSpec;

typedef struct {
    char file[OPT_TEXT_SIZE], limit_text[OPT_TEXT_SIZE];
    Limit limit;
    int64_t tolerance;  /* so many fewer solved than recorded still hold */
    int64_t min_solved; /* this many at least, whatever is recorded; 0: no such bound */
} SuiteCheckSpec;

/* Some games that show that the player survives them: without an opponent against itself. */
typedef struct {
    bool wanted;
    char opponent[OPT_TEXT_SIZE], openings[OPT_TEXT_SIZE], limit_text[OPT_TEXT_SIZE];
    Limit limit;
    int64_t games, seed;
} MatchCheckSpec;

/* What speed is measured by. */
typedef enum { SPEED_AUTO, SPEED_INSTRUCTIONS, SPEED_CPU_TIME } SpeedCounter;
extern const char *const speed_counter_names[]; /* auto instructions cpu_time, NULL-terminated */

/* Paired comparison with another player, and instructions beside those recorded. */
typedef struct {
    bool wanted;              /* there is a section */
    int counter;              /* a SpeedCounter */
    char suite[OPT_TEXT_SIZE], limit_text[OPT_TEXT_SIZE];
    Limit limit;
    int64_t positions;        /* so many of the suite, evenly spread */
    double threshold;         /* per cent more that count as regressed */
    double width;             /* per cent: the interval is narrow enough */
    double level;             /* of the interval */
    double seconds;           /* budget */
    int64_t seed;             /* of the bootstrap */
} SpeedSpec;

typedef struct {
    bool wanted;
    char openings[OPT_TEXT_SIZE], limit_text[OPT_TEXT_SIZE];
    Limit limit;
    int64_t games, seed;
    SprtSpec test;
} SprtCheckSpec;

/* What was accepted. place is "file:line" of its record, for messages. */
typedef struct {
    bool known;
    const char *place;
    char suite[OPT_TEXT_SIZE], limit[OPT_TEXT_SIZE]; /* hash of the suite's content; canonical limit */
    int64_t nodes;
    int64_t *position; /* nodes by position, positions of them */
    int positions;
} SignatureRecord;
typedef struct {
    const char *place;
    char file[OPT_TEXT_SIZE], suite[OPT_TEXT_SIZE], limit[OPT_TEXT_SIZE];
    int64_t solved, items;
} SuiteRecorded;
/* What one player has spent on the positions of `speed`. */
typedef struct {
    bool known;
    const char *place;
    char suite[OPT_TEXT_SIZE], limit[OPT_TEXT_SIZE];
    char counter[OPT_TEXT_SIZE]; /* what counted */
    int64_t positions, instructions, nodes;
} SpeedRecord;
typedef struct {
    char player[OPT_TEXT_SIZE]; /* whose figures these are; "" without any */
    const char *place;
    SignatureRecord signature;
    SuiteRecorded suite[BASELINE_SUITES_MAX];
    int suites;
    SpeedRecord speed;
} Recorded;

typedef struct {
    char player[OPT_TEXT_SIZE]; /* as for --player */
    SignatureSpec signature;
    SuiteCheckSpec suite[BASELINE_SUITES_MAX];
    int suites;
    MatchCheckSpec match;
    SpeedSpec speed;
    SprtCheckSpec sprt;
    Recorded recorded;
    Arena arena;
} Baseline;

/* Read a baseline's file; assignments are --set texts, NULL-terminated, may be NULL. What has no section is not
 * checked, but for speed, which has defaults. Errors are file:line:column with the nearest right name. Free with
 * baseline_free. */
bool baseline_load(const char *path, const char *const *assignments, Baseline *out, Err *err);
/* The same from a mapping already read, whose tree lives in `arena`. */
bool baseline_from_conf(struct ConfNode *map, const char *const *assignments, Arena *arena, Baseline *out, Err *err);
/* Release; accepts an empty one. */
void baseline_free(Baseline *baseline);
/* Append the baseline's file with these figures in place of those it had: the text up to the line `recorded:`, which
 * is the last section, stays as it is. */
void baseline_update(const char *text, const Recorded *recorded, Buf *out);
/* Rows of the keys (help and documentation pages). */
extern const OptTable baseline_options, signature_options, suite_check_options, match_check_options, speed_options,
    sprt_check_options;
#endif
