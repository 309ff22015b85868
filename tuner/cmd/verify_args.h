/* The options of xqtune verify, and what of them is kept with a proof so that it goes on as it began. */
#ifndef TUNER_CMD_VERIFY_ARGS_H
#define TUNER_CMD_VERIFY_ARGS_H
#include <stdint.h>
#include "engine/core/arena.h"
#include "engine/core/opt.h"

typedef struct {
    int64_t run, games, seed, jobs;
    char variant[OPT_TEXT_SIZE], player[OPT_TEXT_SIZE], against[OPT_TEXT_SIZE];
    char limit[OPT_TEXT_SIZE], second_limit[OPT_TEXT_SIZE], sprt[OPT_TEXT_SIZE], second_sprt[OPT_TEXT_SIZE], openings[OPT_TEXT_SIZE];
    OptList games_of, set;
    bool resume, again, quiet;
} VerifyArgs;
extern const OptTable verify_args_table;

/* Options that decide what is played, where they differ from their defaults, as YAML. The number of games is the run's to keep. */
void verify_args_print(const VerifyArgs *arg, Buf *out);
/* Options that *arg has at their defaults become those of such a text. Lists live in the arena. */
bool verify_args_recall(VerifyArgs *arg, const char *kept, Arena *arena, Err *err);
#endif
