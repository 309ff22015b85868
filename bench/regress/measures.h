/* What the gate has measured, before anybody judges it: raw figures, item by item, so that several jobs can measure a part
 * each and one verdict is made of all. */
#ifndef BENCH_REGRESS_MEASURES_H
#define BENCH_REGRESS_MEASURES_H
#include "bench/client/player.h"
#include "bench/regress/baseline.h"
#include "bench/regress/speed.h"
#include "bench/stats/elo.h"

enum { MEASURE_NONE = -1 };

/* One position of the signature. */
typedef struct {
    bool done; /* false: another job's */
    int64_t index;
    char name[OPT_TEXT_SIZE];
    int64_t nodes;
    int64_t again; /* nodes when it was searched once more, since they are not the reference's; MEASURE_NONE: it was not */
    int64_t other; /* nodes of the player that is the reference; MEASURE_NONE without one */
    int fault;     /* a Fault */
    char note[OPT_TEXT_SIZE];
} PositionMeasure;
typedef struct {
    char suite[OPT_TEXT_SIZE], limit[OPT_TEXT_SIZE]; /* as recorded */
    int64_t count;                                   /* positions; 0: the signature is not asked for */
    double seconds;
    PositionMeasure *position;
} SignatureMeasure;

/* One item of a suite. */
typedef struct {
    bool done;
    int64_t index;
    char name[OPT_TEXT_SIZE], wanted[OPT_TEXT_SIZE];
    bool solved;
    int64_t other; /* did the player that is the reference solve it: 0, 1, MEASURE_NONE */
    int fault;
    char note[OPT_TEXT_SIZE];
} ItemMeasure;
typedef struct {
    char file[OPT_TEXT_SIZE], suite[OPT_TEXT_SIZE], limit[OPT_TEXT_SIZE];
    int64_t count;
    double seconds;
    ItemMeasure *item;
} SuiteMeasure;

/* Games: of the match without a fault, or of the sequential test. */
typedef struct {
    bool done;
    char opponent[OPT_TEXT_SIZE];         /* its name */
    int64_t games, faults, others_faults; /* faults: of the player under test, and of a copy of it */
    int64_t penta[ELO_PAIRS];
    double seconds;
    const char *list;                     /* a line a fault; in the arena */
} GamesMeasure;

typedef struct {
    bool done;
    double seconds;
    char faulty[OPT_TEXT_SIZE], note[OPT_TEXT_SIZE]; /* faulty: the name of a player that failed, "" without */
    SpeedResult result;                              /* its samples; estimated by who judges */
} SpeedMeasure;

/* Instructions, for comparison with recorded ones. */
typedef struct {
    bool done;
    char suite[OPT_TEXT_SIZE], limit[OPT_TEXT_SIZE];
    int64_t positions;
    double instructions, nodes, seconds;
    char faulty[OPT_TEXT_SIZE], note[OPT_TEXT_SIZE];
    char reason[OPT_TEXT_SIZE]; /* why nothing is counted here; "": it is */
} InstructionsMeasure;

typedef struct {
    SignatureMeasure signature;
    SuiteMeasure suite[BASELINE_SUITES_MAX];
    int suites;
    GamesMeasure match, sprt;
    SpeedMeasure speed;
    InstructionsMeasure instructions;
    Arena arena;
} GateMeasures;

/* Release; accepts an empty one. */
void measures_free(GateMeasures *measures);
#endif
