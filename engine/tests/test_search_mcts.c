/* Monte-Carlo tree search: its arithmetic, its tree, its proofs, its limits. */
#include "engine/tests/test.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "engine/core/file.h"
#include "engine/core/rng.h"
#include "engine/search/mcts.h"
#include "engine/search/mcts_real.h"
#include "engine/xq/fen.h"

static void assert_relative(double value, double expected, double relative) {
    if (fabs(value - expected) > relative * fabs(expected) + 1e-300) fail_msg("%.17g, not %.17g", value, expected);
}

static void functions_agree_with_the_mathematics_library(void **state) {
    (void)state;
    for (int i = -6990; i <= 6990; i += 7) assert_relative(mcts_exp(i / 10.0), exp(i / 10.0), 1e-13);
    for (double x = 1e-12; x < 1e12; x *= 1.37) {
        if (fabs(log(x)) > 1e-3) assert_relative(mcts_log(x), log(x), 1e-13);
        assert_relative(mcts_rsqrt(x), 1 / sqrt(x), 1e-14);
        assert_relative(mcts_sqrt(x), sqrt(x), 1e-14);
    }
    assert_true(mcts_sqrt(0) == 0 && mcts_log(1) == 0 && mcts_exp(0) == 1 && mcts_sigmoid(0) == 0.5);
    for (double x = -20; x < 20; x += 0.37) assert_relative(mcts_logit(mcts_sigmoid(x)), x, 1e-7);
}

/* --- The tree ---------------------------------------------------------------------------------------------------- */

static MctsTree tree_of(size_t bytes, int moves, const uint16_t *priors) {
    MctsTree tree = { 0 };
    assert_true(mcts_tree_resize(&tree, bytes, NULL));
    MctsEdge *edges = mcts_tree_expand(&tree, MCTS_ROOT, moves);
    assert_non_null(edges);
    for (int i = 0; i < moves; i++)
        edges[i] = (MctsEdge){ .move = (Move)(i + 1), .prior = priors ? priors[i] : (uint16_t)(MCTS_PRIOR_ONE / moves) };
    return tree;
}

/* Visits of each arm of a bandit whose arms pay fixed values. */
static void play_bandit(MctsTree *tree, const MctsRule *rule, const double *pay, int arms, int rounds, int *visits) {
    memset(visits, 0, (size_t)arms * sizeof *visits);
    for (int i = 0; i < rounds; i++) {
        const uint32_t child = mcts_tree_select(tree, rule, MCTS_ROOT);
        const int arm = tree->node[child].move - 1;
        visits[arm]++;
        mcts_tree_visit(tree, child, pay[arm]);
        mcts_tree_visit(tree, MCTS_ROOT, 1 - pay[arm]);
    }
}

/* The rules as the papers write them, with the mathematics library; arms are tried in order. */
static void reference_bandit(const MctsRule *rule, const double *pay, const uint16_t *priors, int arms, int rounds, int *visits) {
    double sum = 0;
    memset(visits, 0, (size_t)arms * sizeof *visits);
    for (int round = 0; round < rounds; round++) {
        int best = -1;
        double best_value = 0;
        for (int arm = 0; arm < arms; arm++) {
            const double n = visits[arm], total = round ? round : 1, prior = priors ? priors[arm] / 65535.0 : 0;
            const double mean = n > 0 ? pay[arm] : round ? sum / round - rule->reduction : 0.5 - rule->reduction;
            double value = rule->puct ? mean + rule->exploration * prior * sqrt(total) / (1 + n)
                                      : mean + rule->exploration * sqrt(log(total) / (n > 0 ? n : 1));
            if (rule->first && n == 0) value = 1e9;
            if (best >= 0 && value <= best_value) continue;
            best = arm;
            best_value = value;
        }
        visits[best]++;
        sum += pay[best];
    }
}

