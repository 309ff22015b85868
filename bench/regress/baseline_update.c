#include <inttypes.h>
#include <string.h>
#include "bench/regress/baseline.h"
#include "engine/core/file.h"

static const char heading[] = "# The figures accepted last, written by `xqbench regress --update`; nothing may follow them.\n";

/* Text in double quotes, as YAML reads it. */
static void add_quoted(const char *text, Buf *out) {
    buf_add_char(out, '"');
    for (; *text; text++) {
        if (*text == '"' || *text == '\\') buf_add_char(out, '\\');
        buf_add_char(out, *text);
    }
    buf_add_char(out, '"');
}

static void add_signature(const SignatureRecord *signature, Buf *out) {
    enum { A_LINE = 10 };
    buf_addf(out, "  signature:\n    suite: \"%s\"\n    limit: ", signature->suite);
    add_quoted(signature->limit, out);
    buf_addf(out, "\n    nodes: %" PRId64 "\n    positions: [", signature->nodes);
    for (int i = 0; i < signature->positions; i++)
        buf_addf(out, "%s%" PRId64, i == 0 ? "" : i % A_LINE ? ", " : ",\n                ", signature->position[i]);
    buf_add(out, "]\n");
}

static void add_suite(const SuiteRecorded *suite, Buf *out) {
    buf_add(out, "    - file: ");
    add_quoted(suite->file, out);
    buf_addf(out, "\n      suite: \"%s\"\n      limit: ", suite->suite);
    add_quoted(suite->limit, out);
    buf_addf(out, "\n      solved: %" PRId64 "\n      items: %" PRId64 "\n", suite->solved, suite->items);
}

static void add_speed(const SpeedRecord *speed, Buf *out) {
    buf_addf(out, "  speed:\n    suite: \"%s\"\n    limit: ", speed->suite);
    add_quoted(speed->limit, out);
    buf_add(out, "\n    counter: ");
    add_quoted(speed->counter, out);
    buf_addf(out, "\n    positions: %" PRId64 "\n    instructions: %" PRId64 "\n    nodes: %" PRId64 "\n", speed->positions, speed->instructions, speed->nodes);
}

/* The part of the file that stays. */
static void add_settings(const char *text, Buf *out) {
    const char *line;
    size_t len;
    while (text_next_line(&text, &line, &len)) {
        if (len >= strlen("recorded:") && !strncmp(line, "recorded:", strlen("recorded:"))) break;
        if (!strncmp(line, heading, strlen(heading) - 1)) continue;
        buf_add_n(out, line, len);
        buf_add_char(out, '\n');
    }
}

void baseline_update(const char *text, const Recorded *recorded, Buf *out) {
    add_settings(text, out);
    buf_add(out, heading);
    buf_add(out, "recorded:\n  player: ");
    add_quoted(recorded->player, out);
    buf_add_char(out, '\n');
    if (recorded->signature.known) add_signature(&recorded->signature, out);
    if (recorded->suites) buf_add(out, "  suites:\n");
    for (int i = 0; i < recorded->suites; i++) add_suite(&recorded->suite[i], out);
    if (recorded->speed.known) add_speed(&recorded->speed, out);
}
