/* The tree of positions grows level by level. Every node keeps a random order of its moves and how many of them it
 * has tried; a round lets each level try some more, scores the new positions on all workers and takes them in in
 * their order. What is known after a round depends on nothing else. */
#include "bench/match/generate.h"
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include "engine/core/arena.h"
#include "engine/core/pool.h"
#include "engine/core/rng.h"
#include "engine/xq/fen.h"
#include "engine/xq/gen.h"

/* How far from level the way to a position may lead, whatever bounds are asked for. */
enum { WAY_SLACK = 60, PLIES_MAX = 60, BATCH_MIN = 256, SCORE_MISSING = INT_MIN };

typedef struct { Pos pos; uint64_t stream; int tried; } Node;
typedef struct { Node *node; size_t count, cap; } Level;
typedef struct { Pos pos; int score; /* Red's view, or SCORE_MISSING */ } Candidate;
typedef struct { char *line; } Found;

/* Keys of positions seen, each once for itself and its mirror image. Open addressing; a key is never 0 in practice. */
typedef struct { uint64_t *slot; size_t count, mask; } KeySet;

typedef struct {
    const GenerateSpec *spec;
    const GenerateListener *listener;
    Player **player; /* by worker */
    Limit limit;
    Level level[PLIES_MAX + 1];
    KeySet seen;
    Candidate *candidate; /* of the batch */
    size_t candidates, candidate_cap;
    Found *found;
    size_t found_count, found_cap;
    int64_t searched;
} Maker;

static uint64_t *find_slot(const KeySet *set, uint64_t key) {
    size_t at = key & set->mask;
    while (set->slot[at] && set->slot[at] != key) at = (at + 1) & set->mask;
    return &set->slot[at];
}

/* Add a key; false when it was there. */
static bool add_key(KeySet *set, uint64_t key) {
    if (2 * set->count >= set->mask) {
        KeySet larger = { .count = set->count, .mask = set->mask ? set->mask * 2 + 1 : 4095 };
        larger.slot = mem_zalloc(larger.mask + 1, sizeof *larger.slot);
        for (size_t i = 0; set->slot && i <= set->mask; i++)
            if (set->slot[i]) *find_slot(&larger, set->slot[i]) = set->slot[i];
        free(set->slot);
        *set = larger;
    }
    uint64_t *slot = find_slot(set, key);
    if (*slot) return false;
    *slot = key;
    set->count++;
    return true;
}

static bool is_new(Maker *maker, const Pos *pos) {
    Pos mirror;
    pos_mirror(pos, &mirror);
    return add_key(&maker->seen, pos->key < mirror.key ? pos->key : mirror.key);
}

static void add_node(Level *level, const Pos *pos, uint64_t stream) {
    if (level->count == level->cap) {
        level->cap = level->cap ? level->cap * 2 : 64;
        level->node = mem_realloc(level->node, level->cap * sizeof *level->node);
    }
    level->node[level->count++] = (Node){ .pos = *pos, .stream = stream };
}

static void add_candidate(Maker *maker, const Pos *pos) {
    if (maker->candidates == maker->candidate_cap) {
        maker->candidate_cap = maker->candidate_cap ? maker->candidate_cap * 2 : 1024;
        maker->candidate = mem_realloc(maker->candidate, maker->candidate_cap * sizeof *maker->candidate);
    }
    maker->candidate[maker->candidates++] = (Candidate){ .pos = *pos, .score = SCORE_MISSING };
}

/* Let a node try up to `moves` of its moves that it has not tried yet. */
static void try_moves(Maker *maker, Node *node, int moves) {
    MoveList list;
    uint32_t order[MOVES_MAX];
    gen_legal(&node->pos, &list);
    rng_shuffle((uint64_t)maker->spec->seed, node->stream, order, (uint32_t)list.count);
    for (; moves && node->tried < list.count; node->tried++) {
        Pos pos = node->pos;
        Undo undo;
        pos_make(&pos, list.move[order[node->tried]], &undo);
        if (pos_in_check(&pos, pos.side) || !is_new(maker, &pos)) continue;
        add_candidate(maker, &pos);
        moves--;
    }
}

/* Fill the batch from a level: about `wanted` candidates, every node its share. */
static void choose_candidates(Maker *maker, Level *level, size_t wanted) {
    maker->candidates = 0;
    const size_t share = level->count ? (wanted + level->count - 1) / level->count : 0;
    for (size_t i = 0; i < level->count && maker->candidates < wanted; i++)
        try_moves(maker, &level->node[i], share < MOVES_MAX ? (int)share : MOVES_MAX);
}

static void score_candidate(void *context, int worker, int job) {
    Maker *maker = context;
    Player *player = maker->player[worker];
    Candidate *candidate = &maker->candidate[job];
    Game game;
    Answer answer;
    game_init(&game, &candidate->pos);
    if (player->kind->new_game(player, NULL)) {
        player->kind->go(player, &game, &maker->limit, &(ClockState){ 0 }, &answer);
        if (answer.fault == FAULT_NONE && answer.bound == SCORE_EXACT)
            candidate->score = candidate->pos.side == RED ? answer.score : -answer.score;
    }
    game_free(&game);
}

static void add_found(Maker *maker, const Pos *pos) {
    if (maker->found_count == maker->found_cap) {
        maker->found_cap = maker->found_cap ? maker->found_cap * 2 : 1024;
        maker->found = mem_realloc(maker->found, maker->found_cap * sizeof *maker->found);
    }
    char fen[FEN_SIZE];
    fen_text(pos, fen);
    *strchr(strchr(fen, ' ') + 1, ' ') = 0; /* placement and side; the counters begin anew */
    maker->found[maker->found_count++].line = mem_strdup(fen);
}