static void visits_are_those_of_the_formulas(void **state) {
    (void)state;
    enum { ARMS = 6, ROUNDS = 5000 };
    static const uint16_t priors[ARMS] = { 30000, 20000, 8000, 5000, 2000, 535 };
    static const double pay[][ARMS] = { { 0.5, 0.25, 0.75, 0.125, 0, 1 }, { 0.5, 0.5, 0.53125, 0.46875, 0.5, 0.25 } };
    static const MctsRule rules[] = {
        { .first = true, .exploration = 0.5 },
        { .first = true, .exploration = 1.41 },
        { .exploration = 0.7, .reduction = 0.1 },
        { .puct = true, .exploration = 1.2, .reduction = 0.13 },
        { .puct = true, .exploration = 0.4, .reduction = -0.07 },
        { .puct = true, .first = true, .exploration = 2.5 },
    };
    for (size_t i = 0; i < COUNT_OF(rules); i++)
        for (size_t k = 0; k < COUNT_OF(pay); k++) {
            int visits[ARMS], expected[ARMS];
            MctsTree tree = tree_of(1 << 16, ARMS, priors);
            play_bandit(&tree, &rules[i], pay[k], ARMS, ROUNDS, visits);
            reference_bandit(&rules[i], pay[k], priors, ARMS, ROUNDS, expected);
            for (int arm = 0; arm < ARMS; arm++)
                if (abs(visits[arm] - expected[arm]) > 1) /* ties may fall to either side */
                    fail_msg("rule %zu, pay %zu, arm %d: %d visits, not %d", i, k, arm, visits[arm], expected[arm]);
            mcts_tree_free(&tree);
        }
}

static void scores_prove_parents_as_minimax_would(void **state) {
    (void)state;
    typedef struct {
        int child[3]; /* scores for the side to move behind each move; MCTS_UNPROVEN */
        bool proven;
        int score;
    } Row;
    enum { OPEN = MCTS_UNPROVEN, MATE = SCORE_MATE };
    static const Row cases[] = {
        { { OPEN, OPEN, OPEN }, false, 0 },
        { { OPEN, 1 - MATE, OPEN }, true, MATE - 1 },           /* one win is enough */
        { { 3 - MATE, 1 - MATE, OPEN }, true, MATE - 1 },       /* the shorter of two */
        { { MATE - 4, MATE - 2, MATE - 6 }, true, 6 - MATE },   /* the longest of three losses */
        { { MATE - 4, MATE - 2, OPEN }, false, 0 },
        { { MATE - 4, 0, MATE - 2 }, true, 0 },                 /* a draw is better than a loss */
        { { OPEN, 0, MATE - 2 }, false, 0 },                    /* but not yet all */
        { { 0, 2 - SCORE_RULE, OPEN }, true, SCORE_RULE - 2 },  /* won by the rules of repetition */
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        static const MctsRule rule = { .first = true, .exploration = 1 };
        MctsTree tree = tree_of(1 << 16, 3, NULL);
        for (int k = 0; k < 3; k++) {
            const uint32_t child = mcts_tree_select(&tree, &rule, MCTS_ROOT);
            tree.node[child].proven = (int16_t)cases[i].child[k];
            mcts_tree_visit(&tree, child, 0.5);
        }
        if (mcts_tree_prove(&tree, MCTS_ROOT) != cases[i].proven) fail_msg("case %zu: proven or not?", i);
        assert_int_equal(tree.node[MCTS_ROOT].proven, cases[i].proven ? cases[i].score : MCTS_UNPROVEN);
        mcts_tree_free(&tree);
    }
}

