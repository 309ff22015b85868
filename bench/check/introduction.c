/* Checks of the start: who it is, what it declares, whether it is there. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "bench/check/subject.h"

void check_start(Subject *subject) {
    subject_found(subject, "ready after %.0f ms", (double)subject->start_ns / 1e6);
    if (!*subject->engine->id && !subject_is(subject, &protocol_xboard))
        subject_violates(subject, "id name NAME before uciok (ucciok)", "it gave no name");
    if (subject_is(subject, &protocol_xboard) && !subject->engine->xboard.featured)
        subject_violates(subject, "feature ... done=1 after protover 2", "it named no feature");
    else if (*subject->engine->id) subject_found(subject, "it is %s", subject->engine->id);
}

/* ---- Options ---- */

static bool is_number(const char *text, double *out) {
    char *end;
    *out = strtod(text, &end);
    return end != text && !*end;
}

static bool check_spin(Subject *subject, const DeclaredOption *option) {
    double initial;
    if (option->min > option->max)
        return subject_violates(subject, "min and max, min not above max", "option %s: no range", option->name);
    if (!is_number(option->initial, &initial))
        return subject_violates(subject, "a number as default", "option %s: default '%s'", option->name, option->initial);
    return (initial >= option->min && initial <= option->max) ||
           subject_violates(subject, "a default within min and max", "option %s: default %s is not within %.15g and %.15g", option->name,
                            option->initial, option->min, option->max);
}

static bool check_combo(Subject *subject, const DeclaredOption *option) {
    for (const char **choice = option->choice; *choice; choice++)
        if (!strcmp(*choice, option->initial)) return true;
    return subject_violates(subject, "a default that is one of its choices (var)", "option %s: default '%s'", option->name, option->initial);
}

static bool check_check(Subject *subject, const DeclaredOption *option) {
    return !strcmp(option->initial, "true") || !strcmp(option->initial, "false") ||
           subject_violates(subject, "default true or default false", "option %s: default '%s'", option->name, option->initial);
}

static bool check_name(Subject *subject, const Declared *declared, const DeclaredOption *option) {
    if (declared_find(declared, option->name) != option)
        return subject_violates(subject, "every name once, whatever its case", "option %s is declared twice", option->name);
    return true;
}

static bool check_option(Subject *subject, const DeclaredOption *option) {
    switch (option->kind) {
    case DECLARED_SPIN: return check_spin(subject, option);
    case DECLARED_COMBO: return check_combo(subject, option);
    case DECLARED_CHECK: return check_check(subject, option);
    default: return true;
    }
}

/* A line as it was said: the parsed form no longer tells what was left out. */
static bool check_line(Subject *subject, const char *line) {
    static const char *const kinds[] = { "check", "spin", "combo", "string", "button" };
    const char *type = strstr(line, " type ");
    if (!said_word(line, "option", NULL)) return true;
    if (subject_is(subject, &protocol_uci) && strncmp(line, "option name ", 12))
        return subject_violates(subject, "option name NAME type ...", "'%s'", line);
    if (!type) return subject_violates(subject, "a type", "'%s'", line);
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (said_word(type + 6, kinds[i], NULL)) return true;
    return subject_violates(subject, "type check, spin, combo, string or button", "'%s'", line);
}

static bool check_lines(Subject *subject) {
    const char *at = buf_text(&subject->introduction);
    while (*at) {
        char line[400];
        const size_t len = strcspn(at, "\n");
        snprintf(line, sizeof line, "%.*s", (int)(len < sizeof line ? len : sizeof line - 1), at);
        if (!check_line(subject, line)) return false;
        at += len + (at[len] != 0);
    }
    return true;
}

void check_options(Subject *subject) {
    const Declared *declared = &subject->engine->declared;
    if (!check_lines(subject)) return;
    for (int i = 0; i < declared->count; i++) {
        const DeclaredOption *option = &declared->item[i];
        if (!check_name(subject, declared, option) || !check_option(subject, option)) return;
    }
    subject_found(subject, "%d options", declared->count);
}

/* ---- Being there ---- */

void check_ping(Subject *subject) {
    External *engine = subject->engine;
    const int64_t within_ns = subject_within(subject, engine->spec->ping_ms);
    if (!subject_is(subject, &protocol_xboard)) {
        if (subject_tell(subject, "isready\n")) subject_await(subject, "readyok", within_ns);
        return;
    }
    if (!engine->xboard.ping) subject_skip(subject, "it does not offer ping");
    else if (subject_tell(subject, "ping %d\n", ++engine->xboard.pings)) subject_await(subject, "pong", within_ns);
}

void check_idle(Subject *subject) {
    enum { WAIT_MS = 300 };
    subject_silent(subject, WAIT_MS, "while it was idle");
}

void check_unknown_command(Subject *subject) {
    if (!subject_tell(subject, "xyzzy 1 2 3\n\nwhoareyou\n")) return;
    if (subject_is(subject, &protocol_xboard) && !subject->engine->xboard.ping) subject_skip(subject, "it does not offer ping");
    else check_ping(subject);
}

void check_wrong_option(Subject *subject) {
    const Declared *declared = &subject->engine->declared;
    const bool uci = subject_is(subject, &protocol_uci);
    if (!subject_tell(subject, uci ? "setoption name NoSuchOption value 7\n" : "setoption nosuchoption 7\n")) return;
    for (int i = 0; i < declared->count; i++) {
        const DeclaredOption *option = &declared->item[i];
        if (option->kind != DECLARED_SPIN || option->min > option->max || option->max > 1e15) continue;
        Buf text = { 0 };
        buf_addf(&text, uci ? "setoption name %.100s value %.0f\n" : "setoption %.100s %.0f\n", option->name, option->min - 1);
        buf_addf(&text, uci ? "setoption name %.100s value %.100s\n" : "setoption %.100s %.100s\n", option->name, option->initial);
        const bool good = subject_tell(subject, "%s", text.text);
        buf_free(&text);
        if (!good) return;
        break;
    }
    check_ping(subject);
}

void check_standard_error(Subject *subject) {
    if (subject->complaints) subject_note(subject, "%d lines, the last '%s'", subject->complaints, subject->complaint);
}
