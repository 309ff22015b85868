#include "bench/client/external_start.h"
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include "engine/core/mono.h"
#include "engine/xq/fen.h"

static const int64_t ns_per_ms = 1000000;
/* How long each protocol is tried when none is given: who does not know one says nothing to it. */
enum { TRY_MS = 2000 };

const Protocol *const external_protocols[PROTOCOLS] = {
    [PROTOCOL_UCI] = &protocol_uci,
    [PROTOCOL_UCCI] = &protocol_ucci,
    [PROTOCOL_XBOARD] = &protocol_xboard,
};

/* Why nothing came. PROC_CLOSED stands for a pipe closed at either end. */
static bool no_answer(External *self, ProcRead how, const char *to, int64_t after_ms, Err *err) {
    Err why = { 0 };
    if (how == PROC_RUNG) return err_set(err, ERR_INTERRUPTED, "interrupted before it answered '%s'", to);
    if (how == PROC_TIMEOUT) err_set(&why, ERR_FAULT, "it did not answer '%s' within %" PRId64 " ms", to, after_ms);
    else if (how == PROC_FLOODED) err_set(&why, ERR_FAULT, "it wrote without end before it answered '%s'", to);
    else {
        proc_end(self->proc, 100 * ns_per_ms);
        const char *how_ended = proc_ending(self->proc), *was = strncmp(how_ended, "killed", 6) ? "" : "was ";
        err_set(&why, ERR_FAULT, "it %s%s before it answered '%s'", was, how_ended, to);
    }
    const char *error = proc_last_error_line(self->proc);
    if (*error) return err_set(err, ERR_FAULT, "%s; it said '%.200s'", why.text, error);
    return err_set(err, ERR_FAULT, "%s", why.text);
}

static bool tell(External *self, const Buf *text, int64_t deadline_ns) {
    talk_add(&self->talk, true, buf_text(text), text->len);
    return proc_write(self->proc, buf_text(text), text->len, deadline_ns);
}

/* Until when the next line of its introduction must have come. */
static int64_t introduction_deadline(const External *self, int64_t began_ns, int64_t most_ms) {
    const int patience_ms = self->protocol->patience_ms;
    const bool impatient = patience_ms && patience_ms < most_ms && !self->xboard.wants_time;
    return began_ns + (impatient ? patience_ms : most_ms) * ns_per_ms;
}

/* Say hello and hear what it can do. */
static bool introduce(External *self, int64_t most_ms, Err *err) {
    const Protocol *protocol = self->protocol;
    const int64_t began_ns = mono_ns();
    const char *line;
    int64_t arrived_ns;
    char hello[16];
    snprintf(hello, sizeof hello, "%.*s", (int)strcspn(protocol->hello, "\n"), protocol->hello);
    protocol->begin(self);
    talk_add(&self->talk, true, protocol->hello, strlen(protocol->hello));
    if (!proc_write(self->proc, protocol->hello, strlen(protocol->hello), began_ns + most_ms * ns_per_ms))
        return no_answer(self, PROC_CLOSED, hello, most_ms, err);
    for (;;) {
        const ProcRead how = proc_read(self->proc, introduction_deadline(self, began_ns, most_ms), &line, &arrived_ns);
        if (how == PROC_LINE) talk_add(&self->talk, false, line, strlen(line));
        if (how == PROC_LINE && protocol->introduce(self, line)) return true;
        if (how == PROC_LINE) continue;
        if (how == PROC_TIMEOUT && protocol->patience_ms && !self->xboard.wants_time) return true;
        return no_answer(self, how, hello, most_ms, err);
    }
}

static bool send_options(External *self, Err *err) {
    const EngineSpec *spec = self->spec;
    Buf *out = &self->out;
    buf_clear(out);
    self->protocol->settle(self, out);
    for (int i = 0; i < spec->setting_count; i++) {
        const DeclaredOption *option = declared_find(&self->declared, spec->setting[i].name);
        self->protocol->add_option(self, option, spec->setting[i].name, spec->setting[i].value, out);
    }
    for (int i = 0; i < spec->init.count; i++) buf_addf(out, "%s\n", spec->init.item[i]);
    return tell(self, out, mono_ns() + spec->startup_ms * ns_per_ms) ||
           no_answer(self, PROC_CLOSED, "its options", 0, err);
}

