#include "bench/report/replay.h"
#include <inttypes.h>
#include "bench/report/game_pgn.h"
#include "engine/core/file.h"
#include "engine/xq/fen.h"

static const char *const side_words[] = { "Red", "Black" };

int replay_plies(const Replay *replay) { return replay->stored.opening_count + replay->stored.record.count; }

/* What was recorded of a move; NULL for the opening's. */
static const MoveRecord *record_at(const Replay *replay, int ply) {
    return ply < replay->stored.opening_count ? NULL : &replay->stored.record.move[ply - replay->stored.opening_count];
}

static Move move_at(const Replay *replay, int ply) {
    const MoveRecord *record = record_at(replay, ply);
    return record ? record->move : replay->stored.opening_move[ply];
}

bool replay_init(Replay *replay, const StoredGame *stored, Err *err) {
    PgnGame checked = { 0 };
    const bool good = game_pgn(stored, false, &checked, err);
    if (good) {
        *replay = (Replay){ .stored = *stored };
        game_init(&replay->game, &checked.start);
    }
    pgn_game_free(&checked);
    return good;
}

void replay_free(Replay *replay) { game_free(&replay->game); }

void replay_go(Replay *replay, int ply) {
    const int plies = replay_plies(replay);
    const int wanted = ply < 0 ? 0 : ply > plies ? plies : ply;
    while (replay->game.count > wanted) game_pop(&replay->game);
    while (replay->game.count < wanted) game_push(&replay->game, move_at(replay, replay->game.count));
}

void replay_print_head(const Replay *replay, Buf *out) {
    const StoredGame *stored = &replay->stored;
    buf_addf(out, "Game %" PRId64 " of '%s', round %d, leg %d: %s (Red) - %s (Black)\n", stored->number, stored->run_name, stored->round + 1,
             stored->record.leg + 1, stored->player[RED], stored->player[BLACK]);
}

/* "7... 炮8平5 (h7e7)  Black, PVS  score -12  depth 6  1034 nodes  1.2ms" */
static void print_move(const Replay *replay, Buf *out) {
    const int ply = replay->game.count - 1;
    const Ply *last = &replay->game.ply[ply];
    Pos before = replay->game.pos;
    pos_undo(&before, last->move, &last->undo);
    char text[MOVE_TEXT_SIZE];
    buf_addf(out, "%d%s %s", before.fullmove, before.side == RED ? "." : "...", move_text(&before, last->move, replay->notation, text));
    if (replay->notation != NOTATION_ICCS) buf_addf(out, " (%s)", move_coord(last->move, false, text));
    buf_addf(out, "  %s", side_words[before.side]);
    const MoveRecord *record = record_at(replay, ply);
    if (!record) {
        buf_add(out, ", from the opening\n");
        return;
    }
    buf_addf(out, ", %s  score ", replay->stored.player[before.side]);
    move_score_print(record, out);
    buf_addf(out, "  depth %d  %" PRIu64 " nodes  ", record->depth, record->nodes);
    duration_print(record->time_ns, out);
    buf_add(out, last->check ? "  check\n" : "\n");
}

/* What a player did wrong, and the last lines between it and the runner. */
static void print_fault(const SideRecord *side, const char *word, Buf *out) {
    if (*side->note) buf_addf(out, "%s: %s\n", word, side->note);
    const char *at = side->talk ? side->talk : "", *line;
    size_t len;
    while (text_next_line(&at, &line, &len)) buf_addf(out, "  %.*s\n", (int)len, line);
}

static void print_end(const Replay *replay, Buf *out) {
    const GameRecord *record = &replay->stored.record;
    if (record->reason == REASON_NONE) {
        buf_add(out, "The game has no result.\n");
        return;
    }
    Verdict verdict = record->verdict;
    verdict.outcome = record->outcome;
    verdict.reason = record->reason;
    buf_add(out, "The game is over: ");
    verdict_print(&verdict, out);
    buf_add(out, "\n");
    for (int colour = RED; colour <= BLACK; colour++)
        print_fault(&record->side[colour], side_words[colour], out);
}

void replay_print(const Replay *replay, Buf *out) {
    const int ply = replay->game.count, plies = replay_plies(replay);
    buf_addf(out, "Ply %d of %d: ", ply, plies);
    if (ply) print_move(replay, out);
    else buf_add(out, "the first position\n");
    board_text(&replay->game.pos, ply ? replay->game.ply[ply - 1].move : MOVE_NONE, &replay->board, out);
    if (ply == plies) print_end(replay, out);
}
