/* The specification of an experiment: a base player, factors over its options, a design, positions and budgets. */
#ifndef BENCH_LAB_EXPERIMENT_H
#define BENCH_LAB_EXPERIMENT_H
#include "bench/client/player.h"
#include "bench/lab/design.h"
#include "bench/match/openings.h"
#include "engine/core/opt.h"

struct ConfNode;

/* One setting of a factor: assignments on the base player's line, or another player in its place. */
typedef struct {
    const char *name;
    const char *player; /* NULL: the base */
    const char *set;    /* " tt=on tt_move=on"; "" for none */
} Level;

typedef struct { const char *name; Level *level; int levels; bool simple; /* off and on: called by its name alone */ } Factor;

enum { BUDGETS_MAX = 16 };

typedef struct {
    char name[OPT_TEXT_SIZE], base[OPT_TEXT_SIZE], suite[OPT_TEXT_SIZE];
    const char *expected, *found; /* what the author thought would come out, and what came out, in words; "" */
    int design_kind;           /* DesignKind */
    int64_t fraction;          /* p of 2^-p */
    int64_t positions;         /* so many of the suite, evenly spread; 0: all */
    int64_t node_cap;          /* nodes for a position beyond which it counts as censored; 0: none */
    int64_t seed;              /* of the bootstrap */
    bool by_depth;             /* budgets are depths, else nodes */
    int64_t budget[BUDGETS_MAX];
    int budgets;
    Factor *factor;            /* factors of them */
    int factors;
    Design design;
    PlayerSpec *player;        /* by cell */
    const char **cell;         /* their names, by cell */
    int *alike;                /* by cell: the first that must find the same values; the cell itself when there is none */
    Openings openings;         /* the suite */
    uint32_t *position;        /* `positions` of its items, in order */
    Arena arena;
} Experiment;

/* Read an experiment's file, as given or the committed one of that path; assignments are --set texts, NULL-terminated, may be NULL. Every player is resolved, so
 * that a wrong option is known before anything is measured. Errors are file:line:column with the nearest right name.
 * Free with experiment_free. */
bool experiment_load(const char *path, const char *const *assignments, Experiment *out, Err *err);
/* The same from a mapping already read. */
bool experiment_from_conf(struct ConfNode *map, Experiment *out, Err *err);
/* Release; accepts an empty one. */
void experiment_free(Experiment *experiment);
/* The limit of this budget. */
Limit experiment_limit(const Experiment *experiment, int budget);
/* The number of measures, and the place of one among them: cells outermost, positions innermost. */
int experiment_measures(const Experiment *experiment);
int experiment_index(const Experiment *experiment, int cell, int budget, int position);
/* Canonical text of all that decides the measures: what a resumed experiment must have in common. */
void experiment_print(const Experiment *experiment, Buf *out);
/* Rows of the scalar keys (help and documentation pages). */
extern const OptTable experiment_options;
#endif
