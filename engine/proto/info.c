#include "engine/proto/info.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include "engine/xq/notation.h"

static void add_score(Protocol protocol, const SearchInfo *info, Buf *out) {
    const int score = info->score;
    if (protocol == PROTO_UCCI) buf_addf(out, " score %d", score);
    else if (abs(score) >= SCORE_MATE_MIN) {
        const int moves = (SCORE_MATE - abs(score) + 1) / 2;
        buf_addf(out, " score mate %d", score > 0 ? moves : -moves);
    } else {
        buf_addf(out, " score cp %d", score);
    }
    if (protocol == PROTO_UCI && info->bound == BOUND_LOWER) buf_add(out, " lowerbound");
    if (protocol == PROTO_UCI && info->bound == BOUND_UPPER) buf_add(out, " upperbound");
}

static void add_effort(Protocol protocol, const SearchInfo *info, Buf *out) {
    const int64_t ms = info->time_ns / 1000000;
    if (protocol == PROTO_UCCI) return;
    const double seconds = (double)(info->time_ns > 0 ? info->time_ns : 1) / 1e9;
    buf_addf(out, " nodes %" PRIu64 " nps %.0f time %" PRId64 " hashfull %d", info->counters.nodes,
             (double)info->counters.nodes / seconds, ms, info->hashfull);
}

void info_line(Protocol protocol, const SearchInfo *info, Buf *out) {
    char text[MOVE_TEXT_SIZE];
    if (protocol == PROTO_UCCI) /* time and nodes stand in a line of their own there */
        buf_addf(out, "info time %" PRId64 " nodes %" PRIu64 "\n", info->time_ns / 1000000, info->counters.nodes);
    buf_addf(out, "info depth %d", info->depth);
    if (protocol == PROTO_UCI) buf_addf(out, " seldepth %d", info->seldepth);
    add_score(protocol, info, out);
    add_effort(protocol, info, out);
    if (info->pv_len) buf_add(out, " pv");
    for (int i = 0; i < info->pv_len; i++) buf_addf(out, " %s", move_coord(info->pv[i], false, text));
}

void visits_text(const SearchInfo *info, Buf *out) {
    char text[MOVE_TEXT_SIZE];
    buf_add(out, "visits");
    for (int i = 0; i < info->visited_count; i++) {
        const VisitedMove *move = &info->visited[i];
        buf_addf(out, " %s %" PRIu32 " cp %d", move_coord(move->move, false, text), move->visits, move->score);
    }
}

void root_move_line(Protocol protocol, int depth, Move move, int number, Buf *out) {
    char text[MOVE_TEXT_SIZE];
    move_coord(move, false, text);
    if (protocol == PROTO_UCCI) buf_addf(out, "info currmove %s", text);
    else buf_addf(out, "info depth %d currmove %s currmovenumber %d", depth, text, number);
}

void pophash_line(const TableEntry *entry, Buf *out) {
    char text[MOVE_TEXT_SIZE];
    buf_add(out, "pophash");
    if (!entry) return;
    if (entry->move != MOVE_NONE) buf_addf(out, " bestmove %s", move_coord(entry->move, false, text));
    if (entry->bound == BOUND_LOWER || entry->bound == BOUND_EXACT)
        buf_addf(out, " lowerbound %d depth %d", entry->score, entry->depth);
    if (entry->bound == BOUND_UPPER || entry->bound == BOUND_EXACT)
        buf_addf(out, " upperbound %d depth %d", entry->score, entry->depth);
}

void bestmove_line(Protocol protocol, const SearchResult *result, Answer answer, Buf *out) {
    static const char *const answers[] = { [ANSWER_PLAY] = "", [ANSWER_DRAW] = " draw", [ANSWER_RESIGN] = " resign" };
    char text[MOVE_TEXT_SIZE];
    if (result->best == MOVE_NONE) {
        buf_add(out, protocol == PROTO_UCCI ? "nobestmove" : "bestmove 0000");
        return;
    }
    buf_addf(out, "bestmove %s", move_coord(result->best, false, text));
    if (result->ponder != MOVE_NONE) buf_addf(out, " ponder %s", move_coord(result->ponder, false, text));
    buf_add(out, answers[answer]);
}

/* GUIs look for these names in these letters; every other row is called as in variant files. */
static const char *usual_name(Protocol protocol, const OptRow *row) {
    if (strcmp(row->name, "hash") != 0) return row->name;
    return protocol == PROTO_UCCI ? "hashsize" : "Hash";
}

/* UCI puts the default before the bounds and names the option after a word of its own; UCCI the other way round. */
void option_line(Protocol protocol, const OptRow *row, const void *object, Buf *out) {
    static const char *const types[] = {
        [OPT_BOOL] = "check", [OPT_INT] = "spin", [OPT_REAL] = "string", [OPT_CHOICE] = "combo", [OPT_TEXT] = "string"
    };
    if (row->flags & OPT_HIDDEN || row->kind == OPT_LIST) return;
    Buf value = { 0 };
    opt_get(row, object, &value);
    const char *text = *buf_text(&value) ? buf_text(&value) : "<empty>";
    buf_addf(out, "option %s%s type %s", protocol == PROTO_UCI ? "name " : "", usual_name(protocol, row),
             types[row->kind]);
    if (protocol == PROTO_UCI) buf_addf(out, " default %s", text);
    if (row->kind == OPT_INT) buf_addf(out, " min %.0f max %.0f", row->min, row->max);
    if (row->kind == OPT_CHOICE)
        for (const char *const *choice = row->choices; *choice; choice++) buf_addf(out, " var %s", *choice);
    if (protocol == PROTO_UCCI) buf_addf(out, " default %s", text);
    buf_add(out, "\n");
    buf_free(&value);
}
