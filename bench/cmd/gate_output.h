/* Where commands that judge a change put what they found. */
#ifndef BENCH_CMD_GATE_OUTPUT_H
#define BENCH_CMD_GATE_OUTPUT_H
#include "bench/regress/baseline.h"
#include "bench/report/gate_report.h"
#include "engine/core/file.h"
#include "engine/core/opt.h"

typedef struct {
    char junit[OPT_TEXT_SIZE], markdown[OPT_TEXT_SIZE], json[OPT_TEXT_SIZE];
    int inconclusive; /* index in gate_inconclusive_names */
    bool annotations, details, quiet;
} GateOutput;

extern const char *const gate_inconclusive_names[]; /* fail pass, NULL-terminated */

/* The option rows of a GateOutput that is the field `output` of this options object. */
#define GATE_OUTPUT_FIELD(object, field) (offsetof(object, output) + offsetof(GateOutput, field))
#define GATE_OUTPUT_ROWS(object)                                                                                                     \
    { .name = "inconclusive", .kind = OPT_CHOICE, .offset = GATE_OUTPUT_FIELD(object, inconclusive), .group = "Output",              \
      .initial = "fail", .choices = gate_inconclusive_names, .help = "what is said of a check that could not be judged: code 11 or code 0" }, \
    { .name = "junit", .kind = OPT_TEXT, .offset = GATE_OUTPUT_FIELD(object, junit), .argument = "FILE",                             \
      .help = "write a JUnit XML report" },                                                                                          \
    { .name = "markdown", .kind = OPT_TEXT, .offset = GATE_OUTPUT_FIELD(object, markdown), .argument = "FILE",                       \
      .help = "write the report as Markdown, for a step summary or a comment" },                                                     \
    { .name = "json", .kind = OPT_TEXT, .offset = GATE_OUTPUT_FIELD(object, json), .argument = "FILE",                               \
      .help = "append one line of JSON: a history of all runs" },                                                                    \
    { .name = "annotations", .kind = OPT_BOOL, .offset = GATE_OUTPUT_FIELD(object, annotations),                                     \
      .help = "print ::error and ::warning lines; on by itself where GITHUB_ACTIONS is set" },                                       \
    { .name = "details", .kind = OPT_BOOL, .offset = GATE_OUTPUT_FIELD(object, details), .help = "details of checks that held, too" }, \
    { .name = "quiet", .kind = OPT_BOOL, .offset = GATE_OUTPUT_FIELD(object, quiet), .help = "no progress" }

/* Has every output a file to itself? Beside these files the baseline's suites and openings are read. Asked before anything is measured. */
bool gate_output_check(const GateOutput *output, const Baseline *baseline, const FileUse *others, int count, Err *err);
/* Print the report and write the files that were asked for. */
bool gate_output_write(const GateOutput *output, const GateReport *report, Err *err);
/* For GateRun.begin: tells a terminal what is being checked; context is the GateOutput. */
void gate_output_begin(void *context, const char *check);
#endif
