#include "bench/check/subject.h"
#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "bench/client/external_start.h"
#include "engine/core/mono.h"
#include "engine/xq/fen.h"

static const int64_t ns_per_ms = 1000000;

/* ---- Verdicts ---- */

__attribute__((format(printf, 2, 0))) static void add_sentence(Buf *buf, const char *format, va_list args) {
    char text[400];
    vsnprintf(text, sizeof text, format, args);
    if (buf->len) buf_add(buf, "; ");
    talk_add_clean(text, sizeof text, buf);
}

bool subject_violates(Subject *subject, const char *right, const char *format, ...) {
    if (subject->verdict == CHECK_VIOLATES) return false;
    va_list args;
    va_start(args, format);
    buf_clear(&subject->found);
    add_sentence(&subject->found, format, args);
    va_end(args);
    buf_clear(&subject->right);
    buf_add(&subject->right, right);
    subject->verdict = CHECK_VIOLATES;
    return false;
}

void subject_note(Subject *subject, const char *format, ...) {
    va_list args;
    va_start(args, format);
    if (subject->verdict != CHECK_VIOLATES) {
        subject->verdict = CHECK_NOTE;
        add_sentence(&subject->found, format, args);
    }
    va_end(args);
}

bool subject_skip(Subject *subject, const char *format, ...) {
    va_list args;
    va_start(args, format);
    subject->verdict = CHECK_SKIPPED;
    buf_clear(&subject->found);
    add_sentence(&subject->found, format, args);
    va_end(args);
    return false;
}

void subject_found(Subject *subject, const char *format, ...) {
    va_list args;
    va_start(args, format);
    if (subject->verdict != CHECK_VIOLATES) add_sentence(&subject->found, format, args);
    va_end(args);
}

/* ---- Talking ---- */

bool subject_is(const Subject *subject, const Protocol *protocol) {
    return subject->engine->protocol == protocol;
}

int64_t subject_within(const Subject *subject, int64_t ms) {
    return (ms + subject->options->margin_ms) * ns_per_ms;
}

/* It closed a pipe: mostly because it ended. */
static bool ended(Subject *subject, const char *right) {
    Proc *proc = subject->engine->proc;
    subject->lost = true;
    proc_end(proc, 100 * ns_per_ms); /* a moment, so that its exit code is known */
    const char *error = proc_last_error_line(proc);
    return subject_violates(subject, right, "it %s%s%s", proc_ending(proc), *error ? ", having said " : "", error);
}

static bool tell(Subject *subject, const Buf *text) {
    proc_mark(subject->engine->proc);
    const int64_t deadline_ns = mono_ns() + subject->options->patience_ms * ns_per_ms;
    return proc_write(subject->engine->proc, text->text, text->len, deadline_ns) || ended(subject, "to read on");
}

bool subject_tell(Subject *subject, const char *format, ...) {
    char text[1024];
    va_list args;
    va_start(args, format);
    const int len = vsnprintf(text, sizeof text, format, args);
    va_end(args);
    assert(len > 0 && (size_t)len < sizeof text);
    return tell(subject, &(Buf){ .text = text, .len = (size_t)len });
}

ProcRead subject_line(Subject *subject, int64_t deadline_ns, const char **line) {
    int64_t arrived_ns;
    return proc_read(subject->engine->proc, deadline_ns, line, &arrived_ns);
}

/* Why the line that was waited for did not come. */
static bool missed(Subject *subject, ProcRead how, const char *wanted, int64_t within_ns) {
    char right[96];
    subject->lost = true;
    snprintf(right, sizeof right, "'%s' within %.0f ms", wanted, (double)within_ns / 1e6);
    if (how == PROC_CLOSED) return ended(subject, right);
    if (how == PROC_FLOODED) return subject_violates(subject, right, "it wrote without end");
    return subject_violates(subject, right, "no '%s' came", wanted);
}

bool subject_await(Subject *subject, const char *word, int64_t within_ns) {
    const int64_t deadline_ns = mono_ns() + within_ns;
    for (const char *line;;) {
        const ProcRead how = subject_line(subject, deadline_ns, &line);
        if (how != PROC_LINE) return missed(subject, how, word, within_ns);
        if (said_word(line, word, NULL)) return true;
    }
}

static void keep_heard(External *engine, const char *line) {
    const size_t len = strnlen(line, sizeof engine->heard - 1);
    memcpy(engine->heard, line, len);
    engine->heard[len] = 0;
}

