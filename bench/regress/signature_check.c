/* The signature against the reference's. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "bench/regress/gate_internal.h"
#include "bench/regress/signature.h"

/* Measuring. */

/* This job's positions alone; items stay those of `all`. */
static Openings share_of(const Gauge *gauge, const Openings *all) {
    Openings share = { .item = mem_zalloc(all->count, sizeof *share.item) };
    for (uint32_t i = 0; i < all->count; i++)
        if (gauge_takes(gauge, i)) share.item[share.count++] = all->item[i];
    return share;
}

static PositionMeasure *measure_of(const Gauge *gauge, uint32_t number) {
    return &gauge->out->signature.position[gauge_index(gauge, number)];
}

static bool search(const Gauge *gauge, const PlayerSpec *player, const Openings *share, Signature *out, Err *err) {
    return signature_measure(player, share, &gauge->baseline->signature.limit, gauge->run->jobs, gauge->run->stop, out, err);
}

static void keep_first(const Gauge *gauge, const Openings *share, const Signature *signature) {
    for (uint32_t i = 0; i < share->count; i++) {
        PositionMeasure *measure = measure_of(gauge, i);
        *measure = (PositionMeasure){ .done = true, .nodes = signature->position[i], .again = MEASURE_NONE, .other = MEASURE_NONE };
        measure->index = measure - gauge->out->signature.position;
        if (*share->item[i].name) snprintf(measure->name, sizeof measure->name, "%s", share->item[i].name);
        else snprintf(measure->name, sizeof measure->name, "position %" PRId64, measure->index + 1);
        if (signature->fault == FAULT_NONE || signature->faulty != i) continue;
        measure->fault = (int)signature->fault;
        snprintf(measure->note, sizeof measure->note, "%s", signature->note);
    }
}

static bool search_reference(const Gauge *gauge, const Openings *share, Err *err) {
    Signature other;
    if (!search(gauge, gauge->run->against, share, &other, err)) return false;
    for (uint32_t i = 0; i < share->count; i++) measure_of(gauge, i)->other = other.position[i];
    signature_free(&other);
    return true;
}

/* Are these nodes others than the reference's? */
static bool differ(const Gauge *gauge, const Openings *share) {
    const SignatureRecord *was = &gauge->baseline->recorded.signature;
    const bool recorded = gauge->run->reference == REFERENCE_RECORDED && was->known && was->positions == gauge->out->signature.count;
    for (uint32_t i = 0; i < share->count; i++) {
        const PositionMeasure *measure = measure_of(gauge, i);
        if (measure->other != MEASURE_NONE && measure->nodes != measure->other) return true;
        if (recorded && measure->nodes != was->position[measure->index]) return true;
    }
    return false;
}

/* Different nodes mean a different player only if the same player gives the same nodes. */
static bool search_again(const Gauge *gauge, const Openings *share, Err *err) {
    Signature second;
    if (!search(gauge, gauge->run->player, share, &second, err)) return false;
    for (uint32_t i = 0; i < share->count && second.fault == FAULT_NONE; i++) measure_of(gauge, i)->again = second.position[i];
    signature_free(&second);
    return true;
}

static bool survey(const Gauge *gauge, const Openings *share, Err *err) {
    Signature first;
    if (!share->count) return true;
    if (!search(gauge, gauge->run->player, share, &first, err)) return false;
    const bool sound = first.fault == FAULT_NONE;
    keep_first(gauge, share, &first);
    signature_free(&first);
    if (!sound) return true;
    if (gauge->run->reference == REFERENCE_AGAINST && !search_reference(gauge, share, err)) return false;
    return !differ(gauge, share) || search_again(gauge, share, err);
}

bool signature_gauge(const Gauge *gauge, Err *err) {
    const SignatureSpec *spec = &gauge->baseline->signature;
    const SignatureRecord *was = &gauge->baseline->recorded.signature;
    SignatureMeasure *out = &gauge->out->signature;
    Openings all;
    if (!openings_load(spec->suite, 0, &all, err)) return false;
    out->count = all.count;
    out->position = arena_alloc(&gauge->out->arena, all.count * sizeof *out->position);
    gauge_limit_text(&spec->limit, out->limit);
    snprintf(out->suite, sizeof out->suite, "%016" PRIx64, all.hash);
    Openings share = share_of(gauge, &all);
    const bool good = (!was->known || gauge_same_conditions(gauge, was->place, spec->suite, was->suite, out->suite, was->limit, out->limit, err)) &&
                      survey(gauge, &share, err);
    free(share.item);
    openings_free(&all);
    return good;
}

/* Judging. */

