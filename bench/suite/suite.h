/* Suites of positions with a question each: which move is best, which to avoid, how soon it mates, how good it is. */
#ifndef BENCH_SUITE_SUITE_H
#define BENCH_SUITE_SUITE_H
#include "bench/client/player.h"
#include "engine/core/arena.h"

enum { SUITE_MOVES_MAX = 32 };

/* One line. What it asks for stands together: all of it must hold. */
typedef struct {
    const char *name;    /* `id`, or "line 12"; no two of a suite are alike */
    int line;            /* of the file */
    const char *comment; /* `c0`; "" without */
    const char *wanted;  /* the questions as text: "bm h2e2 b2e2; dm 3" */
    const char *fen;     /* of the start, canonical six fields */
    Pos start, pos;      /* before and after the moves played */
    Move *move;          /* `moves`: played from the start, so that repetitions can be asked about */
    int moves;
    Move best[SUITE_MOVES_MAX], avoid[SUITE_MOVES_MAX]; /* `bm`: one of these; `am`: none of these */
    int bests, avoids;
    int mate;            /* `dm N`: the mover mates in at most N of his moves, and says so; 0: not asked */
    bool ranged;         /* `ce LOW HIGH`: the score, from the mover's view, lies within */
    int low, high;
} SuiteItem;

typedef struct { SuiteItem *item; int count; Arena arena; uint64_t hash; /* of positions and questions */ } Suite;

/* Read a suite: EPD lines, '#' comments, maybe compressed. Other operations (a single ce too, which is an opinion and
 * no question) are passed over. A path that isn't there is looked for among the project's data files. Errors are
 * file:line: an illegal position or move, a question that can't be read or stands twice, a move that is best and to be avoided, a quote
 * without an end, a line without any question, a name that another line has. */
bool suite_load(const char *path, Suite *out, Err *err);
/* The same from a text; name is what errors call it. */
bool suite_parse(const char *text, const char *name, Suite *out, Err *err);
/* Release; accepts an empty one. */
void suite_free(Suite *suite);

/* Is this the answer that the item wants? */
bool suite_solves(const SuiteItem *item, const Answer *answer);
#endif