/* Wait until all that it was told is done. */
static bool ping(External *self, int64_t most_ms, Err *err) {
    const int64_t deadline_ns = mono_ns() + most_ms * ns_per_ms;
    const char *line;
    int64_t arrived_ns;
    const bool answers = self->protocol->ping(self, &self->out);
    const char *what = self->protocol == &protocol_xboard ? "ping" : "isready";
    proc_mark(self->proc);
    if (!tell(self, &self->out, deadline_ns)) return no_answer(self, PROC_CLOSED, what, most_ms, err);
    while (answers) {
        const ProcRead how = proc_read(self->proc, deadline_ns, &line, &arrived_ns);
        if (how != PROC_LINE) return no_answer(self, how, what, most_ms, err);
        talk_add(&self->talk, false, line, strlen(line));
        if (self->protocol->is_pong(self, line)) return true;
    }
    return true;
}

const char *external_option_value(const External *self, const char *name) {
    const EngineSpec *spec = self->spec;
    const DeclaredOption *option = declared_find(&self->declared, name);
    const char *value = option ? option->initial : "";
    for (int i = 0; i < spec->setting_count; i++)
        if (opt_same_name(name, spec->setting[i].name, strlen(spec->setting[i].name))) value = spec->setting[i].value;
    return value;
}

/* Does it know several games, and was not told to play this one? */
static bool plays_another_game(const External *self) {
    const DeclaredOption *variant = declared_find(&self->declared, "UCI_Variant");
    if (!variant || !variant->choice || !strcmp(external_option_value(self, "UCI_Variant"), "xiangqi")) return false;
    for (const char **choice = variant->choice; *choice; choice++)
        if (!strcmp(*choice, "xiangqi")) return true;
    return false;
}

/* A position with a single legal move, e0e1 by ranks from 0 and e1e2 by ranks from 1. */
static const char probe_fen[] = "rnbakab1r/9/5C3/2p1p3p/p2P2p2/1C7/2P3P1P/9/9/1ccAKABNR w - - 0 10";

bool external_probe_ranks(External *self, Err *err) {
    static const Limit limit = { .depth = 1 };
    const ClockState clock = { 0 };
    const int64_t deadline_ns = mono_ns() + self->spec->startup_ms * ns_per_ms;
    Pos pos;
    Game game = { 0 };
    const char *line;
    int64_t arrived_ns;
    BestMove best = { 0 };
    if (!fen_parse(probe_fen, &pos, err)) return false;
    game_init(&game, &pos);
    buf_clear(&self->out);
    self->position.plies = -1;
    self->protocol->ask(self, &(Question){ .game = &game, .limit = &limit, .clock = &clock }, &self->out);
    game_free(&game);
    const int64_t most_ms = self->spec->startup_ms;
    if (!tell(self, &self->out, deadline_ns)) return no_answer(self, PROC_CLOSED, "go depth 1", most_ms, err);
    do {
        const ProcRead how = proc_read(self->proc, deadline_ns, &line, &arrived_ns);
        if (how != PROC_LINE) return no_answer(self, how, "go depth 1", most_ms, err);
    } while (!said_best_move(line, &best));
    if (!strcmp(best.move, "e0e1")) self->dialect.ranks = RANKS_FROM_0;
    else if (!strcmp(best.move, "e1e2")) self->dialect.ranks = RANKS_FROM_1;
    else
        return err_set(err, ERR_FAULT,
                       "asked for the only move of '%s', e0e1 or e1e2, it said '%.40s'; %s", probe_fen, line,
                       plays_another_game(self) ? "it plays another game, give it option.UCI_Variant=xiangqi"
                                                : "set dialect.ranks to 0 or 1");
    return true;
}

/* Is this the protocol that it speaks? Silence proves nothing, so in doubt xboard needs a word from it. */
static bool speaks(const External *self, Err *err) {
    return self->spec->protocol != PROTOCOL_AUTO || !self->protocol->patience_ms || self->xboard.featured ||
           err_set(err, ERR_FAULT, "it named no feature");
}

