/* The signature against the recorded one. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "bench/regress/gate_internal.h"
#include "bench/regress/signature.h"

/* Positions, and the nodes that they took. */
typedef struct { Openings positions; Signature signature; } Taken;

static void taken_free(Taken *taken) {
    openings_free(&taken->positions);
    signature_free(&taken->signature);
}

static bool take(const Gate *gate, const PlayerSpec *player, Taken *out, Err *err) {
    const SignatureSpec *spec = &gate->baseline->signature;
    *out = (Taken){ .signature = { .nodes = 0 } };
    if (openings_load(spec->suite, 0, &out->positions, err) &&
        signature_measure(player, &out->positions, &spec->limit, gate->run->jobs, gate->run->stop, &out->signature, err))
        return true;
    taken_free(out);
    return false;
}

static void record(const Gate *gate, const Taken *taken, SignatureRecord *out) {
    Buf limit = { 0 };
    limit_print(&gate->baseline->signature.limit, &limit);
    *out = (SignatureRecord){ .known = true, .nodes = taken->signature.nodes, .positions = (int)taken->positions.count };
    snprintf(out->limit, sizeof out->limit, "%s", buf_text(&limit));
    snprintf(out->suite, sizeof out->suite, "%016" PRIx64, taken->positions.hash);
    out->position = arena_alloc(gate->arena, taken->positions.count * sizeof *out->position);
    memcpy(out->position, taken->signature.position, taken->positions.count * sizeof *out->position);
    buf_free(&limit);
}

static void add_name(const Openings *positions, uint32_t i, Buf *out) {
    if (*positions->item[i].name) buf_add(out, positions->item[i].name);
    else buf_addf(out, "position %" PRIu32, i + 1);
}

/* Position by position: all of them, or those that differ from the reference. */
static void list_positions(const Taken *taken, const SignatureRecord *was, bool each, Buf *out) {
    const bool comparable = was->positions == (int)taken->positions.count;
    for (uint32_t i = 0; i < taken->positions.count; i++) {
        const int64_t nodes = taken->signature.position[i];
        const bool differs = comparable && nodes != was->position[i];
        if (!differs && !each) continue;
        add_name(&taken->positions, i, out);
        if (differs) buf_addf(out, ": %" PRId64 " nodes, were %" PRId64 "\n", nodes, was->position[i]);
        else buf_addf(out, ": %" PRId64 " nodes\n", nodes);
    }
}

static void add_fault(const Gate *gate, const Taken *taken) {
    const Signature *signature = &taken->signature;
    Buf text = { 0 };
    buf_addf(&text, "%s %s at ", gate->run->player->name, fault_words[signature->fault]);
    add_name(&taken->positions, signature->faulty, &text);
    if (*signature->note) buf_addf(&text, ": %s", signature->note);
    findings_add(gate->findings, "signature", FINDING_FAULTY, &text, NULL);
    buf_free(&text);
}

/* Different nodes mean a different player only if the same player gives the same nodes. */
static bool repeats(const Gate *gate, const Taken *taken, int64_t *again, Err *err) {
    Taken second;
    if (!take(gate, gate->run->player, &second, err)) return false;
    *again = second.signature.fault == FAULT_NONE ? second.signature.nodes : taken->signature.nodes;
    taken_free(&second);
    return true;
}

static bool judge(const Gate *gate, const Taken *taken, Err *err) {
    const SignatureRecord *was = &gate->reference->signature;
    const int64_t nodes = taken->signature.nodes;
    int64_t again = nodes;
    FindingState state = was->known ? FINDING_HELD : gate_without_reference(gate);
    if (was->known && nodes != was->nodes) {
        /* Two players may differ; a player that was accepted may not. */
        state = gate->run->against_is_reference ? FINDING_CHANGED : gate_difference(gate, FINDING_REGRESSED);
        if (!repeats(gate, taken, &again, err)) return false;
    }
    if (again != nodes) state = FINDING_INCONCLUSIVE;
    Buf text = { 0 }, details = { 0 };
    buf_addf(&text, "%" PRId64 " nodes over %" PRIu32 " positions at %s", nodes, taken->positions.count, gate->measured->signature.limit);
    if (!was->known) buf_add(&text, ", nothing recorded to compare with");
    else if (again != nodes) buf_addf(&text, ", then %" PRId64 ": it does not repeat itself (threads?), so it has no signature", again);
    else if (nodes != was->nodes)
        buf_addf(&text, ", %s: %" PRId64 " (%+.2f %%)", gate->whose, was->nodes, 100.0 * ((double)nodes / (double)was->nodes - 1));
    else buf_addf(&text, ", as %s", gate->whose);
    list_positions(taken, was, gate->run->each, &details);
    Finding *finding = findings_add(gate->findings, "signature", state, &text, &details);
    finding->measured = true;
    finding->unit = "nodes";
    finding->value = (double)nodes;
    if (was->known) finding->before = (double)was->nodes;
    buf_free(&text);
    buf_free(&details);
    return true;
}

bool signature_figures(const Gate *gate, const PlayerSpec *player, SignatureRecord *out, Err *err) {
    Taken taken;
    if (!take(gate, player, &taken, err)) return false;
    record(gate, &taken, out);
    taken_free(&taken);
    return true;
}

bool signature_check(const Gate *gate, Err *err) {
    const SignatureRecord *was = &gate->reference->signature;
    SignatureRecord *is = &gate->measured->signature;
    Taken taken;
    if (!take(gate, gate->run->player, &taken, err)) return false;
    record(gate, &taken, is);
    bool good = !was->known || gate_same_conditions(gate, was->place, gate->baseline->signature.suite, was->suite, is->suite, was->limit, is->limit, err);
    if (good && taken.signature.fault != FAULT_NONE) add_fault(gate, &taken);
    else good = good && judge(gate, &taken, err);
    taken_free(&taken);
    return good;
}
