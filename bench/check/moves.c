/* Checks of moves that are asked for, forbidden or offered, and of what it knows and remembers. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include "bench/check/subject.h"
#include "bench/client/external_start.h"
#include "engine/xq/fen.h"
#include "engine/xq/gen.h"
#include "engine/xq/notation.h"
#include "engine/xq/rules.h"

static const ClockState no_clock = { 0 };
static const char middle_game[] = "r1bakab1r/9/1cn2cn2/p1p1p1p1p/9/2P6/P3P1P1P/1C4NC1/9/RNBAKAB1R b - - 3 4";

static bool go_and_move(Subject *subject, const Game *game, const char *go, Reply *reply) {
    return subject_go(subject, game, go) &&
           subject_answer(subject, game, subject_within(subject, subject->options->patience_ms), (LineWatch){ 0 }, reply) &&
           subject_is_move(subject, game, reply);
}

void check_searchmoves(Subject *subject) {
    Game game;
    Reply reply;
    char a[SAID_MOVE_SIZE], b[SAID_MOVE_SIZE], go[80];
    subject_game(POS_START_FEN, &game);
    /* Moves that nobody plays of his own. */
    const Move only[] = { move_parse_coord("e0e1", false), move_parse_coord("a0a1", false) };
    snprintf(go, sizeof go, "go depth 3 searchmoves %s %s", subject_move(subject, only[0], a), subject_move(subject, only[1], b));
    if (go_and_move(subject, &game, go, &reply) && reply.answer.move != only[0] && reply.answer.move != only[1])
        subject_violates(subject, "one of the moves asked for", "told '%s', it played %s", go, reply.best.move);
    game_free(&game);
}

/* Its own choice is forbidden, then the next one; then the position is told anew, and the first is free again. */
void check_banmoves(Subject *subject) {
    Game game;
    Reply first, second, third;
    char a[SAID_MOVE_SIZE], b[SAID_MOVE_SIZE], go[80];
    subject_game(POS_START_FEN, &game);
    bool good = go_and_move(subject, &game, "go depth 3", &first);
    if (good) {
        subject_move(subject, first.answer.move, a);
        snprintf(go, sizeof go, "banmoves %s\ngo depth 3", a);
        good = go_and_move(subject, &game, go, &second);
    }
    if (good && second.answer.move == first.answer.move)
        good = subject_violates(subject, "another move", "told 'banmoves %s', it played %s", a, second.best.move);
    if (good) {
        subject_move(subject, second.answer.move, b);
        snprintf(go, sizeof go, "banmoves %s %s\ngo depth 3", a, b);
        good = go_and_move(subject, &game, go, &third);
    }
    if (good && (third.answer.move == first.answer.move || third.answer.move == second.answer.move))
        subject_violates(subject, "a third move", "told 'banmoves %s %s', it played %s", a, b, third.best.move);
    game_free(&game);
    if (!good) return;
    /* With all other moves forbidden, the ban of this one must be over. */
    subject_game(POS_START_FEN, &game);
    MoveList list;
    Buf all = { 0 };
    gen_legal(&game.pos, &list);
    buf_add(&all, "banmoves");
    for (int i = 0; i < list.count; i++)
        if (list.move[i] != first.answer.move) buf_addf(&all, " %s", subject_move(subject, list.move[i], b));
    buf_add(&all, "\ngo depth 2");
    if (go_and_move(subject, &game, all.text, &third) && third.answer.move != first.answer.move)
        subject_violates(subject, "the only move that was not forbidden", "with all moves but %s forbidden it played %s", a, third.best.move);
    buf_free(&all);
    game_free(&game);
}

void check_draw_offer(Subject *subject) {
    Game game;
    Reply reply;
    if (subject_is(subject, &protocol_xboard) && !subject->engine->xboard.draw) {
        subject_skip(subject, "it wants no draw offers (feature draw=0)");
        return;
    }
    subject_game(middle_game, &game);
    if (subject_ask_move(subject, &game, &(Limit){ .depth = 3 }, &(ClockState){ .draw_offered = true }, &reply))
        subject_found(subject, reply.answer.offers_draw ? "it takes the draw" : "it plays on");
    game_free(&game);
}

/* ---- What it knows ---- */

/* Red, behind, has checked for ever. Would it, once more, lose by it? */
void check_perpetual_check(Subject *subject) {
    static const char *const cycle[] = { "d5e5", "e9d9", "e5d5", "d9e9" };
    RuleSet rules;
    Game game;
    Reply reply;
    rule_set_find("asian", &rules);
    subject_game("4k4/9/9/9/3R5/9/9/n8/8r/5K3 w - - 0 40", &game);
    const Move check = move_parse_coord(cycle[0], false);
    /* Only once a round does the rook stand where the check comes from. */
    while (game.count < 40 && (game.count % 4 || !rules_bans(&game, check, &rules)))
        game_push(&game, move_parse_coord(cycle[game.count % 4], false));
    if (subject_ask(subject, &game, &(Limit){ .depth = 5 }, &no_clock, &reply)) {
        const bool moved = reply.answer.fault == FAULT_NONE && reply.answer.move != MOVE_NONE;
        if (!moved) subject_note(subject, "after %d plies it gives no move: it takes the game for over", game.count);
        else if (rules_bans(&game, reply.answer.move, &rules)) subject_note(subject, "it goes on checking after %d plies, and loses by that", game.count);
        else subject_note(subject, "it stops checking");
    }
    game_free(&game);
}

/* ---- What it remembers ---- */

/* A search of fixed depth: move and nodes. */
static bool measure(Subject *subject, Reply *reply) {
    Game game;
    subject_game(middle_game, &game);
    const bool good = go_and_move(subject, &game, "go depth 5", reply);
    game_free(&game);
    return good;
}

static void compare(Subject *subject, const Reply *first, const Reply *second, const char *when) {
    const bool same = first->answer.move == second->answer.move && first->answer.nodes == second->answer.nodes;
    if (same) subject_note(subject, "the same move and %" PRIu64 " nodes %s", first->answer.nodes, when);
    else
        subject_note(subject, "%s it searched %" PRIu64 " nodes and played %s, before %" PRIu64 " and %s", when, second->answer.nodes,
                     second->best.move, first->answer.nodes, first->best.move);
}

static bool restart(Subject *subject) {
    Err why = { 0 };
    external_end(subject->engine);
    subject->engine->position.plies = -1;
    if (external_start(subject->engine, &why) && external_get_ready(subject->engine, &why)) return true;
    subject->lost = true;
    return subject_violates(subject, "to start again", "%s", why.text);
}

void check_repeatable(Subject *subject) {
    Reply first, second;
    if (restart(subject) && measure(subject, &first) && restart(subject) && measure(subject, &second))
        compare(subject, &first, &second, "in a fresh process");
}

void check_new_game(Subject *subject) {
    Reply first, other, second;
    Game game;
    subject_game(POS_START_FEN, &game);
    if (subject_new_game(subject) && measure(subject, &first) && go_and_move(subject, &game, "go depth 5", &other) &&
        subject_new_game(subject) && measure(subject, &second))
        compare(subject, &first, &second, "after a new game");
    game_free(&game);
}