static bool begin_to_talk(External *self, int64_t most_ms, Err *err) {
    declared_free(&self->declared);
    *self->id = *self->heard = 0;
    self->dialect = self->spec->dialect;
    if (!introduce(self, most_ms, err) || !speaks(self, err) || !send_options(self, err)) return false;
    buf_clear(&self->out);
    if (!ping(self, self->spec->startup_ms, err)) return false;
    return self->dialect.ranks != RANKS_AUTO || external_probe_ranks(self, err);
}

static void log_line(void *context, ProcVoice voice, const char *line, size_t len) {
    const External *self = context;
    traffic_add(self->traffic, self->player.name, self->number, voice, line, len);
}

static bool start_as(External *self, EngineProtocol protocol, int64_t most_ms, Err *err) {
    const EngineSpec *spec = self->spec;
    const ProcSpec process = {
        .command = spec->path,
        .args = spec->args.item,
        .directory = *spec->directory ? spec->directory : NULL,
        .environment = spec->environment.item,
        .nice = (int)spec->nice,
        .cpu = (int)spec->cpu,
        .bell = &self->stop_bell,
        .meter = self->meter,
        .tap = self->tap.hear ? self->tap : (ProcTap){ .hear = self->traffic ? log_line : NULL, .context = self },
    };
    if (self->traffic) self->number = traffic_enter(self->traffic);
    self->protocol = external_protocols[protocol];
    self->talk.count = 0;
    self->proc = proc_start(&process, err);
    if (!self->proc) return false;
    self->tuned_told = false;
    if (begin_to_talk(self, most_ms, err)) return true;
    self->failed = true;
    external_end(self);
    return false;
}

/* Without a protocol given, the first that it answers to. */
static bool start_as_any(External *self, Err *err) {
    const int64_t most_ms = self->spec->startup_ms < TRY_MS ? self->spec->startup_ms : TRY_MS;
    Err first = { 0 };
    for (int protocol = PROTOCOL_UCI; protocol < PROTOCOLS; protocol++) {
        Err why = { 0 };
        if (!external_protocols[protocol]) continue;
        if (start_as(self, (EngineProtocol)protocol, most_ms, &why)) return true;
        if (why.kind != ERR_FAULT) return err_set(err, why.kind, "%s", why.text);
        if (first.kind == ERR_NONE) first = why;
    }
    return err_set(
        err, ERR_FAULT,
        "it speaks neither uci nor ucci nor xboard (%.200s); set protocol when it needs more than %d ms to answer",
        first.text, TRY_MS);
}

bool external_start(External *self, Err *err) {
    const EngineProtocol protocol = (EngineProtocol)self->spec->protocol;
    if (protocol == PROTOCOL_AUTO && !self->protocol) return start_as_any(self, err);
    if (protocol != PROTOCOL_AUTO) return start_as(self, protocol, self->spec->startup_ms, err);
    /* Found out before. */
    EngineProtocol known = PROTOCOL_UCI;
    while (external_protocols[known] != self->protocol) known++;
    return start_as(self, known, self->spec->startup_ms, err);
}

bool external_get_ready(External *self, Err *err) {
    buf_clear(&self->out);
    for (int i = 0; i < self->tuned_count && !self->tuned_told; i++) {
        const EngineSetting *setting = &self->tuned[i];
        self->protocol->add_option(self, declared_find(&self->declared, setting->name), setting->name, setting->value, &self->out);
    }
    self->tuned_told = true;
    self->protocol->new_game(self, &self->out);
    if (!ping(self, self->spec->ping_ms, err)) return false;
    proc_meet_threads(self->proc);
    return true;
}

bool external_reuses(const External *self) {
    return self->protocol != &protocol_xboard || self->xboard.reuse;
}

void external_end(External *self) {
    if (!self->proc) return;
    const int64_t grace_ns = self->failed ? 0 : self->spec->quit_ms * ns_per_ms;
    if (grace_ns) proc_write(self->proc, self->protocol->quit, strlen(self->protocol->quit), mono_ns() + grace_ns);
    proc_end(self->proc, grace_ns);
    proc_delete(self->proc);
    self->proc = NULL;
    self->pondering = false;
}
