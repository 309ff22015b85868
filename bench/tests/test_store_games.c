#define _XOPEN_SOURCE 700 /* mkdtemp */
#include "bench/tests/scratch.h"
#include <string.h>
#include "bench/store/games.h"
#include "bench/store/sql.h"
#include "bench/tests/recorded.h"
#include "engine/xq/notation.h"

static const char opening_fen[] = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 3 9";

/* A pair that has everything a pair can have: an opening, a repetition, a fault with its words, moves without a score. */
static PairRecord rich_pair(const MatchSpec *spec, int index) {
    PairRecord pair = recorded_pair(spec, index, 20);
    strcpy(pair.start_fen, opening_fen);
    pair.opening_count = 2;
    pair.opening_move = mem_alloc(2 * sizeof(Move));
    pair.opening_move[0] = move_parse_coord("h2e2", false);
    pair.opening_move[1] = move_parse_coord("h9g7", false);
    GameRecord *repetition = &pair.game[0], *fault = &pair.game[1];
    repetition->outcome = OUTCOME_BLACK;
    repetition->reason = REASON_PERPETUAL_CHASE;
    repetition->verdict = (Verdict){ .outcome = OUTCOME_BLACK, .reason = REASON_PERPETUAL_CHASE, .ply = 2 + repetition->count, .cycle_start = 9,
                                     .act = { ACT_CHASE, ACT_IDLE }, .victims = { 1u << 31 | 1u << 22, 0 } };
    repetition->move[3].bound = SCORE_NONE;
    repetition->move[3].score = 0;
    repetition->move[4].bound = SCORE_UPPER;
    repetition->move[5].bound = SCORE_LOWER;
    repetition->move[6].score = -ANSWER_MATE + 3;
    repetition->move[7].nodes = (uint64_t)1 << 62;
    fault->outcome = OUTCOME_RED;
    fault->reason = REASON_CRASH;
    fault->side[BLACK].fault = FAULT_CRASH;
    strcpy(fault->side[BLACK].note, "ended by signal 11; its last words: \"将军\"");
    fault->side[BLACK].talk = mem_strdup("> go depth 1\n< info depth 1\n");
    return pair;
}

static Store *open_store(const char *path) {
    Err err;
    Store *store = store_open(path, STORE_CREATE, &err);
    if (!store) fail_msg("%s", err.text);
    return store;
}

/* A new run with these pairs. */
static int64_t add_run(Store *store, const MatchSpec *spec, uint64_t openings_hash, const PairRecord *pairs, int count) {
    Err err;
    int64_t run;
    if (!store_run_add(store, spec, openings_hash, &run, &err)) fail_msg("%s", err.text);
    StoreWriter *writer = store_writer_new(store, run, &err);
    assert_non_null(writer);
    for (int i = 0; i < count; i++) assert_true(store_writer_add(writer, &pairs[i], &err));
    if (!store_writer_finish(writer, &err)) fail_msg("%s", err.text);
    return run;
}

static void assert_same_side(const SideRecord *read, const SideRecord *written) {
    assert_int_equal(read->player, written->player);
    assert_int_equal(read->moves, written->moves);
    assert_int_equal(read->nodes, written->nodes);
    assert_int_equal(read->depth_sum, written->depth_sum);
    assert_int_equal(read->time_ns, written->time_ns);
    assert_int_equal(read->time_max_ns, written->time_max_ns);
    assert_int_equal(read->overhead_ns, written->overhead_ns);
    assert_memory_equal(read->counter, written->counter, sizeof read->counter);
    assert_int_equal(read->fault, written->fault);
    assert_string_equal(read->note, written->note);
    assert_int_equal(read->talk != NULL, written->talk != NULL);
    if (read->talk) assert_string_equal(read->talk, written->talk);
}