static void a_lost_move_is_played_only_when_all_are_lost(void **state) {
    (void)state;
    static const MctsRule rule = { .first = true, .exploration = 1 };
    MctsTree tree = tree_of(1 << 16, 3, NULL);
    uint32_t child[3];
    for (int k = 0; k < 3; k++) {
        child[k] = mcts_tree_select(&tree, &rule, MCTS_ROOT);
        for (int visits = 0; visits < 10 - k; visits++) mcts_tree_visit(&tree, child[k], 0.5);
    }
    assert_int_equal(mcts_tree_best(&tree, MCTS_ROOT), child[0]);
    tree.node[child[0]].proven = SCORE_MATE - 8;
    assert_int_equal(mcts_tree_best(&tree, MCTS_ROOT), child[1]);
    tree.node[child[1]].proven = SCORE_MATE - 4;
    tree.node[child[2]].proven = SCORE_MATE - 6;
    assert_int_equal(mcts_tree_best(&tree, MCTS_ROOT), child[0]); /* the longest */
    tree.node[child[1]].proven = 0;
    assert_int_equal(mcts_tree_best(&tree, MCTS_ROOT), child[1]);
    tree.node[child[2]].proven = 5 - SCORE_MATE;
    assert_int_equal(mcts_tree_best(&tree, MCTS_ROOT), child[2]);
    mcts_tree_free(&tree);
}

static void a_full_tree_chooses_among_what_it_has(void **state) {
    (void)state;
    static const MctsRule rule = { .first = true, .exploration = 1 };
    MctsTree tree = tree_of(6 * sizeof(MctsNode), 16, NULL); /* nodes 0 and 1, two nodes' worth of moves, two children */
    for (int i = 0; i < 100; i++) {
        const uint32_t child = mcts_tree_select(&tree, &rule, MCTS_ROOT);
        assert_true(child == 2 || child == 3);
        mcts_tree_visit(&tree, child, 0.5);
        mcts_tree_visit(&tree, MCTS_ROOT, 0.5);
    }
    assert_true(tree.full);
    assert_int_equal(mcts_tree_full(&tree), 1000);
    assert_null(mcts_tree_expand(&tree, 2, 1));
    assert_int_equal(tree.node[2].visits + tree.node[3].visits, 100);
    mcts_tree_free(&tree);
}

static void priors_sum_to_one_and_follow_the_scores(void **state) {
    (void)state;
    for (uint64_t round = 0; round < 300; round++) {
        MctsScored moves[MOVES_MAX];
        MctsEdge edges[MOVES_MAX];
        int score[MOVES_MAX + 1] = { 0 };
        const int count = 1 + (int)rng_below(7, round, 0, MOVES_MAX), spread = 1 << rng_below(7, round, 1, 14);
        const double temperature = 1 + (double)rng_below(7, round, 2, 1000);
        for (int i = 0; i < count; i++) {
            score[i + 1 > MOVES_MAX ? 0 : i + 1] = (int)rng_below(7, round, 3 + (uint64_t)i, (uint64_t)spread);
            moves[i] = (MctsScored){ .move = (Move)(i + 1), .score = score[i + 1], .tie = rng_bits(8, round, (uint64_t)i) };
        }
        const double uniform = round % 3 ? (double)(round % 5) / 4 : 0;
        mcts_softmax(moves, count, temperature, uniform, edges);
        int sum = 0;
        for (int i = 0; i < count; i++) {
            sum += edges[i].prior;
            if (i) assert_true(score[edges[i - 1].move] >= score[edges[i].move]);
            const double ratio = exp((score[edges[i].move] - score[edges[0].move]) / temperature), equal = uniform * MCTS_PRIOR_ONE / count;
            if (fabs(edges[i].prior - equal - ratio * (edges[0].prior - equal)) > 2) fail_msg("round %d: prior %d of move %d", (int)round, edges[i].prior, i);
        }
        assert_int_equal(sum, MCTS_PRIOR_ONE);
    }
}

/* --- The search -------------------------------------------------------------------------------------------------- */

static Session *session_of(const char *name, const char *const *settings) {
    Variant variant;
    Err err = { 0 };
    if (!variant_load(name, &variant, &err)) fail_msg("%s", err.text);
    for (; settings && *settings; settings++)
        if (!variant_set(&variant, *settings, &err)) fail_msg("%s", err.text);
    Session *session = session_new(&variant, &err);
    if (!session) fail_msg("%s", err.text);
    return session;
}

