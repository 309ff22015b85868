/* Speed: against another player, or by instructions against what was recorded. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "bench/regress/gate_internal.h"

static SpeedRun speed_run(const Gauge *gauge, const Openings *positions) {
    const GateRun *run = gauge->run;
    return (SpeedRun){ .first = run->player, .second = run->against, .positions = positions, .spec = &gauge->baseline->speed,
                       .slow_down = run->slow_down, .meter = run->meter, .stop = run->stop };
}

static void keep_fault(const char *player, const char *note, char faulty[OPT_TEXT_SIZE], char out[OPT_TEXT_SIZE]) {
    if (player) snprintf(faulty, OPT_TEXT_SIZE, "%s", player);
    if (player) snprintf(out, OPT_TEXT_SIZE, "%s", note);
}

static void add_fault(const Judge *judge, const char *check, const char *faulty, const char *note) {
    const bool own = !strcmp(faulty, judge->terms->player);
    Buf text = { 0 };
    buf_addf(&text, "%s failed while speed was compared%s%s", faulty, *note ? ": " : "", note);
    findings_add(judge->findings, check, own ? FINDING_FAULTY : FINDING_INCONCLUSIVE, &text, NULL);
    buf_free(&text);
}

/* Two players. */

bool speed_gauge(const Gauge *gauge, Err *err) {
    SpeedMeasure *out = &gauge->out->speed;
    Openings positions;
    if (!openings_load(gauge->baseline->speed.suite, 0, &positions, err)) return false;
    const SpeedRun run = speed_run(gauge, &positions);
    out->done = speed_compare(&run, &out->result, err);
    openings_free(&positions);
    keep_fault(out->result.faulty, out->result.note, out->faulty, out->note);
    return out->done;
}

static void add_speed(const Judge *judge, const SpeedResult *result) {
    static const FindingState states[] = {
        [SPEED_HELD] = FINDING_HELD, [SPEED_SLOWER] = FINDING_REGRESSED, [SPEED_UNCLEAR] = FINDING_INCONCLUSIVE,
    };
    const SpeedSpec *spec = &judge->baseline->speed;
    const SpeedVerdict verdict = speed_verdict(result, spec);
    const char *what = result->counted ? "instructions" : "CPU time";
    Buf text = { 0 };
    buf_addf(&text, "%s a %s %+.2f %% [%+.2f, %+.2f] against %s, %g %% interval of %d paired samples; more than %g %% is regressed", what,
             result->by_node ? "node" : "search", 100 * (result->ratio.value - 1), 100 * (result->ratio.low - 1),
             100 * (result->ratio.high - 1), judge->terms->against, 100 * spec->level, result->samples, spec->threshold);
    if (verdict == SPEED_UNCLEAR)
        buf_addf(&text, "; too %s to tell after %g s, try speed.seconds=%g", result->few ? "few" : "wide", spec->seconds, 4 * spec->seconds);
    Finding *finding = findings_add(judge->findings, "speed", states[verdict], &text, NULL);
    finding->measured = true;
    finding->unit = result->counted ? "ratio of instructions" : "ratio of CPU time";
    finding->value = result->ratio.value;
    finding->before = 1;
    buf_free(&text);
}

bool speed_judge(const Judge *judge, Err *err) {
    const SpeedMeasure *speed = &judge->measures->speed;
    SpeedResult result = speed->result; /* its samples stay the measure's */
    if (*speed->faulty) {
        add_fault(judge, "speed", speed->faulty, speed->note);
        return true;
    }
    if (!speed_estimate(&judge->baseline->speed, &result, err)) return false;
    add_speed(judge, &result);
    return true;
}

/* One player and what was recorded. */

static const char counter_name[] = "instructions:u"; /* as perf calls it */

/* Were the same things counted? */
static bool same_count(const Gauge *gauge, const SpeedRecord *was, const InstructionsMeasure *is, Err *err) {
    const SpeedSpec *spec = &gauge->baseline->speed;
    if (!was->known || gauge->run->accept) return true;
    if (!gauge_same_conditions(gauge, was->place, spec->suite, was->suite, is->suite, was->limit, is->limit, err)) return false;
    if (was->positions != is->positions)
        return err_set(err, ERR_INPUT, "%s: recorded over %" PRId64 " positions, not %" PRId64 ": accept that with --update", was->place,
                       was->positions, is->positions);
    return !strcmp(was->counter, counter_name) ||
           err_set(err, ERR_INPUT, "%s: recorded by the counter '%s', not '%s': accept that with --update", was->place, was->counter, counter_name);
}

