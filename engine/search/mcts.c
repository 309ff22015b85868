#include "engine/search/mcts.h"
#include <string.h>
#include "engine/core/mono.h"
#include "engine/search/order.h"
#include "engine/xq/pins.h"

enum {
    LOOK_AT_CLOCK = 64, /* simulations between two looks at the clock of the game */
    VISITS_REPORTED = 5,
    FIRST_REPORT = 32,  /* no report of a change before: at first every simulation brings one */
};

/* A search while it runs. */
typedef struct {
    Search *s;
    MctsTree *tree;
    MctsRule rule;
    uint64_t simulations, reported, next_report;
    int depth;     /* doublings completed */
    int unchanged; /* of them, since the best move changed */
    Move best;     /* as last reported */
    uint32_t path[MAX_PLY];
} Mcts;

static MctsNode *node_at(const Mcts *m, int ply) {
    return &m->tree->node[m->path[ply]];
}

/* The moves that give check, in the order of their codes, which no generator decides. */
static void list_checks(const Pos *pos, const MoveList *moves, MoveList *out) {
    out->count = 0;
    for (int i = 0; i < moves->count; i++) {
        const Move mv = moves->move[i];
        if (!pos_gives_check(pos, mv)) continue;
        int at = out->count++;
        for (; at > 0 && out->move[at - 1] > mv; at--) out->move[at] = out->move[at - 1];
        out->move[at] = mv;
    }
}

/* A move that mates at once needs no other beside it (decisive moves: Teytaud and Teytaud 2010): it becomes the node's
 * only one, and the node is proven. False when there is none, or the search was stopped. */
static bool find_mate(Mcts *m, int ply, const MoveList *moves) {
    MoveList checks;
    static const MctsRule rule = { .first = true };
    Search *s = m->s;
    bool mate = false;
    list_checks(&s->game.pos, moves, &checks);
    for (int i = 0; i < checks.count && !mate; i++) {
        const Move mv = checks.move[i];
        if (search_poll(s)) return false;
        search_make(s, ply, mv);
        mate = !gen_any_legal(&s->game.pos);
        search_unmake(s);
        if (!mate) continue;
        MctsEdge *edge = mcts_tree_expand(m->tree, m->path[ply], 1);
        if (!edge) return false;
        *edge = (MctsEdge){ .move = mv, .prior = MCTS_PRIOR_ONE };
        const uint32_t child = mcts_tree_select(m->tree, &rule, m->path[ply]);
        if (child == MCTS_NONE) return false;
        m->tree->node[child].proven = (int16_t)(ply + 1 - SCORE_MATE);
        mcts_tree_visit(m->tree, child, 1);
        mcts_tree_prove(m->tree, m->path[ply]);
        s->counters.proofs += 2;
    }
    return mate;
}

/* Has the node moves to choose from? It gets them at its second visit, since most are never visited again. */
static bool has_moves(Mcts *m, int ply) {
    Search *s = m->s;
    MctsEdge edges[MOVES_MAX];
    MoveList list = { .count = 0 };
    if (node_at(m, ply)->edges) return true;
    if (m->tree->full || (!node_at(m, ply)->visits && ply > 0)) return false;
    if (ply > 0) gen_legal_by((MoveGen)OPTIONS(s)->movegen, &s->game.pos, &list);
    else
        for (; list.count < s->root_count; list.count++) list.move[list.count] = s->root[list.count].move;
    if (OPTIONS(s)->mcts_decisive && find_mate(m, ply, &list)) return false;
    if (s->stopped || !mcts_prior(s, ply, &list, edges)) return false;
    MctsEdge *room = mcts_tree_expand(m->tree, m->path[ply], list.count);
    if (!room) return false;
    memcpy(room, edges, (size_t)list.count * sizeof *edges);
    s->counters.expansions++;
    return true;
}

