#include "tuner/data/compare_extract.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include "bench/suite/suite.h"
#include "engine/core/pool.h"
#include "engine/core/rng.h"
#include "engine/xq/fen.h"
#include "tuner/data/sampling.h"
#include "tuner/data/words.h"

enum { PROGRESS_GAMES = 64 };

typedef struct {
    const CompareJob *job;
    CompareReport *counts;
    KnownGames known;
    Choice *choice;
    size_t count, cap;
} Collection;

bool compare_extract_check(const ExtractRules *rules, Err *err) {
    if (*rules->samples) return err_set(err, ERR_USAGE, "extract: --samples keeps positions with results; comparisons keep their own, leave it out");
    if (rules->resolve == RESOLVE_LEAF) return true;
    if (rules->resolve != RESOLVE_OFF)
        return err_set(err, ERR_USAGE, "extract: leaves of comparisons are where captures end (--resolve leaf, maybe with --depth) or what a move leads to (off)");
    return !rules->depth || err_set(err, ERR_USAGE, "extract: --depth %" PRId64 " searches, --resolve off doesn't: take one of them", rules->depth);
}

static void add_choice(Collection *c, const Choice *choice) {
    if (c->count == c->cap) {
        c->cap = c->cap ? 2 * c->cap : 256;
        c->choice = mem_realloc(c->choice, c->cap * sizeof *c->choice);
    }
    c->choice[c->count++] = *choice;
    c->counts->chosen++;
}

/* Games. */

static bool is_mover_wanted(const ExtractRules *rules, const SourceGame *game, int side) {
    if (rules->movers == MOVERS_WINNER && game->half_points != (side == RED ? 2 : 0)) return false;
    return !*rules->player || (game->player[side] && strcmp(game->player[side], rules->player) == 0);
}

/* Plies of the game that the rules allow. */
static int list_plies(Collection *c, const SourceGame *game, int *out) {
    const ExtractRules *rules = c->job->rules;
    Pos pos = game->start;
    int count = 0;
    for (int ply = 0; ply < game->count; ply++) {
        const bool scored = game->score && game->score[ply].score != SAMPLE_NO_SCORE;
        if (ply >= sampling_first_ply(rules, game)) {
            if (!is_mover_wanted(rules, game, pos.side)) c->counts->other_movers++;
            else if (!rules->in_check && pos_in_check(&pos, pos.side)) c->counts->in_check++;
            else if (scored && !sampling_wants_score(rules, game->score[ply].score)) c->counts->extreme++;
            else out[count++] = ply;
        }
        Undo undo;
        pos_make(&pos, game->move[ply], &undo);
    }
    c->counts->eligible += count;
    return count;
}

static int compare_plies(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }

/* At most per_game of them, drawn, in the order of the game. */
static int draw_plies(const ExtractRules *rules, const SourceGame *game, int *ply, int count) {
    if (!rules->per_game || count <= rules->per_game) return count;
    uint32_t *order = mem_alloc((size_t)count * sizeof *order);
    int *drawn = mem_alloc((size_t)count * sizeof *drawn);
    rng_shuffle((uint64_t)rules->seed, game->id, order, (uint32_t)count);
    for (int i = 0; i < rules->per_game; i++) drawn[i] = ply[order[i]];
    count = (int)rules->per_game;
    memcpy(ply, drawn, (size_t)count * sizeof *ply);
    qsort(ply, (size_t)count, sizeof *ply, compare_plies);
    free(drawn);
    free(order);
    return count;
}

static void take_plies(Collection *c, const SourceGame *game, const int *ply, int count) {
    Pos pos = game->start;
    for (int i = 0, at = 0; i < count; i++) {
        for (; at < ply[i]; at++) {
            Undo undo;
            pos_make(&pos, game->move[at], &undo);
        }
        add_choice(c, &(Choice){ .pos = pos, .right = { game->move[at] }, .rights = 1, .game = game->id });
    }
}

static bool visit_game(void *context, const SourceGame *game, Err *err) {
    Collection *c = context;
    if (c->job->stop && atomic_load(c->job->stop)) return err_set(err, ERR_INTERRUPTED, "extraction was interrupted; nothing was written");
    if (c->job->progress && c->counts->source.games % PROGRESS_GAMES == 0) c->job->progress(c->job->context, c->counts->source.games, c->counts->chosen);
    if (sampling_leaves_out(c->job->rules, game->reason)) {
        c->counts->games_left_out++;
        return true;
    }
    if (!known_games_add(&c->known, game->id)) {
        c->counts->repeated++;
        return true;
    }
    int *ply = mem_alloc(((size_t)game->count + 1) * sizeof *ply);
    const int count = draw_plies(c->job->rules, game, ply, list_plies(c, game, ply));
    take_plies(c, game, ply, count);
    free(ply);
    return true;
}

