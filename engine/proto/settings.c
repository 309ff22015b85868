#include "engine/proto/settings.h"
#include <string.h>
#include "engine/proto/info.h"

static const char *const variants[] = { "xiangqi", NULL };

#define FIELD(field) .offset = offsetof(Settings, field)
static const OptRow uci_rows[] = {
    { .name = "UCI_Variant",
      .kind = OPT_CHOICE,
      FIELD(variant),
      .initial = "xiangqi",
      .choices = variants,
      .help = "the game played" },
    { .name = "Ponder",
      .kind = OPT_BOOL,
      FIELD(ponder),
      .initial = "false",
      .help = "the GUI may let the engine ponder" },
    { .name = "Threads",
      .kind = OPT_INT,
      FIELD(threads),
      .initial = "1",
      .min = 1,
      .max = 1,
      .help = "searching threads; results are deterministic with one" },
};
static const OptRow ucci_rows[] = {
    { .name = "usemillisec",
      .kind = OPT_BOOL,
      FIELD(milliseconds),
      .initial = "false",
      .help = "times are milliseconds" },
    { .name = "batch", .kind = OPT_BOOL, FIELD(batch), .initial = "false", .help = "read no input while thinking" },
    { .name = "debug", .kind = OPT_BOOL, FIELD(debug), .initial = "false", .help = "name every root move" },
    { .name = "ponder",
      .kind = OPT_BOOL,
      FIELD(ponder),
      .initial = "false",
      .help = "the GUI may let the engine ponder" },
    { .name = "threads",
      .kind = OPT_INT,
      FIELD(threads),
      .initial = "1",
      .min = 1,
      .max = 1,
      .help = "searching threads" },
    { .name = "resignscore",
      .kind = OPT_INT,
      FIELD(resign_score),
      .initial = "0",
      .min = 0,
      .max = SCORE_MATE,
      .help = "resign at a value as bad as this; 0: never" },
};
#undef FIELD
static const OptTable uci_options = { "UCI", uci_rows, sizeof uci_rows / sizeof uci_rows[0] };
static const OptTable ucci_options = { "UCCI", ucci_rows, sizeof ucci_rows / sizeof ucci_rows[0] };

/* Options without a value that begin a new game. */
static const char *const new_game_buttons[] = {
    [PROTO_UNKNOWN] = "Clear Hash", [PROTO_UCI] = "Clear Hash", [PROTO_UCCI] = "newgame"
};

static const OptTable *own_options(Protocol protocol) {
    return protocol == PROTO_UCCI ? &ucci_options : &uci_options;
}

void settings_init(Settings *settings) {
    *settings = (Settings){ 0 };
    opt_defaults(&uci_options, settings);
    opt_defaults(&ucci_options, settings);
}

static void list_rows(Protocol protocol, const OptTable *table, const void *object, Buf *out) {
    for (size_t i = 0; i < table->count; i++) option_line(protocol, &table->rows[i], object, out);
}

void settings_list(Protocol protocol, const Settings *settings, const Variant *variant, Buf *out) {
    list_rows(protocol, own_options(protocol), settings, out);
    buf_addf(out, "option %s%s type button\n", protocol == PROTO_UCCI ? "" : "name ", new_game_buttons[protocol]);
    list_rows(protocol, &search_options, &variant->search, out);
    list_rows(protocol, &eval_options, &variant->eval, out);
}

/* UCCI: hashsize 0 and threads 0 leave the choice to the engine. */
static const char *chosen_value(Protocol protocol, const OptRow *row, const char *value) {
    const bool automatic = protocol == PROTO_UCCI && row->kind == OPT_INT && row->min > 0 && strcmp(value, "0") == 0;
    return automatic ? row->initial : value;
}

static bool unknown_option(Protocol protocol, const char *name, Err *err) {
    const OptTable *const tables[] = { own_options(protocol), &search_options, &eval_options };
    if (protocol == PROTO_UCCI) return true;
    for (size_t i = 0; i < sizeof tables / sizeof tables[0]; i++) {
        const char *nearest = opt_nearest(tables[i], name);
        if (nearest) return err_set(err, ERR_INPUT, "there is no option '%s'; did you mean '%s'?", name, nearest);
    }
    return err_set(err, ERR_INPUT, "there is no option '%s'", name);
}

/* A row of the variant, checked on a copy first so that the message is about the value alone. */
static bool set_variant_row(Session *session, const char *section, const OptRow *row, const char *value, Err *err) {
    Variant copy = *session_variant(session);
    void *object = strcmp(section, "search") == 0 ? (void *)&copy.search : (void *)&copy.eval;
    if (!opt_set_row(row, object, value, err)) return false;
    Buf path = { 0 };
    buf_addf(&path, "%s.%s", section, row->name);
    const bool good = session_set(session, buf_text(&path), value, err);
    buf_free(&path);
    return good;
}

bool settings_set(Protocol protocol, Settings *settings, Session *session, const char *name, const char *value,
                  Err *err) {
    if (opt_same_name(name, new_game_buttons[protocol], strlen(new_game_buttons[protocol]))) {
        session_new_game(session);
        return true;
    }
    const OptRow *row = opt_find(own_options(protocol), name);
    if (row) return opt_set_row(row, settings, chosen_value(protocol, row, value), err);
    if ((row = opt_find(&search_options, name)))
        return set_variant_row(session, "search", row, chosen_value(protocol, row, value), err);
    if ((row = opt_find(&eval_options, name))) return set_variant_row(session, "eval", row, value, err);
    if (strchr(name, '.')) return session_set(session, name, value, err); /* "weights.material..." and full paths */
    return unknown_option(protocol, name, err);
}
