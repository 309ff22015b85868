#include "bench/report/game_pgn.h"
#include <inttypes.h>
#include <stdlib.h>
#include <time.h>
#include "engine/xq/fen.h"

void move_score_print(const MoveRecord *move, Buf *out) {
    static const char *const bounds[] = { [SCORE_UPPER] = "<=", [SCORE_LOWER] = ">=", [SCORE_EXACT] = "" };
    if (move->bound == SCORE_NONE) {
        buf_add(out, "-");
        return;
    }
    const int size = abs(move->score);
    buf_add(out, bounds[move->bound]);
    if (size < ANSWER_MATE_MIN) buf_addf(out, "%+d", move->score);
    else buf_addf(out, "%cM%d", move->score > 0 ? '+' : '-', (ANSWER_MATE - size + 1) / 2);
}

void duration_print(int64_t ns, Buf *out) {
    if (ns < 1000000000) buf_addf(out, "%.1fms", (double)ns / 1e6);
    else buf_addf(out, "%.2fs", (double)ns / 1e9);
}

static void add_date(const StoredGame *game, PgnGame *out) {
    const time_t when = (time_t)(game->run_started_unix + game->record.started_ns / 1000000000);
    struct tm utc;
    char date[32];
    if (strftime(date, sizeof date, "%Y.%m.%d", gmtime_r(&when, &utc))) pgn_add_tag(out, "Date", date);
}

static void add_tags(const StoredGame *game, PgnGame *out) {
    Buf text = { 0 };
    pgn_add_tag(out, "Event", game->run_name);
    pgn_add_tag(out, "Site", game->run_host);
    add_date(game, out);
    buf_addf(&text, "%d.%d", game->round + 1, game->record.leg + 1);
    pgn_add_tag(out, "Round", buf_text(&text));
    pgn_add_tag(out, "Red", game->player[RED]);
    pgn_add_tag(out, "Black", game->player[BLACK]);
    buf_clear(&text);
    buf_addf(&text, "%" PRId64, game->number);
    pgn_add_tag(out, "Number", buf_text(&text));
    pgn_add_tag(out, "Termination", reason_names[game->record.reason]);
    buf_free(&text);
}

static void print_comment(const MoveRecord *move, Buf *out) {
    buf_clear(out);
    move_score_print(move, out);
    buf_addf(out, "/%d %" PRIu64 " ", move->depth, move->nodes);
    duration_print(move->time_ns, out);
}

bool game_pgn(const StoredGame *game, bool comments, PgnGame *out, Err *err) {
    Pos pos;
    if (!fen_parse(game->start_fen, &pos, err)) return err_prefix(err, "game %" PRId64 " of the store: ", game->number);
    pgn_game_reset(out, &pos);
    add_tags(game, out);
    out->result = game->record.outcome;
    Buf comment = { 0 };
    bool good = true;
    for (int ply = 0; good && ply < game->opening_count + game->record.count; ply++) {
        const MoveRecord *move = ply < game->opening_count ? NULL : &game->record.move[ply - game->opening_count];
        const Move mv = move ? move->move : game->opening_move[ply];
        good = (mv != MOVE_NONE && pos_is_pseudo_legal(&pos, mv) && pos_is_legal(&pos, mv)) ||
               err_set(err, ERR_INPUT, "game %" PRId64 " of the store: move %d is not legal there", game->number, ply + 1);
        if (!good) break;
        if (move) print_comment(move, &comment);
        pgn_add_move(out, mv, !comments ? NULL : move ? buf_text(&comment) : "book");
        Undo undo;
        pos_make(&pos, mv, &undo);
    }
    buf_free(&comment);
    return good;
}
