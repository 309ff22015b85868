/* A job's part of the gate as a file: what it has measured, with everything needed to pool it with the others' parts and
 * to judge the whole. The file is JSON. */
#ifndef BENCH_REGRESS_PART_H
#define BENCH_REGRESS_PART_H
#include "bench/regress/gate.h"

typedef struct {
    const char *file;             /* where it was read; for messages */
    int64_t shard, shards;        /* "1 of 4" */
    char version[OPT_TEXT_SIZE];  /* of the program that measured */
    char player[OPT_TEXT_SIZE], against[OPT_TEXT_SIZE]; /* names; against "" without */
    int reference;                /* a GateReference */
    bool accept;
    char path[OPT_TEXT_SIZE];     /* of the baseline */
    const char *text;             /* the baseline's file */
    OptList set;                  /* --set texts */
    char sprt[OPT_TEXT_SIZE];     /* --sprt text */
    GateMeasures measures;        /* its arena holds the part's texts, too */
} GatePart;

/* Append the part's file. */
void part_write(const GatePart *part, Buf *out);
/* Read one; errors are file:line:column. Free with part_free. */
bool part_read(const char *path, GatePart *out, Err *err);
/* Put the parts of one gate together in the first one, which then is the whole. ERR_INPUT when one is missing, is there
 * twice, or belongs to another gate: another baseline, player or program. */
bool part_pool(GatePart *parts, int count, Err *err);
/* Release; accepts an empty one. */
void part_free(GatePart *part);
#endif
