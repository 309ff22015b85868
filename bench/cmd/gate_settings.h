/* The baseline of a command line: a file's text with what --set and --sprt change. */
#ifndef BENCH_CMD_GATE_SETTINGS_H
#define BENCH_CMD_GATE_SETTINGS_H
#include "bench/regress/baseline.h"

#define DEFAULT_BASELINE "configs/baselines/full.yaml"

/* path is what errors call the text; sprt is "elo0=E,games=N,..." or "". Free with baseline_free. */
bool gate_settings_parse(const Buf *text, const char *path, const OptList *set, const char *sprt, Baseline *out, Err *err);
#endif