/* Take the scored batch in, in its order: what may be passed through, and what is wanted. */
static void take_candidates(Maker *maker, int plies) {
    const GenerateSpec *spec = maker->spec;
    const int64_t way_low = spec->low < -WAY_SLACK ? spec->low : -WAY_SLACK;
    const int64_t way_high = spec->high > WAY_SLACK ? spec->high : WAY_SLACK;
    for (size_t i = 0; i < maker->candidates; i++) {
        const Candidate *candidate = &maker->candidate[i];
        const int score = candidate->score;
        if (score == SCORE_MISSING || score < way_low || score > way_high) continue;
        add_node(&maker->level[plies], &candidate->pos, (uint64_t)plies << 40 | maker->level[plies].count);
        if (plies >= spec->plies_min && score >= spec->low && score <= spec->high) add_found(maker, &candidate->pos);
    }
}

/* One round over all levels. False with *err when stopped; *grown says whether anything new was tried. */
static bool grow(Maker *maker, size_t batch, bool *grown, Err *err) {
    const GenerateSpec *spec = maker->spec;
    *grown = false;
    for (int plies = 1; plies <= (int)spec->plies_max; plies++) {
        choose_candidates(maker, &maker->level[plies - 1], batch);
        if (!pool_run((int)spec->jobs, (int)maker->candidates, score_candidate, maker, maker->listener->stop, err))
            return false;
        if (maker->listener->stop && atomic_load(maker->listener->stop))
            return err_set(err, ERR_INTERRUPTED, "interrupted; nothing was written");
        take_candidates(maker, plies);
        *grown |= maker->candidates > 0;
        maker->searched += (int64_t)maker->candidates;
        if (maker->listener->progress)
            maker->listener->progress(maker->listener->context, (int64_t)maker->found_count, maker->searched);
    }
    return true;
}

/* Rounds until there is enough. A batch is made for half of the positions to be taken. */
static bool grow_enough(Maker *maker, Err *err) {
    const GenerateSpec *spec = maker->spec;
    const size_t wanted = (size_t)spec->count, levels = (size_t)(spec->plies_max - spec->plies_min + 1);
    for (bool grown = true; maker->found_count < wanted;) {
        if (!grown)
            return err_set(err, ERR_INPUT,
                           "only %zu of %" PRId64 " positions lie within these plies and scores; widen them",
                           maker->found_count, spec->count);
        if (!grow(maker, BATCH_MIN + 2 * (wanted - maker->found_count) / levels, &grown, err)) return false;
    }
    return true;
}

static int compare_lines(const void *a, const void *b) {
    return strcmp(((const Found *)a)->line, ((const Found *)b)->line);
}

/* The wanted number, chosen by the seed from all that was found, so that no level is cut off; sorted, since that packs
 * well and whoever plays them shuffles. */
static void write_lines(Maker *maker, Buf *out) {
    const uint32_t total = (uint32_t)maker->found_count, wanted = (uint32_t)maker->spec->count;
    uint32_t *order = mem_alloc(total * sizeof *order);
    Found *chosen = mem_alloc(wanted * sizeof *chosen);
    rng_shuffle((uint64_t)maker->spec->seed, 0, order, total);
    for (uint32_t i = 0; i < wanted; i++) chosen[i] = maker->found[order[i]];
    qsort(chosen, wanted, sizeof *chosen, compare_lines);
    for (uint32_t i = 0; i < wanted; i++) buf_addf(out, "%s\n", chosen[i].line);
    free(chosen);
    free(order);
}

static bool check_spec(const GenerateSpec *spec, Err *err) {
    if (spec->count < 1 || spec->count > INT32_MAX)
        return err_set(err, ERR_INPUT, "a suite needs at least one position");
    if (spec->plies_min < 1 || spec->plies_max > PLIES_MAX || spec->plies_min > spec->plies_max)
        return err_set(err, ERR_INPUT, "plies %" PRId64 "-%" PRId64 " are not a range within 1-%d", spec->plies_min,
                       spec->plies_max, PLIES_MAX);
    if (spec->low > spec->high)
        return err_set(err, ERR_INPUT, "no score lies between %" PRId64 " and %" PRId64, spec->low, spec->high);
    return true;
}

static bool start_players(Maker *maker, const PlayerSpec *judge, Err *err) {
    maker->player = mem_zalloc((size_t)maker->spec->jobs, sizeof *maker->player);
    for (int64_t i = 0; i < maker->spec->jobs; i++)
        if (!(maker->player[i] = player_new(judge, err))) return false;
    return true;
}

static void free_maker(Maker *maker) {
    for (int64_t i = 0; maker->player && i < maker->spec->jobs; i++) player_delete(maker->player[i]);
    for (int i = 0; i <= PLIES_MAX; i++) free(maker->level[i].node);
    for (size_t i = 0; i < maker->found_count; i++) free(maker->found[i].line);
    free(maker->found);
    free(maker->player);
    free(maker->candidate);
    free(maker->seen.slot);
    free(maker);
}

bool openings_generate(const GenerateSpec *spec, const PlayerSpec *judge, const GenerateListener *listener, Buf *out,
                       Err *err) {
    Pos start;
    if (!check_spec(spec, err) || !fen_parse(POS_START_FEN, &start, err)) return false;
    Maker *maker = mem_zalloc(1, sizeof *maker);
    maker->spec = spec;
    maker->listener = listener;
    maker->limit.nodes = (uint64_t)spec->nodes;
    is_new(maker, &start);
    add_node(&maker->level[0], &start, 1);
    const bool good = start_players(maker, judge, err) && grow_enough(maker, err);
    if (good) write_lines(maker, out);
    free_maker(maker);
    return good;
}
