#include "tuner/data/extract.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include "engine/core/rng.h"
#include "engine/search/session.h"
#include "engine/xq/fen.h"
#include "tuner/data/leaf.h"
#include "tuner/data/sampling.h"

static const char *const resolve_names[] = { "off", "quiet", "leaf", "pv", NULL };
static const char *const mover_names[] = { [MOVERS_BOTH] = "both", [MOVERS_WINNER] = "winner", NULL };

#define FIELD(name_, kind_) .name = #name_, .kind = kind_, .offset = offsetof(ExtractRules, name_)
static const OptRow rows[] = {
    { FIELD(out, OPT_TEXT), .argument = "FILE", .help = "the traces", .group = "Files" },
    { FIELD(samples, OPT_TEXT), .argument = "FILE", .help = "also the positions themselves, a line each; extract reads them again when the terms have changed" },
    { FIELD(variant, OPT_TEXT), .argument = "V", .help = "whose evaluation is traced; without it the default engine" },
    { FIELD(weights, OPT_TEXT), .argument = "FILE", .help = "its weights: they decide where captures end, and fits start there" },
    { FIELD(skip_plies, OPT_INT), .initial = "8", .max = 1000, .group = "Which positions",
      .help = "leave out the first plies of a game, and its opening" },
    { FIELD(per_game, OPT_INT), .initial = "16", .max = 10000, .help = "at most so many positions a game, chosen at random; 0: all" },
    { FIELD(resolve, OPT_CHOICE), .initial = "leaf", .choices = resolve_names,
      .help = "take the position as it stands (off), only if no capture changes its value (quiet), the end of its captures (leaf), the end of a search's line (pv)" },
    { FIELD(pv_depth, OPT_INT), .initial = "3", .min = 1, .max = 30, .help = "depth of that search" },
    { FIELD(in_check, OPT_BOOL), .initial = "false", .help = "also positions in check" },
    { FIELD(min_score, OPT_INT), .max = 30000, .help = "leave out positions whose recorded score is smaller either way" },
    { FIELD(max_score, OPT_INT), .initial = "3000", .max = 30000, .help = "leave out positions whose recorded score is larger either way" },
    { FIELD(without, OPT_LIST), .argument = "REASON", .help = "leave out games that ended for this reason; players' faults are always left out" },
    { FIELD(run, OPT_INT), .max = 1e15, .argument = "N", .help = "of a database, only the match run of this number (xqbench report lists them); 0: all" },
    { FIELD(seed, OPT_INT), .initial = "1", .max = 1e15, .help = "of the choice of positions" },
    { FIELD(lenient, OPT_BOOL), .help = "pass over broken lines and games instead of stopping at the first" },
    { FIELD(check_trace, OPT_BOOL), .help = "see that each trace times the weights is the evaluation, mirrored and with the colours exchanged too" },
    { FIELD(compare, OPT_BOOL), .help = "compare the move played with the others, for fits with loss: compare; results don't matter then, and lines of EPD name "
      "the best moves (bm) instead", .group = "Comparisons" },
    { FIELD(movers, OPT_CHOICE), .initial = "both", .choices = mover_names, .requires = "compare", .help = "whose moves" },
    { FIELD(player, OPT_TEXT), .argument = "NAME", .requires = "compare", .help = "only this player's moves" },
    { FIELD(depth, OPT_INT), .max = 6, .requires = "compare", .help = "plies that are searched behind each move before captures are played out" },
    { FIELD(others, OPT_INT), .max = 200, .requires = "compare", .help = "compare with so many other moves, the best ones; 0: with all" },
    { FIELD(jobs, OPT_INT), .max = 1024, .help = "threads that look for leaves; 0: as many as there are cores. Files don't depend on it" },
};
#undef FIELD
const OptTable extract_options = { "extract", rows, sizeof rows / sizeof rows[0] };

enum { PROGRESS_GAMES = 64 };

typedef struct {
    const ExtractJob *job;
    ExtractCounts *counts;
    EvalTables tables;
    Session *session;        /* RESOLVE_PV */
    TraceBuilder *builder;
    Buf line;
    int32_t *count;          /* of the terms of one position */
    uint64_t games;
    KnownGames known;
} Extraction;

bool extract_check(const ExtractRules *rules, Err *err) {
    for (int i = 0; i < rules->without.count; i++)
        if (reason_find(rules->without.item[i]) == REASON_COUNT) {
            const char *near = text_nearest(reason_names, rules->without.item[i]);
            return err_set(err, ERR_USAGE, "without: '%s' is no reason why games end%s%s%s", rules->without.item[i], near ? "; is '" : "", near ? near : "",
                           near ? "' meant?" : "");
        }
    return rules->min_score <= rules->max_score || err_set(err, ERR_USAGE, "min_score is above max_score: nothing would be left");
}

