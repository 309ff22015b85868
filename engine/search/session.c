#include "engine/search/session.h"
#include <stdlib.h>
#include <string.h>
#include "engine/core/arena.h"
#include "engine/core/mono.h"
#include "engine/search/mcts.h"
#include "engine/search/prune.h"
#include "engine/search/search_internal.h"
#include "engine/xq/fen.h"
#include "engine/xq/notation.h"

enum { WAIT_NS = 1000000 };

struct Session {
    Search search;
};

/* The tree of Monte-Carlo tree search has what the options give the table, or half of it beside one; others have none. */
static size_t tree_bytes(const SearchOptions *options) {
    if (options->algorithm != ALGORITHM_MCTS) return 0;
    return (size_t)options->hash << (options->tt && !options->tt_bits ? 19 : 20);
}

/* A table and a tree as large as the options say, or none. */
static bool fit_memory(Search *s, Err *err) {
    const size_t bytes = tree_bytes(&s->variant.search);
    if (s->variant.search.tt && !tt_resize(&s->tt, tt_entries(&s->variant.search), err)) return false;
    if (bytes && !mcts_tree_resize(&s->tree, bytes, err)) return false;
    if (!s->variant.search.tt) tt_free(&s->tt);
    if (!bytes) mcts_tree_free(&s->tree);
    return true;
}

static bool same_memory(const SearchOptions *a, const SearchOptions *b) {
    return a->tt == b->tt && tt_entries(a) == tt_entries(b) && tree_bytes(a) == tree_bytes(b);
}

/* What follows from the options and weights, worked out once. */
static void resolve(Search *s) {
    const SearchOptions *const o = &s->variant.search;
    eval_prepare(&s->eval, &s->variant.weights, &s->variant.eval);
    if (o->algorithm == ALGORITHM_MCTS)
        eval_prepare(&s->prior_eval, s->variant.has_prior_weights ? &s->variant.prior_weights : &s->variant.weights,
                     &s->variant.eval);
    s->fail_soft = o->fail_soft || o->algorithm == ALGORITHM_MTDF;
    s->carry = o->iterative_deepening;
    s->wants_eval = o->razoring || o->reverse_futility || o->futility || o->lmr ||
                    (o->null_move && (o->null_move_eval || o->null_move_adaptive));
    s->prunes_moves = o->late_move_pruning || o->futility || o->see_pruning;
    rule_set_find(o->search_repetition == REPETITION_FULL ? "asian" : "simple", &s->rules);
    prune_init(s);
}

Session *session_new(const Variant *variant, Err *err) {
    Session *session = mem_zalloc(1, sizeof *session);
    Search *s = &session->search;
    Pos start;
    s->variant = *variant;
    resolve(s);
    if (!fit_memory(s, err) || !fen_parse(POS_START_FEN, &start, err)) {
        session_delete(session);
        return NULL;
    }
    game_init(&s->game, &start);
    return session;
}

void session_delete(Session *session) {
    if (!session) return;
    tt_free(&session->search.tt);
    mcts_tree_free(&session->search.tree);
    history_free(&session->search.history);
    game_free(&session->search.game);
    free(session);
}

const Variant *session_variant(const Session *session) {
    return &session->search.variant;
}
const Game *session_game(const Session *session) {
    return &session->search.game;
}

bool session_set(Session *session, const char *name, const char *text, Err *err) {
    Search *s = &session->search;
    const SearchOptions before = s->variant.search;
    Buf assignment = { 0 };
    buf_addf(&assignment, "%s=%s", name, text);
    const bool set = variant_set(&s->variant, buf_text(&assignment), err);
    buf_free(&assignment);
    if (!set) return false;
    resolve(s);
    if (same_memory(&before, &s->variant.search) || fit_memory(s, err)) return true;
    s->variant.search = before;
    resolve(s);
    return false;
}

void session_new_game(Session *session) {
    tt_new_game(&session->search.tt);
    history_new_game(&session->search.history);
}

/* How many of the moves the session's line already begins with. */
static int common_plies(const Game *game, const Pos *start, const Move *moves, int count) {
    if (memcmp(&game->start, start, sizeof *start)) return -1;
    int plies = 0;
    while (plies < count && plies < game->count && game->ply[plies].move == moves[plies]) plies++;
    return plies;
}

