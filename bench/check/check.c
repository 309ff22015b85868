#include "bench/check/check.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "bench/check/subject.h"
#include "bench/client/external_start.h"
#include "engine/core/mono.h"

const char *const check_verdict_names[CHECK_VERDICTS] = { "ok", "violates", "note", "skipped" };

typedef struct {
    const char *name, *protocols, *asks;
    void (*act)(Subject *subject);
} CheckRow;

#define ROW(name, protocols, asks) { #name, protocols, asks, check_##name },
static const CheckRow rows[] = { CHECKS(ROW) };
#undef ROW
enum { ROWS = sizeof rows / sizeof rows[0] };

static const struct {
    char letter;
    const char *name;
    const Protocol *protocol;
} protocols[] = { { 'u', "uci", &protocol_uci }, { 'c', "ucci", &protocol_ucci }, { 'x', "xboard", &protocol_xboard } };
enum { PROTOCOLS_KNOWN = sizeof protocols / sizeof protocols[0] };

bool check_describe(int index, const char **name, const char **asks, const char **of) {
    static const char *const lists[] = { "", "uci", "ucci", "uci ucci", "xboard", "uci xboard", "ucci xboard", "uci ucci xboard" };
    unsigned set = 0;
    if (index < 0 || index >= ROWS) return false;
    *name = rows[index].name;
    *asks = rows[index].asks;
    for (unsigned i = 0; i < PROTOCOLS_KNOWN; i++)
        if (strchr(rows[index].protocols, protocols[i].letter)) set |= 1u << i;
    *of = lists[set];
    return true;
}

bool check_names_exist(const OptList *names, Err *err) {
    const char *known[ROWS + 1] = { 0 };
    for (int i = 0; i < ROWS; i++) known[i] = rows[i].name;
    for (int k = 0; names && k < names->count; k++) {
        int i = 0;
        while (i < ROWS && strcmp(rows[i].name, names->item[k])) i++;
        if (i < ROWS) continue;
        const char *nearest = text_nearest(known, names->item[k]);
        return nearest ? err_set(err, ERR_USAGE, "there is no check '%s'; did you mean '%s'?", names->item[k], nearest)
                       : err_set(err, ERR_USAGE, "there is no check '%s'; --list names them", names->item[k]);
    }
    return true;
}

static bool is_wanted(const CheckOptions *options, const char *name) {
    if (!options->only || !options->only->count) return true;
    for (int i = 0; i < options->only->count; i++)
        if (!strcmp(options->only->item[i], name)) return true;
    return false;
}

/* ---- The engine's life ---- */

/* Of many info lines in a row the newest is kept: what was asked must not be pushed out. */
static void hear(void *context, ProcVoice voice, const char *line, size_t len) {
    Subject *subject = context;
    if (voice == PROC_COMPLAINED) {
        subject->complaints++;
        snprintf(subject->complaint, sizeof subject->complaint, "%.*s", (int)len, line);
    }
    if (voice != PROC_TOLD && voice != PROC_SAID) return;
    const bool info = voice == PROC_SAID && len >= 5 && !memcmp(line, "info ", 5);
    if (info && subject->info_last) subject->talk.count--;
    if (len) subject->info_last = info;
    talk_add(&subject->talk, voice == PROC_TOLD, line, len);
    if (!subject->introducing || voice != PROC_SAID) return;
    buf_add_n(&subject->introduction, line, len);
    buf_add_char(&subject->introduction, '\n');
}

static void forget_talk(Subject *subject) {
    subject->talk.count = 0;
    subject->info_last = false;
}

static bool start(Subject *subject, Err *err) {
    const int64_t began_ns = mono_ns();
    buf_clear(&subject->introduction);
    forget_talk(subject);
    subject->introducing = true;
    subject->engine->failed = false;
    const bool good = external_start(subject->engine, err);
    subject->introducing = false;
    subject->start_ns = mono_ns() - began_ns;
    subject->lost = false;
    return good;
}

static void end(Subject *subject) {
    subject->engine->failed = subject->lost;
    external_end(subject->engine);
    subject->lost = false;
}

/* Running, and ready for a new game; in doubt a new process. */
static bool get_ready(Subject *subject, Err *err) {
    External *engine = subject->engine;
    engine->position.plies = -1;
    if (engine->proc && external_reuses(engine) && external_get_ready(engine, err)) return true;
    if (engine->proc) subject->lost = !external_reuses(engine) ? subject->lost : true;
    end(subject);
    if (!start(subject, err)) return false;
    forget_talk(subject); /* the introduction is not of this check */
    return external_get_ready(engine, err);
}

