/* The xboard protocol, version 2, as far as Xiangqi engines need it. The engine keeps a board of its own: it is told
 * the start and the opening in force mode, then every move of the other side, and answers each with its own. */
#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include "bench/client/external.h"
#include "engine/xq/fen.h"

static const int64_t ns_per_cs = 10000000, ns_per_s = 1000000000;

/* Features that change what we say; others are only accepted. */
static const struct {
    const char *name;
    size_t offset;
} switches[] = {
    { "ping", offsetof(XboardState, ping) },         { "setboard", offsetof(XboardState, setboard) },
    { "usermove", offsetof(XboardState, usermove) }, { "time", offsetof(XboardState, time) },
    { "draw", offsetof(XboardState, draw) },         { "reuse", offsetof(XboardState, reuse) },
};

/* One feature, NAME=VALUE; the value has lost its quotes. */
static void take_feature(External *self, const char *name, const char *value) {
    XboardState *state = &self->xboard;
    for (size_t i = 0; i < sizeof switches / sizeof *switches; i++)
        if (!strcmp(switches[i].name, name)) *(bool *)((char *)state + switches[i].offset) = *value == '1';
    if (!strcmp(name, "myname")) snprintf(self->id, sizeof self->id, "%.*s", PLAYER_NAME_SIZE - 1, value);
    if (!strcmp(name, "option")) declared_add_xboard(&self->declared, value);
    if (!strcmp(name, "variants")) state->has_variants = strstr(value, "xiangqi") != NULL;
    if (!strcmp(name, "done")) {
        state->done = *value == '1';
        state->wants_time = !state->done;
        return;
    }
    /* Moves are to be coordinates. */
    const bool wanted = strcmp(name, "san") != 0 || *value == '0';
    buf_addf(&self->replies, "%s %s\n", wanted ? "accepted" : "rejected", name);
}

/* "feature ping=1 myname="An Engine" done=1" */
static void take_features(External *self, const char *line) {
    char name[64], value[8192];
    while (*line) {
        const size_t name_len = strcspn(line, "= \t");
        if (line[name_len] != '=' || name_len >= sizeof name) return;
        memcpy(name, line, name_len);
        name[name_len] = 0;
        line += name_len + 1;
        const bool quoted = *line == '"';
        line += quoted;
        const size_t len = strcspn(line, quoted ? "\"" : " \t"), kept = len < sizeof value ? len : sizeof value - 1;
        memcpy(value, line, kept);
        value[kept] = 0;
        line += len + (quoted && line[len] == '"');
        while (*line == ' ' || *line == '\t') line++;
        take_feature(self, name, value);
    }
}

static bool xboard_introduce(External *self, const char *line) {
    const char *rest;
    if (!said_word(line, "feature", &rest)) return false;
    self->xboard.featured = true;
    take_features(self, rest);
    return self->xboard.done;
}

static void xboard_begin(External *self) {
    buf_clear(&self->replies);
    self->xboard = (XboardState){ .time = true, .draw = true, .reuse = true };
}

static void xboard_add_option(const External *self, const DeclaredOption *option, const char *name, const char *value,
                              Buf *out) {
    static const char *const core[] = { "memory", "cores", "egtpath" };
    for (size_t i = 0; i < sizeof core / sizeof *core; i++)
        if (!strcmp(core[i], name)) {
            buf_addf(out, "%s %s\n", name, value);
            return;
        }
    (void)self;
    buf_addf(out, "option %s", option ? option->name : name);
    const bool is_check = option && option->kind == DECLARED_CHECK;
    if (is_check) buf_addf(out, "=%d", *value == 't' || *value == '1' || !strcmp(value, "on"));
    else if (!option || option->kind != DECLARED_BUTTON) buf_addf(out, "=%s", value);
    buf_add_char(out, '\n');
}

static void xboard_settle(External *self, Buf *out) {
    /* The protocol has ranks from 0 on boards of ten. */
    if (self->dialect.ranks == RANKS_AUTO) self->dialect.ranks = RANKS_FROM_0;
    buf_add(out, buf_text(&self->replies));
}

static void xboard_new_game(External *self, Buf *out) {
    self->xboard.set_up = self->xboard.offers_draw = false;
    buf_add(out, "new\n");
    if (self->xboard.has_variants) buf_add(out, "variant xiangqi\n");
    buf_addf(out, "force\npost\n%s\n", self->spec->ponder ? "hard" : "easy");
}

static bool xboard_ping(External *self, Buf *out) {
    if (self->xboard.ping) buf_addf(out, "ping %d\n", ++self->xboard.pings);
    return self->xboard.ping;
}

static bool xboard_is_pong(const External *self, const char *line) {
    char number[16];
    const char *rest;
    snprintf(number, sizeof number, "%d", self->xboard.pings);
    return said_word(line, "pong", &rest) && said_word(rest, number, NULL);
}

static bool is_start_position(const Pos *pos) {
    char text[FEN_SIZE];
    const size_t board = strcspn(POS_START_FEN, " ");
    return !strncmp(fen_text(pos, text), POS_START_FEN, board + 2);
}

static const char *xboard_refuses(const External *self, const Question *question) {
    if (question->limit->nodes) return "xboard knows no limit of nodes: give this player depth, movetime or tc";
    if (!self->xboard.setboard && !is_start_position(&question->game->start))
        return "it can't be told positions (feature setboard=0): games must begin at the start position";
    return NULL;
}

static void add_move(const External *self, Move mv, Buf *out) {
    if (self->xboard.usermove) buf_add(out, "usermove ");
    position_add_move(&self->dialect, mv, out);
    buf_add_char(out, '\n');
}

