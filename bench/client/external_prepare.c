/* A trial of an engine before the run: whatever would fail in every game is told once, at the beginning. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include "bench/client/external_start.h"
#include "bench/client/tunables.h"
#include "engine/xq/fen.h"

static void check_options(const External *self, Buf *warnings) {
    const EngineSpec *spec = self->spec;
    for (int i = 0; i < spec->setting_count; i++)
        declared_check(&self->declared, spec->setting[i].name, spec->setting[i].value, warnings);
    if (spec->ponder && self->protocol != &protocol_xboard && !declared_find(&self->declared, "Ponder"))
        buf_add(warnings, "it declares no option to ponder, and is told to all the same\n");
    if (spec->ban_moves && self->protocol != &protocol_ucci)
        buf_add(warnings, "ban_moves is of UCCI alone; it is not told them\n");
}

/* A clock that counts nodes is for engines that count them, too. */
static void check_nodestime(const External *self, const Limit *limit, Buf *warnings) {
    static const char name[] = "nodestime";
    if (!limit->nodestime || strtoll(external_option_value(self, name), NULL, 10) == limit->nodestime) return;
    if (declared_find(&self->declared, name))
        buf_addf(warnings, "its clock counts nodes, which it is not told; give it option.%s=%" PRId64 "\n", name, limit->nodestime);
    else buf_addf(warnings, "its clock counts nodes, and it declares no option %s: it will take it for a clock of time\n", name);
}

/* Would it take a question by this limit? */
static bool check_limit(const External *self, const Limit *limit, Err *err) {
    const ClockState clock = { .own_ns = limit->base_ns };
    Pos start;
    Game game = { 0 };
    if (!fen_parse(POS_START_FEN, &start, err)) return false;
    game_init(&game, &start);
    const char *why = self->protocol->refuses(self, &(Question){ .game = &game, .limit = limit, .clock = &clock });
    game_free(&game);
    return !why || err_set(err, ERR_INPUT, "%s", why);
}

/* What was given about ranks is put to the test, too: wrong ones would lose every game. */
static bool check_ranks(External *self, Err *err) {
    const int given = self->spec->dialect.ranks;
    if (given == RANKS_AUTO || self->protocol == &protocol_xboard) return true;
    if (!external_probe_ranks(self, err)) return false;
    return self->dialect.ranks == given || err_set(err, ERR_INPUT, "dialect.ranks is %d, but it counts ranks from %d",
                                                   given == RANKS_FROM_1, given == RANKS_FROM_0);
}

/* May it keep several processors busy? By its own word for threads, as set or as it is by default, and when it ponders. */
static bool may_spread(const External *self) {
    static const char *const words[] = { "Threads", "cores" };
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strtol(external_option_value(self, words[i]), NULL, 10) > 1) return true;
    return self->spec->ponder;
}

/* What was found out is told to all who are started later. */
static void keep_findings(const External *self, PlayerSpec *spec) {
    EngineSpec *engine = self->spec;
    Buf resolved = { 0 };
    for (int protocol = 1; protocol < PROTOCOLS; protocol++)
        if (external_protocols[protocol] == self->protocol) engine->protocol = protocol;
    engine->dialect = self->dialect;
    spec->spreads = may_spread(self);
    engine_spec_print(engine, &resolved);
    free(spec->resolved);
    spec->resolved = resolved.text;
}

bool external_prepare(PlayerSpec *spec, const Limit *limit, Buf *warnings, Err *err) {
    External *self = (External *)external_new(spec, err);
    if (!self) return false;
    Err why = { 0 };
    const bool good = external_start(self, &why) && check_limit(self, limit, &why) && check_ranks(self, &why) &&
                      external_get_ready(self, &why);
    if (good) {
        check_options(self, warnings);
        check_nodestime(self, limit, warnings);
        keep_findings(self, spec);
    }
    player_delete(&self->player);
    return good || err_set(err, why.kind, "%s", why.text);
}

bool external_tunables(const PlayerSpec *spec, Tunables *out, Err *err) {
    External *self = (External *)external_new(spec, err);
    if (!self) return false;
    Buf name = { 0 };
    const bool good = external_start(self, err) || err_prefix(err, "player %s: ", spec->name);
    for (int i = 0; good && i < self->declared.count; i++) {
        const DeclaredOption *option = &self->declared.item[i];
        if (option->kind != DECLARED_SPIN || option->min > option->max) continue;
        buf_clear(&name);
        buf_addf(&name, "options.%s", option->name);
        Tunable *item = tunables_add(out, buf_text(&name));
        item->value = strtod(external_option_value(self, option->name), NULL);
        item->min = option->min;
        item->max = option->max;
    }
    buf_free(&name);
    player_delete(&self->player);
    return good;
}
