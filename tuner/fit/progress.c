#include "tuner/fit/progress.h"
#include <stdint.h>
#include <string.h>
#include "engine/core/fnv.h"

/* Before each stage: how many bytes follow, and their hash. */
typedef struct { uint64_t bytes, hash; } StageHead;

/* A kill can cut, and a disk can lose, but nobody forges this. */
static uint64_t hash_of(const char *bytes, size_t len) { return fnv_add(FNV_START, bytes, len); }

/* Numbers that stand in the bytes are copied out, whatever their place, but steps are read where they are: stages keep to eight bytes. */
_Static_assert(sizeof(StageHead) % 8 == 0 && sizeof(FitStage) % 8 == 0 && sizeof(FitStep) % 8 == 0, "stages keep to eight bytes");

void fit_progress_add(FitProgress *progress, const FitStage *stage, const double *theta, const FitStep *step) {
    Buf body = { 0 };
    FitStage clean;
    memset(&clean, 0, sizeof clean); /* no stray bytes between fields */
    clean.end = stage->end;
    clean.params = stage->params;
    clean.steps = stage->steps;
    buf_add_n(&body, (const char *)&clean, sizeof clean);
    buf_add_n(&body, (const char *)theta, (size_t)stage->params * sizeof *theta);
    buf_add_n(&body, (const char *)step, (size_t)stage->steps * sizeof *step);
    const StageHead head = { .bytes = body.len, .hash = hash_of(buf_text(&body), body.len) };
    if (progress->bytes.len > progress->at) progress->bytes.len = progress->at;
    buf_add_n(&progress->bytes, (const char *)&head, sizeof head);
    buf_add_n(&progress->bytes, buf_text(&body), body.len);
    progress->at = progress->bytes.len;
    buf_free(&body);
}

bool fit_progress_next(FitProgress *progress, int params, FitStage *stage, double *theta, const FitStep **step) {
    const size_t left = progress->bytes.len - progress->at;
    StageHead head;
    if (left < sizeof head) return false;
    const char *at = progress->bytes.text + progress->at;
    memcpy(&head, at, sizeof head);
    at += sizeof head;
    if (head.bytes > left - sizeof head || head.bytes < sizeof *stage || hash_of(at, head.bytes) != head.hash) return false;
    memcpy(stage, at, sizeof *stage);
    const size_t theta_bytes = (size_t)params * sizeof *theta;
    if (stage->params != params || stage->steps < 0 || head.bytes != sizeof *stage + theta_bytes + (size_t)stage->steps * sizeof **step) return false;
    memcpy(theta, at + sizeof *stage, theta_bytes);
    *step = (const FitStep *)(const void *)(at + sizeof *stage + theta_bytes);
    progress->at += sizeof head + head.bytes;
    return true;
}

void fit_progress_free(FitProgress *progress) {
    buf_free(&progress->bytes);
    *progress = (FitProgress){ .at = 0 };
}
