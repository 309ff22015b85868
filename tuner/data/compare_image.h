/* The layout of a file of comparisons: what its builder and its reader share. */
#ifndef TUNER_DATA_COMPARE_IMAGE_H
#define TUNER_DATA_COMPARE_IMAGE_H
#include "tuner/data/compare.h"
#include "tuner/data/image.h"

#define COMPARE_MAGIC "XQCHOSEN"

/* Sections behind those of the terms, in the order of the file. */
typedef enum {
    COMPARE_PHASES = IMAGE_OTHERS, /* uint64_t: phases + 2 */
    COMPARE_POSITIONS,             /* ComparePosition: positions + 1 */
    COMPARE_ROWS,                  /* CompareRow */
    COMPARE_INDEX,                 /* uint16_t */
    COMPARE_VALUES,                /* int8_t */
    COMPARE_TEXTS,                 /* texts with their ends, one a position */
    COMPARE_GAMES,                 /* uint64_t a game */
    COMPARE_SECTIONS
} CompareSection;

typedef struct {
    ImageHead common; /* groups: one bit each, in the order of eval_options */
    int32_t depth, others;
    uint64_t positions, rows, games, size;
    ImageSection section[COMPARE_SECTIONS];
} CompareHeader;

static const ImageKind compare_kind = { COMPARE_MAGIC, COMPARE_VERSION, sizeof(CompareHeader), "is no file of comparisons (xqtune extract --compare makes them)" };
#endif