bool session_set_position(Session *session, const Pos *start, const Move *moves, int count, Err *err) {
    Game *game = &session->search.game;
    int plies = common_plies(game, start, moves, count);
    if (plies < 0) {
        game_reset(game, start);
        plies = 0;
    }
    while (game->count > plies) game_pop(game);
    for (; plies < count; plies++) {
        const Move mv = moves[plies];
        char text[MOVE_TEXT_SIZE];
        if (!pos_is_pseudo_legal(&game->pos, mv) || !pos_is_legal(&game->pos, mv))
            return err_set(err, ERR_INPUT, "move %d, %s, is not legal", plies + 1, move_coord(mv, false, text));
        game_push(game, mv);
    }
    return true;
}

bool session_probe(const Session *session, const Pos *pos, TableEntry *out) {
    TTHit hit;
    if (!session->search.variant.search.tt || !tt_probe(&session->search.tt, pos->key, &hit)) return false;
    /* Another position of the same key, however unlikely, may have left a move that isn't one here. */
    if (hit.move != MOVE_NONE && (!pos_is_pseudo_legal(pos, hit.move) || !pos_is_legal(pos, hit.move)))
        hit.move = MOVE_NONE;
    *out = (TableEntry){ .move = hit.move, .bound = hit.bound, .score = hit.score, .depth = hit.depth };
    return true;
}

/* A search that may not answer before it is told to: infinite, or its opponent still thinks. */
static void wait_for_word(Search *s) {
    while ((s->limits->infinite || s->limits->ponder) && !atomic_load_explicit(&s->stop_asked, memory_order_acquire)) {
        if (!s->limits->infinite && atomic_load_explicit(&s->ponder_hit, memory_order_acquire)) break;
        mono_sleep_ns(WAIT_NS);
    }
}

/* The moves that led to the root (as men that stand where they went), for orderings that look back; killers of the last
 * search mean nothing here. */
static void prepare_frames(Search *s) {
    for (int ply = 0; ply <= MAX_PLY; ply++) {
        Frame *f = search_frame(s, ply);
        f->killer[0] = f->killer[1] = f->excluded = MOVE_NONE;
    }
    for (int back = 1; back <= PLIES_BEFORE; back++) {
        const bool known = s->game.count >= back;
        const int to = known ? mv_to(s->game.ply[s->game.count - back].move) : 0;
        search_frame(s, -back)->eval = EVAL_NONE;
        search_frame(s, -back)->moved = known ? piece_square(s->game.pos.board[to], to) : NOTHING_MOVED;
    }
}

static void start(Search *s, const SearchLimits *limits, const Listener *listener) {
    const SearchOptions *const o = &s->variant.search;
    s->limits = limits;
    s->listener = listener;
    s->start_ns = mono_ns();
    s->counters = (Counters){ 0 };
    s->seldepth = 0;
    s->saved_nodes = 0;
    s->stopped = false;
    s->next_poll = 0;
    s->no_null_ply = -1;
    s->root_ply = s->game.count;
    game_reserve(&s->game, MAX_PLY + 2);
    if (o->tt) tt_new_search(&s->tt, (Replacement)o->tt_replacement);
    history_new_search(&s->history, o);
    prepare_frames(s);
    deadline_start(s);
}

void session_forget_stop(Session *session) {
    atomic_store_explicit(&session->search.stop_asked, false, memory_order_release);
    atomic_store_explicit(&session->search.ponder_hit, false, memory_order_release);
}

void session_go(Session *session, const SearchLimits *limits, const Listener *listener, SearchResult *result) {
    Search *s = &session->search;
    memset(result, 0, offsetof(SearchResult, pv));
    result->pv_len = 0;
    start(s, limits, listener);
    search_prepare_root(s);
    if (s->root_count) {
        if (OPTIONS(s)->algorithm == ALGORITHM_MCTS) mcts_search(s, result);
        else search_iterate(s, result);
    } else {
        result->score = -SCORE_MATE;
        result->bound = BOUND_EXACT;
    }
    wait_for_word(s);
    result->counters = s->counters;
    result->time_ns = mono_ns() - s->start_ns;
    session_forget_stop(session);
}

void session_stop(Session *session) {
    atomic_store_explicit(&session->search.stop_asked, true, memory_order_release);
}
void session_ponderhit(Session *session) {
    atomic_store_explicit(&session->search.ponder_hit, true, memory_order_release);
}
