#include "bench/cmd/gate_output.h"
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>
#include "engine/core/arena.h"
#include "engine/core/draft.h"

const char *const gate_inconclusive_names[] = { "fail", "pass", NULL };

bool gate_output_check(const GateOutput *output, const Baseline *baseline, const FileUse *others, int count, Err *err) {
    const FileUse own[] = {
        { "--junit", output->junit, true },
        { "--markdown", output->markdown, true },
        { "--json", output->json, true },
        { "suite of the signature", baseline->signature.suite, false },
        { "suite of speed", baseline->speed.suite, false },
        { "openings of the match", baseline->match.openings, false },
        { "openings of the test", baseline->sprt.openings, false },
    };
    enum { OWN = sizeof own / sizeof *own };
    FileUse *uses = mem_alloc((size_t)(count + OWN + baseline->suites) * sizeof *uses);
    size_t all = 0;
    for (int i = 0; i < count; i++) uses[all++] = others[i];
    for (int i = 0; i < OWN; i++) uses[all++] = own[i];
    for (int i = 0; i < baseline->suites; i++) uses[all++] = (FileUse){ "suite of the baseline", baseline->suite[i].file, false };
    const bool good = file_check_outputs(uses, all, err);
    free(uses);
    return good;
}

static bool append(const char *path, const Buf *line, Err *err) {
    if (!draft_may_replace(path, err)) return false;
    FILE *file = fopen(path, "a");
    bool good = file && fwrite(line->text, 1, line->len, file) == line->len;
    if (file && fclose(file) != 0) good = false;
    return good || err_system(err, "write", path);
}

static bool write_file(const char *path, const Buf *text, Err *err) { return !*path || file_write(path, text->text, text->len, err); }

bool gate_output_write(const GateOutput *output, const GateReport *report, Err *err) {
    Buf text = { 0 }, markdown = { 0 }, junit = { 0 }, json = { 0 };
    if (!output->quiet && isatty(STDERR_FILENO)) fputs("\r\033[K", stderr);
    gate_report_write(report, output->details, TABLE_TEXT, &text);
    if (output->annotations || getenv("GITHUB_ACTIONS")) gate_report_annotations(report, &text);
    gate_report_write(report, output->details, TABLE_MARKDOWN, &markdown);
    gate_report_junit(report, &junit);
    gate_report_json(report, (int64_t)time(NULL), &json);
    fputs(buf_text(&text), stdout);
    const bool good = write_file(output->junit, &junit, err) && write_file(output->markdown, &markdown, err) &&
                      (!*output->json || append(output->json, &json, err));
    buf_free(&text);
    buf_free(&markdown);
    buf_free(&junit);
    buf_free(&json);
    return good;
}

void gate_output_begin(void *context, const char *check) {
    const GateOutput *output = context;
    if (output->quiet || !isatty(STDERR_FILENO)) return;
    fprintf(stderr, "\r%s ...\033[K", check);
    fflush(stderr);
}
