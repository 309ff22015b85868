/* A command line of one of the programs, run as a script would: what it prints and its exit code. */
#ifndef ENGINE_TESTS_COMMAND_H
#define ENGINE_TESTS_COMMAND_H
#include <stdio.h>
#include <sys/wait.h>
#include "engine/core/buf.h"
#include "engine/tests/test.h"

/* Run a shell's line, whatever it says on standard output into *out (anew). Returns the exit code. */
static inline int run_line(const char *line, Buf *out) {
    buf_clear(out);
    FILE *pipe = popen(line, "r");
    assert_non_null(pipe);
    char part[512];
    while (fgets(part, sizeof part, pipe)) buf_add(out, part);
    const int status = pclose(pipe);
    assert_true(WIFEXITED(status));
    return WEXITSTATUS(status);
}

/* Run "PROGRAM ARGUMENTS" of the build, both its streams into *out. */
static inline int run_program(const char *program, const char *arguments, Buf *out) {
    Buf line = { 0 };
    buf_addf(&line, "'%s/%s' %s 2>&1", XQ_BIN_DIR, program, arguments);
    const int code = run_line(buf_text(&line), out);
    buf_free(&line);
    return code;
}

/* The same into an array, cut to its size. */
static inline int run_into(const char *program, const char *arguments, char *out, size_t size) {
    Buf text = { 0 };
    const int code = run_program(program, arguments, &text);
    snprintf(out, size, "%s", buf_text(&text));
    buf_free(&text);
    return code;
}
#endif