/* A position reached for the first time may be the end of the game. */
static void judge(Mcts *m, int ply) {
    Search *s = m->s;
    int score = 0;
    if (!search_decided(s, ply, &score)) {
        if (gen_any_legal(&s->game.pos)) return;
        score = ply - SCORE_MATE;
    }
    node_at(m, ply)->proven = (int16_t)score;
    s->counters.proofs++;
}

/* From the root to a leaf. Returns its ply. */
static int descend(Mcts *m) {
    Search *s = m->s;
    int ply = 0;
    m->path[0] = MCTS_ROOT;
    while (node_at(m, ply)->proven == MCTS_UNPROVEN && ply < MAX_PLY - 1 && has_moves(m, ply)) {
        const uint32_t child = mcts_tree_select(m->tree, &m->rule, m->path[ply]);
        if (child == MCTS_NONE || search_poll(s)) break;
        search_make(s, ply, m->tree->node[child].move);
        m->path[++ply] = child;
        if (!m->tree->node[child].visits) judge(m, ply);
    }
    if (ply > s->seldepth) s->seldepth = ply;
    return ply;
}

/* What the tree learns of a move, for the priors of others like it: by how much it did better than its position. The
 * game stands before the move. */
static void learn(Mcts *m, int ply, double gain) {
    enum { MOST = 1024 };
    Search *s = m->s;
    const SearchOptions *const o = OPTIONS(s);
    const Move mv = node_at(m, ply + 1)->move;
    if (!order_by_history(o, &s->game.pos, mv)) return;
    history_add(&s->history, o, history_index(o, s->game.pos.board[mv_from(mv)], mv), (int)(gain * MOST));
}

/* Back to the root with the value of the leaf for the side to move there; proofs go up as far as they reach. */
static void back_up(Mcts *m, int ply, double value) {
    Search *s = m->s;
    const SearchOptions *const o = OPTIONS(s);
    const bool learns = o->mcts_prior == PRIOR_ORDERING && o->history != HISTORY_OFF;
    bool proven = node_at(m, ply)->proven != MCTS_UNPROVEN;
    for (;; ply--) {
        MctsNode *node = node_at(m, ply);
        if (proven && node->proven == MCTS_UNPROVEN) {
            proven = mcts_tree_prove(m->tree, m->path[ply]);
            if (proven) {
                s->counters.proofs++;
                value = mcts_value_of_score(s, node->proven);
            }
        }
        mcts_tree_visit(m->tree, m->path[ply], 1 - value);
        if (!ply) return;
        search_unmake(s);
        if (learns) learn(m, ply - 1, 1 - value - (1 - mcts_tree_mean(m->tree, m->path[ply - 1])));
        value = 1 - value;
    }
}

/* One simulation; one that a limit breaks off leaves no trace in the statistics. */
static void simulate(Mcts *m) {
    Search *s = m->s;
    int ply = descend(m);
    const MctsNode *leaf = node_at(m, ply);
    double value = 0;
    if (leaf->proven != MCTS_UNPROVEN) value = mcts_value_of_score(s, leaf->proven);
    else if (!s->stopped) value = mcts_value(s, ply, m->simulations);
    if (s->stopped) {
        for (; ply > 0; ply--) search_unmake(s);
        return;
    }
    back_up(m, ply, value);
    m->simulations++;
    s->counters.simulations++;
}

static int score_of(const Mcts *m, uint32_t child) {
    const int proven = m->tree->node[child].proven;
    return proven != MCTS_UNPROVEN ? -proven : mcts_score_of_value(m->s, mcts_tree_mean(m->tree, child));
}

/* The line of most visits, from the root's best move on. */
static void find_line(Mcts *m) {
    Search *s = m->s;
    uint32_t at = mcts_tree_best(m->tree, MCTS_ROOT);
    if (at == MCTS_NONE) return;
    const MctsNode *root = &m->tree->node[MCTS_ROOT];
    s->best = m->tree->node[at].move;
    s->best_bound = BOUND_EXACT;
    s->best_score = root->proven != MCTS_UNPROVEN ? root->proven : score_of(m, at);
    s->best_pv_len = 0;
    for (; at != MCTS_NONE && s->best_pv_len < MAX_PLY; at = mcts_tree_best(m->tree, at))
        s->best_pv[s->best_pv_len++] = m->tree->node[at].move;
}