static void set_fen(Session *session, const char *fen) {
    Pos pos;
    assert_true(fen_parse(fen, &pos, NULL));
    assert_true(session_set_position(session, &pos, NULL, 0, NULL));
}

static const char *const kinds[][6] = {
    { "puct" },
    { "uct" },
    { "puct", "mcts_prior=eval", "mcts_prior_temperature=80", "mcts_leaf=eval" },
    { "uct", "mcts_rollout_mix=50" },
    { "puct", "mcts_rollout_mix=100", "mcts_rollout_policy=random", "mcts_rollout_plies=20" },
    { "puct", "mcts_prior=uniform", "mcts_fpu=first", "tt=on" },
    { "puct", "capture_order=mvv_lva", "history=off", "search_repetition=off" },
};

static void a_node_limit_is_met_exactly(void **state) {
    (void)state;
    static const uint64_t limits[] = { 1, 2, 43, 44, 45, 100, 1023, 1024, 1025, 5000 };
    for (size_t kind = 0; kind < COUNT_OF(kinds); kind++) {
        Session *session = session_of(kinds[kind][0], kinds[kind] + 1);
        for (size_t i = 0; i < COUNT_OF(limits); i++) {
            SearchResult result;
            session_go(session, &(SearchLimits){ .nodes = limits[i] }, NULL, &result);
            assert_int_equal(result.counters.nodes, limits[i]);
            assert_int_not_equal(result.best, MOVE_NONE);
            assert_int_equal(session_game(session)->count, 0);
        }
        session_delete(session);
    }
}

static void simulations_are_counted_and_limited(void **state) {
    (void)state;
    static const char *const limited[] = { "mcts_simulations=300", NULL };
    SearchResult result;
    Session *session = session_of("puct", limited);
    session_go(session, &(SearchLimits){ 0 }, NULL, &result);
    assert_int_equal(result.counters.simulations, 300);
    assert_int_equal(result.depth, 8);
    session_go(session, &(SearchLimits){ .depth = 6 }, NULL, &result);
    assert_int_equal(result.counters.simulations, 64);
    assert_int_equal(result.depth, 6);
    session_delete(session);
}

static void a_new_game_brings_the_same_search_again(void **state) {
    (void)state;
    for (size_t kind = 0; kind < COUNT_OF(kinds); kind++) {
        Session *session = session_of(kinds[kind][0], kinds[kind] + 1), *other = session_of(kinds[kind][0], kinds[kind] + 1);
        assert_true(session_set(other, "movegen", "scan", NULL));
        SearchResult first, again, elsewhere;
        const SearchLimits limits = { .nodes = 8000 };
        session_go(session, &limits, NULL, &first);
        session_new_game(session);
        session_go(session, &limits, NULL, &again);
        session_go(other, &limits, NULL, &elsewhere);
        assert_memory_equal(&again.counters, &first.counters, sizeof again.counters);
        assert_memory_equal(&elsewhere.counters, &first.counters, sizeof again.counters);
        assert_int_equal(again.best, first.best);
        assert_int_equal(elsewhere.score, first.score);
        session_delete(session);
        session_delete(other);
    }
}

static void the_line_is_legal(void **state) {
    (void)state;
    for (size_t kind = 0; kind < COUNT_OF(kinds); kind++) {
        Session *session = session_of(kinds[kind][0], kinds[kind] + 1);
        SearchResult result;
        session_go(session, &(SearchLimits){ .nodes = 5000 }, NULL, &result);
        assert_true(result.pv_len >= 1);
        assert_int_equal(result.pv[0], result.best);
        Pos pos = session_game(session)->pos;
        for (int i = 0; i < result.pv_len; i++) {
            Undo undo;
            assert_true(pos_is_pseudo_legal(&pos, result.pv[i]) && pos_is_legal(&pos, result.pv[i]));
            pos_make(&pos, result.pv[i], &undo);
        }
        session_delete(session);
    }
}