static void record(const Judge *judge) {
    const SignatureMeasure *measure = &judge->measures->signature;
    SignatureRecord *out = &judge->measured->signature;
    *out = (SignatureRecord){ .known = true, .positions = (int)measure->count };
    memcpy(out->limit, measure->limit, sizeof out->limit);
    memcpy(out->suite, measure->suite, sizeof out->suite);
    out->position = arena_alloc(judge->arena, (size_t)measure->count * sizeof *out->position);
    for (int i = 0; i < out->positions; i++) {
        out->position[i] = measure->position[i].nodes;
        out->nodes += measure->position[i].nodes;
    }
}

/* What the nodes are compared with; not known when there is nothing. */
static SignatureRecord reference_of(const Judge *judge) {
    const SignatureMeasure *measure = &judge->measures->signature;
    SignatureRecord other = { .known = judge->terms->reference == REFERENCE_AGAINST, .positions = (int)measure->count };
    if (judge->terms->reference == REFERENCE_RECORDED) return judge->baseline->recorded.signature;
    if (!other.known) return other;
    other.position = arena_alloc(judge->arena, (size_t)measure->count * sizeof *other.position);
    for (int i = 0; i < other.positions; i++) {
        other.position[i] = measure->position[i].other;
        other.nodes += measure->position[i].other;
    }
    return other;
}

/* Position by position: all of them, or those that differ from the reference. */
static void list_positions(const Judge *judge, const SignatureRecord *was, Buf *out) {
    const SignatureMeasure *measure = &judge->measures->signature;
    const bool comparable = was->positions == (int)measure->count && was->position;
    for (int i = 0; i < (int)measure->count; i++) {
        const PositionMeasure *position = &measure->position[i];
        const bool differs = comparable && position->nodes != was->position[i];
        if (!differs && !judge->terms->each) continue;
        if (differs) buf_addf(out, "%s: %" PRId64 " nodes, were %" PRId64 "\n", position->name, position->nodes, was->position[i]);
        else buf_addf(out, "%s: %" PRId64 " nodes\n", position->name, position->nodes);
    }
}

static const PositionMeasure *find_fault(const SignatureMeasure *measure) {
    for (int64_t i = 0; i < measure->count; i++)
        if (measure->position[i].fault != FAULT_NONE) return &measure->position[i];
    return NULL;
}

static void add_fault(const Judge *judge, const PositionMeasure *position) {
    Buf text = { 0 };
    buf_addf(&text, "%s %s at %s", judge->terms->player, fault_words[position->fault], position->name);
    if (*position->note) buf_addf(&text, ": %s", position->note);
    findings_add(judge->findings, "signature", FINDING_FAULTY, &text, NULL);
    buf_free(&text);
}

/* All nodes, those of a second search where there was one. */
static int64_t nodes_again(const SignatureMeasure *measure) {
    int64_t nodes = 0;
    for (int64_t i = 0; i < measure->count; i++) {
        const PositionMeasure *position = &measure->position[i];
        nodes += position->again == MEASURE_NONE ? position->nodes : position->again;
    }
    return nodes;
}

static FindingState weigh(const Judge *judge, const SignatureRecord *was, int64_t nodes, int64_t again) {
    if (again != nodes) return FINDING_INCONCLUSIVE;
    if (!was->known) return judge_without_reference(judge);
    if (nodes == was->nodes) return FINDING_HELD;
    /* Two players may differ; a player that was accepted may not. */
    return judge->terms->reference == REFERENCE_AGAINST ? FINDING_CHANGED : judge_difference(judge, FINDING_REGRESSED);
}

static void add_finding(const Judge *judge, const SignatureRecord *was) {
    const SignatureMeasure *measure = &judge->measures->signature;
    const int64_t nodes = judge->measured->signature.nodes, again = nodes_again(measure);
    Buf text = { 0 }, details = { 0 };
    buf_addf(&text, "%" PRId64 " nodes over %" PRId64 " positions at %s", nodes, measure->count, measure->limit);
    if (!was->known) buf_add(&text, ", nothing recorded to compare with");
    else if (again != nodes) buf_addf(&text, ", then %" PRId64 ": it does not repeat itself (threads?), so it has no signature", again);
    else if (nodes != was->nodes)
        buf_addf(&text, ", %s: %" PRId64 " (%+.2f %%)", judge->whose, was->nodes, 100.0 * ((double)nodes / (double)was->nodes - 1));
    else buf_addf(&text, ", as %s", judge->whose);
    list_positions(judge, was, &details);
    Finding *finding = findings_add(judge->findings, "signature", weigh(judge, was, nodes, again), &text, &details);
    finding->measured = true;
    finding->unit = "nodes";
    finding->value = (double)nodes;
    if (was->known) finding->before = (double)was->nodes;
    buf_free(&text);
    buf_free(&details);
}

void signature_judge(const Judge *judge) {
    const PositionMeasure *fault = find_fault(&judge->measures->signature);
    const SignatureRecord was = reference_of(judge);
    record(judge);
    if (fault) add_fault(judge, fault);
    else add_finding(judge, &was);
}