bool instructions_gauge(const Gauge *gauge, Err *err) {
    const SpeedSpec *spec = &gauge->baseline->speed;
    const SpeedRecord *was = &gauge->baseline->recorded.speed;
    InstructionsMeasure *out = &gauge->out->instructions;
    Openings positions;
    SpeedFigure figure = { .faulty = NULL };
    Err why = { 0 };
    if (!openings_load(spec->suite, 0, &positions, err)) return false;
    gauge_limit_text(&spec->limit, out->limit);
    snprintf(out->suite, sizeof out->suite, "%016" PRIx64, positions.hash);
    out->positions = spec->positions;
    bool good = same_count(gauge, was, out, err);
    const SpeedRun run = speed_run(gauge, &positions);
    if (good && !speed_measure(&run, &figure, &why)) {
        good = why.kind == ERR_SYSTEM; /* there is no counter: that is a finding */
        if (good) snprintf(out->reason, sizeof out->reason, "%.*s", (int)sizeof out->reason - 1, why.text);
        else *err = why;
    }
    openings_free(&positions);
    keep_fault(figure.faulty, figure.note, out->faulty, out->note);
    out->instructions = figure.cost.instructions;
    out->nodes = figure.cost.nodes;
    out->done = good;
    return good;
}

static void record(const Judge *judge) {
    const InstructionsMeasure *measure = &judge->measures->instructions;
    SpeedRecord *out = &judge->measured->speed;
    *out = (SpeedRecord){ .known = true, .positions = measure->positions, .instructions = (int64_t)measure->instructions, .nodes = (int64_t)measure->nodes };
    snprintf(out->counter, sizeof out->counter, "%s", counter_name);
    memcpy(out->suite, measure->suite, sizeof out->suite);
    memcpy(out->limit, measure->limit, sizeof out->limit);
}

static double a_node(double instructions, double nodes) { return nodes > 0 ? instructions / nodes : instructions; }

static void compare(const Judge *judge, const SpeedRecord *was) {
    const InstructionsMeasure *measure = &judge->measures->instructions;
    const double threshold = judge->baseline->speed.threshold, now = a_node(measure->instructions, measure->nodes);
    const double before = was->known ? a_node((double)was->instructions, (double)was->nodes) : NAN, ratio = now / before;
    const bool slower = was->known && ratio > 1 + threshold / 100;
    Buf text = { 0 };
    buf_addf(&text, "%.0f instructions a %s over %" PRId64 " positions at %s", now, measure->nodes > 0 ? "node" : "round", measure->positions, measure->limit);
    if (was->known) buf_addf(&text, ", recorded: %.0f (%+.2f %%); more than %g %% is regressed", before, 100 * (ratio - 1), threshold);
    else buf_add(&text, ", nothing recorded to compare with");
    Finding *finding = findings_add(judge->findings, "instructions", !was->known ? judge_without_reference(judge) : slower ? judge_difference(judge, FINDING_REGRESSED) : FINDING_HELD, &text, NULL);
    finding->measured = true;
    finding->unit = "instructions a node";
    finding->value = now;
    finding->before = before;
    buf_free(&text);
}

void instructions_judge(const Judge *judge) {
    static const SpeedRecord nothing = { .known = false };
    const InstructionsMeasure *measure = &judge->measures->instructions;
    const SpeedRecord *was = judge->terms->reference == REFERENCE_RECORDED ? &judge->baseline->recorded.speed : &nothing;
    Buf text = { 0 };
    if (*measure->faulty) {
        add_fault(judge, "instructions", measure->faulty, measure->note);
    } else if (*measure->reason) {
        buf_addf(&text, "%s; speed can be compared with another player here (--against)", measure->reason);
        findings_add(judge->findings, "instructions", judge_without_reference(judge), &text, NULL);
        judge->measured->speed = *was; /* who can't count forgets nothing */
    } else {
        record(judge);
        compare(judge, was);
    }
    buf_free(&text);
}