/* The trace is made by code of its own, which must count all that the evaluation counts. */
static bool check_trace(const Extraction *e, const Pos *pos, Err *err) {
    const Variant *variant = e->job->variant;
    Pos form[4] = { *pos };
    pos_mirror(&form[0], &form[1]);
    pos_flip(&form[0], &form[2]);
    pos_mirror(&form[2], &form[3]);
    const int first = eval_with(&e->tables, pos);
    for (int i = 0; i < 4; i++) {
        Trace trace;
        eval_trace(&form[i], &variant->eval, &trace);
        const int red = trace_value(&trace, &variant->weights, eval_phase(&form[i])), own = form[i].side == RED ? red : -red;
        if (own == first && eval_with(&e->tables, &form[i]) == first) continue;
        char fen[FEN_SIZE];
        return err_set(err, ERR_INPUT, "%s: its trace times the weights is %d, its evaluation %d, that of the same position seen otherwise %d: one of them is wrong",
                       fen_text(&form[i], fen), own, eval_with(&e->tables, &form[i]), first);
    }
    return true;
}

/* One sample more: its trace, and its line. */
static bool take(Extraction *e, const Sample *sample, Err *err) {
    Trace trace;
    if (e->job->rules->check_trace && !check_trace(e, &sample->pos, err)) return false;
    eval_trace(&sample->pos, &e->job->variant->eval, &trace);
    for (int i = 0; i < WEIGHT_COUNT; i++) e->count[i] = trace.flat[i];
    const TraceFacts facts = { .phase = eval_phase(&sample->pos), .game = sample->game, .half_points = sample->half_points, .score = sample->score };
    if (!trace_builder_add(e->builder, &facts, e->count, err)) return false;
    e->counts->samples++;
    e->counts->results[sample->half_points]++;
    e->counts->scored += sample->score != SAMPLE_NO_SCORE;
    if (!e->job->samples) return true;
    buf_clear(&e->line);
    sample_print(sample, &e->line);
    return draft_add(e->job->samples, e->line.text, e->line.len, err);
}

/* The position at the end of the line that a search expects, brought to rest. */
static bool follow_pv(Extraction *e, Pos *pos, Err *err) {
    static const Listener nobody = { .context = NULL };
    const SearchLimits limits = { .depth = (int)e->job->rules->pv_depth };
    SearchResult result;
    session_new_game(e->session);
    if (!session_set_position(e->session, pos, NULL, 0, err)) return false;
    session_go(e->session, &limits, &nobody, &result);
    for (int i = 0; i < result.pv_len; i++) {
        Undo undo;
        if (!pos_is_pseudo_legal(pos, result.pv[i]) || !pos_is_legal(pos, result.pv[i])) break;
        pos_make(pos, result.pv[i], &undo);
    }
    return true;
}

/* Bring the sample's position to rest; *good is false when it can't be. */
static bool resolve(Extraction *e, Sample *sample, bool *good, Err *err) {
    const int how = e->job->rules->resolve;
    Pos leaf;
    *good = true;
    if (how == RESOLVE_OFF) return true;
    if (how == RESOLVE_PV) {
        if (!follow_pv(e, &sample->pos, err)) return false;
        sample->flags |= SAMPLE_LEAF;
    }
    if (pos_in_check(&sample->pos, sample->pos.side)) {
        *good = how == RESOLVE_QUIET; /* only asked for with in_check; a leaf in check has no value at rest */
        return true;
    }
    const int value = leaf_find(&e->tables, &sample->pos, &leaf);
    if (how == RESOLVE_QUIET) {
        *good = value == eval_with(&e->tables, &sample->pos);
        return true;
    }
    *good = !pos_in_check(&leaf, leaf.side);
    sample->flags |= SAMPLE_LEAF;
    sample->pos = leaf;
    return true;
}

/* What the walk over a game finds at one ply. */
typedef struct { Pos pos; int ply; unsigned flags; SourceScore score; } Candidate;

/* Every position of the game that the rules allow. */
static int list_candidates(Extraction *e, const SourceGame *game, Candidate *out) {
    const ExtractRules *rules = e->job->rules;
    const int first = sampling_first_ply(rules, game);
    Pos pos = game->start;
    unsigned after = 0;
    int count = 0;
    for (int ply = 0; ply <= game->count; ply++) {
        const bool last = ply == game->count; /* nobody moved from there; a game of no moves is one position */
        const SourceScore score = game->count == 0 ? game->alone : last || !game->score ? (SourceScore){ .score = SAMPLE_NO_SCORE } : game->score[ply];
        if (ply >= first && (!last || !game->count)) {
            const bool check = pos_in_check(&pos, pos.side);
            if (check && !rules->in_check) e->counts->in_check++;
            else if (!sampling_wants_score(rules, score.score)) e->counts->extreme++;
            else out[count++] = (Candidate){ pos, ply, after | (check ? SAMPLE_IN_CHECK : 0u), score };
        }
        if (last) break;
        Undo undo;
        pos_make(&pos, game->move[ply], &undo);
        after = undo.captured != MAN_NONE ? SAMPLE_AFTER_CAPTURE : 0;
    }
    e->counts->eligible += count;
    return count;
}

