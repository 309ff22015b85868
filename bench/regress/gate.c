#include "bench/regress/gate.h"
#include <stdio.h>
#include <string.h>
#include "bench/regress/gate_internal.h"
#include "engine/core/mono.h"

const char *const gate_reference_names[] = { "none", "recorded", "against", NULL };

const char *const fault_words[] = {
    [FAULT_NONE] = "answered", [FAULT_ILLEGAL] = "made an illegal move", [FAULT_TIME] = "overstepped its time",
    [FAULT_CRASH] = "crashed", [FAULT_STALL] = "did not answer",
};

/* Measuring. */

bool gauge_takes(const Gauge *gauge, int64_t index) { return !gauge->run->shards || index % gauge->run->shards == gauge->run->shard; }

int64_t gauge_index(const Gauge *gauge, int64_t number) { return gauge->run->shards ? number * gauge->run->shards + gauge->run->shard : number; }

bool gauge_same_conditions(const Gauge *gauge, const char *place, const char *file, const char *suite_was, const char *suite_is,
                           const char *limit_was, const char *limit_is, Err *err) {
    if (gauge->run->accept || gauge->run->reference != REFERENCE_RECORDED) return true;
    if (strcmp(suite_was, suite_is))
        return err_set(err, ERR_INPUT, "%s: recorded over another %s (content %s, now %s): accept the new one with --update", place, file,
                       suite_was, suite_is);
    if (strcmp(limit_was, limit_is))
        return err_set(err, ERR_INPUT, "%s: recorded at %s, but %s is searched at %s: accept that with --update", place, limit_was, file, limit_is);
    return true;
}

void gauge_limit_text(const Limit *limit, char out[OPT_TEXT_SIZE]) {
    Buf text = { 0 };
    limit_print(limit, &text);
    snprintf(out, OPT_TEXT_SIZE, "%s", buf_text(&text));
    buf_free(&text);
}

/* Signatures of two players of one name differ only by what is compared: of another name, by everything. */
static bool same_player(const Gauge *gauge, Err *err) {
    const Recorded *recorded = &gauge->baseline->recorded;
    if (gauge->run->accept || gauge->run->reference != REFERENCE_RECORDED) return true;
    if (!*recorded->player || !strcmp(recorded->player, gauge->run->player->name)) return true;
    return err_set(err, ERR_INPUT, "%s: recorded for player '%s', not for '%s': another version of it is to be called name=%s, another player has a baseline of its own "
                   "(--baseline FILE --update)", recorded->place, recorded->player, gauge->run->player->name, recorded->player);
}

static bool gauge_suites(const Gauge *gauge, Err *err) {
    const Baseline *baseline = gauge->baseline;
    for (int i = 0; i < baseline->suites; i++) {
        SuiteMeasure *out = &gauge->out->suite[gauge->out->suites++];
        const int64_t began_ns = mono_ns();
        if (!suite_gauge(gauge, &baseline->suite[i], out, err)) return false;
        out->seconds = (double)(mono_ns() - began_ns) * 1e-9;
    }
    return true;
}

/* Instructions are compared with recorded ones, and recorded where the file has a section on speed. */
static bool wants_instructions(const Gauge *gauge) {
    const Baseline *baseline = gauge->baseline;
    if (baseline->speed.counter == SPEED_CPU_TIME) return false;
    if (gauge->run->shards && gauge->run->shard) return false; /* they take no time: the first job counts them */
    if (gauge->run->accept) return baseline->speed.wanted;
    return gauge->run->reference == REFERENCE_RECORDED && baseline->recorded.speed.known;
}

bool gate_measure(const Baseline *baseline, const GateRun *run, GateMeasures *out, Err *err) {
    const Gauge gauge = { .baseline = baseline, .run = run, .out = out };
    const bool two = run->against != NULL;
    *out = (GateMeasures){ .suites = 0 };
    const struct { const char *name; bool wanted; bool (*gauge)(const Gauge *gauge, Err *err); double *seconds; } checks[] = {
        { "signature", baseline->signature.wanted, signature_gauge, &out->signature.seconds },
        { "suites", baseline->suites > 0, gauge_suites, NULL },
        { "match", baseline->match.wanted, match_gauge, &out->match.seconds },
        { "instructions", wants_instructions(&gauge), instructions_gauge, &out->instructions.seconds },
        { "speed", two, speed_gauge, &out->speed.seconds },
        { "sprt", two && baseline->sprt.wanted, sprt_gauge, &out->sprt.seconds },
    };
    if (!same_player(&gauge, err)) return false;
    for (size_t i = 0; i < sizeof checks / sizeof *checks; i++) {
        const int64_t began_ns = mono_ns();
        if (!checks[i].wanted) continue;
        if (run->begin) run->begin(run->context, checks[i].name);
        if (!checks[i].gauge(&gauge, err)) return false;
        if (checks[i].seconds) *checks[i].seconds = (double)(mono_ns() - began_ns) * 1e-9;
    }
    return true;
}

/* Judging. */

FindingState judge_difference(const Judge *judge, FindingState otherwise) { return judge->terms->accept ? FINDING_CHANGED : otherwise; }

FindingState judge_without_reference(const Judge *judge) { return judge_difference(judge, FINDING_INCONCLUSIVE); }

/* What a check took, to the finding that it added. */
static void timed(const Judge *judge, double seconds) { judge->findings->item[judge->findings->count - 1].seconds = seconds; }

bool gate_judge(const Baseline *baseline, const GateTerms *terms, const GateMeasures *measures, Findings *findings, Recorded *measured,
                Arena *arena, Err *err) {
    const Judge judge = { .baseline = baseline, .terms = terms, .measures = measures, .findings = findings, .measured = measured,
                          .whose = terms->reference == REFERENCE_AGAINST ? terms->against : "recorded", .arena = arena };
    *findings = (Findings){ .count = 0 };
    *measured = (Recorded){ .suites = 0 };
    snprintf(measured->player, sizeof measured->player, "%s", terms->player);
    if (measures->signature.count) signature_judge(&judge), timed(&judge, measures->signature.seconds);
    for (int i = 0; i < measures->suites; i++) {
        suite_judge(&judge, &baseline->suite[i], &measures->suite[i]);
        timed(&judge, measures->suite[i].seconds);
    }
    if (measures->match.done) match_judge(&judge), timed(&judge, measures->match.seconds);
    if (measures->instructions.done) instructions_judge(&judge), timed(&judge, measures->instructions.seconds);
    if (measures->speed.done) {
        if (!speed_judge(&judge, err)) return false;
        timed(&judge, measures->speed.seconds);
    }
    if (measures->sprt.done) sprt_judge(&judge), timed(&judge, measures->sprt.seconds);
    return true;
}
