/* How much of a suite is solved, against what was. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "bench/regress/gate_internal.h"
#include "bench/suite/solve.h"

/* A suite with one player's answers. */
typedef struct { Suite suite; SuiteResult *result; int solved; } Answered;

static void answered_free(Answered *answered) {
    suite_free(&answered->suite);
    free(answered->result);
}

static bool answer(const Gate *gate, const PlayerSpec *player, const SuiteCheckSpec *check, Answered *out, Err *err) {
    const SolveOptions options = { .limit = check->limit, .jobs = gate->run->jobs, .stop = gate->run->stop };
    *out = (Answered){ .solved = 0 };
    if (!suite_load(check->file, &out->suite, err)) return false;
    out->result = mem_zalloc((size_t)out->suite.count, sizeof *out->result);
    const bool good = suite_solve(&out->suite, player, 1, &options, out->result, err);
    for (int i = 0; good && i < out->suite.count; i++) out->solved += out->result[i].solved;
    if (!good) answered_free(out);
    return good;
}

static void record(const SuiteCheckSpec *check, const Answered *answered, SuiteRecorded *out) {
    Buf limit = { 0 };
    limit_print(&check->limit, &limit);
    *out = (SuiteRecorded){ .solved = answered->solved, .items = answered->suite.count };
    snprintf(out->file, sizeof out->file, "%s", check->file);
    snprintf(out->limit, sizeof out->limit, "%s", buf_text(&limit));
    snprintf(out->suite, sizeof out->suite, "%016" PRIx64, answered->suite.hash);
    buf_free(&limit);
}

static const SuiteRecorded *find_recorded(const Recorded *recorded, const char *file) {
    for (int i = 0; i < recorded->suites; i++)
        if (!strcmp(recorded->suite[i].file, file)) return &recorded->suite[i];
    return NULL;
}

/* The first item that the player failed to answer at all, or -1. */
static int first_fault(const Answered *answered) {
    for (int i = 0; i < answered->suite.count; i++)
        if (answered->result[i].answer.fault != FAULT_NONE) return i;
    return -1;
}

static FindingState judge(const Gate *gate, const SuiteCheckSpec *check, const Answered *answered, const SuiteRecorded *was) {
    if (first_fault(answered) >= 0) return FINDING_FAULTY;
    if (answered->solved < check->min_solved) return FINDING_REGRESSED;
    if (was && answered->solved < was->solved - check->tolerance) return gate_difference(gate, FINDING_REGRESSED);
    if (was || check->min_solved) return FINDING_HELD;
    return gate_without_reference(gate);
}

static void describe(const Gate *gate, const SuiteCheckSpec *check, const Answered *answered, const SuiteRecorded *was, Buf *text) {
    const int fault = first_fault(answered);
    buf_addf(text, "%d of %d solved at %s", answered->solved, answered->suite.count, check->limit_text);
    if (was) buf_addf(text, ", %s: %" PRId64, gate->whose, was->solved);
    else if (!check->min_solved) buf_add(text, ", nothing recorded to compare with");
    if (check->tolerance && was) buf_addf(text, ", %" PRId64 " fewer would do", check->tolerance);
    if (check->min_solved) buf_addf(text, ", at least %" PRId64 " wanted", check->min_solved);
    if (fault < 0) return;
    const Answer *bad = &answered->result[fault].answer;
    buf_addf(text, "; %s %s at %s%s%s", gate->run->player->name, fault_words[bad->fault], answered->suite.item[fault].name,
             *bad->note ? ": " : "", bad->note);
}

bool suite_figures(const Gate *gate, const PlayerSpec *player, const SuiteCheckSpec *check, SuiteRecorded *out, Err *err) {
    Answered answered;
    if (!answer(gate, player, check, &answered, err)) return false;
    record(check, &answered, out);
    answered_free(&answered);
    return true;
}

static void add_finding(const Gate *gate, const SuiteCheckSpec *check, const Answered *answered, const SuiteRecorded *was) {
    Buf name = { 0 }, text = { 0 }, details = { 0 };
    buf_addf(&name, "suite %s", check->file);
    describe(gate, check, answered, was, &text);
    for (int i = 0; i < answered->suite.count; i++)
        if (!answered->result[i].solved)
            buf_addf(&details, "not solved: %s (%s)\n", answered->suite.item[i].name, answered->suite.item[i].wanted);
    Finding *finding = findings_add(gate->findings, buf_text(&name), judge(gate, check, answered, was), &text, &details);
    finding->measured = true;
    finding->unit = "solved";
    finding->value = answered->solved;
    if (was) finding->before = (double)was->solved;
    buf_free(&name);
    buf_free(&text);
    buf_free(&details);
}

bool suite_check(const Gate *gate, const SuiteCheckSpec *check, Err *err) {
    const SuiteRecorded *was = find_recorded(gate->reference, check->file);
    SuiteRecorded *is = &gate->measured->suite[gate->measured->suites];
    Answered answered;
    if (!answer(gate, gate->run->player, check, &answered, err)) return false;
    record(check, &answered, is);
    gate->measured->suites++;
    const bool good = !was || gate_same_conditions(gate, was->place, check->file, was->suite, is->suite, was->limit, is->limit, err);
    if (good) add_finding(gate, check, &answered, was);
    answered_free(&answered);
    return good;
}