static int64_t ceil_div(int64_t value, int64_t unit) {
    return (value + unit - 1) / unit;
}

/* A time for one move that is no whole number of seconds is a clock of one move; `time` tells it finer. */
static void add_limits(const Limit *limit, Buf *out) {
    if (limit->depth) buf_addf(out, "sd %d\n", limit->depth);
    if (limit->movetime_ns && limit->movetime_ns % ns_per_s == 0 && !limit->base_ns) {
        buf_addf(out, "st %" PRId64 "\n", limit->movetime_ns / ns_per_s);
    } else if (limit->movetime_ns || limit->base_ns) {
        const int64_t s = ceil_div(limit->base_ns ? limit->base_ns : limit->movetime_ns, ns_per_s);
        buf_addf(out, "level %d %" PRId64 ":%02" PRId64 " ", limit->base_ns ? limit->moves : 1, s / 60, s % 60);
        buf_addf(out, "%.15g\n", limit->base_ns ? (double)limit->increment_ns / (double)ns_per_s : 0);
    }
}

static void add_clocks(const External *self, const Question *question, Buf *out) {
    const Limit *limit = question->limit;
    const ClockState *clock = question->clock;
    if (!self->xboard.time) return;
    const int64_t own_ns = limit->base_ns ? clock->own_ns : limit->movetime_ns;
    const int64_t other_ns = clock->other_ns ? clock->other_ns : own_ns;
    if (!own_ns || (!limit->base_ns && own_ns % ns_per_s == 0)) return;
    buf_addf(out, "time %" PRId64 "\notim %" PRId64 "\n", own_ns / ns_per_cs, other_ns / ns_per_cs);
}

static void set_up(External *self, const Question *question, Buf *out) {
    const Game *game = question->game;
    if (!is_start_position(&game->start)) {
        buf_add(out, "setboard ");
        position_add_fen(&self->dialect, &game->start, out);
        buf_add_char(out, '\n');
    }
    self->xboard.plies = 0;
    add_limits(question->limit, out);
}

static void xboard_ask(External *self, const Question *question, Buf *out) {
    const Game *game = question->game;
    XboardState *state = &self->xboard;
    const bool begins = !state->set_up;
    if (begins) set_up(self, question, out);
    else add_clocks(self, question, out);
    if (!begins && question->clock->draw_offered && state->draw) buf_add(out, "draw\n");
    for (; state->plies < game->count; state->plies++) add_move(self, game->ply[state->plies].move, out);
    if (begins) {
        add_clocks(self, question, out);
        buf_add(out, "go\n");
    }
    state->set_up = true;
}

/* "1-0 {White mates}": the engine thinks the game is over. The referee, who asked it for a move, knows better. */
static Heard claim(const External *self, const Question *question, const char *line, Answer *answer) {
    const bool red = question->game->pos.side == RED;
    if (!said_word(line, red ? "0-1" : "1-0", NULL))
        return external_fault(answer, FAULT_ILLEGAL, "claimed a result in place of a move: '%s'", self->heard);
    answer->resigns = true;
    return HEARD_ANSWER;
}

static bool is_claim(const char *line) {
    return said_word(line, "1-0", NULL) || said_word(line, "0-1", NULL) || said_word(line, "1/2-1/2", NULL);
}

static bool is_offer(const char *line) {
    const char *rest;
    return said_word(line, "offer", &rest) && said_word(rest, "draw", NULL);
}

static bool is_refusal(const char *line) {
    return !strncmp(line, "Illegal move", strlen("Illegal move"));
}

static Heard xboard_hear(External *self, const Question *question, const char *line, Answer *answer) {
    const char *rest;
    Info info;
    if (said_thinking(line, &info)) {
        said_take(&info, self->spec->score_scale, answer);
    } else if (said_word(line, "move", &rest)) {
        char move[SAID_MOVE_SIZE];
        snprintf(move, sizeof move, "%.*s", (int)strcspn(rest, " \t"), rest);
        answer->offers_draw = self->xboard.offers_draw;
        self->xboard.offers_draw = false;
        self->xboard.plies = question->game->count + 1;
        return external_take_move(self, question, move, answer);
    } else if (said_word(line, "resign", NULL)) {
        answer->resigns = true;
        return HEARD_ANSWER;
    } else if (is_offer(line)) {
        self->xboard.offers_draw = true;
    } else if (is_claim(line)) {
        return claim(self, question, line, answer);
    } else if (is_refusal(line)) {
        return external_fault(answer, FAULT_ILLEGAL, "refused a legal move: '%s'", self->heard);
    }
    return HEARD_NEWS;
}

/* An offer or a resignation may follow the engine's move. */
static Heard xboard_overhear(External *self, const char *line, Answer *answer) {
    if (is_offer(line)) self->xboard.offers_draw = true;
    if (said_word(line, "move", NULL))
        return external_fault(answer, FAULT_ILLEGAL, "moved out of turn: '%s'", self->heard);
    if (!said_word(line, "resign", NULL)) return HEARD_NEWS;
    answer->resigns = true;
    return HEARD_ANSWER;
}

const Protocol protocol_xboard = {
    .hello = "xboard\nprotover 2\n",
    .patience_ms = 2000,
    .begin = xboard_begin,
    .introduce = xboard_introduce,
    .add_option = xboard_add_option,
    .settle = xboard_settle,
    .new_game = xboard_new_game,
    .ping = xboard_ping,
    .is_pong = xboard_is_pong,
    .refuses = xboard_refuses,
    .ask = xboard_ask,
    .hear = xboard_hear,
    .overhear = xboard_overhear,
    .stop = "?\n",
    .quit = "quit\n",
};
