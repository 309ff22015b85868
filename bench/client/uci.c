/* UCI as Xiangqi engines speak it, and UCCI, which differs in few words. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include "bench/client/external.h"
#include "engine/xq/gen.h"

static const int64_t ns_per_ms = 1000000, ns_per_s = 1000000000;

static void take_id(External *self, const char *line) {
    const char *name;
    if (said_word(line, "id", &line) && said_word(line, "name", &name)) snprintf(self->id, sizeof self->id, "%s", name);
}

static void uci_begin(External *self) {
    (void)self;
}

static bool uci_introduce(External *self, const char *line) {
    take_id(self, line);
    declared_add_uci(&self->declared, line);
    return said_word(line, "uciok", NULL);
}

static bool ucci_introduce(External *self, const char *line) {
    take_id(self, line);
    declared_add_ucci(&self->declared, line);
    return said_word(line, "ucciok", NULL);
}

static void uci_add_option(const External *self, const DeclaredOption *option, const char *name, const char *value,
                           Buf *out) {
    (void)self;
    buf_addf(out, "setoption name %s", option ? option->name : name);
    if (!option || option->kind != DECLARED_BUTTON) buf_addf(out, " value %s", value);
    buf_add_char(out, '\n');
}

static void ucci_add_option(const External *self, const DeclaredOption *option, const char *name, const char *value,
                            Buf *out) {
    (void)self;
    buf_addf(out, "setoption %s", option ? option->name : name);
    if (!option || option->kind != DECLARED_BUTTON) buf_addf(out, " %s", value);
    buf_add_char(out, '\n');
}

static void uci_settle(External *self, Buf *out) {
    if (self->dialect.history == HISTORY_AUTO) self->dialect.history = HISTORY_GAME;
    if (self->spec->ponder && declared_find(&self->declared, "Ponder"))
        buf_add(out, "setoption name Ponder value true\n");
}

static void ucci_settle(External *self, Buf *out) {
    const bool knows_ms = declared_find(&self->declared, "usemillisec") != NULL;
    if (self->dialect.history == HISTORY_AUTO) self->dialect.history = HISTORY_CAPTURE;
    if (self->dialect.clock == CLOCK_UNIT_AUTO) self->dialect.clock = knows_ms ? CLOCK_UNIT_MS : CLOCK_UNIT_S;
    if (knows_ms) buf_addf(out, "setoption usemillisec %s\n", self->dialect.clock == CLOCK_UNIT_MS ? "true" : "false");
    if (self->spec->ponder && declared_find(&self->declared, "ponder")) buf_add(out, "setoption ponder true\n");
}

static void uci_new_game(External *self, Buf *out) {
    (void)self;
    buf_add(out, "ucinewgame\n");
}

static void ucci_new_game(External *self, Buf *out) {
    if (declared_find(&self->declared, "newgame")) buf_add(out, "setoption newgame\n");
    else buf_add(out, "uccinewgame\n");
}

static bool uci_ping(External *self, Buf *out) {
    (void)self;
    buf_add(out, "isready\n");
    return true;
}

static bool uci_is_pong(const External *self, const char *line) {
    (void)self;
    return said_word(line, "readyok", NULL);
}

static const char *uci_refuses(const External *self, const Question *question) {
    (void)self;
    (void)question;
    return NULL;
}

/* UCCI sets one limit at a time: a clock, nodes or a depth; a time for one move is a clock of one move. */
static const char *ucci_refuses(const External *self, const Question *question) {
    const Limit *limit = question->limit;
    const int terms = (limit->depth > 0) + (limit->nodes > 0) + (limit->movetime_ns > 0) + (limit->base_ns > 0);
    const int64_t unit_ns = self->dialect.clock == CLOCK_UNIT_MS ? ns_per_ms : ns_per_s;
    if (terms > 1) return "UCCI knows no limit of several parts (depth, nodes, movetime, tc): give this player one";
    if (limit->movetime_ns && limit->movetime_ns < unit_ns)
        return "its clock counts whole seconds; give it movetime=1000 or more";
    return NULL;
}

static void add_number(const char *before, int64_t number, Buf *out) {
    char text[24], *at = text + sizeof text;
    uint64_t rest = number < 0 ? 0 : (uint64_t)number;
    do *--at = (char)('0' + rest % 10);
    while (rest /= 10);
    buf_add(out, before);
    buf_add_n(out, at, (size_t)(text + sizeof text - at));
}

static int64_t at_least_1(int64_t value) {
    return value > 1 ? value : 1;
}

/* Both clocks, since adapters disagree on whose is whose; without one of the other side, both are the mover's. */
static void add_uci_clocks(const Question *question, Buf *out) {
    const ClockState *clock = question->clock;
    const bool red = question->game->pos.side == RED, alone = !clock->other_ns;
    const int64_t own_ms = at_least_1(clock->own_ns / ns_per_ms), own_inc_ms = clock->own_increment_ns / ns_per_ms;
    const int64_t other_ms = alone ? own_ms : at_least_1(clock->other_ns / ns_per_ms);
    const int64_t other_inc_ms = alone ? own_inc_ms : clock->other_increment_ns / ns_per_ms;
    add_number(" wtime ", red ? own_ms : other_ms, out);
    add_number(" btime ", red ? other_ms : own_ms, out);
    if (own_inc_ms || other_inc_ms) {
        add_number(" winc ", red ? own_inc_ms : other_inc_ms, out);
        add_number(" binc ", red ? other_inc_ms : own_inc_ms, out);
    }
    if (clock->moves_to_go) add_number(" movestogo ", clock->moves_to_go, out);
}

