#include "tuner/cmd/verify_args.h"
#include <string.h>
#include "engine/conf/conf.h"
#include "engine/core/text.h"

#define FIELD(name_, kind_) .name = #name_, .kind = kind_, .offset = offsetof(VerifyArgs, name_)
static const OptRow rows[] = {
    { FIELD(run, OPT_INT), .max = 1e15, .argument = "N", .help = "number of the tuning (xqtune list DB); 0 is the newest", .group = "Players" },
    { FIELD(variant, OPT_TEXT), .initial = "full", .argument = "V", .help = "the builtin player that gets the weights of a fit; a tuning by SPSA has its own player" },
    { FIELD(player, OPT_TEXT), .argument = "P", .help = "who plays with the tuned values, where they are another engine's; goes with --against" },
    { FIELD(against, OPT_TEXT), .argument = "P", .help = "who plays without them" },
    { FIELD(limit, OPT_TEXT), .argument = "L", .help = "of the first match, which asks whether the set gains; without it that of SPSA's games, for a fit nodes=5000", .group = "Matches" },
    { FIELD(second_limit, OPT_TEXT), .argument = "L|none",
      .help = "of the second match, which asks whether it keeps that; without it four times the first (depth: two plies more)" },
    { FIELD(sprt, OPT_TEXT), .argument = "elo0=E,elo1=E,...", .help = "of the first match; elo0=0,elo1=5,alpha=0.05,beta=0.05,model=normalized unless set" },
    { FIELD(second_sprt, OPT_TEXT), .argument = "elo0=E,elo1=E,...", .help = "of the second match; elo0=-5,elo1=0 unless set" },
    { FIELD(games, OPT_INT), .max = 1e8, .argument = "MAX", .help = "at most so many games a match; 0: 60000, or as many as a match that is resumed was to have" },
    { FIELD(openings, OPT_TEXT), .initial = "suites/openings/balanced.epd.gz", .argument = "FILE", .help = "those of the file that no run before the tuning used" },
    { FIELD(games_of, OPT_LIST), .argument = "DB", .help = "the data came from this database's games: their openings are left out too" },
    { FIELD(seed, OPT_INT), .max = 1e15, .argument = "N", .help = "of both matches; 0: one that no other proof has" },
    { FIELD(set, OPT_LIST), .argument = "KEY=VALUE", .help = "change a key of the matches: rule_set=league, adjudication.max_plies=300" },
    { FIELD(jobs, OPT_INT), .max = 4096, .aliases = "concurrency", .help = "games at a time; 0: one for each core", .group = "Run" },
    { FIELD(resume, OPT_BOOL), .help = "play on, with the options that it began with, where a proof was interrupted, or with more --games where it stayed open" },
    { FIELD(again, OPT_BOOL), .help = "prove anew, with other games, what was decided or begun before; all attempts stay in the store" },
    { FIELD(quiet, OPT_BOOL), .help = "print results alone" },
};
#undef FIELD
const OptTable verify_args_table = { "verify", rows, sizeof rows / sizeof rows[0] };

/* What a resumed proof need not be told again. */
static const char *const kept_options[] = { "variant", "player", "against", "limit", "second_limit", "sprt", "second_sprt", "openings", "games_of", "seed", "set" };

static const OptRow *find_row(const char *name) {
    size_t i = 0;
    while (strcmp(rows[i].name, name)) i++;
    return &rows[i];
}

static bool is_default(const OptRow *row, const VerifyArgs *arg) {
    VerifyArgs usual;
    Buf text = { 0 }, usual_text = { 0 };
    opt_defaults(&verify_args_table, &usual);
    opt_get(row, arg, &text);
    opt_get(row, &usual, &usual_text);
    const bool same = !strcmp(buf_text(&text), buf_text(&usual_text));
    buf_free(&text);
    buf_free(&usual_text);
    return same;
}

void verify_args_print(const VerifyArgs *arg, Buf *out) {
    for (size_t i = 0; i < sizeof kept_options / sizeof kept_options[0]; i++) {
        const OptRow *row = find_row(kept_options[i]);
        if (is_default(row, arg)) continue;
        buf_addf(out, "%s: ", row->name);
        const void *field = (const char *)arg + row->offset;
        const OptList *list = row->kind == OPT_LIST ? field : NULL;
        if (row->kind == OPT_TEXT) text_add_quoted(field, out);
        else if (!list) opt_get(row, arg, out);
        for (int k = 0; list && k < list->count; k++) {
            buf_add(out, k ? ", " : "[");
            text_add_quoted(list->item[k], out);
        }
        buf_add(out, list ? "]\n" : "\n");
    }
}

bool verify_args_recall(VerifyArgs *arg, const char *kept, Arena *arena, Err *err) {
    VerifyArgs *then = arena_alloc(arena, sizeof *then);
    ConfNode *map = conf_parse(kept, strlen(kept), "the proof's options", arena, err);
    opt_defaults(&verify_args_table, then);
    if (!map || !conf_apply(&verify_args_table, then, map, err)) return false;
    for (size_t i = 0; i < sizeof kept_options / sizeof kept_options[0]; i++) {
        const OptRow *row = find_row(kept_options[i]);
        const size_t size = row->kind == OPT_LIST ? sizeof(OptList) : row->kind == OPT_TEXT ? OPT_TEXT_SIZE : sizeof(int64_t);
        if (is_default(row, arg)) memcpy((char *)arg + row->offset, (const char *)then + row->offset, size);
    }
    return true;
}