static int distance_of(const char *line, size_t len) {
    const char *distance = len && *line != '#' ? strstr(line, "dm ") : NULL;
    return distance ? atoi(distance + 3) : 0;
}

/* The suite's mates in one are proven by every kind, those in two by the strongest; never shorter than they are. */
static void mates_are_proven(void **state) {
    (void)state;
    enum { BUDGET = 300000 };
    Buf text = { 0 };
    assert_true(file_read(XQ_SOURCE_DIR "/suites/mates/short.epd", &text, NULL));
    const char *cursor = buf_text(&text), *line;
    size_t mates = 0;
    for (size_t len; text_next_line(&cursor, &line, &len);) {
        const int distance = distance_of(line, len);
        if (distance < 1 || distance > 2) continue;
        char board[100], side[2], fen[FEN_SIZE];
        assert_int_equal(sscanf(line, "%99s %1s", board, side), 2);
        snprintf(fen, sizeof fen, "%s %s", board, side);
        const size_t kind = distance == 1 ? mates++ % COUNT_OF(kinds) : 0;
        Session *session = session_of(kinds[kind][0], kinds[kind] + 1);
        SearchResult result;
        set_fen(session, fen);
        session_go(session, &(SearchLimits){ .nodes = BUDGET }, NULL, &result);
        if (result.score < SCORE_MATE_MIN || result.score > SCORE_MATE - (2 * distance - 1))
            fail_msg("%s, kind %zu: score %d", fen, kind, result.score);
        assert_true(result.counters.nodes < BUDGET); /* it knows that it is done */
        session_delete(session);
    }
    assert_true(mates > 10);
    buf_free(&text);
}

/* Kings and up to three men more, nobody in check who isn't to move. */
static void random_endgame(uint64_t number, Pos *pos) {
    static const int extra[] = { ROOK, HORSE, PAWN, ROOK, CANNON, ADVISOR };
    for (uint64_t index = 0;; index += 20) {
        pos_clear(pos);
        bool fits = pos_put(pos, pc_make(RED, KING), sq_of(3 + (int)rng_below(3, number, index, 3), (int)rng_below(3, number, index + 1, 3))) &&
                    pos_put(pos, pc_make(BLACK, KING), sq_of(3 + (int)rng_below(3, number, index + 2, 3), 7 + (int)rng_below(3, number, index + 3, 3)));
        const int men = 1 + (int)rng_below(3, number, index + 4, 3);
        for (int i = 0; fits && i < men; i++) {
            const int kind = extra[rng_below(3, number, index + 5 + (uint64_t)i, COUNT_OF(extra))];
            const int side = i ? (int)rng_below(3, number, index + 8 + (uint64_t)i, 2) : RED;
            int sq = (int)rng_below(3, number, index + 11 + (uint64_t)i, SQ_COUNT);
            if (kind == ADVISOR) sq = side == RED ? sq_of(4, 1) : sq_of(4, 8);
            if (kind == PAWN) sq = sq_of(sq_file(sq), side == RED ? 5 + sq_rank(sq) / 2 : 4 - sq_rank(sq) / 2);
            fits = pos->board[sq] == PC_NONE && pos_put(pos, pc_make(side, kind), sq);
        }
        pos->side = (uint8_t)rng_below(3, number, index + 15, 2);
        pos->key = pos_compute_key(pos);
        if (fits && !pos_in_check(pos, pos->side ^ 1) && gen_any_legal(pos)) return;
    }
}

