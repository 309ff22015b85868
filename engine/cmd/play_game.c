#include "engine/cmd/play_game.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "engine/core/arena.h"
#include "engine/xq/pgn.h"

/* The session follows the moves; they were legal when they came. */
static void set_position(PlayGame *game) {
    session_set_position(game->session, &game->start, game->moves, game->count, NULL);
}

static void judge(PlayGame *game) {
    game->verdict = rules_judge(session_game(game->session), &game->rules);
}

bool play_game_init(PlayGame *game, const Variant *variant, const Pos *start, Err *err) {
    game->start = *start;
    game->moves = NULL;
    game->efforts = NULL;
    game->count = game->cap = 0;
    if (!(game->session = session_new(variant, err))) return false;
    play_game_restart(game);
    return true;
}

void play_game_free(PlayGame *game) {
    session_delete(game->session);
    free(game->moves);
    free(game->efforts);
}

void play_game_restart(PlayGame *game) {
    game->count = 0;
    session_new_game(game->session);
    set_position(game);
    judge(game);
}

void play_game_push(PlayGame *game, Move mv, const Effort *effort) {
    if (game->count == game->cap) {
        game->cap = game->cap ? game->cap * 2 : 64;
        game->moves = mem_realloc(game->moves, (size_t)game->cap * sizeof *game->moves);
        game->efforts = mem_realloc(game->efforts, (size_t)game->cap * sizeof *game->efforts);
    }
    game->moves[game->count] = mv;
    game->efforts[game->count++] = *effort;
    set_position(game);
    judge(game);
}

bool play_game_undo(PlayGame *game) {
    int count = game->count - 1;
    while (count >= 0 && (game->start.side ^ (count & 1)) != game->human) count--;
    const bool resigned = game->verdict.reason == REASON_RESIGN;
    if (!resigned && count < 0) return false;
    if (!resigned) game->count = count;
    set_position(game);
    judge(game);
    return true;
}

void play_game_resign(PlayGame *game) {
    game->verdict = (Verdict){ .outcome = game->human == RED ? OUTCOME_BLACK : OUTCOME_RED,
                               .reason = REASON_RESIGN,
                               .ply = game->count };
}

Move play_game_search(PlayGame *game, Effort *effort) {
    SearchResult result;
    session_go(game->session, &game->limits, NULL, &result);
    *effort = (Effort){
        .score = result.score,
        .depth = result.depth ? result.depth : 1,
        .nodes = result.counters.nodes,
        .leaf_nodes = result.counters.leaf_nodes,
        .time_ns = result.time_ns,
    };
    return result.best;
}

static double seconds(int64_t ns) {
    return (double)ns / 1e9;
}

void effort_print(const Effort *effort, Buf *out) {
    const int distance = SCORE_MATE - abs(effort->score);
    if (abs(effort->score) < SCORE_MATE_MIN) buf_addf(out, "value %d", effort->score);
    else buf_addf(out, "%s in %d", effort->score > 0 ? "mate" : "mated", (distance + 1) / 2);
    buf_addf(out, ", depth %d, %" PRIu64 " nodes, %" PRIu64 " leaf nodes, %.3f s", effort->depth, effort->nodes,
             effort->leaf_nodes, seconds(effort->time_ns));
}

static void print_ply(const PlayGame *game, const Pos *pos, int ply, Notation notation, Buf *out) {
    char text[MOVE_TEXT_SIZE];
    const Effort *effort = &game->efforts[ply];
    if (pos->side == RED) buf_addf(out, "%3d. ", pos->fullmove);
    else if (!ply) buf_addf(out, "%3d. ...  ", pos->fullmove);
    buf_add(out, move_text(pos, game->moves[ply], notation, text));
    if (effort->depth)
        buf_addf(out, " (depth %d, %" PRIu64 " leaf nodes, %.3f s)", effort->depth, effort->leaf_nodes,
                 seconds(effort->time_ns));
    buf_add(out, pos->side == BLACK || ply == game->count - 1 ? "\n" : "  ");
}

void play_game_record(const PlayGame *game, Notation notation, Buf *out) {
    Pos pos = game->start;
    Effort sum = { 0 };
    int searches = 0;
    for (int ply = 0; ply < game->count; ply++) {
        const Effort *effort = &game->efforts[ply];
        Undo undo;
        print_ply(game, &pos, ply, notation, out);
        pos_make(&pos, game->moves[ply], &undo);
        searches += effort->depth > 0;
        sum.nodes += effort->nodes;
        sum.leaf_nodes += effort->leaf_nodes;
        sum.time_ns += effort->time_ns;
    }
    if (!game->count) buf_add(out, "no moves yet\n");
    if (searches)
        buf_addf(out, "%s: %d search%s, %" PRIu64 " nodes, %" PRIu64 " leaf nodes, %.3f s\n",
                 session_variant(game->session)->name, searches, searches > 1 ? "es" : "", sum.nodes, sum.leaf_nodes,
                 seconds(sum.time_ns));
}

void play_game_pgn(const PlayGame *game, Notation notation, Buf *out) {
    PgnGame pgn = { 0 };
    const PgnStyle style = { .notation = notation };
    char date[16], engine[96];
    const time_t now = time(NULL);
    struct tm today;
    strftime(date, sizeof date, "%Y.%m.%d", localtime_r(&now, &today));
    snprintf(engine, sizeof engine, "xqlab " XQLAB_VERSION " (%s)", session_variant(game->session)->name);
    pgn_game_reset(&pgn, &game->start);
    pgn_add_tag(&pgn, "Event", "xqengine play");
    pgn_add_tag(&pgn, "Date", date);
    pgn_add_tag(&pgn, "Red", game->human == RED ? "Human" : engine);
    pgn_add_tag(&pgn, "Black", game->human == RED ? engine : "Human");
    if (play_game_over(game)) pgn_add_tag(&pgn, "Termination", reason_names[game->verdict.reason]);
    Buf comment = { 0 };
    for (int i = 0; i < game->count; i++) {
        buf_clear(&comment);
        if (game->efforts[i].depth) effort_print(&game->efforts[i], &comment);
        pgn_add_move(&pgn, game->moves[i], comment.len ? buf_text(&comment) : NULL);
    }
    pgn.result = game->verdict.outcome;
    pgn_write(&pgn, &style, out);
    buf_free(&comment);
    pgn_game_free(&pgn);
}
