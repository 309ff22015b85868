#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include "engine/cmd/commands.h"
#include "engine/core/mono.h"
#include "engine/xq/fen.h"
#include "engine/xq/notation.h"
#include "engine/xq/perft.h"

typedef struct { char fen[OPT_TEXT_SIZE]; bool divide; int movegen; } PerftArgs;

static const OptRow rows[] = {
    { .name = "fen", .kind = OPT_TEXT, .offset = offsetof(PerftArgs, fen), .initial = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1", .argument = "FEN",
      .help = "position to count from" },
    { .name = "divide", .kind = OPT_BOOL, .offset = offsetof(PerftArgs, divide), .initial = "false", .help = "count each first move apart" },
    { .name = "movegen", .kind = OPT_CHOICE, .offset = offsetof(PerftArgs, movegen), .initial = "table", .choices = movegen_names,
      .help = "move generator" },
};
static const OptTable options = { "perft", rows, sizeof rows / sizeof rows[0] };

static int run(const void *object, const CmdArgs *args, Err *err) {
    const PerftArgs *arg = object;
    Pos pos;
    if (args->count != 1) return err_set(err, ERR_USAGE, "perft needs a depth");
    if (!fen_parse(arg->fen, &pos, err)) return EXIT_BAD_INPUT;
    const int depth = atoi(args->positional[0]);
    MoveList list;
    gen_legal(&pos, &list);
    uint64_t total = 0;
    const int64_t start = mono_ns();
    for (int i = 0; i < list.count; i++) {
        Undo undo;
        char text[MOVE_TEXT_SIZE];
        pos_make(&pos, list.move[i], &undo);
        const uint64_t leaves = perft(&pos, depth - 1, (MoveGen)arg->movegen, true);
        pos_undo(&pos, list.move[i], &undo);
        total += leaves;
        if (arg->divide) printf("%s: %" PRIu64 "\n", move_coord(list.move[i], false, text), leaves);
    }
    const double seconds = (double)(mono_ns() - start) / 1e9;
    printf("%" PRIu64 " leaves, %.2f s, %.1f M/s\n", total, seconds, (double)total / seconds / 1e6);
    return EXIT_HELD;
}

const Cmd cmd_perft = {
    .name = "perft", .synopsis = "DEPTH [--fen FEN] [--divide] [--movegen M]", .summary = "count the leaves of the legal tree",
    .options = &options, .options_size = sizeof(PerftArgs), .run = run,
};