static void assert_same_record(const GameRecord *read, const GameRecord *written) {
    assert_int_equal(read->leg, written->leg);
    assert_int_equal(read->outcome, written->outcome);
    assert_int_equal(read->reason, written->reason);
    assert_int_equal(read->verdict.outcome, written->verdict.outcome);
    assert_int_equal(read->verdict.reason, written->verdict.reason);
    assert_int_equal(read->verdict.ply, written->verdict.ply);
    assert_int_equal(read->verdict.cycle_start, written->verdict.cycle_start);
    assert_memory_equal(read->verdict.act, written->verdict.act, sizeof read->verdict.act);
    assert_memory_equal(read->verdict.victims, written->verdict.victims, sizeof read->verdict.victims);
    assert_int_equal(read->started_ns, written->started_ns);
    assert_int_equal(read->ended_ns, written->ended_ns);
    for (int colour = RED; colour <= BLACK; colour++) assert_same_side(&read->side[colour], &written->side[colour]);
    assert_int_equal(read->count, written->count);
    for (int i = 0; i < read->count; i++) {
        const MoveRecord *a = &read->move[i], *b = &written->move[i];
        if (a->move != b->move || a->score != b->score || a->bound != b->bound || a->depth != b->depth || a->nodes != b->nodes ||
            a->time_ns != b->time_ns || a->overhead_ns != b->overhead_ns || a->says_time != b->says_time || a->latency_ns != b->latency_ns ||
            memcmp(a->wdl, b->wdl, sizeof a->wdl) != 0)
            fail_msg("move %d differs", i);
    }
}

typedef struct { const PairRecord *pairs; int games; int64_t first, stop_after; } Expectation;

static bool compare(void *context, const StoredGame *game) {
    Expectation *expected = context;
    const int64_t number = expected->first + expected->games;
    const PairRecord *pair = &expected->pairs[(number - 1) / 2];
    assert_int_equal(game->number, 2 * pair->index + 1 + (number - 1) % 2);
    assert_int_equal(game->pairing, pair->pairing);
    assert_int_equal(game->round, pair->round);
    assert_int_equal(game->counted, pair->counted);
    assert_string_equal(game->run_name, "recorded");
    assert_string_equal(game->player[RED], number % 2 ? "p0" : "p1");
    assert_string_equal(game->player[BLACK], number % 2 ? "p1" : "p0");
    assert_string_equal(game->start_fen, pair->start_fen);
    assert_int_equal(game->opening_count, pair->opening_count);
    if (game->opening_count) assert_memory_equal(game->opening_move, pair->opening_move, (size_t)game->opening_count * sizeof(Move));
    assert_same_record(&game->record, &pair->game[(number - 1) % 2]);
    expected->games++;
    return expected->games != expected->stop_after;
}

static void everything_written_is_read_back(void **state) {
    MatchSpec spec = recorded_spec(FORMAT_PAIRS, 2, 6);
    PairRecord pairs[3] = { recorded_pair(&spec, 0, 33), rich_pair(&spec, 1), recorded_pair(&spec, 2, 0) };
    pairs[0].game[0].verdict = (Verdict){ .outcome = pairs[0].game[0].outcome, .reason = pairs[0].game[0].reason, .ply = pairs[0].game[0].count };
    pairs[0].game[1].verdict = (Verdict){ .outcome = pairs[0].game[1].outcome, .reason = pairs[0].game[1].reason, .ply = pairs[0].game[1].count };
    pairs[2].counted = false;
    for (int leg = 0; leg < 2; leg++) {
        pairs[2].game[leg].outcome = OUTCOME_NONE;
        pairs[2].game[leg].reason = REASON_NONE;
    }
    Store *store = open_store(((const Scratch *)*state)->db);
    add_run(store, &spec, 1, pairs, 3);
    Expectation all = { .pairs = pairs, .first = 1 };
    assert_true(store_games(store, 1, 1, compare, &all, NULL));
    assert_int_equal(all.games, 6);
    Expectation some = { .pairs = pairs, .first = 4, .stop_after = 2 };
    assert_true(store_games(store, 1, 4, compare, &some, NULL));
    assert_int_equal(some.games, 2);
    Expectation none = { .pairs = pairs, .first = 7 };
    assert_true(store_games(store, 1, 7, compare, &none, NULL));
    assert_int_equal(none.games, 0);
    store_close(store);
    for (int i = 0; i < 3; i++) pair_record_free(&pairs[i]);
    spec_free(&spec);
}