/* ---- The checks ---- */

static char *take(Buf *buf) {
    char *text = buf->text ? buf->text : mem_strdup("");
    *buf = (Buf){ 0 };
    return text;
}

static bool is_of_protocol(const Subject *subject, const CheckRow *row) {
    for (int i = 0; i < PROTOCOLS_KNOWN; i++)
        if (subject_is(subject, protocols[i].protocol)) return strchr(row->protocols, protocols[i].letter) != NULL;
    return false;
}

static void keep(Subject *subject, const CheckRow *row, CheckRun *run) {
    CheckResult *result = &run->result[run->count++];
    Buf talk = { 0 };
    *result = (CheckResult){ .name = row->name, .asks = row->asks, .verdict = subject->verdict };
    result->found = take(&subject->found);
    result->right = take(&subject->right);
    if (subject->verdict == CHECK_VIOLATES) talk_print(&subject->talk, &talk);
    result->talk = take(&talk);
    run->verdicts[result->verdict]++;
    if (subject->options->done) subject->options->done(subject->options->context, result);
}

/* The first start is a check of its own: what fails there is told there, and nothing else can be found out. */
static bool begin(Subject *subject, CheckRun *run, Err *err) {
    Err why = { 0 };
    const bool good = start(subject, &why) && external_get_ready(subject->engine, &why);
    if (why.kind != ERR_NONE && why.kind != ERR_FAULT) return err_set(err, why.kind, "%s", why.text);
    if (good) return true;
    subject->verdict = CHECK_OK;
    subject_violates(subject, "an introduction, and readyok after the options", "%s", why.text);
    keep(subject, &rows[0], run);
    for (int i = 1; i < ROWS; i++) {
        if (!is_wanted(subject->options, rows[i].name)) continue;
        subject_skip(subject, "it did not start");
        keep(subject, &rows[i], run);
    }
    return true;
}

static void check_one(Subject *subject, const CheckRow *row) {
    Err why = { 0 };
    subject->verdict = CHECK_OK;
    if (!is_of_protocol(subject, row)) {
        subject_skip(subject, "not of this protocol");
        return;
    }
    if (row->act != check_start) forget_talk(subject);
    if (!get_ready(subject, &why)) {
        subject_violates(subject, "to start and be ready again", "%s", why.text);
        subject->lost = true;
    } else {
        row->act(subject);
    }
}

static void describe_engine(const Subject *subject, CheckRun *run) {
    memcpy(run->id, subject->engine->id, sizeof run->id);
    for (int i = 0; i < PROTOCOLS_KNOWN; i++)
        if (subject_is(subject, protocols[i].protocol)) run->protocol = protocols[i].name;
}

static void subject_free(Subject *subject) {
    player_delete(&subject->engine->player);
    buf_free(&subject->introduction);
    buf_free(&subject->found);
    buf_free(&subject->right);
}

bool check_run(const PlayerSpec *spec, const CheckOptions *options, CheckRun *out, Err *err) {
    if (spec->start != external_new)
        return err_set(err, ERR_INPUT, "'%s' is a builtin player, which speaks no protocol; give an engine, as cmd=PROGRAM", spec->what);
    if (!check_names_exist(options->only, err)) return false;
    Subject subject = { .options = options, .engine = (External *)external_new(spec, err) };
    if (!subject.engine) return false;
    subject.engine->tap = (ProcTap){ .hear = hear, .context = &subject };
    *out = (CheckRun){ .protocol = "" };
    memcpy(out->name, spec->name, sizeof out->name);
    out->result = mem_zalloc(ROWS, sizeof *out->result);
    const bool good = begin(&subject, out, err);
    if (good && !out->count) {
        describe_engine(&subject, out);
        for (int i = 0; i < ROWS; i++) {
            if (!is_wanted(options, rows[i].name)) continue;
            check_one(&subject, &rows[i]);
            keep(&subject, &rows[i], out);
            if (out->result[out->count - 1].verdict == CHECK_VIOLATES || subject.lost) end(&subject);
        }
    }
    subject_free(&subject);
    if (!good) check_run_free(out);
    return good;
}

void check_run_free(CheckRun *run) {
    for (int i = 0; i < run->count; i++) {
        free(run->result[i].found);
        free(run->result[i].right);
        free(run->result[i].talk);
    }
    free(run->result);
    *run = (CheckRun){ 0 };
}
