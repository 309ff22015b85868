/* How much of a suite is solved, against what was. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "bench/regress/gate_internal.h"
#include "bench/suite/solve.h"

/* Measuring. */

/* This job's items alone, which stay those of `all`. */
static Suite share_of(const Gauge *gauge, const Suite *all) {
    Suite share = { .item = mem_zalloc((size_t)all->count, sizeof *share.item) };
    for (int i = 0; i < all->count; i++)
        if (gauge_takes(gauge, i)) share.item[share.count++] = all->item[i];
    return share;
}

static bool solve(const Gauge *gauge, const Suite *share, const PlayerSpec *player, const Limit *limit, SuiteResult *out, Err *err) {
    const SolveOptions options = { .limit = *limit, .jobs = gauge->run->jobs, .stop = gauge->run->stop };
    return suite_solve(share, player, 1, &options, out, err);
}

/* Both players' answers, the second's NULL where it isn't the reference. */
static void keep(const Gauge *gauge, const Suite *share, const SuiteResult *result, const SuiteResult *other, SuiteMeasure *out) {
    for (int i = 0; i < share->count; i++) {
        const int64_t index = gauge_index(gauge, i);
        ItemMeasure *item = &out->item[index];
        *item = (ItemMeasure){ .done = true, .index = index, .solved = result[i].solved, .other = other ? other[i].solved : MEASURE_NONE,
                               .fault = (int)result[i].answer.fault };
        snprintf(item->name, sizeof item->name, "%s", share->item[i].name);
        snprintf(item->wanted, sizeof item->wanted, "%s", share->item[i].wanted);
        snprintf(item->note, sizeof item->note, "%s", result[i].answer.note);
    }
}

static bool answer(const Gauge *gauge, const Suite *share, const Limit *limit, SuiteMeasure *out, Err *err) {
    SuiteResult *result = mem_zalloc((size_t)share->count, sizeof *result), *other = NULL;
    bool good = solve(gauge, share, gauge->run->player, limit, result, err);
    if (good && gauge->run->reference == REFERENCE_AGAINST) {
        other = mem_zalloc((size_t)share->count, sizeof *other);
        good = solve(gauge, share, gauge->run->against, limit, other, err);
    }
    if (good) keep(gauge, share, result, other, out);
    free(result);
    free(other);
    return good;
}

static const SuiteRecorded *find_recorded(const Recorded *recorded, const char *file) {
    for (int i = 0; i < recorded->suites; i++)
        if (!strcmp(recorded->suite[i].file, file)) return &recorded->suite[i];
    return NULL;
}

bool suite_gauge(const Gauge *gauge, const SuiteCheckSpec *check, SuiteMeasure *out, Err *err) {
    const SuiteRecorded *was = find_recorded(&gauge->baseline->recorded, check->file);
    Suite all;
    if (!suite_load(check->file, &all, err)) return false;
    out->count = all.count;
    out->item = arena_alloc(&gauge->out->arena, (size_t)all.count * sizeof *out->item);
    memcpy(out->file, check->file, sizeof out->file);
    gauge_limit_text(&check->limit, out->limit);
    snprintf(out->suite, sizeof out->suite, "%016" PRIx64, all.hash);
    Suite share = share_of(gauge, &all);
    const bool good = (!was || gauge_same_conditions(gauge, was->place, check->file, was->suite, out->suite, was->limit, out->limit, err)) &&
                      (!share.count || answer(gauge, &share, &check->limit, out, err));
    free(share.item);
    suite_free(&all);
    return good;
}

/* Judging. */

/* A suite on its way through the judge. solved_before: of the reference, MEASURE_NONE without. */
typedef struct {
    const SuiteCheckSpec *check;
    const SuiteMeasure *measure;
    int64_t solved, solved_before;
    const ItemMeasure *fault; /* the first that the player failed to answer at all; NULL */
} Case;

static Case open_case(const Judge *judge, const SuiteCheckSpec *check, const SuiteMeasure *measure) {
    const SuiteRecorded *was = find_recorded(&judge->baseline->recorded, check->file);
    const GateReference reference = judge->terms->reference;
    Case out = { .check = check, .measure = measure, .solved_before = MEASURE_NONE };
    if (reference == REFERENCE_RECORDED && was) out.solved_before = was->solved;
    if (reference == REFERENCE_AGAINST) out.solved_before = 0;
    for (int64_t i = 0; i < measure->count; i++) {
        const ItemMeasure *item = &measure->item[i];
        out.solved += item->solved;
        if (reference == REFERENCE_AGAINST) out.solved_before += item->other == 1;
        if (!out.fault && item->fault != FAULT_NONE) out.fault = item;
    }
    return out;
}

static FindingState weigh(const Judge *judge, const Case *one) {
    const bool known = one->solved_before != MEASURE_NONE;
    if (one->fault) return FINDING_FAULTY;
    if (one->solved < one->check->min_solved) return FINDING_REGRESSED;
    if (known && one->solved < one->solved_before - one->check->tolerance) return judge_difference(judge, FINDING_REGRESSED);
    if (known || one->check->min_solved) return FINDING_HELD;
    return judge_without_reference(judge);
}

static void describe(const Judge *judge, const Case *one, Buf *text) {
    const bool known = one->solved_before != MEASURE_NONE;
    buf_addf(text, "%" PRId64 " of %" PRId64 " solved at %s", one->solved, one->measure->count, one->check->limit_text);
    if (known) buf_addf(text, ", %s: %" PRId64, judge->whose, one->solved_before);
    else if (!one->check->min_solved) buf_add(text, ", nothing recorded to compare with");
    if (one->check->tolerance && known) buf_addf(text, ", %" PRId64 " fewer would do", one->check->tolerance);
    if (one->check->min_solved) buf_addf(text, ", at least %" PRId64 " wanted", one->check->min_solved);
    if (!one->fault) return;
    buf_addf(text, "; %s %s at %s%s%s", judge->terms->player, fault_words[one->fault->fault], one->fault->name, *one->fault->note ? ": " : "",
             one->fault->note);
}

static void record(const Judge *judge, const Case *one) {
    SuiteRecorded *out = &judge->measured->suite[judge->measured->suites++];
    *out = (SuiteRecorded){ .solved = one->solved, .items = one->measure->count };
    memcpy(out->file, one->check->file, sizeof out->file);
    memcpy(out->limit, one->measure->limit, sizeof out->limit);
    memcpy(out->suite, one->measure->suite, sizeof out->suite);
}

void suite_judge(const Judge *judge, const SuiteCheckSpec *check, const SuiteMeasure *measure) {
    const Case one = open_case(judge, check, measure);
    Buf name = { 0 }, text = { 0 }, details = { 0 };
    record(judge, &one);
    buf_addf(&name, "suite %s", check->file);
    describe(judge, &one, &text);
    for (int64_t i = 0; i < measure->count; i++)
        if (!measure->item[i].solved) buf_addf(&details, "not solved: %s (%s)\n", measure->item[i].name, measure->item[i].wanted);
    Finding *finding = findings_add(judge->findings, buf_text(&name), weigh(judge, &one), &text, &details);
    finding->measured = true;
    finding->unit = "solved";
    finding->value = (double)one.solved;
    if (one.solved_before != MEASURE_NONE) finding->before = (double)one.solved_before;
    buf_free(&name);
    buf_free(&text);
    buf_free(&details);
}
