/* xqengine: plays Xiangqi over UCI and UCCI; tools for positions as subcommands. */
#include "engine/cmd/commands.h"
#include "engine/xq/pos.h"

int main(int argc, char **argv) {
    xq_init();
    const Cmd commands[] = {
        cmd_bench,
        cmd_eval,
        cmd_judge,
        cmd_keys,
        cmd_notation,
        cmd_perft,
        cmd_pgn,
        cmd_play,
        cmd_search,
        cmd_serve,
    };
    const CmdProgram program = {
        .name = "xqengine",
        .summary = "a Xiangqi engine whose every enhancement can be switched",
        .commands = commands,
        .count = sizeof commands / sizeof commands[0],
        .fallback = &cmd_serve,
    };
    return cmd_main(&program, argc, argv);
}
