#include "tuner/data/sampling.h"
#include <stdlib.h>

/* Open addressing; 0 is free. */
static uint64_t *find_known(uint64_t *known, size_t cap, uint64_t id) {
    size_t at = id * 0x9e3779b97f4a7c15ull >> 20 & (cap - 1);
    while (known[at] && known[at] != id) at = (at + 1) & (cap - 1);
    return &known[at];
}

bool known_games_add(KnownGames *games, uint64_t id) {
    if (2 * (games->count + 1) > games->cap) {
        const size_t cap = games->cap ? 2 * games->cap : 1024;
        uint64_t *known = mem_zalloc(cap, sizeof *known);
        for (size_t i = 0; i < games->cap; i++)
            if (games->known[i]) *find_known(known, cap, games->known[i]) = games->known[i];
        free(games->known);
        games->known = known;
        games->cap = cap;
    }
    uint64_t *slot = find_known(games->known, games->cap, id);
    if (*slot) return false;
    *slot = id;
    games->count++;
    return true;
}

void known_games_free(KnownGames *games) {
    free(games->known);
    *games = (KnownGames){ 0 };
}

bool sampling_leaves_out(const ExtractRules *rules, Reason reason) {
    if (reason == REASON_ILLEGAL_MOVE || reason == REASON_TIME_LOSS || reason == REASON_CRASH || reason == REASON_STALL) return true;
    for (int i = 0; i < rules->without.count; i++)
        if (reason_find(rules->without.item[i]) == reason) return true;
    return false;
}

bool sampling_wants_score(const ExtractRules *rules, int score) {
    return score == SAMPLE_NO_SCORE || (abs(score) >= rules->min_score && abs(score) <= rules->max_score);
}

int sampling_first_ply(const ExtractRules *rules, const SourceGame *game) {
    if (!game->count) return 0;
    return rules->skip_plies > game->opening_count ? (int)rules->skip_plies : game->opening_count;
}