/* The root moves by visits, as many as there is room for. */
static int list_visits(const Mcts *m, VisitedMove *list, int room) {
    int count = 0;
    for (uint32_t at = m->tree->node[MCTS_ROOT].child; at != MCTS_NONE; at = m->tree->node[at].next) {
        const uint32_t visits = m->tree->node[at].visits;
        int place = count < room ? count++ : room;
        for (; place > 0 && list[place - 1].visits <= visits; place--)
            if (place < room) list[place] = list[place - 1];
        if (place < room)
            list[place] = (VisitedMove){ .move = m->tree->node[at].move, .visits = visits, .score = score_of(m, at) };
    }
    return count;
}

static void report(Mcts *m) {
    Search *s = m->s;
    find_line(m);
    if (m->reported == m->simulations) return;
    m->reported = m->simulations;
    if (!s->listener || !s->listener->iteration) return;
    VisitedMove visited[VISITS_REPORTED];
    const SearchInfo info = {
        .depth = m->depth,
        .seldepth = s->seldepth,
        .score = s->best_score,
        .bound = s->best_bound,
        .time_ns = mono_ns() - s->start_ns,
        .counters = s->counters,
        .pv = s->best_pv,
        .pv_len = s->best_pv_len,
        .hashfull = mcts_tree_full(m->tree),
        .visited = visited,
        .visited_count = list_visits(m, visited, VISITS_REPORTED),
    };
    s->listener->iteration(s->listener->context, &info);
}

/* A line of report at every doubling, and between two of them where the best move has changed for good. */
static void note_progress(Mcts *m) {
    Search *s = m->s;
    const bool doubled = m->simulations >= (uint64_t)2 << m->depth;
    if (!doubled && m->simulations < m->next_report) return;
    const Move best = m->tree->node[mcts_tree_best(m->tree, MCTS_ROOT)].move;
    if (doubled) {
        m->depth++;
        m->unchanged = best == m->best ? m->unchanged + 1 : 0;
    } else if (best == m->best) {
        return;
    }
    m->best = best;
    m->next_report = m->simulations + m->simulations / 5 + 1;
    s->root_depth = m->depth;
    report(m);
}

static bool is_over(Mcts *m) {
    Search *s = m->s;
    const SearchOptions *const o = OPTIONS(s);
    if (s->stopped || m->tree->node[MCTS_ROOT].proven != MCTS_UNPROVEN) return true;
    if (s->limits->depth > 0 && m->depth >= s->limits->depth) return true;
    if (o->mcts_simulations > 0 && m->simulations >= (uint64_t)o->mcts_simulations) return true;
    return m->simulations > 0 && m->simulations % LOOK_AT_CLOCK == 0 && !deadline_allows_iteration(s, m->unchanged);
}

void mcts_search(Search *s, SearchResult *result) {
    const SearchOptions *const o = OPTIONS(s);
    Mcts m = {
        .s = s,
        .tree = &s->tree,
        .next_report = FIRST_REPORT,
        .rule = { .puct = o->mcts_selection == SELECTION_PUCT,
                  .first = o->mcts_fpu == FPU_FIRST,
                  .exploration = (double)o->mcts_exploration / 100,
                  .reduction = (double)o->mcts_fpu_reduction / 100 },
    };
    mcts_tree_clear(m.tree);
    s->best = s->root[0].move; /* should not even the first simulation be finished */
    s->best_score = 0;
    s->best_bound = BOUND_NONE;
    s->best_pv_len = 0;
    while (!is_over(&m)) {
        simulate(&m);
        if (!s->stopped) note_progress(&m);
    }
    report(&m);
    search_note_result(s, result);
    result->depth = m.depth;
    result->seldepth = s->seldepth;
}
