/* Reading and writing. A question and its answer cost a write and a read, and a poll where there is something to wait for:
 * an engine that answers at once has done so before the write returns, when it runs on the same processor. */
#define _GNU_SOURCE
#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "bench/proc/proc_internal.h"
#include "engine/core/arena.h"
#include "engine/core/mono.h"

enum { CAP_FIRST = 4096, CAP_MAX = PROC_LINE_MAX + 1 };
/* A process that ended may have left its output open in a child of its own: look now and then whether it lives. */
static const int64_t slice_ns = 250000000;

static bool would_block(void) {
    return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR;
}

static void end_error_line(Proc *proc) {
    if (proc->part.len) {
        proc->whole = proc->part;
        proc_tap(proc, PROC_COMPLAINED, proc->whole.text, proc->whole.len);
    }
    proc->part.len = 0;
}

/* false when nothing is left to read for now. */
static bool take_errors(Proc *proc) {
    char text[4096];
    const ssize_t got = read(proc->errors, text, sizeof text);
    for (ssize_t i = 0; i < got; i++) {
        if (text[i] == '\n') end_error_line(proc);
        else if (text[i] != '\r' && proc->part.len + 1 < ERROR_LINE_SIZE) proc->part.text[proc->part.len++] = text[i];
        proc->part.text[proc->part.len] = 0;
    }
    if (got == 0 || (got < 0 && !would_block())) {
        end_error_line(proc);
        proc_close(&proc->errors);
    }
    return got > 0;
}

/* Room behind what is not yet taken; false when an unfinished line fills all there may be. */
static bool make_room(Proc *proc) {
    if (proc->start == proc->end) proc->start = proc->scanned = proc->end = 0;
    if (proc->end < proc->cap) return true;
    if (proc->start) {
        memmove(proc->text, proc->text + proc->start, proc->end - proc->start);
        proc->scanned -= proc->start;
        proc->end -= proc->start;
        proc->start = 0;
        return true;
    }
    if (proc->cap == CAP_MAX) return false;
    proc->cap = proc->cap ? proc->cap * 4 : CAP_FIRST;
    if (proc->cap > CAP_MAX) proc->cap = CAP_MAX;
    proc->text = mem_realloc(proc->text, proc->cap + 1); /* and a 0 behind the last line */
    return true;
}

static void take_output(Proc *proc) {
    const ssize_t got = read(proc->output, proc->text + proc->end, proc->cap - proc->end);
    if (got < 0 && would_block()) return;
    proc->read_ns = mono_ns();
    if (got > 0) {
        proc->end += (size_t)got;
        proc->counted += (size_t)got;
    } else {
        proc_close(&proc->output);
    }
}

/* What is there already, without waiting. false: nothing. */
static bool take_at_once(Proc *proc) {
    const size_t counted = proc->counted;
    if (make_room(proc)) take_output(proc);
    return proc->counted != counted || proc->output < 0;
}

bool proc_wait(Proc *proc, WaitFor also, int64_t deadline_ns) {
    const bool may_read = proc->output >= 0 && make_room(proc);
    struct pollfd fds[] = {
        { .fd = may_read ? proc->output : -1, .events = POLLIN },
        { .fd = proc->errors, .events = POLLIN },
        { .fd = also == WAIT_ROOM ? proc->input : -1, .events = POLLOUT },
        { .fd = also == WAIT_BELL && !proc->heard_bell ? bell_fd(proc->bell) : -1, .events = POLLIN },
    };
    const int64_t left_ns = deadline_ns - mono_ns();
    const struct timespec time = { .tv_sec = (time_t)(left_ns > 0 ? left_ns / 1000000000 : 0),
                                   .tv_nsec = (long)(left_ns > 0 ? left_ns % 1000000000 : 0) };
    const int ready = ppoll(fds, sizeof fds / sizeof *fds, &time, NULL);
    if (ready < 0) return errno == EINTR || errno == EAGAIN;
    if (fds[1].revents) take_errors(proc);
    if (fds[0].revents) take_output(proc);
    if (fds[3].revents) proc->heard_bell = true;
    return ready > 0;
}

