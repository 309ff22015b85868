/* xqtune: turns games into better weights. */
#include "bench/stats/stats.h"
#include "engine/xq/pos.h"
#include "tuner/cmd/commands.h"

int main(int argc, char **argv) {
    xq_init();
    stats_init();
    const Cmd commands[] = {
        cmd_agree,
        cmd_apply,
        cmd_extract,
        cmd_fit,
        cmd_keys,
        cmd_list,
        cmd_spsa,
        cmd_verify,
    };
    const CmdProgram program = {
        .name = "xqtune",
        .summary = "turns games of Xiangqi into better evaluation weights",
        .commands = commands,
        .count = sizeof commands / sizeof commands[0],
    };
    return cmd_main(&program, argc, argv);
}
