/* The state of one search, shared by the files of this folder.
 *
 * Invariant: s->game stands at the root before and after every function that takes a `ply`; once s->stopped is set
 * every search function returns at once and its value means nothing. */
#ifndef ENGINE_SEARCH_SEARCH_INTERNAL_H
#define ENGINE_SEARCH_SEARCH_INTERNAL_H
#include <stdatomic.h>
#include "engine/search/history.h"
#include "engine/search/mcts_tree.h"
#include "engine/search/session.h"
#include "engine/search/tt.h"
#include "engine/xq/gen.h"
#include "engine/xq/rules.h"

enum { PLIES_BEFORE = 2, REDUCTION_SIZE = 64 };

/* A game won by the rules of repetition: more than any evaluation, less than any mate, since the loser may have
 * deviated earlier. Counted from the root like a mate. */
enum { SCORE_RULE = 25000, SCORE_RULE_MIN = SCORE_RULE - 1000 };
_Static_assert((int)EVAL_MAX < (int)SCORE_RULE_MIN && (int)SCORE_RULE < (int)SCORE_MATE_MIN,
               "evaluations, verdicts and mates don't overlap");
enum { EVAL_NONE = TT_NO_EVAL };

/* What belongs to one ply of the line being searched. */
typedef struct {
    int moved; /* the move made here as piece and square, NOTHING_MOVED for none */
    int eval;  /* static evaluation, EVAL_NONE in check or when nobody asked */
    Move killer[2];
    Move excluded; /* not to be searched here, for singular extension */
    Move best;     /* what the last search of this ply found best; MOVE_NONE when it failed low */
    int pv_len;
    Move pv[MAX_PLY];
} Frame;

typedef struct {
    Move move;
    int score;
} RootMove;

/* When to stop: the limits of one search, resolved to nodes and moments. */
typedef struct {
    uint64_t nodes;   /* stop before making another move; UINT64_MAX: no limit */
    int64_t start_ns; /* the clock of the limits started (ponderhit moves it); */
    uint64_t start_nodes; /* the same, when */
    int64_t nodestime;    /* so many nodes count as a millisecond; 0: time is time */
    int64_t soft_ns;  /* no new iteration after this long; 0: no limit */
    int64_t hard_ns;  /* stop after this long; 0: no limit */
    bool pondering;   /* as the searching thread has last seen it */
} Deadline;

typedef struct {
    Variant variant;
    EvalTables eval; /* the variant's weights and groups, prepared */
    Game game;
    TT tt;
    History history;
    bool fail_soft;    /* resolved: some algorithms need it */
    bool carry;        /* iterations build on each other */
    bool wants_eval;   /* resolved: some enhancement looks at the evaluation of inner nodes */
    bool prunes_moves; /* resolved: some enhancement skips moves */
    RuleSet rules;     /* by which repetitions in the tree are judged */
    int root_ply;      /* plies of the game before the root */
    int16_t reduction[REDUCTION_SIZE][REDUCTION_SIZE]; /* by depth and move number, hundredths of a ply */
    int no_null_ply;                                   /* the ply whose null move is being verified; -1: none */

    Counters counters;
    int seldepth;
    uint64_t saved_nodes; /* nodes behind the table's answers: what it would have cost without them */
    uint64_t next_poll;   /* node count at which to look at limits, clock and stop flag again */
    bool stopped;
    Deadline deadline;
    atomic_bool stop_asked, ponder_hit;

    RootMove root[MOVES_MAX];
    int root_count;
    bool all_root_moves; /* none was left out, so the root's value is the position's */
    int root_depth;
    Move best; /* best root move of the running iteration so far; MOVE_NONE before the first */
    int best_score;
    Bound best_bound;
    Move best_pv[MAX_PLY];
    int best_pv_len;
    Move last_pv[MAX_PLY]; /* of the last iteration, tried first along its line */
    int last_pv_len;
    int following; /* plies of last_pv that the line now made agrees with; counted from the root */

    const SearchLimits *limits;
    const Listener *listener;
    int64_t start_ns;                        /* of this search */
    Frame frame[PLIES_BEFORE + MAX_PLY + 1]; /* the two before the root hold the moves that led to it */

    MctsTree tree;         /* of Monte-Carlo tree search; empty for other algorithms */
    EvalTables prior_eval; /* the weights that priors come from */
} Search;

