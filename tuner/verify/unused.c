#include "tuner/verify/unused.h"
#include <inttypes.h>
#include <stdlib.h>
#include "bench/store/openings_played.h"

static bool mark_played(const Openings *openings, Store *store, const TuningRecord *tuning, Store *const *more, int more_count, bool *played, Err *err) {
    if (!store_openings_played(store, openings, tuning->created_unix, tuning->id, played, err)) return false;
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