static bool read_games(Collection *c, const char *path, Err *err) {
    const SourceOptions options = { .run = c->job->rules->run, .lenient = c->job->rules->lenient, .unfinished = true };
    const SourceVisitor visitor = { .context = c, .game = visit_game };
    return source_read(path, &options, &visitor, &c->counts->source, err);
}

/* Suites: each position is a game of its own. */

static bool read_suite(Collection *c, const char *path, Err *err) {
    Suite suite;
    if (!source_check(path, err) || !suite_load(path, &suite, err)) return false;
    c->counts->suites++;
    for (int i = 0; i < suite.count; i++) {
        const SuiteItem *item = &suite.item[i];
        char fen[FEN_SIZE];
        if (!item->bests) {
            c->counts->others++;
            continue;
        }
        Choice choice = { .pos = item->pos, .rights = item->bests, .game = word_identity(fen_text(&item->pos, fen)) };
        _Static_assert((int)CHOICE_RIGHT_MAX >= (int)SUITE_MOVES_MAX, "a suite's moves fit");
        memcpy(choice.right, item->best, (size_t)item->bests * sizeof *choice.right);
        c->counts->questions++;
        add_choice(c, &choice);
    }
    suite_free(&suite);
    return true;
}

static bool has_enough(const Collection *c, Err *err) {
    const CompareReport *n = c->counts;
    if (c->count) return true;
    return err_set(err, ERR_INPUT, "no move is left to compare of %" PRId64 " games (%" PRId64 " left out by reason, %" PRId64 " repeated; positions left out: %" PRId64
                   " in check, %" PRId64 " out of the scores' bounds, %" PRId64 " of other movers)%s", n->source.games, n->games_left_out, n->repeated,
                   n->in_check, n->extreme, n->other_movers, n->suites ? ", and no position of the suites names a best move (bm)" : "");
}

void *compare_extract_run(const CompareJob *job, const char *const *paths, int count, const TermTable *table, size_t *size, CompareReport *counts, Err *err) {
    const ExtractRules *rules = job->rules;
    *counts = (CompareReport){ 0 };
    Collection c = { .job = job, .counts = counts };
    bool good = true;
    for (int i = 0; good && i < count; i++) good = source_kind(paths[i]) == SOURCE_LINES ? read_suite(&c, paths[i], err) : read_games(&c, paths[i], err);
    void *image = NULL;
    if (good && has_enough(&c, err)) {
        const LeafRules leaves = { .weights = &job->variant->weights, .groups = job->variant->eval, .depth = rules->resolve == RESOLVE_OFF ? -1 : (int)rules->depth, .others = (int)rules->others,
                                   .threads = rules->jobs ? (int)rules->jobs : pool_cores(), .stop = job->stop };
        image = compare_build(c.choice, c.count, table, &leaves, size, &counts->choices, err);
    }
    known_games_free(&c.known);
    free(c.choice);
    return image;
}

void compare_extract_describe(const CompareReport *n, const CompareSet *set, Buf *out) {
    if (n->source.games)
        buf_addf(out, "%" PRId64 " games read, %" PRId64 " left out by the reason they ended, %" PRId64 " left out as repeated\n"
                 "%" PRId64 " moves allowed by the rules (left out: %" PRId64 " in check, %" PRId64 " by score, %" PRId64 " of other movers)\n", n->source.games,
                 n->games_left_out, n->repeated, n->eligible, n->in_check, n->extreme, n->other_movers);
    if (n->source.broken) buf_addf(out, "%" PRId64 " broken games passed over; the first: %s\n", n->source.broken, n->source.first_broken);
    if (n->suites) buf_addf(out, "%" PRId64 " positions of suites with best moves, %" PRId64 " that ask something else\n", n->questions, n->others);
    buf_addf(out, "%" PRId64 " decisions taken, of which %" PRId64 " were forced and %" PRId64 " are decided by a mate\n", n->chosen, n->choices.forced,
             n->choices.decided);
    buf_addf(out, "%" PRIu64 " positions of %" PRIu64 " games with %" PRIu64 " other moves, %.1f a position, %.0f bytes a position\n", set->positions, set->games,
             set->rows, (double)set->rows / (double)set->positions, (double)set->bytes / (double)set->positions);
}
