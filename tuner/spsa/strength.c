#include "tuner/spsa/strength.h"
#include <stddef.h>
#include <string.h>
#include <strings.h>

static const char no_matter[] = "no matter of strength", weakens[] = "weakens on purpose";

static const struct { const char *option, *why; } rows[] = {
    { "Hash", no_matter },         { "Threads", no_matter },        { "MultiPV", no_matter },          { "Move Overhead", no_matter },
    { "nodestime", no_matter },    { "Slow Mover", no_matter },     { "Minimum Thinking Time", no_matter },
    { "hashsize", no_matter },     { "cores", no_matter },          { "memory", no_matter },           { "tt_bits", no_matter },
    { "move_overhead", no_matter }, { "SyzygyProbeDepth", no_matter }, { "SyzygyProbeLimit", no_matter },
    { "UCI_Elo", weakens },        { "Skill Level", weakens },
};

const char *strength_why_not(const char *tunable) {
    static const char prefix[] = "options.";
    if (strncmp(tunable, prefix, strlen(prefix))) return NULL;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if (!strcasecmp(tunable + strlen(prefix), rows[i].option)) return rows[i].why;
    return NULL;
}
