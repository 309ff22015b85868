/* Checks of limits: how far each is overstepped. */
#include <inttypes.h>
#include "bench/check/subject.h"
#include "engine/xq/fen.h"

static const int64_t ns_per_ms = 1000000;
static const ClockState no_clock = { 0 };
static const char middle_game[] = "r1bakab1r/9/1cn2cn2/p1p1p1p1p/9/2P6/P3P1P1P/1C4NC1/9/RNBAKAB1R b - - 3 4";

static bool ask(Subject *subject, const Limit *limit, const ClockState *clock, Reply *reply) {
    Game game;
    subject_game(middle_game, &game);
    const bool good = subject_ask_move(subject, &game, limit, clock, reply);
    game_free(&game);
    return good;
}

void check_depth(Subject *subject) {
    enum { DEPTH = 4 };
    Reply reply;
    if (!ask(subject, &(Limit){ .depth = DEPTH }, &no_clock, &reply)) return;
    if (reply.answer.depth > DEPTH)
        subject_violates(subject, "the answer of depth 4", "asked for depth %d, it went on to depth %d", DEPTH, reply.answer.depth);
    else subject_found(subject, "depth %d of %d after %.0f ms", reply.answer.depth, DEPTH, (double)reply.ns / 1e6);
}

/* A limit is soft where an engine looks at it now and then; twice the nodes is another search. */
void check_nodes(Subject *subject) {
    enum { NODES = 20000 };
    Reply reply;
    if (!ask(subject, &(Limit){ .nodes = NODES }, &no_clock, &reply)) return;
    const uint64_t nodes = reply.answer.nodes;
    const double times = (double)nodes / NODES;
    if (!nodes) subject_note(subject, "it does not tell how many nodes it searched");
    else if (times > 2) subject_violates(subject, "no more than twice the limit", "asked for %d nodes, it searched %" PRIu64, NODES, nodes);
    else if (times > 1.1) subject_note(subject, "asked for %d nodes, it searched %" PRIu64, NODES, nodes);
    else subject_found(subject, "%" PRIu64 " nodes of %d", nodes, NODES);
}

/* How late an answer is, measured against the margin. */
static void judge_time(Subject *subject, int64_t given_ms, const Reply *reply) {
    const double took_ms = (double)reply->ns / 1e6;
    if (reply->ns > subject_within(subject, given_ms))
        subject_violates(subject, "a move in time", "with %" PRId64 " ms to think it took %.0f ms", given_ms, took_ms);
    else subject_found(subject, "%.0f ms of %" PRId64, took_ms, given_ms);
}

void check_movetime(Subject *subject) {
    const int64_t given_ms = subject->engine->dialect.clock == CLOCK_UNIT_S && subject_is(subject, &protocol_ucci) ? 1000 : 300;
    Reply reply;
    if (!ask(subject, &(Limit){ .movetime_ns = given_ms * ns_per_ms }, &no_clock, &reply)) return;
    judge_time(subject, given_ms, &reply);
    if (reply.ns < given_ms * ns_per_ms / 2 && subject->verdict == CHECK_OK) subject_note(subject, "it uses less than half of its time");
}

static void ask_clock(Subject *subject, int64_t own_ms, int64_t increment_ms) {
    const Limit limit = { .base_ns = own_ms * ns_per_ms, .increment_ns = increment_ms * ns_per_ms };
    const ClockState clock = { .own_ns = limit.base_ns, .own_increment_ns = limit.increment_ns, .other_ns = limit.base_ns,
                               .other_increment_ns = limit.increment_ns };
    Reply reply;
    if (ask(subject, &limit, &clock, &reply)) judge_time(subject, own_ms, &reply);
}

void check_clock(Subject *subject) {
    ask_clock(subject, 2000, 0);
    if (subject->verdict == CHECK_OK) ask_clock(subject, 1000, 1000);
}

void check_short_clock(Subject *subject) {
    const bool seconds = subject->engine->dialect.clock == CLOCK_UNIT_S && subject_is(subject, &protocol_ucci);
    if (seconds) subject_skip(subject, "its clock counts whole seconds");
    else ask_clock(subject, 50, 0);
}

/* Seconds in place of milliseconds would be a quarter of an hour. */
void check_usemillisec(Subject *subject) {
    enum { GIVEN_MS = 900 };
    Game game;
    Reply reply;
    if (!declared_find(&subject->engine->declared, "usemillisec")) {
        subject_skip(subject, "it declares no usemillisec");
        return;
    }
    subject_game(middle_game, &game);
    if (subject_tell(subject, "setoption usemillisec true\n") && subject_go(subject, &game, "go time 900 movestogo 1") &&
        subject_answer(subject, &game, (GIVEN_MS + subject->options->patience_ms) * ns_per_ms, (LineWatch){ 0 }, &reply) &&
        subject_is_move(subject, &game, &reply))
        judge_time(subject, GIVEN_MS, &reply);
    game_free(&game);
}
