#include "engine/xq/repetition.h"
#include "engine/xq/chase.h"

/* The earliest ply that a repetition can reach back to: behind the last capture, and behind a pass, which the search
 * makes and no rule knows. */
static int history_start(const Game *game) {
    const int reversible = game->pos.halfmove < game->count ? game->pos.halfmove : game->count;
    return game->count - reversible;
}

/* Walk back by two plies, until `wanted` earlier occurrences are found or one lies behind the root. */
static int find_window(const Game *game, int root_ply, int64_t wanted) {
    const int first = history_start(game);
    const uint64_t key = game->pos.key;
    for (int ply = game->count - 4; ply >= first; ply -= 2) {
        if (game->ply[ply].undo.key != key) continue;
        if (--wanted <= 0 || ply > root_ply) return ply;
    }
    return -1;
}

int repetition_window(const Game *game, int64_t occurrences) {
    return find_window(game, game->count, occurrences - 1);
}

int repetition_search_window(const Game *game, int root_ply, int64_t occurrences) {
    return find_window(game, root_ply, occurrences - 1);
}

static int mover(const Game *game, int ply) { return game->start.side ^ (ply & 1); }

/* Men that each side chased with every move of the window. A check is no chase. */
static void judge_chases(const Game *game, int window, ChaseModel model, uint32_t victims[2]) {
    victims[RED] = victims[BLACK] = UINT32_MAX;
    Pos after = game->pos;
    for (int ply = game->count - 1; ply >= window && (victims[RED] | victims[BLACK]); ply--) {
        const Ply *move = &game->ply[ply];
        Pos before = after;
        pos_undo(&before, move->move, &move->undo);
        uint32_t *mine = &victims[before.side];
        if (*mine) *mine = move->check ? 0 : chase_victims(model, &before, &after, move->move, *mine);
        after = before;
    }
}

/* The verdict from what each side did; the side with the graver act loses. */
static void decide(Verdict *verdict) {
    static const Reason alone[] = { REASON_REPETITION, REASON_PERPETUAL_CHASE, REASON_PERPETUAL_CHECK };
    static const Reason both[] = { REASON_REPETITION, REASON_MUTUAL_CHASE, REASON_MUTUAL_CHECK };
    const Act red = verdict->act[RED], black = verdict->act[BLACK];
    verdict->reason = red == black ? both[red] : alone[red > black ? red : black];
    verdict->outcome = red == black ? OUTCOME_DRAW : red > black ? OUTCOME_BLACK : OUTCOME_RED;
}

Verdict repetition_judge(const Game *game, int window, const RuleSet *rules) {
    Verdict verdict = { .outcome = OUTCOME_DRAW, .reason = REASON_REPETITION, .ply = game->count, .cycle_start = window };
    if (rules->repetition != REPETITION_JUDGE) return verdict;
    bool always[2] = { true, true }, any = false;
    for (int ply = window; ply < game->count; ply++) {
        always[mover(game, ply)] &= game->ply[ply].check;
        any |= game->ply[ply].check;
    }
    for (int side = RED; side <= BLACK; side++)
        if (always[side]) verdict.act[side] = ACT_CHECK;
    /* Under the Asian rules a check now and then excuses every chase of the window, the other side's too. */
    const bool look = rules->chase == CHASE_SIMPLE || (rules->chase == CHASE_ASIAN && !any);
    if (look && !(always[RED] && always[BLACK])) {
        judge_chases(game, window, (ChaseModel)rules->chase, verdict.victims);
        for (int side = RED; side <= BLACK; side++)
            if (verdict.victims[side]) verdict.act[side] = ACT_CHASE;
    }
    decide(&verdict);
    return verdict;
}

uint32_t repetition_victims(const Game *game, int ply, ChaseModel model) {
    if (game->ply[ply].check) return 0;
    Pos after = game->pos;
    for (int last = game->count - 1; last > ply; last--) pos_undo(&after, game->ply[last].move, &game->ply[last].undo);
    Pos before = after;
    pos_undo(&before, game->ply[ply].move, &game->ply[ply].undo);
    return chase_victims(model, &before, &after, game->ply[ply].move, UINT32_MAX);
}
