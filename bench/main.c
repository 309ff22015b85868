/* xqbench: compares Xiangqi engines. */
#include "bench/cmd/commands.h"
#include "bench/stats/stats.h"
#include "engine/xq/pos.h"

int main(int argc, char **argv) {
    xq_init();
    stats_init();
    const Cmd commands[] = {
        cmd_ab,
        cmd_check,
        cmd_digest,
        cmd_experiment,
        cmd_export,
        cmd_extend,
        cmd_keys,
        cmd_match,
        cmd_merge,
        cmd_openings,
        cmd_ratings,
        cmd_regress,
        cmd_replay,
        cmd_report,
        cmd_sprt,
        cmd_suite,
    };
    const CmdProgram program = {
        .name = "xqbench",
        .summary = "compares Xiangqi engines, and variants of one, by games",
        .commands = commands,
        .count = sizeof commands / sizeof commands[0],
    };
    return cmd_main(&program, argc, argv);
}
