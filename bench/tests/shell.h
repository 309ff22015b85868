/* Command lines as a user types them, in a test's scratch folder. */
#ifndef BENCH_TESTS_SHELL_H
#define BENCH_TESTS_SHELL_H
#include <string.h>
#include "bench/tests/scratch.h"
#include "engine/tests/command.h"

/* Run a shell command in the scratch folder with our programs in $BIN; both outputs go to *out. Returns the exit code. */
static inline int shell(const Scratch *scratch, const char *line, Buf *out) {
    Buf command = { 0 };
    buf_addf(&command, "cd '%s' && export BIN='%s' && { %s; } 2>&1", scratch->folder, XQ_BIN_DIR, line);
    const int code = run_line(buf_text(&command), out);
    buf_free(&command);
    return code;
}

/* The command must end with this code and say this. */
static inline void expect_line(const Scratch *scratch, int code, const char *line, const char *part) {
    Buf out = { 0 };
    const int got = shell(scratch, line, &out);
    if (got != code || !strstr(buf_text(&out), part)) fail_msg("%s: code %d, not %d with '%s'\n%s", line, got, code, part, buf_text(&out));
    buf_free(&out);
}
#endif
