/* The records of a part's file, for the one who writes and the one who reads; for bench/regress alone. */
#ifndef BENCH_REGRESS_PART_INTERNAL_H
#define BENCH_REGRESS_PART_INTERNAL_H
#include "bench/regress/part.h"

extern const OptTable part_options, part_signature_options, part_position_options, part_suite_options, part_item_options, part_games_options,
    part_speed_options, part_sample_options, part_instructions_options;

/* Costs of one sample, both players'. */
typedef struct { SpeedCost cost[2]; } PartSample;
#endif
