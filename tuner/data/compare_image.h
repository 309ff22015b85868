/* The layout of a file of comparisons: what its builder and its reader share. */
#ifndef TUNER_DATA_COMPARE_IMAGE_H
#define TUNER_DATA_COMPARE_IMAGE_H
#include "tuner/data/compare.h"

#define COMPARE_MAGIC "XQCHOSEN"
enum { COMPARE_BYTE_ORDER = 0x01020304 };

/* Sections in the order of the file; each begins at a multiple of 8. */
typedef enum {
    COMPARE_NAMES,     /* texts with their ends, one a term */
    COMPARE_MEANINGS,  /* uint64_t a term */
    COMPARE_STARTS,    /* two doubles a term */
    COMPARE_PHASES,    /* uint64_t: phases + 2 */
    COMPARE_POSITIONS, /* ComparePosition: positions + 1 */
    COMPARE_ROWS,      /* CompareRow */
    COMPARE_INDEX,     /* uint16_t */
    COMPARE_VALUES,    /* int8_t */
    COMPARE_TEXTS,     /* texts with their ends, one a position */
    COMPARE_GAMES,     /* uint64_t a game */
    COMPARE_SECTIONS
} CompareSection;

typedef struct {
    char magic[8];
    uint32_t version, byte_order;
    char table_hash[64];
    uint32_t terms, phases, builtin, groups; /* groups: one bit each, in the order of eval_options */
    int32_t depth, others;
    uint64_t positions, rows, games, size;
    struct { uint64_t offset, bytes; } section[COMPARE_SECTIONS];
} CompareHeader;
#endif
