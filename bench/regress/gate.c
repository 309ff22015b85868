#include "bench/regress/gate.h"
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include "bench/regress/gate_internal.h"
#include "engine/core/mono.h"

const char *const fault_words[] = {
    [FAULT_NONE] = "answered", [FAULT_ILLEGAL] = "made an illegal move", [FAULT_TIME] = "overstepped its time",
    [FAULT_CRASH] = "crashed", [FAULT_STALL] = "did not answer",
};

FindingState gate_difference(const Gate *gate, FindingState otherwise) { return gate->run->accept ? FINDING_CHANGED : otherwise; }

FindingState gate_without_reference(const Gate *gate) { return gate_difference(gate, FINDING_INCONCLUSIVE); }

bool gate_same_conditions(const Gate *gate, const char *place, const char *file, const char *suite_was, const char *suite_is, const char *limit_was,
                          const char *limit_is, Err *err) {
    if (gate->run->accept) return true;
    if (strcmp(suite_was, suite_is))
        return err_set(err, ERR_INPUT, "%s: recorded over another %s (content %s, now %s): accept the new one with --update", place, file,
                       suite_was, suite_is);
    if (strcmp(limit_was, limit_is))
        return err_set(err, ERR_INPUT, "%s: recorded at %s, but %s is searched at %s: accept that with --update", place, limit_was, file, limit_is);
    return true;
}

/* Signatures of two players of one name differ only by what is compared: of another name, by everything. */
static bool same_player(const Gate *gate, Err *err) {
    const Recorded *recorded = gate->reference;
    if (gate->run->accept || !*recorded->player || !strcmp(recorded->player, gate->run->player->name)) return true;
    return err_set(err, ERR_INPUT, "%s: recorded for player '%s', not for '%s': give this one a baseline of its own (--baseline FILE --update)",
                   recorded->place, recorded->player, gate->run->player->name);
}

static bool measure_reference(const Gate *gate, Recorded *out, Err *err) {
    const Baseline *baseline = gate->baseline;
    if (gate->run->begin) gate->run->begin(gate->run->context, "reference");
    if (baseline->signature.wanted && !signature_figures(gate, gate->run->against, &out->signature, err)) return false;
    for (; out->suites < baseline->suites; out->suites++)
        if (!suite_figures(gate, gate->run->against, &baseline->suite[out->suites], &out->suite[out->suites], err)) return false;
    return true;
}

/* One check with its time. */
typedef struct { const char *name; bool wanted; bool (*run)(const Gate *gate, Err *err); } Check;

static bool check_suites(const Gate *gate, Err *err) {
    for (int i = 0; i < gate->baseline->suites; i++) {
        const int64_t began_ns = mono_ns();
        if (!suite_check(gate, &gate->baseline->suite[i], err)) return false;
        gate->findings->item[gate->findings->count - 1].seconds = (double)(mono_ns() - began_ns) * 1e-9;
    }
    return true;
}

static bool run_checks(const Gate *gate, Err *err) {
    const Baseline *baseline = gate->baseline;
    const bool two = gate->run->against != NULL;
    const Check checks[] = {
        { "signature", baseline->signature.wanted, signature_check }, { "suites", baseline->suites > 0, check_suites },
        { "match", baseline->match.wanted, match_check },             { "speed", two, speed_check },
        { "sprt", two && baseline->sprt.wanted, sprt_match },
    };
    for (size_t i = 0; i < sizeof checks / sizeof *checks; i++) {
        const int64_t began_ns = mono_ns();
        if (!checks[i].wanted) continue;
        if (gate->run->begin) gate->run->begin(gate->run->context, checks[i].name);
        if (!checks[i].run(gate, err)) return false;
        Finding *last = &gate->findings->item[gate->findings->count - 1];
        if (last->seconds == 0) last->seconds = (double)(mono_ns() - began_ns) * 1e-9;
    }
    return true;
}

bool gate_run(const Baseline *baseline, const GateRun *run, Findings *findings, Recorded *measured, Arena *arena, Err *err) {
    Recorded other = { .suites = 0 };
    Gate gate = { .baseline = baseline, .run = run, .reference = &baseline->recorded, .whose = "recorded", .findings = findings,
                  .measured = measured, .arena = arena };
    *findings = (Findings){ .count = 0 };
    *measured = (Recorded){ .suites = 0 };
    snprintf(measured->player, sizeof measured->player, "%s", run->player->name);
    if (run->against_is_reference) {
        if (!measure_reference(&gate, &other, err)) return false;
        gate.reference = &other;
        gate.whose = run->against->name;
    }
    return same_player(&gate, err) && run_checks(&gate, err);
}
