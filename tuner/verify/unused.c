#include "tuner/verify/unused.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include "bench/match/schedule.h"
#include "bench/store/openings_played.h"
#include "engine/conf/conf.h"

/* A text among the settings; "" when it isn't there. */
static const char *setting(ConfNode *settings, const char *key) {
    const ConfNode *node = conf_get(settings, key);
    return node && node->kind == CONF_SCALAR ? node->text : "";
}

/* A tuning by SPSA played its pairs from a schedule of its own, if this is its list. */
static bool mark_spsa(const Openings *openings, const TuningRecord *tuning, bool *played, Err *err) {
    Arena arena = { 0 };
    MatchSpec spec = { .format = FORMAT_PAIRS, .player_count = 2 };
    ConfNode *settings = conf_parse(tuning->settings, strlen(tuning->settings), "the tuning's settings", &arena, err);
    if (settings && strtoull(setting(settings, "openings_hash"), NULL, 16) == openings->hash) {
        spec.seed = strtoll(setting(settings, "seed"), NULL, 10);
        spec.opening_order = strcmp(setting(settings, "opening_order"), "sequential") ? ORDER_RANDOM : ORDER_SEQUENTIAL;
        for (int pair = 0; pair < tuning->games / 2; pair++) played[schedule_pair(&spec, openings->count, pair).opening] = true;
    }
    arena_free(&arena);
    return settings != NULL;
}

static bool mark_played(const Openings *openings, Store *store, const TuningRecord *tuning, Store *const *more, int more_count, bool *played, Err *err) {
    if (!store_openings_played(store, openings, tuning->created_unix, tuning->id, played, err)) return false;
    if (!strcmp(tuning->kind, "spsa") && !mark_spsa(openings, tuning, played, err)) return false;
    for (int i = 0; i < more_count; i++)
        if (!store_openings_played(more[i], openings, INT64_MAX, 0, played, err)) return false;
    return true;
}

bool unused_openings(Openings *openings, Store *store, const TuningRecord *tuning, Store *const *more, int more_count, UnusedCount *out, Err *err) {
    bool *played = mem_zalloc(openings->count, sizeof *played);
    bool good = mark_played(openings, store, tuning, more, more_count, played, err);
    *out = (UnusedCount){ .all = openings->count };
    for (uint32_t i = 0; i < openings->count; i++) out->played += played[i];
    if (good && out->played == out->all)
        good = err_set(err, ERR_INPUT,
                       "all %" PRIu32 " openings were played in the games before the tuning, so they can't prove it; name others: --openings FILE (xqbench openings makes some)",
                       out->all);
    if (good) openings_drop(openings, played);
    free(played);
    return good;
}
