/* Extraction from small files in a test's scratch folder. */
#ifndef TUNER_TESTS_EXTRACTING_H
#define TUNER_TESTS_EXTRACTING_H
#include <string.h>
#include "bench/tests/scratch.h"
#include "engine/core/file.h"
#include "tuner/data/compare_extract.h"

static inline const char *file_at(void **state, const char *name, char path[128]) {
    snprintf(path, 128, "%s/%s", ((Scratch *)*state)->folder, name);
    return path;
}

static inline void write_file(const char *path, const char *text) { assert_true(file_write(path, text, strlen(text), NULL)); }

/* The image that one file gives with the default evaluation: comparisons where these are counted, else traces. NULL with *err. */
static inline void *extract_image(const ExtractRules *rules, const char *path, ExtractCounts *traces, CompareReport *choices, size_t *size, Err *err) {
    Variant variant;
    Arena arena = { 0 };
    TermTable table;
    variant_default(&variant);
    term_table_builtin(&table, &variant.weights, &arena);
    Draft *samples = *rules->samples && !choices ? draft_new(rules->samples, err) : NULL;
    void *image;
    if (choices) image = compare_extract_run(&(CompareJob){ .rules = rules, .variant = &variant }, &path, 1, &table, size, choices, err);
    else image = extract_run(&(ExtractJob){ .rules = rules, .variant = &variant, .samples = samples }, &path, 1, &table, size, traces, err);
    if (!image) draft_drop(samples);
    else if (samples) assert_true(draft_commit(samples, err));
    arena_free(&arena);
    return image;
}
#endif
