/* What tests of experiments share: experiments from text, on two small positions. */
#ifndef BENCH_TESTS_LABORATORY_H
#define BENCH_TESTS_LABORATORY_H
#include <string.h>
#include "bench/lab/measure.h"
#include "bench/tests/scratch.h"
#include "engine/conf/conf.h"
#include "engine/core/file.h"

static const char lab_positions[] = "2bakab2/9/1r4n2/4p1p1p/1n7/R6R1/P1P1c1P1P/C1c1B4/2C1N4/2BAKA3 b - - id \"one\";\n"
                                    "3k5/4P4/4b4/9/9/9/9/4B4/4A4/2R1KA1r1 w - - id \"two\";\n"
                                    "4k4/9/9/9/9/3R5/9/9/9/3K5 w - - id \"three\";\n";

/* The experiment of this YAML text; the suite is three positions in the scratch folder. false with *err. */
static inline bool lab_parse(const Scratch *scratch, const char *text, Experiment *out, Err *err) {
    char suite[96];
    Arena arena = { 0 };
    Buf whole = { 0 };
    snprintf(suite, sizeof suite, "%s/positions.epd", scratch->folder);
    assert_true(file_write(suite, lab_positions, strlen(lab_positions), NULL));
    buf_addf(&whole, "%s%s%s\n", text, strstr(text, "suite:") ? "" : "\nsuite: ", strstr(text, "suite:") ? "" : suite);
    ConfNode *map = conf_parse(whole.text, whole.len, "x.yaml", &arena, err);
    const bool good = map && experiment_from_conf(map, out, err);
    arena_free(&arena);
    buf_free(&whole);
    return good;
}

static inline Experiment lab_experiment(const Scratch *scratch, const char *text) {
    Experiment experiment;
    Err err = { 0 };
    if (!lab_parse(scratch, text, &experiment, &err)) fail_msg("%s", err.text);
    return experiment;
}

static inline Measure *lab_measure(const Experiment *experiment, int jobs) {
    Measure *all = mem_zalloc((size_t)experiment_measures(experiment), sizeof *all);
    const MeasureOptions options = { .jobs = jobs };
    Err err = { 0 };
    if (!experiment_measure(experiment, &options, all, &err)) fail_msg("%s", err.text);
    return all;
}
#endif