static void uci_ask(External *self, const Question *question, Buf *out) {
    const Limit *limit = question->limit;
    position_update(self, question->game);
    buf_add_n(out, self->position.text.text, self->position.text.len);
    buf_add(out, question->ponder ? "\ngo ponder" : "\ngo");
    if (limit->base_ns) add_uci_clocks(question, out);
    if (limit->movetime_ns) add_number(" movetime ", at_least_1(limit->movetime_ns / ns_per_ms), out);
    if (limit->nodes) add_number(" nodes ", limit->nodes < INT64_MAX ? (int64_t)limit->nodes : INT64_MAX, out);
    if (limit->depth) add_number(" depth ", limit->depth, out);
    buf_add_char(out, '\n');
}

static void add_ucci_clock(const Question *question, int64_t unit_ns, Buf *out) {
    const ClockState *clock = question->clock;
    const bool alone = !clock->other_ns;
    add_number(" time ", at_least_1(clock->own_ns / unit_ns), out);
    if (clock->moves_to_go) add_number(" movestogo ", clock->moves_to_go, out);
    else add_number(" increment ", clock->own_increment_ns / unit_ns, out);
    add_number(" opptime ", at_least_1((alone ? clock->own_ns : clock->other_ns) / unit_ns), out);
    if (clock->moves_to_go) add_number(" oppmovestogo ", clock->moves_to_go, out);
    else add_number(" oppincrement ", (alone ? clock->own_increment_ns : clock->other_increment_ns) / unit_ns, out);
}

static void add_banned_moves(const External *self, const Question *question, Buf *out) {
    const ClockState *clock = question->clock;
    if (clock->banned_count) buf_add(out, "\nbanmoves");
    for (int i = 0; i < clock->banned_count; i++) {
        buf_add_char(out, ' ');
        position_add_move(&self->dialect, clock->banned[i], out);
    }
}

static void ucci_ask(External *self, const Question *question, Buf *out) {
    const Limit *limit = question->limit;
    const int64_t unit_ns = self->dialect.clock == CLOCK_UNIT_MS ? ns_per_ms : ns_per_s;
    position_update(self, question->game);
    buf_add_n(out, self->position.text.text, self->position.text.len);
    add_banned_moves(self, question, out);
    buf_add(out, question->ponder ? "\ngo ponder" : question->clock->draw_offered ? "\ngo draw" : "\ngo");
    if (limit->base_ns) add_ucci_clock(question, unit_ns, out);
    if (limit->movetime_ns) {
        add_number(" time ", limit->movetime_ns / unit_ns, out);
        buf_add(out, " movestogo 1");
    }
    if (limit->nodes) add_number(" nodes ", limit->nodes < INT64_MAX ? (int64_t)limit->nodes : INT64_MAX, out);
    if (limit->depth) add_number(" depth ", limit->depth, out);
    buf_add_char(out, '\n');
}

/* What it would answer now, by its principal variation. */
static void tell_listener(const External *self, const Info *info, const Answer *answer) {
    const PlayerListener *listener = self->player.listener;
    if (!listener || !*info->first || !info->has_depth || info->multipv > 1) return;
    Answer so_far = *answer;
    so_far.move = position_read_move(&self->dialect, info->first);
    so_far.time_ns = info->time_ms * ns_per_ms;
    listener->iteration(listener->context, &so_far);
}

static Heard uci_hear(External *self, const Question *question, const char *line, Answer *answer) {
    Info info;
    BestMove best;
    if (said_info(line, &info)) {
        said_take(&info, self->spec->score_scale, answer);
        if (!question->ponder) tell_listener(self, &info, answer);
        return HEARD_NEWS;
    }
    if (!said_best_move(line, &best)) return HEARD_NEWS;
    answer->resigns = best.resign;
    answer->offers_draw = best.draw;
    memcpy(self->reply, best.ponder, sizeof self->reply);
    if (best.resign) return HEARD_ANSWER;
    return external_take_move(self, question, best.move, answer);
}

static Heard uci_overhear(External *self, const char *line, Answer *answer) {
    BestMove best;
    if (!said_best_move(line, &best)) return HEARD_NEWS;
    return external_fault(answer, FAULT_ILLEGAL, "moved out of turn: '%s'", self->heard);
}

const Protocol protocol_uci = {
    .hello = "uci\n",
    .begin = uci_begin,
    .introduce = uci_introduce,
    .add_option = uci_add_option,
    .settle = uci_settle,
    .new_game = uci_new_game,
    .ping = uci_ping,
    .is_pong = uci_is_pong,
    .refuses = uci_refuses,
    .ask = uci_ask,
    .hear = uci_hear,
    .overhear = uci_overhear,
    .stop = "stop\n",
    .quit = "quit\n",
};

const Protocol protocol_ucci = {
    .hello = "ucci\n",
    .begin = uci_begin,
    .introduce = ucci_introduce,
    .add_option = ucci_add_option,
    .settle = ucci_settle,
    .new_game = ucci_new_game,
    .ping = uci_ping,
    .is_pong = uci_is_pong,
    .refuses = ucci_refuses,
    .ask = ucci_ask,
    .hear = uci_hear,
    .overhear = uci_overhear,
    .stop = "stop\n",
    .quit = "quit\n",
};