static Sample make_sample(const SourceGame *game, const Candidate *from) {
    Sample sample = { .pos = from->pos, .half_points = game->half_points, .score = from->score.score, .depth = from->score.depth, .game = game->id,
                      .ply = from->ply, .reason = game->reason, .opening = game->opening, .flags = from->flags };
    const char *player = game->player[from->pos.side];
    strncpy(sample.player, player && *player ? player : "-", sizeof sample.player - 1);
    return sample;
}

static bool visit_game(void *context, const SourceGame *game, Err *err) {
    Extraction *e = context;
    if (e->job->stop && atomic_load(e->job->stop)) return err_set(err, ERR_INTERRUPTED, "extraction was interrupted; nothing was written");
    if (e->job->progress && ++e->games % PROGRESS_GAMES == 0) e->job->progress(e->job->context, e->counts);
    if (sampling_leaves_out(e->job->rules, game->reason)) {
        e->counts->games_left_out++;
        return true;
    }
    if (game->count && !known_games_add(&e->known, game->id)) {
        e->counts->repeated++;
        return true;
    }
    Candidate *candidate = mem_alloc(((size_t)game->count + 1) * sizeof *candidate);
    const int count = list_candidates(e, game, candidate);
    uint32_t *order = mem_alloc(((size_t)count + 1) * sizeof *order);
    rng_shuffle((uint64_t)e->job->rules->seed, game->id, order, (uint32_t)count);
    const int64_t most = e->job->rules->per_game ? e->job->rules->per_game : count;
    bool good = true;
    for (int i = 0, taken = 0; good && i < count && taken < most; i++) {
        Sample sample = make_sample(game, &candidate[order[i]]);
        bool rests;
        good = resolve(e, &sample, &rests, err);
        if (good && !rests) e->counts->restless++;
        else if (good) taken += good = take(e, &sample, err);
    }
    free(order);
    free(candidate);
    return good;
}

/* Samples were chosen and brought to rest when they were made; only the filters of games and scores are asked again. */
static bool visit_sample(void *context, const Sample *sample, Err *err) {
    Extraction *e = context;
    if (sampling_leaves_out(e->job->rules, sample->reason) || !sampling_wants_score(e->job->rules, sample->score)) {
        e->counts->extreme++;
        return true;
    }
    e->counts->eligible++;
    return take(e, sample, err);
}

static bool begin(Extraction *e, Err *err) {
    const ExtractJob *job = e->job;
    eval_prepare(&e->tables, &job->variant->weights, &job->variant->eval);
    if (job->rules->resolve == RESOLVE_PV && !(e->session = session_new(job->variant, err))) return false;
    return !job->samples || draft_add(job->samples, sample_heading, strlen(sample_heading), err);
}

static bool has_enough(const ExtractCounts *counts, Err *err) {
    if (counts->samples) return true;
    if (counts->source.lines && !counts->source.games)
        return err_set(err, ERR_INPUT, "no position is left of %" PRId64 " that were read (%" PRId64 " in check, %" PRId64 " restless, %" PRId64 " out of the scores' bounds)",
                       counts->source.lines, counts->in_check, counts->restless, counts->extreme);
    return err_set(err, ERR_INPUT, "no position is left of %" PRId64 " games (%" PRId64 " without result, %" PRId64 " left out by reason, %" PRId64 " repeated; %" PRId64
                   " positions in check, %" PRId64 " restless, %" PRId64 " out of the scores' bounds)",
                   counts->source.games, counts->source.unfinished, counts->games_left_out, counts->repeated, counts->in_check, counts->restless, counts->extreme);
}

void *extract_run(const ExtractJob *job, const char *const *paths, int count, const TermTable *table, size_t *size, ExtractCounts *counts, Err *err) {
    *counts = (ExtractCounts){ 0 };
    Extraction e = { .job = job, .counts = counts, .builder = trace_builder_new(table, true), .count = mem_zalloc(WEIGHT_COUNT, sizeof *e.count) };
    const SourceOptions options = { .run = job->rules->run, .lenient = job->rules->lenient };
    const SourceVisitor visitor = { .context = &e, .game = visit_game, .sample = visit_sample };
    bool good = begin(&e, err);
    for (int i = 0; good && i < count; i++) good = source_read(paths[i], &options, &visitor, &counts->source, err);
    good = good && has_enough(counts, err);
    void *image = NULL;
    if (good) image = trace_builder_finish(e.builder, size);
    else trace_builder_delete(e.builder);
    session_delete(e.session);
    buf_free(&e.line);
    known_games_free(&e.known);
    free(e.count);
    return image;
}