static inline Frame *search_frame(Search *s, int ply) {
    return &s->frame[ply + PLIES_BEFORE];
}

/* The options that the search reads at every node. A build with SEARCH_CONSTANT_OPTIONS has the defaults there as
 * constants instead, whatever is set, to measure what switchability costs (scripts/bench-options). */
#ifdef SEARCH_CONSTANT_OPTIONS
#define BOOL(field, value, ...)         .field = value,
#define CHOICE(field, text, value, ...) .field = value,
#define INT(field, value, ...)          .field = value,
#define TUNABLE(field, value, ...)      .field = value,
static const SearchOptions search_constant_options = {
#include "engine/search/options.inc"
};
#define OPTIONS(s) ((void)(s), &search_constant_options)
#else
#define OPTIONS(s) (&(s)->variant.search)
#endif

/* node.c: value of the position for the side to move, searched to this depth. cut: most likely it fails high. */
int search_node(Search *s, int alpha, int beta, int depth, int ply, bool cut);
/* node.c: is the game over by repetition or the natural limit, or as good as over? Then *value is its score. */
bool search_decided(Search *s, int ply, int *value);
/* quiesce.c: value after the captures are played out. level counts plies below the horizon, evasions the check
 * extensions in a row; the value is a function of position, level and evasions alone. */
int search_quiesce(Search *s, int alpha, int beta, int ply, int level, int evasions);
/* May this entry answer a node of this depth and window; does its bound decide the window? */
bool search_table_cuts(const SearchOptions *options, const TTHit *hit, int score, int depth, int alpha, int beta);
/* iterate.c: fill the root moves, then search iteration by iteration until a limit. */
void search_prepare_root(Search *s);
void search_iterate(Search *s, SearchResult *result);
/* What is known of the best line so far becomes the result. */
void search_note_result(const Search *s, SearchResult *result);

/* time.c: resolve limits, and ask whether they are reached. */
void deadline_start(Search *s);
void search_poll_slow(Search *s);
/* Is there time for another iteration? The best move has been the same for `unchanged` iterations: a settled one needs
 * less time, a new one more. */
bool deadline_allows_iteration(Search *s, int unchanged);

static inline int search_evaluate(Search *s) {
    s->counters.leaf_nodes++;
    return eval_with(&s->eval, &s->game.pos);
}

/* Is it time to stop? Called before every make, so that a node limit is met exactly. */
static inline bool search_poll(Search *s) {
    if (s->counters.nodes >= s->next_poll) search_poll_slow(s);
    return s->stopped;
}

static inline void search_make(Search *s, int ply, Move mv) {
    const Pos *pos = &s->game.pos;
    const int from = mv_from(mv), to = mv_to(mv), pc = pos->board[from];
    if (OPTIONS(s)->tt) /* the key behind the move, so that the entry is here when the child asks for it */
        tt_prefetch(&s->tt, pos->key ^ zobrist_piece[pc][from] ^ zobrist_piece[pc][to] ^
                                zobrist_piece[pos->board[to]][to] ^ zobrist_side);
    s->counters.nodes++;
    search_frame(s, ply)->moved = piece_square(pc, to);
    game_push(&s->game, mv);
}
static inline void search_unmake(Search *s) {
    game_pop(&s->game);
}

/* The line from this ply on: mv, then what the next ply found. */
static inline void search_set_pv(Search *s, int ply, Move mv) {
    Frame *f = search_frame(s, ply);
    const Frame *child = f + 1;
    f->pv[0] = mv;
    f->pv_len = 1;
    for (; f->pv_len <= child->pv_len && f->pv_len < MAX_PLY; f->pv_len++) f->pv[f->pv_len] = child->pv[f->pv_len - 1];
}
#endif
