/* How long a player may think: depth=N, nodes=N, movetime=MS, tc=[M/]BASE+INC, or several together; with nodestime=N
 * clocks count nodes. */
#ifndef BENCH_CLIENT_LIMIT_H
#define BENCH_CLIENT_LIMIT_H
#include <stdbool.h>
#include <stdint.h>
#include "engine/core/buf.h"
#include "engine/core/err.h"

struct ConfNode;

/* How late an answer may be when the limit does not say: threads and pipes have to share the machine. */
enum { LIMIT_MARGIN_MS = 50 };

typedef struct {
    int depth;                     /* 0: none */
    uint64_t nodes;                /* 0: none */
    int64_t movetime_ns;           /* 0: none */
    int64_t base_ns, increment_ns; /* clock; base 0: none */
    int moves;                     /* moves of a clock period; 0: whole game */
    int64_t nodestime;             /* clock and movetime count nodes, so many a millisecond; 0: they count time */
    int64_t margin_ns;             /* how late an answer may be; 0 without movetime and clock */
} Limit;

/* Read "nodes=5000", "depth=6 nodes=100000", "tc=40/60+0.6", "movetime=100 margin=20"; several are separated by
 * blanks or commas. Seconds in tc, milliseconds elsewhere, both with decimals down to the nanosecond. */
bool limit_parse(const char *text, Limit *out, Err *err);
/* The same from a scalar of a configuration, errors with its place; a missing one (NULL) leaves *out alone. */
bool limit_from_conf(const struct ConfNode *node, Limit *out, Err *err);
/* The canonical text of a limit, which limit_parse reads back; nothing for one that is not set. */
void limit_print(const Limit *limit, Buf *out);
/* Does it end a search at all? */
bool limit_is_set(const Limit *limit);
/* Does it set a time, counted in whatever way? */
bool limit_has_clock(const Limit *limit);
/* Does the answer depend on how fast this machine is? (Then games can't be repeated exactly.) */
bool limit_is_timed(const Limit *limit);
#endif