/* The tap hears line by line what is written at once. */
static void tap_lines(const Proc *proc, const char *text, size_t len) {
    while (len) {
        const char *stop = memchr(text, '\n', len);
        const size_t line = stop ? (size_t)(stop - text) : len;
        proc_tap(proc, PROC_TOLD, text, line);
        text += line + (stop != NULL);
        len -= line + (stop != NULL);
    }
}

bool proc_write(Proc *proc, const char *text, size_t len, int64_t deadline_ns) {
    if (proc->tap.hear) tap_lines(proc, text, len);
    while (len) {
        const ssize_t written = proc->input < 0 ? -1 : write(proc->input, text, len);
        if (written > 0) {
            text += written;
            len -= (size_t)written;
        } else if (proc->input < 0 || !would_block()) {
            return false;
        } else if (errno != EINTR && !proc_wait(proc, WAIT_ROOM, deadline_ns)) {
            return false;
        }
        if (len && mono_ns() >= deadline_ns) return false;
    }
    return true;
}

/* The next whole line that was read, cut out in place. */
static char *take_line(Proc *proc) {
    if (proc->scanned == proc->end) return NULL;
    char *stop = memchr(proc->text + proc->scanned, '\n', proc->end - proc->scanned);
    proc->scanned = proc->end;
    if (!stop) return NULL;
    char *line = proc->text + proc->start;
    proc->start = proc->scanned = (size_t)(stop - proc->text) + 1;
    *stop = 0;
    while (stop > line && stop[-1] == '\r') *--stop = 0;
    proc_tap(proc, PROC_SAID, line, (size_t)(stop - line));
    return line;
}

static const char *unfinished_line(Proc *proc) {
    if (!proc->text) return "";
    proc->text[proc->end] = 0;
    return proc->text + proc->start;
}

static bool is_flooded(const Proc *proc) {
    return proc->counted > PROC_OUTPUT_MAX || proc->end - proc->start > PROC_LINE_MAX;
}

/* Wait for more output. PROC_LINE: look again. */
static ProcRead read_more(Proc *proc, int64_t deadline_ns) {
    if (proc->output < 0) return PROC_CLOSED;
    /* Past the deadline what has come is still taken, once: a process that writes for ever can't push it. */
    if (proc->read_ns >= deadline_ns) return PROC_TIMEOUT;
    if (take_at_once(proc)) return PROC_LINE;
    const int64_t now_ns = mono_ns();
    const bool last = deadline_ns - now_ns <= slice_ns;
    const bool heard_before = proc->heard_bell;
    if (proc_wait(proc, WAIT_BELL, last ? deadline_ns : now_ns + slice_ns))
        return proc->heard_bell == heard_before ? PROC_LINE : PROC_RUNG;
    if (!proc_alive(proc)) {
        /* What it wrote is in the pipe already. */
        if (!proc_wait(proc, WAIT_NO_MORE, 0)) proc_close(&proc->output);
        return PROC_LINE;
    }
    return last ? PROC_TIMEOUT : PROC_LINE;
}

ProcRead proc_read(Proc *proc, int64_t deadline_ns, const char **line, int64_t *arrived_ns) {
    for (;;) {
        if ((*line = take_line(proc))) {
            *arrived_ns = proc->read_ns;
            return PROC_LINE;
        }
        const ProcRead how = is_flooded(proc) ? PROC_FLOODED : read_more(proc, deadline_ns);
        if (how == PROC_LINE) continue;
        *line = unfinished_line(proc);
        *arrived_ns = mono_ns();
        return how;
    }
}

bool proc_pending(Proc *proc, const char **line) {
    return (*line = take_line(proc)) != NULL;
}

void proc_mark(Proc *proc) {
    proc->counted = 0;
    proc->heard_bell = false;
}

const char *proc_last_error_line(Proc *proc) {
    /* All that a pipe holds, and not for ever. */
    for (int i = 0; i < 64 && proc->errors >= 0 && take_errors(proc); i++) continue;
    return proc->whole.len ? proc->whole.text : proc->part.text;
}