static bool list_number(void *context, const StoredGame *game) {
    buf_addf(context, "%d ", (int)game->number);
    return true;
}

static void games_come_in_the_order_of_the_schedule(void **state) {
    MatchSpec spec = recorded_spec(FORMAT_ROUND_ROBIN, 3, 8); /* 12 pairs; these arrive in another order */
    static const int indices[] = { 10, 2, 0, 11, 5, 1, 9 };
    PairRecord pairs[COUNT_OF(indices)];
    for (size_t i = 0; i < COUNT_OF(indices); i++) pairs[i] = recorded_pair(&spec, indices[i], 5);
    (void)state;
    Store *store = open_store(NULL);
    add_run(store, &spec, 1, pairs, COUNT_OF(indices));
    Buf numbers = { 0 };
    assert_true(store_games(store, 1, 1, list_number, &numbers, NULL));
    assert_string_equal(buf_text(&numbers), "1 2 3 4 5 6 11 12 19 20 21 22 23 24 ");
    buf_free(&numbers);
    store_close(store);
    for (size_t i = 0; i < COUNT_OF(indices); i++) pair_record_free(&pairs[i]);
    spec_free(&spec);
}

/* The digest. */

typedef struct { MatchSpec spec; uint64_t openings_hash; PairRecord pairs[3]; int order[3]; } Content;

static void digest_of(Store *store, const Content *content, char out[SHA256_TEXT_SIZE]) {
    PairRecord pairs[3];
    for (int i = 0; i < 3; i++) pairs[i] = content->pairs[content->order[i]];
    Err err;
    if (!store_digest(store, add_run(store, &content->spec, content->openings_hash, pairs, 3), out, &err)) fail_msg("%s", err.text);
}

static Content new_content(void) {
    Content content = { .spec = recorded_spec(FORMAT_PAIRS, 2, 6), .openings_hash = 1, .order = { 0, 1, 2 } };
    for (int i = 0; i < 3; i++) content.pairs[i] = i == 1 ? rich_pair(&content.spec, i) : recorded_pair(&content.spec, i, 20);
    content.pairs[2].counted = false;
    return content;
}

static void free_content(Content *content) {
    for (int i = 0; i < 3; i++) pair_record_free(&content->pairs[i]);
    spec_free(&content->spec);
}

/* Nothing but timing, words, and what the run is called. */
static void harmless_name(Content *c) { strcpy(c->spec.name, "called otherwise"); }
static void harmless_games(Content *c) { c->spec.games = 100; }
static void harmless_move_time(Content *c) { c->pairs[0].game[0].move[2].time_ns++; }
static void harmless_move_overhead(Content *c) { c->pairs[0].game[0].move[2].overhead_ns++; }
static void harmless_latency(Content *c) { c->pairs[0].game[0].move[2].says_time ^= true; }
static void harmless_chances(Content *c) { c->pairs[0].game[0].move[2].wdl[0] ^= 1; }
static void harmless_side_times(Content *c) {
    SideRecord *side = &c->pairs[0].game[0].side[RED];
    side->time_ns++, side->time_max_ns++, side->overhead_ns++;
}
static void harmless_clock(Content *c) { c->pairs[0].game[0].started_ns++, c->pairs[0].game[0].ended_ns++; }
static void harmless_note(Content *c) { strcpy(c->pairs[1].game[1].side[BLACK].note, "gone"); }
static void harmless_arrival(Content *c) { c->order[0] = 2, c->order[2] = 0; }
static void harmless_uncounted(Content *c) { c->pairs[2].game[0].move[0].nodes++; }
static void (*const harmless[])(Content *) = {
    harmless_name, harmless_games, harmless_move_time, harmless_move_overhead, harmless_latency, harmless_chances, harmless_side_times, harmless_clock, harmless_note,
    harmless_arrival, harmless_uncounted,
};

