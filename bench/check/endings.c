/* Checks of the end of the process. Whatever comes of them, the next check starts a new one. */
#include <string.h>
#include "bench/check/subject.h"
#include "engine/core/mono.h"
#include "engine/xq/fen.h"

static const int64_t ns_per_ms = 1000000;

/* Has it ended by itself, and well? */
static void judge_end(Subject *subject, int64_t asked_ns, const char *right) {
    Proc *proc = subject->engine->proc;
    const double ms = (double)(mono_ns() - asked_ns) / 1e6;
    const bool alone = !proc_alive(proc);
    subject->lost = true;
    proc_end(proc, 0);
    const char *how = proc_ending(proc);
    if (!alone) subject_violates(subject, right, "%.0f ms later it still ran", ms);
    else if (strncmp(how, "exited", 6)) subject_violates(subject, right, "it was %s", how);
    else subject_found(subject, "%s after %.0f ms", how, ms);
}

static void wait_for_end(Subject *subject, int64_t within_ns) {
    const int64_t deadline_ns = mono_ns() + within_ns;
    while (proc_alive(subject->engine->proc) && mono_ns() < deadline_ns) {
        const char *line;
        const int64_t soon_ns = mono_ns() + 5 * ns_per_ms;
        if (subject_line(subject, soon_ns, &line) == PROC_CLOSED) mono_sleep_ns(ns_per_ms);
    }
}

static void quit(Subject *subject) {
    const int64_t asked_ns = mono_ns();
    if (!subject_tell(subject, "quit\n")) return;
    wait_for_end(subject, subject_within(subject, subject->engine->spec->quit_ms));
    judge_end(subject, asked_ns, "the end of the process, soon, with an exit code");
}

void check_quit(Subject *subject) {
    quit(subject);
}

void check_quit_thinking(Subject *subject) {
    enum { THINK_MS = 100 };
    Game game;
    subject_game(POS_START_FEN, &game);
    if (subject_go(subject, &game, "go infinite") && subject_silent(subject, THINK_MS, "before stop")) quit(subject);
    game_free(&game);
}

/* proc_end closes its input, waits so long, then kills. */
void check_end_of_input(Subject *subject) {
    Proc *proc = subject->engine->proc;
    const int64_t began_ns = mono_ns(), grace_ns = subject_within(subject, subject->engine->spec->quit_ms);
    subject->lost = true;
    proc_end(proc, grace_ns);
    const double ms = (double)(mono_ns() - began_ns) / 1e6;
    if (mono_ns() - began_ns >= grace_ns)
        subject_violates(subject, "the end of the process when its input ends", "%.0f ms after the end of its input it still ran", ms);
    else subject_found(subject, "%s after %.0f ms", proc_ending(proc), ms);
}