/* A proven score is a mate that full-width search of that depth finds too, and not a longer one. */
static void proofs_hold_against_alpha_beta(void **state) {
    (void)state;
    enum { POSITIONS = 150, DEEPEST = 8 };
    static const char *const plain[] = { "search_repetition=off", "mcts_simulations=4000", NULL };
    static const char *const full_width[] = { "tt_cutoff_depth=equal", "mate_distance=on", NULL };
    Session *prover = session_of("puct", plain), *judge = session_of("PVSKCHTI", full_width);
    int won = 0, lost = 0;
    for (uint64_t i = 0; i < POSITIONS; i++) {
        Pos pos;
        SearchResult proof, verdict;
        random_endgame(i, &pos);
        assert_true(session_set_position(prover, &pos, NULL, 0, NULL) && session_set_position(judge, &pos, NULL, 0, NULL));
        session_go(prover, &(SearchLimits){ 0 }, NULL, &proof);
        const int plies = SCORE_MATE - abs(proof.score);
        if (abs(proof.score) < SCORE_MATE_MIN || plies > DEEPEST) continue;
        session_go(judge, &(SearchLimits){ .depth = plies + 1 }, NULL, &verdict);
        if (proof.score > 0 ? verdict.score < proof.score : verdict.score > proof.score)
            fail_msg("endgame %d: proven %d, but alpha-beta says %d", (int)i, proof.score, verdict.score);
        won += proof.score > 0;
        lost += proof.score < 0;
    }
    assert_true(won >= 10 && lost >= 10);
    session_delete(prover);
    session_delete(judge);
}

static void note_hashfull(void *context, const SearchInfo *info) {
    *(int *)context = info->hashfull;
}

/* A tree of one megabyte, or half of one beside a table, is full long before this search ends; the search goes on. */
static void a_search_goes_on_when_its_tree_is_full(void **state) {
    (void)state;
    static const char *const sizes[][4] = { { "hash=1", NULL }, { "hash=1", "tt=on", "mcts_leaf=eval", NULL } };
    for (size_t i = 0; i < COUNT_OF(sizes); i++) {
        Session *session = session_of("puct", sizes[i]);
        SearchResult result;
        int hashfull = 0;
        const Listener listener = { .context = &hashfull, .iteration = note_hashfull };
        session_go(session, &(SearchLimits){ .nodes = 150000 }, &listener, &result);
        assert_int_equal(result.counters.nodes, 150000);
        assert_true(hashfull > 990);
        assert_true(result.counters.simulations > 2 * result.counters.expansions);
        session_delete(session);
    }
}

static void only_the_root_moves_asked_for_are_considered(void **state) {
    (void)state;
    Session *session = session_of("puct", NULL);
    MoveList list;
    SearchResult result;
    gen_legal(&session_game(session)->pos, &list);
    session_go(session, &(SearchLimits){ .nodes = 500, .root_moves = list.move + 7, .root_move_count = 1 }, NULL, &result);
    assert_int_equal(result.best, list.move[7]);
    session_go(session, &(SearchLimits){ .nodes = 500, .banned = list.move, .banned_count = list.count - 1 }, NULL, &result);
    assert_int_equal(result.best, list.move[list.count - 1]);
    session_go(session, &(SearchLimits){ .nodes = 500, .banned = list.move, .banned_count = list.count }, NULL, &result);
    assert_int_equal(result.best, MOVE_NONE);
    session_delete(session);
}

int main(void) {
    xq_init();
    assert_int_equal(setenv("XQLAB_DATA", XQ_SOURCE_DIR, 1), 0);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(functions_agree_with_the_mathematics_library),
        cmocka_unit_test(visits_are_those_of_the_formulas),
        cmocka_unit_test(scores_prove_parents_as_minimax_would),
        cmocka_unit_test(a_lost_move_is_played_only_when_all_are_lost),
        cmocka_unit_test(a_full_tree_chooses_among_what_it_has),
        cmocka_unit_test(priors_sum_to_one_and_follow_the_scores),
        cmocka_unit_test(a_node_limit_is_met_exactly),
        cmocka_unit_test(simulations_are_counted_and_limited),
        cmocka_unit_test(a_new_game_brings_the_same_search_again),
        cmocka_unit_test(the_line_is_legal),
        cmocka_unit_test(mates_are_proven),
        cmocka_unit_test(proofs_hold_against_alpha_beta),
        cmocka_unit_test(a_search_goes_on_when_its_tree_is_full),
        cmocka_unit_test(only_the_root_moves_asked_for_are_considered),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
