/* Traces for tests, written as text. */
#ifndef TUNER_TESTS_TRACES_H
#define TUNER_TESTS_TRACES_H
#include "engine/tests/test.h"
#include "tuner/data/trace_text.h"

static inline void load_text(TraceSet *set, const char *text) {
    Err err = { 0 };
    if (!trace_text_read(set, text, "test", &err)) fail_msg("%s", err.text);
}

/* The three positions of the vectors: x = (1,0), (-1,2), (0,-1); results 1, 0.5, 0. One phase, all of it middle game. */
static const char three_rows[] =
    "# xqlab trace 1\n"
    "phases 1\n"
    "term a 100 0\n"
    "term b 30 0\n"
    "data\n"
    "1 120 1 g1 | a:1\n"
    "0.5 -40 1 g2 | a:-1 b:2\n"
    "0 10 1 g3 | b:-1\n";

/* The same with phases 1, 1/2 and 1/4. */
static const char three_phases[] =
    "# xqlab trace 1\n"
    "phases 4\n"
    "term a 100 120\n"
    "term b 30 50\n"
    "data\n"
    "1 - 4 g1 | a:1\n"
    "0.5 - 2 g2 | a:-1 b:2\n"
    "0 - 1 g3 | b:-1\n";
#endif