bool subject_answer(Subject *subject, const Game *game, int64_t within_ns, LineWatch watch, Reply *reply) {
    static const Limit none = { 0 };
    const ClockState clock = { 0 };
    External *engine = subject->engine;
    const Question question = { .game = game, .limit = &none, .clock = &clock };
    const int64_t asked_ns = mono_ns(), deadline_ns = asked_ns + within_ns;
    const char *wanted = subject_is(subject, &protocol_xboard) ? "move" : "bestmove";
    *reply = (Reply){ 0 };
    for (const char *line;;) {
        int64_t arrived_ns;
        const ProcRead how = proc_read(engine->proc, deadline_ns, &line, &arrived_ns);
        if (how != PROC_LINE) return missed(subject, how, wanted, within_ns);
        keep_heard(engine, line);
        if (engine->protocol->hear(engine, &question, line, &reply->answer) == HEARD_ANSWER) {
            said_best_move(line, &reply->best);
            reply->ns = arrived_ns - asked_ns;
            return true;
        }
        if (watch.hear) watch.hear(watch.context, line);
    }
}

/* ---- Asking ---- */

bool subject_go(Subject *subject, const Game *game, const char *go) {
    External *engine = subject->engine;
    engine->position.plies = -1;
    position_update(engine, game);
    buf_clear(&engine->out);
    buf_addf(&engine->out, "%s\n%s\n", engine->position.text.text, go);
    return tell(subject, &engine->out);
}

bool subject_ask(Subject *subject, const Game *game, const Limit *limit, const ClockState *clock, Reply *reply) {
    External *engine = subject->engine;
    const Question question = { .game = game, .limit = limit, .clock = clock };
    const char *why = engine->protocol->refuses(engine, &question);
    if (why) return subject_skip(subject, "%s", why);
    /* xboard is told games, not positions. */
    if (subject_is(subject, &protocol_xboard) && !subject_new_game(subject)) return false;
    engine->position.plies = -1;
    buf_clear(&engine->out);
    engine->protocol->ask(engine, &question, &engine->out);
    const int64_t own_ns = limit->movetime_ns + clock->own_ns;
    return tell(subject, &engine->out) &&
           subject_answer(subject, game, own_ns + subject->options->patience_ms * ns_per_ms, (LineWatch){ 0 }, reply);
}

bool subject_is_move(Subject *subject, const Game *game, const Reply *reply) {
    char fen[FEN_SIZE];
    if (reply->answer.fault == FAULT_NONE && reply->answer.move != MOVE_NONE) return true;
    if (reply->answer.resigns) return subject_violates(subject, "a move", "it resigned at %s", fen_text(&game->pos, fen));
    return subject_violates(subject, "a move that is legal there", "%s at %s", reply->answer.note, fen_text(&game->pos, fen));
}

bool subject_ask_move(Subject *subject, const Game *game, const Limit *limit, const ClockState *clock, Reply *reply) {
    return subject_ask(subject, game, limit, clock, reply) && subject_is_move(subject, game, reply);
}

static bool is_harmless(const char *line) {
    return !*line || said_word(line, "info", NULL) || *line == '#';
}

bool subject_silent(Subject *subject, int64_t ms, const char *what) {
    const int64_t deadline_ns = mono_ns() + ms * ns_per_ms;
    for (const char *line;;) {
        const ProcRead how = subject_line(subject, deadline_ns, &line);
        if (how == PROC_TIMEOUT) return true;
        if (how != PROC_LINE) return missed(subject, how, "silence", ms * ns_per_ms);
        if (is_harmless(line)) continue;
        subject->lost = true;
        return subject_violates(subject, "nothing", "it said '%.80s' %s", line, what);
    }
}

bool subject_stop(Subject *subject, const Game *game, Reply *reply) {
    return subject_tell(subject, "%s", subject->engine->protocol->stop) &&
           subject_answer(subject, game, subject_within(subject, subject->engine->spec->stop_ms), (LineWatch){ 0 }, reply);
}

bool subject_new_game(Subject *subject) {
    Err why = { 0 };
    subject->engine->position.plies = -1;
    if (external_get_ready(subject->engine, &why)) return true;
    subject->lost = true;
    return subject_violates(subject, "to be ready for a new game", "%s", why.text);
}

void subject_game(const char *fen, Game *game) {
    Pos pos;
    const bool good = fen_parse(fen, &pos, NULL);
    assert(good);
    (void)good;
    *game = (Game){ 0 };
    game_init(game, &pos);
}

char *subject_move(const Subject *subject, Move mv, char out[SAID_MOVE_SIZE]) {
    Buf text = { 0 };
    position_add_move(&subject->engine->dialect, mv, &text);
    snprintf(out, SAID_MOVE_SIZE, "%s", buf_text(&text));
    buf_free(&text);
    return out;
}