static void grave_seed(Content *c) { c->spec.seed++; }
static void grave_openings(Content *c) { c->openings_hash++; }
static void grave_player(Content *c) { c->spec.player[0].name[1] = 'x'; }
static void grave_options(Content *c) { c->spec.player[0].resolved[3] = 'x'; }
static void grave_index(Content *c) { c->pairs[0].index = c->pairs[0].round = 5; }
static void grave_fen(Content *c) { c->pairs[1].start_fen[0] = 'R'; }
static void grave_opening_move(Content *c) { c->pairs[1].opening_move[1] = move_parse_coord("b9c7", false); }
static void grave_move(Content *c) { c->pairs[0].game[0].move[0].move++; }
static void grave_score(Content *c) { c->pairs[0].game[0].move[0].score++; }
static void grave_sign(Content *c) { c->pairs[1].game[0].move[6].score *= -1; }
static void grave_bound(Content *c) { c->pairs[0].game[0].move[0].bound = SCORE_LOWER; }
static void grave_no_score(Content *c) { c->pairs[0].game[0].move[0].bound = SCORE_NONE; }
static void grave_depth(Content *c) { c->pairs[0].game[0].move[0].depth++; }
static void grave_nodes(Content *c) { c->pairs[0].game[0].move[0].nodes++; }
static void grave_length(Content *c) { c->pairs[0].game[1].count--; }
static void grave_outcome(Content *c) { c->pairs[1].game[0].outcome = OUTCOME_DRAW; }
static void grave_reason(Content *c) { c->pairs[0].game[0].reason = REASON_RESIGN; }
static void grave_cycle(Content *c) { c->pairs[1].game[0].verdict.cycle_start++; }
static void grave_act(Content *c) { c->pairs[1].game[0].verdict.act[BLACK] = ACT_CHASE; }
static void grave_victims(Content *c) { c->pairs[1].game[0].verdict.victims[RED]++; }
static void grave_fault(Content *c) { c->pairs[1].game[1].side[BLACK].fault = FAULT_STALL; }
static void grave_side_moves(Content *c) { c->pairs[0].game[0].side[RED].moves++; }
static void grave_side_depth(Content *c) { c->pairs[0].game[0].side[RED].depth_sum++; }
static void grave_counter(Content *c) { c->pairs[0].game[1].side[BLACK].counter[player_counter_count - 1]++; }
static void grave_seats(Content *c) { c->pairs[0].game[0].side[RED].player = 1, c->pairs[0].game[0].side[BLACK].player = 0; }
static void grave_counted(Content *c) { c->pairs[2].counted = true; }
static void (*const grave[])(Content *) = {
    grave_seed, grave_openings, grave_player, grave_options, grave_index, grave_fen, grave_opening_move, grave_move, grave_score, grave_sign,
    grave_bound, grave_no_score, grave_depth, grave_nodes, grave_length, grave_outcome, grave_reason, grave_cycle, grave_act, grave_victims,
    grave_fault, grave_side_moves, grave_side_depth, grave_counter, grave_seats, grave_counted,
};

static void the_digest_sees_content_and_no_timing(void **state) {
    (void)state;
    Store *store = open_store(NULL);
    char plain[SHA256_TEXT_SIZE], changed[SHA256_TEXT_SIZE];
    Content content = new_content();
    digest_of(store, &content, plain);
    free_content(&content);
    for (size_t i = 0; i < COUNT_OF(harmless) + COUNT_OF(grave); i++) {
        const bool is_grave = i >= COUNT_OF(harmless);
        content = new_content();
        (is_grave ? grave[i - COUNT_OF(harmless)] : harmless[i])(&content);
        digest_of(store, &content, changed);
        if ((strcmp(plain, changed) != 0) != is_grave)
            fail_msg("%s change %zu", is_grave ? "grave" : "harmless", is_grave ? i - COUNT_OF(harmless) : i);
        free_content(&content);
    }
    store_close(store);
}

static void a_digest_needs_its_run(void **state) {
    (void)state;
    Store *store = open_store(NULL);
    char text[SHA256_TEXT_SIZE];
    Err err;
    assert_false(store_digest(store, 2, text, &err));
    assert_non_null(strstr(err.text, "has no run 2"));
    store_close(store);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        scratch_test(everything_written_is_read_back),
        cmocka_unit_test(games_come_in_the_order_of_the_schedule),
        cmocka_unit_test(the_digest_sees_content_and_no_timing),
        cmocka_unit_test(a_digest_needs_its_run),
    };
    xq_init();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
